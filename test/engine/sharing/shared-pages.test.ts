/** Pages that the machines of an account reserve: what never reached the service is given back, and nothing else. */
import { beforeEach, expect, it } from 'vitest';
import type { Batch } from '../../../electron/core/document/records.ts';
import { LeaseKeeper } from '../../../electron/engine/sharing/lease-keeper.ts';
import { SharedPages } from '../../../electron/engine/sharing/shared-pages.ts';
import type { Ledger } from '../../../electron/ledger/ledger.ts';
import { wholeAccount } from '../../../electron/register/shared-account.ts';
import { freshLedger, invoices, origin } from '../../ledger/fixture.ts';
import { MemoryDatabase } from '../../support/memory-database.ts';
import { type Fate, MemoryRegister } from '../../support/memory-register.ts';
import { keptLog } from '../support/ports.ts';

let ledger: Ledger;
let database: MemoryDatabase;
let fate: Fate;
beforeEach(() => {
  ({ ledger } = freshLedger());
  database = new MemoryDatabase();
  fate = 'answered';
});

/** A run of the machine, with nothing in its memory. */
async function begin(of = ledger) {
  const clock = { now: () => 0, elapsed: () => 0, after: () => () => {} };
  const register = new MemoryRegister(database, { fate: () => fate });
  const keeper = new LeaseKeeper({ clock, log: keptLog([]) }, register, { id: 'one', name: 'one' }, 30_000);
  await keeper.keep();
  const account = register.account({ origin, key: 'key', machine: 'one' });
  const pages = new SharedPages({
    world: { clock, ledger: of, service: { origin } as never },
    folders: { all: () => [] },
    keeper,
    account: () => ({ account }),
    timeZone: 'UTC',
    isLimited: () => true,
    wake: () => {},
  });
  const reserve = async (batch: Batch, count: number) =>
    pages.reserve(batch, [{ scope: wholeAccount, pages: count }], [{ scope: wholeAccount, period: 'day', pages: 10 }]);
  /** The register has it as sent: it outlives the lease. */
  const send = async ({ id }: Batch) => keeper.lease?.markSent([], pages.reservationOf(id));
  return { pages, reserve, send };
}

const batchOf = (of = ledger, madeAt = 1) => of.batches.add({ origin, route: invoices, madeAt, files: 1 });
const used = ({ pages }: { readonly pages: SharedPages }) => pages.used(wholeAccount, 'day');

it.each([
  ['dropped', 0],
  ['unresolved', 6],
  ['open', 6],
] as const)('the pages of a request that is %s: %i stay reserved', async (state, left) => {
  const one = await begin();
  const batch = batchOf();
  expect(await one.reserve(batch, 6)).toBe(true);
  expect(await one.reserve(batchOf(), 6)).toBe(false);
  ledger.batches.update(batch.id, { state });
  one.pages.ended(batch.id);
  expect(await one.pages.look()).toBe(true);
  expect(used(one)).toBe(left);
});

it('are given back later where the register does not answer', async () => {
  const one = await begin();
  const batch = batchOf();
  await one.reserve(batch, 6);
  ledger.batches.update(batch.id, { state: 'dropped' });
  one.pages.ended(batch.id);
  fate = 'cut';
  expect(await one.pages.look()).toBe(false);
  fate = 'answered';
  expect(await one.pages.look()).toBe(true);
  expect(used(one)).toBe(0);
});

it('are given back by the next run, of its own ledger’s requests only', async () => {
  const one = await begin();
  const batch = batchOf();
  await one.reserve(batch, 6);
  await one.send(batch);
  ledger.batches.update(batch.id, { state: 'dropped' });
  // A ledger that was begun anew numbers its requests from the beginning, too.
  const { ledger: anew } = freshLedger();
  anew.batches.update(batchOf(anew, 2).id, { state: 'dropped' });
  const other = await begin(anew);
  expect(await other.pages.catchUp()).toBe(true);
  expect(used(other)).toBe(6);
  const next = await begin();
  expect(await next.pages.catchUp()).toBe(true);
  expect(used(next)).toBe(0);
});
