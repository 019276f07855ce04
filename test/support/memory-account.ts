/** The shared account in memory: test/register/contract/account.ts runs against this one and against PostgreSQL. */
import { allot, freshState, passed, type SharedState, shut } from '../../electron/core/account/shared.ts';
import { dateHere } from '../../electron/core/calendar.ts';
import { ok } from '../../electron/core/result.ts';
import type { RegisterAnswer, ReservedPages } from '../../electron/register/register.ts';
import {
  type AccountName,
  type Reserved,
  refusing,
  type ScopedPages,
  type SharedAccount,
  type UsedPages,
  withPages,
} from '../../electron/register/shared-account.ts';

export interface AccountRow {
  state: SharedState;
  /** By machine and request. */
  readonly reservations: Map<string, ReservationRow>;
}

interface ReservationRow {
  readonly machine: string;
  readonly id: string;
  readonly day: string;
  readonly pages: readonly ScopedPages[];
  counts: boolean;
  /** Until it is sent. */
  lease?: number | undefined;
}

interface Accounts {
  readonly now: number;
  readonly accounts: Map<string, AccountRow>;
  readonly leases: readonly { readonly id: string; readonly until: number }[];
  isAlive(lease: number): boolean;
}

/** These pages are sent. */
export function countPages({ accounts }: Accounts, machine: string, { origin, id }: ReservedPages): void {
  const known = accounts.get(origin)?.reservations.get(`${machine} ${id}`);
  if (known !== undefined) known.lease = undefined;
}

/** @param call carries a call out, or loses it on its way */
export function memoryAccount(
  database: Accounts,
  { origin, key, machine }: AccountName,
  call: <Value>(work: () => RegisterAnswer<Value>) => Promise<RegisterAnswer<Value>>,
): SharedAccount {
  const row = (): AccountRow => {
    const known = database.accounts.get(origin) ?? { state: freshState(database.now), reservations: new Map() };
    database.accounts.set(origin, known);
    return known;
  };
  const own = (id: string) => `${machine} ${id}`;

  function used(scopes: readonly string[], timeZone: string): UsedPages[] {
    for (const each of row().reservations.values())
      if (each.lease !== undefined && !database.isAlive(each.lease)) each.counts = false;
    const { day, month } = dateHere(database.now, timeZone);
    const counted = [...row().reservations.values()].filter(({ counts }) => counts);
    const sum = (scope: string, period: string) =>
      counted
        .filter((each) => each.day.startsWith(period))
        .flatMap(({ pages }) => pages)
        .reduce((total, each) => total + (each.scope === scope ? each.pages : 0), 0);
    return scopes.map((scope) => ({ scope, day: sum(scope, day), month: sum(scope, month) }));
  }

  return {
    take: (request) =>
      call(() => {
        const { state, allotment } = allot(row().state, { ...request, key }, database.now);
        row().state = state;
        const alive = new Set(database.leases.filter(({ until }) => until > database.now).map(({ id }) => id));
        return ok({ ...allotment, machines: Math.max(1, alive.size) });
      }),
    shut: (trouble, forMs) =>
      call(() => {
        row().state = shut(row().state, trouble, key, database.now, forMs);
        return ok(undefined);
      }),
    passed: (numbers) =>
      call(() => {
        row().state = passed(row().state, numbers);
        return ok(undefined);
      }),
    reserve: ({ id, lease, pages, budgets, timeZone }) =>
      call<Reserved>(() => {
        const scopes = budgets.length === 0 ? [] : [...new Set([...pages, ...budgets].map(({ scope }) => scope))];
        const before = used(scopes, timeZone);
        const known = row().reservations.get(own(id));
        if (known?.counts === false) return ok({ kind: 'over' });
        if (known !== undefined) return ok({ kind: 'reserved', used: before });
        const by = refusing(pages, budgets, before);
        if (by !== undefined) return ok({ kind: 'refused', by, used: before });
        row().reservations.set(own(id), { machine, id, day: dateHere(database.now, timeZone).day, pages, counts: true, lease });
        return ok({ kind: 'reserved', used: withPages(before, pages) });
      }),
    giveBackPages: (ids) =>
      call(() => {
        for (const id of ids) {
          const known = row().reservations.get(own(id)) ?? { machine, id, day: '', pages: [], counts: false };
          row().reservations.set(own(id), { ...known, counts: false });
        }
        return ok(undefined);
      }),
    rememberPages: (charges) =>
      call(() => {
        for (const charge of charges)
          if (!row().reservations.has(own(charge.id)))
            row().reservations.set(own(charge.id), { ...charge, machine, counts: true });
        return ok(undefined);
      }),
    reservations: (fromDay) =>
      call(() =>
        ok(
          [...row().reservations.values()]
            .filter((each) => each.machine === machine && each.counts && each.day >= fromDay)
            .map(({ id }) => id)
            .toSorted(),
        ),
      ),
    pages: (scopes, timeZone) => call(() => ok(used(scopes, timeZone))),
  };
}
