import { foreign, type Message, say } from '../core/messages/message.ts';
import type { Failure, KeyProblem } from '../core/protocol/failure.ts';
import { type ErrorBody, presentable, readErrorBody } from './error-body.ts';

/**
 * What a refusal means, by the words of its message. The message names the reason, but how is not documented (README.md,
 * "Authentication"), so these patterns are broad, and a message that names two reasons counts as unclear.
 */

const rateWords = /\brates?\b|rate[-_ ]?limit|too[-_ ]many|throttl|\blimit(s|ed|ing)?\b|slow down/i;
const revokedWords = /revok|disabled|deactivated|expired|suspended|blocked|deleted/i;
const invalidWords =
  /invalid|incorrect|\bwrong\b|not valid|malformed|unknown|unrecogni[sz]ed|not recogni[sz]ed|not found|does not exist|no such/i;
const missingWords = /missing|not provided|not given|required|\babsent\b|\bno (api )?key\b|without (an? )?(api )?key/i;
const pageWords =
  /\bpages?\b|quota|credit|allowance|balance|\bplan\b|free tier|billing|payment|upgrade|exhausted|\blimit(s|ed)?\b/i;

/** 401: about the rate, or about the key. A message that names both is unclear. */
export function reasonOf401(words: string): 'rate' | KeyProblem {
  const isRevoked = revokedWords.test(words);
  if (rateWords.test(words)) return isRevoked || invalidWords.test(words) ? 'unclear' : 'rate';
  if (isRevoked) return 'revoked';
  // "Missing or invalid API key": a key was sent, so it is invalid.
  if (invalidWords.test(words)) return 'invalid';
  return missingWords.test(words) ? 'missing' : 'unclear';
}

/** 403: the key is revoked, or the account is out of pages (README.md, "Errors"). */
export function reasonOf403(words: string): 'pages' | 'revoked' | 'unclear' {
  const isPages = pageWords.test(words);
  const isRevoked = revokedWords.test(words);
  if (isPages === isRevoked) return 'unclear';
  return isPages ? 'pages' : 'revoked';
}

const dayMs = 24 * 60 * 60 * 1_000;

/**
 * Reads Retry-After: seconds, or an HTTP date. A date is compared with the answer's own Date if there is one, so that a
 * wrong clock here does no harm.
 *
 * @returns milliseconds from now, 0 to one day; undefined if the header is absent or unreadable
 */
export function retryAfterMs(retryAfter: string | undefined, date: string | undefined, now: number): number | undefined {
  const text = retryAfter?.trim() ?? '';
  if (/^\d+(\.\d+)?$/.test(text)) return within(Number(text) * 1_000);
  const at = text.includes(':') ? Date.parse(text) : Number.NaN;
  if (Number.isNaN(at)) return undefined;
  const answeredAt = Date.parse(date ?? '');
  return within(at - (Number.isNaN(answeredAt) ? now : answeredAt));
}

function within(milliseconds: number): number {
  return Math.round(Math.min(Math.max(milliseconds, 0), dayMs));
}

/** A call that did not succeed, as far as its classification depends on it. */
export interface CallFacts {
  /** The call's name, e.g. `getBatchResults`. */
  readonly call: string;
  /** Errors of extraction calls are `{error}`; those of classification calls are not documented. */
  readonly api: 'extraction' | 'classification';
  /**
   * `free`: a call that costs nothing. Otherwise an upload: `partial` before its closing boundary went out (the service
   * cannot have read it whole), `whole` after that (the service may have the documents).
   */
  readonly stage: 'free' | 'partial' | 'whole';
}

/** An answer as it came. Header names are in lower case. */
interface ReceivedAnswer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string | undefined>>;
  readonly text: string;
}

interface ClassifyContext {
  /** The key that was sent: removed from every message. */
  readonly key?: string;
  /** Milliseconds since the epoch. */
  readonly now: number;
}

/** Classifies an answer whose status is not a success (README.md, "Errors"). */
export function classifyStatus(facts: CallFacts, answer: ReceivedAnswer, context: ClassifyContext): Failure {
  const { status } = answer;
  const body = readErrorBody(answer.headers['content-type'] ?? '', answer.text);
  const words = presentable(body.message ?? '', context.key);
  const message = words === '' ? say('service.failure.noReason', { call: facts.call, status }) : foreign(words);

  if (status >= 500) return serverSide(facts, status, body, message);
  // A redirect is not followed.
  if (status < 400)
    return offline(say(facts.stage === 'free' ? 'service.problem.redirect' : 'service.problem.wrongAddress', { status }));
  if (status === 413) return { kind: 'too-large', message, status };
  if (status === 429) return rateLimited(answer, message, context.now);
  if (status === 408) {
    return facts.stage === 'whole'
      ? inDoubt(status, say('service.problem.gateway', { status }))
      : { kind: 'server', message, status };
  }
  if (status === 407) return offline(say('service.problem.proxySignIn'));
  if (body.form === 'html') return offline(say('service.problem.webPage', { status }));

  if (status === 401) {
    const reason = reasonOf401(body.words);
    return reason === 'rate' ? rateLimited(answer, message, context.now) : { kind: 'key', message, status, reason };
  }
  if (status === 402) return { kind: 'forbidden', message, status, reason: 'pages' };
  if (status === 403) return { kind: 'forbidden', message, status, reason: reasonOf403(body.words) };
  if (status === 404) {
    // Errors of classification calls are not documented: any JSON may be the service's.
    const isOwn =
      body.form === 'error' || (facts.api === 'classification' && (body.form === 'message' || body.form === 'object'));
    return isOwn
      ? { kind: 'not-found', message, status }
      : { kind: 'server', message: withStatus(status, message, body), status };
  }
  return { kind: 'bad-request', message, status };
}

/** Classifies a success that cannot be read. `problem` says what is wrong with it, e.g. `files[0].id is missing`. */
export function classifyUnreadable({ call, stage }: CallFacts, status: number, problem: Message): Failure {
  if (stage === 'whole') return inDoubt(status, say('service.problem.unreadable', { call, problem }));
  return { kind: 'unreadable', message: say('service.failure.unreadable', { call, problem }), status };
}

/**
 * Classifies a success that arrives before an upload is whole, readable or not. It proves nothing: whoever answered cannot have read
 * the last file to its end, because its boundary was never written.
 */
export function classifyTooEarly(status: number): Failure {
  return offline(say('service.problem.tooEarly', { status }));
}

/**
 * Classifies a call that ended without an answer of the service's: with a web page, which has a status, or with a connection that broke
 * (`describeBreak`). Behind whatever answered, the service may have read an upload.
 */
export function classifyLost(facts: CallFacts, problem: Message, status = 0): Failure {
  return facts.stage === 'whole' ? inDoubt(status, problem) : offline(problem);
}

/** Classifies a call that its caller cancelled. */
export function classifyAbort(facts: CallFacts): Failure {
  if (facts.stage === 'whole') return inDoubt(0, say('service.problem.cancelled'));
  return { kind: 'aborted', message: say('service.failure.cancelled', { call: facts.call }) };
}

/**
 * A 5xx: `{error}` is the service's, and on classification calls, whose errors are not documented, a bare `{message}` may be too;
 * but gateways also write that, and 502 and 504 are theirs. On a whole upload, 500 and 503 with the service's own JSON are its word that it has accepted nothing; of any other, a
 * gateway may be the author, who does not know what the service has (README.md, "Errors").
 */
function serverSide({ api, stage }: CallFacts, status: number, body: ErrorBody, message: Message): Failure {
  if (stage === 'whole') {
    const isRefused = body.form === 'error' && (status === 500 || status === 503);
    return isRefused
      ? { kind: 'server', message, status, whole: true }
      : inDoubt(status, say('service.problem.gateway', { status }));
  }
  const isOwn =
    body.form === 'error' || (body.form === 'message' && api === 'classification' && status !== 502 && status !== 504);
  if (isOwn) return { kind: 'server', message, status };
  if (stage === 'partial') return offline(say('service.problem.gateway', { status }));
  if (body.form === 'html') return offline(say('service.problem.gatewayPage', { status }));
  return { kind: 'server', message: withStatus(status, message, body), status };
}

/** Of an answer that is not known to be the service's own, the status tells more than its words. */
function withStatus(status: number, message: Message, body: ErrorBody): Message {
  return body.message === undefined ? message : say('service.failure.withStatus', { status, message });
}

function rateLimited(answer: ReceivedAnswer, message: Message, now: number): Failure {
  const wait = retryAfterMs(answer.headers['retry-after'], answer.headers.date, now);
  return { kind: 'rate', message, status: answer.status, ...(wait !== undefined && { retryAfterMs: wait }) };
}

function offline(problem: Message): Failure {
  return { kind: 'offline', message: say('service.failure.unreachable', { problem }) };
}

/** Status 0: there was no answer. */
function inDoubt(status: number, problem: Message): Failure {
  const message = say('service.failure.inDoubt', { problem });
  return status === 0 ? { kind: 'unresolved', message } : { kind: 'unresolved', message, status };
}
