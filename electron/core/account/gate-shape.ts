import { z } from 'zod';
import { messageSchema } from '../messages/message.ts';
import type { Gate } from './gate.ts';

const forbidden = z.object({
  kind: z.literal('forbidden'),
  message: messageSchema,
  reason: z.enum(['pages', 'revoked', 'unclear']),
  until: z.number(),
});

/** A gate as it is kept: unknown until it has passed here. */
export const gateShape: z.ZodType<Gate> = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('open') }),
  z.object({
    kind: z.literal('offline'),
    message: messageSchema,
    since: z.number(),
    until: z.number(),
    tries: z.number(),
    beneath: forbidden.exactOptional(),
  }),
  z.object({
    kind: z.literal('key'),
    message: messageSchema,
    reason: z.enum(['missing', 'invalid', 'revoked', 'unclear']),
    until: z.number().exactOptional(),
  }),
  forbidden,
  z.object({
    kind: z.literal('rate'),
    message: messageSchema,
    until: z.number(),
    tries: z.number(),
    beneath: forbidden.exactOptional(),
  }),
]);
