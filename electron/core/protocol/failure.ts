import type { Message } from '../messages/message.ts';

/**
 * How a call to the service failed, classified once, where it failed (`service/`), into plain data.
 * What follows from each kind is decided in `upload-outcome.ts` and `gate.ts`.
 *
 * "Whole" means that the closing boundary of an upload went out: from then on the service may hold the documents.
 */
export type Failure =
  /**
   * No connection, a time-out, or an answer that is not the service's (HTML, a redirect). On an upload: before it was whole, or an
   * answer with which nobody accepts anything.
   */
  | { readonly kind: 'offline'; readonly message: Message }
  /** An upload was whole and what became of it is unknown: answer lost, a 2xx that cannot be read, a gateway's 5xx. */
  | { readonly kind: 'unresolved'; readonly message: Message; readonly status?: number }
  /**
   * 5xx with the service's own JSON error, or a 404 that is not the service's: not accepted. `whole`: so says the service of an
   * upload that was whole; its pages stay counted, and what is sent again is marked.
   */
  | { readonly kind: 'server'; readonly message: Message; readonly status: number; readonly whole?: true }
  /** A 2xx that cannot be read, on a call that costs nothing. The message names the missing member. */
  | { readonly kind: 'unreadable'; readonly message: Message; readonly status: number }
  /** 400 and the other 4xx that blame the request (409, 415, 422, …). */
  | { readonly kind: 'bad-request'; readonly message: Message; readonly status: number }
  /** 413: a file over the service's 25 MB. */
  | { readonly kind: 'too-large'; readonly message: Message; readonly status: 413 }
  /** 401 that is not about the rate. `unclear`: the message does not say why. */
  | { readonly kind: 'key'; readonly message: Message; readonly status: 401; readonly reason: KeyProblem }
  /** 403 (and 402): the account may not process; polling may still be allowed. */
  | {
      readonly kind: 'forbidden';
      readonly message: Message;
      readonly status: number;
      readonly reason: ForbiddenReason;
    }
  /** 404. */
  | { readonly kind: 'not-found'; readonly message: Message; readonly status: 404 }
  /** 429, or a 401 whose message says that the rate is the reason. */
  | { readonly kind: 'rate'; readonly message: Message; readonly status: number; readonly retryAfterMs?: number }
  /** The upload was taken back before it was whole: a file changed, vanished or could not be read. Nothing was sent. */
  | { readonly kind: 'withdrawn'; readonly message: Message; readonly path?: string }
  /** The caller's AbortSignal. On an upload: before it was whole. */
  | { readonly kind: 'aborted'; readonly message: Message };

export const keyProblems = ['missing', 'invalid', 'revoked', 'unclear'] as const;
export type KeyProblem = (typeof keyProblems)[number];

export const forbiddenReasons = ['pages', 'revoked', 'unclear'] as const;
type ForbiddenReason = (typeof forbiddenReasons)[number];

export type FailureKind = Failure['kind'];

interface FailureTraits {
  /**
   * What it tells something about, and so who learns from it: the connection and the account have a gate; a failure of the
   * service's answer may concern this call only; one of the request does; `nothing`: no answer was waited for.
   */
  readonly about: 'connection' | 'account' | 'service' | 'request' | 'nothing';
  /** The service may have carried out a call that failed so. */
  readonly mayBeDone: boolean;
  /** A free call that failed so is repeated once the gate opens, rather than after a wait of its own. */
  readonly waitsForGate: boolean;
}

/** The one table of failures: what is decided from the kind alone. */
const failureKinds = {
  offline: { about: 'connection', mayBeDone: true, waitsForGate: true },
  unresolved: { about: 'nothing', mayBeDone: true, waitsForGate: false },
  server: { about: 'service', mayBeDone: false, waitsForGate: false },
  unreadable: { about: 'service', mayBeDone: true, waitsForGate: false },
  'bad-request': { about: 'request', mayBeDone: false, waitsForGate: false },
  'too-large': { about: 'request', mayBeDone: false, waitsForGate: false },
  key: { about: 'account', mayBeDone: false, waitsForGate: true },
  forbidden: { about: 'account', mayBeDone: false, waitsForGate: false },
  'not-found': { about: 'request', mayBeDone: false, waitsForGate: false },
  rate: { about: 'account', mayBeDone: false, waitsForGate: true },
  withdrawn: { about: 'request', mayBeDone: false, waitsForGate: false },
  aborted: { about: 'nothing', mayBeDone: true, waitsForGate: false },
} as const satisfies Record<FailureKind, FailureTraits>;

export function traitsOfFailure({ kind }: Failure): FailureTraits {
  return failureKinds[kind];
}
