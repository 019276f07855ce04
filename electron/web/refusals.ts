import type { ContractError } from '../core/contract/contract.ts';
import { foreign, type Message } from '../core/messages/message.ts';
import { inEnglish } from '../core/messages/wording.ts';

/** A request that gets nothing, and why, in words for the person whose browser it was. */
export interface WebRefusal {
  readonly status: 400 | 401 | 403 | 404 | 405 | 413 | 415 | 500;
  readonly message: Message;
}

/** Thrown inside the server; its one error handler writes the answer. */
export class Refused extends Error {
  readonly refusal: WebRefusal;

  constructor(refusal: WebRefusal) {
    super(inEnglish(refusal.message));
    this.name = 'Refused';
    this.refusal = refusal;
  }
}

export const refusals = {
  foreignHost: {
    status: 403,
    message: foreign('Intray does not answer under this address. Open the link that "intray serve" printed, as it stands.'),
  },
  foreignPage: {
    status: 403,
    message: foreign('Only the Intray window may ask, and this came from another page. Open the address by itself.'),
  },
  noCookie: {
    status: 401,
    message: foreign(
      'This browser is not let in. Open the link that "intray serve" printed last: each link lets in one browser, once.',
    ),
  },
  wrongToken: {
    status: 401,
    message: foreign('This link was used before, or is not from this run. Open the link that "intray serve" printed last.'),
  },
  notThere: { status: 404, message: foreign('There is nothing here.') },
  wrongMethod: { status: 405, message: foreign('This is not what can be done here.') },
  unreadable: { status: 400, message: foreign('The request cannot be read.') },
  notJson: { status: 415, message: foreign('A request is JSON.') },
  tooLarge: { status: 413, message: foreign('The request is too large.') },
  fault: { status: 500, message: foreign('Intray could not answer because of a fault in the program.') },
} as const satisfies Readonly<Record<string, WebRefusal>>;

/** For the window's script. Pure. */
export function refusalAnswer({ status, message }: WebRefusal): { readonly ok: false; readonly error: ContractError } {
  return { ok: false, error: { kind: status === 500 ? 'internal' : 'unavailable', message } };
}

/** For a browser's window: words, and nothing else. Going on from here is going on from Intray's own page. Pure. */
export function refusalPage(refusal: WebRefusal): string {
  const onward = refusal === refusals.foreignPage ? '<p><a href="">Open Intray</a></p>' : '';
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>Intray</title>
</head>
<body>
<main>
<h1>Intray</h1>
<p>${escapeHtml(inEnglish(refusal.message))}</p>
${onward}
</main>
</body>
</html>
`;
}

function escapeHtml(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;');
}
