import { describe, expect, it } from 'vitest';
import { type Progress, timeLeft, withSeen } from '../../renderer/shell/time-left.ts';

const second = 1_000;
const seenIn = (...seen: readonly Progress[]) => seen.reduce<readonly Progress[]>((before, now) => withSeen(before, now), []);

describe('The time that a long list takes', () => {
  it.each([
    ['ten documents a second, 600 left: a minute', [{ at: 0, count: 700 }], { at: 10 * second, count: 600 }, 60 * second],
    ['rounded up to whole minutes above one', [{ at: 0, count: 1_000 }], { at: 10 * second, count: 990 }, 17 * 60 * second],
    ['rounded up to ten seconds below', [{ at: 0, count: 160 }], { at: 10 * second, count: 100 }, 20 * second],
    ['not known before five seconds', [{ at: 0, count: 700 }], { at: 4 * second, count: 600 }, undefined],
    ['not known while nothing gets done', [{ at: 0, count: 700 }], { at: 60 * second, count: 700 }, undefined],
    ['nobody asks for a short list', [{ at: 0, count: 100 }], { at: 10 * second, count: 40 }, undefined],
  ])('%s', (_, seen, now, expected) => {
    expect(timeLeft(seenIn(...seen), now)).toBe(expected);
  });

  it('is counted anew when more arrives, and by what went on in the last two minutes', () => {
    const more = seenIn({ at: 0, count: 700 }, { at: 10 * second, count: 600 }, { at: 11 * second, count: 900 });
    expect(more).toEqual([{ at: 11 * second, count: 900 }]);
    const late = seenIn({ at: 0, count: 900 }, { at: 100 * second, count: 800 }, { at: 130 * second, count: 500 });
    expect(late.map(({ at }) => at)).toEqual([100 * second, 130 * second]);
    expect(timeLeft(late, { at: 130 * second, count: 500 })).toBe(50 * second);
  });
});
