import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { fullRate, take } from '../../../electron/core/account/rate.ts';
import { allot, freshState, passed, sharedStateSchema, shut } from '../../../electron/core/account/shared.ts';
import { foreign } from '../../../electron/core/messages/message.ts';

const pause = { kind: 'rate', message: foreign('Slow down'), tries: 1 } as const;

describe('What machines know of their account together', () => {
  it('never lets them begin more requests than one machine could', () => {
    const asked = fc.record({ wanted: fc.integer({ min: 1, max: 30 }), pause: fc.nat(300) });
    fc.assert(
      fc.property(fc.array(asked, { maxLength: 60 }), (steps) => {
        let [state, one, now] = [freshState(0), fullRate(0, 10), 0];
        let [together, alone] = [0, 0];
        for (const step of steps) {
          now += step.pause;
          const { state: next, allotment } = allot(state, { key: 'key', wanted: step.wanted, most: 10 }, now);
          state = next;
          together += allotment.requests;
          for (let taken = take(one, now); ; taken = take(one, now)) {
            one = taken.rate;
            if (taken.waitMs > 0) break;
            alone += 1;
          }
        }
        expect(together).toBeLessThanOrEqual(alone + 1);
      }),
    );
  });

  it('holds all of them to the lowest limit that one of them has', () => {
    let state = freshState(0);
    let given = 0;
    for (let now = 0; now < 60_000; now += 100) {
      for (const most of [50, 4]) {
        const next = allot(state, { key: 'key', wanted: 50, most }, now);
        state = next.state;
        given += next.allotment.requests;
      }
    }
    expect(given).toBeLessThanOrEqual(20 + 60 * 4.1);
    expect(given).toBeGreaterThan(60 * 3.9);
  });

  it('survives being stored, also before anything was halved', () => {
    for (const state of [freshState(5), shut(freshState(5), pause, 'key', 7, 1_000)])
      expect(sharedStateSchema.parse(JSON.parse(JSON.stringify(state)))).toEqual(state);
  });

  it('forgets a pause only when a call that knew of it has shown that it is over', () => {
    const state = shut(freshState(0), pause, 'key', 0, 1_000);
    expect(passed(state, []).troubles).toHaveLength(1);
    expect(passed(state, [1]).troubles).toEqual([]);
  });
});
