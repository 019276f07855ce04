import type { Item } from './money.ts';
import { german, print, sumsOf } from './money.ts';
import type { Sample } from './sample.ts';
import { color, footer, grey, makePdf } from './sheet.ts';

const white = color('#ffffff');

/** Spanish: two columns, the sender and the paper's details on the left, the customer on the right. */
function oliveGrower(): Sample {
  const items: Item[] = [
    { text: 'Aceite de oliva virgen extra, 5 l', quantity: 24, price: 3850 },
    { text: 'Aceite de oliva virgen extra, 500 ml', quantity: 60, price: 620 },
    { text: 'Aceitunas manzanilla, 1 kg', quantity: 30, price: 475 },
    { text: 'Portes', quantity: 1, price: 4200 },
  ];
  const sums = sumsOf(items, 21, german);
  const brand = color('#5b6b2a');
  return {
    fileName: 'factura_A-00231.pdf',
    kind: 'invoice',
    expected: {
      values: {
        vendor_name: 'Olivares del Sur S.L.',
        invoice_number: 'A-00231',
        invoice_date: '5 de marzo de 2026',
        tax_amount: sums.tax,
        total_amount: sums.total,
        currency: 'EUR',
      },
    },
    make: () =>
      makePdf({ title: 'Factura A-00231', author: 'Olivares del Sur S.L.' }, (newSheet) => {
        const sheet = newSheet();
        sheet.box(0, 0, 14, 841.89, brand);
        sheet.circle(76, 70, 9, brand).circle(90, 62, 7, color('#8fa04a')).circle(88, 78, 6, color('#b9c47c'));
        sheet.text('Olivares del Sur S.L.', 108, 76, { size: 17, bold: true, color: brand });
        sheet.text('FACTURA', 539, 76, { size: 20, bold: true, align: 'right' });
        sheet.lines(['Camino de la Sierra, 12', '23400 Úbeda (Jaén)', 'NIF B-23998877'], 56, 118, { size: 9.5, color: grey });
        sheet.text('Factura n.º: A-00231', 56, 178, { bold: true });
        sheet.text('Fecha: 5 de marzo de 2026', 56, 194);
        sheet.text('Vencimiento: 4 de abril de 2026', 56, 210);
        sheet.box(316, 104, 223, 108, color('#f2f4e8'));
        sheet.text('Cliente', 330, 122, { size: 8.5, bold: true, color: brand });
        sheet.lines(
          ['Ultramarinos La Perla, S.A.', 'Calle Mayor, 48', '28013 Madrid', 'NIF A-28112233', 'Pedido: P-7719'],
          330,
          138,
          { size: 10, leading: 15 },
        );
        const after = sheet.table(
          [
            { title: 'Cant.', x: 62 },
            { title: 'Descripción', x: 110 },
            { title: 'Precio', x: 440, align: 'right' },
            { title: 'Importe', x: 533, align: 'right' },
          ],
          items.map((item) => [
            `${item.quantity}`,
            item.text,
            `${print(item.price, german)} €`,
            `${print(item.price * item.quantity, german)} €`,
          ]),
          256,
          { left: 56, right: 539, head: brand, headText: white },
        );
        const rows = [
          ['Base imponible', sums.net],
          ['IVA 21 %', sums.tax],
        ] as const;
        rows.forEach(([label, value], index) => {
          sheet.text(label, 360, after + 16 + index * 18).text(`${value} €`, 533, after + 16 + index * 18, { align: 'right' });
        });
        sheet.box(350, after + 44, 189, 26, brand);
        sheet
          .text('Total factura', 360, after + 61, { bold: true, color: white })
          .text(`${sums.total} €`, 533, after + 61, { bold: true, color: white, align: 'right' });
        sheet.text('Forma de pago: transferencia bancaria a 30 días. Importes en EUR.', 56, after + 110);
        sheet.text('IBAN ES91 2100 0418 4502 0005 1332', 56, after + 126);
        footer(
          sheet,
          ['Olivares del Sur S.L. · Inscrita en el Registro Mercantil de Jaén'],
          ['www.olivaresdelsur.example · pedidos@olivaresdelsur.example'],
        );
      }),
  };
}

/** Italian: a grid of boxes, each with its label above its value. */
function archiveStudio(): Sample {
  const items: Item[] = [
    { text: 'Rilievo architettonico, Palazzo Corsi', quantity: 1, price: 145000 },
    { text: 'Restituzione grafica in scala 1:50 (tavole)', quantity: 6, price: 18000 },
    { text: 'Sopralluogo aggiuntivo', quantity: 2, price: 22000 },
  ];
  const sums = sumsOf(items, 22, german);
  const brand = color('#8c2f39');
  return {
    fileName: 'Fattura n. 87-2026.pdf',
    kind: 'invoice',
    expected: {
      values: {
        vendor_name: 'Studio Ferrante & Associati S.r.l.',
        invoice_number: '87/2026',
        invoice_date: '27/02/2026',
        tax_amount: sums.tax,
        total_amount: sums.total,
        currency: 'EUR',
      },
    },
    make: () =>
      makePdf({ title: 'Fattura 87/2026', author: 'Studio Ferrante & Associati S.r.l.', family: 'serif' }, (newSheet) => {
        const sheet = newSheet();
        sheet.box(56, 48, 30, 44, brand).box(90, 62, 30, 30, color('#c98a90'));
        sheet.text('Studio Ferrante & Associati S.r.l.', 134, 72, { size: 18, bold: true });
        sheet.text('Architettura e rilievo · Via dei Bardi 31, 50125 Firenze · P. IVA IT 04567890482', 134, 89, {
          size: 9.5,
          color: grey,
        });
        sheet.text('Spett.le', 340, 132, { size: 9.5, italic: true, color: grey });
        sheet.lines(['Fondazione Palazzo Corsi', 'Piazza del Carmine 3', '50124 Firenze'], 340, 147, { size: 11 });
        sheet.text('Fattura', 56, 160, { size: 24, bold: true, color: brand });
        const boxes = [
          ['Numero fattura', '87/2026', 56, 121],
          ['Data fattura', '27/02/2026', 177, 121],
          ['Codice cliente', 'FPC-009', 298, 121],
          ['Scadenza', '29/03/2026', 419, 120],
        ] as const;
        for (const [label, value, x, width] of boxes) {
          sheet.box(x, 212, width, 40, undefined, brand);
          sheet.text(label, x + 8, 226, { size: 8.5, color: grey }).text(value, x + 8, 243, { size: 11.5, bold: true });
        }
        const after = sheet.table(
          [
            { title: 'Descrizione', x: 62 },
            { title: 'Quantità', x: 370, align: 'right' },
            { title: 'Prezzo unitario', x: 456, align: 'right' },
            { title: 'Importo', x: 533, align: 'right' },
          ],
          items.map((item) => [
            item.text,
            `${item.quantity}`,
            `€ ${print(item.price, german)}`,
            `€ ${print(item.price * item.quantity, german)}`,
          ]),
          296,
          { left: 56, right: 539, head: color('#f3e3e5'), size: 10.5, rowHeight: 22 },
        );
        sheet
          .text('Totale imponibile', 456, after + 14, { align: 'right', size: 11 })
          .text(`€ ${sums.net}`, 533, after + 14, { align: 'right', size: 11 });
        sheet
          .text('IVA 22%', 456, after + 32, { align: 'right', size: 11 })
          .text(`€ ${sums.tax}`, 533, after + 32, { align: 'right', size: 11 });
        sheet
          .text('Totale fattura', 456, after + 54, { align: 'right', size: 12.5, bold: true })
          .text(`€ ${sums.total}`, 533, after + 54, { align: 'right', size: 12.5, bold: true });
        sheet.rule(360, 539, after + 62, 1, brand);
        sheet.text('Pagamento: bonifico bancario, valuta EUR, entro 30 giorni dalla data della fattura.', 56, after + 112, {
          size: 10.5,
        });
        sheet.text('Banca: Cassa di Risparmio Arno – IBAN IT60 X054 2811 1010 0000 0123 456', 56, after + 128, { size: 10.5 });
        footer(
          sheet,
          ['Studio Ferrante & Associati S.r.l.', 'Capitale sociale € 20.000 i.v.'],
          ['REA FI-612345', 'studio@ferrante-associati.example'],
        );
      }),
  };
}

/** Dutch: labels and values with colons in one line each. */
function shipyard(): Sample {
  const items: Item[] = [
    { text: 'Winterstalling zeiljacht, november t/m maart', quantity: 5, price: 16500 },
    { text: 'Onderwaterschip reinigen en schilderen', quantity: 1, price: 68000 },
    { text: 'Antifouling, blik 2,5 l', quantity: 3, price: 8995 },
  ];
  const sums = sumsOf(items, 21, german);
  const brand = color('#0f6b57');
  return {
    fileName: 'factuur-20260311.pdf',
    kind: 'invoice',
    expected: {
      values: {
        vendor_name: 'De Groene Werf B.V.',
        invoice_number: '20260311-02',
        invoice_date: '11-03-2026',
        tax_amount: sums.tax,
        total_amount: sums.total,
        currency: 'EUR',
      },
    },
    make: () =>
      makePdf({ title: 'Factuur 20260311-02', author: 'De Groene Werf B.V.' }, (newSheet) => {
        const sheet = newSheet();
        sheet.text('De Groene Werf B.V.', 539, 70, { size: 18, bold: true, color: brand, align: 'right' });
        sheet.lines(['Havendijk 102', '8601 BN Sneek', 'KvK 01234567', 'Btw-nummer NL001234567B01'], 539, 88, {
          size: 9,
          color: grey,
          align: 'right',
        });
        sheet.box(56, 52, 60, 8, brand).box(56, 64, 44, 8, color('#4fa08e')).box(56, 76, 28, 8, color('#9ccdc2'));
        sheet.text('Factuur', 56, 134, { size: 26, bold: true });
        sheet.lines(['Familie De Boer', 'Prinsengracht 411', '1016 HM Amsterdam'], 56, 168, { size: 10.5 });
        sheet.lines(
          ['Factuurnummer: 20260311-02', 'Factuurdatum: 11-03-2026', 'Klantnummer: 3107', 'Vervaldatum: 25-03-2026'],
          380,
          168,
          { size: 10, leading: 15 },
        );
        const after = sheet.table(
          [
            { title: 'Omschrijving', x: 62 },
            { title: 'Aantal', x: 372, align: 'right' },
            { title: 'Prijs', x: 450, align: 'right' },
            { title: 'Bedrag', x: 533, align: 'right' },
          ],
          items.map((item) => [
            item.text,
            `${item.quantity}`,
            `€ ${print(item.price, german)}`,
            `€ ${print(item.price * item.quantity, german)}`,
          ]),
          262,
          { left: 56, right: 539, head: color('#dcefea') },
        );
        sheet.text('Subtotaal', 350, after + 14).text(`€ ${sums.net}`, 533, after + 14, { align: 'right' });
        sheet.text('Btw 21%', 350, after + 32).text(`€ ${sums.tax}`, 533, after + 32, { align: 'right' });
        sheet.rule(350, 539, after + 40, 1.2, brand);
        sheet
          .text('Totaal te betalen', 350, after + 58, { size: 11.5, bold: true })
          .text(`€ ${sums.total}`, 533, after + 58, { size: 11.5, bold: true, align: 'right' });
        sheet.text(
          'Wij verzoeken u het bedrag in EUR vóór de vervaldatum over te maken onder vermelding van het factuurnummer.',
          56,
          after + 108,
          { size: 9.5 },
        );
        sheet.text('Wij wensen u een behouden vaart!', 56, after + 126, { size: 9.5, italic: true });
        footer(
          sheet,
          ['De Groene Werf B.V.', 'IBAN NL91 ABNA 0417 1643 00'],
          ['www.groenewerf.example', 'info@groenewerf.example'],
        );
      }),
  };
}

export const pdfInvoicesTwo: readonly Sample[] = [oliveGrower(), archiveStudio(), shipyard()];
