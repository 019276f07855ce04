import { z } from 'zod';
import { routeSchema } from '../config/folder-settings.ts';
import { given } from '../plain-data.ts';
import { type Route, routeKey } from '../protocol/route.ts';
import type { Review } from '../review/local-review.ts';
import type { Document } from './document.ts';
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
  return result && { result, ...given({ review }) };
}

/** With the last confirmation alone: a JSON tells of no other. Its corrections are in the result. */
function reviewOf({ by, at, changes }: z.output<typeof reviewedShape>): Review {
  const last = changes.at(-1);
  const isCategory = last !== undefined && last.field === undefined && last.at === at;
  return {
    confirmations: [{ by, at: Date.parse(at), corrections: {}, ...(isCategory && { category: true }) }],
    changes: changes.map(({ field, from, to, ...each }) => ({
      ...given({ field, from: from ?? undefined, to: to ?? undefined }),
      ...{ at: Date.parse(each.at), by: each.by },
    })),
  };
}

function resultOf(data: z.output<typeof part>, route: Route): DocumentResult | undefined {
  if (routeKey(data.route) !== routeKey(route)) return undefined;
  const { status, other: extra = {}, category } = data;
  const result =
    route.kind === 'extraction'
      ? {
          kind: route.kind,
          status,
          extractedData: data.extracted_data,
          ...given({ modelUsed: data.model_used ?? undefined }),
          extra,
        }
      : {
          kind: route.kind,
          status,
          ...given({
            categoryId: category?.id ?? undefined,
            categoryName: category?.name ?? undefined,
            confidence: data.confidence ?? undefined,
            reasoning: data.reasoning ?? undefined,
          }),
          extra,
        };
  return resultSchema.safeParse(result).data;
}
