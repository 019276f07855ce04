import type { Document } from './document.ts';
import { assertNever } from './result.ts';
import { needsReview } from './review.ts';

/** Whether a document goes no further, or should not be relied on, without a person: the number that Intray shows. */
export function needsPerson({
  state,
  delivery,
  result,
  possibleDuplicate,
}: Pick<Document, 'state' | 'delivery' | 'result' | 'possibleDuplicate'>): boolean {
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
      return (
        isRefusedByDisk(delivery) ||
        (result === undefined ? state.kind === 'needs_review' : needsReview(result, possibleDuplicate))
      );
    case 'duplicate':
      // Its result is looked at where it was first found.
      return isRefusedByDisk(delivery);
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

function isRefusedByDisk(delivery: Document['delivery']): boolean {
  return (delivery.kind === 'pending' || delivery.kind === 'written') && delivery.message !== undefined;
}
