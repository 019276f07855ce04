import { setTimeout as delay } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, vi } from 'vitest';
import { dayMs } from '../../electron/core/calendar.ts';
import { readAddress } from '../../electron/register/address.ts';
import { createRegister } from '../../electron/register/administration.ts';
import { openRegister } from '../../electron/register/postgres-register.ts';
import type { Register } from '../../electron/register/register.ts';
import { type SharedAccount, wholeAccount } from '../../electron/register/shared-account.ts';
import { Cluster, hasPostgres, itWithPostgres } from '../support/postgres.ts';
import { accountContract, value } from './contract/account.ts';

let cluster: Cluster;
let register: Register;

function address(user: string) {
  const read = readAddress(cluster.address(user));
  if (!read.ok) throw new Error(read.error.code);
  return read.value;
}

describe('The shared account in PostgreSQL', () => {
  beforeAll(async () => {
    if (!hasPostgres) return;
    cluster = await Cluster.start();
    await createRegister(address('owner'), 'intray');
    register = await value(openRegister(address('intray')));
  });

  afterAll(async () => {
    await register?.close();
    cluster?.end();
  });

  for (const [index, [name, body]] of accountContract.entries())
    itWithPostgres(name, async () => {
      const own = { origin: `https://api${index}.example.com`, key: 'key', machine: 'machine' };
      await body({
        origin: own.origin,
        account: (more) => register.account({ ...own, ...more }),
        pass: (milliseconds) => delay(milliseconds),
        begin: (id) => value(register.begin({ id, name: id })),
      });
    });

  itWithPostgres('counts pages on the register’s day, whatever the clock of the machine says', async () => {
    const account: SharedAccount = register.account({ origin: 'https://apart.example.com', key: 'key', machine: 'machine' });
    const reserve = (id: string) =>
      value(account.reserve({ id, pages: [{ scope: wholeAccount, pages: 6 }], budgets: [], timeZone: 'Europe/Berlin' }));
    const here = Date.now();
    for (const days of [-40, 0, 3]) {
      const clock = vi.spyOn(Date, 'now').mockReturnValue(here + days * dayMs);
      try {
        expect(await reserve(`after ${days} days`)).toMatchObject({ kind: 'reserved' });
      } finally {
        clock.mockRestore();
      }
    }
    expect(await value(account.pages([wholeAccount], 'Europe/Berlin'))).toMatchObject([{ day: 18 }]);
  });

  itWithPostgres('begins anew where what is kept of an account cannot be read, and keeps its pages', async () => {
    const account: SharedAccount = register.account({ origin: 'https://torn.example.com', key: 'key', machine: 'machine' });
    const budgets = [{ scope: wholeAccount, period: 'day', pages: 10 }] as const;
    const reserve = (id: string) =>
      value(account.reserve({ id, pages: [{ scope: wholeAccount, pages: 6 }], budgets, timeZone: 'UTC' }));
    expect(await reserve('1')).toMatchObject({ kind: 'reserved' });
    cluster.sql("UPDATE intray.account SET state = '{' WHERE origin = 'https://torn.example.com'");
    expect(await value(account.take({ wanted: 1, most: 50 }))).toMatchObject({ requests: 1, troubles: [] });
    expect(await reserve('2')).toMatchObject({ kind: 'refused' });
  });
});
