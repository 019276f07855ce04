import { type Message, say } from '../messages/message.ts';
import { isTerminal } from '../protocol/service-shapes.ts';
import { assertNever } from '../result.ts';
import { type DocumentState, hasResult, isUnverified, mayBeAtService, mayPayTwice, type StateName } from './states.ts';
import type { HeldWhy } from './wait.ts';

/**
 * What can happen to a document. The control loop turns the outcome of a step into one of these, and nothing else
 * changes a document's state.
 */
export type DocumentEvent =
  /** Its file was seen to change (or to be there again, changed). */
  | { readonly kind: 'touched'; readonly at: number }
  /** It has not changed for long enough, and yet looks as if it were being written. */
  | { readonly kind: 'delayed'; readonly message: Message }
  /** It has settled and may be sent. */
  | { readonly kind: 'ready'; readonly at: number }
  /** The same content is on its way already. */
  | { readonly kind: 'copied'; readonly first: number }
  /** A person has to decide. */
  | { readonly kind: 'held'; readonly why: HeldWhy; readonly message: Message }
  /** Its result could not be written where it belongs. */
  | { readonly kind: 'blocked'; readonly message: Message }
  /** It is not to be sent at all, or the service refused it alone. */
  | { readonly kind: 'refused'; readonly by: 'service' | 'intray'; readonly message: Message }
  /** It goes into a request. */
  | { readonly kind: 'assigned' }
  /** Committed before the closing boundary goes out. */
  | { readonly kind: 'sent' }
  /** The request was not whole, or was not accepted: it waits again. */
  | { readonly kind: 'put-back'; readonly notBefore: number; readonly cohort?: string; readonly reason?: Message }
  | { readonly kind: 'accepted'; readonly status: string }
  /** A JSON of Intray's beside the file says that the service has it already: the service is asked. */
  | { readonly kind: 'adopted' }
  /** The service does not know what that JSON claims. */
  | { readonly kind: 'disowned'; readonly message: Message }
  /** Whole, and the answer lost; or accepted, and no file of the answer is known to be this one. */
  | { readonly kind: 'lost'; readonly message: Message }
  /** The service reports a status. */
  | { readonly kind: 'reported'; readonly status: string; readonly message?: Message }
  /** Intray stops trying. */
  | { readonly kind: 'given-up'; readonly message: Message }
  /** A copy takes the first one's result. */
  | { readonly kind: 'result-taken'; readonly of: number }
  /** A person asks for a new classification run. Committed before the service is asked. */
  | { readonly kind: 'redone'; readonly at: number }
  /** The service refused the new run: the document is as it was. */
  | { readonly kind: 'redo-refused'; readonly was: DocumentState }
  /** Its content is no longer where it was. */
  | { readonly kind: 'vanished' }
  /** Its content is back, here or under another name. */
  | { readonly kind: 'returned'; readonly at: number }
  /** A person wants it sent (again), or does not. */
  | { readonly kind: 'send-again'; readonly at: number };

type EventName = DocumentEvent['kind'];

const withOwnResult = ['reported', 'redone', 'vanished'] as const;

/** The events that mean something in each state. */
const taken = {
  settling: [
    ...(['touched', 'delayed', 'ready', 'copied', 'held', 'blocked', 'refused'] as const),
    ...(['adopted', 'result-taken', 'vanished'] as const),
  ],
  waiting: [
    ...(['touched', 'ready', 'copied', 'held', 'blocked', 'refused', 'adopted', 'assigned'] as const),
    ...(['given-up', 'result-taken', 'vanished', 'send-again'] as const),
  ],
  uploading: ['refused', 'sent', 'put-back', 'accepted', 'lost', 'reported', 'given-up', 'vanished'],
  unresolved: ['held', 'put-back', 'reported', 'given-up', 'send-again'],
  queued: ['disowned', 'lost', 'reported', 'given-up'],
  processing: ['disowned', 'lost', 'reported', 'given-up', 'redo-refused'],
  processed: withOwnResult,
  needs_review: withOwnResult,
  confirmed: withOwnResult,
  failed: ['redone', 'vanished', 'send-again'],
  duplicate: ['vanished'],
  rejected: ['touched', 'vanished', 'send-again'],
  gone: ['touched', 'result-taken', 'returned'],
} as const satisfies Record<StateName, readonly EventName[]>;

/** A state in which the event means something. */
type Taking<Event extends EventName> = Extract<
  DocumentState,
  { kind: { [Name in StateName]: Event extends (typeof taken)[Name][number] ? Name : never }[StateName] }
>;

function takes<Event extends EventName>(state: DocumentState, event: Event): state is Taking<Event> {
  return (taken[state.kind] as readonly EventName[]).includes(event);
}

/** The next state, or undefined if such an event has no meaning in this state: the loop drops it. */
export function transition(state: DocumentState, event: DocumentEvent): DocumentState | undefined {
  switch (event.kind) {
    case 'touched':
      return takes(state, event.kind) ? touched(state, event.at) : undefined;
    case 'delayed':
      return takes(state, event.kind) ? { ...state, delayed: event.message } : undefined;
    case 'ready':
      return takes(state, event.kind) ? ready(event.at) : undefined;
    case 'copied':
      return takes(state, event.kind) ? { kind: 'waiting', wait: { kind: 'behind', first: event.first } } : undefined;
    case 'held':
      return takes(state, event.kind)
        ? { kind: 'waiting', wait: { kind: 'held', why: event.why, message: event.message } }
        : undefined;
    case 'blocked':
      return takes(state, event.kind) ? { kind: 'waiting', wait: { kind: 'blocked', message: event.message } } : undefined;
    case 'refused':
      return takes(state, event.kind) ? { kind: 'rejected', by: event.by, message: event.message } : undefined;
    case 'assigned':
      return takes(state, event.kind) ? assigned(state) : undefined;
    case 'sent':
      return takes(state, event.kind) ? { ...state, sent: true } : undefined;
    case 'put-back':
      return takes(state, event.kind) ? putBack(state, event) : undefined;
    case 'accepted':
      return takes(state, event.kind) && state.sent ? { kind: 'queued', status: event.status } : undefined;
    case 'adopted':
      return takes(state, event.kind) ? { kind: 'queued', status: 'queued' } : undefined;
    case 'disowned':
      return takes(state, event.kind)
        ? { kind: 'waiting', wait: { kind: 'held', why: 'unverified', message: event.message } }
        : undefined;
    case 'lost':
      return takes(state, event.kind) && mayBeAtService(state) ? { kind: 'unresolved', message: event.message } : undefined;
    case 'reported':
      return takes(state, event.kind) && mayBeAtService(state) ? reported(state, event) : undefined;
    case 'given-up':
      return takes(state, event.kind) ? { kind: 'failed', by: 'intray', message: event.message } : undefined;
    case 'result-taken':
      return takes(state, event.kind) ? { kind: 'duplicate', of: event.of } : undefined;
    case 'redone':
      return takes(state, event.kind) ? redone(state, event.at) : undefined;
    case 'redo-refused':
      return takes(state, event.kind) && state.redo !== undefined ? event.was : undefined;
    case 'vanished':
      return takes(state, event.kind) ? vanished(state) : undefined;
    case 'returned':
      return takes(state, event.kind) ? returned(state, event.at) : undefined;
    case 'send-again':
      return takes(state, event.kind) ? sendAgain(state, event.at) : undefined;
    default:
      return assertNever(event);
  }
}

function ready(notBefore: number): DocumentState {
  return { kind: 'waiting', wait: { kind: 'ready', notBefore } };
}

/** What the service may hold is not this new content: the loop makes another document of that. */
function touched(state: Taking<'touched'>, at: number): DocumentState | undefined {
  // That one is for a person to decide about, whatever its content is now.
  if (isUnverified(state)) return state;
  return mayBeAtService(state) ? undefined : { kind: 'settling', since: at };
}

function assigned({ wait }: Taking<'assigned'>): DocumentState | undefined {
  if (wait.kind !== 'ready') return undefined;
  return { kind: 'uploading', sent: false, ...(wait.cohort !== undefined && { cohort: wait.cohort }) };
}

/** Unless it is told otherwise, a document stays with its cohort: suspects are not mixed with the others again. */
function putBack(state: Taking<'put-back'>, event: Extract<DocumentEvent, { kind: 'put-back' }>): DocumentState {
  const { notBefore, reason } = event;
  const cohort = event.cohort ?? ('cohort' in state ? state.cohort : undefined);
  return {
    kind: 'waiting',
    wait: { kind: 'ready', notBefore, ...(cohort !== undefined && { cohort }), ...(reason !== undefined && { reason }) },
  };
}

/** A status that the service does not document is kept as it came and counts as "still working". */
function reported(state: Taking<'reported'>, event: Extract<DocumentEvent, { kind: 'reported' }>): DocumentState | undefined {
  const { status, message } = event;
  if (isTerminal(status) && status !== 'failed') return { kind: status };
  // What has a result keeps it until another one comes.
  if (hasResult(state.kind)) return undefined;
  if (status === 'failed') return { kind: 'failed', by: 'service', message: message ?? say('explain.noReason') };
  return { kind: status === 'queued' ? 'queued' : 'processing', status };
}

/** The service has told of no status yet: it is taken to be at work. */
function redone(state: Taking<'redone'>, since: number): DocumentState | undefined {
  switch (state.kind) {
    case 'processed':
    case 'needs_review':
    case 'confirmed':
      return { kind: 'processing', status: 'processing', redo: { since } };
    case 'failed':
      return state.by === 'service' ? { kind: 'processing', status: 'processing', redo: { since, failed: true } } : undefined;
    default:
      return assertNever(state);
  }
}

/** What was sent stays as it is: its result may still come, and is delivered only if the content is there then. */
function vanished(state: Taking<'vanished'>): DocumentState | undefined {
  return state.kind === 'uploading' && state.sent ? undefined : { kind: 'gone', was: state };
}

/** A document that was not sent settles again; one that was, or took a result, is where it was. */
function returned({ was }: Taking<'returned'>, at: number): DocumentState {
  return mayBeAtService(was) || isUnverified(was) || hasResult(was.kind) ? was : { kind: 'settling', since: at };
}

function sendAgain(state: Taking<'send-again'>, at: number): DocumentState | undefined {
  switch (state.kind) {
    case 'failed':
    case 'unresolved':
      return ready(at);
    case 'waiting':
      // Its content may never have been looked at.
      if (isUnverified(state)) return { kind: 'settling', since: at };
      return state.wait.kind === 'held' ? ready(at) : undefined;
    case 'rejected':
      return { kind: 'settling', since: at };
    default:
      return assertNever(state);
  }
}

/** What sending a document again would do: nothing, or send it; `paid`: the service may have it already, so its pages may be paid twice. */
export type SendAgain = 'no' | 'yes' | 'paid';

export function sendAgainOf(state: DocumentState): SendAgain {
  if (transition(state, { kind: 'send-again', at: 0 }) === undefined) return 'no';
  return mayPayTwice(state) ? 'paid' : 'yes';
}
