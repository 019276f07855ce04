import { type Message, say } from '../messages/message.ts';
import { assertNever } from '../result.ts';
import type { DocumentState, HeldWhy, StateName } from './document.ts';

/**
 * What can happen to a document. The control loop turns the outcome of a step into one of these, and nothing else
 * changes a document's state.
 */
export type DocumentEvent =
  /** Its file was seen to change (or to be there again, changed). */
  | { readonly kind: 'touched'; readonly at: number }
  /** It has settled and may be sent. */
  | { readonly kind: 'ready'; readonly at: number }
  /** The same content is on its way already. */
  | { readonly kind: 'copied'; readonly first: number }
  /** A person must decide. */
  | { readonly kind: 'held'; readonly why: HeldWhy; readonly message: Message }
  /** Its result could not be written where it belongs. */
  | { readonly kind: 'blocked'; readonly message: Message }
  /** Not to be sent at all, or refused alone by the service. */
  | { readonly kind: 'refused'; readonly by: 'service' | 'intray'; readonly message: Message }
  /** It goes into a request. */
  | { readonly kind: 'assigned' }
  /** Committed before the closing boundary goes out. */
  | { readonly kind: 'sent' }
  /** The request was not whole, or was not accepted: it waits again. */
  | { readonly kind: 'put-back'; readonly notBefore: number; readonly cohort?: string; readonly reason?: Message }
  | { readonly kind: 'accepted'; readonly status: string }
  /** Whole, and the answer lost; or accepted, and no file of the answer is known to be this one. */
  | { readonly kind: 'lost'; readonly message: Message }
  /** The service says how it stands. */
  | { readonly kind: 'reported'; readonly status: string; readonly message?: Message }
  /** Intray stops trying. */
  | { readonly kind: 'given-up'; readonly message: Message }
  /** A copy takes the first one's result. */
  | { readonly kind: 'result-taken'; readonly of: number }
  /** A person asks for a new classification run. Committed before the service is asked. */
  | { readonly kind: 'redone'; readonly at: number }
  /** The service refused that: it is as it was. */
  | { readonly kind: 'redo-refused'; readonly was: DocumentState }
  /** Its content is no longer where it was. */
  | { readonly kind: 'vanished' }
  /** Its content is back, here or under another name. */
  | { readonly kind: 'returned'; readonly at: number }
  /** A person wants it sent (again), or does not. */
  | { readonly kind: 'send-again'; readonly at: number };

/** The next state, or undefined if such an event has no meaning in this state: the loop drops it. */
export function transition(state: DocumentState, event: DocumentEvent): DocumentState | undefined {
  switch (event.kind) {
    case 'touched':
      // It is a person's to decide whatever its content is now.
      if (isUnverified(state)) return state;
      // What the service may hold is not this new content: the loop makes another document of that.
      return isOneOf(state, ['settling', 'waiting', 'rejected', 'gone']) && !mayBeAtService(state)
        ? { kind: 'settling', since: event.at }
        : undefined;
    case 'ready':
      return isOneOf(state, ['settling', 'waiting'])
        ? { kind: 'waiting', wait: { kind: 'ready', notBefore: event.at } }
        : undefined;
    case 'copied':
      return isOneOf(state, ['settling', 'waiting'])
        ? { kind: 'waiting', wait: { kind: 'behind', first: event.first } }
        : undefined;
    case 'held':
      return isOneOf(state, ['settling', 'waiting', 'unresolved'])
        ? { kind: 'waiting', wait: { kind: 'held', why: event.why, message: event.message } }
        : undefined;
    case 'blocked':
      return isOneOf(state, ['settling', 'waiting'])
        ? { kind: 'waiting', wait: { kind: 'blocked', message: event.message } }
        : undefined;
    case 'refused':
      return isOneOf(state, ['settling', 'waiting', 'uploading'])
        ? { kind: 'rejected', by: event.by, message: event.message }
        : undefined;
    case 'assigned':
      return state.kind === 'waiting' && state.wait.kind === 'ready'
        ? { kind: 'uploading', sent: false, ...(state.wait.cohort !== undefined && { cohort: state.wait.cohort }) }
        : undefined;
    case 'sent':
      return state.kind === 'uploading' ? { ...state, sent: true } : undefined;
    case 'put-back':
      return isOneOf(state, ['uploading', 'unresolved']) ? putBack(state, event) : undefined;
    case 'accepted':
      return state.kind === 'uploading' && state.sent ? { kind: 'queued', status: event.status } : undefined;
    case 'lost':
      return (state.kind === 'uploading' && state.sent) || isOneOf(state, ['queued', 'processing'])
        ? { kind: 'unresolved', message: event.message }
        : undefined;
    case 'reported':
      return reported(state, event);
    case 'given-up':
      return isOneOf(state, ['waiting', 'uploading', 'unresolved', 'queued', 'processing'])
        ? { kind: 'failed', by: 'intray', message: event.message }
        : undefined;
    case 'result-taken':
      return isOneOf(state, ['settling', 'waiting', 'gone']) ? { kind: 'duplicate', of: event.of } : undefined;
    case 'redone':
      return redone(state, event.at);
    case 'redo-refused':
      return state.kind === 'processing' && state.redo !== undefined ? event.was : undefined;
    case 'vanished':
      return vanished(state);
    case 'returned':
      return state.kind === 'gone' ? returned(state.was, event.at) : undefined;
    case 'send-again':
      return sendAgain(state, event.at);
    default:
      return assertNever(event);
  }
}

/** Unless it is told otherwise, a document stays with its cohort: suspects are not mixed with the others again. */
function putBack(
  state: Extract<DocumentState, { kind: 'uploading' | 'unresolved' }>,
  event: Extract<DocumentEvent, { kind: 'put-back' }>,
): DocumentState {
  const { notBefore, reason } = event;
  const cohort = event.cohort ?? (state.kind === 'uploading' ? state.cohort : undefined);
  return {
    kind: 'waiting',
    wait: { kind: 'ready', notBefore, ...(cohort !== undefined && { cohort }), ...(reason !== undefined && { reason }) },
  };
}

/** Undocumented statuses are kept as they came and count as "still working" (electron/service/README.md, "States"). */
function reported(state: DocumentState, event: Extract<DocumentEvent, { kind: 'reported' }>): DocumentState | undefined {
  if (!isOneOf(state, ['uploading', 'unresolved', 'queued', 'processing', 'processed', 'needs_review', 'confirmed']))
    return undefined;
  if (state.kind === 'uploading' && !state.sent) return undefined;
  const settledAlready = isOneOf(state, ['processed', 'needs_review', 'confirmed']);
  switch (event.status) {
    case 'processed':
    case 'needs_review':
    case 'confirmed':
      return { kind: event.status };
    case 'failed':
      return settledAlready ? undefined : { kind: 'failed', by: 'service', message: event.message ?? say('explain.noReason') };
    case 'queued':
      return settledAlready ? undefined : { kind: 'queued', status: event.status };
    default:
      return settledAlready ? undefined : { kind: 'processing', status: event.status };
  }
}

/** The service has told of no status yet: it is taken to be at work. */
function redone(state: DocumentState, since: number): DocumentState | undefined {
  switch (state.kind) {
    case 'processed':
    case 'needs_review':
    case 'confirmed':
      return { kind: 'processing', status: 'processing', redo: { since } };
    case 'failed':
      return state.by === 'service' ? { kind: 'processing', status: 'processing', redo: { since, failed: true } } : undefined;
    default:
      return undefined;
  }
}

/** What was sent stays as it is: its result may still come, and is delivered only if the content is there then. */
function vanished(state: DocumentState): DocumentState | undefined {
  switch (state.kind) {
    case 'uploading':
      return state.sent ? undefined : { kind: 'gone', was: state };
    case 'settling':
    case 'waiting':
    case 'rejected':
    case 'failed':
    case 'processed':
    case 'needs_review':
    case 'confirmed':
    case 'duplicate':
      return { kind: 'gone', was: state };
    case 'unresolved':
    case 'queued':
    case 'processing':
    case 'gone':
      return undefined;
    default:
      return assertNever(state);
  }
}

/** A document that was not sent settles again; one that was is where it was. */
function returned(was: DocumentState, at: number): DocumentState {
  switch (was.kind) {
    case 'settling':
    case 'waiting':
    case 'uploading':
    case 'rejected':
      return mayBeAtService(was) || isUnverified(was) ? was : { kind: 'settling', since: at };
    case 'gone':
      return returned(was.was, at);
    default:
      return was;
  }
}

function sendAgain(state: DocumentState, at: number): DocumentState | undefined {
  switch (state.kind) {
    case 'failed':
    case 'unresolved':
      return { kind: 'waiting', wait: { kind: 'ready', notBefore: at } };
    case 'waiting':
      // Its content may never have been looked at.
      if (isUnverified(state)) return { kind: 'settling', since: at };
      return state.wait.kind === 'held' ? { kind: 'waiting', wait: { kind: 'ready', notBefore: at } } : undefined;
    case 'rejected':
      return { kind: 'settling', since: at };
    default:
      return undefined;
  }
}

/** Held because the ledger was lost, and with it the proof of what became of the file. */
export function isUnverified(state: DocumentState): boolean {
  return state.kind === 'waiting' && state.wait.kind === 'held' && state.wait.why === 'unverified';
}

function isOneOf<Name extends StateName>(
  state: DocumentState,
  names: readonly Name[],
): state is Extract<DocumentState, { kind: Name }> {
  return (names as readonly StateName[]).includes(state.kind);
}

/** Whether the service may hold this content: from the moment before the closing boundary on. */
export function mayBeAtService(state: DocumentState): boolean {
  switch (state.kind) {
    case 'uploading':
      return state.sent;
    case 'unresolved':
    case 'queued':
    case 'processing':
    case 'processed':
    case 'needs_review':
    case 'confirmed':
      return true;
    case 'failed':
      return true;
    case 'gone':
      return mayBeAtService(state.was);
    case 'waiting':
      return state.wait.kind === 'held' && state.wait.why === 'unresolved';
    case 'settling':
    case 'duplicate':
    case 'rejected':
      return false;
    default:
      return assertNever(state);
  }
}
