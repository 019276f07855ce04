import type { Delivery } from '../document/delivery.ts';
import { fileNameOf } from '../document/document.ts';
import { type DocumentState, isHeldAsDismissed, mayBeAtService, presentState } from '../document/states.ts';
import type { HeldWhy, Wait } from '../document/wait.ts';
import { type Message, say } from '../messages/message.ts';
import { assertNever } from '../result.ts';

/** Another document with the same content on the same route. */
export interface SameContent {
  readonly id: number;
  readonly folderId: number;
  readonly path: string;
  readonly state: DocumentState;
  readonly delivery: Delivery['kind'];
  /** Its file is still at its path, as the last scan knew it. */
  readonly here: boolean;
  /** Nothing is at its path, not even another file. */
  readonly vacant: boolean;
  /** It is the latest document of its path. */
  readonly current: boolean;
  /** Its result was dropped from the ledger: when it had been paid for. */
  readonly paidAt?: number;
  /** The last scan still knew its file: if it is not here now, it has only just gone. */
  readonly known: boolean;
  /** Where the file is now that it had, as far as its inode tells: it is this one, or one that is yet to be read. */
  readonly file?: 'this' | 'unread';
}

type BesideOthers =
  | { readonly kind: 'behind'; readonly first: number }
  | { readonly kind: 'duplicate'; readonly of: number }
  | { readonly kind: 'held'; readonly why: HeldWhy; readonly message: Message }
  | { readonly kind: 'refused'; readonly by: 'service' | 'intray'; readonly message: Message };

export type IntakeDecision =
  | BesideOthers
  | { readonly kind: 'ready' }
  /** This is another document's content: the same file touched, renamed, or back again. It is no document of its own. */
  | { readonly kind: 'same'; readonly as: number };

/**
 * What becomes of a file that has settled: each content is sent once for each origin and route. A copy waits for the first
 * or takes its result; a renamed file is the same document; the same content at the same path changes nothing.
 *
 * @param others every other document with this content on this route, oldest first
 * @param replaced the document of the earlier content of this path, if there is one that may have been sent
 * @param missing what is missing of it, where only a person's word about this very file sends that: an answer about all that has
 *   changed in its folder is none
 */
export function decideIntake(
  self: { readonly id: number; readonly folderId: number; readonly path: string },
  others: readonly SameContent[],
  replaced: { readonly state: DocumentState } | undefined,
  changed: 'send' | 'ask',
  missing?: Message,
): IntakeDecision {
  const samePlace = others.find((other) => other.folderId === self.folderId && other.path === self.path && other.current);
  if (samePlace !== undefined) return { kind: 'same', as: samePlace.id };

  const absent = others.filter(
    (other) => other.folderId === self.folderId && !other.here && other.file !== 'unread' && isOneDocumentWith(other),
  );
  const moved = likeliest(self.path, absent);
  if (moved !== undefined) return { kind: 'same', as: moved.id };

  const decision = besideOthers(others);
  if (decision !== undefined) return decision;
  if (missing !== undefined) return { kind: 'held', why: 'incomplete', message: missing };
  if (replaced !== undefined && changed === 'ask' && mayBeAtService(replaced.state)) {
    return {
      kind: 'held',
      why: 'changed',
      message: say('sending.changed'),
    };
  }
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

type Beside = Pick<SameContent, 'id' | 'path' | 'state' | 'paidAt'>;

/** What it means for a copy that these have the same content; undefined if none of them is the one that sends it. */
export function besideOthers(others: readonly Beside[]): BesideOthers | undefined {
  const decisions = others.flatMap((other) => besideSender(other) ?? []);
  // A result that exists or is in progress costs nothing: it takes precedence over an older copy that failed.
  return decisions.find(({ kind }) => kind === 'duplicate') ?? decisions.find(({ kind }) => kind === 'behind') ?? decisions[0];
}

/** A file that has only just disappeared was renamed; one that disappeared long ago, after its delivery, is another copy. */
function isOneDocumentWith(other: SameContent): boolean {
  if (other.known) return true;
  return other.state.kind === 'gone' || (other.delivery !== 'done' && mayBeAtService(other.state));
}

function besideSender(other: Beside): BesideOthers | undefined {
  const state = presentState(other.state);
  switch (state.kind) {
    case 'processed':
    case 'needs_review':
    case 'confirmed':
      if (other.paidAt === undefined) return { kind: 'duplicate', of: other.id };
      return { kind: 'held', why: 'dropped', message: say('sending.paidBefore', { path: other.path, paidAt: other.paidAt }) };
    case 'failed':
      return {
        kind: 'held',
        why: 'first-failed',
        message: say('sending.sameFailedBefore', { path: other.path, message: state.message }),
      };
    case 'rejected':
      return state.by === 'service' ? { kind: 'refused', by: 'service', message: state.message } : undefined;
    case 'waiting':
      return other.state.kind === 'gone' ? undefined : besideWaiting(other.id, state.wait);
    case 'uploading':
      return other.state.kind === 'gone' ? undefined : { kind: 'behind', first: other.id };
    case 'unresolved':
    case 'queued':
    case 'processing':
      return { kind: 'behind', first: other.id };
    case 'settling':
    case 'duplicate':
      return undefined;
    default:
      return assertNever(state);
  }
}

/**
 * A copy whose result cannot be written, or that a person has dismissed, does not block others; one that waits for a person's decision
 * is not in progress.
 */
function besideWaiting(id: number, wait: Wait): BesideOthers | undefined {
  switch (wait.kind) {
    case 'ready':
      return { kind: 'behind', first: id };
    case 'held':
      if (wait.why === 'dismissed') return undefined;
      return wait.why === 'first-failed' ? { kind: 'held', why: wait.why, message: wait.message } : { kind: 'behind', first: id };
    case 'behind':
    case 'blocked':
      return undefined;
    default:
      return assertNever(wait);
  }
}

export type DecisionBehind =
  | 'take-result'
  | 'promote'
  /** That document is the one to wait for: the first copy itself does, or has its result. */
  | { readonly behind: number }
  | { readonly held: Message }
  | { readonly refused: Message };

/**
 * What the first copy's state means for one that waits behind it; undefined while it is still in progress.
 *
 * @param id that of the one that waits: two that wait for each other would wait for ever
 */
export function decideBehind(first: DocumentState, id: number): DecisionBehind | undefined {
  const state = presentState(first);
  switch (state.kind) {
    case 'processed':
    case 'needs_review':
    case 'confirmed':
      return 'take-result';
    case 'failed':
      return { held: say('sending.sameFailed', { message: state.message }) };
    case 'rejected':
      return state.by === 'service' ? { refused: state.message } : 'promote';
    case 'settling':
      return 'promote';
    case 'waiting':
      if (first.kind === 'gone' || isHeldAsDismissed(state)) return 'promote';
      return state.wait.kind === 'behind' ? behind(state.wait.first, id) : undefined;
    case 'uploading':
      return first.kind === 'gone' ? 'promote' : undefined;
    case 'duplicate':
      return behind(state.of, id);
    case 'unresolved':
    case 'queued':
    case 'processing':
      return undefined;
    default:
      return assertNever(state);
  }
}

function behind(first: number, id: number): DecisionBehind {
  return first === id ? 'promote' : { behind: first };
}
