import { dayMs, dayName, daysBetween, endOfMonth } from '../calendar.ts';
import type { Standing } from '../document/standing.ts';
import type { RouteKind } from '../protocol/route.ts';

/** Documents of one day, folder, route and outcome, and the pages that they were taken to cost. */
export interface CostRow {
  /** YYYY-MM-DD in the account's time zone. */
  readonly day: string;
  readonly folderId: number;
  readonly kind: RouteKind;
  readonly routeId: string;
  readonly routeName?: string;
  /** What became of the documents; absent: the ledger has them no longer. */
  readonly standing?: Standing;
  readonly documents: number;
  readonly pages: number;
  /** Of the documents: nothing told their pages. */
  readonly guessed: number;
}

/** Copies of one day and folder that took a result at no cost. */
export interface SavedRow {
  readonly day: string;
  readonly folderId: number;
  readonly documents: number;
  /** What the documents whose results they took were charged. */
  readonly pages: number;
  readonly guessed: number;
}

/** Pages of one day, by what became of the documents. */
export interface CostTally {
  readonly name: string;
  readonly documents: number;
  readonly pages: number;
  readonly guessed: number;
  /** The pages again, in three parts. */
  readonly finished: number;
  readonly open: number;
  readonly failed: number;
}

const parts = {
  ...{ done: 'finished', confirmed: 'finished', dismissed: 'finished', gone: 'finished' },
  ...{ 'needs-you': 'open', waiting: 'open', 'on-the-way': 'open', failed: 'failed' },
} as const satisfies Readonly<Record<Standing, 'finished' | 'open' | 'failed'>>;

/** @param names those that have a tally in any case, and go first */
export function talliesOf(
  rows: readonly CostRow[],
  nameOf: (row: CostRow) => string,
  names: readonly string[] = [],
): readonly CostTally[] {
  const none = { documents: 0, pages: 0, guessed: 0, finished: 0, open: 0, failed: 0 };
  const tallies = new Map(names.map((name) => [name, { name, ...none }]));
  for (const row of rows) {
    const name = nameOf(row);
    const tally = tallies.get(name) ?? { name, ...none };
    for (const sum of ['documents', 'pages', 'guessed'] as const) tally[sum] += row[sum];
    tally[parts[row.standing ?? 'gone']] += row.pages;
    tallies.set(name, tally);
  }
  return [...tallies.values()];
}

/** A month, with the pages that were sent from its beginning on. */
export interface CostMonth {
  /** YYYY-MM */
  readonly name: string;
  readonly spent: number;
  /** About how many it will be at its end; absent while there is too little to go by. */
  readonly forecast?: number;
}

/** The forecast goes by so many days before today at most, and makes none by fewer than the half. */
export const forecastDays = 28;

/**
 * The month of today, and its forecast: what was sent, and for each day that remains the mean of the same weekday in the four
 * weeks before. Today counts with its mean, or with what was sent already, whichever is more.
 *
 * @param spent pages by day, of the month and the four weeks before
 * @param first the day from which on costs are known
 */
export function monthOf(spent: ReadonlyMap<string, number>, first: string | undefined, today: string): CostMonth {
  const now = Date.parse(today);
  const since = Math.max(first === undefined ? now : Date.parse(first), now - forecastDays * dayMs);
  const isKnown = now - since >= (forecastDays / 2) * dayMs;
  const usual = (at: number): number => {
    const days = Array.from({ length: forecastDays }, (_, index) => now - (index + 1) * dayMs);
    const alike = days.filter((day) => day >= since && (at - day) % (7 * dayMs) === 0);
    return alike.reduce((sum, day) => sum + (spent.get(dayName(day)) ?? 0), 0) / alike.length;
  };
  let [sum, expected] = [0, 0];
  const name = today.slice(0, 7);
  for (const day of daysBetween(`${name}-01`, endOfMonth(name))) {
    const at = Date.parse(day);
    const pages = spent.get(day) ?? 0;
    if (at <= now) sum += pages;
    expected += at < now || !isKnown ? pages : Math.max(pages, usual(at));
  }
  return { name, spent: sum, ...(isKnown && { forecast: Math.round(expected) }) };
}
