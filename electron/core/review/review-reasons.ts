import { breachesIn, type Finding, isBreached, nextStepRule } from '../checks/rules.ts';
import type { DocumentResult } from '../document/result.ts';
import { type Message, say } from '../messages/message.ts';
import { assertNever } from '../result.ts';
import { confirmationOf, correctionsOf, type Review, serviceText } from './local-review.ts';

/**
 * Why a person should look at a document. `field` names the value it is about, where it is about one. `conflict`: the
 * service says otherwise since than a correction that was made here. `check`: one of the folder's own checks, `rule` by name, is
 * broken.
 */
export interface ReviewReason {
  readonly kind:
    | 'service'
    | 'empty-field'
    | 'missing-field'
    | 'no-values'
    | 'no-category'
    | 'possible-duplicate'
    | 'unknown-status'
    | 'conflict'
    | 'check';
  readonly field?: string;
  readonly rule?: string;
  readonly message: Message;
}

const askedByService: ReviewReason = { kind: 'service', message: say('reasons.asked') };
const withoutValues: ReviewReason = { kind: 'no-values', message: say('reasons.noValues') };

/**
 * What a human must look at, from the result as the service gave it and the extraction's field keys. A document that the
 * service or a person here has confirmed needs nobody, but for values that the two of them see differently. What the folder's own
 * checks found stands beside what the service says. A confidence
 * alone raises no flag: its bounds are not shown.
 */
export function reviewReasons(
  result: DocumentResult,
  fields: readonly string[],
  possibleDuplicate: boolean,
  review?: Review,
  findings?: readonly Finding[],
): ReviewReason[] {
  if (review?.conflict !== undefined) return conflictReasons(result, review, review.conflict);
  if (confirmationOf(review) !== undefined) return [];
  const reasons: ReviewReason[] = [];
  if (possibleDuplicate) {
    reasons.push({
      kind: 'possible-duplicate',
      message: say('reasons.sentTwice'),
    });
  }
  switch (result.kind) {
    case 'extraction':
      return result.status === 'confirmed' ? reasons : [...reasons, ...valueReasons(result, fields), ...checkReasons(findings)];
    case 'classification':
      if (result.status === 'needs_review') reasons.push(askedByService);
      if (result.categoryId === undefined && result.categoryName === undefined) {
        reasons.push({ kind: 'no-category', message: say('reasons.noCategory') });
      }
      return [...reasons, ...checkReasons(findings)];
    default:
      return assertNever(result);
  }
}

function checkReasons(findings: readonly Finding[] | undefined): ReviewReason[] {
  return breachesIn(findings).map(({ rule, field, message }) => ({
    kind: 'check',
    rule,
    field,
    message: rule === nextStepRule ? message : say('checks.flagged', { rule, message }),
  }));
}

function conflictReasons(result: DocumentResult, review: Review, conflict: readonly string[]): ReviewReason[] {
  const corrections = correctionsOf(review);
  return conflict.map((field) => {
    const [mine, theirs] = [corrections.get(field) ?? '', serviceText(result, field)];
    const message =
      theirs === undefined ? say('reasons.conflictNone', { field, mine }) : say('reasons.conflict', { field, theirs, mine });
    return { kind: 'conflict', field, message };
  });
}

type ExtractionResult = Extract<DocumentResult, { kind: 'extraction' }>;

function isEmpty({ extractedData }: ExtractionResult): boolean {
  return Object.keys(extractedData).length === 0;
}

function valueReasons(result: ExtractionResult, fields: readonly string[]): ReviewReason[] {
  if (result.status !== 'needs_review' && !isEmpty(result)) return [];
  const reasons: ReviewReason[] = [result.status === 'needs_review' ? askedByService : withoutValues];
  for (const field of fields) {
    const value = Object.hasOwn(result.extractedData, field) ? result.extractedData[field] : undefined;
    if (value === undefined || value === null) {
      reasons.push({ kind: 'missing-field', field, message: say('reasons.missing', { field }) });
    } else if (typeof value === 'string' && value.trim() === '') {
      reasons.push({ kind: 'empty-field', field, message: say('reasons.empty', { field }) });
    }
  }
  return reasons;
}

/** Whether a result waits for a person: the number that Review counts. */
export function needsReview(result: DocumentResult, possibleDuplicate: boolean, findings?: readonly Finding[]): boolean {
  if (possibleDuplicate) return true;
  if (result.kind === 'extraction')
    return result.status === 'needs_review' || (result.status !== 'confirmed' && (isEmpty(result) || isBreached(findings)));
  const hasCategory = result.categoryId !== undefined || result.categoryName !== undefined;
  return result.status === 'needs_review' || !hasCategory || isBreached(findings);
}
