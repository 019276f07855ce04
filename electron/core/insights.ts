import type { Days } from './calendar.ts';
import type { Insights } from './contract/insights.ts';

/** What the ledger knows of one delivered document. Milliseconds. */
export interface DeliveredFact {
  readonly folderId: number;
  readonly deliveredAt: number;
  /** From when it was found until its first delivery. */
  readonly tookMs: number;
  /** A copy that took a result at no cost. */
  readonly duplicate: boolean;
  /** Nobody was ever asked about it, or corrected it. */
  readonly straightThrough: boolean;
}

/** How many of something there were in one folder on one day: `day` counts from 0. */
export interface DayCount {
  readonly day: number;
  readonly folderId: number;
  readonly count: number;
}

export interface InsightFacts {
  readonly found: readonly DayCount[];
  readonly failed: readonly DayCount[];
  readonly delivered: readonly DeliveredFact[];
}

/** The numbers of the plots. Copies count separately: their time says nothing about the service or people. */
export function insightsOf(days: Days, facts: InsightFacts, folderPath: (id: number) => string): Omit<Insights, 'pages'> {
  const byDay = days.names.map(() => newTally());
  const byFolder = new Map<number, Tally>();
  const folder = (id: number): Tally => {
    const known = byFolder.get(id) ?? newTally();
    byFolder.set(id, known);
    return known;
  };
  const add = (counts: readonly DayCount[], what: 'found' | 'failed') => {
    for (const { day, folderId, count } of counts) {
      const tally = byDay[day];
      if (tally !== undefined) tally[what] += count;
      folder(folderId)[what] += count;
    }
  };
  add(facts.found, 'found');
  add(facts.failed, 'failed');
  for (const fact of facts.delivered) {
    const tally = byDay[dayOf(days.starts, fact.deliveredAt)];
    if (tally === undefined) continue;
    for (const each of [tally, folder(fact.folderId)]) {
      if (fact.duplicate) each.duplicates += 1;
      else {
        each.took.push(fact.tookMs);
        if (fact.straightThrough) each.straightThrough += 1;
      }
    }
  }
  return {
    days: byDay.map(({ found, failed, duplicates, straightThrough, took }, index) => ({
      day: days.names[index] ?? '',
      found,
      delivered: took.length,
      duplicates,
      straightThrough,
      failed,
      ...timesOf(took),
    })),
    folders: [...byFolder]
      .sort(([one], [other]) => one - other)
      .map(([folderId, { failed, straightThrough, took }]) => {
        const { medianMs } = timesOf(took);
        return {
          folderId,
          path: folderPath(folderId),
          delivered: took.length,
          straightThrough,
          failed,
          ...(medianMs !== undefined && { medianMs }),
        };
      }),
  };
}

interface Tally {
  found: number;
  failed: number;
  duplicates: number;
  straightThrough: number;
  readonly took: number[];
}

function newTally(): Tally {
  return { found: 0, failed: 0, duplicates: 0, straightThrough: 0, took: [] };
}

/** The median (between the two middle ones, where there are two) and the 90th percentile by nearest rank. */
function timesOf(took: readonly number[]): { medianMs?: number; p90Ms?: number } {
  const sorted = Float64Array.from(took).sort();
  const middle = (sorted.length - 1) / 2;
  const [low, high] = [sorted[Math.floor(middle)], sorted[Math.ceil(middle)]];
  const p90Ms = sorted[Math.ceil(sorted.length * 0.9) - 1];
  if (low === undefined || high === undefined || p90Ms === undefined) return {};
  return { medianMs: (low + high) / 2, p90Ms };
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
