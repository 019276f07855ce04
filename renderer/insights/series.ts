import type { CostTally } from '../../electron/core/account/costs.ts';
import type { Insights } from '../../electron/core/contract/insights.ts';

type Day = Insights['days'][number];

/** A bar in the charts: a day. */
export interface Step {
  /** YYYY-MM-DD */
  readonly from: string;
  readonly straight: number;
  readonly reviewed: number;
  readonly failed: number;
}

/** The bars to draw, oldest first. */
export function stepsOf(days: readonly Day[]): readonly Step[] {
  return days.map(({ day, delivered, straightThrough, failed }) => ({
    from: day,
    straight: straightThrough,
    reviewed: Math.max(0, delivered - straightThrough),
    failed,
  }));
}

/** The sums of some tallies. */
export function tallyOf(some: readonly CostTally[]): Omit<CostTally, 'name'> {
  const sum = (of: Exclude<keyof CostTally, 'name'>) => some.reduce((total, each) => total + each[of], 0);
  const [documents, pages, guessed] = [sum('documents'), sum('pages'), sum('guessed')];
  return { documents, pages, guessed, finished: sum('finished'), open: sum('open'), failed: sum('failed') };
}

/** The sums of the days. */
export function totalsOf(days: readonly Day[]) {
  const sum = (of: (day: Day) => number): number => days.reduce((total, day) => total + of(day), 0);
  return {
    delivered: sum((day) => day.delivered),
    straightThrough: sum((day) => day.straightThrough),
    duplicates: sum((day) => day.duplicates),
  };
}

export function isEmpty(days: readonly Day[]): boolean {
  return days.every((day) => day.found === 0 && day.delivered === 0 && day.failed === 0 && day.duplicates === 0);
}
