import type { Canvas } from '@napi-rs/canvas';
import { PDFDocument } from 'pdf-lib';
import type { PictureLine } from './pictures.ts';
import { drawTillLines, heightOf, shoot } from './pictures.ts';
import type { Sample } from './sample.ts';
import { madeAt } from './sheet.ts';

const wood = '#8a6a4a';
const darkTable = '#4b4f55';

const cafe: readonly PictureLine[] = [
  { center: 'THE COPPER KETTLE', size: 30, bold: true },
  { center: '21 Mill Lane, Bath', size: 19 },
  { rule: true },
  { left: 'Receipt 20417', right: 'Table 6' },
  { left: '14/03/2026', right: '11:26' },
  { rule: true },
  { left: '2 Flat white', right: '7.20' },
  { left: '1 Earl Grey', right: '2.95' },
  { left: '1 Cheese scone', right: '3.40' },
  { left: '1 Carrot cake', right: '4.10' },
  { rule: true },
  { left: 'TOTAL GBP', right: '17.65', size: 30, bold: true },
  { left: 'incl. VAT 20%', right: '2.94' },
  { left: 'Card', right: '17.65' },
  { center: 'Thank you!', above: 20 },
];

const bistro: readonly PictureLine[] = [
  { center: 'LE PETIT QUAI', size: 30, bold: true },
  { center: '5 rue du Port, 17000 La Rochelle', size: 17 },
  { rule: true },
  { left: 'Ticket n° 3381', right: 'Couverts 2' },
  { left: '06/03/2026', right: '13:48' },
  { rule: true },
  { left: '2 Menu du marché', right: '43,00' },
  { left: '1 Eau gazeuse', right: '4,50' },
  { left: '2 Café', right: '5,00' },
  { rule: true },
  { left: 'TOTAL EUR', right: '52,50', size: 30, bold: true },
  { left: 'dont TVA 10 %', right: '4,77' },
  { left: 'Carte bancaire', right: '52,50' },
  { center: 'Merci de votre visite', above: 20 },
];

const fuel: readonly PictureLine[] = [
  { center: 'TANKHOF OSTTOR', size: 30, bold: true },
  { center: 'Ostring 140, 24143 Kiel', size: 19 },
  { rule: true },
  { left: 'Beleg 77120', right: 'Säule 4' },
  { left: '11.03.2026', right: '17:05' },
  { rule: true },
  { left: 'Super E10', right: '41,20 l' },
  { left: 'Preis je Liter', right: '1,699' },
  { rule: true },
  { left: 'SUMME EUR', right: '70,00', size: 30, bold: true },
  { left: 'MwSt. 19 %', right: '11,18' },
  { left: 'Kartenzahlung', right: '70,00' },
  { center: 'Gute Fahrt!', above: 20 },
];

const parking: readonly PictureLine[] = [
  { center: 'Parkhaus Rathaus', size: 32, bold: true },
  { center: 'Quittung', size: 24 },
  { rule: true },
  { left: 'Nr.', right: '556-0912' },
  { left: 'Einfahrt', right: '13.03.2026 09:02' },
  { left: 'Ausfahrt', right: '13.03.2026 12:40' },
  { rule: true },
  { left: 'Betrag EUR', right: '8,00', size: 28, bold: true },
  { left: 'inkl. 19 % MwSt.', right: '1,28' },
];

function photo(fileName: string, lines: readonly PictureLine[], seed: number, turn: number, table: string): Sample {
  return {
    fileName,
    kind: 'receipt',
    expected: { review: true },
    make: async () => {
      const canvas = shoot({
        width: 640,
        height: 800,
        seed,
        paper: { width: 460, height: heightOf(lines) + 90, turn, color: '#f4f0e6' },
        table,
        grain: 0.5,
        light: true,
        print: (context) => {
          drawTillLines(context, lines, 40, 380, 30, '#3a3a40');
        },
      });
      return new Uint8Array(await canvas.encode('jpeg', 78));
    },
  };
}

/** A receipt from a flat-bed scanner: grey, a little turned, specks of dust. */
function scanned(fileName: string, lines: readonly PictureLine[], seed: number): Sample {
  return {
    fileName,
    kind: 'receipt',
    expected: { review: true },
    make: async () => new Uint8Array(await scan(lines, seed).encode('png')),
  };
}

function scan(lines: readonly PictureLine[], seed: number): Canvas {
  return shoot({
    width: 540,
    height: heightOf(lines) + 180,
    seed,
    paper: { width: 470, height: heightOf(lines) + 100, turn: seed % 2 === 0 ? 1.4 : -1.1, color: '#ededed' },
    table: '#fcfcfc',
    grain: 0.012,
    light: false,
    print: (context) => {
      drawTillLines(context, lines, 40, 390, 30, '#444444');
    },
  });
}

/** An invoice as a page from an office scanner. */
function scannedPage(): Sample {
  return {
    fileName: 'scan0001.png',
    kind: 'invoice',
    expected: { review: true },
    make: async () => {
      const canvas = shoot({
        width: 827,
        height: 1169,
        seed: 41,
        paper: { width: 815, height: 1155, turn: 0.7, color: '#f4f4f4' },
        table: '#fcfcfc',
        grain: 0.006,
        light: false,
        print: (context) => {
          const put = (text: string, x: number, y: number, size = 17, bold = false, align: 'left' | 'right' = 'left'): void => {
            context.font = `${size}px "${bold ? 'Sample Bold' : 'Sample'}"`;
            context.fillStyle = '#303030';
            context.textAlign = align;
            context.fillText(text, x, y);
          };
          put('Gärtnerei Sonnhalde', 80, 110, 34, true);
          put('Höhenweg 5, 88662 Überlingen', 80, 138, 16);
          put('Pension Seeblick', 80, 230);
          put('Uferstraße 12, 88709 Meersburg', 80, 254);
          put('Rechnung Nr. 2026/31', 80, 360, 24, true);
          put('Datum: 28.02.2026', 740, 360, 17, false, 'right');
          context.fillStyle = '#606060';
          context.fillRect(80, 400, 660, 2);
          [
            ['Balkonkästen, bepflanzt (12 Stück)', '228,00 €'],
            ['Winterschnitt Obstbäume', '340,00 €'],
            ['Abfuhr Grüngut', '65,00 €'],
          ].forEach(([text = '', amount = ''], index) => {
            put(text, 80, 440 + index * 38);
            put(amount, 740, 440 + index * 38, 17, false, 'right');
          });
          context.fillRect(80, 540, 660, 2);
          put('Netto', 480, 580);
          put('633,00 €', 740, 580, 17, false, 'right');
          put('MwSt. 19 %', 480, 612);
          put('120,27 €', 740, 612, 17, false, 'right');
          put('Gesamt', 480, 652, 20, true);
          put('753,27 €', 740, 652, 20, true, 'right');
          put('Zahlbar innerhalb von 14 Tagen. Vielen Dank!', 80, 730);
        },
      });
      return new Uint8Array(await canvas.encode('png'));
    },
  };
}

/** A scan that its scanner wrapped in a PDF: pages, but no text. */
function scannedPdf(): Sample {
  return {
    fileName: 'Quittung Parkhaus (Scan).pdf',
    kind: 'receipt',
    expected: { review: true },
    make: async () => {
      const document = await PDFDocument.create();
      document.setProducer('Intray sample documents');
      document.setCreationDate(madeAt);
      document.setModificationDate(madeAt);
      const picture = await document.embedJpg(await scan(parking, 7).encode('jpeg', 70));
      const page = document.addPage([picture.width * 0.72, picture.height * 0.72]);
      page.drawImage(picture, { x: 0, y: 0, width: page.getWidth(), height: page.getHeight() });
      return document.save();
    },
  };
}

export const pictureSamples: readonly Sample[] = [
  photo('IMG_2041.jpg', cafe, 11, -4.5, wood),
  photo('ticket restaurant.jpg', bistro, 23, 3.2, darkTable),
  scanned('Tankbeleg März.png', fuel, 38),
  scannedPage(),
  scannedPdf(),
];
