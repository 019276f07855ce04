import { expect, it } from 'vitest';
import { foreign } from '../../../electron/core/messages/message.ts';
import { Retries } from '../../../electron/engine/loop/retries.ts';

function failing() {
  let now = 0;
  const retries = new Retries({ clock: { elapsed: () => now }, random: () => 0.5 });
  return { retries, pass: (ms: number) => (now += ms) };
}

it('what has failed rests by its policy, each subject and each reason for itself', () => {
  const { retries, pass } = failing();
  retries.failed('uncounted', 7);
  expect(retries.rests('uncounted', 7)).toBe(true);
  expect([retries.rests('uncounted', 8), retries.rests('unreadable', 7)]).toEqual([false, false]);
  pass(2_000);
  expect(retries.rests('uncounted', 7)).toBe(false);
  expect(retries.failed('uncounted', 7)).toMatchObject({ times: 2, since: 0, until: 4_000 });
});

it('what has succeeded begins anew', () => {
  const { retries, pass } = failing();
  retries.failed('fault', 'one', foreign('a bug'));
  retries.done('fault', 'one');
  expect(retries.all('fault')).toEqual([]);
  pass(5_000);
  expect(retries.failed('fault', 'one')).toMatchObject({ times: 1, since: 5_000 });
});

it('people are told once it lasts, and once', () => {
  const { retries, pass } = failing();
  retries.failed('poll', 'batch');
  expect([retries.lasts('poll', 'batch'), retries.isToBeTold('poll', 'batch')]).toEqual([false, false]);
  pass(10 * 60_000);
  retries.failed('poll', 'batch');
  expect([retries.lasts('poll', 'batch'), retries.isToBeTold('poll', 'batch')]).toEqual([true, true]);
  retries.failed('poll', 'batch');
  expect([retries.lasts('poll', 'batch'), retries.isToBeTold('poll', 'batch')]).toEqual([true, false]);
});

it('all may be tried at once in a hurry, and is still what failed', () => {
  const { retries } = failing();
  retries.failed('call', 1);
  retries.hurry();
  expect(retries.rests('call', 1)).toBe(false);
  expect(retries.of('call', 1)?.times).toBe(1);
});
