import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type DateOrder, type TypedValue, typedResult, unreadableAs } from '../../../electron/core/values/typed-value.ts';
import { anyCharacter } from '../../support/any-character.ts';
import { printedForms } from './printed-forms.ts';

const inWords = (typed: TypedValue | undefined) => {
  if (typed === undefined) return '';
  const meaning = 'ambiguous' in typed ? `?${typed.kind} ${typed.ambiguous.join(' ')}` : `${typed.kind} ${typed.value}`;
  return typed.currency === undefined ? meaning : `${meaning} ${typed.currency}`;
};
const typedIn = (extractedData: Readonly<Record<string, string>>, dates?: DateOrder, descriptions = {}) =>
  typedResult({ kind: 'extraction', status: 'processed', extractedData, extra: {} }, { ...(dates && { dates }), descriptions });
const read = (values: Readonly<Record<string, string>>, order?: DateOrder) => {
  const typed = typedIn(values, order);
  return Object.fromEntries(
    [...typed].map(([key, value]) => [
      key,
      `${inWords(value)}${'assumed' in value ? value.assumed.map((one) => ` (${one})`).join('') : ''}`,
    ]),
  );
};

describe('A printed value is read as it is meant', () => {
  it('in 300 forms of at least eight languages', () => {
    expect(printedForms.length).toBeGreaterThanOrEqual(300);
    expect(new Set(printedForms.map(({ language }) => language)).size).toBeGreaterThanOrEqual(8);
  });

  it.for(printedForms)('$language $key: "$printed" is "$meaning"', ({ key, printed, meaning }) => {
    expect(inWords(typedIn({ [key]: printed }).get(key))).toBe(meaning);
  });
});

describe('A printed value stays what it is where its field does not ask for what it looks like', () => {
  it.for([
    // Norway, a name, a signature, a note, an order number with the check digit of a VAT number.
    ['country', 'NO'],
    ['contact', 'Nie'],
    ['vendor_name', 'SI'],
    ['signature', '✓'],
    ['remarks', 'ja'],
    ['article', 'Non'],
    ['order', 'de 136-695-976'],
    ['payer', 'No', 'Who has paid it, yes'],
  ])('%s: "%s"', ([key = '', printed = '', description]) => {
    const typed = typedIn({ [key]: printed }, undefined, description !== undefined && { [key]: description });
    expect(inWords(typed.get(key))).toBe('');
  });

  it.for([
    ['is_paid', 'Ja', undefined, 'yes-no yes'],
    ['skonto', 'nein', 'Skonto gewährt: ja oder nein', 'yes-no no'],
    ['delivered', 'oui', 'Oui/non', 'yes-no yes'],
    ['express', '☐', 'Whether the box for express delivery is ticked', 'yes-no no'],
  ] as const)('but %s: "%s" is read', ([key, printed, description, expected]) => {
    const descriptions = description !== undefined && { [key]: description };
    expect(inWords(typedIn({ [key]: printed }, undefined, descriptions).get(key))).toBe(expected);
  });
});

describe('What a field asks for', () => {
  it.for([
    ['invoice_date', '99.99.2026', 'date'],
    ['due_date', 'soon', 'date'],
    ['total', '12 bananas', 'amount'],
    ['total_due', '12 bananas', 'amount'],
    ['currency', 'bananas', 'currency'],
    ['iban', 'DE88 3704 0044 0532 0130 00', 'iban'],
  ] as const)('%s: "%s" is no %s', ([key, printed, expected]) => {
    expect(unreadableAs(key, printed)).toBe(expected);
  });

  it.for([
    ['invoice_date', '31.3.2026'],
    ['invoice_date', '3/4/2026'],
    ['due_date', ''],
    ['total', '1.234,50 €'],
    ['total_due', '31 March 2026'],
    ['currency', '$'],
    ['iban', 'DE89 3704 0044 0532 0130 00'],
    // Named after a date or an amount, and something else.
    ['invoice_number', '12 bananas'],
    ['net_weight', '12 kg'],
    ['total_pages', 'three'],
    ['payment_terms_net', '30 days'],
    ['supplier', '12 bananas'],
  ] as const)('%s: "%s" is nothing to ask about', ([key, printed]) => {
    expect(unreadableAs(key, printed)).toBeUndefined();
  });
});

describe('What one value leaves open', () => {
  it.for([
    ['another date decides', { date: '03/04/2026', due_date: '25/03/2026' }, undefined, 'date 2026-04-03 (day-first)'],
    [
      'another date decides the other way',
      { date: '03/04/2026', due_date: '03/25/2026' },
      undefined,
      'date 2026-03-04 (month-first)',
    ],
    [
      'dates that disagree do not decide',
      { date: '03/04/2026', due_date: '25/03/2026', other_date: '03/25/2026' },
      undefined,
      '?date 2026-04-03 2026-03-04',
    ],
    [
      'a date with dots does not decide',
      { date: '03/04/2026', due_date: '25.03.2026' },
      undefined,
      '?date 2026-04-03 2026-03-04',
    ],
    ['the folder decides', { date: '03/04/2026' }, 'month-first', 'date 2026-03-04 (month-first)'],
    ['another amount decides', { total: '1.234', net: '1.034,56' }, undefined, 'amount 1234 (decimal-mark)'],
    ['another amount decides the other way', { total: '1.234', net: '1,034.56' }, undefined, 'amount 1.234 (decimal-mark)'],
  ] as const)('%s', ([, values, order, expected]) => {
    expect(Object.values(read(values, order))[0]).toBe(expected);
  });
});

describe('Whatever is printed', () => {
  it('reading it never throws, and what is long is none of these', () => {
    const text = fc.oneof(fc.string({ unit: anyCharacter }), fc.stringMatching(/^[-(€$ ]{0,3}[\d.,' ]{0,40}[-)€ ]{0,3}$/));
    fc.assert(
      fc.property(text, fc.constantFrom('date', 'total', 'currency', 'x'), (printed, key) => void read({ [key]: printed })),
    );
    for (const part of ['1', '1.', "1'", '1 ', '-', '(', '25/', 'a', ',1'])
      expect(read({ total: part.repeat(100_000) })).toEqual({});
  });

  it.for(['en-GB', 'de', 'de-CH', 'fr', 'es', 'it', 'nl', 'pt', 'pl'])(
    'dates and amounts formatted in %s read the same',
    (language) => {
      const day = fc.date({ min: new Date('1970-01-01'), max: new Date('2069-12-31'), noInvalidDate: true });
      fc.assert(
        fc.property(day, fc.bigInt(0n, 10n ** 30n), (date, cents) => {
          const printed = new Intl.DateTimeFormat(language, { dateStyle: 'long', timeZone: 'UTC' }).format(date);
          expect(read({ date: printed }).date, printed).toBe(`date ${date.toISOString().slice(0, 10)}`);
          const digits = cents.toString().padStart(3, '0');
          const exact = `${digits.slice(0, -2)}.${digits.slice(-2)}`;
          const amount = new Intl.NumberFormat(language, { minimumFractionDigits: 2 }).format(exact as `${number}`);
          expect(read({ total: amount }).total, amount).toBe(`amount ${exact}`);
        }),
      );
    },
  );
});
