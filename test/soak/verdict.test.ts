import { describe, expect, it } from 'vitest';
import type { Sample } from './measure.ts';
import { judge as judgeRun } from './verdict.ts';

/** A sample each second; `memory` in MB. */
const run = (seconds: number, of: (at: number) => { memory?: number; files?: number; watches?: number }) =>
  Array.from({ length: seconds }, (_, at) => ({
    at,
    files: 20,
    watches: 3,
    ...of(at),
    memory: (of(at).memory ?? 100) * 1_000_000,
  }));

const judge = (samples: readonly Sample[]) => judgeRun(samples, samples.length);

describe('What a process holds', () => {
  it('is well if it is the same at the end as after the first minute, whatever was before and between', () => {
    const verdict = judge(run(600, (at) => ({ memory: at < 50 ? 60 : at === 300 ? 190 : 100 + (at % 3) })));
    expect(verdict.problems).toEqual([]);
    expect(verdict.peak).toBe(190_000_000);
    expect(Math.abs(verdict.growth.memory)).toBeLessThan(1);
  });

  it('has grown if its memory is more than a tenth above that of the first minute', () => {
    expect(judge(run(600, (at) => ({ memory: 100 + at / 60 }))).problems).toEqual([]);
    expect(judge(run(600, (at) => ({ memory: 100 + at / 30 }))).problems).toEqual([
      expect.stringMatching(/^Resident memory grew by 1\d\.\d %/),
    ]);
  });

  it('has grown if more is held, however much is resident', () => {
    const samples = run(600, () => ({})).map((sample) => ({ ...sample, held: 30_000_000 + sample.at * 10_000 }));
    expect(judge(samples).problems).toEqual([expect.stringMatching(/^Held memory grew by 1\d\.\d %/)]);
  });

  it('has grown if files or watches that no work explains stay open', () => {
    const verdict = judge(run(600, (at) => ({ files: 20 + (at % 4) + Math.floor(at / 300), watches: 3 + Math.floor(at / 500) })));
    expect(verdict.problems).toEqual(['Open files grew from 20 to 21.', 'Watches grew from 3 to 4.']);
  });

  it('is compared within a short run too', () => {
    expect(judge(run(30, (at) => ({ memory: 100 + at }))).problems).toHaveLength(1);
    expect(judge(run(30, () => ({}))).problems).toEqual([]);
    expect(judge([]).problems).toEqual([]);
  });
});
