import { english, german, print } from './money.ts';
import type { Sample } from './sample.ts';
import { color, grey, makePdf } from './sheet.ts';

/** German till receipt: a narrow roll, typewriter letters, tax contained in the price. */
function bakery(): Sample {
  const items = [
    ['Roggenmischbrot 1 kg', 1, 545],
    ['Laugenbrezel', 4, 110],
    ['Kaffee groß', 2, 320],
    ['Apfelstreusel', 3, 260],
  ] as const;
  const total = items.reduce((sum, [, count, price]) => sum + count * price, 0);
  const tax = Math.round((total * 7) / 107);
  return {
    fileName: 'Kassenbon Bäckerei Korn.pdf',
    kind: 'receipt',
    expected: {
      values: {
        vendor_name: 'Bäckerei Korn e.K.',
        invoice_number: '004471',
        invoice_date: '07.03.2026',
        tax_amount: print(tax, german),
        total_amount: print(total, german),
        currency: 'EUR',
      },
    },
    make: () =>
      makePdf(
        { title: 'Kassenbon 004471', author: 'Bäckerei Korn e.K.', family: 'typewriter', size: [226.8, 440] },
        (newSheet) => {
          const sheet = newSheet();
          sheet.text('Bäckerei Korn e.K.', 113.4, 36, { size: 14, bold: true, align: 'center' });
          sheet.lines(['Marktplatz 3', '72070 Tübingen', 'Tel. 07071 555019'], 113.4, 52, { size: 8.5, align: 'center' });
          sheet.text('Bon-Nr. 004471', 16, 104, { size: 9 }).text('Kasse 2', 210, 104, { size: 9, align: 'right' });
          sheet.text('Datum 07.03.2026', 16, 117, { size: 9 }).text('08:12 Uhr', 210, 117, { size: 9, align: 'right' });
          sheet.rule(16, 210, 126, 0.6);
          let y = 142;
          for (const [text, count, price] of items) {
            sheet.text(text, 16, y, { size: 9 }).text(print(count * price, german), 210, y, { size: 9, align: 'right' });
            if (count > 1) sheet.text(`  ${count} x ${print(price, german)}`, 16, y + 11, { size: 8.5, color: grey });
            y += count > 1 ? 25 : 14;
          }
          sheet.rule(16, 210, y, 0.6);
          sheet
            .text('SUMME EUR', 16, y + 18, { size: 12, bold: true })
            .text(print(total, german), 210, y + 18, { size: 12, bold: true, align: 'right' });
          sheet.text('Gegeben bar', 16, y + 34, { size: 9 }).text('50,00', 210, y + 34, { size: 9, align: 'right' });
          sheet
            .text('Rückgeld', 16, y + 46, { size: 9 })
            .text(print(5000 - total, german), 210, y + 46, { size: 9, align: 'right' });
          sheet.rule(16, 210, y + 55, 0.6);
          sheet
            .text('enth. MwSt. 7 %', 16, y + 70, { size: 9 })
            .text(print(tax, german), 210, y + 70, { size: 9, align: 'right' });
          sheet.text('USt-IdNr. DE298765432', 16, y + 84, { size: 8 });
          sheet.text('Vielen Dank und einen guten Tag!', 113.4, y + 110, { size: 8.5, align: 'center' });
        },
      ),
  };
}

/** English hotel receipt: each value below its label. */
function inn(): Sample {
  const brand = color('#7d5a3c');
  const rows = [
    ['11 Mar', 'Double room, bed and breakfast', 13200],
    ['12 Mar', 'Double room, bed and breakfast', 13200],
    ['12 Mar', 'Dinner, The Wheelhouse', 5460],
  ] as const;
  const total = rows.reduce((sum, [, , price]) => sum + price, 0);
  const tax = Math.round((total * 9) / 109);
  return {
    fileName: 'receipt harbour inn.pdf',
    kind: 'receipt',
    expected: {
      values: {
        vendor_name: 'The Lantern Inn Limited',
        invoice_number: 'R-88213',
        invoice_date: 'March 13, 2026',
        tax_amount: print(tax, english),
        total_amount: print(total, english),
        currency: 'EUR',
      },
    },
    make: () =>
      makePdf(
        { title: 'Receipt R-88213', author: 'The Lantern Inn Limited', family: 'serif', size: [419.5, 595.3] },
        (newSheet) => {
          const sheet = newSheet();
          sheet.circle(210, 50, 18, brand).circle(210, 50, 10, color('#f5d48a'));
          sheet.text('The Lantern Inn Limited', 210, 92, { size: 17, bold: true, align: 'center' });
          sheet.text('Strand Street, Kinsale, Co. Cork', 210, 107, { size: 9.5, color: grey, align: 'center' });
          sheet.text('RECEIPT', 210, 140, { size: 13, bold: true, align: 'center', color: brand });
          const details = [
            ['Receipt no.', 'R-88213', 44],
            ['Date', 'March 13, 2026', 140],
            ['Guest', 'Ms A. Okafor', 252],
            ['Room', '14', 348],
          ] as const;
          for (const [label, value, x] of details)
            sheet.text(label, x, 168, { size: 8.5, color: grey }).text(value, x, 182, { size: 10.5 });
          sheet.rule(44, 376, 196, 0.8, brand);
          rows.forEach(([day, text, price], index) => {
            const y = 216 + index * 20;
            sheet
              .text(day, 44, y, { size: 10.5 })
              .text(text, 96, y, { size: 10.5 })
              .text(`€${print(price, english)}`, 376, y, { size: 10.5, align: 'right' });
          });
          sheet.rule(44, 376, 270, 0.5);
          sheet
            .text('Total', 44, 290, { size: 13, bold: true })
            .text(`€${print(total, english)}`, 376, 290, { size: 13, bold: true, align: 'right' });
          sheet
            .text('Includes VAT at 9%', 44, 308, { size: 10 })
            .text(`€${print(tax, english)}`, 376, 308, { size: 10, align: 'right' });
          sheet.text('Paid by card', 44, 334, { size: 10 }).text('Visa ending 0042', 376, 334, { size: 10, align: 'right' });
          sheet.text('All prices in EUR. We hope to see you again by the sea.', 210, 380, {
            size: 9.5,
            italic: true,
            align: 'center',
            color: grey,
          });
          sheet.text('VAT no. IE 3344556T · stay@lantern-inn.example', 210, 560, { size: 8, align: 'center', color: grey });
        },
      ),
  };
}

/** French taxi receipt: labels on the left, dotted to their values. */
function taxi(): Sample {
  return {
    fileName: 'Reçu taxi 12 mars.pdf',
    kind: 'receipt',
    expected: {
      values: {
        vendor_name: 'Taxis Bellecour SAS',
        invoice_number: '312-0458',
        invoice_date: '12/03/2026',
        tax_amount: '3,42',
        total_amount: '37,60',
        currency: 'EUR',
      },
    },
    make: () =>
      makePdf({ title: 'Reçu 312-0458', author: 'Taxis Bellecour SAS', size: [297.6, 419.5] }, (newSheet) => {
        const sheet = newSheet();
        sheet.box(0, 0, 297.6, 70, color('#f2c230'));
        for (let index = 0; index < 20; index += 1) sheet.box(index * 15, 62 + (index % 2) * 8, 15, 8, color('#20242b'));
        sheet.text('Taxis Bellecour SAS', 148.8, 36, { size: 16, bold: true, align: 'center' });
        sheet.text('Place Bellecour, 69002 Lyon · 04 55 50 12 12', 148.8, 52, { size: 8, align: 'center' });
        sheet.text('Reçu de course', 148.8, 108, { size: 14, bold: true, align: 'center' });
        const rows = [
          ['Reçu n°', '312-0458'],
          ['Date', '12/03/2026 18:47'],
          ['Départ', 'Gare de la Part-Dieu'],
          ['Arrivée', 'Quai Rambaud'],
          ['Distance', '7,4 km'],
          ['Prix HT', '34,18 EUR'],
          ['TVA 10 %', '3,42 EUR'],
        ] as const;
        rows.forEach(([label, value], index) => {
          const y = 140 + index * 22;
          sheet.text(label, 34, y, { color: grey }).text(value, 264, y, { align: 'right' });
          sheet.rule(34, 264, y + 7, 0.3);
        });
        sheet
          .text('Total TTC', 34, 306, { size: 13, bold: true })
          .text('37,60 EUR', 264, 306, { size: 13, bold: true, align: 'right' });
        sheet.text('Payé par carte bancaire. Merci et à bientôt !', 148.8, 352, { size: 9, align: 'center' });
        sheet.text('SIRET 798 222 333 00011', 148.8, 392, { size: 7.5, align: 'center', color: grey });
      }),
  };
}

export const pdfReceipts: readonly Sample[] = [bakery(), inn(), taxi()];
