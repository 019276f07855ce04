import { z } from 'zod';
import type { Immutable } from '../plain-data.ts';
import type { Route } from '../protocol/route.ts';
import { rule } from './rules.ts';

export const extractionId = z
  .string({ error: rule('routeId') })
  .trim()
  .min(1);

/**
 * Where documents of a folder go on after the verdict of its classification: by category, which is a name or the service's id.
 * Whether the service passes them on itself is not shown anywhere, and has to be said: otherwise their pages would be paid for twice.
 * @param extraction how an extraction is given
 */
export function nextStepOf<Extraction extends z.ZodType>(extraction: Extraction) {
  /** What becomes of the documents of a category. `linked`: the service itself passes them on, so they are not sent again. */
  const target = z.union([z.literal('leave'), z.strictObject({ extraction, linked: z.boolean() })], {
    error: rule('categoryTarget'),
  });
  return z.strictObject({
    categories: z.record(z.string().trim().min(1), target),
    /**
     * Those of a category that is not in the table, of none, or of one that is not sure. An extraction takes what has no category,
     * or one of the table that is not sure; whatever else there is waits for a review.
     */
    otherwise: z
      .union([z.enum(['review', 'leave']), z.strictObject({ extraction })], { error: rule('otherwise') })
      .default('review'),
    /** A confidence below this is not sure; the service does not say what its bounds are. Left out: every verdict counts. */
    below: z.number().optional(),
  });
}

export const nextStepSchema = nextStepOf(extractionId);

export type NextStep = Immutable<z.output<typeof nextStepSchema>>;

/** The extractions that documents may go on to. */
export function nextRoutes(next: NextStep | undefined): readonly Route[] {
  if (next === undefined) return [];
  const targets = [...Object.values(next.categories), next.otherwise];
  const ids = targets.flatMap((each) => (typeof each === 'string' || ('linked' in each && each.linked) ? [] : [each.extraction]));
  return [...new Set(ids)].map((id) => ({ kind: 'extraction', id }));
}

/** Whether a document may be paid for in an extraction too. */
export function leadsOn(next: NextStep | undefined): boolean {
  return nextRoutes(next).length > 0 || linkedRoutes(next).length > 0;
}

/** The extractions that the service itself passes documents on to, as far as the table says. */
export function linkedRoutes(next: NextStep | undefined): readonly Route[] {
  const ids = linkedCategories(next).map(({ extraction }) => extraction);
  return [...new Set(ids)].map((id) => ({ kind: 'extraction', id }));
}

/** The categories that the table says to be linked, by name or the service's id, each with its extraction's id. */
export function linkedCategories(
  next: NextStep | undefined,
): readonly { readonly category: string; readonly extraction: string }[] {
  return Object.entries(next?.categories ?? {}).flatMap(([category, to]) =>
    to !== 'leave' && to.linked ? [{ category, extraction: to.extraction }] : [],
  );
}
