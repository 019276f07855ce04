import { expect, it } from 'vitest';
import { Streak } from '../../../electron/core/account/streak.ts';

const window = 70_000;

it('lets calls begin as often as they like while they succeed', () => {
  const streak = new Streak(3);
  for (let call = 0; call < 20; call += 1) {
    expect(streak.waitMs(call)).toBe(0);
    streak.begins(call, call);
    streak.ends(call);
  }
});

it('lets only so many begin within a minute while all fail, and any number once one has succeeded', () => {
  const streak = new Streak(3);
  for (const at of [0, 10, 20]) {
    expect(streak.waitMs(at)).toBe(0);
    streak.begins(at, at);
    streak.failed(at);
  }
  expect(streak.waitMs(30)).toBe(window - 30);
  expect(streak.waitMs(window)).toBe(0);
  streak.begins(99, window);
  expect(streak.waitMs(window)).toBe(10);
  streak.ends(99);
  expect(streak.waitMs(window)).toBe(0);
});

it('counts what was under way when another call succeeded, and failed after it', () => {
  const streak = new Streak(2);
  for (const call of [1, 2, 3]) streak.begins(call, 0);
  streak.ends(3);
  streak.failed(1);
  streak.returned(2);
  expect(streak.waitMs(0)).toBe(0);
  streak.begins(4, 10);
  streak.failed(4);
  expect(streak.waitMs(10)).toBe(window - 10);
});

it('forgets, when a call succeeds, those that are over, and keeps those under way', () => {
  const streak = new Streak(2);
  for (const call of [1, 2, 3, 4]) streak.begins(call, call);
  streak.failed(1);
  streak.returned(2);
  streak.ends(4);
  // Only the third is still under way.
  streak.failed(3);
  expect(streak.waitMs(10)).toBe(0);
  streak.begins(5, 10);
  expect(streak.waitMs(10)).toBe(3 + window - 10);
});

it('ends where a person wants a call tried, whichever is under way', () => {
  const streak = new Streak(1);
  streak.begins(1, 0);
  streak.failed(1);
  expect(streak.waitMs(5)).toBe(window - 5);
  streak.ends();
  expect(streak.waitMs(5)).toBe(0);
  streak.begins(2, 5);
  expect(streak.waitMs(6)).toBe(0);
});
