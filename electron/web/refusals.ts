import { createHash } from 'node:crypto';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { barePolicy } from '../core/contract/content-policy.ts';
import type { ContractError } from '../core/contract/contract.ts';
import { languageOf } from '../core/languages/languages.ts';
import { type Message, say } from '../core/messages/message.ts';
import { MessageError } from '../core/messages/message-error.ts';
import { createWording } from '../core/messages/wording.ts';

/** Sent with every answer: only this window may use it, it is not cached, and its type is not guessed. */
const commonHeaders = {
  'cache-control': 'no-store',
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  'referrer-policy': 'no-referrer',
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'DENY',
} as const;

/** Adds headers to every answer, and answers every error; `onFault` is told about faults of the program. */
export function addAnswers(app: FastifyInstance, onFault?: (what: string, fault: unknown) => void): void {
  app.addHook('onRequest', async (_request, reply) => {
    void reply.headers({ ...commonHeaders, 'content-security-policy': barePolicy });
  });
  app.setErrorHandler((error, request, reply) => {
    const refusal = refusalOf(error);
    if (refusal === refusals.fault) onFault?.(`${request.method} ${request.routeOptions.url ?? 'elsewhere'}`, error);
    return answerRefusal(refusal, request, reply);
  });
  app.setNotFoundHandler((request, reply) => answerRefusal(refusals.notFound, request, reply));
}

/** As a page for a browser, or as an answer that the window's script understands. */
export function answerRefusal(refusal: WebRefusal, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  void reply.code(refusal.status).headers({ ...commonHeaders, 'content-security-policy': barePolicy });
  // The rest of a refused request is not read.
  if (request.method !== 'GET') void reply.header('connection', 'close');
  if (/^\/(api|preview)\//.test(request.url)) return reply.type('application/json; charset=utf-8').send(refusalAnswer(refusal));
  return reply
    .headers({ vary: 'accept-language', 'content-security-policy': `${barePolicy}; style-src '${styleSource}'` })
    .type('text/html; charset=utf-8')
    .send(refusalPage(refusal, request.headers['accept-language']));
}

/** Fastify's own errors are about the form of the request. */
function refusalOf(error: unknown): WebRefusal {
  if (error instanceof Refused) return error.refusal;
  const status = (error as { statusCode?: unknown }).statusCode;
  if (status === 413) return refusals.tooLarge;
  if (status === 415) return refusals.notJson;
  if (status === 404 || status === 403) return refusals.notFound;
  return typeof status === 'number' && status >= 400 && status < 500 ? refusals.unreadable : refusals.fault;
}

/** A request that is not answered, and why. */
export interface WebRefusal {
  readonly status: 400 | 401 | 403 | 404 | 405 | 413 | 415 | 500;
  readonly message: Message;
}

/** Thrown inside the server; its one error handler writes the answer. */
export class Refused extends MessageError {
  override readonly name = 'Refused';
  readonly refusal: WebRefusal;

  constructor(refusal: WebRefusal) {
    super(refusal.message);
    this.refusal = refusal;
  }
}

export const refusals = {
  wrongAddress: { status: 403, message: say('requests.wrongAddress') },
  wrongPage: { status: 403, message: say('requests.wrongPage') },
  notSignedIn: { status: 401, message: say('requests.notSignedIn') },
  linkUsed: { status: 401, message: say('requests.linkUsed') },
  notFound: { status: 404, message: say('requests.notFound') },
  wrongMethod: { status: 405, message: say('requests.wrongMethod') },
  unreadable: { status: 400, message: say('requests.unreadable') },
  notJson: { status: 415, message: say('requests.notJson') },
  tooLarge: { status: 413, message: say('requests.tooLarge') },
  fault: { status: 500, message: say('requests.fault') },
} as const satisfies Readonly<Record<string, WebRefusal>>;

/** For the window's script. Pure. */
function refusalAnswer({ status, message }: WebRefusal): { readonly ok: false; readonly error: ContractError } {
  return { ok: false, error: { kind: status === 500 ? 'internal' : status === 401 ? 'signed-out' : 'unavailable', message } };
}

/** As the window looks, in light and dark (`renderer/style/tokens.css`). */
const style = `
:root { color-scheme: light dark; }
body {
  display: grid; place-items: center; min-height: 100vh; margin: 0; padding: 1rem; box-sizing: border-box;
  font: 0.875rem/1.5 system-ui, -apple-system, "Segoe UI", Roboto, "Noto Sans", sans-serif;
  color: light-dark(#1e1d1a, #e8e6e1); background: light-dark(#f6f5f2, #151718);
}
main {
  width: min(28rem, 100%); padding: 1.5rem 2rem; box-sizing: border-box; overflow-wrap: anywhere;
  background: light-dark(#ffffff, #232629); border: 1px solid light-dark(#e2dfd8, #303438); border-radius: 0.625rem;
}
h1 { margin: 0; font-size: 1.625rem; }
a { color: light-dark(#0d5c70, #79c7d9); }
`;

/** All that may style such a page: this, as the browser hashes it. */
const styleSource = `sha256-${createHash('sha256').update(style).digest('base64')}`;

/**
 * For a person in a browser, in a language that the browser asks for: a sentence, and nothing else. After a request from
 * another page a link leads on: following it makes the request come from Intray's own page. Pure.
 *
 * @param acceptLanguage the request's Accept-Language header
 */
function refusalPage(refusal: WebRefusal, acceptLanguage: string | undefined): string {
  const wanted = languagesIn(acceptLanguage);
  const { language, text } = createWording(languageOf('system', wanted), { systemLanguages: wanted, now: () => Date.now() });
  const onward = refusal === refusals.wrongPage ? `<p><a href="">${escapeHtml(text(say('requests.openIntray')))}</a></p>` : '';
  return `<!doctype html>
<html lang="${language}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>Intray</title>
<style>${style}</style>
</head>
<body>
<main>
<h1>Intray</h1>
<p>${escapeHtml(text(refusal.message))}</p>
${onward}
</main>
</body>
</html>
`;
}

/** The language tags of an Accept-Language header (RFC 9110, 12.5.4), the preferred one first. Pure. */
function languagesIn(header = ''): readonly string[] {
  return header
    .split(',')
    .map((part) => {
      const [tag = '', quality] = part.split(';').map((piece) => piece.trim());
      return { tag, weight: quality === undefined ? 1 : Number(quality.replace(/^q=/, '')) };
    })
    .filter(({ tag, weight }) => tag !== '' && weight > 0)
    .sort((a, b) => b.weight - a.weight)
    .map(({ tag }) => tag);
}

function escapeHtml(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;');
}
