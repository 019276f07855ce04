import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { fullRate, halved, perSecondAt, type Rate, requestsPerSecondSchema, take } from '../../../electron/core/account/rate.ts';

const burst = 20;
const hour = 3_600_000;
const most = 200;

/** Takes as many requests as there are at `now`. */
function takeAll(rate: Rate, now: number): { readonly rate: Rate; readonly taken: number } {
  let left = rate;
  for (let taken = 0; ; taken += 1) {
    const next = take(left, now);
    left = next.rate;
    if (next.waitMs > 0) return { rate: left, taken };
  }
}

/** When requests began, asked for as fast as the budget gives them, until `end`. Every wait is at least a millisecond. */
function begun(rate: Rate, start: number, end: number): { readonly times: readonly number[]; readonly rate: Rate } {
  const times: number[] = [];
  let [left, now] = [rate, start];
  while (now <= end) {
    const next = take(left, now);
    left = next.rate;
    if (next.waitMs === 0) times.push(now);
    now += next.waitMs;
  }
  return { times, rate: left };
}

/** A rate of `perSecond` with an empty budget at 0, just halved. */
const slow = (perSecond: number): Rate => ({ most, perSecond, tokens: 0, at: 0, observed: perSecond, halvedAt: 0 });

describe('The budget of requests', () => {
  it('lets a burst begin at once and then says how long to wait', () => {
    const { rate, taken } = takeAll(fullRate(0, most), 0);
    expect(taken).toBe(burst);
    expect(take(rate, 0).waitMs).toBe(1_000 / most);
    expect(take(rate, 5).waitMs).toBe(0);
  });

  it('is what the user allows, also where that is less than a burst', () => {
    expect([1, 3, 20, 21].map((allowed) => takeAll(fullRate(0, allowed), 0).taken)).toEqual([1, 3, 20, 20]);
    expect(takeAll({ ...fullRate(0, 1), tokens: 0 }, hour).taken).toBe(1);
    expect(begun(fullRate(0, 3), 0, 60_000).times.length).toBeLessThanOrEqual(3 + 3 * 60);
    expect(take(halved(takeAll(fullRate(0, 3), 0).rate, 0), hour).rate.perSecond).toBe(3);
  });

  it('is not saved up beyond a burst', () => {
    expect(takeAll(takeAll(fullRate(0, most), 0).rate, hour).taken).toBe(burst);
  });

  it('is never exceeded in any window, however it is asked', () => {
    const steps = fc.array(fc.tuple(fc.integer({ min: 0, max: 400 }), fc.integer({ min: 1, max: 60 })), {
      minLength: 1,
      maxLength: 40,
    });
    fc.assert(
      fc.property(steps, (asked) => {
        let [rate, now] = [fullRate(0, most), 0];
        const times: number[] = [];
        for (const [pause, requests] of asked) {
          now += pause;
          for (let index = 0; index < requests; index += 1) {
            const next = take(rate, now);
            rate = next.rate;
            if (next.waitMs === 0) times.push(now);
          }
        }
        for (const [first, from] of times.entries()) {
          for (let last = first; last < times.length; last += 1) {
            const seconds = ((times[last] ?? from) - from) / 1_000;
            if (last - first + 1 > burst + most * seconds + 1e-6) throw new Error(`${last - first + 1} requests in ${seconds} s`);
          }
        }
      }),
    );
  });

  it.for([0.2, 1, 5, 50])('that was cut to %d a second keeps to it while it recovers', (perSecond) => {
    const { times, rate } = begun(slow(perSecond), 0, 20_000);
    const most = perSecond * 20 + 0.5 * 0.2 * 20 ** 2;
    expect(times.length).toBeLessThanOrEqual(Math.ceil(most) + 1);
    expect(times.length).toBeGreaterThanOrEqual(Math.floor(most * 0.8));
    expect(rate.perSecond).toBeLessThanOrEqual(perSecond + 20 * 0.2 + 1e-6);
  });

  it('gives a request after the wait it named', () => {
    fc.assert(
      fc.property(
        fc.double({ min: 0.2, max: 200, noNaN: true }),
        fc.double({ min: 0, max: 0.99, noNaN: true }),
        (perSecond, tokens) => {
          const asked = take({ ...slow(perSecond), tokens }, 0);
          expect(asked.waitMs).toBeGreaterThan(0);
          expect(take(asked.rate, asked.waitMs + 1).waitMs).toBe(0);
        },
      ),
    );
  });
});

describe('After "too many requests"', () => {
  it('half of what really went out may begin, not half of what might have', () => {
    const { rate } = takeAll(fullRate(0, most), 0);
    expect(halved(rate, 0).perSecond).toBe(burst / 2);
    expect(halved(rate, 0).tokens).toBe(0);
  });

  it('the rate is halved once for answers that come together', () => {
    fc.assert(
      fc.property(fc.array(fc.nat(100), { maxLength: 9 }), (delays) => {
        const once = halved(takeAll(fullRate(0, most), 0).rate, 0);
        let [rate, now] = [once, 0];
        for (const delay of delays) {
          now += delay;
          rate = halved(rate, now);
        }
        expect(rate.perSecond).toBeGreaterThanOrEqual(once.perSecond);
        expect(rate.tokens).toBe(0);
      }),
    );
  });

  it('is halved again if the service says so a second later', () => {
    const { rate } = begun(slow(8), 0, 2_000);
    expect(halved(rate, 2_000).perSecond).toBeLessThanOrEqual(rate.perSecond / 2);
  });

  it('never falls below one request in five seconds', () => {
    let rate = fullRate(0, most);
    for (let minute = 1; minute <= 60; minute += 1) rate = halved(rate, minute * 2_000);
    expect(rate.perSecond).toBe(0.2);
    expect(take(take(rate, 120_000).rate, 125_000).waitMs).toBe(0);
  });

  it('comes back slowly: not in a minute, yet in under twenty', () => {
    const cut = halved(takeAll(fullRate(0, most), 0).rate, 0);
    expect(take(cut, 60_000).rate.perSecond).toBeCloseTo(cut.perSecond + 12);
    expect(take(cut, 20 * 60_000).rate.perSecond).toBe(most);
  });
});

describe('A clock set back', () => {
  it('gives no requests and takes none', () => {
    const { rate } = takeAll(fullRate(hour, most), hour);
    const back = take(rate, 0);
    expect(back.waitMs).toBe(5);
    expect(back.rate).toMatchObject({ perSecond: rate.perSecond, tokens: rate.tokens, observed: rate.observed });
  });

  it('does not stop the flow for as long as it was set back', () => {
    const { rate } = takeAll(fullRate(hour, most), hour);
    expect(take(take(rate, 0).rate, 5).waitMs).toBe(0);
  });

  it('does not keep the rate from being halved', () => {
    const cut = halved(takeAll(fullRate(hour, most), hour).rate, hour);
    expect(halved(cut, 0).perSecond).toBeLessThan(cut.perSecond);
  });
});

describe('The rate that a person sets', () => {
  it.for([
    [0, false],
    [1, true],
    [1_000, true],
    [1_001, false],
    [1.5, false],
  ] as const)('is of whole requests a second, up to a thousand: %d', ([perSecond, is]) => {
    expect(requestsPerSecondSchema.safeParse(perSecond).success).toBe(is);
  });

  it('comes back as it is shown', () => {
    expect([0, 5, 10_000].map((seconds) => perSecondAt(slow(8), seconds * 1_000))).toEqual([8, 9, most]);
  });
});

it('What really went out counts less and less, and halves the rate only as far as it is known', () => {
  const { rate } = takeAll(fullRate(0, most), 0);
  expect(rate.observed).toBe(burst);
  expect(take(rate, 1_000).rate.observed).toBeCloseTo(burst * Math.exp(-1) + 1);
  // Nothing went out lately: half of the least, twice.
  expect(halved({ ...rate, observed: 0 }, 5_000).perSecond).toBe(0.2);
  expect(halved({ ...slow(0.5), observed: 0.9, halvedAt: -5_000 }, 0).perSecond).toBe(0.25);
});

it('A second after it was halved, and no sooner, the rate is halved again', () => {
  const cut = halved({ ...slow(8), halvedAt: -5_000 }, 0);
  expect(cut).toMatchObject({ perSecond: 4, halvedAt: 0, tokens: 0 });
  expect(halved({ ...cut, observed: 4 }, 999)).toMatchObject({ halvedAt: 0, tokens: 0 });
  expect(halved({ ...cut, observed: 4 }, 1_000)).toMatchObject({ halvedAt: 1_000, tokens: 0 });
  // Answers that come in the same moment.
  expect(halved({ ...cut, observed: 4, tokens: 1 }, 0)).toMatchObject({ perSecond: 4, tokens: 0 });
});
