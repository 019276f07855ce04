import { type Delivery, type FileFacts, fileNameOf, sameFacts } from '../document/document.ts';
import { type DocumentState, mayBeAtService } from '../document/states.ts';
import { type Message, say } from '../messages/message.ts';
import type { Tail } from './file-types.ts';

/** Another document of the same folder, with the same content on the same route. */
export interface SameContent {
  readonly id: number;
  readonly path: string;
  readonly state: DocumentState;
  readonly delivery: Delivery['kind'];
  /** Its file is still at its path, as the last scan knew it. */
  readonly here: boolean;
  /** Nothing is at its path, not even another file. */
  readonly vacant: boolean;
  /** It is the latest document of its path. */
  readonly current: boolean;
  /** It is an earlier content of the path at which the file was found. */
  readonly replaced: boolean;
  /** The last scan still knew its file: if it is not here now, it has only just gone. */
  readonly known: boolean;
  /** Where the file is now that it had, as far as its inode tells: it is this one, or one that is yet to be read. */
  readonly file?: 'this' | 'unread';
}

export type IntakeDecision =
  /** What becomes of it, its job says. */
  | { readonly kind: 'ready' }
  | { readonly kind: 'held'; readonly why: 'changed' | 'incomplete'; readonly message: Message }
  /** This is another document's content: the same file touched, renamed, or back again. It is no document of its own. */
  | { readonly kind: 'same'; readonly as: number };

/**
 * What becomes of a file that has settled. A renamed file is the same document; the same content at the same path changes nothing.
 *
 * @param others oldest first
 * @param isKnown its content was sent on its route before, from whichever file: it costs nothing
 * @param replaced the document of the earlier content of this path, if there is one that may have been sent
 * @param missing what is missing of it, where only a person's word about this very file sends that: an answer about all that has
 *   changed in its folder is none
 */
export function decideIntake(
  path: string,
  others: readonly SameContent[],
  isKnown: boolean,
  replaced: { readonly state: DocumentState } | undefined,
  changed: 'send' | 'ask',
  missing?: Message,
): IntakeDecision {
  const samePlace = others.find((other) => other.replaced || (other.path === path && other.current));
  if (samePlace !== undefined) return { kind: 'same', as: samePlace.id };
  const absent = others.filter((other) => !other.here && other.file !== 'unread' && isOneDocumentWith(other));
  const moved = likeliest(path, absent);
  if (moved !== undefined) return { kind: 'same', as: moved.id };
  if (isKnown) return { kind: 'ready' };
  if (missing !== undefined) return { kind: 'held', why: 'incomplete', message: missing };
  if (replaced !== undefined && changed === 'ask' && mayBeAtService(replaced.state))
    return { kind: 'held', why: 'changed', message: say('sending.changed') };
  return { kind: 'ready' };
}

/**
 * The one whose file this was. Else a copy of a file is not the one that another file was copied over; one of the same name has been
 * moved with its directory.
 */
function likeliest(path: string, missing: readonly SameContent[]): SameContent | undefined {
  const own = missing.find(({ file }) => file === 'this');
  if (own !== undefined) return own;
  const vacant = missing.filter((other) => other.vacant);
  const candidates = vacant.length > 0 ? vacant : missing;
  return candidates.find((other) => fileNameOf(other.path) === fileNameOf(path)) ?? candidates[0];
}

/** A file that has only just disappeared was renamed; one that disappeared long ago, after its delivery, is another copy. */
function isOneDocumentWith(other: SameContent): boolean {
  if (other.known) return true;
  return other.state.kind === 'gone' || (other.delivery !== 'done' && mayBeAtService(other.state));
}

type SettleDecision =
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
  const isEmpty = now.facts.size === 0;
  if ((isEmpty || now.tail === 'odd') && unchangedFor < long)
    return { kind: 'wait', at: nextLook(before.since, now.at, long), changed: false };
  return { kind: isEmpty ? 'empty' : 'settled' };
}

/** While something is missing, looks every two seconds at first, less often later, and at the end of the long wait. */
export function nextLook(since: number, now: number, long: number): number {
  return Math.min(now + Math.max(2_000, (now - since) / 4), since + long);
}
