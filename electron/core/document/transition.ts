import { type Message, say } from '../messages/message.ts';
import { given } from '../plain-data.ts';
import { isTerminal } from '../protocol/service-shapes.ts';
import { assertNever } from '../result.ts';
import type { PresentState } from './state-table.ts';
import {
  awaitsDecision,
  type DocumentState,
  hasResult,
  isAsked,
  isHeldAsDismissed,
  isUnverified,
  mayBeAtService,
  mayPayTwice,
  personNeeded,
  presentState,
  type StateName,
} from './states.ts';
import { type HeldWhy, waits } from './wait.ts';

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
  /** The service reports a status. `lacking`: it says that it has ended, and gives no result (yet). */
  | { readonly kind: 'reported'; readonly status: string; readonly message?: Message; readonly lacking?: true }
  /** Intray stops trying. */
  | { readonly kind: 'given-up'; readonly message: Message }
  /** A copy takes the first one's result. */
  | { readonly kind: 'result-taken'; readonly of: number }
  /** It goes on from where another document of its content has left its route: with what came of it there. */
  | { readonly kind: 'resumed'; readonly state: PresentState }
  /** A person asks for a new classification run. Committed before the service is asked. */
  | { readonly kind: 'redone'; readonly at: number }
  /** The service refused the new run: the document is as it was. */
  | { readonly kind: 'redo-refused'; readonly was: DocumentState }
  /** Its content is no longer where it was. */
  | { readonly kind: 'vanished' }
  /** Its content is back, here or under another name. */
  | { readonly kind: 'returned'; readonly at: number }
  /** A person wants it sent (again), or does not. `again`: it was in this batch before, an id of the ledger's. */
  | { readonly kind: 'send-again'; readonly at: number };

type EventName = DocumentEvent['kind'];
type EventOf<Event extends EventName> = Extract<DocumentEvent, { kind: Event }>;

const withOwnResult = ['reported', 'redone', 'vanished'] as const;

/** The events that mean something in each state. */
const taken = {
  settling: [
    ...(['touched', 'delayed', 'ready', 'copied', 'held', 'blocked', 'refused'] as const),
    ...(['adopted', 'result-taken', 'vanished'] as const),
  ],
  waiting: [
    ...(['touched', 'ready', 'copied', 'held', 'blocked', 'refused', 'adopted', 'assigned'] as const),
    ...(['given-up', 'result-taken', 'resumed', 'vanished', 'send-again'] as const),
  ],
  uploading: ['refused', 'sent', 'put-back', 'accepted', 'lost', 'reported', 'given-up', 'vanished'],
  unresolved: ['held', 'put-back', 'reported', 'given-up', 'send-again'],
  queued: ['disowned', 'lost', 'reported', 'given-up'],
  processing: ['disowned', 'lost', 'reported', 'given-up', 'redo-refused'],
  processed: withOwnResult,
  needs_review: withOwnResult,
  confirmed: withOwnResult,
  failed: ['redone', 'vanished', 'send-again'],
  duplicate: ['result-taken', 'resumed', 'vanished'],
  rejected: ['touched', 'vanished', 'send-again'],
  gone: ['touched', 'result-taken', 'resumed', 'returned'],
} as const satisfies Record<StateName, readonly EventName[]>;

/** A state in which the event means something. */
type Taking<Event extends EventName> = Extract<
  DocumentState,
  { kind: { [Name in StateName]: Event extends (typeof taken)[Name][number] ? Name : never }[StateName] }
>;

/** What each event makes of the states in which it means something; undefined: nothing after all. */
const outcomes: {
  readonly [Event in EventName]: (state: Taking<Event>, event: EventOf<Event>, isLaterStep: boolean) => DocumentState | undefined;
} = {
  touched,
  delayed: (state, { message }) => ({ ...state, delayed: message }),
  ready: (_, { at }) => ready(at),
  copied: (_, { first }) => ({ kind: 'waiting', wait: { kind: 'behind', first } }),
  held: (_, { why, message }) => ({ kind: 'waiting', wait: { kind: 'held', why, message } }),
  blocked: (_, { message }) => ({ kind: 'waiting', wait: { kind: 'blocked', message } }),
  refused: (_, { by, message }) => ({ kind: 'rejected', by, message }),
  assigned,
  sent: (state) => ({ ...state, sent: true }),
  'put-back': putBack,
  accepted: ({ sent }, { status }) => (sent ? { kind: 'queued', status } : undefined),
  adopted: () => ({ kind: 'queued', status: 'queued' }),
  disowned: (_, { message }) => ({ kind: 'waiting', wait: { kind: 'held', why: 'unverified', message } }),
  lost: (state, { message }) => (mayBeAtService(state) ? { kind: 'unresolved', message } : undefined),
  reported: (state, event) => (mayBeAtService(state) ? reported(state, event) : undefined),
  'given-up': (_, { message }) => ({ kind: 'failed', by: 'intray', message }),
  'result-taken': (_, { of }) => ({ kind: 'duplicate', of }),
  resumed: (state, { state: now }) => (state.kind === 'gone' ? withoutFile(now) : now),
  redone,
  'redo-refused': ({ redo }, { was }) => (redo === undefined ? undefined : was),
  vanished,
  returned,
  'send-again': sendAgain,
};

/**
 * The next state, or undefined if such an event has no meaning in this state: the loop drops it.
 *
 * @param isLaterStep a step was passed before the one that the state is about: the service has the content, and it is never taken
 *   in anew
 */
export function transition(state: DocumentState, event: DocumentEvent, isLaterStep = false): DocumentState | undefined {
  if (!(taken[state.kind] as readonly EventName[]).includes(event.kind)) return undefined;
  // State and event fit the function: the table of events says so.
  return outcomes[event.kind](state as never, event as never, isLaterStep);
}

/**
 * What the event makes of a document that a person has dismissed: it is looked at again, and takes a result that costs nothing, but it
 * is not sent.
 */
export function dismissedTransition(state: DocumentState, event: DocumentEvent, isLaterStep = false): DocumentState | undefined {
  const next = transition(state, event, isLaterStep);
  const goesOut = event.kind === 'send-again' || (next?.kind === 'waiting' && next.wait.kind === 'ready');
  if (next === undefined || !goesOut) return next;
  // What waits for a person goes on waiting; of what was asked about with others, the question is answered.
  const waitsOn = personNeeded(state) === true && !(state.kind === 'waiting' && waits[state.wait.kind].goesOn);
  if (waitsOn && !isAsked(state)) return undefined;
  return { kind: 'waiting', wait: { kind: 'held', why: 'dismissed', message: say('outcome.dismissed') } };
}

/** What is said of a document in this state whose file is away: what was sent is asked for all the same. */
export function withoutFile(state: PresentState): DocumentState {
  return transition(state, { kind: 'vanished' }) ?? state;
}

/** A state as its result says it, when that has become another one: also of a document whose file is away. */
export function withStatus(state: DocumentState, status: string): DocumentState {
  const present = presentState(state);
  const now = transition(present, { kind: 'reported', status });
  if (now === undefined || now.kind === 'gone') return state;
  return state.kind === 'gone' ? { ...state, was: now } : now;
}

function ready(notBefore: number, approved = false): DocumentState {
  return { kind: 'waiting', wait: { kind: 'ready', notBefore, ...(approved && { approved }) } };
}

/** What the service may hold is not this new content: the loop makes another document of that. */
function touched(state: Taking<'touched'>, { at }: EventOf<'touched'>, isLaterStep: boolean): DocumentState | undefined {
  if (isLaterStep) return undefined;
  // That one is for a person to decide about, whatever its content is now.
  if (awaitsDecision(state)) return state;
  return mayBeAtService(state) ? undefined : { kind: 'settling', since: at };
}

function assigned({ wait }: Taking<'assigned'>): DocumentState | undefined {
  if (wait.kind !== 'ready') return undefined;
  const { cohort, approved } = wait;
  return { kind: 'uploading', sent: false, ...given({ cohort, approved }) };
}

/** Unless it is told otherwise, a document stays with its cohort: suspects are not mixed with the others again. */
function putBack(state: Taking<'put-back'>, event: EventOf<'put-back'>): DocumentState {
  const { notBefore, reason } = event;
  const cohort = event.cohort ?? ('cohort' in state ? state.cohort : undefined);
  const approved = 'approved' in state ? state.approved : undefined;
  // What was whole was sent again.
  return { kind: 'waiting', wait: { kind: 'ready', notBefore, ...given({ cohort, reason, approved }) } };
}

/** A status that the service does not document is kept as it came and counts as "still working". */
function reported(state: Taking<'reported'>, event: EventOf<'reported'>): DocumentState | undefined {
  const { status, message, lacking } = event;
  if (isTerminal(status) && status !== 'failed' && lacking !== true) return { kind: status };
  // What has a result keeps it until another one comes.
  if (hasResult(state.kind)) return undefined;
  if (status === 'failed') return { kind: 'failed', by: 'service', message: message ?? say('explain.noReason') };
  return { kind: status === 'queued' ? 'queued' : 'processing', status };
}

/** The service has told of no status yet: it is taken to be at work. */
function redone(state: Taking<'redone'>, { at: since }: EventOf<'redone'>): DocumentState | undefined {
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

/** A document that was not sent settles again; one that was, in whichever step, or took a result, is where it was. */
function returned({ was }: Taking<'returned'>, { at }: EventOf<'returned'>, isLaterStep: boolean): DocumentState {
  return isLaterStep || mayBeAtService(was) || isUnverified(was) || hasResult(was.kind) ? was : { kind: 'settling', since: at };
}

function sendAgain(state: Taking<'send-again'>, { at }: EventOf<'send-again'>, isLaterStep: boolean): DocumentState | undefined {
  switch (state.kind) {
    case 'failed':
    case 'unresolved':
      return ready(at);
    case 'waiting':
      // Its content may never have been looked at.
      if ((awaitsDecision(state) || isHeldAsDismissed(state)) && !isLaterStep) return { kind: 'settling', since: at };
      return state.wait.kind === 'held' ? ready(at, state.wait.why === 'budget') : undefined;
    case 'rejected':
      return isLaterStep ? ready(at) : { kind: 'settling', since: at };
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
