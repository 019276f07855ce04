import { z } from 'zod';
import { rule } from './rules.ts';

const dayMs = 86_400_000;
/** Mean lengths, in milliseconds: nothing hangs on a day. */
const units = { day: dayMs, week: 7 * dayMs, month: 30.4375 * dayMs, year: 365.25 * dayMs } as const;

const pattern = /^(\d{1,4}) (day|week|month|year)s?$/;

/** How long results and history stay in the ledger, such as `2 years` or `90 days`; left out: for ever. */
export const keepResultsSchema = z.string().refine((text) => keptForMs(text) !== undefined, { error: rule('keepResults') });

/** A length of time as people write it, in milliseconds; undefined for anything else, and for less than a day. */
export function keptForMs(text: string): number | undefined {
  const [, count, unit] = pattern.exec(text) ?? [];
  return Number(count) < 1 || unit === undefined ? undefined : Number(count) * units[unit as keyof typeof units];
}
