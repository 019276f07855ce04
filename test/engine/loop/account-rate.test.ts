import { expect, it } from 'vitest';
import { foreign } from '../../../electron/core/messages/message.ts';
import { Account } from '../../../electron/engine/loop/account.ts';

function openAccount() {
  let now = 0;
  const told: number[] = [];
  const account = new Account(
    {
      clock: { now: () => now, elapsed: () => now, after: () => () => {} },
      random: () => 0.5,
      log: { debug() {}, info() {}, warn() {}, error() {} },
    },
    200,
    () => {},
    (perSecond) => told.push(perSecond),
  );
  const call = () => {
    const permission = account.ask('other');
    if (permission.kind === 'go') account.answered(permission.ticket);
  };
  const begin = () => {
    const permission = account.ask('other');
    if (permission.kind !== 'go') throw new Error('No permission to call.');
    return permission.ticket;
  };
  const tooMany = (ticket = begin()) =>
    account.failed({ kind: 'rate', message: foreign('slow down'), status: 429, retryAfterMs: 0 }, ticket);
  return { told, account, call, begin, tooMany, pass: (milliseconds: number) => (now += milliseconds) };
}

it('the rate is reported when it is halved, when it has doubled since, and when it is back to the maximum, and not in between', () => {
  const { told, account, call, tooMany, pass } = openAccount();
  for (let calls = 0; calls < 10; calls += 1) call();
  expect(told).toEqual([]);
  tooMany();
  expect(told).toHaveLength(1);
  expect(told[0]).toBeLessThan(10);
  for (let second = 0; second < 2_000; second += 1) {
    pass(1_000);
    call();
  }
  expect(account.requestsPerSecond).toBe(200);
  expect(told.at(-1)).toBe(200);
  expect(told.length).toBeLessThan(10);
  for (const [index, rate] of told.slice(1, -1).entries()) expect(rate).toBeGreaterThanOrEqual(2 * (told[index] ?? 0));
});

it('several refusals of requests that went out together are told once', () => {
  const { told, begin, tooMany, pass } = openAccount();
  const tickets = [begin(), begin(), begin()];
  for (const ticket of tickets) {
    tooMany(ticket);
    pass(200);
  }
  expect(told).toHaveLength(1);
});

it('the rate recovers by itself, also while nobody asks for a call', () => {
  const { account, tooMany, pass } = openAccount();
  tooMany();
  const slow = account.requestsPerSecond;
  expect(slow).toBeLessThan(10);
  pass(60_000);
  const later = account.requestsPerSecond;
  expect(later).toBeGreaterThan(slow);
  pass(10 * 3_600_000);
  expect(account.requestsPerSecond).toBe(200);
});
