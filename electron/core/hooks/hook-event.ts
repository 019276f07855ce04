import { z } from 'zod';
import { hookNames } from '../config/hooks.ts';
import { messageSchema } from '../messages/message.ts';

const hookEventStates = ['pending', 'done', 'given-up'] as const;

/**
 * An event for a hook, as the ledger keeps it until long after somebody has taken it. Times are milliseconds since the epoch.
 */
export const hookEventSchema = z.object({
  /** The ledger's number: events are told in its order. It is what hooks are told as the revision of a document. */
  id: z.number(),
  /** The event's own id, the same however often it is told. */
  eventId: z.string(),
  name: z.enum(hookNames),
  folderId: z.number(),
  /** 0: it is about the folder itself. */
  documentId: z.number(),
  at: z.number(),
  /** What is told: JSON. Gone once somebody has taken it. */
  body: z.string().exactOptional(),
  state: z.enum(hookEventStates),
  /** How often it was told in vain. */
  attempts: z.number(),
  /** When it is told next, while it is pending. */
  nextAt: z.number(),
  /** When it was last told. */
  triedAt: z.number().exactOptional(),
  /** Why nobody took it. */
  message: messageSchema.exactOptional(),
  /** The end of what the program wrote, or of what the receiver answered. */
  output: z.string().exactOptional(),
});

export type HookEvent = Readonly<z.output<typeof hookEventSchema>>;

export interface HookCounts {
  readonly pending: number;
  /** Of these, told in vain at least once. */
  readonly failing: number;
  readonly givenUp: number;
}
