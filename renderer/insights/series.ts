import type { CostTally } from '../../electron/core/account/costs.ts';
import type { Insights } from '../../electron/core/contract/insights.ts';

type Day = Insights['days'][number];

/** A bar or point in the charts: a day, or a week if there are many days. */
export interface Step {
  /** Its first day, YYYY-MM-DD. */
  readonly from: string;
  readonly straight: number;
  readonly reviewed: number;
  readonly failed: number;
  /** The share of delivered documents that went straight through, 0 to 1; absent without deliveries. */
  readonly rate?: number;
  /** Milliseconds; for a week, the median of its days. */
  readonly median?: number;
  readonly p90?: number;
}

/** What a chart over time draws. */
export interface StepsProps {
  readonly steps: readonly Step[];
  readonly byWeek: boolean;
}

/** Longer periods are drawn by week. */
const maxDays = 120;

/** The steps to draw, oldest first. */
export function stepsOf(days: readonly Day[]): readonly Step[] {
  return barsOf(days).map(stepOf);
}

/** The days that a bar or point stands for: each alone, or by week if there are many. */
function barsOf<OfDay>(days: readonly OfDay[]): readonly (readonly OfDay[])[] {
  if (days.length <= maxDays) return days.map((day) => [day]);
  // Whole weeks, counted back from today, so that the last bar is a full one.
  const short = days.length % 7;
  const weeks = short === 0 ? [] : [days.slice(0, short)];
  for (let at = short; at < days.length; at += 7) weeks.push(days.slice(at, at + 7));
  return weeks;
}

/** The pages to draw, by day or week, oldest first. */
export function pageStepsOf(days: readonly CostTally[]): readonly CostTally[] {
  return barsOf(days).map((some) => tallyOf(some, some[0]?.name ?? ''));
}

/** The sums of some tallies. */
export function tallyOf(some: readonly CostTally[], name: string): CostTally {
  const sum = (of: Exclude<keyof CostTally, 'name'>) => some.reduce((total, each) => total + each[of], 0);
  const [documents, pages, guessed] = [sum('documents'), sum('pages'), sum('guessed')];
  return { name, documents, pages, guessed, finished: sum('finished'), open: sum('open'), failed: sum('failed') };
}

function stepOf(days: readonly Day[]): Step {
  const { delivered, straightThrough, failed } = totalsOf(days);
  const median = typical(days, ({ medianMs }) => medianMs);
  const p90 = typical(days, ({ p90Ms }) => p90Ms);
  return {
    from: days[0]?.day ?? '',
    straight: straightThrough,
    reviewed: Math.max(0, delivered - straightThrough),
    failed,
    ...(delivered > 0 && { rate: straightThrough / delivered }),
    ...(median !== undefined && { median }),
    ...(p90 !== undefined && { p90 }),
  };
}

/** The sums of the days. `medianMs`, from file to result on a typical day, is undefined without deliveries. */
export function totalsOf(days: readonly Day[]) {
  const sum = (of: (day: Day) => number): number => days.reduce((total, day) => total + of(day), 0);
  return {
    delivered: sum((day) => day.delivered),
    straightThrough: sum((day) => day.straightThrough),
    failed: sum((day) => day.failed),
    duplicates: sum((day) => day.duplicates),
    medianMs: typical(days, (day) => day.medianMs),
  };
}

export function isEmpty(days: readonly Day[]): boolean {
  return days.every((day) => day.found === 0 && day.delivered === 0 && day.failed === 0 && day.duplicates === 0);
}

/**
 * The median of the days' values, weighted by the documents delivered on each day. The times of single documents are not
 * known here, so this describes a typical day rather than the median of all documents.
 */
function typical(days: readonly Day[], of: (day: Day) => number | undefined): number | undefined {
  const known = days.flatMap((day) => {
    const value = of(day);
    return value === undefined || day.delivered === 0 ? [] : [{ value, weight: day.delivered }];
  });
  known.sort((a, b) => a.value - b.value);
  const half = known.reduce((total, { weight }) => total + weight, 0) / 2;
  let passed = 0;
  return known.find(({ weight }) => {
    passed += weight;
    return passed >= half;
  })?.value;
}
