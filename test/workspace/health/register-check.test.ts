import { describe, expect, it } from 'vitest';
import { judgeRegister } from '../../../electron/workspace/health/register-check.ts';

const good = { server: '17.2', clockAheadMs: 3, answerMs: 2, standby: false, lacking: [], contents: 12 };
const judged = (change: Partial<Parameters<typeof judgeRegister>[1]>) =>
  judgeRegister('db.example.com:5432/intray', { ...good, ...change }).map(({ status, seen }) => [status, seen.code]);

describe('The doctor on the register', () => {
  it('is content with one that answers soon, and whose clock agrees', () => {
    expect(judged({})).toEqual([
      ['ok', 'health.register.works'],
      ['ok', 'register.clock'],
    ]);
  });

  it('warns of one that answers late, and of clocks that are apart', () => {
    expect(judged({ answerMs: 900 })[0]).toEqual(['warning', 'health.register.works']);
    expect(judged({ clockAheadMs: -120_000 })[1]).toEqual(['warning', 'register.clock']);
  });

  it('finds a standby, with how far it is behind, and rights that are missing', () => {
    expect(judged({ standby: true, behindMs: 4_000 })).toEqual([['problem', 'health.register.behind']]);
    expect(judged({ standby: true })).toEqual([['problem', 'register.readOnly']]);
    expect(judged({ lacking: ['UPDATE intray.claim'] })).toEqual([['problem', 'health.register.lacking']]);
  });
});
