import { describe, it } from 'vitest';
import { MemoryDatabase, MemoryRegister } from '../support/memory-register.ts';
import { accountContract } from './account-contract.ts';

describe('The shared account in memory', () => {
  it.for(accountContract)('%s', async ([, body]) => {
    const database = new MemoryDatabase();
    database.passed = Date.UTC(2026, 10, 25, 12);
    const register = new MemoryRegister(database);
    const pass = async (milliseconds: number) => {
      database.passed += milliseconds;
    };
    const name = { origin: 'https://api.example.com', key: 'key', machine: 'machine' };
    await body({ account: (more) => register.account({ ...name, ...more }), pass });
  });
});
