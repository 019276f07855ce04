import { describe, expect, it } from 'vitest';
import type { Notice } from '../../electron/core/contract/contract.ts';
import { createNotices } from '../../electron/workspace/notices.ts';

/** A clock that the test moves. */
function testClock() {
  let now = 0;
  let timers: { readonly at: number; readonly work: () => void }[] = [];
  return {
    elapsed: () => now,
    after(milliseconds: number, work: () => void) {
      const timer = { at: now + milliseconds, work };
      timers.push(timer);
      return () => {
        timers = timers.filter((other) => other !== timer);
      };
    },
    pass(milliseconds: number) {
      const end = now + milliseconds;
      for (;;) {
        const [next] = timers.filter(({ at }) => at <= end).sort((a, b) => a.at - b.at);
        if (next === undefined) break;
        now = next.at;
        timers = timers.filter((timer) => timer !== next);
        next.work();
      }
      now = end;
    },
  };
}

function scene() {
  const clock = testClock();
  const notices = createNotices(clock);
  const heard: Notice[] = [];
  notices.on((notice) => heard.push(notice));
  return { clock, notices, heard };
}

describe('notices', () => {
  it('tell the first change of a burst at once and the rest together', () => {
    const { clock, notices, heard } = scene();
    notices.document(1);
    clock.pass(0);
    expect(heard).toEqual([{ documents: [1], progress: [], status: true, settings: false }]);
    for (let id = 2; id <= 20; id += 1) notices.document(id);
    clock.pass(99);
    expect(heard).toHaveLength(1);
    clock.pass(1);
    expect(heard).toHaveLength(2);
    expect(heard[1]?.documents).toHaveLength(19);
  });

  it('are at most ten a second, however much happens', () => {
    const { clock, notices, heard } = scene();
    for (let ms = 0; ms < 3_000; ms += 1) {
      notices.document(ms % 50);
      notices.status();
      clock.pass(1);
    }
    expect(heard.length).toBeLessThanOrEqual(31);
    expect(heard.length).toBeGreaterThan(25);
  });

  it('name up to 200 documents, and say "many" of more', () => {
    const { clock, notices, heard } = scene();
    for (let id = 1; id <= 200; id += 1) notices.document(id);
    clock.pass(0);
    for (let id = 1; id <= 201; id += 1) notices.document(id);
    clock.pass(100);
    expect(heard[0]?.documents).toHaveLength(200);
    expect(heard[1]?.documents).toBe('many');
  });

  it('keep progress apart from what has changed, and out of it', () => {
    const { clock, notices, heard } = scene();
    notices.progress([1, 2, 3]);
    notices.document(2);
    clock.pass(0);
    expect(heard).toEqual([{ documents: [2], progress: [1, 3], status: true, settings: false }]);
    notices.progress([4]);
    clock.pass(100);
    expect(heard[1]).toEqual({ documents: [], progress: [4], status: false, settings: false });
  });

  it('say nothing once they are closed', () => {
    const { clock, notices, heard } = scene();
    notices.settings();
    notices.close();
    notices.status();
    clock.pass(1_000);
    expect(heard).toEqual([]);
  });
});
