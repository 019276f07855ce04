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

/** Days of a calendar; `starts` has one moment more than `names`: where the day after the last one begins. */
export interface Days {
  /** YYYY-MM-DD, oldest first. */
  readonly names: readonly string[];
  /** Milliseconds since the epoch. */
  readonly starts: readonly number[];
}

/**
 * The last `count` days of a time zone, the one of `now` included. A day may have 23 or 25 hours, or begin at one
 * o'clock.
 *
 * @param timeZone IANA name; undefined comes back for one that there is not
 */
export function daysBefore(now: number, count: number, timeZone: string): Days | undefined {
  const civil = civilClock(timeZone);
  if (civil === undefined) return undefined;
  const today = Math.floor(civil(now) / dayMs);
  const numbers = Array.from({ length: count + 1 }, (_, index) => today - count + 1 + index);
  return {
    names: numbers.slice(0, -1).map((number) => new Date(number * dayMs).toISOString().slice(0, 10)),
    starts: numbers.map((number) => startOf(number * dayMs, civil)),
  };
}

/** The numbers of the plots. Copies count separately: their time says nothing about the service or people. */
export function insightsOf(days: Days, facts: InsightFacts, folderPath: (id: number) => string): Insights {
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

const dayMs = 24 * 60 * 60_000;

/** The local time of a time zone at a moment, as if it were UTC; whole seconds. */
function civilClock(timeZone: string): ((at: number) => number) | undefined {
  try {
    const numeric = {
      year: 'numeric',
      month: 'numeric',
      day: 'numeric',
      hour: 'numeric',
      minute: 'numeric',
      second: 'numeric',
    } as const;
    const format = new Intl.DateTimeFormat('en-US', { timeZone, hourCycle: 'h23', calendar: 'iso8601', ...numeric });
    return (at) => {
      const part = Object.fromEntries(format.formatToParts(at).map(({ type, value }) => [type, Number(value)]));
      const { year = 0, month = 1, day = 1, hour = 0, minute = 0, second = 0 } = part;
      return Date.UTC(year, month - 1, day, hour, minute, second);
    };
  } catch (error) {
    if (error instanceof RangeError) return undefined;
    throw error;
  }
}

/** The first moment of a day. @param midnight of the day, as if it were UTC */
function startOf(midnight: number, civil: (at: number) => number): number {
  let start = midnight;
  for (let step = 0; step < 2; step += 1) start -= civil(start) - midnight;
  if (civil(start) === midnight && civil(start - 1_000) < midnight) return start;
  // The clocks change at midnight: there is no midnight, or there are two.
  let [before, after] = [midnight - dayMs, midnight + dayMs];
  while (after - before > 1_000) {
    const between = Math.floor((before + after) / 2_000) * 1_000;
    if (civil(between) >= midnight) after = between;
    else before = between;
  }
  return after;
}
