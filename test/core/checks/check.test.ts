import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { areNear, type Checked, findingsOf, invoiceKey, type OtherInvoice } from '../../../electron/core/checks/check.ts';
import { type CheckRule, checkRulesSchema, nameOf } from '../../../electron/core/checks/rules.ts';
import { inEnglish } from '../../../electron/core/messages/wording.ts';
import type { Reading } from '../../../electron/core/values/typed-value.ts';

function checked(data: Readonly<Record<string, unknown>>, around: Partial<Checked> = {}): Checked {
  return {
    result: { kind: 'extraction', status: 'processed', extractedData: data, extra: {} },
    reading: {},
    day: '2026-03-14',
    others: () => [],
    ...around,
  };
}

/** What a rule says: nothing, `breach …` or `unchecked …`. */
function said(rule: object, data: Readonly<Record<string, unknown>>, around?: Partial<Checked>): string | undefined {
  const rules = checkRulesSchema.parse([rule]);
  const [finding] = findingsOf(rules, checked(data, around));
  return finding === undefined ? undefined : `${finding.outcome} ${finding.field}: ${inEnglish(finding.message)}`;
}

const sum = { check: 'sum', parts: ['net', 'tax'], total: 'gross' };

it.each([
  ['1,60', '0,30', '2', 'breach'],
  ['1.60', '0.40', '2', undefined],
  ['1.60', '0.394', '1.99', undefined],
  ['1.60', '0.396', '1.99', 'breach'],
  ['1.60', '0.3905', '1.9905', undefined],
  ['1.60', '0.3904', '1.9905', 'breach'],
])('A sum of %s and %s is %s to the cent, or to the last decimal of the total: %s', (net, tax, gross, outcome) => {
  expect(said(sum, { net, tax, gross })?.split(' ')[0]).toBe(outcome);
});

describe('A check', () => {
  it.each<[string, object, Record<string, unknown>, string | undefined]>([
    ['requires a value', { check: 'required', field: 'no' }, { no: '17' }, undefined],
    ['misses it', { check: 'required', field: 'no' }, {}, 'breach no: “no” has no value.'],
    ['takes space for nothing', { check: 'required', field: 'no' }, { no: ' \n' }, 'breach no: “no” has no value.'],
    ['takes null for nothing', { check: 'required', field: 'no' }, { no: null }, 'breach no: “no” has no value.'],
    ['compares with a pattern', { check: 'pattern', field: 'no', pattern: '\\d{4}-\\d+' }, { no: '2026-17' }, undefined],
    [
      'wants the whole value to fit',
      { check: 'pattern', field: 'no', pattern: '\\d+' },
      { no: '17a' },
      'breach no: “17a” in “no” does not fit the pattern \\d+.',
    ],
    [
      'says that nothing can be compared with a pattern',
      { check: 'pattern', field: 'no', pattern: '\\d+' },
      {},
      'unchecked no: It cannot be checked, because “no” has no value.',
    ],
    ['knows one of several', { check: 'one-of', field: 'c', values: ['EUR', 'CHF'] }, { c: ' eur ' }, undefined],
    [
      'knows none of them',
      { check: 'one-of', field: 'c', values: ['EUR', 'CHF'] },
      { c: 'USD' },
      'breach c: “USD” is not among the values that “c” may have.',
    ],
    ['takes a date in range', { check: 'date', field: 'd', from: '2026-01-01', to: 'today' }, { d: '14.3.2026' }, undefined],
    [
      'finds a date in the future',
      { check: 'date', field: 'd', to: 'today' },
      { d: '15 March 2026' },
      'breach d: “d” is 15 March 2026, which is after 2026-03-14.',
    ],
    [
      'finds a date long past',
      { check: 'date', field: 'd', from: 'today-90' },
      { d: '2025-12-13' },
      'breach d: “d” is 2025-12-13, which is before 2025-12-14.',
    ],
    [
      'leaves open what an ambiguous date decides',
      { check: 'date', field: 'd', to: 'today' },
      { d: '03/04/2026' },
      'unchecked d: It cannot be checked, because “03/04/2026” in “d” may mean 2026-04-03 and 2026-03-04.',
    ],
    [
      'does not mind when both meanings are in range',
      { check: 'date', field: 'd', from: '2026-01-01' },
      { d: '03/04/2026' },
      undefined,
    ],
    [
      'minds when both are outside',
      { check: 'date', field: 'd', from: '2026-05-01' },
      { d: '03/04/2026' },
      'breach d: “d” is 03/04/2026, which is before 2026-05-01.',
    ],
    [
      'says that something is no date',
      { check: 'date', field: 'd', to: 'today' },
      { d: 'soon' },
      'unchecked d: It cannot be checked, because “soon” in “d” was not read as a date.',
    ],
    ['takes an amount in range', { check: 'amount', field: 'a', from: '0.01', to: '1234.56' }, { a: '1.234,56 €' }, undefined],
    [
      'finds an amount outside',
      { check: 'amount', field: 'a', from: '0.01' },
      { a: '(12.00)' },
      'breach a: “a” is (12.00), which is less than 0.01.',
    ],
    ['adds up', sum, { net: '100.00', tax: '19.00', gross: '119.00' }, undefined],
    ['adds up as printed', sum, { net: '1.000,10', tax: '190,02 €', gross: 'EUR 1.190,12' }, undefined],
    [
      'is exact to the cent',
      sum,
      { net: '100.00', tax: '19.00', gross: '119.01' },
      'breach gross: net (100.00) and tax (19.00) add up to 119.00, but “gross” is 119.01.',
    ],
    ['is exact to the cent, not beyond it', sum, { net: '83.193', tax: '15.808', gross: '99.00' }, undefined],
    [
      'adds nothing to a missing part',
      sum,
      { net: '100.00', gross: '100.00' },
      'unchecked gross: It cannot be checked, because “tax” has no value.',
    ],
    [
      'does not add currencies',
      sum,
      { net: '100.00 EUR', tax: '19.00 CHF', gross: '119.00' },
      'unchecked gross: It cannot be checked, because the amounts are in EUR and CHF.',
    ],
    [
      'compares only what is short enough with a pattern',
      { check: 'pattern', field: 'no', pattern: 'x*' },
      { no: 'x'.repeat(1_001) },
      'unchecked no: It cannot be checked, because the value of “no” is too long.',
    ],
    ['takes the day itself as the last', { check: 'date', field: 'd', to: 'today' }, { d: '14.3.2026' }, undefined],
    ['takes the day itself as the first', { check: 'date', field: 'd', from: 'today' }, { d: '14.3.2026' }, undefined],
    [
      'finds an amount above',
      { check: 'amount', field: 'a', to: '12.00' },
      { a: '12.01' },
      'breach a: “a” is 12.01, which is more than 12.00.',
    ],
    [
      'takes the bounds of an amount for inside',
      { check: 'amount', field: 'a', from: '12', to: '12.00' },
      { a: '12.0' },
      undefined,
    ],
    [
      'leaves open what an ambiguous amount decides',
      { check: 'amount', field: 'a', to: '5' },
      { a: '1,234' },
      'unchecked a: It cannot be checked, because “1,234” in “a” may mean 1234 and 1.234.',
    ],
    [
      'leaves open in either order what is inside and what is not',
      { check: 'amount', field: 'a', from: '5' },
      { a: '1,234' },
      'unchecked a: It cannot be checked, because “1,234” in “a” may mean 1234 and 1.234.',
    ],
    [
      'knows a date in a field that is called otherwise',
      { check: 'date', field: 'reference', to: 'today' },
      { reference: '15.3.2026' },
      'breach reference: “reference” is 15.3.2026, which is after 2026-03-14.',
    ],
    [
      'knows an amount in a field that is called otherwise',
      { check: 'amount', field: 'number', to: '5' },
      { number: '6.00' },
      'breach number: “number” is 6.00, which is more than 5.',
    ],
    [
      'knows a VAT id in a field that is called otherwise',
      { check: 'vat-id', field: 'number' },
      { number: 'ATU13585627' },
      undefined,
    ],
    [
      'adds up what is called otherwise',
      { check: 'sum', parts: ['number', 'reference'], total: 'id' },
      { number: '1.00', reference: '2.00', id: '4.00' },
      'breach id: number (1.00) and reference (2.00) add up to 3.00, but “id” is 4.00.',
    ],
    [
      'says which field of a sum is no amount, the total first',
      sum,
      { net: 'few', tax: 'some', gross: 'all' },
      'unchecked gross: It cannot be checked, because “all” in “gross” was not read as an amount.',
    ],
    [
      'says that an amount is no date',
      { check: 'date', field: 'total', from: '2026-01-01' },
      { total: '5.00' },
      'unchecked total: It cannot be checked, because “5.00” in “total” was not read as a date.',
    ],
    [
      'says that a date is no amount',
      { check: 'amount', field: 'a', from: '1' },
      { a: '4 March 2026' },
      'unchecked a: It cannot be checked, because “4 March 2026” in “a” was not read as an amount.',
    ],
    [
      'says that an answer is no amount',
      { check: 'amount', field: 'is_paid', from: '1' },
      { is_paid: 'yes' },
      'unchecked is_paid: It cannot be checked, because “yes” in “is_paid” was not read as an amount.',
    ],
    [
      'says that something is no amount',
      { check: 'amount', field: 'a', to: '5' },
      { a: 'a few' },
      'unchecked a: It cannot be checked, because “a few” in “a” was not read as an amount.',
    ],
    [
      'says which part of a sum is no amount',
      sum,
      { net: '100', tax: 'some', gross: '100' },
      'unchecked gross: It cannot be checked, because “some” in “tax” was not read as an amount.',
    ],
    [
      'says which field of a sum is missing, the total first',
      sum,
      {},
      'unchecked gross: It cannot be checked, because “gross” has no value.',
    ],
    ['adds up an amount with the currency of one alone', sum, { net: '100.00 EUR', tax: '19.00', gross: '119.00' }, undefined],
    [
      'shows as many decimals as are there',
      sum,
      { net: '1.0001', tax: '1', gross: '3' },
      'breach gross: net (1.0001) and tax (1) add up to 2.0001, but “gross” is 3.',
    ],
    [
      'shows cents of whole numbers, too',
      sum,
      { net: '100', tax: '19', gross: '120' },
      'breach gross: net (100) and tax (19) add up to 119.00, but “gross” is 120.',
    ],
    [
      'shows as many decimals as its total has',
      sum,
      { net: '1', tax: '1', gross: '3.0001' },
      'breach gross: net (1) and tax (1) add up to 2.0000, but “gross” is 3.0001.',
    ],
    ['compares words in any spelling', { check: 'one-of', field: 'c', values: ['\u00c4'] }, { c: 'a\u0308' }, undefined],
    ['knows an IBAN after another name', { check: 'iban', field: 'i' }, { i: 'Account: DE89 3704 0044 0532 0130 00' }, undefined],
    ['knows an IBAN in small letters', { check: 'iban', field: 'i' }, { i: 'iban DE89 3704 0044 0532 0130 00' }, undefined],
    ['knows a VAT id after its name', { check: 'vat-id', field: 'v' }, { v: 'VAT no.: ATU13585627' }, undefined],
    ['knows an IBAN', { check: 'iban', field: 'i' }, { i: 'IBAN: DE89 3704 0044 0532 0130 00' }, undefined],
    [
      'knows a wrong IBAN',
      { check: 'iban', field: 'i' },
      { i: 'DE88 3704 0044 0532 0130 00' },
      'breach i: “DE88 3704 0044 0532 0130 00” in “i” is not a valid IBAN.',
    ],
    ['knows a VAT id', { check: 'vat-id', field: 'v' }, { v: 'ATU 13585627' }, undefined],
    [
      'knows a wrong VAT id',
      { check: 'vat-id', field: 'v' },
      { v: 'ATU13585626' },
      'breach v: “ATU13585626” in “v” is not a valid VAT id.',
    ],
  ])('%s', (_, rule, data, expected) => {
    expect(said(rule, data)).toBe(expected);
  });

  it('says when the extraction has no such field, and flags nothing for it', () => {
    const rule = { check: 'required', field: 'vendor' };
    expect(said(rule, {}, { fields: ['total'] })).toBe(
      'unchecked vendor: It cannot be checked, because the extraction has no field “vendor”.',
    );
    expect(said(rule, {}, { fields: ['vendor'] })).toBe('breach vendor: “vendor” has no value.');
    expect(said(rule, { vendor: 'ACME' }, { fields: ['total'] })).toBeUndefined();
  });

  it('reads ambiguous amounts in every way that they may be meant', () => {
    const rule = { check: 'sum', parts: ['a'], total: 'b' };
    // Each is 1.234 or 1234.
    expect(said(rule, { a: '1,234', b: '1,234' })).toMatch(/^unchecked b: .*may mean 1234 and 1.234/);
    expect(said(rule, { a: '1,234', b: '5.00' })).toMatch(/^breach b: /);
    // One of the two ways adds up.
    expect(said(rule, { a: '1,234', b: '1234' })).toMatch(/^unchecked b: .*“1,234” in “a” may mean 1234 and 1.234/);
  });

  it('that is ambiguous in many fields is not tried in all ways', () => {
    const names = Array.from({ length: 7 }, (_, index) => `p${index}`);
    const rule = (parts: readonly string[]) => ({ check: 'sum', parts, total: 'total' });
    const data = { ...Object.fromEntries(names.map((name) => [name, '1,000'])), total: '8' };
    expect(said(rule(names.slice(0, 5)), data)).toMatch(/^breach total/);
    // 64 ways are tried, and no more.
    expect(said(rule(names.slice(0, 6)), data)).toMatch(/^breach total/);
    expect(said(rule(names), data)).toMatch(/^unchecked total: .*“1,000” in “p0” may mean 1000 and 1\.000/);
  });

  it('that its extraction has no field for is told the first of these', () => {
    const fields = ['net'];
    expect(said(sum, {}, { fields })).toMatch(/no field “gross”/);
    expect(said(sum, { gross: '1' }, { fields })).toMatch(/no field “tax”/);
    expect(said(sum, { gross: '1', tax: '1' }, { fields })).toMatch(/“net” has no value/);
  });

  it('of two kinds about one field reads it as either', () => {
    const rules = checkRulesSchema.parse([
      { check: 'date', field: 'x', to: 'today' },
      { check: 'amount', field: 'x', to: '5' },
    ]);
    const outcomes = (x: string) => findingsOf(rules, checked({ x })).map(({ rule, outcome }) => `${rule} ${outcome}`);
    expect(outcomes('4.3.2026')).toEqual(['amount: x unchecked']);
    expect(outcomes('4.00')).toEqual(['date: x unchecked']);
  });

  it('is not there where there are no rules', () => {
    expect(findingsOf([], checked({}))).toEqual([]);
  });

  it('goes by what is said of a field', () => {
    const reading = { descriptions: { a: 'The total' } };
    expect(said({ check: 'amount', field: 'a', to: '5' }, { a: '4' }, { reading })).toBeUndefined();
    expect(
      said({ check: 'date', field: 'd', to: 'today' }, { d: '3/4/2026' }, { reading: { dates: 'month-first' } }),
    ).toBeUndefined();
  });

  it('is named by its person, or by what it does', () => {
    const rules = checkRulesSchema.parse([
      sum,
      { check: 'required', field: 'no' },
      { check: 'required', field: 'no', name: 'Nummer' },
      { check: 'second-scan', vendor: 'v', number: 'n', date: 'd' },
    ]);
    expect(rules.map(nameOf)).toEqual(['net + tax = gross', 'required: no', 'Nummer', 'second-scan: n']);
  });

  it('holds for sums exactly where whole cents add up', () => {
    const cents = fc.integer({ min: -10_000_000_00, max: 10_000_000_00 });
    const text = (all: number) => {
      const digits = String(Math.abs(all)).padStart(3, '0');
      return `${all < 0 ? '-' : ''}${digits.slice(0, -2)}.${digits.slice(-2)}`;
    };
    fc.assert(
      fc.property(fc.array(cents, { minLength: 1, maxLength: 8 }), fc.integer({ min: -3, max: 3 }), (parts, off) => {
        const names = parts.map((_, index) => `amount_${index}`);
        const data: Record<string, string> = Object.fromEntries(parts.map((part, index) => [`amount_${index}`, text(part)]));
        data.total = text(parts.reduce((all, part) => all + part, off));
        expect(said({ check: 'sum', parts: names, total: 'total' }, data) === undefined).toBe(off === 0);
      }),
    );
  });

  it('holds for amounts and dates exactly where they are in range', () => {
    const days = fc.integer({ min: 0, max: 30_000 });
    const iso = (day: number) => new Date(day * 86_400_000).toISOString().slice(0, 10);
    const amounts = fc.integer({ min: -99_999, max: 99_999 });
    const decimals = (units: number) =>
      `${units < 0 ? '-' : ''}${Math.trunc(Math.abs(units) / 100)}.${String(Math.abs(units) % 100).padStart(2, '0')}`;
    fc.assert(
      fc.property(days, days, days, amounts, amounts, amounts, (day, one, other, amount, least, most) => {
        const [from = 0, to = 0] = [one, other].toSorted((a, b) => a - b);
        expect(said({ check: 'date', field: 'd', from: iso(from), to: iso(to) }, { d: iso(day) }) === undefined).toBe(
          day >= from && day <= to,
        );
        const [low = 0, high = 0] = [least, most].toSorted((a, b) => a - b);
        expect(
          said({ check: 'amount', field: 'a', from: decimals(low), to: decimals(high) }, { a: decimals(amount) }) === undefined,
        ).toBe(amount >= low && amount <= high);
      }),
    );
  });

  it('takes whatever a service may say, and changes nothing', () => {
    const rules = checkRulesSchema.parse([
      sum,
      { check: 'date', field: 'net', from: '2026-01-01' },
      { check: 'amount', field: 'tax', to: '5' },
      { check: 'iban', field: 'gross' },
      { check: 'pattern', field: 'net', pattern: '(a+)+$' },
      { check: 'second-scan', vendor: 'net', number: 'tax', date: 'gross' },
    ]);
    fc.assert(
      fc.property(fc.dictionary(fc.constantFrom('net', 'tax', 'gross', '__proto__', 'constructor'), fc.anything()), (values) => {
        const data = JSON.parse(JSON.stringify(values) ?? '{}') as Record<string, unknown>;
        const before = JSON.stringify(data);
        const findings = findingsOf(rules, checked(data));
        expect(findings.map(({ rule }) => rule).every((rule) => rules.map(nameOf).includes(rule))).toBe(true);
        expect(JSON.stringify(data)).toBe(before);
      }),
    );
  });
});

describe('A second scan', () => {
  const rule = { check: 'second-scan', vendor: 'vendor', number: 'number', date: 'date', days: 10 } as const;
  const data = { vendor: 'Müller & Söhne GmbH', number: 'RE 2026-17', date: '2026-03-14' };
  const among =
    (...others: readonly OtherInvoice[]) =>
    (key: string) =>
      key === 'mullersohnegmbh re202617' ? others : [];

  it('is known by vendor, number and a date nearby, however they are spelt', () => {
    const others = among({ id: 4, path: 'scan0001.pdf', dates: ['2026-03-10'] });
    expect(said(rule, data, { others })).toBe(
      'breach number: It may be a second scan of “scan0001.pdf”: vendor, number and date agree.',
    );
    expect(said(rule, { ...data, vendor: 'MÜLLER+SÖHNE GMBH', number: 're 2026 17' }, { others })).toMatch(/^breach/);
    expect(said(rule, { ...data, number: 'RE 2026-18' }, { others })).toBeUndefined();
    expect(said(rule, { ...data, date: '2026-04-14' }, { others })).toBeUndefined();
  });

  it('names the documents that it is about', () => {
    const others = among(
      { id: 4, path: 'a.pdf', dates: ['2026-03-10'] },
      { id: 5, path: 'b.pdf', dates: ['2025-03-10'] },
      { id: 6, path: 'c.pdf', dates: ['2026-03-14'] },
    );
    const [finding] = findingsOf(checkRulesSchema.parse([rule]), checked(data, { others }));
    expect(finding?.others).toEqual([4, 6]);
    const [one] = findingsOf(
      checkRulesSchema.parse([rule]),
      checked(data, { others: among({ id: 4, path: 'a.pdf', dates: ['2026-03-10'] }) }),
    );
    expect(one?.others).toEqual([4]);
  });

  it('stays open where dates cannot be compared', () => {
    const others = among({ id: 4, path: 'a.pdf', dates: ['2026-03-04', '2026-04-03'] });
    expect(said(rule, data, { others })).toBe(
      'unchecked number: Vendor and number are those of “a.pdf”, but the two dates cannot be compared.',
    );
    expect(said({ ...rule, days: 40 }, data, { others })).toMatch(/^breach/);
    expect(said(rule, { ...data, date: '' }, { others })).toMatch(/^unchecked .*“date” has no value/);
  });

  it('has dates that are near whichever comes first', () => {
    const day = fc.integer({ min: 0, max: 30_000 }).map((days) => new Date(days * 86_400_000).toISOString().slice(0, 10));
    fc.assert(
      fc.property(day, day, fc.integer({ min: 0, max: 400 }), (one, other, days) => {
        const apart = Math.abs(Date.parse(one) - Date.parse(other)) / 86_400_000;
        expect(areNear([one], [other], days)).toBe(apart <= days);
        expect(areNear([other], [one], days)).toBe(apart <= days);
      }),
    );
  });

  it('says of how many', () => {
    const others = among(...[4, 5, 6].map((id) => ({ id, path: `${id}.pdf`, dates: ['2026-03-14'] })));
    expect(findingsOf(checkRulesSchema.parse([rule]), checked(data, { others }))).toMatchObject([
      { outcome: 'breach', field: 'number', message: { values: { path: '4.pdf', count: 3 } }, others: [4, 5, 6] },
    ]);
  });

  it('has a date that may mean two, or none', () => {
    const [parsed] = checkRulesSchema.parse([rule]);
    const dates = (date: string, reading: Reading = {}) =>
      invoiceKey(parsed as Extract<CheckRule, { check: 'second-scan' }>, checked({ ...data, date }).result, reading)?.dates;
    expect(dates('3/4/2026')).toEqual(['2026-04-03', '2026-03-04']);
    expect(dates('3/4/2026', { dates: 'day-first' })).toEqual(['2026-04-03']);
    expect(dates('4.3.2026')).toEqual(['2026-03-04']);
    expect([dates('soon'), dates('5 EUR')]).toEqual([[], []]);
    expect(areNear([], ['2026-03-04'], 5)).toBeUndefined();
    expect(areNear(['2026-03-04', '2026-04-03'], ['2026-03-04'], 5)).toBeUndefined();
    expect(areNear(['2026-03-04', '2026-03-05'], ['2026-03-04'], 5)).toBe(true);
    expect(areNear(['2025-03-04', '2025-04-03'], ['2026-03-04'], 5)).toBe(false);
  });

  it('is known by the beginning of long names', () => {
    const [parsed] = checkRulesSchema.parse([rule]);
    const key = (vendor: string) =>
      invoiceKey(parsed as Extract<CheckRule, { check: 'second-scan' }>, checked({ ...data, vendor }).result, {})?.key;
    expect(key('x'.repeat(300))).toBe(`${'x'.repeat(100)} re202617`);
    expect(key(`${'-'.repeat(199)}xy`)).toBe('x re202617');
  });

  it('needs a vendor and a number', () => {
    const [parsed] = checkRulesSchema.parse([rule]);
    const key = (values: object) =>
      invoiceKey(parsed as Extract<CheckRule, { check: 'second-scan' }>, checked({ ...data, ...values }).result, {})?.key;
    expect(key({})).toBe('mullersohnegmbh re202617');
    expect(key({ vendor: ' - ' })).toBeUndefined();
    expect(key({ number: undefined })).toBeUndefined();
  });
});
