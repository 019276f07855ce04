import { z } from 'zod';
import { type KindOf, type Kinds, kindNames, kindSchema } from '../kinds.ts';
import { messageSchema } from '../messages/message.ts';
import { type HeldWhy, heldReasons, type WaitName, waitSchema, waits } from './wait.ts';

/**
 * The one table of a document's states: the data of each, and the answer to every question that the program asks about a
 * state; `states.ts` reads it. What a document's file is comes first, then what became of its job:
 *
 *     settling ─► waiting ─► uploading ─► queued ─► processing ─► processed ─┐
 *        │                      │                              ├► needs_review ─► confirmed
 *        ├► rejected            └► unresolved (answer lost)     └► failed
 *        └► gone                     duplicate: another file had the content first
 *
 * What moves it from one state to the next is in `transition.ts`.
 */
interface StateTraits<Data extends z.ZodRawShape> {
  /** Where it counts in the balance: at once, or if it has a result, as soon as that is delivered. */
  readonly bucket: Bucket;
  /** How far it has come, while it goes on by itself. */
  readonly progress: 'waiting' | 'uploading' | 'atService' | 'none';
  /** Its result: the first that has it, a copy of that, or none. Every result is delivered. */
  readonly result: 'own' | 'copied' | 'none';
  /** Whether the service may hold this content: from just before the closing boundary of an upload goes out. */
  readonly mayHoldIt: Answer<Data>;
  /** Whether sending it (again) may pay for its pages twice. */
  readonly mayPayTwice: Answer<Data>;
  /** `asked`: its batch is polled until it ends. `noted`: what an answer says of it counts, and its batch is asked now and then. */
  readonly polling: 'asked' | 'noted' | 'never';
  /** Whether the service wants a person to look at the result, or knows that one has. */
  readonly review: 'none' | 'open' | 'done';
  /** Whether it goes no further, or should not be relied on, without a person. `by-result`: the result tells. */
  readonly needsPerson: Answer<Data> | 'by-result';
  /** The higher, the sooner: what may be lost, what was not sent, what failed, what came back and wants a look. */
  readonly urgency: number | ((data: DataOf<Data>) => number);
  /** Its file is still where it was. */
  readonly hasFile: boolean;
  /** If the file changes, the document stays the same, because nothing of the earlier content was sent. */
  readonly mayChange: boolean;
  /** Nothing can come of the document any more once another one has its path. */
  readonly endsWhenReplaced: Answer<Data>;
}

/** Where a document counts: the number of documents found is the sum of the six. */
export const buckets = ['delivered', 'duplicate', 'rejected', 'failed', 'gone', 'moving'] as const;
export type Bucket = (typeof buckets)[number];

type DataOf<Data extends z.ZodRawShape> = z.output<z.ZodObject<Data>>;
type Answer<Data extends z.ZodRawShape> = boolean | ((data: DataOf<Data>) => boolean);

function state<Data extends z.ZodRawShape>(data: Data, traits: StateTraits<Data>): StateTraits<Data> & { readonly data: Data } {
  return { data, ...traits };
}

const by = z.enum(['service', 'intray']);
const message = messageSchema;

const needsNobody = { needsPerson: false, urgency: 0 } as const;
const unknownToService = { mayHoldIt: false, mayPayTwice: false, polling: 'never', review: 'none' } as const;
const original = { hasFile: true, mayChange: true, endsWhenReplaced: true } as const;
const sentFile = { hasFile: true, mayChange: false, endsWhenReplaced: false } as const;
const moving = { bucket: 'moving', progress: 'none', result: 'none' } as const;

/** Accepted, and without a result so far. */
const working = {
  ...moving,
  progress: 'atService',
  ...unknownToService,
  mayHoldIt: true,
  polling: 'asked',
  ...needsNobody,
  ...sentFile,
} as const;

/** With a result of its own: a person's concern as far as that result is. */
function finished(review: 'none' | 'open' | 'done', urgency: number): StateTraits<Record<never, never>> {
  return {
    ...{ bucket: 'delivered', progress: 'none', result: 'own' },
    ...{ mayHoldIt: true, mayPayTwice: false, polling: 'noted', review },
    ...{ needsPerson: 'by-result', urgency },
    ...sentFile,
  };
}

const presentStates = {
  /** Being written, or too fresh to tell. `since`: when it was last seen to change. `delayed`: why it takes longer. */
  settling: state(
    { since: z.number(), delayed: message.exactOptional() },
    { ...moving, progress: 'waiting', ...unknownToService, ...needsNobody, ...original },
  ),
  /** Whole on disk, its content known, not sent. */
  waiting: state(
    { wait: waitSchema },
    {
      ...{ ...moving, progress: 'waiting' },
      ...{ ...unknownToService, mayPayTwice: ({ wait }) => wait.kind === 'held' && heldReasons[wait.why].mayPayTwice },
      ...{ needsPerson: ({ wait }) => waits[wait.kind].needsPerson, urgency: ({ wait }) => waits[wait.kind].urgency },
      ...{ ...original, endsWhenReplaced: ({ wait }) => wait.kind !== 'held' },
    },
  ),
  /** In a request whose answer is awaited: committed before the closing boundary goes out. */
  uploading: state(
    {
      cohort: z.string().exactOptional(),
      approved: z.literal(true).exactOptional(),
      anyway: z.literal(true).exactOptional(),
    },
    { ...moving, progress: 'uploading', ...unknownToService, mayHoldIt: true, ...needsNobody, ...sentFile },
  ),
  /** The request was whole and the answer was lost: the service may hold it. */
  unresolved: state(
    { message },
    {
      ...moving,
      ...{ mayHoldIt: true, mayPayTwice: true, polling: 'noted', review: 'none' },
      ...{ needsPerson: true, urgency: 6 },
      ...sentFile,
    },
  ),
  /** Accepted by the service; `status` as it came (it need not be one that the service documents). */
  queued: state({ status: z.string() }, working),
  /**
   * `redo`: a new run was asked for at `since` (ms since the epoch), and no answer has shown it yet (`poll-outcome.ts`); the result
   * is still the old one. `failed`: the old run had failed.
   */
  processing: state(
    {
      status: z.string(),
      redo: z.object({ since: z.number(), failed: z.literal(true).exactOptional() }).exactOptional(),
    },
    working,
  ),
  processed: state({}, finished('none', 0)),
  needs_review: state({}, finished('open', 1)),
  confirmed: state({}, finished('done', 0)),
  /** `by` the service, or by Intray, which gave up; `message` says why. It can be sent again by hand. */
  failed: state(
    { by, message },
    {
      ...{ bucket: 'failed', progress: 'none', result: 'none' },
      ...{ ...unknownToService, mayHoldIt: true },
      ...{ needsPerson: true, urgency: 3 },
      ...{ ...sentFile, endsWhenReplaced: true },
    },
  ),
  /** Its content was sent from another file (`of`): it has that one's result, at no cost, and is reviewed where it was first found. */
  duplicate: state(
    { of: z.number() },
    { bucket: 'duplicate', progress: 'none', result: 'copied', ...unknownToService, ...needsNobody, ...sentFile },
  ),
  /** Not sent, or refused alone: too large, empty, unreadable, of the wrong type, or for the service's own reason. */
  rejected: state(
    { by, message },
    {
      ...{ bucket: 'rejected', progress: 'none', result: 'none' },
      ...unknownToService,
      ...{ needsPerson: true, urgency: 2 },
      ...original,
    },
  ),
} satisfies Kinds;

/** Every state but `gone`. */
export type PresentState = KindOf<typeof presentStates>;

/** Every state of a document. */
export const states = {
  ...presentStates,
  /** Its content is no longer where it was. `was`: the state it was in, which it resumes if the content comes back. */
  gone: state(
    { was: kindSchema(presentStates) },
    {
      ...{ bucket: 'gone', progress: 'none', result: 'none' },
      ...{ ...unknownToService, mayHoldIt: ({ was }) => answer(presentStates[was.kind].mayHoldIt, was) },
      ...needsNobody,
      ...{ hasFile: false, mayChange: false, endsWhenReplaced: false },
    },
  ),
} satisfies Kinds;

/** What only a job can be: a document of it is what its verdict made of it, or waits for a person. */
export const jobStates = {
  /**
   * The service has passed its content on itself, from a classification, at `since` (ms since the epoch): it is at the service, in a
   * batch that nobody has named. `asked`: a person is asked for it. `named`: the batch that a person has named, and the file in it, by
   * the service's ids.
   */
  'passed-on': state(
    {
      since: z.number(),
      asked: z.literal(true).exactOptional(),
      named: z.object({ batch: z.string(), fileId: z.string().exactOptional() }).exactOptional(),
    },
    {
      ...moving,
      ...{ mayHoldIt: true, mayPayTwice: true, polling: 'never', review: 'none' },
      ...{ needsPerson: ({ asked }) => asked === true, urgency: 4 },
      ...sentFile,
    },
  ),
} satisfies Kinds;

/** A table entry's function is only ever asked about its own state. */
export function answer<Value extends boolean | number>(trait: Value | ((data: never) => Value), state: object): Value {
  return typeof trait === 'function' ? trait(state as never) : trait;
}

/** The service's statuses that end the wait (electron/service/README.md, "States"). Every other one counts as "still working". */
export const terminalStatuses = ['processed', 'needs_review', 'confirmed', 'failed'] as const;
export type TerminalStatus = (typeof terminalStatuses)[number];

export function isTerminal(status: string): status is TerminalStatus {
  return (terminalStatuses as readonly string[]).includes(status);
}

export type DocumentState = KindOf<typeof states>;
export type StateName = DocumentState['kind'];

const all = { ...states, ...jobStates };

/** The state of a document, or of a job. */
export type AnyState = KindOf<typeof all>;

/** Reads a stored state. */
export const stateSchema = kindSchema(states);
/** The same of a job. */
export const jobStateSchema = kindSchema(all);

/** Every state, in the order of the table. */
export const stateNames = kindNames(states);

type Traits = StateTraits<never>;
/** What a state's name alone tells. */
export const traitsOf: Readonly<
  Record<AnyState['kind'], Pick<Traits, 'bucket' | 'progress' | 'result' | 'polling' | 'review' | 'hasFile'>>
> = all;

/** The states of which the condition is true, in the order of the table. */
export function statesWhere(condition: (traits: (typeof traitsOf)[StateName]) => boolean): readonly StateName[] {
  return stateNames.filter((name) => condition(traitsOf[name]));
}

/** The states before the service has taken a document. */
export const statesBeforeService = statesWhere(({ progress }) => progress === 'waiting' || progress === 'uploading');

export function hasResult(name: AnyState['kind']): boolean {
  return all[name].result !== 'none';
}

/** Whether the service is working on it. */
export function isAtService({ kind }: AnyState): boolean {
  return all[kind].progress === 'atService';
}

/** Whether the service may hold its content. */
export function mayBeAtService(state: AnyState): boolean {
  return answer(all[state.kind].mayHoldIt, state);
}

/** Whether sending it (again) may pay for its pages twice. */
export function mayPayTwice(state: AnyState): boolean {
  return answer(all[state.kind].mayPayTwice, state);
}

/** Whether it needs a person, as far as the state alone tells; `by-result`: the result does. */
export function personNeeded(state: AnyState): boolean | 'by-result' {
  const { needsPerson } = all[state.kind];
  return needsPerson === 'by-result' ? needsPerson : answer(needsPerson, state);
}

/** How soon a person should look at it: the higher, the sooner. */
export function urgencyOf(state: DocumentState): number {
  return answer<number>(states[state.kind].urgency, state);
}

/** Whether the document stays the same if its file changes. */
export function mayChange({ kind }: DocumentState): boolean {
  return states[kind].mayChange;
}

/** Whether nothing can come of it any more once another document has its path. */
export function endsWhenReplaced(state: DocumentState): boolean {
  return answer(states[state.kind].endsWhenReplaced, state);
}

/** Whether it is on its way and needs nobody, by what the ledger counts: `wait` is that of a waiting document. */
export function goesOnAlone({ state, wait }: { readonly state: StateName; readonly wait?: WaitName }): boolean {
  return states[state].progress !== 'none' && (wait === undefined || !waits[wait].needsPerson);
}

/** To be sent, as soon as its time comes. */
export function isReady(state: AnyState): boolean {
  return state.kind === 'waiting' && state.wait.kind === 'ready';
}

/** To be sent as a person has said, although the service passes it on itself. */
export function isSentAnyway(state: AnyState): boolean {
  return state.kind === 'waiting' && state.wait.kind === 'ready' && state.wait.anyway === true;
}

/** Held for one decision about many: whatever its content is by then. */
export function awaitsDecision(state: DocumentState): boolean {
  return isHeldAs(state, 'unverified', 'asked');
}

/** A person decides before it is sent. */
export function isHeld(state: AnyState): boolean {
  return state.kind === 'waiting' && state.wait.kind === 'held';
}

/** The same, for one of these reasons. */
export function isHeldAs(state: AnyState, ...reasons: readonly HeldWhy[]): boolean {
  return state.kind === 'waiting' && state.wait.kind === 'held' && reasons.includes(state.wait.why);
}

/** The state of its content: of one that is gone, the state that it had. */
export function presentState(state: DocumentState): PresentState {
  return state.kind === 'gone' ? state.was : state;
}
