import type { AccountBudget } from '../../core/account/budget.ts';
import { dateHere, systemTimeZone } from '../../core/calendar.ts';
import type { Ledger } from '../../ledger/ledger.ts';
import type { BudgetLift } from '../api.ts';

/** The names of the entries of `lifts`: of a folder or of the account, for a day or a month. */
export function liftKey(folderId: number | undefined, period: string): string {
  return `${folderId ?? ''} ${period}`;
}

/** Where days and months begin. */
export function timeZoneOf(account: AccountBudget): string {
  return account.timeZone ?? systemTimeZone();
}

/** A person adds pages to a budget of this day or month; also from another process. */
export function liftBudget({ meta }: Pick<Ledger, 'meta'>, lift: BudgetLift, now: number): void {
  const date = dateHere(now, timeZoneOf(meta.read('budget') ?? {}));
  const kept = Object.entries(meta.read('lifts') ?? {}).filter(
    ([key]) => key.endsWith(` ${date.day}`) || key.endsWith(` ${date.month}`),
  );
  const key = liftKey(lift.folderId, date[lift.period]);
  const before = kept.find(([name]) => name === key)?.[1] ?? 0;
  meta.write('lifts', { ...Object.fromEntries(kept), [key]: before + lift.pages });
}
