import { confirmationOf, type ReviewChange, serviceText } from '../../core/review/local-review.ts';
import type { Delivered } from './delivered.ts';

/** The member `reviewed` of a JSON (`json.ts`); undefined if no confirmation is in force. */
export function reviewedOf({ review, result }: Pick<Delivered, 'review' | 'result'>): object | undefined {
  const last = confirmationOf(review);
  if (review === undefined || last === undefined) return undefined;
  return {
    by: last.by,
    at: timeText(last.at),
    changes: review.changes.map(({ field, from, to, at, by }) => ({
      ...(field !== undefined && { field }),
      from: from ?? null,
      to: to ?? null,
      at: timeText(at),
      by,
    })),
    ...(review.conflict !== undefined && {
      service: Object.fromEntries(review.conflict.map((field) => [field, serviceText(result, field) ?? null])),
    }),
  };
}

/** The cells of the three columns of a CSV about the review; undefined if no confirmation is in force. */
export function reviewedCells({ review }: Delivered): { by: string; at: string; changes: string } | undefined {
  const last = confirmationOf(review);
  if (review === undefined || last === undefined) return undefined;
  return { by: last.by, at: timeText(last.at), changes: changesText(review.changes) };
}

/** `total: "1.00" → "2.00"; number: "" → "17"`: all changes, oldest first, including those that were undone. */
export function changesText(changes: readonly ReviewChange[]): string {
  return changes
    .map(({ field, from, to }) => `${field ?? 'category'}: ${JSON.stringify(from ?? '')} → ${JSON.stringify(to ?? '')}`)
    .join('; ');
}

function timeText(at: number): string {
  return new Date(at).toISOString();
}
