import type { HookName } from '../config/hooks.ts';
import { isNewConcern } from '../document/attention.ts';
import type { Document } from '../document/document.ts';
import { bucketOf, standingOf } from '../document/standing.ts';
import { hasResult, isInQuestion, isUnverified, presentState } from '../document/states.ts';

/**
 * What a change of a document means to whoever hears of it, in the order in which it is told. `delivered`: its outputs are on
 * disk as they are to be, for the first time or again. Pure.
 */
export function whatHappened(before: Document | undefined, after: Document): readonly (HookName | 'delivered')[] {
  return [
    ...(isFailed(after) && !(before !== undefined && isFailed(before)) ? (['onFailed'] as const) : []),
    ...(asksNow(before, after) ? (['onAttention'] as const) : []),
    ...(isDelivered(after) && !(before !== undefined && isDelivered(before)) ? (['delivered'] as const) : []),
  ];
}

function isFailed({ state, delivery }: Document): boolean {
  const bucket = bucketOf(presentState(state).kind, delivery.kind);
  return bucket === 'failed' || bucket === 'rejected';
}

/** Documents that one question holds are told of by that. What a person takes up again themselves is no news to them. */
function asksNow(before: Document | undefined, after: Document): boolean {
  if (!asks(after)) return false;
  if (before === undefined) return true;
  return standingOf(before) === 'dismissed' ? isNewConcern(before, after) : !asks(before);
}

function asks(document: Document): boolean {
  return standingOf(document) === 'needs-you' && !isUnverified(document.state) && !isInQuestion(document.state);
}

function isDelivered({ state, delivery }: Document): boolean {
  return delivery.kind === 'done' && hasResult(state.kind);
}
