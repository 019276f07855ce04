import type { Allotment, AllotmentRequest, Trouble } from '../core/account/shared.ts';
import type { RegisterAnswer } from './register.ts';

/**
 * One account at the service that several machines share. Requests are handed out in small allotments, so that none of them costs a
 * call here. Pages are reserved one request at a time, because a budget is kept to the page.
 *
 *     reserved ─► sent (counts for ever)
 *        └──────────┴─► given back: the service is known to have refused, or never had the request whole
 *
 * What is reserved and not sent ends with the lease of its machine. `Lease.markSent` makes it sent.
 *
 * Every call can be repeated after an answer that was lost.
 */
export interface SharedAccount {
  /** Takes some of the requests that all machines together may begin, and hears what the others have learned. */
  take(request: Omit<AllotmentRequest, 'key'>): Promise<RegisterAnswer<Allotted>>;
  /** The service has said this. @param forMs until it may be tried again */
  shut(trouble: Trouble, forMs?: number): Promise<RegisterAnswer<void>>;
  /** These troubles (their numbers) have passed. */
  passed(numbers: readonly number[]): Promise<RegisterAnswer<void>>;
  /**
   * Reserves the pages of one request that is about to go out: all of them, or none where a budget has not so many left. Of the day
   * by the register's clock.
   */
  reserve(reservation: Reservation): Promise<RegisterAnswer<Reserved>>;
  /** Gives the pages of these requests of this machine back: nothing was charged for them. */
  giveBackPages(ids: readonly string[]): Promise<RegisterAnswer<void>>;
  /** Puts in what this machine knows was charged, where the register does not know it. What was given back stays so. */
  rememberPages(charges: readonly RememberedPages[]): Promise<RegisterAnswer<void>>;
  /** The reservations of this machine that count, of this day (YYYY-MM-DD) and later: by their ids. */
  reservations(fromDay: string): Promise<RegisterAnswer<readonly string[]>>;
  /** How many pages were reserved this day and this month. */
  pages(scopes: readonly string[], timeZone: string): Promise<RegisterAnswer<readonly UsedPages[]>>;
}

/** `machines`: how many there are now, this one included. */
export type Allotted = Allotment & { readonly machines: number };

export interface AccountName {
  /** Of the service: scheme, host and port. */
  readonly origin: string;
  /** Tells keys apart, and tells nothing else of them. */
  readonly key: string;
  /** Of the data directory. */
  readonly machine: string;
}

/** What a budget is of: the whole account (`wholeAccount`), or what several machines call by one name. */
export type Scope = string;
export const wholeAccount: Scope = '';

export interface ScopedPages {
  readonly scope: Scope;
  readonly pages: number;
}

export interface Reservation {
  /** Of the request: this machine has no other one of that name. */
  readonly id: string;
  /** `Lease.id`: what is not sent by the end of this lease is given back. Absent: it counts as sent. */
  readonly lease?: number;
  /** For each scope once. */
  readonly pages: readonly ScopedPages[];
  readonly budgets: readonly SharedBudget[];
  /** IANA name: where days and months begin. */
  readonly timeZone: string;
}

export interface SharedBudget {
  readonly scope: Scope;
  readonly period: 'day' | 'month';
  /** At most. */
  readonly pages: number;
}

/** `used` includes what was reserved now, and is empty where there are no budgets. `over`: this request was given back before. */
export type Reserved =
  | { readonly kind: 'reserved'; readonly used: readonly UsedPages[] }
  | { readonly kind: 'refused'; readonly by: SharedBudget; readonly used: readonly UsedPages[] }
  | { readonly kind: 'over' };

export interface UsedPages {
  readonly scope: Scope;
  readonly day: number;
  readonly month: number;
}

export interface RememberedPages {
  readonly id: string;
  /** YYYY-MM-DD */
  readonly day: string;
  readonly pages: readonly ScopedPages[];
}

/** The first budget that has not so many pages left. Pure */
export function refusing(
  pages: readonly ScopedPages[],
  budgets: readonly SharedBudget[],
  used: readonly UsedPages[],
): SharedBudget | undefined {
  const of = (scope: Scope) => pages.find((each) => each.scope === scope)?.pages ?? 0;
  return budgets.find(
    ({ scope, period, pages: most }) =>
      of(scope) > 0 && (used.find((each) => each.scope === scope)?.[period] ?? 0) + of(scope) > most,
  );
}

/** What is used once these pages are reserved too. Pure */
export function withPages(used: readonly UsedPages[], pages: readonly ScopedPages[]): readonly UsedPages[] {
  return used.map((each) => {
    const more = pages.find(({ scope }) => scope === each.scope)?.pages ?? 0;
    return { ...each, day: each.day + more, month: each.month + more };
  });
}
