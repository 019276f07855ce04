import { z } from 'zod';
import { type Finding, nextStepRule } from '../checks/rules.ts';
import type { DocumentResult } from '../document/result.ts';
import { type Message, say } from '../messages/message.ts';
import { type Immutable, sameJson } from '../plain-data.ts';
import { err, ok, type Result } from '../result.ts';

const confirmationSchema = z.object({
  /** Milliseconds since the epoch. */
  at: z.number(),
  by: z.string(),
  /** Field key → the value that counts from then on; null: the service's own counts again. */
  corrections: z.record(z.string(), z.string().nullable()),
  /** Fields whose conflict it resolved. The ledger has kept them under this name from the start. */
  settled: z.array(z.string()).exactOptional(),
  /** It set the category at the service as well, which nothing here takes back. */
  category: z.literal(true).exactOptional(),
});

const changeSchema = z.object({
  at: z.number(),
  by: z.string(),
  /** Absent: the category. */
  field: z.string().exactOptional(),
  /** Absent: there was none, or there is none now. */
  from: z.string().exactOptional(),
  to: z.string().exactOptional(),
});

/**
 * What people made of a result here. The service documents no call to confirm or correct, so it is kept locally, beside
 * what the service said: that is never overwritten, and a person's word counts before it.
 */
export const reviewSchema = z.object({
  /** Those that stand, oldest first: undoing takes the last one away. None: nobody has confirmed it. */
  confirmations: z.array(confirmationSchema),
  /** The trail: every change of a value, those that were taken back too, oldest first. It only ever grows. */
  changes: z.array(changeSchema),
  /** Fields of which the service said something newer that differs from the correction made here; absent without any. */
  conflict: z.array(z.string()).exactOptional(),
});

export type Review = Immutable<z.output<typeof reviewSchema>>;
export type Confirmation = Immutable<z.output<typeof confirmationSchema>>;
export type ReviewChange = Immutable<z.output<typeof changeSchema>>;

/** Whether a person set the category that counts now. */
export function isCategorySet(review: Review | undefined, name: string): boolean {
  return review?.changes.findLast(({ field }) => field === undefined)?.to === name;
}

/**
 * What a person makes of a document. `corrections`: field key → new value. `undo` takes back the last confirmation with its
 * corrections, or a dismissal. `resolve` ends a conflict between a correction and what the service has said since.
 */
export const reviewActSchema = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('confirm'), corrections: z.record(z.string(), z.string()) }),
  z.object({ kind: z.literal('undo') }),
  z.object({ kind: z.literal('resolve'), take: z.enum(['mine', 'service']) }),
  z.object({ kind: z.literal('dismiss') }),
]);

export type ReviewAct = Immutable<z.output<typeof reviewActSchema>>;

/** Who did it, and when (ms since the epoch). */
export interface Signature {
  readonly at: number;
  readonly by: string;
}

export type Extracted = Extract<DocumentResult, { kind: 'extraction' }>;

const nothing: Review = { confirmations: [], changes: [] };

/** A value as a person reads and corrects it: text as it is, nothing for what is not there, JSON for what has parts. */
export function textOf(value: unknown): string | undefined {
  if (value === undefined || value === null) return undefined;
  return typeof value === 'string' ? value : JSON.stringify(value);
}

/** The last confirmation that stands. */
export function confirmationOf(review: Review | undefined): Confirmation | undefined {
  return review?.confirmations.at(-1);
}

/** Whether `undo` has something to take back. */
export function isUndoable(review: Review | undefined): boolean {
  const last = confirmationOf(review);
  return last !== undefined && last.category === undefined;
}

/** The corrections that count, by field key. */
export function correctionsOf(review: Review | undefined): ReadonlyMap<string, string> {
  const corrections = new Map<string, string>();
  for (const confirmation of review?.confirmations ?? []) {
    for (const [field, value] of Object.entries(confirmation.corrections)) {
      if (value === null) corrections.delete(field);
      else corrections.set(field, value);
    }
  }
  return corrections;
}

/** The result with a person's word before the service's. */
export function reviewedResult(result: DocumentResult, review: Review | undefined): DocumentResult {
  const corrections = correctionsOf(review);
  if (result.kind !== 'extraction' || corrections.size === 0) return result;
  return { ...result, extractedData: { ...result.extractedData, ...Object.fromEntries(corrections) } };
}

/** What the service itself says of a field. */
export function serviceText(result: DocumentResult, field: string): string | undefined {
  if (result.kind !== 'extraction' || !Object.hasOwn(result.extractedData, field)) return undefined;
  return textOf(result.extractedData[field]);
}

/** A person confirms the result. Corrections that say what is there anyway change nothing. */
export function confirm(
  review: Review | undefined,
  result: DocumentResult,
  corrections: Readonly<Record<string, string>>,
  signature: Signature,
): Result<Review, Message> {
  const before = review ?? nothing;
  if (before.conflict !== undefined) {
    return err(say('reviewing.conflictOpen'));
  }
  const standing = correctionsOf(before);
  const changed = Object.entries(corrections).filter(
    ([field, value]) => value !== (standing.get(field) ?? serviceText(result, field)),
  );
  return ok(confirmed(before, result, { ...signature, corrections: Object.fromEntries(changed) }));
}

/** Takes back the last confirmation with its corrections; the trail says so. */
export function undo(review: Review | undefined, result: DocumentResult, signature: Signature): Result<Review, Message> {
  const last = confirmationOf(review);
  if (review === undefined || last === undefined) return err(say('reviewing.nothingToUndo'));
  if (last.category === true) {
    return err(say('reviewing.categoryStays'));
  }
  const confirmations = review.confirmations.slice(0, -1);
  const after = { ...review, confirmations };
  const left = correctionsOf(after);
  const conflict = [...(review.conflict ?? []), ...(last.settled ?? [])].filter((field) => left.has(field));
  return ok(withTrail(withConflict(after, conflict), review, result, signature));
}

/** Resolves a conflict: the corrections made here count (`mine`), or what the service says now. */
export function resolveConflict(
  review: Review | undefined,
  result: DocumentResult,
  take: 'mine' | 'service',
  signature: Signature,
): Result<Review, Message> {
  if (review?.conflict === undefined) return err(say('reviewing.noConflict'));
  const resolved = review.conflict;
  const corrections = take === 'mine' ? {} : Object.fromEntries(resolved.map((field) => [field, null]));
  return ok(confirmed(withConflict(review, []), result, { ...signature, corrections, settled: resolved }));
}

/** A person has set the category, here and at the service. */
export function categorySet(review: Review | undefined, from: string | undefined, to: string, { at, by }: Signature): Review {
  const before = review ?? nothing;
  return {
    ...before,
    confirmations: [...before.confirmations, { at, by, corrections: {}, category: true }],
    changes: [...before.changes, { at, by, ...(from !== undefined && { from }), to }],
  };
}

/** A category that a person had set is changed back, as `after` says: what had been confirmed before that counts again. */
export function withoutCategory(after: Review, before: Review | undefined): Review {
  const confirmations = before?.confirmations ?? [];
  return { ...after, confirmations: confirmations.at(-1)?.category === true ? confirmations.slice(0, -1) : confirmations };
}

/** A new run was asked for: what was confirmed was about the old one. The trail stays. */
export function withoutConfirmations(review: Review | undefined): Review | undefined {
  return review === undefined ? undefined : { confirmations: [], changes: review.changes };
}

/**
 * The service gives a newer result. Without a correction made here its values are taken, and a confirmation of other
 * values stands no longer. A corrected field of which it says something new that differs from the correction, or whose
 * document it has `confirmed` meanwhile with another value, is in conflict until a person resolves it: the correction
 * still counts, and the service's value is kept beside it.
 */
export function received(
  review: Review | undefined,
  before: DocumentResult | undefined,
  after: DocumentResult,
): Review | undefined {
  if (review === undefined || before === undefined) return review;
  const corrections = correctionsOf(review);
  if (before.kind !== 'extraction' || after.kind !== 'extraction' || corrections.size === 0) {
    return sameVerdict(before, after) ? review : withoutConfirmations(review);
  }
  const confirmedSince = after.status === 'confirmed' && before.status !== 'confirmed';
  const conflict = [...corrections].flatMap(([field, mine]) => {
    const [was, theirs] = [serviceText(before, field) ?? '', serviceText(after, field) ?? ''];
    const open = review.conflict?.includes(field) === true || confirmedSince || theirs !== was;
    return open && theirs !== mine ? [field] : [];
  });
  return withConflict(review, conflict);
}

/** Whether two results say the same, whatever else is known of how they came about. */
export function sameVerdict(before: DocumentResult, after: DocumentResult): boolean {
  if (before.kind === 'extraction' && after.kind === 'extraction') {
    return sameJson(before.extractedData, after.extractedData);
  }
  if (before.kind !== 'classification' || after.kind !== 'classification') return false;
  // A category that a person chose by its id may have had no name here.
  if (before.categoryId !== undefined && after.categoryId !== undefined) return before.categoryId === after.categoryId;
  return before.categoryName === after.categoryName;
}

function confirmed(before: Review, result: DocumentResult, confirmation: Confirmation): Review {
  const after = { ...before, confirmations: [...before.confirmations, confirmation] };
  return withTrail(after, before, result, confirmation);
}

/** `after` with what now counts otherwise than in `before` at the end of the trail. */
function withTrail(after: Review, before: Review, result: DocumentResult, { at, by }: Signature): Review {
  const [old, now] = [correctionsOf(before), correctionsOf(after)];
  const changes = [...new Set([...old.keys(), ...now.keys()])].flatMap((field): ReviewChange[] => {
    const service = serviceText(result, field);
    const [from, to] = [old.get(field) ?? service, now.get(field) ?? service];
    if (from === to) return [];
    return [{ at, by, field, ...(from !== undefined && { from }), ...(to !== undefined && { to }) }];
  });
  return { ...after, changes: [...after.changes, ...changes] };
}

function withConflict({ confirmations, changes }: Review, conflict: readonly string[]): Review {
  return { confirmations, changes, ...(conflict.length > 0 && { conflict: [...new Set(conflict)].sort() }) };
}

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
  if (possibleDuplicate) reasons.push({ kind: 'possible-duplicate', message: say('reasons.sentTwice') });
  if (result.kind === 'extraction' && result.status === 'confirmed') return reasons;
  if (result.status === 'needs_review') reasons.push(askedByService);
  if (result.kind === 'classification') {
    if (result.categoryId === undefined && result.categoryName === undefined)
      reasons.push({ kind: 'no-category', message: say('reasons.noCategory') });
  } else {
    const isEmpty = Object.keys(result.extractedData).length === 0;
    if (isEmpty && result.status !== 'needs_review') reasons.push(withoutValues);
    if (isEmpty || result.status === 'needs_review') reasons.push(...fields.flatMap((field) => fieldReasons(result, field)));
  }
  for (const { outcome, rule, field, message } of findings ?? [])
    if (outcome === 'breach')
      reasons.push({
        kind: 'check',
        rule,
        field,
        message: rule === nextStepRule ? message : say('checks.flagged', { rule, message }),
      });
  return reasons;
}

/** The one field that a document is flagged for, and why, to be compared with another document's; undefined if there is more, or nothing. */
export function gapOf(reasons: readonly ReviewReason[]): { readonly field: string; readonly key: string } | undefined {
  const [only, ...others] = reasons.filter(({ kind }) => kind !== 'service');
  if (only?.field === undefined || only.kind === 'conflict' || others.length > 0) return undefined;
  const { kind, field, rule = '' } = only;
  return { field, key: JSON.stringify([kind, field, rule]) };
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

/** A value that is missing, or empty. */
function fieldReasons({ extractedData }: Extracted, field: string): ReviewReason[] {
  const value = Object.hasOwn(extractedData, field) ? extractedData[field] : undefined;
  if (value === undefined || value === null)
    return [{ kind: 'missing-field', field, message: say('reasons.missing', { field }) }];
  const isEmpty = typeof value === 'string' && value.trim() === '';
  return isEmpty ? [{ kind: 'empty-field', field, message: say('reasons.empty', { field }) }] : [];
}
