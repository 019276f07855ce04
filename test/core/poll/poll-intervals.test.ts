import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  failedPollInterval,
  fastestPollMs,
  lookInterval,
  missingInterval,
  pollInterval,
  slowBatchMs,
} from '../../../electron/core/poll/poll-intervals.ts';

const second = 1_000;
const minute = 60 * second;
const hour = 60 * minute;
const day = 24 * hour;

describe('A batch that works', () => {
  it.for([
    [0, 2 * second],
    [1, 2_250],
    [4, 3 * second],
    [12, 5 * second],
    [119, 5 * second],
    [120, minute],
    [100_000, minute],
  ] as const)('after %i answers is asked again in %i ms', ([polls, expected]) => {
    expect(pollInterval(polls)).toBe(expected);
  });

  it('is asked every few seconds for ten minutes', () => {
    const total = Array.from({ length: 120 }, (_, polls) => pollInterval(polls)).reduce((sum, wait) => sum + wait);
    expect(total).toBeGreaterThan(9 * minute);
    expect(total).toBeLessThan(11 * minute);
  });

  it('is flagged after an hour', () => {
    expect(slowBatchMs).toBe(hour);
  });
});

describe('A batch whose answers lack something', () => {
  it.for([
    [-hour, 5 * second],
    [0, 5 * second],
    [minute, minute / 2],
    [8 * minute, 2 * minute],
    [10 * minute - 1, 5 * second],
    [hour, hour / 2],
    [6 * day, hour / 2],
    [7 * day, undefined],
  ] as const)('for %i ms is asked again in: %s ms', ([age, expected]) => {
    expect(missingInterval(age)).toBe(expected);
  });
});

describe('A batch that has ended', () => {
  it.for([
    [0, false, hour],
    [day - 1, true, hour],
    [day, false, day],
    [7 * day - 1, false, day],
    [7 * day, false, undefined],
    [30 * day - 1, true, day],
    [30 * day, true, undefined],
  ] as const)('accepted %i ms ago (review open: %s) is looked at again in: %s ms', ([age, review, expected]) => {
    expect(lookInterval(age, review)).toBe(expected);
  });
});

describe('A poll that failed', () => {
  it('is made again after 2 seconds at the earliest and a minute at the latest', () => {
    fc.assert(
      fc.property(fc.nat(1_000), fc.double({ min: 0, max: 1, maxExcluded: true, noNaN: true }), (failures, thrown) => {
        const interval = failedPollInterval(failures, () => thrown);
        expect(interval).toBeGreaterThanOrEqual(fastestPollMs);
        expect(interval).toBeLessThanOrEqual(minute);
      }),
    );
  });

  it.for([
    [1, 4 * second],
    [2, 8 * second],
    [4, 32 * second],
    [5, minute],
    [50, minute],
  ] as const)('%i times in a row waits up to %i ms', ([failures, most]) => {
    expect(failedPollInterval(failures, () => 1)).toBe(most);
  });

  it('never counts as faster than the service advises', () => {
    expect(fastestPollMs).toBe(2 * second);
  });
});
