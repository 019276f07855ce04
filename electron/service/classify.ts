import { foreign, type Message } from '../core/messages/message.ts';
import { inEnglish } from '../core/messages/wording.ts';
import type { Failure } from '../core/protocol/failure.ts';
import { type ErrorBody, presentable, readErrorBody } from './error-body.ts';
import { reasonOf401, reasonOf403, retryAfterMs } from './reasons.ts';

/** A call that got no success, as far as its classification depends on it. */
export interface CallFacts {
  /** The call's name, e.g. `getBatchResults`. */
  readonly call: string;
  /** Errors of the extraction endpoints are `{error}`; those of the classification endpoints are not shown. */
  readonly api: 'extraction' | 'classification';
  /**
   * `free`: a call that costs nothing. Otherwise an upload: `partial` before its closing boundary went out (the
   * service cannot have read it whole), `whole` after that (it may hold the documents).
   */
  readonly stage: 'free' | 'partial' | 'whole';
}

/** An answer as it came. Header names are in lower case. */
export interface ReceivedAnswer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string | undefined>>;
  readonly text: string;
}

export interface ClassifyContext {
  /** The key that was sent: taken out of every message. */
  readonly key?: string;
  /** Milliseconds since the epoch. */
  readonly now: number;
}

/** Classifies an answer whose status is no success (README.md, "Errors"). */
export function classifyStatus(facts: CallFacts, answer: ReceivedAnswer, context: ClassifyContext): Failure {
  const { status } = answer;
  const body = readErrorBody(answer.headers['content-type'] ?? '', answer.text);
  const message = foreign(
    presentable(body.message ?? '', context.key) || `The service answered ${facts.call} with ${status} and no reason.`,
  );

  if (status === 413) return { kind: 'too-large', message, status };
  if (status === 429) return rateLimited(answer, message, context.now);
  if (status >= 500) return serverSide(facts, status, body, message);
  if (status < 400) return notTheService(facts, status, `a redirect (${status})`);
  // A refusal took nothing, so a portal's or proxy's page in place of one is no connection, for an upload too.
  if (status === 407) return offline('the proxy asks for a sign-in (407)');
  if (body.form === 'html') return offline(`a web page (${status}) came in place of its answer`);

  switch (status) {
    case 401: {
      const reason = reasonOf401(body.words);
      return reason === 'rate' ? rateLimited(answer, message, context.now) : { kind: 'key', message, status, reason };
    }
    case 402:
      return { kind: 'forbidden', message, status, reason: 'pages' };
    case 403:
      return { kind: 'forbidden', message, status, reason: reasonOf403(body.words) };
    case 404:
      return { kind: 'not-found', message, status };
    case 408:
      return { kind: 'server', message, status };
    default:
      return { kind: 'bad-request', message, status };
  }
}

/**
 * Classifies a success that cannot be read. `problem` says what is wrong with it, e.g. `files[0].id is missing`.
 *
 * One that comes before an upload is whole is no proof that anything was taken: whoever answered had not read the last
 * file to its end, for its boundary was never written. It counts as no connection, readable or not (`classifyTooEarly`).
 */
export function classifyUnreadable(facts: CallFacts, status: number, html: boolean, problem: string): Failure {
  if (html) return notTheService(facts, status, `a web page (${status})`);
  switch (facts.stage) {
    case 'free':
      return { kind: 'unreadable', message: foreign(`${facts.call}: ${problem}`), status };
    case 'partial':
      return offline(`an answer came before the files had been sent (${problem})`);
    case 'whole':
      return inDoubt(status, `an answer came that cannot be read (${facts.call}: ${problem})`);
  }
}

/** A success that came before the upload was whole; see `classifyUnreadable`. */
export function classifyTooEarly(status: number): Failure {
  return offline(`${status} was answered before the files had been sent`);
}

/** Classifies a call that ended without an answer: `problem` in words, from `describeBreak`. */
export function classifyBreak(facts: CallFacts, problem: string): Failure {
  if (facts.stage === 'whole') return inDoubt(0, problem);
  return offline(problem);
}

/** Classifies a call that its caller broke off. */
export function classifyAbort(facts: CallFacts): Failure {
  if (facts.stage === 'whole') return inDoubt(0, 'the call was broken off');
  return { kind: 'aborted', message: foreign(`${facts.call} was broken off.`) };
}

function serverSide(facts: CallFacts, status: number, body: ErrorBody, message: Message): Failure {
  if (isOwnError(facts.api, status, body)) return { kind: 'server', message, status };
  switch (facts.stage) {
    case 'whole':
      return inDoubt(status, `a gateway answered ${status}`);
    case 'partial':
      return offline(`a gateway answered ${status}`);
    case 'free':
      if (body.form === 'html') return offline(`a gateway's web page (${status}) came in place of its answer`);
      return {
        kind: 'server',
        message: body.message === undefined ? message : foreign(`${status}: ${inEnglish(message)}`),
        status,
      };
  }
}

/**
 * Whether a 5xx is the service's own and not a gateway's. `{error}` is the service's. A bare `{message}` may be, on the
 * classification endpoints, whose errors are not shown; yet it is also how gateways write, and 502 and 504 are theirs.
 */
function isOwnError(api: CallFacts['api'], status: number, body: ErrorBody): boolean {
  if (body.form === 'error') return true;
  return body.form === 'message' && api === 'classification' && status !== 502 && status !== 504;
}

/** A page or redirect that is not a refusal: if the upload was whole, the service may stand behind it all the same. */
function notTheService(facts: CallFacts, status: number, what: string): Failure {
  if (facts.stage !== 'whole') return offline(`${what} came in place of its answer`);
  return inDoubt(status, `${what} came in place of the service's answer`);
}

function rateLimited(answer: ReceivedAnswer, message: Message, now: number): Failure {
  const wait = retryAfterMs(answer.headers['retry-after'], answer.headers.date, now);
  return { kind: 'rate', message, status: answer.status, ...(wait !== undefined && { retryAfterMs: wait }) };
}

function offline(problem: string): Failure {
  return { kind: 'offline', message: foreign(`The service cannot be reached: ${problem}.`) };
}

/** Status 0: there was no answer. */
function inDoubt(status: number, problem: string): Failure {
  const message = foreign(`Everything was sent, then ${problem}: the service may hold it.`);
  return status === 0 ? { kind: 'unresolved', message } : { kind: 'unresolved', message, status };
}
