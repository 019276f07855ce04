import type { Days } from './calendar.ts';
import type { Insights } from './contract/insights.ts';

/** What the ledger knows of one delivered document. Milliseconds. */
export interface DeliveredFact {
  readonly folderId: number;
  readonly deliveredAt: number;
  /** A copy that took a result at no cost. */
  readonly duplicate: boolean;
  /** Nobody was ever asked about it, or corrected it. */
  readonly straightThrough: boolean;
}

/** How many of something there were in one folder on one day: `day` counts from 0. */
interface DayCount {
  readonly day: number;
  readonly folderId: number;
  readonly count: number;
}

export interface InsightFacts {
  readonly found: readonly DayCount[];
  readonly failed: readonly DayCount[];
  readonly delivered: readonly DeliveredFact[];
}

/** The numbers of the plots. Copies count separately: they cost nothing. */
export function insightsOf(days: Days, facts: InsightFacts): Pick<Insights, 'days'> {
  const byDay = days.names.map((day) => ({ day, found: 0, delivered: 0, duplicates: 0, straightThrough: 0, failed: 0 }));
  for (const what of ['found', 'failed'] as const)
    for (const { day, count } of facts[what]) {
      const tally = byDay[day];
      if (tally !== undefined) tally[what] += count;
    }
  for (const { deliveredAt, duplicate, straightThrough } of facts.delivered) {
    const tally = byDay[dayOf(days.starts, deliveredAt)];
    if (tally === undefined) continue;
    tally[duplicate ? 'duplicates' : 'delivered'] += 1;
    if (!duplicate && straightThrough) tally.straightThrough += 1;
  }
  return { days: byDay };
}

/** The day that a moment lies in; -1 before the first, and beyond the last for what is later. */
function dayOf(starts: readonly number[], at: number): number {
  let [low, high] = [0, starts.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((starts[middle] ?? 0) <= at) low = middle + 1;
    else high = middle;
  }
  return low - 1;
}
