import { expect, it } from 'vitest';
import { foreign } from '../../../electron/core/messages/message.ts';
import { Account } from '../../../electron/engine/loop/account.ts';

/** An account that was just asked to pause for a minute, and the clocks it looks at. */
function pausedAccount() {
  const clock = { wall: 1_700_000_000_000, elapsed: 0 };
  const account = new Account(
    {
      clock: { now: () => clock.wall, elapsed: () => clock.elapsed, after: () => () => {} },
      random: () => 0.5,
      log: { debug() {}, info() {}, warn() {}, error() {} },
    },
    200,
    () => {},
    () => {},
  );
  const refuse = () => {
    const permission = account.ask('upload');
    if (permission.kind !== 'go') throw new Error('No permission to call.');
    account.failed({ kind: 'rate', message: foreign('slow down'), status: 429, retryAfterMs: 60_000 }, permission.ticket);
  };
  return { account, clock, refuse };
}

it('after the clock was set, a pause from before means nothing any more', () => {
  const { account, clock, refuse } = pausedAccount();
  refuse();
  expect(account.ask('upload').kind).toBe('later');
  clock.wall -= 3_600_000;
  account.clockJumped();
  // The budget of requests, which was spent, fills again from now on.
  account.ask('upload');
  clock.wall += 10_000;
  expect(account.ask('upload').kind).toBe('go');
});

it('a pause that the service asked for after the clock was set holds, though it is noticed only then', () => {
  const { account, clock, refuse } = pausedAccount();
  clock.wall += 8 * 3_600_000;
  refuse();
  clock.wall += 5_000;
  clock.elapsed += 5_000;
  account.clockJumped();
  expect(account.ask('upload').kind).toBe('later');
});
