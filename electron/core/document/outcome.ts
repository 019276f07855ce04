import { z } from 'zod';
import { messageSchema } from '../messages/message.ts';
import type { Immutable } from '../plain-data.ts';
import { resultSchema } from './result.ts';

/** What became of a content at the service: what machines that share a register tell each other of it. */
export const outcomeSchema = z.object({
  /** As the service gave it. */
  status: z.string(),
  /** Why it failed. */
  message: messageSchema.exactOptional(),
  result: resultSchema.exactOptional(),
});

export type Outcome = Immutable<z.output<typeof outcomeSchema>>;
