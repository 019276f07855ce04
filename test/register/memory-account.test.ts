import { describe, it } from 'vitest';
import { MemoryDatabase } from '../support/memory-database.ts';
import { MemoryRegister } from '../support/memory-register.ts';
import { accountContract, value } from './contract/account.ts';

describe('The shared account in memory', () => {
  it.for(accountContract)('%s', async ([, body]) => {
    const database = new MemoryDatabase();
    database.passed = Date.UTC(2026, 10, 25, 12);
    const register = new MemoryRegister(database);
    const pass = async (milliseconds: number) => {
      database.passed += milliseconds;
    };
    const name = { origin: 'https://api.example.com', key: 'key', machine: 'machine' };
    const begin = (id: string) => value(register.begin({ id, name: id }));
    await body({ origin: name.origin, account: (more) => register.account({ ...name, ...more }), pass, begin });
  });
});
