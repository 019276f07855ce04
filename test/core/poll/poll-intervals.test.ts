import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  failedPollInterval,
  fastestPollMs,
  pollInterval,
  reviewInterval,
  slowBatchMs,
} from '../../../electron/core/poll/poll-intervals.ts';

const second = 1_000;
const minute = 60 * second;
const hour = 60 * minute;
const day = 24 * hour;

describe('A batch that works', () => {
  it.for([
    [0, 0, 2 * second],
    [2 * second, 1, 2_250],
    [10 * second, 4, 3 * second],
    [40 * second, 12, 5 * second],
    [9 * minute, 100, 5 * second],
    [10 * minute - 1, 0, 2 * second],
    [10 * minute, 0, minute],
    [3 * hour, 500, minute],
    [30 * day, 100_000, minute],
    [-day, 3, 2_750],
  ] as const)('accepted %i ms ago and polled %i times is asked again in %i ms', ([age, polls, expected]) => {
    expect(pollInterval(age, polls)).toBe(expected);
  });

  it('is never asked sooner than after 2 seconds, later only than after a minute, whatever the clock says', () => {
    fc.assert(
      fc.property(fc.integer({ min: -365 * day, max: 365 * day }), fc.nat(), (age, polls) => {
        const interval = pollInterval(age, polls);
        expect(interval).toBeGreaterThanOrEqual(2_000);
        expect(interval).toBeLessThanOrEqual(age < 10 * minute ? 5_000 : minute);
        expect(pollInterval(age, polls + 1)).toBeGreaterThanOrEqual(interval);
      }),
    );
  });

  it('is flagged after an hour', () => {
    expect(slowBatchMs).toBe(hour);
  });
});

describe('A batch that ended with a review open', () => {
  it.for([
    [-day, 5 * minute],
    [0, 5 * minute],
    [30 * minute - 1, 5 * minute],
    [30 * minute, 15 * minute],
    [2 * hour, hour],
    [day, 6 * hour],
    [30 * day - 1, 6 * hour],
    [30 * day, undefined],
  ] as const)('accepted %i ms ago is looked at again in: %s ms', ([age, expected]) => {
    expect(reviewInterval(age)).toBe(expected);
  });

  it('is looked at ever more seldom', () => {
    fc.assert(
      fc.property(fc.nat(31 * day), fc.nat(31 * day), (age, more) => {
        const never = Number.POSITIVE_INFINITY;
        expect(reviewInterval(age + more) ?? never).toBeGreaterThanOrEqual(reviewInterval(age) ?? never);
      }),
    );
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
