import { z } from 'zod';
import { routeSchema } from '../config/folder-settings.ts';
import { type Document, fileNameOf } from '../document/document.ts';
import { verdictIn } from '../document/kept-result.ts';
import type { DocumentResult } from '../document/result.ts';
import { given } from '../plain-data.ts';
import { type Route, routeKey } from '../protocol/route.ts';

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

const shape = z.object({
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
  const { data } = shape.safeParse(json);
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
        ...given({
          batchId: before.batch_id ?? undefined,
          fileId: before.file_id ?? undefined,
          result: verdictIn(json, { route, hash: sha256 })?.result,
        }),
      },
    }),
  };
}
