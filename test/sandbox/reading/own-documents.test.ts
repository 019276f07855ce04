import { PDFDocument, StandardFonts } from 'pdf-lib';
import { describe, expect, it } from 'vitest';
import { findFields } from '../../../electron/sandbox/reading/fields.ts';
import { readDocument } from '../../../electron/sandbox/reading/reader.ts';
import { field } from './field.ts';

type Placed = readonly [text: string, x: number, y: number, size?: number];

/** Reads a PDF with these texts; `y` counts from the top. */
async function linesOf(texts: readonly Placed[]) {
  const document = await PDFDocument.create();
  const font = await document.embedFont(StandardFonts.TimesRoman);
  const page = document.addPage([595, 842]);
  for (const [text, x, y, size = 10] of texts) page.drawText(text, { x, y: 842 - y, size, font });
  const reading = await readDocument(await document.save(), 'own.pdf');
  if (reading.kind !== 'text') throw new Error(reading.kind);
  return reading.lines;
}

const germanFields = [
  field('iban', 'Bankverbindung', 'DE02120300000000202051'),
  field('customer_number', 'Kundennummer', '4711'),
  field('delivery_date', 'Datum der Lieferung', '24.12.2025'),
  field('tracking_number', 'Sendungsnummer', '00340434161094042557'),
  field('order_date', 'Bestelldatum', '20.12.2025'),
  field('weight', 'Gewicht', '12 kg'),
];

describe('a document other than the samples', () => {
  it('gives the values of unforeseen fields, and omits what it does not print', async () => {
    const lines = await linesOf([
      ['Versandhaus Oldenburg GmbH & Co. KG', 50, 60, 16],
      ['Postfach 1120, 26011 Oldenburg', 50, 78, 8],
      ['Lieferschein', 50, 150, 18],
      ['Ihre Kundennummer', 50, 190, 8],
      ['Lieferung am', 200, 190, 8],
      ['Bestellt am', 350, 190, 8],
      ['88 123', 50, 203],
      ['4. Februar 2026', 200, 203],
      ['Artikel', 50, 250],
      ['Menge', 400, 250],
      ['Gartenschlauch 25 m', 50, 268],
      ['2', 400, 268],
      ['Bank: Oldenburgische Landesbank', 50, 700, 8],
      ['IBAN: DE02 1203 0000 0000 2020 51', 50, 712, 8],
      ['BIC: BYLADEM1001', 50, 724, 8],
    ]);
    expect(findFields(lines, germanFields)).toEqual({
      iban: 'DE02 1203 0000 0000 2020 51',
      customer_number: '88 123',
      delivery_date: '4. Februar 2026',
    });
  });

  it('finds the same fields by labels beside their values', async () => {
    const lines = await linesOf([
      ['Kd.-Nr.:', 330, 100],
      ['A-20931', 420, 100],
      ['Liefertermin:', 330, 114],
      ['11.02.2026', 420, 114],
      ['Bestelldatum:', 330, 128],
      ['02.02.2026', 420, 128],
      ['Sendungs-Nr.:', 330, 142],
      ['00340434161094042557', 420, 142],
      ['Gewicht:', 330, 156],
      ['3,4 kg', 420, 156],
    ]);
    expect(findFields(lines, germanFields)).toEqual({
      customer_number: 'A-20931',
      delivery_date: '11.02.2026',
      order_date: '02.02.2026',
      tracking_number: '00340434161094042557',
      weight: '3,4 kg',
    });
  });

  it('does not take an account number with wrong check digits for an IBAN', async () => {
    const lines = await linesOf([['IBAN: DE02 1203 0000 0000 2020 52', 50, 100]]);
    expect(findFields(lines, germanFields)).toEqual({});
  });

  it('finds the total on the last of several pages, not the sums carried over', async () => {
    const lines = await linesOf([
      ['Carried forward', 300, 100],
      ['812.00', 450, 100],
      ['Total net', 300, 120],
      ['1,000.00', 450, 120],
      ['Total', 300, 140],
      ['1,200.00', 450, 140],
    ]);
    expect(findFields(lines, [field('total', 'Total', '10.00')])).toEqual({ total: '1,200.00' });
  });
});
