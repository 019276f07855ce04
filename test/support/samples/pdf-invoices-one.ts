import type { Item } from './money.ts';
import { english, german, print, sumsOf } from './money.ts';
import type { Sample } from './sample.ts';
import type { Sheet } from './sheet.ts';
import { color, footer, grey, makePdf } from './sheet.ts';

const white = color('#ffffff');

/** German: labels on the left of their values, beside the address in the window. */
function joinery(): Sample {
  const items: Item[] = [
    { text: 'Einbauschrank Eiche, geölt, nach Maß', quantity: 1, price: 148000 },
    { text: 'Arbeitsplatte Buche massiv, 40 mm', quantity: 2, price: 21500 },
    { text: 'Montage vor Ort (Stunden)', quantity: 9, price: 5800 },
    { text: 'Anfahrt', quantity: 1, price: 4800 },
  ];
  const sums = sumsOf(items, 19, german);
  const brand = color('#7a4a21');
  return {
    fileName: 'Rechnung Müller & Söhne.pdf',
    kind: 'invoice',
    expected: {
      values: {
        vendor_name: 'Tischlerei Müller & Söhne GmbH',
        invoice_number: 'RE-2026-0193',
        invoice_date: '03.03.2026',
        tax_amount: sums.tax,
        total_amount: sums.total,
        currency: 'EUR',
      },
    },
    make: () =>
      makePdf({ title: 'Rechnung RE-2026-0193', author: 'Tischlerei Müller & Söhne GmbH' }, (newSheet) => {
        const sheet = newSheet();
        sheet.box(56, 44, 44, 44, brand).text('M&S', 78, 72, { size: 16, bold: true, color: white, align: 'center' });
        sheet.text('Tischlerei Müller & Söhne GmbH', 112, 64, { size: 16, bold: true, color: brand });
        sheet.text('Möbel · Innenausbau · Restaurierung', 112, 81, { size: 9, color: grey });
        sheet.text('Tischlerei Müller & Söhne GmbH · Lindenweg 8 · 79104 Freiburg', 56, 142, { size: 7, color: grey });
        sheet.rule(56, 268, 146, 0.4);
        sheet.lines(['Praxis Dr. Katharina Vogt', 'Schillerstraße 21', '79102 Freiburg'], 56, 164, { size: 10.5 });
        const details = [
          ['Rechnungsnummer', 'RE-2026-0193'],
          ['Rechnungsdatum', '03.03.2026'],
          ['Kundennummer', '10482'],
          ['Liefertermin', '26.02.2026'],
          ['Fällig am', '17.03.2026'],
        ] as const;
        details.forEach(([label, value], index) => {
          sheet
            .text(label, 360, 150 + index * 16, { size: 9.5, color: grey })
            .text(value, 539, 150 + index * 16, { size: 9.5, align: 'right' });
        });
        sheet.text('Rechnung', 56, 276, { size: 22, bold: true });
        sheet.text('Vielen Dank für Ihren Auftrag. Wir berechnen Ihnen wie vereinbart:', 56, 302);
        const after = sheet.table(
          [
            { title: 'Pos.', x: 62 },
            { title: 'Bezeichnung', x: 96 },
            { title: 'Menge', x: 370, align: 'right' },
            { title: 'Einzelpreis', x: 452, align: 'right' },
            { title: 'Betrag', x: 533, align: 'right' },
          ],
          items.map((item, index) => [
            `${index + 1}`,
            item.text,
            `${item.quantity}`,
            `${print(item.price, german)} €`,
            `${print(item.quantity * item.price, german)} €`,
          ]),
          336,
          { left: 56, right: 539, head: color('#efe6dd') },
        );
        sheet.text('Nettobetrag', 340, after + 12).text(`${sums.net} €`, 533, after + 12, { align: 'right' });
        sheet.text('zzgl. 19 % MwSt.', 340, after + 30).text(`${sums.tax} €`, 533, after + 30, { align: 'right' });
        sheet.rule(340, 539, after + 38, 1, brand);
        sheet
          .text('Gesamtbetrag', 340, after + 56, { size: 12, bold: true })
          .text(`${sums.total} €`, 533, after + 56, { size: 12, bold: true, align: 'right' });
        sheet.text(
          'Bitte überweisen Sie den Gesamtbetrag ohne Abzug innerhalb von 14 Tagen. Alle Beträge in EUR.',
          56,
          after + 106,
        );
        sheet.text('Mit freundlichen Grüßen', 56, after + 132);
        sheet.text('Jonas Müller', 56, after + 164, { italic: true });
        footer(
          sheet,
          ['Tischlerei Müller & Söhne GmbH', 'Sparkasse Breisgau', 'USt-IdNr. DE812345678'],
          ['Tel. 0761 5550142', 'IBAN DE89 3704 0044 0532 0130 00', 'HRB 70412, Amtsgericht Freiburg'],
        );
      }),
  };
}

/** English: labels above their values in a band; two pages of items. */
function chandler(): Sample {
  const goods = [
    'Braided mooring line 14 mm, 20 m',
    'Galvanised shackle 12 mm',
    'Fender 61 x 22 cm, navy',
    'LED anchor light',
    'Stainless cleat 200 mm',
    'Teak oil 1 l',
    'Bilge pump 500 gph',
    'Marine battery 110 Ah',
    'Deck scrubber with handle',
    'Fire blanket 1.1 m',
    'Hand flare, red',
    'Life jacket 150 N',
    'Winch handle 250 mm',
    'Snatch block 60 mm',
    'Spinnaker sheet 10 mm',
    'Masthead tricolour light',
    'Navigation chart 2052',
    'Brass ship clock',
    'Rigging knife',
    'Sail repair kit',
    'Anchor chain 8 mm, 30 m',
    'Boat hook, telescopic',
    'Fuel filter element',
    'Impeller kit',
    'Antifouling 2.5 l',
    'Polishing compound',
    'Water hose 15 m',
    'Shore power lead 25 m',
    'Gas locker vent',
    'Cabin lamp, brass',
    'Hatch seal 5 m',
    'Log book, bound',
  ];
  const items: Item[] = goods.map((text, index) => ({
    text,
    quantity: 1 + ((index * 7) % 5),
    price: 495 + ((index * 1373) % 9000),
  }));
  const sums = sumsOf(items, 20, english);
  const brand = color('#12385b');
  const columns = [
    { title: 'Code', x: 62 },
    { title: 'Description', x: 116 },
    { title: 'Qty', x: 372, align: 'right' },
    { title: 'Unit price', x: 450, align: 'right' },
    { title: 'Amount', x: 533, align: 'right' },
  ] as const;
  const rows = items.map((item, index) => [
    `HF-${1040 + index * 3}`,
    item.text,
    `${item.quantity}`,
    print(item.price, english),
    print(item.quantity * item.price, english),
  ]);
  const look = { left: 56, right: 539, head: color('#dfe8f0'), size: 9, rowHeight: 18 };
  return {
    fileName: 'invoice-2026-0417.pdf',
    kind: 'invoice',
    expected: {
      values: {
        vendor_name: 'Harbour & Finch Ltd',
        invoice_number: 'HF-2026-0417',
        invoice_date: '9 March 2026',
        tax_amount: sums.tax,
        total_amount: sums.total,
        currency: 'GBP',
      },
    },
    make: () =>
      makePdf({ title: 'Invoice HF-2026-0417', author: 'Harbour & Finch Ltd' }, (newSheet) => {
        const first = newSheet();
        first.box(0, 0, 595.28, 92, brand);
        first.circle(78, 46, 20, color('#f2b84b')).text('H', 71.5, 53, { size: 20, bold: true, color: brand });
        first.text('Harbour & Finch Ltd', 112, 44, { size: 18, bold: true, color: white });
        first.text('Ship chandlers since 1988', 112, 61, { size: 9, color: color('#c8d6e4') });
        first.text('INVOICE', 539, 54, { size: 22, bold: true, color: white, align: 'right' });
        const band = [
          ['Invoice number', 'HF-2026-0417', 68],
          ['Invoice date', '9 March 2026', 190],
          ['Customer no.', 'C-20931', 306],
          ['Payment due', '8 April 2026', 424],
        ] as const;
        first.box(56, 112, 483, 42, color('#f3f6f9'));
        for (const [label, value, x] of band)
          first.text(label, x, 129, { size: 8, color: grey }).text(value, x, 145, { size: 10.5, bold: true });
        first.text('Bill to', 56, 182, { size: 8, color: grey });
        first.lines(['Solent Charter Company Ltd', '4 Town Quay', 'Southampton SO14 2AQ'], 56, 197, { size: 10 });
        first.text('Deliver to', 306, 182, { size: 8, color: grey });
        first.lines(['Yacht "Merganser"', 'Berth C17, Ocean Village Marina', 'Southampton SO14 3TL'], 306, 197, { size: 10 });
        first.table(columns, rows.slice(0, 26), 262, look);
        first.text('Continued on page 2', 539, 760, { size: 9, italic: true, align: 'right', color: grey });
        chandlerFoot(first, 'Page 1 of 2');
        const second = newSheet();
        second
          .text('Harbour & Finch Ltd', 56, 56, { size: 11, bold: true, color: brand })
          .text('Invoice HF-2026-0417', 539, 56, { size: 10, align: 'right', color: grey });
        const after = second.table(columns, rows.slice(26), 96, look);
        second.text('Subtotal', 372, after + 14).text(`£${sums.net}`, 533, after + 14, { align: 'right' });
        second.text('VAT 20%', 372, after + 32).text(`£${sums.tax}`, 533, after + 32, { align: 'right' });
        second.box(360, after + 42, 179, 26, brand);
        second
          .text('Total due (GBP)', 372, after + 59, { bold: true, color: white })
          .text(`£${sums.total}`, 533, after + 59, { bold: true, color: white, align: 'right' });
        second.paragraph(
          'Please pay by bank transfer and quote the invoice number. Goods remain our property until they are paid in full.',
          56,
          after + 110,
          400,
          { size: 9, color: grey },
        );
        chandlerFoot(second, 'Page 2 of 2');
      }),
  };
}

function chandlerFoot(sheet: Sheet, page: string): void {
  sheet.rule(56, 539, 790, 0.5);
  sheet.text(
    'Harbour & Finch Ltd · 17 Quayside · Poole BH15 1HJ · accounts@harbour-finch.example · VAT no. GB 240 1187 52',
    56,
    804,
    { size: 7.5, color: grey },
  );
  sheet.text(page, 539, 804, { size: 7.5, color: grey, align: 'right' });
}

export const pdfInvoicesOne: readonly Sample[] = [joinery(), chandler()];
