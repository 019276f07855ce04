import { execFile, spawnSync } from 'node:child_process';
import { copyFileSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import { afterEach, describe, expect } from 'vitest';
import { writeBook } from '../../../electron/engine/deliver/tables/workbook.ts';
import { createFiles } from '../../../electron/engine/disk/disk.ts';
import { choose } from '../../../electron/headless/commands/export/selection.ts';
import { exportTo } from '../../../electron/headless/commands/export/to-directory.ts';
import { itUnlessMissing, itWith } from '../../support/programs.ts';
import { Delivery, invoices, origin } from './delivery.ts';

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
  return converted(join(directory, 'table.csv'), `--infilter=CSV:${filter}`);
}

/** What LibreOffice has in the first sheet of a file. */
async function converted(file: string, ...options: readonly string[]): Promise<Cell[][]> {
  const profile = `-env:UserInstallation=${pathToFileURL(join(scene.root, 'profile')).href}`;
  const directory = dirname(file);
  const conversion = ['--convert-to', 'fods', ...options, '--outdir', directory, file];
  await promisify(execFile)('soffice', [profile, '--headless', ...conversion], { timeout: 100_000 });
  return cellsOf(readFileSync(join(directory, `${basename(file).replace(/\.\w+$/, '')}.fods`), 'utf8'));
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
          value: attribute('office:value') ?? attribute('office:date-value'),
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

describe.each(['of an export', 'beside the documents'])('the workbook %s', (where) => {
  /** Two documents with what spreadsheets get wrong. */
  async function workbook(): Promise<string> {
    scene = new Delivery();
    const info = { ...invoices, fields: ['invoice_date', 'total', 'supplier', 'note'] };
    await scene.deliver(
      [
        scene.add('Müller & Söhne.pdf', {
          data: { invoice_date: '14.03.2026', total: '1.234,50 €', supplier: 'Müller 😀', note: '=1+41' },
        }),
        scene.add('b.pdf', { data: { invoice_date: '2026-03-15', total: '(12.00)', supplier: '00123', note: 'x \u0001' } }),
      ],
      info,
    );
    scene.ledger.routes.setInfo(origin, info);
    const { ledger } = scene;
    if (where !== 'of an export') {
      const settings = { ...scene.settings, outputs: { ...scene.settings.outputs, xlsx: 'folder' } } as const;
      for (const { id } of ledger.documents.page({}).documents)
        ledger.documents.update(id, { delivery: { kind: 'done', at: 1 } });
      const [table] = ledger.tables.all(scene.folderId);
      if (table === undefined) throw new Error('There is no table.');
      return (await writeBook(scene.context, { ...scene.watched, settings }, table)).path;
    }
    ledger.meta.write('folder-settings', scene.settings, scene.folderId);
    const { chosen } = await choose([], ledger);
    const directory = join(scene.root, 'exported');
    const world = { files: createFiles(), ledger };
    const options = { directory, json: false, table: { format: 'xlsx', delimiter: ',' } } as const;
    for await (const { state, path } of exportTo(world, chosen, options)) {
      expect(state).toBe('written');
      return path;
    }
    throw new Error('Nothing was written.');
  }

  itWith(
    'soffice',
    'has true numbers and dates, umlauts, and no formula in LibreOffice',
    async () => {
      const [heading, first, second] = await converted(await workbook());
      expect(heading?.slice(0, 6).map(({ text }) => text)).toEqual([
        'file',
        'status',
        'invoice_date',
        'total',
        'supplier',
        'note',
      ]);
      const seen = (row: readonly Cell[] | undefined) => row?.slice(0, 6).map(({ type, value, text }) => [type, value ?? text]);
      expect(seen(first)).toEqual([
        ['string', 'Müller & Söhne.pdf'],
        ['string', 'processed'],
        ['date', '2026-03-14'],
        ['float', '1234.5'],
        ['string', 'Müller 😀'],
        ['string', '=1+41'],
      ]);
      expect(seen(second)?.slice(2, 5)).toEqual([
        ['date', '2026-03-15'],
        ['float', '-12'],
        ['string', '00123'],
      ]);
      expect([...(first ?? []), ...(second ?? [])].filter(({ formula }) => formula !== undefined)).toEqual([]);
    },
    120_000,
  );

  const python = '/usr/bin/python3';
  const hasOpenpyxl = spawnSync(python, ['-c', 'import openpyxl']).status === 0;
  itUnlessMissing(hasOpenpyxl ? undefined : 'python3-openpyxl', 'has the same types for openpyxl', async () => {
    const script =
      'import json,sys,openpyxl;print(json.dumps([[[type(c).__name__,str(c)] for c in r[:6]] for r in openpyxl.load_workbook(sys.argv[1]).active.iter_rows(values_only=True)]))';
    const { stdout } = spawnSync(python, ['-c', script, await workbook()], { encoding: 'utf8' });
    expect(JSON.parse(stdout).slice(1)).toEqual([
      [
        ['str', 'Müller & Söhne.pdf'],
        ['str', 'processed'],
        ['datetime', '2026-03-14 00:00:00'],
        ['float', '1234.5'],
        ['str', 'Müller 😀'],
        ['str', '=1+41'],
      ],
      [
        ['str', 'b.pdf'],
        ['str', 'processed'],
        ['datetime', '2026-03-15 00:00:00'],
        ['int', '-12'],
        ['str', '00123'],
        ['str', 'x \ufffd'],
      ],
    ]);
  });
});
