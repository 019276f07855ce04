import { z } from 'zod';
import { type KindOf, type Kinds, kindSchema } from '../kinds.ts';
import { messageSchema } from '../messages/message.ts';
import { type Failure, forbiddenReasons, keyProblems } from '../protocol/failure.ts';
import { assertNever } from '../result.ts';
import { backOff, pauseMs } from './back-off.ts';

const forbidden = { message: messageSchema, reason: z.enum(forbiddenReasons), until: z.number() };
/** The refusal of uploads that counts again once the gate above it opens. */
const beneath = z.object({ kind: z.literal('forbidden'), ...forbidden }).exactOptional();

const gates = {
  open: { data: {} },
  /** No connection, or a portal. Tried again at `until`; `tries` have failed in a row. */
  offline: { data: { message: messageSchema, since: z.number(), until: z.number(), tries: z.number(), beneath } },
  /** No call begins. A new key opens it; an unclear message is tried again at `until`. */
  key: { data: { message: messageSchema, reason: z.enum(keyProblems), until: z.number().exactOptional(), beneath } },
  /** No upload begins; polling goes on. Tried again at `until`. */
  forbidden: { data: forbidden },
  /** The service asked for a pause. */
  rate: { data: { message: messageSchema, until: z.number(), tries: z.number(), beneath } },
} satisfies Kinds;

/**
 * Whether calls may be made at all: what one answer has said about the account or the connection, as against one
 * document. Times are milliseconds since the epoch. A gate that is shut costs no document an attempt.
 */
export type Gate = KindOf<typeof gates>;
export type Forbidden = Extract<Gate, { kind: 'forbidden' }>;

/** Reads a stored gate. */
export const gateSchema = kindSchema(gates);

export const openGate: Gate = { kind: 'open' };

/** The standing refusal of uploads, whether it shows or another gate is shut above it. */
export function forbiddenIn(gate: Gate): Forbidden | undefined {
  if (gate.kind === 'open') return undefined;
  return gate.kind === 'forbidden' ? gate : gate.beneath;
}

/** Whether another key may open it: only a person can give one. What a 403 says is not always clear. */
export function asksForKey(gate: Gate): boolean {
  return gate.kind === 'key' || (forbiddenIn(gate)?.reason ?? 'pages') !== 'pages';
}

const hourMs = 3_600_000;

/** The gate after a failure. Failures that are about one request leave it as it was. */
export function gateAfterFailure(gate: Gate, failure: Failure, now: number, random: () => number): Gate {
  const forbidden = forbiddenIn(gate);
  const beneath = forbidden === undefined ? {} : { beneath: forbidden };
  switch (failure.kind) {
    case 'offline': {
      // Calls that were under way together fail together: they are one try.
      if (gate.kind === 'offline' && now < gate.until) return gate;
      if (gate.kind === 'key') return foundOutNothing(gate, now, pauseMs(1, random));
      const tries = gate.kind === 'offline' ? gate.tries + 1 : 1;
      const since = gate.kind === 'offline' ? gate.since : now;
      const retryAt = now + pauseMs(tries, random);
      // A pause that the service asked for is kept, whatever becomes of a call that began before it.
      const until = gate.kind === 'rate' ? Math.max(gate.until, retryAt) : retryAt;
      return { kind: 'offline', message: failure.message, since, tries, until, ...beneath };
    }
    case 'key':
      // What was clear does not become unclear by a second answer.
      if (gate.kind === 'key' && gate.reason !== 'unclear' && failure.reason === 'unclear') return gate;
      return {
        ...{ kind: 'key', message: failure.message, reason: failure.reason, ...beneath },
        ...(failure.reason === 'unclear' && { until: now + hourMs }),
      };
    case 'forbidden': {
      const refused: Forbidden = { kind: 'forbidden', message: failure.message, reason: failure.reason, until: now + hourMs };
      if (gate.kind === 'key' && !mayBeTried(gate, now)) return { ...gate, beneath: refused };
      // To a call that began before the pause: what the pause holds back, such as polls, still waits for its end.
      const isShut = (gate.kind === 'rate' || gate.kind === 'offline') && now < gate.until;
      return isShut ? { ...gate, beneath: refused } : refused;
    }
    case 'rate': {
      const together = gate.kind === 'rate' && now < gate.until;
      const tries = gate.kind === 'rate' ? gate.tries + (together ? 0 : 1) : 1;
      const wait = failure.retryAfterMs ?? backOff(tries, { firstMs: 2_000, maxMs: 120_000 }, random);
      if (gate.kind === 'key') return foundOutNothing(gate, now, wait);
      const until = now + Math.max(wait, 250);
      // Above an earlier pause there may be a lost connection by now (see `offline`).
      const latest = gate.kind === 'rate' || gate.kind === 'offline' ? Math.max(gate.until, until) : until;
      return { kind: 'rate', message: failure.message, tries, until: latest, ...beneath };
    }
    case 'unresolved':
    case 'server':
    case 'unreadable':
    case 'bad-request':
    case 'too-large':
    case 'not-found':
    case 'withdrawn':
    case 'aborted':
      return gate;
    default:
      return assertNever(failure);
  }
}

/** The call that was to find out whether the key is good now did not: another one may, after a wait. */
function foundOutNothing(gate: Extract<Gate, { kind: 'key' }>, now: number, wait: number): Gate {
  return mayBeTried(gate, now) ? { ...gate, until: now + wait } : gate;
}

function mayBeTried({ until }: Extract<Gate, { kind: 'key' }>, now: number): boolean {
  return until !== undefined && now >= until;
}

/** The gate after an answer that was the service's own. A poll that is answered says nothing about pages. */
export function gateAfterAnswer(gate: Gate, call: 'upload' | 'other'): Gate {
  return (call === 'other' ? forbiddenIn(gate) : undefined) ?? openGate;
}

/** Whether a call may begin; `probing`: the time to try again has come, so one call may find out. */
export function mayCall(gate: Gate, call: 'upload' | 'other', now: number): 'yes' | 'probe' | 'no' {
  if (call === 'upload' && gate.kind !== 'forbidden' && now < (forbiddenIn(gate)?.until ?? 0)) return 'no';
  switch (gate.kind) {
    case 'open':
      return 'yes';
    case 'offline':
      return now >= gate.until ? 'probe' : 'no';
    case 'rate':
      if (now < gate.until) return 'no';
      return call === 'upload' && gate.beneath !== undefined ? 'probe' : 'yes';
    case 'key':
      return gate.until !== undefined && now >= gate.until ? 'probe' : 'no';
    case 'forbidden':
      if (call === 'other') return 'yes';
      return now >= gate.until ? 'probe' : 'no';
    default:
      return assertNever(gate);
  }
}

/** When a shut gate is tried again; undefined if it is open or only a person can open it. */
export function gateOpensAt(gate: Gate, call: 'upload' | 'other' = 'other'): number | undefined {
  if (gate.kind === 'open' || gate.until === undefined) return undefined;
  return call === 'upload' ? Math.max(gate.until, forbiddenIn(gate)?.until ?? 0) : gate.until;
}

/** The gate when it may be tried at once. */
export function gateTriedNow(gate: Gate, now: number): Gate {
  if (gate.kind === 'open') return gate;
  if (gate.kind === 'forbidden' || gate.beneath === undefined) return { ...gate, until: now };
  return { ...gate, until: now, beneath: { ...gate.beneath, until: now } };
}
