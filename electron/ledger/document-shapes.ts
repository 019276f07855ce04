import { z } from 'zod';
import type { Delivery, DocumentResult, DocumentState, Wait } from '../core/document/document.ts';
import { messageSchema } from '../core/messages/message.ts';
import { terminalStatuses } from '../core/protocol/service-shapes.ts';
import type { Review } from '../core/review/local-review.ts';

/** The JSON that a document's row holds, as `core/document.ts` describes it. Stored data is unknown until it has passed here. */

const wait: z.ZodType<Wait> = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('ready'),
    notBefore: z.number(),
    cohort: z.string().exactOptional(),
    reason: messageSchema.exactOptional(),
  }),
  z.object({ kind: z.literal('behind'), first: z.number() }),
  z.object({
    kind: z.literal('held'),
    why: z.enum(['changed', 'first-failed', 'unresolved', 'unverified']),
    message: messageSchema,
  }),
  z.object({ kind: z.literal('blocked'), message: messageSchema }),
]);

const by = z.enum(['service', 'intray']);

export const stateShape: z.ZodType<DocumentState> = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('settling'), since: z.number() }),
  z.object({ kind: z.literal('waiting'), wait }),
  z.object({ kind: z.literal('uploading'), sent: z.boolean(), cohort: z.string().exactOptional() }),
  z.object({ kind: z.literal('unresolved'), message: messageSchema }),
  z.object({ kind: z.literal('queued'), status: z.string() }),
  z.object({
    kind: z.literal('processing'),
    status: z.string(),
    redo: z.object({ since: z.number(), failed: z.literal(true).exactOptional() }).exactOptional(),
  }),
  z.object({ kind: z.literal('processed') }),
  z.object({ kind: z.literal('needs_review') }),
  z.object({ kind: z.literal('confirmed') }),
  z.object({ kind: z.literal('failed'), by, message: messageSchema }),
  z.object({ kind: z.literal('duplicate'), of: z.number() }),
  z.object({ kind: z.literal('rejected'), message: messageSchema, by }),
  z.object({ kind: z.literal('gone'), was: z.lazy(() => stateShape) }),
]);

export const deliveryShape: z.ZodType<Delivery> = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('none') }),
  z.object({ kind: z.literal('pending'), message: messageSchema.exactOptional() }),
  z.object({ kind: z.literal('written'), at: z.number(), message: messageSchema.exactOptional() }),
  z.object({ kind: z.literal('done'), at: z.number() }),
]);

const members = z.record(z.string(), z.unknown());

export const resultShape: z.ZodType<DocumentResult> = z.discriminatedUnion('kind', [
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

export const reviewShape: z.ZodType<Review> = z.object({
  confirmations: z.array(
    z.object({
      at: z.number(),
      by: z.string(),
      corrections: z.record(z.string(), z.string().nullable()),
      settled: z.array(z.string()).exactOptional(),
      category: z.literal(true).exactOptional(),
    }),
  ),
  changes: z.array(
    z.object({
      at: z.number(),
      by: z.string(),
      field: z.string().exactOptional(),
      from: z.string().exactOptional(),
      to: z.string().exactOptional(),
    }),
  ),
  conflict: z.array(z.string()).exactOptional(),
});
