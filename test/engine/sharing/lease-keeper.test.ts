import { expect, it } from 'vitest';
import { LeaseKeeper } from '../../../electron/engine/sharing/lease-keeper.ts';
import { MemoryDatabase } from '../../support/memory-database.ts';
import { MemoryRegister } from '../../support/memory-register.ts';
import { keptLog } from '../support/ports.ts';

const leaseMs = 30_000;
const content = { origin: 'https://service.example', route: 'extraction:e-1', sha256: 'aa' };

it('a lease that has ended is not relied on any more, from the first answer that says so until there is another', async () => {
  let elapsed = 0;
  const database = new MemoryDatabase(undefined, () => elapsed);
  const clock = { now: () => elapsed, elapsed: () => elapsed, after: () => () => {} };
  const register = new MemoryRegister(database, { leaseMs });
  const keeper = new LeaseKeeper({ clock, log: keptLog([]) }, register, { id: 'one', name: 'one' }, leaseMs);
  expect(await keeper.keep()).toBe('begun');
  const [lease, before] = [keeper.lease, elapsed];
  expect([keeper.problem, keeper.isSure]).toEqual([undefined, true]);
  // The register's clock has run ahead.
  database.passed += 2 * leaseMs;
  const claimed = lease && (await keeper.checked(lease.claim([content])));
  expect(claimed).toMatchObject({ ok: false, error: { kind: 'lease-ended' } });
  expect(keeper.problem?.code).toBe('sending.registerAsked');
  expect(keeper.isSure).toBe(false);
  expect(keeper.nextAt).toBeLessThanOrEqual(before);
  elapsed += 1;
  expect(await keeper.keep()).toBe('begun');
  expect([keeper.problem, keeper.isSure]).toEqual([undefined, true]);
  expect(keeper.lease).not.toBe(lease);
});
