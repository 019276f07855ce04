import { given } from '../plain-data.ts';
import { type Route, sameRoute } from '../protocol/route.ts';
import { isTerminal } from '../protocol/service-shapes.ts';
import { type Document, type EarlierStep, stepMembers } from './document.ts';
import type { DocumentState } from './states.ts';

/**
 * A document as it is on a route: as it stands there, or as it passed the step that it had there, with that step's result. Copies
 * of its content ask for no more than that: each goes on by its own folder's settings. Undefined if it has no step there.
 */
export function asOn(document: Document, route: Route): Document | undefined {
  if (sameRoute(document.route, route)) return document;
  const steps = document.earlierSteps ?? [];
  const at = steps.findIndex((step) => sameRoute(step.route, route));
  const step = steps[at];
  if (step === undefined) return undefined;
  const { earlierSteps: _, ...rest } = document;
  return {
    ...withStep(rest, step),
    state: document.state.kind === 'gone' ? { kind: 'gone', was: passedState(step) } : passedState(step),
    // Nobody knows its verdict any more: a person is asked before anything is paid for again.
    ...(step.result === undefined && { droppedAt: document.droppedAt ?? document.foundAt }),
    ...(at > 0 && { earlierSteps: steps.slice(0, at) }),
  };
}

/** The document with the members of another step of its own. */
export function withStep(document: Document, step: EarlierStep): Document {
  const members = Object.fromEntries(stepMembers.map((name) => [name, step[name]]));
  return given({ ...document, ...members, route: step.route }) as Document;
}

/** The state of a step that was passed, by its verdict. */
export function passedState({ result }: Pick<EarlierStep, 'result'>): Exclude<DocumentState, { kind: 'gone' }> {
  const status = result?.status;
  return { kind: status !== undefined && isTerminal(status) && status !== 'failed' ? status : 'processed' };
}
