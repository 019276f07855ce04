import type { CostTally } from '../../electron/core/account/costs.ts';
import type { Insights } from '../../electron/core/contract/insights.ts';

type Day = Insights['days'][number];

/** A bar in the charts: a day, or a week if there are many days. */
export interface Step {
  /** Its first day, YYYY-MM-DD. */
  readonly from: string;
  readonly straight: number;
  readonly reviewed: number;
  readonly failed: number;
}

/** Longer periods are drawn by week. */
const maxDays = 120;

/** The steps to draw, oldest first. */
export function stepsOf(days: readonly Day[]): readonly Step[] {
  return barsOf(days).map(stepOf);
}

/** The days that a bar stands for: each alone, or by week if there are many. */
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
  return { from: days[0]?.day ?? '', straight: straightThrough, reviewed: Math.max(0, delivered - straightThrough), failed };
}

/** The sums of the days. */
export function totalsOf(days: readonly Day[]) {
  const sum = (of: (day: Day) => number): number => days.reduce((total, day) => total + of(day), 0);
  return {
    delivered: sum((day) => day.delivered),
    straightThrough: sum((day) => day.straightThrough),
    failed: sum((day) => day.failed),
    duplicates: sum((day) => day.duplicates),
  };
}

export function isEmpty(days: readonly Day[]): boolean {
  return days.every((day) => day.found === 0 && day.delivered === 0 && day.failed === 0 && day.duplicates === 0);
}
