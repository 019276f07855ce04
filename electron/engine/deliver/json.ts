import type { DocumentResult } from '../../core/document/result.ts';
import { inEnglish } from '../../core/messages/wording.ts';
import { given } from '../../core/plain-data.ts';
import { assertNever } from '../../core/result.ts';
import { confirmationOf, type ReviewChange, reviewedResult, serviceText } from '../../core/review/local-review.ts';
import { reviewReasons } from '../../core/review/review-reasons.ts';
import type { TypedValue } from '../../core/values/typed-value.ts';
import { type Delivered, type EarlierDelivered, typedOf } from './delivered.ts';

/** The member `reviewed` of a JSON (`json.ts`); undefined if no confirmation is in force. */
function reviewedOf({ review, result }: Pick<Delivered, 'review' | 'result'>): object | undefined {
  const last = confirmationOf(review);
  if (review === undefined || last === undefined) return undefined;
  return {
    by: last.by,
    at: timeText(last.at),
    changes: review.changes.map(({ field, from, to, at, by }) => ({
      ...(field !== undefined && { field }),
      from: from ?? null,
      to: to ?? null,
      at: timeText(at),
      by,
    })),
    ...(review.conflict !== undefined && {
      service: Object.fromEntries(review.conflict.map((field) => [field, serviceText(result, field) ?? null])),
    }),
  };
}

/** The cells of the three columns of a CSV about the review; undefined if no confirmation is in force. */
export function reviewedCells({ review }: Delivered): { by: string; at: string; changes: string } | undefined {
  const last = confirmationOf(review);
  if (review === undefined || last === undefined) return undefined;
  return { by: last.by, at: timeText(last.at), changes: changesText(review.changes) };
}

/** `total: "1.00" → "2.00"; number: "" → "17"`: all changes, oldest first, including those that were undone. */
function changesText(changes: readonly ReviewChange[]): string {
  return changes
    .map(({ field, from, to }) => `${field ?? 'category'}: ${JSON.stringify(from ?? '')} → ${JSON.stringify(to ?? '')}`)
    .join('; ');
}

function timeText(at: number): string {
  return new Date(at).toISOString();
}

type Member = readonly [name: string, value: unknown];

/**
 * The JSON of a document: UTF-8, two spaces of indent, members always in this order, a line break at the end. The same
 * input gives the same bytes.
 *
 *     {
 *       "intray": 1,                                          the version of this shape
 *       "source": { "file": path relative to the folder, as it was found, "sha256": hex, "size": bytes },
 *       "service": origin, "route": { "kind", "id", "name" },
 *       "batch_id": the service's, "file_id": the service's,  null where they are not known
 *       "status": as the service gave it,
 *       "review": [{ "kind", "field" (where it is about one), "rule" (of one of the folder's own checks), "message" }],     empty:
 *         nobody needs to look
 *       "checks": [{ "rule", "field", "outcome": breach or unchecked, "message" }],     of the folder's own; only if there are any,
 *         whether somebody has confirmed the document or not
 *     of an extraction:
 *       "model_used": or null,
 *       "extracted_data": values as they came, or as a person corrected them, in the extraction's order, then any that it
 *         does not list,
 *       "typed": { field: { "kind": date, amount, currency, iban, vat-id or yes-no, "value": ISO date, decimals, ISO code …,
 *         "currency" (of an amount), "assumed": what was, if anything;  or "ambiguous": what it may mean, and no value } },
 *     of a classification:
 *       "category": { "id", "name" } or null, "confidence": or null, "reasoning": or null,
 *     of an extraction that a classification passed it on to:
 *       "classification": { "route", "batch_id", "file_id", "status", "category", "confidence", "reasoning", "reviewed", "other" },    each
 *         as above
 *       "reviewed": { "by", "at": ISO 8601, UTC,              only once a person has confirmed it here
 *         "changes": [{ "field" (of a category: none), "from", "to": null for no value, "at", "by" }],    oldest first
 *         "service": { field: the service's newer value } },    only while that differs, and nobody has resolved it
 *       "possible_duplicate": true,                           only then
 *       "duplicate_of": { "file", "folder" (another one) },   only of a copy that took another document's result
 *       "other": { undocumented members of the service's answer },    only if there are any
 *       "delivered_at": ISO 8601, UTC
 *     }
 */
export function jsonBytes(delivered: Delivered, deliveredAt: string): Uint8Array {
  return new TextEncoder().encode(`${jsonText(delivered, deliveredAt)}\n`);
}

/** The same on one line, for JSON Lines. */
export function jsonLine(delivered: Delivered, deliveredAt: string): Uint8Array {
  // JSON strings have no raw line breaks, so every line break belongs to the indentation.
  return new TextEncoder().encode(`${jsonText(delivered, deliveredAt).replace(/\n */g, '')}\n`);
}

function jsonText(delivered: Delivered, deliveredAt: string): string {
  const { info } = delivered;
  const result = reviewedResult(delivered.result, delivered.review);
  const reasons = reviewReasons(delivered.result, info.fields, delivered.possibleDuplicate, delivered.review, delivered.findings);
  const reviewed = reviewedOf(delivered);
  const members: Member[] = [
    ['intray', 1],
    ['source', { file: delivered.file, sha256: delivered.sha256, size: delivered.size }],
    ['service', delivered.origin],
    ['route', { kind: info.route.kind, id: info.route.id, name: info.name }],
    ['batch_id', delivered.batchId ?? null],
    ['file_id', delivered.fileId ?? null],
    ['status', result.status],
    [
      'review',
      reasons.map(({ kind, field, rule, message }) => ({
        kind,
        ...(field !== undefined && { field }),
        ...(rule !== undefined && { rule }),
        message: inEnglish(message),
      })),
    ],
    ...checkMembers(delivered),
    ...resultMembers(result, info.fields, typedOf(delivered)),
  ];
  if (delivered.earlier !== undefined) members.push(['classification', earlierMembers(delivered.earlier)]);
  if (reviewed !== undefined) members.push(['reviewed', reviewed]);
  if (delivered.possibleDuplicate) members.push(['possible_duplicate', true]);
  if (delivered.duplicateOf !== undefined) members.push(['duplicate_of', delivered.duplicateOf]);
  if (Object.keys(result.extra).length > 0) members.push(['other', result.extra]);
  members.push(['delivered_at', deliveredAt]);
  return objectText(members);
}

function earlierMembers({ info, batchId, fileId, result, review }: EarlierDelivered): Ordered {
  const { kind, id } = info.route;
  const where: Member[] = [
    ['route', { kind, id, name: info.name }],
    ['batch_id', batchId ?? null],
    ['file_id', fileId ?? null],
  ];
  if (result === undefined) return new Ordered(where);
  const reviewed = reviewedOf({ result, ...given({ review }) });
  return new Ordered([
    ...where,
    ['status', result.status],
    ...resultMembers(result, info.fields, new Map()),
    ...(reviewed === undefined ? [] : [['reviewed', reviewed] as const]),
    ...(Object.keys(result.extra).length === 0 ? [] : [['other', result.extra] as const]),
  ]);
}

/** Reads when a JSON of ours was delivered; undefined if it does not say. */
export function deliveredAtOf(bytes: Uint8Array): string | undefined {
  try {
    const value: unknown = JSON.parse(new TextDecoder().decode(bytes));
    if (typeof value !== 'object' || value === null || !('delivered_at' in value)) return undefined;
    return typeof value.delivered_at === 'string' ? value.delivered_at : undefined;
  } catch {
    return undefined;
  }
}

function resultMembers(result: DocumentResult, fields: readonly string[], typed: ReadonlyMap<string, TypedValue>): Member[] {
  switch (result.kind) {
    case 'extraction':
      return [
        ['model_used', result.modelUsed ?? null],
        ['extracted_data', new Ordered(orderedData(result.extractedData, fields))],
        ['typed', new Ordered(orderedData(Object.fromEntries([...typed].map(([key, value]) => [key, saidOf(value)])), fields))],
      ];
    case 'classification':
      return [
        ['category', categoryOf(result)],
        ['confidence', result.confidence ?? null],
        ['reasoning', result.reasoning ?? null],
      ];
    default:
      return assertNever(result);
  }
}

function checkMembers({ findings }: Delivered): Member[] {
  if (findings === undefined) return [];
  return [
    ['checks', findings.map(({ rule, field, outcome, message }) => ({ rule, field, outcome, message: inEnglish(message) }))],
  ];
}

function saidOf(typed: TypedValue): object {
  const { kind, currency } = typed;
  if (!('value' in typed)) return { kind, ambiguous: typed.ambiguous, ...(currency !== undefined && { currency }) };
  const { value, assumed } = typed;
  return { kind, value, ...(currency !== undefined && { currency }), ...(assumed.length > 0 && { assumed }) };
}

function categoryOf({ categoryId, categoryName }: Extract<DocumentResult, { kind: 'classification' }>): object | null {
  if (categoryId === undefined && categoryName === undefined) return null;
  return { id: categoryId ?? null, name: categoryName ?? null };
}

/** Values in the extraction's order, then those that it does not list, in the order in which they came. */
export function orderedData(data: Readonly<Record<string, unknown>>, fields: readonly string[]): readonly Member[] {
  const listed = new Set(fields.filter((field) => Object.hasOwn(data, field)));
  const beyond = Object.keys(data).filter((key) => !listed.has(key));
  return [...listed, ...beyond].map((key) => [key, data[key]]);
}

/** An object that keeps the order of its members: JavaScript's own objects put names like "1" first. */
class Ordered {
  readonly members: readonly Member[];

  constructor(members: readonly Member[]) {
    this.members = members;
  }
}

function objectText(members: readonly Member[]): string {
  if (members.length === 0) return '{}';
  const lines = members.map(([name, value]) => {
    const text = value instanceof Ordered ? objectText(value.members) : JSON.stringify(value, undefined, 2);
    // JSON strings have no raw line breaks, so every line break belongs to the indentation.
    return `  ${JSON.stringify(name)}: ${(text ?? 'null').replaceAll('\n', '\n  ')}`;
  });
  return `{\n${lines.join(',\n')}\n}`;
}
