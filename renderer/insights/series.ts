import type { Insights } from '../../electron/core/contract/insights.ts';

type Day = Insights['days'][number];

/** A bar or point of the plots: a day, or a week where there are many days. */
export interface Step {
  /** Its first day, YYYY-MM-DD. */
  readonly from: string;
  readonly straight: number;
  readonly looked: number;
  readonly failed: number;
  /** Straight through, of those delivered: from 0 to 1; absent without deliveries. */
  readonly rate?: number;
  /** Milliseconds; of a week those of its usual day. */
  readonly median?: number;
  readonly p90?: number;
}

/** More days than these are drawn by the week. */
export const maxDays = 120;

/** The days as they are drawn, oldest first. */
export function stepsOf(days: readonly Day[]): readonly Step[] {
  if (days.length <= maxDays) return days.map((day) => stepOf([day]));
  // Whole weeks, counted back from today: the last bar is not a short one.
  const short = days.length % 7;
  const weeks = short === 0 ? [] : [days.slice(0, short)];
  for (let at = short; at < days.length; at += 7) weeks.push(days.slice(at, at + 7));
  return weeks.map(stepOf);
}

function stepOf(days: readonly Day[]): Step {
  const { delivered, straightThrough, failed } = totalsOf(days);
  const median = usual(days, ({ medianMs }) => medianMs);
  const p90 = usual(days, ({ p90Ms }) => p90Ms);
  return {
    from: days[0]?.day ?? '',
    straight: straightThrough,
    looked: Math.max(0, delivered - straightThrough),
    failed,
    ...(delivered > 0 && { rate: straightThrough / delivered }),
    ...(median !== undefined && { median }),
    ...(p90 !== undefined && { p90 }),
  };
}

export interface Totals {
  readonly delivered: number;
  readonly straightThrough: number;
  readonly failed: number;
  readonly duplicates: number;
  /** Milliseconds from file to result on a usual day; absent without deliveries. */
  readonly medianMs?: number;
}

export function totalsOf(days: readonly Day[]): Totals {
  const sum = (of: (day: Day) => number): number => days.reduce((total, day) => total + of(day), 0);
  const medianMs = usual(days, (day) => day.medianMs);
  return {
    delivered: sum((day) => day.delivered),
    straightThrough: sum((day) => day.straightThrough),
    failed: sum((day) => day.failed),
    duplicates: sum((day) => day.duplicates),
    ...(medianMs !== undefined && { medianMs }),
  };
}

export function isEmpty(days: readonly Day[]): boolean {
  return days.every((day) => day.found === 0 && day.delivered === 0 && day.failed === 0 && day.duplicates === 0);
}

/**
 * The median of the days' own values, each counting as often as documents were delivered on it. The documents' own times
 * are not known here, so this is what a usual day was like and not the median of all documents.
 */
function usual(days: readonly Day[], of: (day: Day) => number | undefined): number | undefined {
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
