import { describe, expect, it } from 'vitest';
import type { Row } from './benchmark.ts';
import { type Measured, markdown, table } from './report.ts';

const row: Row = {
  what: 'files: client',
  unit: 'files/s',
  ours: 6_900,
  peer: { name: 'FormData', value: 3_450 },
  limit: { name: 'curl', value: 8_625 },
  runs: 7,
  peakBytes: 150 * 1024 * 1024,
  cpuSeconds: 0.234,
  goal: { text: '80% of curl', met: true },
};

function measured(members: Partial<Measured> = {}): Measured {
  return { name: 'upload', seconds: 1, rows: [row], missing: [], notes: [], ...members };
}

describe('the table', () => {
  it('shows ours, peer and limit, and how they compare', () => {
    const [, , , line] = markdown([measured()]).split('\n');
    expect(line).toBe(
      '| files: client | files/s | 6,900 | 3,450 FormData | 8,625 curl | 2.00 | 0.80 | 7 | 150 MB | 0.23 | yes: 80% of curl |',
    );
  });

  it('leaves empty what was not measured', () => {
    const [, , , line] = markdown([measured({ rows: [{ what: 'counts', unit: 'ms', ours: 0.01234 }] })]).split('\n');
    expect(line).toBe('| counts | ms | 0.0123 |  |  |  |  |  |  |  |  |');
  });

  it('says which benchmark broke, and why', () => {
    const broken = [measured({ rows: [], failure: 'It did not end within 3 s.' })];
    expect(markdown(broken)).toContain('**upload**: It did not end within 3 s.');
    expect(table(broken)).toContain('upload: It did not end within 3 s.');
  });
});
