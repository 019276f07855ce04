import type { DocumentResult } from '../../core/document/result.ts';
import { inEnglish } from '../../core/messages/wording.ts';
import { defined } from '../../core/plain-data.ts';
import { assertNever } from '../../core/result.ts';
import { confirmationOf, reviewedResult, reviewReasons, serviceText } from '../../core/review/local-review.ts';
import type { TypedValue } from '../../core/values/typed-value.ts';
import { type Delivered, type EarlierDelivered, typedOf } from './delivered.ts';

/** The member `reviewed` of a JSON (`json.ts`); undefined if no confirmation is in force. */
function reviewedOf({ review, result }: Pick<Delivered, 'review' | 'result'>): object | undefined {
  const last = confirmationOf(review);
  if (review === undefined || last === undefined) return undefined;
  return {
    by: last.by,
    at: new Date(last.at).toISOString(),
    changes: review.changes.map(({ field, from, to, at, by }) => ({
      ...(field !== undefined && { field }),
      from: from ?? null,
      to: to ?? null,
      at: new Date(at).toISOString(),
      by,
    })),
    ...(review.conflict !== undefined && {
      service: Object.fromEntries(review.conflict.map((field) => [field, serviceText(result, field) ?? null])),
    }),
  };
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
 *       "replaced": true,                                     only once another content has come to its path, and has its own result
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
  const { earlier, findings, info } = delivered;
  const result = reviewedResult(delivered.result, delivered.review);
  const reasons = reviewReasons(delivered.result, info.fields, delivered.possibleDuplicate, delivered.review, findings);
  const checks = findings?.map(({ rule, field, outcome, message }) => ({ rule, field, outcome, message: inEnglish(message) }));
  const typed = new Map([...typedOf(delivered)].map(([key, value]) => [key, saidOf(value)]));
  return objectText([
    ['intray', 1],
    ['source', { file: delivered.file, sha256: delivered.sha256, size: delivered.size }],
    ['service', delivered.origin],
    ['route', { kind: info.route.kind, id: info.route.id, name: info.name }],
    ['batch_id', delivered.batchId ?? null],
    ['file_id', delivered.fileId ?? null],
    ['status', result.status],
    [
      'review',
      reasons.map(({ message, kind, field, rule }) => ({ kind, ...defined({ field, rule }), message: inEnglish(message) })),
    ],
    ['checks', checks],
    ...resultMembers(result, info.fields, typed),
    ['classification', earlier && earlierMembers(earlier)],
    ['reviewed', reviewedOf(delivered)],
    ['possible_duplicate', delivered.possibleDuplicate ? true : undefined],
    ['replaced', delivered.isReplaced ? true : undefined],
    ['duplicate_of', delivered.duplicateOf],
    ['other', otherOf(result)],
    ['delivered_at', deliveredAt],
  ]);
}

function earlierMembers({ info, batchId, fileId, result, review }: EarlierDelivered): ReadonlyMap<string, unknown> {
  const { kind, id } = info.route;
  const reviewed = result && reviewedOf({ result, ...defined({ review }) });
  return new Map<string, unknown>([
    ['route', { kind, id, name: info.name }],
    ['batch_id', batchId ?? null],
    ['file_id', fileId ?? null],
    ...(result === undefined ? [] : ([['status', result.status], ...resultMembers(result, info.fields, new Map())] as const)),
    ['reviewed', reviewed],
    ['other', result && otherOf(result)],
  ]);
}

function otherOf({ extra }: DocumentResult): object | undefined {
  return Object.keys(extra).length === 0 ? undefined : extra;
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

function resultMembers(result: DocumentResult, fields: readonly string[], typed: ReadonlyMap<string, unknown>): Member[] {
  switch (result.kind) {
    case 'extraction':
      return [
        ['model_used', result.modelUsed ?? null],
        ['extracted_data', new Map(orderedData(result.extractedData, fields))],
        ['typed', new Map(orderedData(Object.fromEntries(typed), fields))],
      ];
    case 'classification': {
      const { categoryId: id = null, categoryName: name = null } = result;
      return [
        ['category', id === null && name === null ? null : { id, name }],
        ['confidence', result.confidence ?? null],
        ['reasoning', result.reasoning ?? null],
      ];
    }
    default:
      return assertNever(result);
  }
}

function saidOf(typed: TypedValue): object {
  const { kind, currency } = typed;
  if (!('value' in typed)) return { kind, ambiguous: typed.ambiguous, ...defined({ currency }) };
  const { value, assumed } = typed;
  return { kind, value, ...defined({ currency }), ...(assumed.length > 0 && { assumed }) };
}

/** Values in the extraction's order, then those that it does not list, in the order in which they came. */
export function orderedData(data: Readonly<Record<string, unknown>>, fields: readonly string[]): readonly Member[] {
  const members: Member[] = [];
  for (const key of new Set([...fields, ...Object.keys(data)])) if (Object.hasOwn(data, key)) members.push([key, data[key]]);
  return members;
}

/** JavaScript's own objects put names like "1" first: what has to keep an order is a map. What is undefined is left out. */
function objectText(members: Iterable<Member>): string {
  const lines: string[] = [];
  for (const [name, value] of members) {
    if (value === undefined) continue;
    const text = value instanceof Map ? objectText(value) : JSON.stringify(value, undefined, 2);
    // JSON strings have no raw line breaks, so every line break belongs to the indentation.
    lines.push(`  ${JSON.stringify(name)}: ${text.replaceAll('\n', '\n  ')}`);
  }
  return lines.length === 0 ? '{}' : `{\n${lines.join(',\n')}\n}`;
}
