import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { findFields } from '../../../electron/sandbox/reading/finding.ts';
import { field } from './field.ts';
import { typed } from './typed.ts';

const invoice = [
  field('invoice_number', 'Number of the invoice', 'INV-1'),
  field('invoice_date', 'Date of the invoice', '14.03.2026'),
  field('total', 'Total to pay', '12.50'),
  field('kunde', 'Kundennummer', '4711'),
];

describe('findFields', () => {
  it.each([
    [
      'behind a colon',
      'Invoice number: R-2026-077\nDate: 3 March 2026',
      { invoice_number: 'R-2026-077', invoice_date: '3 March 2026' },
    ],
    ['in the next cell', 'Invoice no.:   R-17\nGrand total   1,200.00', { invoice_number: 'R-17', total: '1,200.00' }],
    ['behind a total', 'Net 1,000.00\nTotal 1,200.00', { total: '1,200.00' }],
    ['by what the description calls it', 'Kundennummer: 88 123', { kunde: '88 123' }],
    [
      'by a label of the same meaning',
      'RECHNUNGSNUMMER: 2026/17\nSumme: 12,50 EUR',
      { invoice_number: '2026/17', total: '12,50 EUR' },
    ],
  ])('finds a value %s', (_, text, values) => {
    expect(findFields(typed(text), invoice)).toEqual(values);
  });

  it('leaves out what has no label, or nothing behind it', () => {
    expect(findFields(typed('R-2026-077\nInvoice date:\nThanks'), invoice)).toEqual({});
  });

  it('never throws, whatever the words', () => {
    const fields = fc.array(fc.record({ key: fc.string(), description: fc.string(), example: fc.string() }));
    fc.assert(
      fc.property(fields, fc.string(), (asked, text) => {
        for (const value of Object.values(findFields(typed(text), asked))) expect(value).not.toBe('');
      }),
    );
  });
});
