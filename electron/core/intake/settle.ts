import { type FileFacts, sameFacts } from '../document/document.ts';
import type { Tail } from './file-types.ts';

export type SettleDecision =
  /** It has changed, or is too recent: look again at `at` (ms since the epoch). `changed`: the wait starts again. */
  | { readonly kind: 'wait'; readonly at: number; readonly changed: boolean }
  | { readonly kind: 'settled' }
  /** It is still empty after the long wait. */
  | { readonly kind: 'empty' };

/** How long a file with an odd tail, or an empty one, must be unchanged before it counts as complete. */
export const oddTailMs = 60_000;
/** How long a file that looks as if it were being written, though nothing proves it, is delayed at most. */
export const delayMs = 10 * 60_000;

/**
 * Whether a file has stopped changing: same size and mtime for the settle time, and a complete tail for its type, because
 * scanners and SMB preallocate. A file with an odd tail settles after 60 s without a change.
 *
 * @param before what was seen when it last changed, and when that was
 * @param now what `lstat` says now
 */
export function decideSettle(
  before: { readonly facts: FileFacts; readonly since: number },
  now: { readonly facts: FileFacts; readonly tail: Tail; readonly at: number },
  settleMs: number,
): SettleDecision {
  // A clock set back must not delay a file by as much: the wait starts again.
  const setBack = now.at < before.since;
  if (setBack || !sameFacts(before.facts, now.facts)) return { kind: 'wait', at: now.at + settleMs, changed: true };
  const unchangedFor = now.at - before.since;
  if (unchangedFor < settleMs) return { kind: 'wait', at: before.since + settleMs, changed: false };
  const long = Math.max(oddTailMs, settleMs);
  if (now.facts.size === 0) {
    return unchangedFor < long ? { kind: 'wait', at: nextLook(before.since, now.at, long), changed: false } : { kind: 'empty' };
  }
  if (now.tail === 'odd' && unchangedFor < long) {
    return { kind: 'wait', at: nextLook(before.since, now.at, long), changed: false };
  }
  return { kind: 'settled' };
}

/** While something is missing, looks every two seconds at first, less often later, and at the end of the long wait. */
export function nextLook(since: number, now: number, long: number): number {
  return Math.min(now + Math.max(2_000, (now - since) / 4), since + long);
}
