import { z } from 'zod';
import type { Immutable } from '../plain-data.ts';
import { terminalStatuses } from './states.ts';

const members = z.record(z.string(), z.unknown());

/** What the service found in a document, in its own words. */
export const resultSchema = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('extraction'),
    status: z.enum(terminalStatuses),
    extractedData: members,
    modelUsed: z.string().exactOptional(),
    extra: members,
  }),
  z.object({
    kind: z.literal('classification'),
    status: z.string(),
    categoryId: z.string().exactOptional(),
    categoryName: z.string().exactOptional(),
    confidence: z.number().exactOptional(),
    reasoning: z.string().exactOptional(),
    extra: members,
  }),
]);

export type DocumentResult = Immutable<z.output<typeof resultSchema>>;
