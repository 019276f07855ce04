import { z } from 'zod';
import { routeSchema } from '../config/folder-settings.ts';
import { defined } from '../plain-data.ts';
import { type Route, routeKey } from '../protocol/route.ts';
import type { Review } from '../review/local-review.ts';
import { type Document, fileNameOf } from './document.ts';
import { type DocumentResult, resultSchema } from './result.ts';

const members = z.record(z.string(), z.unknown());
const text = z.string().nullish();

const reviewedShape = z.object({
  by: z.string(),
  at: z.string(),
  changes: z.array(z.object({ field: z.string().optional(), from: text, to: text, at: z.string(), by: z.string() })),
});
const source = { intray: z.literal(1), source: z.object({ sha256: z.string() }) };
const part = z.object({
  route: z.object({ ...routeSchema.shape }),
  status: z.string(),
  extracted_data: members.optional(),
  model_used: text,
  category: z.object({ id: text, name: text }).nullish(),
  confidence: z.number().nullish(),
  reasoning: text,
  other: members.optional(),
  reviewed: reviewedShape.optional(),
});
const shape = z.object({ ...source, ...part.shape });
const passedShape = z.object({ ...source, classification: part });

/** A result, and what people have made of it. */
export interface KeptPart {
  readonly result: DocumentResult;
  readonly review?: Review;
}

/**
 * The result in a JSON that Intray wrote, with the values as people corrected them; undefined if it is not about this content on
 * this route. Whether Intray wrote it, its hash tells: anybody may have put a file there.
 */
export function resultIn(json: unknown, { route, hash }: Pick<Document, 'route' | 'hash'>): KeptPart | undefined {
  const { data } = shape.safeParse(json);
  return data === undefined || data.source.sha256 !== hash ? undefined : partOf(data, route);
}

/** The verdict in the same JSON of a document that went on from this classification. */
export function verdictIn(json: unknown, { route, hash }: Pick<Document, 'route' | 'hash'>): KeptPart | undefined {
  const { data } = passedShape.safeParse(json);
  return data === undefined || data.source.sha256 !== hash ? undefined : partOf(data.classification, route);
}

function partOf(data: z.output<typeof part>, route: Route): KeptPart | undefined {
  const result = resultOf(data, route);
  const review = data.reviewed === undefined ? undefined : reviewOf(data.reviewed);
  return result && { result, ...defined({ review }) };
}

/** With the last confirmation alone: a JSON tells of no other. Its corrections are in the result. */
function reviewOf({ by, at, changes }: z.output<typeof reviewedShape>): Review {
  const last = changes.at(-1);
  const isCategory = last !== undefined && last.field === undefined && last.at === at;
  return {
    confirmations: [{ by, at: Date.parse(at), corrections: {}, ...(isCategory && { category: true }) }],
    changes: changes.map(({ field, from, to, ...each }) => ({
      ...defined({ field, from: from ?? undefined, to: to ?? undefined }),
      ...{ at: Date.parse(each.at), by: each.by },
    })),
  };
}

/** Of each kind of result, the schema takes the members that are its own. */
function resultOf(data: z.output<typeof part>, route: Route): DocumentResult | undefined {
  if (routeKey(data.route) !== routeKey(route)) return undefined;
  const { status, other: extra = {}, category } = data;
  const found = defined({
    extractedData: data.extracted_data,
    modelUsed: data.model_used ?? undefined,
    categoryId: category?.id ?? undefined,
    categoryName: category?.name ?? undefined,
    confidence: data.confidence ?? undefined,
    reasoning: data.reasoning ?? undefined,
  });
  return resultSchema.safeParse({ kind: route.kind, status, ...found, extra }).data;
}

/**
 * What a JSON beside a file says: that this content was sent on this route and has a result. Anybody who can write to the
 * folder could have put it there, so it proves nothing; the service does.
 */
export interface Claim {
  /** The service's ids. */
  readonly batchId: string;
  readonly fileId?: string;
  /** The name that the file had then. */
  readonly fileName: string;
  /** People had confirmed or corrected its values. */
  readonly reviewed: boolean;
  /** It was sent on into another step, which the ids above are of: its route, and what came of the step before. */
  readonly later?: {
    readonly route: Route;
    /** The service's ids of the step before. */
    readonly batchId?: string;
    readonly fileId?: string;
    readonly result?: DocumentResult;
  };
}

const claimShape = z.object({
  intray: z.literal(1),
  source: z.object({ file: z.string(), sha256: z.string() }),
  service: z.string(),
  route: z.object({ ...routeSchema.shape }),
  batch_id: z.string(),
  file_id: z.string().nullish(),
  reviewed: z.unknown().optional(),
  classification: z
    .object({ route: z.object({ ...routeSchema.shape }), batch_id: z.string().nullish(), file_id: z.string().nullish() })
    .optional(),
});

/** Reads the JSON beside a document whose content is known; undefined if it claims nothing about that content on its route. */
export function claimIn(json: unknown, { origin, route }: Pick<Document, 'origin' | 'route'>, sha256: string): Claim | undefined {
  const { data } = claimShape.safeParse(json);
  if (data === undefined || data.source.sha256 !== sha256 || data.service !== origin) return undefined;
  const before = routeKey(data.route) === routeKey(route) ? undefined : data.classification;
  if (before === undefined ? routeKey(data.route) !== routeKey(route) : routeKey(before.route) !== routeKey(route))
    return undefined;
  return {
    batchId: data.batch_id,
    ...(typeof data.file_id === 'string' && { fileId: data.file_id }),
    fileName: fileNameOf(data.source.file),
    reviewed: data.reviewed !== undefined,
    ...(before !== undefined && {
      later: {
        route: data.route,
        ...defined({
          batchId: before.batch_id ?? undefined,
          fileId: before.file_id ?? undefined,
          result: verdictIn(json, { route, hash: sha256 })?.result,
        }),
      },
    }),
  };
}
