import { describe, expect, it } from 'vitest';
import {
  breachesIn,
  checkKinds,
  checkRulesSchema,
  dayOf,
  fieldsOf,
  findingSchema,
  fitsPattern,
  isBreached,
  isPattern,
  nextStepRule,
  secondScanRule,
} from '../../../electron/core/checks/rules.ts';
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

describe('A rule has bounds', () => {
  const long = (length: number) => 'x'.repeat(length);
  const list = (length: number) => Array.from({ length }, (_, index) => `c${index}`);
  const required = { check: 'required', field: 'a' };
  const scan = { check: 'second-scan', vendor: 'v', number: 'n', date: 'd' };

  it.each<[object, boolean]>([
    [{ ...required, field: long(200) }, true],
    [{ ...required, field: long(201) }, false],
    [{ ...required, name: long(80) }, true],
    [{ ...required, name: long(81) }, false],
    [{ ...required, name: ' ' }, false],
    [{ check: 'pattern', field: 'a', pattern: long(500) }, true],
    [{ check: 'pattern', field: 'a', pattern: long(501) }, false],
    [{ check: 'pattern', field: 'a', pattern: '' }, false],
    [{ check: 'one-of', field: 'a', values: list(500) }, true],
    [{ check: 'one-of', field: 'a', values: list(501) }, false],
    [{ check: 'one-of', field: 'a', values: [long(200)] }, true],
    [{ check: 'one-of', field: 'a', values: [long(201)] }, false],
    [{ check: 'one-of', field: 'a', values: [' '] }, false],
    [{ check: 'sum', parts: list(1), total: 'a' }, true],
    [{ check: 'sum', parts: list(20), total: 'a' }, true],
    [{ check: 'sum', parts: list(21), total: 'a' }, false],
    [{ ...scan, days: 0 }, true],
    [{ ...scan, days: -1 }, false],
    [{ ...scan, days: 3_660 }, true],
    [{ ...scan, days: 3_661 }, false],
    [{ ...scan, days: 1.5 }, false],
    [{ check: 'date', field: 'a', from: 'today+9999' }, true],
    [{ check: 'date', field: 'a', from: 'today+10000' }, false],
    [{ check: 'date', field: 'a', from: 'today 5' }, false],
    [{ check: 'date', field: 'a', from: 'xtoday' }, false],
    [{ check: 'date', field: 'a', from: '2026-2-3' }, false],
    [{ check: 'date', field: 'a', from: 7 }, false],
    [{ check: 'date', field: 'a', from: '2026-02-01', to: '2026-02-01' }, true],
    [{ check: 'date', field: 'a', from: 'today+1', to: 'today+1' }, true],
    [{ check: 'date', field: 'a', from: 'today+10', to: 'today+9' }, false],
    // On some days it is in order.
    [{ check: 'date', field: 'a', from: 'today', to: '2026-01-01' }, true],
    [{ check: 'amount', field: 'a', from: '123456789012345.123456' }, true],
    [{ check: 'amount', field: 'a', from: '1234567890123456' }, false],
    [{ check: 'amount', field: 'a', from: '1.1234567' }, false],
    [{ check: 'amount', field: 'a', from: '.5' }, false],
    [{ check: 'amount', field: 'a', from: '+5' }, false],
    [{ check: 'amount', field: 'a', from: '5', to: '5.00' }, true],
    [{ check: 'amount', field: 'a' }, false],
    [{ check: 'iban', field: 'a', name: 'x' }, true],
    [{ check: 'vat-id', field: 'a', name: 'x' }, true],
    [{ check: 'iban' }, false],
    [{ check: 'vat-id', fields: ['a'] }, false],
  ])('%o: %s', (rule, may) => expect(problem(rule) === undefined).toBe(may));

  it('and a folder has at most a hundred of them', () => {
    const rules = (count: number) => checkRulesSchema.safeParse(Array.from({ length: count }, () => required)).success;
    expect([rules(0), rules(100), rules(101)]).toEqual([true, true, false]);
    expect(checkRulesSchema.parse([scan])[0]).toEqual({ ...scan, days: 30 });
  });
});

describe('A rule of each kind', () => {
  const rules = checkRulesSchema.parse([
    { check: 'required', field: 'a' },
    { check: 'pattern', field: 'a', pattern: 'x' },
    { check: 'one-of', field: 'a', values: ['x'] },
    { check: 'date', field: 'a', to: 'today' },
    { check: 'amount', field: 'a', to: '5' },
    { check: 'sum', parts: ['b', 'c'], total: 'a' },
    { check: 'iban', field: 'a' },
    { check: 'vat-id', field: 'a' },
    { check: 'second-scan', vendor: 'v', number: 'a', date: 'd' },
  ]);

  it('reads these fields, and is about the first', () => {
    expect(rules.map(({ check }) => check)).toEqual(checkKinds);
    expect(rules.map((rule) => fieldsOf(rule).join(' '))).toEqual(['a', 'a', 'a', 'a', 'a', 'a b c', 'a', 'a', 'a v d']);
  });

  it('is the one by which documents are compared, or not', () => {
    expect(secondScanRule(rules)).toBe(rules.at(-1));
    expect([secondScanRule(rules.slice(0, -1)), secondScanRule([]), secondScanRule(undefined)]).toEqual([
      ...[undefined, undefined, undefined],
    ]);
  });
});

it.each([
  ['today', '2026-03-14'],
  ['today+1', '2026-03-15'],
  ['today-14', '2026-02-28'],
  ['today+365', '2027-03-14'],
  ['2020-02-29', '2020-02-29'],
])('The bound %s is %s', (bound, day) => expect(dayOf(bound, '2026-03-14')).toBe(day));

describe('What checks have found', () => {
  const finding = {
    rule: 'r',
    outcome: 'breach',
    field: 'a',
    message: { code: 'reasons.asked', values: {} },
    others: [1, 2],
  } as const;
  const unchecked = { ...finding, outcome: 'unchecked' } as const;

  it('is a breach where something is broken', () => {
    expect(breachesIn([unchecked, finding])).toEqual([finding]);
    expect([[unchecked, finding], [unchecked], [], undefined].map(isBreached)).toEqual([true, false, false, false]);
    expect(breachesIn(undefined)).toEqual([]);
  });

  it('is read as it was stored', () => {
    expect(findingSchema.parse(finding)).toEqual(finding);
    expect(findingSchema.safeParse({ ...finding, outcome: 'holds' }).success).toBe(false);
    // It is written into the ledger.
    expect(nextStepRule).toBe('next');
  });
});

it('Patterns are compiled once, and as many are remembered as folders have', () => {
  for (let number = 0; number < 450; number += 1) expect(fitsPattern(`${number}`, `0*${number}`)).toBe(true);
  expect(fitsPattern('7', '0*7')).toBe(true);
  expect(fitsPattern('x'.repeat(1_000), 'x*')).toBe(true);
  expect(fitsPattern('x', '(')).toBeUndefined();
});
