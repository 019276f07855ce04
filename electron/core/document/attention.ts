import { breachesIn } from '../checks/rules.ts';
import { sameJson } from '../plain-data.ts';
import { confirmationOf } from '../review/local-review.ts';
import { needsReview } from '../review/review-reasons.ts';
import { type Document, deliveryProblem, unfiledBecause } from './document.ts';
import { type DocumentState, hasResult, isHeldAsDismissed, personNeeded, presentState, traitsOf } from './states.ts';

/** What makes a document a person's concern. */
type Concern = Pick<
  Document,
  'state' | 'delivery' | 'result' | 'droppedAt' | 'possibleDuplicate' | 'review' | 'findings' | 'passedOn'
>;

/**
 * Whether a document goes no further, or should not be relied on, without a person: the number that Intray shows. One
 * that a person has seen and dismissed is not counted.
 */
export function needsPerson(document: Concern & Pick<Document, 'dismissed'>): boolean {
  return document.dismissed !== true && concernsPerson(document);
}

/** The same, dismissed or not. */
export function concernsPerson(document: Concern): boolean {
  const { state, delivery, passedOn } = document;
  // The disk refuses its result, something has to be done about a value before it is filed by it, or the values that the service
  // extracts by itself are not here after a long time.
  const isStuck =
    deliveryProblem(delivery) !== undefined || unfiledBecause(delivery) !== undefined || passedOn?.state.asked === true;
  return (isStuck && hasResult(state.kind)) || asksPerson(document);
}

/** The same for the document itself, dismissed or not; a disk that refuses its result for a while does not count. */
export function asksPerson({ state, result, droppedAt, possibleDuplicate, review, findings }: Concern): boolean {
  const needed = personNeeded(state);
  if (needed !== 'by-result') return needed;
  if (review?.conflict !== undefined) return true;
  // Nobody had to look at it when its result was dropped.
  if (confirmationOf(review) !== undefined || droppedAt !== undefined) return false;
  return result === undefined ? traitsOf(state.kind).review === 'open' : needsReview(result, possibleDuplicate, findings);
}

/**
 * Whether a person who dismissed the document before is asked again: its state or result has changed, the service
 * contradicts a correction, the folder's own checks find something else, or the disk refuses it, or it cannot be filed, for
 * another reason. Writing its result or moving its file is no reason.
 */
export function isNewConcern(before: Concern, after: Concern): boolean {
  // What is looked at again is what was dismissed, and so is what is not sent because it was.
  if (isUnderWay(after.state) || isHeldAsDismissed(after.state)) return false;
  if (isUnderWay(before.state) && !hasResult(after.state.kind)) return false;
  const concern = ({ state, delivery, result, possibleDuplicate, review, findings, passedOn }: Concern) => ({
    state: presentState(state),
    result,
    possibleDuplicate,
    conflict: review?.conflict,
    asked: passedOn?.state.asked,
    breaches: breachesIn(findings).map(({ rule, field }) => [rule, field]),
    refusal: deliveryProblem(delivery) ?? unfiledBecause(delivery),
  });
  const [old, now] = [concern(before), concern(after)];
  return !sameJson(now.refusal === undefined ? { ...old, refusal: undefined } : old, now);
}

/** Nothing is known against it so far. */
function isUnderWay(state: DocumentState): boolean {
  return traitsOf(state.kind).progress === 'waiting' && personNeeded(state) === false;
}
