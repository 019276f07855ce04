import { z } from 'zod';
import { routeSchema } from '../config/folder-settings.ts';
import { given } from '../plain-data.ts';
import { type Route, routeKey } from '../protocol/route.ts';
import type { Document } from './document.ts';
import { type DocumentResult, resultSchema } from './result.ts';

const members = z.record(z.string(), z.unknown());
const text = z.string().nullish();

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
});
const shape = z.object({ ...source, ...part.shape });
const passedShape = z.object({ ...source, classification: part });

/**
 * The result in a JSON that Intray wrote, with the values as people corrected them; undefined if it is not about this content on
 * this route. Whether Intray wrote it, its hash tells: anybody may have put a file there.
 */
export function resultIn(json: unknown, { route, hash }: Pick<Document, 'route' | 'hash'>): DocumentResult | undefined {
  const { data } = shape.safeParse(json);
  return data === undefined || data.source.sha256 !== hash ? undefined : resultOf(data, route);
}

/** The verdict in the same JSON of a document that went on from this classification. */
export function verdictIn(json: unknown, { route, hash }: Pick<Document, 'route' | 'hash'>): DocumentResult | undefined {
  const { data } = passedShape.safeParse(json);
  return data === undefined || data.source.sha256 !== hash ? undefined : resultOf(data.classification, route);
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
