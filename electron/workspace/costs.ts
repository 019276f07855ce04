import { isOfPages, Meter, usualUnknownPages } from '../core/account/budget.ts';
import { forecastDays, monthOf, talliesOf } from '../core/account/costs.ts';
import { dateHere, dayMs, dayName, daysBefore, daysBetween } from '../core/calendar.ts';
import type { Insights } from '../core/contract/insights.ts';
import { defined } from '../core/plain-data.ts';
import { readyIn, timeZoneOf } from '../engine/loop/budgets.ts';
import type { LedgerReader } from '../ledger/ledger.ts';
import { recordedBudgets, recordedFolders } from './engine/engine-snapshot.ts';

/** Days as YYYY-MM-DD in the account's time zone, both included. */
export interface CostSpan {
  readonly first: string;
  readonly last: string;
  /** Absent: all folders. */
  readonly folderId?: number | undefined;
}

export type Costs = ReturnType<typeof costsOf>;

/**
 * What pages were sent, saved and held back, and what the month will come to.
 * @param spanOf the days that are asked for, by the account's today
 */
export function costsOf(ledger: LedgerReader, now: number, spanOf: (today: string) => CostSpan) {
  const timeZone = timeZoneOf(ledger.meta.read('budget') ?? {});
  const { day: today, month } = dateHere(now, timeZone);
  const { first, last, folderId } = spanOf(today);
  const earliest = [first, `${month}-01`, dayName(Date.parse(today) - forecastDays * dayMs)].toSorted()[0] ?? first;
  const all = ledger.charges.costs(earliest, today, folderId);
  const spent = new Map<string, number>();
  for (const { day, pages } of all) spent.set(day, (spent.get(day) ?? 0) + pages);

  const folders = recordedFolders(ledger).flatMap(({ settings, ...folder }) =>
    settings === undefined ? [] : [{ ...folder, settings }],
  );
  const budgets = recordedBudgets(ledger, now).filter(isOfPages);
  const meter = new Meter(budgets);
  const held = { documents: 0, pages: 0 };
  for (const folder of folders.filter(({ active, id }) => active && (folderId === undefined || id === folderId))) {
    const above = meter.left(folder.id);
    if (above === Number.POSITIVE_INFINITY) continue;
    const waiting = readyIn(ledger.documents, [folder], now, above);
    held.documents += waiting.documents;
    held.pages += waiting.pages;
  }

  // Before the first cost, nothing tells what a copy would have been charged.
  const since = [first, ledger.charges.first() ?? today].toSorted().at(-1) ?? first;
  const count = daysBetween(since, today).length;
  const days = daysBefore(now, count, timeZone) ?? { names: [], starts: [] };
  const saved = days.names.flatMap((day, index) => {
    const [from = 0, until = 0] = days.starts.slice(index, index + 2);
    if (day > last) return [];
    return ledger.charges.saved(from, until, folderId).map(({ unknown: count, pages, ...row }) => {
      return { day, ...row, pages: pages + count * usualUnknownPages };
    });
  });
  const monthBudget = budgets.find((each) => each.period === 'month' && each.folderId === folderId)?.pages;
  return {
    /** `held`: what is ready now and fits no budget. */
    ...{ timeZone, saved, held, rows: all.filter(({ day }) => day >= first && day <= last) },
    /** The month that it is now, and the most pages for it, if there is a budget. */
    ...{ month: monthOf(spent, ledger.charges.first(), today), monthBudget },
  };
}

/** What a window shows of the pages of the last days. */
export function pageInsightsOf(ledger: LedgerReader, now: number, days: number, folderId: number | undefined): Insights['pages'] {
  let names: readonly string[] = [];
  const { rows, month, monthBudget } = costsOf(ledger, now, (today) => {
    names = daysBetween(dayName(Date.parse(today) - (days - 1) * dayMs), today);
    return { first: names[0] ?? today, last: today, folderId };
  });
  return { days: talliesOf(rows, ({ day }) => day, names), month, ...defined({ monthBudget }) };
}
