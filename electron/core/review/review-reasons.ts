import type { DocumentResult } from '../document/result.ts';
import { foreign, type Message } from '../messages/message.ts';
import { assertNever } from '../result.ts';
import { confirmationOf, correctionsOf, type Review, serviceText } from './local-review.ts';

/**
 * Why a person should look at a document. `field` names the value it is about, where it is about one. `conflict`: the
 * service says otherwise since than a correction that was made here.
 */
export interface ReviewReason {
  readonly kind:
    | 'service'
    | 'empty-field'
    | 'missing-field'
    | 'no-category'
    | 'possible-duplicate'
    | 'unknown-status'
    | 'conflict';
  readonly field?: string;
  readonly message: Message;
}

const askedByService: ReviewReason = { kind: 'service', message: foreign('The service asks for a review.') };

/**
 * What a human must look at, from the result as the service gave it and the extraction's field keys. A document that the
 * service or a person here has confirmed needs nobody, but for values that the two of them see differently. A confidence
 * alone raises no flag: its bounds are not shown.
 */
export function reviewReasons(
  result: DocumentResult,
  fields: readonly string[],
  possibleDuplicate: boolean,
  review?: Review,
): ReviewReason[] {
  if (review?.conflict !== undefined) return conflictReasons(result, review, review.conflict);
  if (confirmationOf(review) !== undefined) return [];
  const reasons: ReviewReason[] = [];
  if (possibleDuplicate) {
    reasons.push({
      kind: 'possible-duplicate',
      message: foreign('It was sent twice, because the answer to the first upload was lost; the service may count it twice.'),
    });
  }
  switch (result.kind) {
    case 'extraction':
      return result.status === 'confirmed' ? reasons : [...reasons, ...extractionReasons(result, fields)];
    case 'classification':
      if (result.status === 'needs_review') reasons.push(askedByService);
      if (result.categoryId === undefined && result.categoryName === undefined) {
        reasons.push({ kind: 'no-category', message: foreign('The service put it into no category.') });
      }
      return reasons;
    default:
      return assertNever(result);
  }
}

function conflictReasons(result: DocumentResult, review: Review, conflict: readonly string[]): ReviewReason[] {
  const corrections = correctionsOf(review);
  return conflict.map((field) => {
    const [mine, theirs] = [corrections.get(field), serviceText(result, field)];
    const said = theirs === undefined ? `no value for "${field}"` : `${JSON.stringify(theirs)} for "${field}"`;
    return {
      kind: 'conflict',
      field,
      message: foreign(`The service now gives ${said}; here it was corrected to ${JSON.stringify(mine)}.`),
    };
  });
}

function extractionReasons(result: Extract<DocumentResult, { kind: 'extraction' }>, fields: readonly string[]): ReviewReason[] {
  if (result.status !== 'needs_review') return [];
  const reasons: ReviewReason[] = [askedByService];
  for (const field of fields) {
    const value = Object.hasOwn(result.extractedData, field) ? result.extractedData[field] : undefined;
    if (value === undefined || value === null) {
      reasons.push({ kind: 'missing-field', field, message: foreign(`No value for "${field}" came back.`) });
    } else if (typeof value === 'string' && value.trim() === '') {
      reasons.push({ kind: 'empty-field', field, message: foreign(`The value of "${field}" is empty.`) });
    }
  }
  return reasons;
}

/** Whether a result waits for a person: the number that Review counts. */
export function needsReview(result: DocumentResult, possibleDuplicate: boolean): boolean {
  if (possibleDuplicate) return true;
  if (result.kind === 'extraction') return result.status === 'needs_review';
  return result.status === 'needs_review' || (result.categoryId === undefined && result.categoryName === undefined);
}
