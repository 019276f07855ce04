import { AlignmentType, Paragraph, Table, TableRow, TabStopType, TextRun, WidthType } from 'docx';
import { cell, line, noBorders, pack, table } from './docx-page.ts';
import { english, german, print } from './money.ts';
import type { Sample } from './sample.ts';

/** American invoice: details in a table without borders, sales tax. */
function consultants(): Sample {
  const items = [
    ['Process workshop, two days on site', 1, 420000],
    ['Follow-up report', 1, 165000],
    ['Remote advice (hours)', 6, 18500],
  ] as const;
  const net = items.reduce((sum, [, count, price]) => sum + count * price, 0);
  const tax = Math.round(net * 0.0825);
  return {
    fileName: 'Invoice Brightwater Consulting.docx',
    kind: 'invoice',
    expected: {
      values: {
        vendor_name: 'Brightwater Consulting LLC',
        invoice_number: 'BW-10577',
        invoice_date: 'February 20, 2026',
        tax_amount: print(tax, english),
        total_amount: print(net + tax, english),
        currency: 'USD',
      },
    },
    make: () =>
      pack({ title: 'Invoice BW-10577', author: 'Brightwater Consulting LLC', font: 'Calibri' }, [
        line('Brightwater Consulting LLC', { bold: true, size: 20, color: '1B6CA8' }),
        line('2100 Lakeshore Drive, Suite 400, Austin, TX 78701', { size: 9, color: '6D747F', after: 18 }),
        line('INVOICE', { bold: true, size: 16, after: 8 }),
        new Table({
          width: { size: 100, type: WidthType.PERCENTAGE },
          columnWidths: [4800, 2000, 2200],
          borders: noBorders,
          rows: [
            ['Bill to:', 'Invoice number', 'BW-10577'],
            ['Cedar Ridge Medical Group', 'Invoice date', 'February 20, 2026'],
            ['88 Hospital Way', 'Due date', 'March 22, 2026'],
            ['Round Rock, TX 78665', 'Currency', 'USD'],
          ].map(
            (row) =>
              new TableRow({
                children: row.map((text, index) =>
                  cell([line(text, index === 1 ? { color: '6D747F' } : {})], [54, 22, 24][index] ?? 30, undefined, noBorders),
                ),
              }),
          ),
        }),
        line('', { after: 10 }),
        table(
          [52, 12, 18, 18],
          [
            ['Description', 'Qty', 'Rate', 'Amount'],
            ...items.map(([text, count, price]) => [
              text,
              `${count}`,
              `$${print(price, english)}`,
              `$${print(count * price, english)}`,
            ]),
          ],
          { head: 'E3EFF7', rightFrom: 1 },
        ),
        line('', { after: 6 }),
        table(
          [56, 25, 19],
          [
            ['', 'Subtotal', `$${print(net, english)}`],
            ['', 'Sales tax 8.25%', `$${print(tax, english)}`],
            ['', 'Total due', `$${print(net + tax, english)}`],
          ],
          { rightFrom: 1 },
        ),
        line('', { after: 10 }),
        line('Payment terms: 30 days net. Please make checks payable to Brightwater Consulting LLC.', {
          size: 9.5,
          color: '6D747F',
        }),
        line('Questions? billing@brightwater-consulting.example', { size: 9.5, color: '6D747F' }),
      ]),
  };
}

/** French reminder letter: values in running text. */
function reminder(): Sample {
  return {
    fileName: 'Relance facture 2026-064.docx',
    kind: 'letter',
    expected: {
      values: {
        vendor_name: 'Imprimerie Vasseur SAS',
        invoice_number: '2026-064',
        invoice_date: '21 janvier 2026',
        tax_amount: '148,00',
        total_amount: '888,00',
        currency: 'EUR',
      },
    },
    make: () =>
      pack({ title: 'Relance', author: 'Imprimerie Vasseur SAS', font: 'Cambria' }, [
        line('Imprimerie Vasseur SAS', { bold: true, size: 17, color: '5A3E85' }),
        line('9, allée des Typographes, 59000 Lille', { size: 9.5, color: '6D747F', after: 24 }),
        line('Librairie du Beffroi', { align: AlignmentType.RIGHT }),
        line('3, place Rihour', { align: AlignmentType.RIGHT }),
        line('59800 Lille', { align: AlignmentType.RIGHT, after: 20 }),
        line('Lille, le 9 mars 2026', { after: 16 }),
        line('Objet : relance', { bold: true, after: 14 }),
        line('Madame, Monsieur,', { after: 8 }),
        line(
          'Sauf erreur de notre part, notre facture n° 2026-064 du 21 janvier 2026, d’un montant total de 888,00 EUR TTC (dont TVA 148,00 EUR), reste impayée à ce jour.',
          { after: 8 },
        ),
        line(
          'Nous vous remercions de bien vouloir procéder à son règlement avant le 20 mars 2026. Si votre paiement nous est parvenu entre-temps, veuillez ne pas tenir compte de ce courrier.',
          { after: 8 },
        ),
        line('Nous vous prions d’agréer, Madame, Monsieur, l’expression de nos salutations distinguées.', { after: 24 }),
        line('Hélène Vasseur', { italics: true }),
        line('Service comptabilité', { size: 9.5, color: '6D747F' }),
      ]),
  };
}

/** Italian bookshop receipt: labels and values parted by a tab. */
function bookshop(): Sample {
  const books = [
    ['Il giardino d’inverno', 1850],
    ['Atlante delle isole minori', 3200],
    ['Quaderno a righe', 650],
  ] as const;
  const net = books.reduce((sum, [, price]) => sum + price, 0);
  const tax = Math.round((net * 4) / 100);
  const tabbed = (label: string, value: string, bold = false): Paragraph =>
    new Paragraph({
      spacing: { after: 60 },
      tabStops: [{ type: TabStopType.RIGHT, position: 9000 }],
      children: [new TextRun({ text: `${label}\t${value}`, bold, size: bold ? 25 : 21 })],
    });
  return {
    fileName: 'Ricevuta Libreria Aurora.docx',
    kind: 'receipt',
    expected: {
      values: {
        vendor_name: 'Libreria Aurora S.n.c.',
        invoice_number: '1442',
        invoice_date: '14 febbraio 2026',
        tax_amount: print(tax, german),
        total_amount: print(net + tax, german),
        currency: 'EUR',
      },
    },
    make: () =>
      pack({ title: 'Ricevuta 1442', author: 'Libreria Aurora S.n.c.', font: 'Georgia' }, [
        line('Libreria Aurora S.n.c.', { bold: true, size: 18, color: 'A0522D', align: AlignmentType.CENTER }),
        line('Via Garibaldi 18, 10122 Torino', { size: 9.5, color: '6D747F', align: AlignmentType.CENTER, after: 18 }),
        line('RICEVUTA', { bold: true, size: 14, align: AlignmentType.CENTER, after: 12 }),
        tabbed('Ricevuta n.', '1442'),
        tabbed('Data', '14 febbraio 2026'),
        line('', { after: 8 }),
        ...books.map(([title, price]) => tabbed(title, `${print(price, german)} EUR`)),
        line('', { after: 4 }),
        tabbed('Imponibile', `${print(net, german)} EUR`),
        tabbed('IVA 4%', `${print(tax, german)} EUR`),
        tabbed('Totale', `${print(net + tax, german)} EUR`, true),
        line('', { after: 8 }),
        line('Pagato in contanti. Grazie e buona lettura!', { italics: true, align: AlignmentType.CENTER }),
      ]),
  };
}

/** English solicitors' letter about their fee. */
function solicitors(): Sample {
  return {
    fileName: 'Letter Hargreaves & Lowe.docx',
    kind: 'letter',
    expected: {
      values: {
        vendor_name: 'Hargreaves & Lowe LLP',
        invoice_number: 'HL/26/0339',
        invoice_date: '26 February 2026',
        tax_amount: '240.00',
        total_amount: '1,440.00',
        currency: 'GBP',
      },
    },
    make: () =>
      pack({ title: 'Our fee', author: 'Hargreaves & Lowe LLP', font: 'Garamond' }, [
        line('Hargreaves & Lowe LLP', { bold: true, size: 19, color: '2F4F3A' }),
        line('Solicitors · 3 Castle Gate, Nottingham NG1 7AQ', { size: 9.5, color: '6D747F', after: 24 }),
        line('Mrs E. Whitcombe'),
        line('Orchard Cottage, Southwell NG25 0LL', { after: 16 }),
        line('2 March 2026', { after: 16 }),
        line('Dear Mrs Whitcombe,', { after: 8 }),
        line('Sale of Orchard Cottage', { bold: true, after: 8 }),
        line('Thank you for instructing us. The sale was completed on Friday and the proceeds are on their way to your bank.', {
          after: 8,
        }),
        line(
          'We enclose our invoice HL/26/0339 dated 26 February 2026 for a total of GBP 1,440.00, including VAT of GBP 240.00. It has been settled from the proceeds, so you need do nothing.',
          { after: 8 },
        ),
        line('It has been a pleasure to act for you. Please do not hesitate to call us with any question.', { after: 16 }),
        line('Yours sincerely,', { after: 24 }),
        line('Margaret Lowe', { italics: true }),
        line('Partner', { size: 9.5, color: '6D747F' }),
      ]),
  };
}

export const docxSamples: readonly Sample[] = [consultants(), reminder(), bookshop(), solicitors()];
