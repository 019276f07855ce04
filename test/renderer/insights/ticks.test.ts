import { describe, expect, it } from 'vitest';
import { timeTicks } from '../../../renderer/insights/ticks.ts';

const second = 1_000;
const minute = 60 * second;

describe('The ticks of a time axis', () => {
  it.each([
    [0, [0, 10], 'milliseconds'],
    [730, [0, 200, 400, 600, 800], 'milliseconds'],
    [3_800, [0, 1, 2, 3, 4].map((each) => each * second), 'seconds'],
    [9_000, [0, 2, 4, 6, 8, 10].map((each) => each * second), 'seconds'],
    [100 * second, [0, 20, 40, 60, 80, 100].map((each) => each * second), 'seconds'],
    [130 * second, [0, 1, 2, 3].map((each) => each * minute), 'minutes'],
    [3 * 60 * minute, [0, 1, 2, 3].map((each) => each * 60 * minute), 'hours'],
  ] as const)('are round numbers in one unit, up to %i ms', (longest, ticks, unit) => {
    expect(timeTicks(longest)).toMatchObject({ ticks, unit });
  });

  it('are few, start at 0 and cover the longest time, however long', () => {
    for (let longest = 1; longest < 1e13; longest = longest * 1.7 + 1) {
      const { ticks } = timeTicks(longest);
      expect(ticks[0]).toBe(0);
      expect(ticks.at(-1)).toBeGreaterThanOrEqual(longest);
      expect(ticks.length).toBeLessThanOrEqual(6);
    }
  });
});
