import { expect, it } from 'vitest';
import { Streak } from '../../../electron/core/account/streak.ts';

const window = 70_000;

it('lets calls begin as often as they like while they succeed', () => {
  const streak = new Streak(3);
  for (let call = 0; call < 20; call += 1) {
    expect(streak.waitMs(call)).toBe(0);
    streak.begins(call);
    if (call % 5 === 4) streak.ends();
  }
});

it('lets only so many begin within a minute while all fail, and any number once one has succeeded', () => {
  const streak = new Streak(3);
  for (const at of [0, 10, 20]) {
    expect(streak.waitMs(at)).toBe(0);
    streak.begins(at);
    streak.failed();
  }
  expect(streak.waitMs(30)).toBe(window - 30);
  expect(streak.waitMs(window)).toBe(0);
  streak.begins(window);
  expect(streak.waitMs(window)).toBe(10);
  streak.ends();
  expect(streak.waitMs(window)).toBe(0);
});
