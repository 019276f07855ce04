import { type KindOf, kindNames, kindSchema } from '../kinds.ts';
import { answer, type Bucket, jobStates, type PresentState, type StateTraits, states } from './state-table.ts';
import { type HeldWhy, reasonsInQuestion, type WaitName, waits } from './wait.ts';

export type { PresentState } from './state-table.ts';

export type DocumentState = KindOf<typeof states>;
export type StateName = DocumentState['kind'];

const all = { ...states, ...jobStates };

/** The state of a document, or of a job. */
export type AnyState = KindOf<typeof all>;

/** Reads a stored state. */
export const stateSchema = kindSchema(states);
/** The same of a job. */
export const jobStateSchema = kindSchema(all);

/** Every state, in the order in which a window lists them. */
export const stateNames = kindNames(states);

/** What a state's name alone tells. */
export interface NamedState {
  readonly bucket: Bucket;
  readonly progress: StateTraits<never>['progress'];
  readonly result: StateTraits<never>['result'];
  readonly polling: StateTraits<never>['service']['polling'];
  readonly review: StateTraits<never>['service']['review'];
  readonly hasFile: boolean;
}

export function traitsOf(name: AnyState['kind']): NamedState {
  const { bucket, progress, result, service, file } = all[name];
  return { bucket, progress, result, polling: service.polling, review: service.review, hasFile: file.isThere };
}

/** The states of which the condition is true, in the order of the table. */
export function statesWhere(condition: (traits: NamedState) => boolean): readonly StateName[] {
  return stateNames.filter((name) => condition(traitsOf(name)));
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
  return answer(all[state.kind].service.mayHoldIt, state);
}

/** Whether sending it (again) may pay for its pages twice. */
export function mayPayTwice(state: AnyState): boolean {
  return answer(all[state.kind].service.mayPayTwice, state);
}

/** Whether it needs a person, as far as the state alone tells; `by-result`: the result does. */
export function personNeeded(state: AnyState): boolean | 'by-result' {
  const { needed } = all[state.kind].person;
  return needed === 'by-result' ? needed : answer(needed, state);
}

/** How soon a person should look at it: the higher, the sooner. */
export function urgencyOf(state: DocumentState): number {
  return answer<number>(states[state.kind].person.urgency, state);
}

/** Whether the document stays the same if its file changes. */
export function mayChange({ kind }: DocumentState): boolean {
  return states[kind].file.mayChange;
}

/** Whether nothing can come of it any more once another document has its path. */
export function endsWhenReplaced(state: DocumentState): boolean {
  return answer(states[state.kind].file.endsWhenReplaced, state);
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

/** Held because the ledger was lost, and with it the proof of what became of the file. */
export function isUnverified(state: AnyState): boolean {
  return isHeldAs(state, 'unverified');
}

/** Held until the question is answered that its folder has open. */
export function isInQuestion(state: DocumentState): boolean {
  return state.kind === 'waiting' && state.wait.kind === 'held' && reasonsInQuestion.includes(state.wait.why);
}

/** Held with many others of its folder, whatever its content is. */
export function isAsked(state: DocumentState): boolean {
  return isHeldAs(state, 'asked');
}

/** A person has dismissed it: it is sent only if a person says so. */
export function isHeldAsDismissed(state: DocumentState): boolean {
  return isHeldAs(state, 'dismissed');
}

/** Held for one decision about many: whatever its content is by then. */
export function awaitsDecision(state: DocumentState): boolean {
  return isUnverified(state) || isAsked(state);
}

/** A person decides before it is sent. */
export function isHeld(state: AnyState): boolean {
  return state.kind === 'waiting' && state.wait.kind === 'held';
}

function isHeldAs(state: AnyState, why: HeldWhy): boolean {
  return state.kind === 'waiting' && state.wait.kind === 'held' && state.wait.why === why;
}

/** The state of its content: of one that is gone, the state that it had. */
export function presentState(state: DocumentState): PresentState {
  return state.kind === 'gone' ? state.was : state;
}
