import { describe, expect, it } from 'vitest';
import { findFields } from '../../../electron/sandbox/reading/fields.ts';
import { field } from './field.ts';
import { typed } from './typed.ts';

const invoiceFields = [
  field('vendor', 'Supplier name', 'Acme Ltd'),
  field('number', 'Invoice number', 'INV-2024-001'),
  field('issued', 'Issue date', '2024-01-31'),
  field('due_date', 'Due date', '2024-02-28'),
  field('vat', 'VAT amount', '20.00'),
  field('total', 'Grand total', '120.00'),
  field('currency', 'Currency', 'EUR'),
  field('po_number', 'PO number', '4500'),
  field('customer', 'Bill to', 'John Smith'),
];

describe('findFields on unusual layouts finds', () => {
  it('all labels and values in one line', () => {
    const lines = typed(`
Delta Parts Ltd
Invoice No: 5567 Date: 01/02/2026 Due: 01/03/2026 PO: 778
Total ........... £99.00
`);
    expect(findFields(lines, invoiceFields)).toEqual({
      vendor: 'Delta Parts Ltd',
      number: '5567',
      issued: '01/02/2026',
      due_date: '01/03/2026',
      po_number: '778',
      total: '99.00',
      currency: 'GBP',
    });
  });

  it('a letter in a window envelope: the sender, not the recipient', () => {
    const lines = typed(`
Muster Handels GmbH
Musterstr. 1
10115 Berlin
                                  Papier & Co. KG, Leipzig
                                  www.papier-co.example
RECHNUNG 4471
Datum 03.02.2026
Gesamt 55,00 EUR
Papier & Co. KG · Sitz Leipzig · HRB 1123 · info@papier-co.example
`);
    expect(findFields(lines, invoiceFields)).toEqual({
      vendor: 'Papier & Co. KG',
      number: '4471',
      issued: '03.02.2026',
      total: '55,00',
      currency: 'EUR',
    });
  });

  it('words that look like the requested labels: nothing', () => {
    const lines = typed(`
Atlas Freight Ltd
Tax ID: 998877
Order date: 02/01/2026
Total weight: 12.50 kg
Payment is due on receipt.
Invoice
Delivery date: 05/01/2026
Total pages: 3
`);
    expect(findFields(lines, invoiceFields)).toEqual({ vendor: 'Atlas Freight Ltd' });
  });

  it('a statement of account: none of its invoices', () => {
    const lines = typed(`
Omega Supplies Ltd
1 Park Road
Statement of account
Invoice no.     Date          Due date      Amount
IN-1            01/01/2026    31/01/2026    100.00
IN-2            05/01/2026    04/02/2026    200.00
IN-3            09/01/2026    08/02/2026    300.00
Total due                                   600.00
`);
    expect(findFields(lines, invoiceFields)).toEqual({ vendor: 'Omega Supplies Ltd', total: '600.00' });
  });

  it('a US dollar total without cents', () => {
    const lines = typed(`
Kumo Software Inc
Invoice date        Invoice number
2026/03/14          KS 2026 0091
Total (USD)         US$ 1,200
`);
    expect(findFields(lines, invoiceFields)).toEqual({
      vendor: 'Kumo Software Inc',
      number: 'KS 2026 0091',
      issued: '2026/03/14',
      total: '1,200',
      currency: 'USD',
    });
  });

  it('a Swiss invoice', () => {
    const lines = typed(`
Käserei Bühler AG
Rechnungs-Nr.       881-26
Rechnungsdatum      04.03.2026
Zahlbar innert 30 Tagen
Total exkl. MWST    CHF 1'000.00
MWST 2.6%           CHF    26.00
Total inkl. MWST    CHF 1'026.00
`);
    expect(findFields(lines, invoiceFields)).toEqual({
      vendor: 'Käserei Bühler AG',
      number: '881-26',
      issued: '04.03.2026',
      vat: '26.00',
      total: "1'026.00",
      currency: 'CHF',
    });
  });

  it('a negative credit note', () => {
    const lines = typed(`
Lumen Ltd
CREDIT NOTE CN-77
Date: 4 Mar 2026
Net        -100.00
VAT 20%     -20.00
Total      -120.00 GBP
`);
    expect(findFields(lines, invoiceFields)).toEqual({
      vendor: 'Lumen Ltd',
      number: 'CN-77',
      issued: '4 Mar 2026',
      vat: '-20.00',
      total: '-120.00',
      currency: 'GBP',
    });
  });

  it('bilingual labels', () => {
    const lines = typed(`
Nordic Fish AB
Invoice No. / Rechnungsnr.     NF-551
Date / Datum                   2026-01-09
Due date / Fälligkeit          2026-02-08
VAT / MwSt. 12 %               12.00
Total / Gesamt SEK             112.00
`);
    expect(findFields(lines, invoiceFields)).toEqual({
      vendor: 'Nordic Fish AB',
      number: 'NF-551',
      issued: '2026-01-09',
      due_date: '2026-02-08',
      vat: '12.00',
      total: '112.00',
      currency: 'SEK',
    });
  });

  it('minutes of a meeting: nothing', () => {
    const lines = typed(`
Minutes of the meeting
Present: Anna, Bob, Carla
1. The roof is leaking and must be repaired before winter.
2. Next meeting in two weeks.
`);
    expect(findFields(lines, invoiceFields)).toEqual({});
  });

  it('a sales contract without any of them: nothing', () => {
    const lines = typed(`
Fahrrad Krause
Kaufvertrag über ein gebrauchtes Fahrrad
Rahmennummer WX 99123
Der Kaufpreis wird bar bezahlt. Die Ware bleibt bis zur vollständigen Zahlung Eigentum.
Tel. 030 5550199
`);
    expect(findFields(lines, invoiceFields)).toEqual({});
  });
});
