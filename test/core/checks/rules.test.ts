import { describe, expect, it } from 'vitest';
import { checkRulesSchema, fitsPattern, isPattern } from '../../../electron/core/checks/rules.ts';
import { brokenRule } from '../../../electron/core/config/rules.ts';
import { inEnglish } from '../../../electron/core/messages/wording.ts';

function problem(...rules: readonly object[]): string | undefined {
  const [issue] = checkRulesSchema.safeParse(rules).error?.issues ?? [];
  return issue === undefined ? undefined : inEnglish(brokenRule(issue));
}

describe('The rules of a folder', () => {
  it.each<[object, string | RegExp]>([
    [{ check: 'requird', field: 'a' }, /one of the checks/],
    [{ check: 'required', field: '' }, /not be empty/],
    [{ check: 'required', field: 7 }, /key of a field/],
    [{ check: 'required', field: 'a', filed: 'b' }, /not valid/],
    [{ check: 'pattern', field: 'a', pattern: '(' }, /regular expression/],
    [{ check: 'pattern', field: 'a', pattern: '(?=a)' }, /regular expression/],
    [{ check: 'pattern', field: 'a', pattern: '(?:a?){1000}{1000}' }, /regular expression/],
    [{ check: 'pattern', field: 'a', pattern: '[a-z]{0,999}[a-z]{0,999}' }, /regular expression/],
    [{ check: 'one-of', field: 'a', values: [] }, /not be empty/],
    [{ check: 'date', field: 'a' }, /lower or an upper/],
    [{ check: 'date', field: 'a', from: '2026-02-30' }, /date such as/],
    [{ check: 'date', field: 'a', from: 'tomorrow' }, /date such as/],
    [{ check: 'date', field: 'a', from: '2026-02-02', to: '2026-02-01' }, /not above/],
    [{ check: 'date', field: 'a', from: 'today', to: 'today-1' }, /not above/],
    [{ check: 'amount', field: 'a', from: 5 }, /must be an amount such as/],
    [{ check: 'amount', field: 'a', from: '5,00' }, /must be an amount such as/],
    [{ check: 'amount', field: 'a', from: '10', to: '9.99' }, /not above/],
    [{ check: 'sum', parts: [], total: 'a' }, /not be empty/],
  ])('refuse %j', (rule, expected) => {
    expect(problem(rule)).toMatch(expected);
  });

  it('take ranges that are open at one side, or that may be in order', () => {
    expect(problem({ check: 'date', field: 'a', from: '2026-01-01', to: 'today' })).toBeUndefined();
    expect(problem({ check: 'date', field: 'a', to: 'today+30' })).toBeUndefined();
    expect(problem({ check: 'amount', field: 'a', from: '-10.50', to: '0' })).toBeUndefined();
  });

  it('look for second scans in one way', () => {
    const rule = { check: 'second-scan', vendor: 'v', number: 'n', date: 'd' };
    expect(problem(rule)).toBeUndefined();
    expect(problem(rule, { ...rule, number: 'm' })).toMatch(/only one/);
  });

  it('compare with patterns in time that grows with the text and no faster', () => {
    for (const pattern of ['(a+)+b', '(a|a)*b', '(.*)(.*)(.*)(.*)(.*)(.*)x', '(?:[a-z]{0,60}){7}x']) {
      expect(isPattern(pattern)).toBe(true);
      const from = process.cpuUsage();
      expect(fitsPattern('a'.repeat(1_000), pattern)).toBe(false);
      // Processor time, in millionths of a second. A matcher that goes back would take longer than anybody waits.
      expect(process.cpuUsage(from).user).toBeLessThan(2_000_000);
    }
    expect(fitsPattern('a'.repeat(1_001), 'a*')).toBeUndefined();
  });
});
