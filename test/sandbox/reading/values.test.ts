import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { amountsIn } from '../../../electron/sandbox/reading/amounts.ts';
import { datesIn } from '../../../electron/sandbox/reading/dates.ts';
import { findFields } from '../../../electron/sandbox/reading/fields.ts';
import { matchesOf, shapeOfExample } from '../../../electron/sandbox/reading/shapes.ts';
import { termsOf } from '../../../electron/sandbox/reading/terms.ts';
import { field } from './field.ts';
import { typed } from './typed.ts';

describe('amountsIn', () => {
  it.each([
    ['1.234,56 €', '1.234,56', 1234.56, 'EUR'],
    ['€ 1.234,56', '1.234,56', 1234.56, 'EUR'],
    ["CHF 1'234.50", "1'234.50", 1234.5, 'CHF'],
    ['1 234,56 EUR', '1 234,56', 1234.56, 'EUR'],
    ['$1,000', '1,000', 1000, 'USD'],
    ['US$ 1,200', '1,200', 1200, 'USD'],
    ['-12.50', '-12.50', -12.5, undefined],
    ['£-12.50', '-12.50', -12.5, 'GBP'],
    ['12.50-', '12.50-', -12.5, undefined],
    ['(12.50)', '(12.50)', -12.5, undefined],
    ['(incl. VAT £3.20)', '3.20', 3.2, 'GBP'],
    ['Fr. 45.–', '45.–', 45, 'CHF'],
  ])('reads %s', (text, number, value, currency) => {
    expect(amountsIn(text)[0]).toMatchObject({ number, value, currency, isMoney: true });
  });

  it.each(['19 %', '12.03.2026', '2026-0415', 'INV-123', '12:30', 'DE12'])('does not take %s for an amount', (text) => {
    expect(amountsIn(text).filter((amount) => amount.isMoney)).toEqual([]);
  });
});

describe('datesIn', () => {
  it.each([
    '14.03.2026',
    '1er mars 2026',
    'March 14, 2026',
    '3. März 2026',
    '14 de marzo de 2026',
    '14-mar-2026',
    '2026-03-14',
    '12/03/26',
    '3rd of May 2026',
    '11 februari 2026',
  ])('finds %s as printed', (text) => {
    expect(datesIn(`on ${text} at noon`).map((date) => date.text)).toEqual([text]);
  });

  it.each(['99.13.2026', '12 march', '030 12 34 56', '2026-03', '14 Fische 2026'])('finds none in %s', (text) => {
    expect(datesIn(text)).toEqual([]);
  });
});

describe('shapes', () => {
  it.each([
    ['2026-03-14', 'date'],
    ['INV-2026-001', 'identifier'],
    ['1.234,56', 'amount'],
    ['20.00', 'amount'],
    ['EUR', 'currency'],
    ['DE89 3704 0044 0532 0130 00', 'iban'],
    ['info@example.com', 'email'],
    ['+49 170 1234567', 'phone'],
    ['19 %', 'percent'],
    ['14:30', 'time'],
    ['4711', 'number'],
    ['Acme Ltd', 'text'],
    ['01.01.2024 - 31.12.2024', 'text'],
    ['', undefined],
  ])('of the example %s: %s', (example, shape) => {
    expect(shapeOfExample(example)).toBe(shape);
  });

  it('finds an IBAN without what follows it', () => {
    expect(matchesOf('iban', 'IBAN DE89 3704 0044 0532 0130 00 BIC COBADEFF').map((match) => match.value)).toEqual([
      'DE89 3704 0044 0532 0130 00',
    ]);
  });
});

describe('termsOf gives one meaning to labels of six languages', () => {
  it.each([
    ['Rechnungsnummer', 'invoice nr'],
    ['Rechnungs-Nr.', 'invoice nr'],
    ['N° de facture', 'nr invoice'],
    ['Factura n.º', 'invoice nr'],
    ['factuurdatum', 'invoice date'],
    ['T.V.A. 20 %', 'tax'],
    ['Net à payer', 'total due'],
    ['Total incl. 19 % MwSt.', 'total incl-tax'],
    ['Faelligkeit', 'due'],
    ['P.IVA', 'tax nr'],
  ])('%s', (label, meaning) => {
    expect(
      termsOf(label)
        .flatMap((term) => term.meaning)
        .join(' '),
    ).toBe(meaning);
  });
});

describe('findFields', () => {
  it('never throws, and returns only requested keys with trimmed strings from the document', () => {
    const word = fc.constantFrom(
      'Total',
      'Invoice no.',
      ':',
      '12.50',
      '  ',
      '\n',
      '€',
      'Datum',
      '01.02.2026',
      'Müller GmbH',
      '%',
      '(',
      'DE',
      'total',
      '\u0000',
      '𝒳',
    );
    const definition = fc.record({ key: fc.string(), description: fc.string(), example: fc.oneof(fc.string(), word) });
    fc.assert(
      fc.property(
        fc.array(fc.oneof(word, fc.string()), { maxLength: 60 }),
        fc.array(definition, { maxLength: 6 }),
        (words, fields) => {
          const lines = typed(words.join(' '));
          const found = findFields(lines, [...fields, field('total', 'Total', '1.00')]);
          for (const [key, value] of Object.entries(found)) {
            expect([...fields.map((each) => each.key), 'total']).toContain(key);
            expect(value).toBe(value.trim());
            expect(value).not.toBe('');
          }
        },
      ),
    );
  });

  it('accepts any key', () => {
    const found = findFields(typed('Total: 5.00'), [field('__proto__', 'Total', '1.00')]);
    expect(Object.keys(found)).toEqual(['__proto__']);
  });
});
