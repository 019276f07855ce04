import { z } from 'zod';
import { messageSchema } from '../messages/message.ts';
import type { Immutable } from '../plain-data.ts';

/**
 * What one of the folder's own checks says of a document. `breach`: it flags the field; `unchecked`: the values do not let it
 * say, which flags nothing. A check that holds says nothing.
 */
export const findingSchema = z.object({
  /** The rule's name. */
  rule: z.string(),
  outcome: z.enum(['breach', 'unchecked']),
  field: z.string(),
  message: messageSchema,
  /** The other documents that it is about, by id: the first of them first. */
  others: z.array(z.number()).exactOptional(),
});

/** What the table of a folder's next step asks a person about is found by this rule, beside those of the folder's own checks. */
export const nextStepRule = 'next';

export type Finding = Immutable<z.output<typeof findingSchema>>;

export function breachesIn(findings: readonly Finding[] | undefined): readonly Finding[] {
  return findings?.filter(({ outcome }) => outcome === 'breach') ?? [];
}

export function isBreached(findings: readonly Finding[] | undefined): boolean {
  return findings?.some(({ outcome }) => outcome === 'breach') === true;
}
