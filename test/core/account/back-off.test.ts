import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { backOff, pauseMs, retryPauseMs } from '../../../electron/core/account/back-off.ts';

const bounds = { firstMs: 1_000, maxMs: 60_000 };
const lowest = () => 0;
const highest = () => 1 - Number.EPSILON;

describe('The wait before another try', () => {
  it.for([
    [1, 100, 1_000],
    [2, 200, 2_000],
    [3, 400, 4_000],
    [6, 3_200, 32_000],
    [7, 6_000, 60_000],
    [8, 6_000, 60_000],
    [100_000, 6_000, 60_000],
    [0, 100, 1_000],
  ] as const)('after %i tries is between %i and %i ms', ([tries, least, most]) => {
    expect([backOff(tries, bounds, lowest), backOff(tries, bounds, highest)]).toEqual([least, most]);
  });

  it('is never nothing, never above the most, and grows with the tries for the same throw of the dice', () => {
    const throws = fc.double({ min: 0, max: 1, maxExcluded: true, noNaN: true });
    fc.assert(
      fc.property(
        fc.nat(2_000),
        fc.integer({ min: 10, max: 10_000 }),
        fc.integer({ min: 0, max: 500_000 }),
        throws,
        (tries, firstMs, above, thrown) => {
          const its = { firstMs, maxMs: firstMs + above };
          const wait = backOff(tries, its, () => thrown);
          expect(wait).toBeGreaterThanOrEqual(Math.floor(firstMs * 0.1));
          expect(wait).toBeLessThanOrEqual(its.maxMs);
          expect(backOff(tries + 1, its, () => thrown)).toBeGreaterThanOrEqual(wait);
        },
      ),
    );
  });

  it('is spread by the dice, so that those who failed together do not come back together', () => {
    const waits = [0, 0.25, 0.5, 0.75].map((thrown) => backOff(4, bounds, () => thrown));
    expect(waits).toEqual([800, 2_600, 4_400, 6_200]);
  });
});

describe('The pause before whatever failed is tried again', () => {
  const second = 1_000;
  it.for([
    [1, 15],
    [2, 30],
    [3, 60],
    [7, 960],
    [8, 1_800],
    [100_000, 1_800],
  ] as const)('after %i tries is about %i seconds, never more than half an hour', ([tries, most]) => {
    expect([pauseMs(tries, lowest), pauseMs(tries, highest)]).toEqual([0.8 * most * second, most * second]);
  });

  it('takes more than an hour for five attempts of one document', () => {
    const pauses = [1, 2, 3, 4].map((attempts) => retryPauseMs(attempts, highest));
    expect(pauses).toEqual([15, 180, 1_800, 1_800].map((seconds) => seconds * second));
  });
});
