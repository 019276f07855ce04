import { type Message, say } from '../messages/message.ts';
import { defined } from '../plain-data.ts';
import { assertNever } from '../result.ts';
import type { Document, FileState, JobState, PresentFile, ReadyState } from './document.ts';
import {
  awaitsDecision,
  type DocumentState,
  hasResult,
  isHeld,
  isHeldAs,
  isReady,
  isTerminal,
  mayBeAtService,
  mayPayTwice,
} from './states.ts';
import type { HeldWhy } from './wait.ts';

/** What can happen to a file. The control loop turns the outcome of a step into one of these, and nothing else changes its state. */
export type FileEvent =
  /** It was seen to change (or to be there again, changed). */
  | { readonly kind: 'touched'; readonly at: number }
  /** It has not changed for long enough, and yet looks as if it were being written. */
  | { readonly kind: 'delayed'; readonly message: Message }
  /** It has settled, and nothing of its own keeps its content from being sent. */
  | { readonly kind: 'ready' }
  /** A person has to decide. */
  | { readonly kind: 'held'; readonly why: HeldWhy; readonly message: Message }
  /** Its result could not be written where it belongs. */
  | { readonly kind: 'blocked'; readonly message: Message }
  /** It is not to be sent at all. */
  | { readonly kind: 'unfit'; readonly message: Message }
  /** Its content is no longer where it was. */
  | { readonly kind: 'vanished' }
  /** Its content is back, here or under another name. */
  | { readonly kind: 'returned'; readonly at: number }
  /** A person wants it sent (again). */
  | { readonly kind: 'released'; readonly at: number };

/** What can happen to a job. */
export type JobEvent =
  /** Committed before the closing boundary of its request goes out. */
  | { readonly kind: 'sent' }
  /** It was not accepted: it waits again. */
  | { readonly kind: 'put-back'; readonly notBefore: number; readonly cohort?: string; readonly reason?: Message }
  | { readonly kind: 'accepted'; readonly status: string }
  /** The service passes its content on itself, by a verdict: nothing is sent for it. */
  | { readonly kind: 'passed on'; readonly at: number }
  /** Where the service has it already is known, from a JSON of Intray's beside a file or for what was passed on: the service is asked. */
  | { readonly kind: 'adopted' }
  /** The service does not know what that JSON claims. */
  | { readonly kind: 'disowned'; readonly message: Message }
  /** Whole, and the answer lost; or accepted, and no file of the answer is known to be this one. */
  | { readonly kind: 'lost'; readonly message: Message }
  /** The service reports a status. `lacking`: it says that it has ended, and gives no result (yet). */
  | { readonly kind: 'reported'; readonly status: string; readonly message?: Message; readonly lacking?: true }
  /** The service refused it alone. */
  | { readonly kind: 'refused'; readonly message: Message }
  /** Intray stops trying. */
  | { readonly kind: 'given-up'; readonly message: Message }
  /** A person asks for a new classification run. Committed before the service is asked. */
  | { readonly kind: 'redone'; readonly at: number }
  /** The service refused the new run: the job is as it was. */
  | { readonly kind: 'redo-refused'; readonly was: JobState }
  /** A person wants it sent (again). `isDropped`: its result is no longer in the ledger. */
  | { readonly kind: 'send-again'; readonly at: number; readonly isDropped?: true };

/**
 * The file's next state, or undefined if such an event has no meaning for it: the loop drops it.
 *
 * @param state that of the document
 * @param hasGoneOn it was classified and has another job: the service has the content, and it is never taken in anew
 */
export function fileTransition(
  file: FileState,
  state: DocumentState,
  event: FileEvent,
  hasGoneOn = false,
): FileState | undefined {
  if (event.kind === 'returned') return file.kind === 'gone' ? returned(file.was, state, event.at, hasGoneOn) : undefined;
  if (event.kind === 'touched') return touched(file, state, event.at, hasGoneOn);
  if (file.kind === 'gone') return undefined;
  switch (event.kind) {
    case 'delayed':
      return file.kind === 'settling' ? { ...file, delayed: event.message } : undefined;
    case 'ready':
      return file.kind === 'there' || file.kind === 'rejected' ? undefined : { kind: 'there' };
    case 'held':
      return isUnsent(state) ? { kind: 'waiting', wait: { kind: 'held', why: event.why, message: event.message } } : undefined;
    case 'blocked':
      return isUnsent(state) ? { kind: 'waiting', wait: { kind: 'blocked', message: event.message } } : undefined;
    case 'unfit':
      return isUnsent(state) ? { kind: 'rejected', by: 'intray', message: event.message } : undefined;
    case 'vanished':
      return { kind: 'gone', was: file };
    case 'released':
      return released(file, event.at, hasGoneOn);
    default:
      return assertNever(event);
  }
}

/** Nothing of it is known to be at the service: it settles, or waits. */
function isUnsent(state: DocumentState): boolean {
  return state.kind === 'settling' || state.kind === 'waiting';
}

/** What the service may hold is not this new content: the loop makes another document of that. */
function touched(file: FileState, state: DocumentState, since: number, hasGoneOn: boolean): FileState | undefined {
  if (hasGoneOn) return undefined;
  // That one is for a person to decide about, whatever its content is now.
  if (awaitsDecision(state)) return file;
  const isOpen = isUnsent(state) || state.kind === 'gone' || state.kind === 'rejected';
  return isOpen && !mayBeAtService(state) ? { kind: 'settling', since } : undefined;
}

/** What was not sent settles again; what was, in whichever step, or has a result, is where it was. */
function returned(was: PresentFile, state: DocumentState, since: number, hasGoneOn: boolean): FileState {
  const before = state.kind === 'gone' ? state.was : state;
  const stays = hasGoneOn || mayBeAtService(before) || isHeldAs(before, 'unverified') || hasResult(before.kind);
  return stays ? was : { kind: 'settling', since };
}

/** Its content may never have been looked at. */
function released(file: PresentFile, since: number, hasGoneOn: boolean): FileState | undefined {
  switch (file.kind) {
    case 'there':
    case 'settling':
      return undefined;
    case 'rejected':
      return hasGoneOn ? { kind: 'there' } : { kind: 'settling', since };
    case 'waiting':
      if (file.wait.kind !== 'held') return undefined;
      return awaitsDecision(file) && !hasGoneOn ? { kind: 'settling', since } : { kind: 'there' };
    default:
      return assertNever(file);
  }
}

/** The job's next state, or undefined if such an event has no meaning for it: the loop drops it. */
export function jobTransition(state: JobState, event: JobEvent): JobState | undefined {
  switch (event.kind) {
    case 'sent': {
      if (state.kind !== 'waiting' || state.wait.kind !== 'ready') return undefined;
      const { cohort, approved, anyway } = state.wait;
      return { kind: 'uploading', ...defined({ cohort, approved, anyway }) };
    }
    case 'put-back':
      return isReady(state) || state.kind === 'uploading' || state.kind === 'unresolved' ? putBack(state, event) : undefined;
    case 'accepted':
      return state.kind === 'uploading' ? { kind: 'queued', status: event.status } : undefined;
    case 'passed on':
      return mayBePassedOn(state) ? { kind: 'passed-on', since: event.at } : undefined;
    case 'adopted':
      return mayBeAdopted(state) ? { kind: 'queued', status: 'queued' } : undefined;
    case 'disowned':
      return isWorking(state) ? held('unverified', event.message) : undefined;
    case 'lost':
      return state.kind === 'uploading' || isWorking(state) ? { kind: 'unresolved', message: event.message } : undefined;
    case 'reported':
      return reported(state, event);
    case 'refused':
      return isReady(state) || state.kind === 'uploading'
        ? { kind: 'rejected', by: 'service', message: event.message }
        : undefined;
    case 'given-up':
      return isReady(state) || state.kind === 'uploading' || state.kind === 'unresolved' || isWorking(state)
        ? { kind: 'failed', by: 'intray', message: event.message }
        : undefined;
    case 'redone':
      return redone(state, event.at);
    case 'redo-refused':
      return state.kind === 'processing' && state.redo !== undefined ? event.was : undefined;
    case 'send-again':
      return event.isDropped === true && hasResult(state.kind) ? ready(event.at) : sendAgain(state, event.at);
    default:
      return assertNever(event);
  }
}

/** The state of a job that nobody has sent. */
export function ready(notBefore: number, approved = false): ReadyState {
  return { kind: 'waiting', wait: { kind: 'ready', notBefore, ...(approved && { approved }) } };
}

/** A state as its result says it, when that has become another one. */
export function withStatus(state: JobState, status: string): JobState {
  return jobTransition(state, { kind: 'reported', status }) ?? state;
}

function held(why: HeldWhy, message: Message): JobState {
  return { kind: 'waiting', wait: { kind: 'held', why, message } };
}

/** Nothing is known of it at the service, or nothing good. */
function mayBeAdopted({ kind }: JobState): boolean {
  return kind === 'waiting' || kind === 'unresolved' || kind === 'failed' || kind === 'rejected' || kind === 'passed-on';
}

/** Nothing of it is known to be at the service, or to come. */
export function mayBePassedOn({ kind }: JobState): boolean {
  return kind === 'waiting' || kind === 'failed' || kind === 'rejected';
}

function isWorking({ kind }: JobState): boolean {
  return kind === 'queued' || kind === 'processing';
}

/** Unless it is told otherwise, a job stays with its cohort: suspects are not mixed with the others again. */
function putBack(state: JobState, event: Extract<JobEvent, { kind: 'put-back' }>): JobState {
  const { notBefore, reason } = event;
  const before = state.kind === 'waiting' ? state.wait : state;
  const cohort = event.cohort ?? ('cohort' in before ? before.cohort : undefined);
  const approved = 'approved' in before ? before.approved : undefined;
  const anyway = 'anyway' in before ? before.anyway : undefined;
  return { kind: 'waiting', wait: { kind: 'ready', notBefore, ...defined({ cohort, reason, approved, anyway }) } };
}

/**
 * A late answer to an earlier try takes a job out of those that are to be sent again, unless it has failed there. A status that the
 * service does not document is kept as it came and counts as "still working".
 */
function reported(state: JobState, event: Extract<JobEvent, { kind: 'reported' }>): JobState | undefined {
  const { status, message, lacking } = event;
  const isLate = isReady(state);
  if (state.kind === 'failed' || (!isLate && !mayBeAtService(state))) return undefined;
  if (isTerminal(status) && status !== 'failed' && lacking !== true) return { kind: status };
  // What has a result keeps it until another one comes.
  if (hasResult(state.kind)) return undefined;
  if (status === 'failed' && isLate) return undefined;
  if (status === 'failed') return { kind: 'failed', by: 'service', message: message ?? say('explain.noReason') };
  return { kind: status === 'queued' ? 'queued' : 'processing', status };
}

/** The service has told of no status yet: it is taken to be at work. */
function redone(state: JobState, since: number): JobState | undefined {
  if (hasResult(state.kind)) return { kind: 'processing', status: 'processing', redo: { since } };
  if (state.kind !== 'failed' || state.by !== 'service') return undefined;
  return { kind: 'processing', status: 'processing', redo: { since, failed: true } };
}

function sendAgain(state: JobState, at: number): JobState | undefined {
  switch (state.kind) {
    case 'failed':
    case 'unresolved':
    case 'rejected':
      return ready(at);
    case 'passed-on':
      return { kind: 'waiting', wait: { ...ready(at).wait, anyway: true } };
    case 'waiting':
      return state.wait.kind === 'held' ? ready(at) : undefined;
    case 'processed':
    case 'needs_review':
    case 'confirmed':
    case 'uploading':
    case 'queued':
    case 'processing':
      return undefined;
    default:
      return assertNever(state);
  }
}

/** What sending a document again would do: nothing, or send it; `paid`: the service may have it already, so its pages may be paid twice. */
export type SendAgain = 'no' | 'yes' | 'paid';

export function sendAgainOf({ state, passedOn }: Pick<Document, 'state' | 'passedOn'>): SendAgain {
  if (passedOn?.state.asked === true) return 'paid';
  const isOpen = isHeld(state) || state.kind === 'failed' || state.kind === 'unresolved' || state.kind === 'rejected';
  if (!isOpen) return 'no';
  return mayPayTwice(state) ? 'paid' : 'yes';
}
