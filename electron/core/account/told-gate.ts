import { sameMessage } from '../messages/message.ts';
import type { Failure } from '../protocol/failure.ts';
import { assertNever } from '../result.ts';
import { type Forbidden, forbiddenIn, type Gate, openGate } from './gate.ts';
import type { KnownTrouble, Trouble } from './shared.ts';

/** What all machines with one account are to hear of a failure of one of them. */
export interface ToTell {
  readonly trouble: Trouble;
  /** Milliseconds until it may be tried again; absent: when a person says so. */
  readonly forMs?: number;
}

/** @param gate after the failure */
export function troubleOf(failure: Failure, gate: Gate, now: number): ToTell | undefined {
  const { kind, message } = failure;
  const lasts = (until: number | undefined) => (until === undefined ? {} : { forMs: Math.max(0, until - now) });
  switch (kind) {
    case 'key':
      return gate.kind === 'key'
        ? { trouble: { kind, message: gate.message, reason: gate.reason }, ...lasts(gate.until) }
        : undefined;
    case 'forbidden':
      return { trouble: { kind, message, reason: failure.reason }, ...lasts(forbiddenIn(gate)?.until) };
    case 'rate': {
      const until = gate.kind === 'open' ? undefined : gate.until;
      return {
        trouble: { kind, message, tries: gate.kind === 'rate' ? gate.tries : 1 },
        forMs: Math.max(0, (until ?? now) - now),
      };
    }
    case 'offline':
    case 'unresolved':
    case 'server':
    case 'unreadable':
    case 'bad-request':
    case 'too-large':
    case 'not-found':
    case 'withdrawn':
    case 'aborted':
      return undefined;
    default:
      return assertNever(kind);
  }
}

/**
 * The gate of a machine once it has heard what the service said to any of them. Its own connection is its own affair. The same gate
 * comes back where there is no news.
 * @param mayTry this machine is the one that finds out
 */
export function gateAsTold(gate: Gate, told: readonly KnownTrouble[], now: number, mayTry: boolean): Gate {
  const next = toldGate(gate, told, now, mayTry);
  return isSame(gate, next, now) ? gate : next;
}

function toldGate(gate: Gate, told: readonly KnownTrouble[], now: number, mayTry: boolean): Gate {
  const latest = told.toSorted((one, other) => other.number - one.number);
  const until = ({ leftMs }: KnownTrouble) => (mayTry ? now : leftMs === undefined ? undefined : now + leftMs);
  let [key, pause, forbidden]: [Gate?, Gate?, Forbidden?] = [];
  for (const each of latest) {
    const { trouble } = each;
    const at = until(each);
    if (trouble.kind === 'key') key ??= { ...trouble, ...(at !== undefined && { until: at }) };
    else if (trouble.kind === 'rate') pause ??= { ...trouble, until: at ?? now };
    else forbidden ??= { ...trouble, until: at ?? now };
  }
  const beneath = forbidden === undefined ? {} : { beneath: forbidden };
  if (key !== undefined) return { ...key, ...beneath };
  if (gate.kind === 'offline') {
    const { beneath: _, ...lost } = gate;
    const latestUntil = pause?.kind === 'rate' ? Math.max(gate.until, pause.until) : gate.until;
    return { ...lost, until: latestUntil, ...beneath };
  }
  return pause === undefined ? (forbidden ?? openGate) : { ...pause, ...beneath };
}

/** What was said in milliseconds from now comes out a little different each time. */
const nearMs = 1_000;

function isSame(one: Gate, other: Gate, now: number): boolean {
  if (one.kind === 'open' || other.kind === 'open') return one.kind === other.kind;
  if (one.kind !== other.kind || !sameMessage(one.message, other.message)) return false;
  if ('reason' in one && 'reason' in other && one.reason !== other.reason) return false;
  if ('tries' in one && 'tries' in other && one.tries !== other.tries) return false;
  if (!isNear(one.until, other.until, now)) return false;
  const [under, otherUnder] = [one, other].map((gate) => (gate.kind === 'forbidden' ? undefined : forbiddenIn(gate)));
  if (under === undefined || otherUnder === undefined) return under === otherUnder;
  return isSame(under, otherUnder, now);
}

function isNear(one: number | undefined, other: number | undefined, now: number): boolean {
  if (one === undefined || other === undefined) return one === other;
  return Math.abs(one - other) < nearMs || (one <= now && other <= now);
}
