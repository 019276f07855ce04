import type pg from 'pg';
import { allot, freshState, passed, type SharedState, sharedStateSchema, shut } from '../core/account/shared.ts';
import { dateHere, daysBefore, isTimeZone } from '../core/calendar.ts';
import { ok } from '../core/result.ts';
import * as statements from './account-statements.ts';
import { type Connection, run } from './connection.ts';
import type { RegisterAnswer } from './register.ts';
import {
  type AccountName,
  type Reservation,
  type Reserved,
  refusing,
  type ScopedPages,
  type SharedAccount,
  type UsedPages,
  withPages,
} from './shared-account.ts';

/** A shared account in PostgreSQL. Whatever changes it holds the account's row, so that one machine at a time does. */
export function accountOn(connection: Connection, { origin, key, machine }: AccountName): SharedAccount {
  const own = [origin, machine] as const;

  /** Holds the account while `work` is done. */
  function locked<Value>(work: (client: pg.ClientBase, state: SharedState, now: number) => Promise<Value>) {
    return connection.transaction(async (client) => work(client, ...(await lock(client, origin))));
  }

  function change(next: (state: SharedState, now: number) => SharedState): Promise<RegisterAnswer<void>> {
    return locked((client, state, now) => keep(client, origin, next(state, now)));
  }

  /** In one statement, which holds nobody up. @returns false if it cannot be told so: the request is known, or the day is over */
  async function reserveUnlimited({ id, lease, pages, timeZone }: Reservation): Promise<RegisterAnswer<boolean>> {
    const { name, from, to } = today(timeZone);
    const made = await connection.query(statements.reserveUnlimitedStatement, [
      ...[...own, id, name, lease ?? null, from, to],
      pages.map(({ scope }) => scope),
      pages.map((each) => each.pages),
    ]);
    return made.ok ? ok(made.value.length > 0) : made;
  }

  return {
    take: (request) =>
      locked(async (client, state, now) => {
        const { state: next, allotment } = allot(state, { ...request, key }, now);
        await keep(client, origin, next);
        const rows = await run<{ machines: string }>(client, statements.machinesStatement);
        return { ...allotment, machines: Math.max(1, Number(rows[0]?.machines)) };
      }),
    shut: (trouble, forMs) => change((state, now) => shut(state, trouble, key, now, forMs)),
    passed: (numbers) => change((state) => passed(state, numbers)),
    async reserve(reservation) {
      const { id, lease, pages, budgets, timeZone } = reservation;
      if (budgets.length === 0) {
        const made = await reserveUnlimited(reservation);
        if (!made.ok) return made;
        if (made.value) return ok({ kind: 'reserved', used: [] });
      }
      return locked(async (client, _, now): Promise<Reserved> => {
        await run(client, statements.lapseStatement, [origin]);
        const known = await run<ReservationRow>(client, statements.reservationsStatement, [...own, [id]]);
        if (known[0]?.counts === false) return { kind: 'over' };
        const { day, month } = dateHere(now, timeZone);
        const scopes = budgets.length === 0 ? [] : [...new Set([...pages, ...budgets].map(({ scope }) => scope))];
        const rows = await run<UsedRow>(client, statements.usedStatement, [origin, scopes, day, month]);
        const used = usedOf(scopes, rows);
        if (known.length > 0) return { kind: 'reserved', used };
        const by = refusing(pages, budgets, used);
        if (by !== undefined) return { kind: 'refused', by, used };
        await add(client, own, [{ id, day, pages }], lease);
        return { kind: 'reserved', used: withPages(used, pages) };
      });
    },
    giveBackPages: (ids) =>
      locked(async (client) => {
        await run(client, statements.endReservationsStatement, [...own, ids]);
        await run(client, statements.giveBackPagesStatement, [...own, ids]);
      }),
    rememberPages: (charges) =>
      locked(async (client) => {
        const ids = charges.map(({ id }) => id);
        const rows = await run<ReservationRow>(client, statements.reservationsStatement, [...own, ids]);
        const known = new Set(rows.map(({ id }) => id));
        await add(
          client,
          own,
          charges.filter(({ id }) => !known.has(id)),
        );
      }),
    async reservations(fromDay) {
      const found = await connection.query<{ id: string }>(statements.countedStatement, [...own, fromDay]);
      return found.ok ? ok(found.value.map(({ id }) => id)) : found;
    },
    pages: (scopes, timeZone) =>
      locked(async (client, _, now) => {
        await run(client, statements.lapseStatement, [origin]);
        const { day, month } = dateHere(now, timeZone);
        const rows = await run<UsedRow>(client, statements.usedStatement, [origin, scopes, day, month]);
        return usedOf(scopes, rows);
      }),
  };
}

interface Day {
  /** YYYY-MM-DD */
  readonly name: string;
  /** Milliseconds since the epoch. */
  readonly from: number;
  readonly to: number;
}

/** To find one out takes longer than a call. */
const days = new Map<string, Day>();

/** By the clock of this machine: the register says whether it is so by its own. */
function today(timeZone: string): Day {
  const now = Date.now();
  const known = days.get(timeZone);
  if (known !== undefined && known.from <= now && now < known.to) return known;
  const { names, starts } = daysBefore(now, 1, isTimeZone(timeZone) ? timeZone : 'UTC') ?? { names: [], starts: [] };
  const [name = '', from = now, to = now] = [names[0], ...starts];
  const found = { name, from, to };
  days.set(timeZone, found);
  return found;
}

/** PostgreSQL's sums arrive as text. */
type UsedRow = { readonly scope: string; readonly day: string; readonly month: string };
type ReservationRow = { readonly id: string; readonly counts: boolean };
type AccountRow = { readonly state: string; readonly clock: string };

async function lock(client: pg.ClientBase, origin: string): Promise<[state: SharedState, now: number]> {
  for (;;) {
    const rows = await run<AccountRow>(client, statements.lockStatement, [origin]);
    const [row] = rows;
    if (row !== undefined) return [stateOf(row), Number(row.clock)];
    const clock = await run<{ clock: string }>(client, statements.clockStatement);
    const fresh = freshState(Number(clock[0]?.clock));
    await run(client, statements.addAccountStatement, [origin, JSON.stringify(fresh)]);
  }
}

/** What cannot be read begins anew: that costs a few questions to the service, and no pages. */
function stateOf({ state, clock }: AccountRow): SharedState {
  const read = sharedStateSchema.safeParse(parsed(state));
  return read.success ? read.data : freshState(Number(clock));
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

async function keep(client: pg.ClientBase, origin: string, state: SharedState): Promise<void> {
  await run(client, statements.keepStateStatement, [origin, JSON.stringify(state)]);
}

interface Added {
  readonly id: string;
  readonly day: string;
  readonly pages: readonly ScopedPages[];
}

/** @param lease of those that are not sent yet */
async function add(
  client: pg.ClientBase,
  own: readonly [string, string],
  charges: readonly Added[],
  lease?: number,
): Promise<void> {
  const ids = charges.map(({ id }) => id);
  const days = charges.map(({ day }) => day);
  await run(client, statements.addReservationsStatement, [...own, ids, days, lease ?? null]);
  const pages = charges.flatMap(({ id, day, pages: each }) => each.map((scoped) => ({ id, day, ...scoped })));
  await run(client, statements.addPagesStatement, [
    ...own,
    pages.map(({ id }) => id),
    pages.map(({ scope }) => scope),
    pages.map(({ day }) => day),
    pages.map((each) => each.pages),
  ]);
}

function usedOf(scopes: readonly string[], rows: readonly UsedRow[]): UsedPages[] {
  return scopes.map((scope) => {
    const row = rows.find((each) => each.scope === scope);
    return { scope, day: Number(row?.day ?? 0), month: Number(row?.month ?? 0) };
  });
}
