import { sameJson } from '../equal.ts';
import { assertNever } from '../result.ts';
import { confirmationOf } from '../review/local-review.ts';
import { needsReview } from '../review/review-reasons.ts';
import type { Document } from './document.ts';

/** What of a document can be a person's concern. */
type Concern = Pick<Document, 'state' | 'delivery' | 'result' | 'possibleDuplicate' | 'review'>;

/**
 * Whether a document goes no further, or should not be relied on, without a person: the number that Intray shows. One
 * that a person has seen and dismissed is not counted.
 */
export function needsPerson(document: Concern & Pick<Document, 'dismissed'>): boolean {
  return document.dismissed !== true && (isRefusedByDisk(document) || asksPerson(document));
}

/** The same of the document itself, dismissed or not: a disk that refuses its result for a while says nothing of it. */
export function asksPerson({ state, result, possibleDuplicate, review }: Concern): boolean {
  switch (state.kind) {
    case 'unresolved':
    case 'failed':
    case 'rejected':
      return true;
    case 'waiting':
      return state.wait.kind === 'held' || state.wait.kind === 'blocked';
    case 'processed':
    case 'needs_review':
    case 'confirmed':
      if (review?.conflict !== undefined) return true;
      if (confirmationOf(review) !== undefined) return false;
      return result === undefined ? state.kind === 'needs_review' : needsReview(result, possibleDuplicate);
    case 'duplicate':
      // Its result is looked at where it was first found.
      return false;
    case 'settling':
    case 'uploading':
    case 'queued':
    case 'processing':
    case 'gone':
      return false;
    default:
      return assertNever(state);
  }
}

/**
 * Whether a person who dismissed the document as it was before is asked again: its state or result is another, the
 * service contradicts a correction, or the disk refuses it for another reason. That its result was written, or its file
 * moved, is no reason.
 */
export function isNewConcern(before: Concern, after: Concern): boolean {
  const concern = ({ state, delivery, result, possibleDuplicate, review }: Concern) => ({
    state,
    result,
    possibleDuplicate,
    conflict: review?.conflict,
    refusal: 'message' in delivery ? delivery.message : undefined,
  });
  const [old, now] = [concern(before), concern(after)];
  return !sameJson(now.refusal === undefined ? { ...old, refusal: undefined } : old, now);
}

function isRefusedByDisk({ state, delivery }: Concern): boolean {
  if (!['processed', 'needs_review', 'confirmed', 'duplicate'].includes(state.kind)) return false;
  return (delivery.kind === 'pending' || delivery.kind === 'written') && delivery.message !== undefined;
}
