import { type Document, stepMembers } from '../../core/document/document.ts';
import { hasResult, type PresentState, presentState } from '../../core/document/states.ts';
import { type DocumentEvent, transition } from '../../core/document/transition.ts';
import { type Message, say } from '../../core/messages/message.ts';
import type { Route } from '../../core/protocol/route.ts';
import type { DocumentChanges } from '../../ledger/documents.ts';
import type { LeftStep } from '../../ledger/left-steps.ts';
import type { World } from '../ports.ts';

type Ledger = Pick<World['ledger'], 'leftSteps' | 'routes'>;

/**
 * What happens at the service with a step that a document has left: it is kept with the step, and changes nothing else.
 *
 * @returns whether it has ended there
 */
export function applyToLeft(
  { leftSteps }: Ledger,
  { id, origin }: Document,
  route: Route,
  event: DocumentEvent,
  set: DocumentChanges,
): boolean {
  const left = leftSteps.get(id, route);
  const state = left && transition(left.state, event, true);
  if (left === undefined || state === undefined) return false;
  if (state.kind === 'waiting' && state.wait.kind === 'ready') {
    // The service has not taken it, and it is not to be sent there any more; or nobody knows, and a person decides if it comes back.
    if (set.possibleDuplicate !== true) leftSteps.remove(id, route);
    else leftSteps.put(origin, { ...left, state: { kind: 'unresolved', message: say('outcome.interrupted') } });
    return false;
  }
  const members = Object.fromEntries(stepMembers.flatMap((name) => (name in set ? [[name, set[name]]] : [])));
  leftSteps.put(origin, { ...left, ...members, state });
  const hasEnded = (kind: typeof state.kind) => hasResult(kind) || kind === 'failed';
  return hasEnded(state.kind) && !hasEnded(left.state.kind);
}

export function leftNote({ leftSteps, routes }: Ledger, { id, origin }: Document, route: Route): Message {
  const extraction = routes.info(origin, route)?.name ?? route.id;
  const state = leftSteps.get(id, route)?.state;
  if (state?.kind === 'failed') return say('notes.leftFailed', { extraction, message: state.message });
  return say('notes.leftResult', { extraction });
}

/**
 * The state of a step that a document takes up again. A result that was dropped from the ledger since is not sent again unasked, and
 * there is nothing to write: a person decides.
 */
export function orDropped(
  { state, result }: Pick<LeftStep, 'state' | 'result'>,
  { path, foundAt }: Pick<Document, 'path' | 'foundAt'>,
): PresentState {
  const present = presentState(state);
  if (!hasResult(present.kind) || result !== undefined) return present;
  const message = say('sending.paidBefore', { path, paidAt: foundAt });
  return { kind: 'waiting', wait: { kind: 'held', why: 'dropped', message } };
}
