import { z } from 'zod';

/**
 * What a classified document waits for that the service itself passes on into a linked extraction: nothing is sent for it. Its values
 * come in a batch that an event of the service names, or a person.
 */
export const awaitsSchema = z.object({
  /** The extraction's id. */
  extraction: z.string(),
  /** Milliseconds since the epoch. */
  since: z.number(),
  /** It has waited for long: a person is asked. */
  overdue: z.literal(true).exactOptional(),
  /** The batch that a person has named, by the service's id, and the file in it. */
  named: z.object({ batch: z.string(), fileId: z.string().exactOptional() }).exactOptional(),
});

export type Awaits = Readonly<z.output<typeof awaitsSchema>>;

/** A person is asked after this long, in milliseconds. */
export const overdueMs = 60 * 60_000;
