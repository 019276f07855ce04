import { dice } from './dice.ts';
import type { Item } from './money.ts';
import { english, french, print, sumsOf, swiss } from './money.ts';
import type { Sample } from './sample.ts';
import type { Sheet } from './sheet.ts';
import { color, footer, grey, makePdf } from './sheet.ts';

const white = color('#ffffff');

/** Swiss German: francs with apostrophes, a payment part at the foot. */
function trustee(): Sample {
  const items: Item[] = [
    { text: 'Jahresabschluss 2025', quantity: 1, price: 78000 },
    { text: 'Mehrwertsteuerabrechnung 4. Quartal', quantity: 1, price: 24200 },
    { text: 'Beratung (Stunden)', quantity: 1, price: 12000 },
  ];
  const sums = sumsOf(items, 8.1, swiss);
  const brand = color('#c0392b');
  return {
    fileName: 'Rechnung Alpenblick Treuhand.pdf',
    kind: 'invoice',
    expected: {
      values: {
        vendor_name: 'Alpenblick Treuhand AG',
        invoice_number: '26-0077',
        invoice_date: '2. März 2026',
        tax_amount: sums.tax,
        total_amount: sums.total,
        currency: 'CHF',
      },
    },
    make: () =>
      makePdf({ title: 'Rechnung 26-0077', author: 'Alpenblick Treuhand AG' }, (newSheet) => {
        const sheet = newSheet();
        sheet.box(56, 50, 34, 34, brand).box(69, 56, 8, 22, white).box(62, 63, 22, 8, white);
        sheet.text('Alpenblick Treuhand AG', 102, 66, { size: 15, bold: true });
        sheet.text('Seestrasse 44, 8800 Thalwil · UID CHE-115.334.778 MWST', 102, 81, { size: 8.5, color: grey });
        sheet.lines(['Seilbahn Hochegg Genossenschaft', 'Talstation 1', '8784 Braunwald'], 340, 140, { size: 10.5 });
        sheet.text('Thalwil, 2. März 2026', 56, 214);
        sheet.text('Rechnung Nr. 26-0077', 56, 246, { size: 17, bold: true });
        const after = sheet.table(
          [
            { title: 'Leistung', x: 62 },
            { title: 'Anzahl', x: 370, align: 'right' },
            { title: 'Ansatz CHF', x: 456, align: 'right' },
            { title: 'Betrag CHF', x: 533, align: 'right' },
          ],
          items.map((item) => [
            item.text,
            `${item.quantity}`,
            print(item.price, swiss),
            print(item.price * item.quantity, swiss),
          ]),
          282,
          { left: 56, right: 539, head: color('#f4e1df') },
        );
        sheet.text('Zwischensumme', 340, after + 14).text(sums.net, 533, after + 14, { align: 'right' });
        sheet.text('MWST 8.1 %', 340, after + 32).text(sums.tax, 533, after + 32, { align: 'right' });
        sheet.rule(340, 539, after + 40, 1, brand);
        sheet
          .text('Rechnungsbetrag CHF', 340, after + 58, { size: 11.5, bold: true })
          .text(sums.total, 533, after + 58, { size: 11.5, bold: true, align: 'right' });
        sheet.text('Zahlbar bis 1. April 2026 ohne Abzug.', 56, after + 100);
        sheet.text('Freundliche Grüsse', 56, after + 126).text('Regula Imhof', 56, after + 152, { italic: true });
        sheet
          .rule(0, 595, 604, 0.6)
          .text('Empfangsschein', 30, 628, { size: 11, bold: true })
          .text('Zahlteil', 220, 628, { size: 11, bold: true });
        sheet.text('Konto / Zahlbar an', 30, 648, { size: 6.5, bold: true });
        sheet.lines(['CH93 0076 2011 6238 5295 7', 'Alpenblick Treuhand AG', '8800 Thalwil'], 30, 659, {
          size: 8.5,
          leading: 11,
        });
        sheet.text('Währung', 30, 790, { size: 6.5, bold: true }).text('Betrag', 76, 790, { size: 6.5, bold: true });
        sheet.text('CHF', 30, 803, { size: 8.5 }).text(sums.total.replace("'", ' '), 76, 803, { size: 8.5 });
        drawCode(sheet, 220, 644);
        sheet.text('Währung', 380, 790, { size: 8, bold: true }).text('Betrag', 440, 790, { size: 8, bold: true });
        sheet.text('CHF', 380, 804).text(sums.total.replace("'", ' '), 440, 804);
      }),
  };
}

/** French: a row of labels with their values in the row below; thousands parted by a space. */
function lightingStudio(): Sample {
  const items: Item[] = [
    { text: 'Conception lumière, hall d’accueil', quantity: 1, price: 185000 },
    { text: 'Suspension laiton « Orion »', quantity: 4, price: 31200 },
    { text: 'Installation et réglages (jour)', quantity: 2, price: 54000 },
  ];
  const sums = sumsOf(items, 20, french);
  const brand = color('#b5892e');
  return {
    fileName: 'Facture 2026-118.pdf',
    kind: 'invoice',
    expected: {
      values: {
        vendor_name: 'Atelier Lumière SARL',
        invoice_number: '2026-118',
        invoice_date: '12 mars 2026',
        tax_amount: sums.tax,
        total_amount: sums.total,
        currency: 'EUR',
      },
    },
    make: () =>
      makePdf({ title: 'Facture 2026-118', author: 'Atelier Lumière SARL', family: 'serif' }, (newSheet) => {
        const sheet = newSheet();
        sheet.circle(297.6, 62, 16, brand).circle(297.6, 62, 9, white);
        sheet.text('Atelier Lumière SARL', 297.6, 104, { size: 20, bold: true, align: 'center' });
        sheet.text('14, rue des Tanneurs – 69005 Lyon – SIRET 512 345 678 00019', 297.6, 120, {
          size: 9,
          color: grey,
          align: 'center',
        });
        sheet.rule(56, 539, 136, 0.8, brand);
        sheet.text('Facturé à :', 340, 168, { size: 9, color: grey });
        sheet.lines(['Hôtel des Deux Rives', '2, quai Saint-Vincent', '69001 Lyon'], 340, 184, { size: 11 });
        sheet.text('FACTURE', 56, 196, { size: 24, bold: true, color: brand });
        const heads = [
          ['N° de facture', '2026-118', 62],
          ['Date', '12 mars 2026', 166],
          ['Réf. client', 'HDR-44', 290],
          ['Échéance', '11 avril 2026', 420],
        ] as const;
        sheet.box(56, 252, 483, 20, color('#f5eedd'));
        sheet.box(56, 252, 483, 44, undefined, brand);
        for (const [label, value, x] of heads)
          sheet.text(label, x, 266, { size: 9.5, bold: true }).text(value, x, 288, { size: 11 });
        const after = sheet.table(
          [
            { title: 'Désignation', x: 62 },
            { title: 'Qté', x: 352, align: 'right' },
            { title: 'P.U. HT', x: 440, align: 'right' },
            { title: 'Montant HT', x: 533, align: 'right' },
          ],
          items.map((item) => [
            item.text,
            `${item.quantity}`,
            `${print(item.price, french)} €`,
            `${print(item.price * item.quantity, french)} €`,
          ]),
          336,
          { left: 56, right: 539, head: color('#f5eedd'), size: 10.5, rowHeight: 22 },
        );
        sheet
          .text('Total HT', 380, after + 14, { size: 11 })
          .text(`${sums.net} €`, 533, after + 14, { size: 11, align: 'right' });
        sheet
          .text('TVA 20 %', 380, after + 33, { size: 11 })
          .text(`${sums.tax} €`, 533, after + 33, { size: 11, align: 'right' });
        sheet.rule(380, 539, after + 42, 0.8, brand);
        sheet
          .text('Total TTC', 380, after + 60, { size: 13, bold: true })
          .text(`${sums.total} €`, 533, after + 60, { size: 13, bold: true, align: 'right' });
        sheet.text(
          'Montants exprimés en EUR. Règlement par virement à 30 jours, pas d’escompte pour paiement anticipé.',
          56,
          after + 120,
          { size: 10 },
        );
        sheet.text(
          'Pénalités de retard : trois fois le taux d’intérêt légal ; indemnité forfaitaire de recouvrement : 40 €.',
          56,
          after + 136,
          { size: 8.5, color: grey },
        );
        footer(
          sheet,
          ['Atelier Lumière SARL au capital de 8 000 €', 'RCS Lyon 512 345 678'],
          ['TVA intracommunautaire FR 32 512345678', 'IBAN FR14 2004 1010 0505 0001 3M02 606'],
        );
      }),
  };
}

/** A credit note: everything below zero. */
function creditNote(): Sample {
  const items: Item[] = [{ text: 'Returned: desk lamp cable, wrong length', quantity: -2, price: 521 }];
  const sums = sumsOf(items, 20, english);
  const brand = color('#33415c');
  return {
    fileName: 'Credit note CN-3021.pdf',
    kind: 'invoice',
    expected: {
      values: {
        vendor_name: 'Pinecrest Office Supplies Ltd',
        invoice_number: 'CN-3021',
        invoice_date: '2026-03-04',
        tax_amount: sums.tax,
        total_amount: sums.total,
        currency: 'GBP',
      },
    },
    make: () =>
      makePdf({ title: 'Credit note CN-3021', author: 'Pinecrest Office Supplies Ltd' }, (newSheet) => {
        const sheet = newSheet();
        for (let index = 0; index < 3; index += 1) sheet.box(56 + index * 10, 48 + index * 8, 8, 40 - index * 8, brand);
        sheet.text('Pinecrest Office Supplies Ltd', 96, 64, { size: 15, bold: true, color: brand });
        sheet.text('Unit 6, Foundry Park, Sheffield S9 2RX', 96, 80, { size: 9, color: grey });
        sheet.text('Credit note', 539, 66, { size: 20, bold: true, align: 'right' });
        const details = [
          ['Credit note no.', 'CN-3021'],
          ['Date of issue', '2026-03-04'],
          ['Your order', 'PO-118842'],
          ['Customer no.', '5501'],
          ['Currency', 'GBP'],
        ] as const;
        details.forEach(([label, value], index) => {
          sheet
            .text(label, 372, 128 + index * 15, { size: 9.5, color: grey })
            .text(value, 539, 128 + index * 15, { size: 9.5, align: 'right' });
        });
        sheet.text('Credited to', 56, 128, { size: 8.5, color: grey });
        sheet.lines(['Marlow Primary School', 'Church Road', 'Marlow SL7 2AA'], 56, 144, { size: 10.5 });
        const after = sheet.table(
          [
            { title: 'Description', x: 62 },
            { title: 'Qty', x: 372, align: 'right' },
            { title: 'Unit price', x: 450, align: 'right' },
            { title: 'Amount', x: 533, align: 'right' },
          ],
          items.map((item) => [
            item.text,
            `${item.quantity}`,
            print(item.price, english),
            print(item.price * item.quantity, english),
          ]),
          246,
          { left: 56, right: 539, head: color('#e4e8f0') },
        );
        sheet.text('Net', 372, after + 14).text(sums.net, 533, after + 14, { align: 'right' });
        sheet.text('VAT 20%', 372, after + 32).text(sums.tax, 533, after + 32, { align: 'right' });
        sheet.rule(372, 539, after + 40, 1, brand);
        sheet
          .text('Total', 372, after + 58, { size: 12, bold: true })
          .text(sums.total, 533, after + 58, { size: 12, bold: true, align: 'right' });
        sheet.text('The amount has been credited to your account; there is nothing to pay.', 56, after + 104);
        footer(
          sheet,
          ['Pinecrest Office Supplies Ltd', 'Registered in England 04417789'],
          ['VAT no. GB 339 2214 07', 'service@pinecrest-office.example'],
        );
      }),
  };
}

/** Looks like the payment part's square code; it holds nothing. */
function drawCode(sheet: Sheet, left: number, top: number): void {
  const random = dice(5);
  const black = color('#000000');
  const cells = 33;
  const side = 4;
  const corners = [
    [0, 0],
    [cells - 7, 0],
    [0, cells - 7],
  ] as const;
  const isCorner = (x: number, y: number): boolean =>
    corners.some(([left, top]) => x >= left - 1 && x < left + 8 && y >= top - 1 && y < top + 8);
  for (let y = 0; y < cells; y += 1) {
    for (let x = 0; x < cells; x += 1)
      if (random() < 0.48 && !isCorner(x, y)) sheet.box(left + x * side, top + y * side, side, side, black);
  }
  for (const [x, y] of corners) {
    sheet.box(left + x * side, top + y * side, 7 * side, 7 * side, black);
    sheet.box(left + (x + 1) * side, top + (y + 1) * side, 5 * side, 5 * side, white);
    sheet.box(left + (x + 2) * side, top + (y + 2) * side, 3 * side, 3 * side, black);
  }
  const middle = (cells * side) / 2;
  sheet.box(left + middle - 10, top + middle - 10, 20, 20, black);
  sheet.box(left + middle - 2.5, top + middle - 7, 5, 14, white).box(left + middle - 7, top + middle - 2.5, 14, 5, white);
}

export const pdfInvoicesThree: readonly Sample[] = [trustee(), lightingStudio(), creditNote()];
