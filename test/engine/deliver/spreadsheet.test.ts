import { execFile } from 'node:child_process';
import { copyFileSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import { afterEach, describe, expect } from 'vitest';
import { itWith } from '../../support/programs.ts';
import { Delivery, invoices } from './delivery.ts';

/** What a person sees who opens the table in LibreOffice, with the evaluation of formulas switched on. */

interface Cell {
  readonly type: string;
  readonly value?: string | undefined;
  readonly formula?: string | undefined;
  readonly text: string;
}

const languages = { 'en-GB': 2057, 'de-DE': 1031 } as const;

let scene: Delivery;
afterEach(() => scene.end());

async function openInLibreOffice(csv: string, delimiter: string, language: keyof typeof languages): Promise<Cell[][]> {
  const directory = join(scene.root, 'opened');
  mkdirSync(directory, { recursive: true });
  copyFileSync(csv, join(directory, 'table.csv'));
  const filter = [delimiter.charCodeAt(0), 34, 76, 1, '', languages[language], false, true, false, false, false, 0, true].join(
    ',',
  );
  const profile = `-env:UserInstallation=${pathToFileURL(join(scene.root, 'profile')).href}`;
  const conversion = ['--convert-to', 'fods', `--infilter=CSV:${filter}`, '--outdir', directory, join(directory, 'table.csv')];
  await promisify(execFile)('soffice', [profile, '--headless', ...conversion], { timeout: 100_000 });
  return cellsOf(readFileSync(join(directory, 'table.fods'), 'utf8'));
}

/** Enough of the flat OpenDocument format for a table without repetitions that matter. */
function cellsOf(xml: string): Cell[][] {
  const rows = [...xml.matchAll(/<table:table-row[^>]*>([\s\S]*?)<\/table:table-row>/g)];
  return rows.map(([, row]) =>
    [...(row ?? '').matchAll(/<table:table-cell([^>]*?)(?:\/>|>([\s\S]*?)<\/table:table-cell>)/g)].flatMap(
      ([, attributes = '', content = '']) => {
        const attribute = (name: string) => new RegExp(` ${name}="([^"]*)"`).exec(attributes)?.[1];
        const paragraphs = [...content.matchAll(/<text:p>([\s\S]*?)<\/text:p>/g)].map(([, text = '']) => plain(text));
        const cell = {
          type: attribute('office:value-type') ?? 'empty',
          value: attribute('office:value'),
          formula: attribute('table:formula'),
          text: paragraphs.join('\n'),
        };
        return Array.from({ length: Math.min(Number(attribute('table:number-columns-repeated') ?? 1), 30) }, () => cell);
      },
    ),
  );
}

function plain(text: string): string {
  const names: Readonly<Record<string, string>> = { lt: '<', gt: '>', amp: '&', quot: '"', apos: "'" };
  return text
    .replace(/<text:s[^>]*\/>/g, ' ')
    .replace(/<[^>]*>/g, '')
    .replace(/&(\w+);/g, (_, name: string) => names[name] ?? '');
}

describe('the table in LibreOffice', () => {
  itWith(
    'soffice',
    'has numbers as numbers, no formula, and text as printed',
    async () => {
      scene = new Delivery({ outputs: { json: false, csv: 'folder' } });
      const info = { ...invoices, fields: ['total', 'tax', 'supplier', 'note', 'phone'] };
      const values = [
        { total: '-12.50', tax: '1234.56', supplier: 'Müller & Söhne', note: '=1+1', phone: '+49 30 123' },
        { total: '1.234,56', tax: "-1'234.50", supplier: 'Größe "L"; blau, rot', note: 'two\nlines', phone: '-2+3' },
        { total: '3', tax: '−5', supplier: '日本 👍 Bu\u0308ro', note: '@SUM(A1:A9)', phone: '\t=1+1' },
      ];
      await scene.deliver(
        values.map((data, index) => scene.add(`${index}.pdf`, { data })),
        info,
      );

      const [header, ...rows] = await openInLibreOffice(scene.path('intray-Invoices.csv'), ',', 'en-GB');
      expect(header?.slice(0, 7).map((cell) => cell.text)).toEqual([
        'file',
        'status',
        'total',
        'tax',
        'supplier',
        'note',
        'phone',
      ]);
      expect(rows.flat().filter((cell) => cell.formula !== undefined)).toEqual([]);
      expect(rows.map((row) => [row[2]?.type, row[2]?.value])).toEqual([
        ['float', '-12.5'],
        ['string', undefined],
        ['float', '3'],
      ]);
      expect(rows[1]?.[2]?.text).toBe('1.234,56');
      expect(rows.map((row) => row[3]?.text)).toEqual(['1234.56', "-1'234.50", '−5']);
      expect(rows.map((row) => row[4]?.text)).toEqual(values.map((row) => row.supplier));
      expect(rows.map((row) => row[5]?.text)).toEqual(["'=1+1", 'two\nlines', "'@SUM(A1:A9)"]);
      expect(rows.map((row) => row[6]?.text.replace(/\s/g, ' '))).toEqual([
        '+49 30 123',
        "'-2+3",
        // Guarded at the start of the cell, and behind the tab for a spreadsheet that splits there.
        expect.stringMatching(/^' *'=1\+1$/),
      ]);
    },
    120_000,
  );

  itWith(
    'soffice',
    'has German numbers as numbers where that is the language',
    async () => {
      scene = new Delivery({ outputs: { json: false, csv: 'folder' } });
      scene.locale = 'de-DE';
      await scene.deliver([
        scene.add('a.pdf', { data: { total: '1.234,56' } }),
        scene.add('b.pdf', { data: { total: '-12,50' } }),
      ]);
      const [, ...rows] = await openInLibreOffice(scene.path('intray-Invoices.csv'), ';', 'de-DE');
      expect(rows.map((row) => [row[3]?.type, row[3]?.value])).toEqual([
        ['float', '1234.56'],
        ['float', '-12.5'],
      ]);
    },
    120_000,
  );

  itWith(
    'soffice',
    'has no formula either where it is split at the other separator',
    async () => {
      scene = new Delivery({ outputs: { json: false, csv: 'folder' } });
      const info = { ...invoices, fields: ['supplier', 'note', 'more'] };
      const values = ['ACME;=1+41', 'ACME,=1+41', 'ACME;"=1+41', 'ACME\n=1+41', 'ACME|=1+41', 'ACME; -5', 'ACME\t+1+41'];
      await scene.deliver(
        values.map((value, index) => scene.add(`${index}.pdf`, { data: { supplier: value, note: '5*1', more: value } })),
        info,
      );
      for (const delimiter of [';', ',', '|', '\t']) {
        const rows = await openInLibreOffice(scene.path('intray-Invoices.csv'), delimiter, 'de-DE');
        expect(rows.flat().filter(({ formula }) => formula !== undefined)).toEqual([]);
      }
    },
    240_000,
  );

  itWith(
    'soffice',
    'would run a formula that is not guarded',
    async () => {
      scene = new Delivery();
      writeFileSync(scene.path('raw.csv'), '\ufefffile\r\n=1+1\r\n');
      const [, row] = await openInLibreOffice(scene.path('raw.csv'), ',', 'en-GB');
      expect(row?.[0]?.formula).toBeDefined();
    },
    120_000,
  );
});
