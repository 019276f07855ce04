import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, readdir, readFile, realpath, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parse } from 'csv-parse/sync';
import { readXlsx } from 'hucre/xlsx';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type FolderSettings, folderSettingsSchema } from '../../../electron/core/config/folder-settings.ts';
import type { DocumentResult } from '../../../electron/core/document/result.ts';
import { deliver } from '../../../electron/engine/deliver/deliver.ts';
import { createFiles } from '../../../electron/engine/disk/disk.ts';
import { systemClock } from '../../../electron/engine/system.ts';
import { openLedger } from '../../../electron/ledger/ledger.ts';
import { acquireDataDirectory } from '../../../electron/ledger/lock.ts';
import { ledgerPath } from '../../../electron/settings/data-directory.ts';
import { become, putDocument } from '../../support/jobs.ts';
import { intray, type TypedFlags } from '../intray.ts';
import { testHost } from '../test-host.ts';

let root: string;
let dataDir: string;
let scans: string;
let mail: string;
beforeEach(async () => {
  root = await realpath(await mkdtemp(join(tmpdir(), 'intray-export-')));
  [dataDir, scans, mail] = [join(root, 'data'), join(root, 'scans'), join(root, 'mail')];
  await Promise.all([mkdir(dataDir), mkdir(join(scans, 'sub'), { recursive: true }), mkdir(mail)]);
});
afterEach(() => rm(root, { recursive: true, force: true }));

const origin = 'https://a.example';
const route = { kind: 'extraction', id: 'e' } as const;
const result = (extractedData: Readonly<Record<string, string>>): DocumentResult => ({
  kind: 'extraction',
  status: 'processed',
  extractedData,
  extra: {},
});

/** Documents in a folder, delivered beside their sources as the engine does it; without a value: sent, no result yet. */
async function know(
  folder: string,
  values: Readonly<Record<string, Readonly<Record<string, string>> | undefined>>,
  outputs: Partial<FolderSettings['outputs']> = {},
): Promise<void> {
  const ledger = openLedger(ledgerPath(dataDir));
  const settings = folderSettingsSchema.parse({ path: folder, route, delimiter: ',', outputs });
  const folderId = ledger.folders.ensure(folder).id;
  ledger.meta.write('folder-settings', settings, folderId);
  const info = { route, name: 'Invoices', fields: ['total', 'date'], seenAt: 1 };
  ledger.routes.setInfo(origin, info);
  const world = { files: createFiles(), ledger, clock: systemClock };
  for (const [path, value] of Object.entries(values)) {
    await writeFile(join(folder, path), path);
    const { size, mtimeMs, ino } = await stat(join(folder, path));
    const known = { path, facts: { size, mtimeMs, ino }, origin, route, foundAt: 1, hash: path };
    if (value === undefined) {
      putDocument(ledger, folderId, { ...known, state: { kind: 'processing', status: 'processing' } });
      continue;
    }
    const had = { state: { kind: 'processed' }, result: result(value), delivery: { kind: 'pending' } } as const;
    const document = putDocument(ledger, folderId, { ...known, ...had });
    const outcome = (
      await deliver(world, { folder: { id: folderId, path: folder, settings }, info, locale: 'en' }, [document])
    ).get(document.id);
    expect(outcome?.kind).toBe('written');
    become(ledger, document.id, { delivery: { kind: 'done', at: 1_700_000_000_000 } });
  }
  ledger.close();
}

async function exported(paths: readonly string[], flags: TypedFlags = {}) {
  const host = testHost();
  const exit = await intray(['export', ...paths], { dataDir, ...flags }, host);
  return { exit, said: host.messages.text, output: host.output.text };
}

const values = async (file: string) => JSON.parse(await readFile(file, 'utf8')).extracted_data as unknown;
const table = async (file: string) =>
  parse(await readFile(file, 'utf8'), { columns: true, bom: true }) as Record<string, string>[];
const files = async (directory: string) => ((await readdir(directory, { recursive: true })) as string[]).sort();

describe('intray export --to', () => {
  const out = () => join(root, 'out');

  it('writes the JSON and the table of a folder in its layout, from the ledger alone', async () => {
    await know(scans, { 'a.pdf': { total: '1.00', extra: 'x' }, 'sub/b.pdf': { total: '-2.50', date: '2026-01-02' } });
    await rm(scans, { recursive: true });
    const { exit, said } = await exported([], { to: out() });
    expect(exit).toBe(0);
    expect(said).toBe(`Written to ${out()}: 2 JSON files and 1 table.\n`);
    expect(await files(out())).toEqual(['a.pdf.json', 'intray-Invoices.csv', 'sub', 'sub/b.pdf.json']);
    expect(await values(join(out(), 'a.pdf.json'))).toEqual({ total: '1.00', extra: 'x' });
    expect(await table(join(out(), 'intray-Invoices.csv'))).toMatchObject([
      { file: 'a.pdf', total: '1.00', extra: 'x', delivered_at: '2023-11-14T22:13:20.000Z' },
      { file: 'sub/b.pdf', total: '-2.50', date: '2026-01-02', extra: '' },
    ]);
  });

  it('writes nothing twice, and overwrites nothing with other content', async () => {
    await know(scans, { 'a.pdf': { total: '1' } });
    await mkdir(out());
    await writeFile(join(out(), 'a.pdf.json'), 'mine');
    await exported([scans], { to: out() });
    const before = await files(out());
    expect(before).toEqual(['a.pdf (2).json', 'a.pdf.json', 'intray-Invoices.csv']);
    expect(await readFile(join(out(), 'a.pdf.json'), 'utf8')).toBe('mine');
    const again = await exported([scans], { to: out() });
    expect(again.said).toBe('Already there and correct: 1 JSON file and 1 table.\n');
    expect(await files(out())).toEqual(before);
  });

  it('exports one document, part of a folder, one kind of output, with another delimiter', async () => {
    await know(scans, { 'a.pdf': { total: '1' }, 'sub/b.pdf': { total: '2' } });
    await exported([join(scans, 'a.pdf')], { to: join(out(), '1'), only: 'json' });
    expect(await files(join(out(), '1'))).toEqual(['a.pdf.json']);
    await exported([join(scans, 'sub')], { to: join(out(), '2'), only: 'csv', delimiter: ';' });
    expect(await files(join(out(), '2'))).toEqual(['intray-Invoices.csv']);
    const [header, ...rows] = (await readFile(join(out(), '2', 'intray-Invoices.csv'), 'utf8')).trimEnd().split('\r\n');
    expect(header).toMatch(/^\ufefffile;status;total;/);
    expect(rows).toHaveLength(1);
  });

  it('writes a workbook with true numbers and dates, in which nothing is a formula', async () => {
    await know(scans, {
      'a.pdf': { total: '1.234,50 €', date: '14.03.2026', note: '=1+1', iban: 'DE89 3704 0044 0532 0130 00', _x0041_: '_x0042_' },
      'b.pdf': { total: '(12.00)', date: '03/04/2026', note: 'x'.repeat(40_000) },
    });
    const { exit, said } = await exported([], { to: out(), format: 'xlsx' });
    expect([exit, said]).toEqual([0, `Written to ${out()}: 1 table.\n`]);
    expect(await files(out())).toEqual(['intray-Invoices.xlsx']);
    const bytes = await readFile(join(out(), 'intray-Invoices.xlsx'));
    const [heading = [], first = [], second = []] = (await readXlsx(bytes)).sheets[0]?.rows ?? [];
    const cell = (row: readonly unknown[], name: string) => row[heading.indexOf(name)];
    expect(heading.slice(0, 6)).toEqual(['file', 'status', 'total', 'date', 'note', 'iban']);
    expect(cell(first, 'total')).toBe(1234.5);
    expect(cell(first, 'total_currency')).toBe('EUR');
    expect(cell(first, 'date')).toEqual(new Date('2026-03-14T00:00:00Z'));
    expect(cell(first, 'note')).toBe('=1+1');
    expect(cell(first, 'delivered_at')).toEqual(new Date(1_700_000_000_000));
    expect(cell(second, 'total')).toBe(-12);
    // Which of them is the day, nothing tells.
    expect(cell(second, 'date')).toBe('03/04/2026');
    expect(cell(second, 'note')).toHaveLength(32_767);
    // A second time, it is the same to the byte.
    expect((await exported([], { to: out(), format: 'xlsx' })).said).toBe('Already there and correct: 1 table.\n');
  });

  it('writes a line of JSON for each document, with all that its JSON file has', async () => {
    await know(scans, { 'a.pdf': { total: '1.00', note: 'two\nlines  and   blanks' }, 'b.pdf': { total: '2' } });
    await exported([], { to: out(), format: 'jsonl' });
    const lines = (await readFile(join(out(), 'intray-Invoices.jsonl'), 'utf8')).split('\n');
    expect(lines).toHaveLength(3);
    await exported([], { to: join(out(), 'json'), only: 'json' });
    expect(lines.slice(0, 2).map((line) => JSON.parse(line))).toEqual(
      await Promise.all(
        ['a', 'b'].map(async (name) => JSON.parse(await readFile(join(out(), 'json', `${name}.pdf.json`), 'utf8'))),
      ),
    );
  });

  it('writes the columns that are asked for, in their order and under their headings, and names one that is not there', async () => {
    await know(scans, { 'a.pdf': { total: '1.234,50 €', date: '14.03.2026' } });
    const columns = 'date=Datum, "total=Summe, brutto",file';
    await exported([], { to: out(), format: 'csv', values: 'typed', columns });
    expect(await table(join(out(), 'intray-Invoices.csv'))).toEqual([
      { Datum: '2026-03-14', 'Summe, brutto': '1234.50', file: 'a.pdf' },
    ]);
    await expect(exported([], { to: join(out(), '2'), columns: 'total,vendor' })).rejects.toThrow(
      /No table has the columns vendor\. There are: file, status, total, date, /,
    );
    expect(existsSync(join(out(), '2'))).toBe(false);
  });

  it('writes a table as the folder’s settings say, unless other columns are asked for', async () => {
    const columns = ['file', { name: 'total', heading: 'Summe' }];
    await know(scans, { 'a.pdf': { total: '1.234,50 €' } }, { columns, values: 'typed' });
    await exported([], { to: out(), only: 'csv' });
    expect(await table(join(out(), 'intray-Invoices.csv'))).toEqual([{ file: 'a.pdf', Summe: '1234.50' }]);
    await exported([], { to: join(out(), '2'), only: 'csv', columns: 'total', values: 'printed' });
    expect(await table(join(out(), '2', 'intray-Invoices.csv'))).toEqual([{ total: '1.234,50 €' }]);
  });

  it.each([
    [{ columns: 'file=A,total=a' }, /--columns has the heading “a” twice/],
    [{ columns: 'a,,b' }, /--columns needs names/],
    [{ only: 'json', format: 'xlsx' }, /--only json writes no table/],
    [{ check: true }, /--check writes nothing/],
  ] as const)('refuses %j', async (flags, why) => {
    await know(scans, { 'a.pdf': { total: '1' } });
    await expect(exported([], { to: out(), ...flags })).rejects.toThrow(why);
  });

  it('gives several folders a directory each, even two with the same name', async () => {
    const other = join(root, 'other', 'scans');
    await mkdir(other, { recursive: true });
    await know(scans, { 'a.pdf': { total: '1' } });
    await know(other, { 'a.pdf': { total: '2' } });
    await know(mail, { 'a.pdf': { total: '3' } });
    await exported([], { to: out(), only: 'json' });
    expect(await files(out())).toEqual([
      'mail',
      'mail/a.pdf.json',
      'scans',
      'scans (2)',
      'scans (2)/a.pdf.json',
      'scans/a.pdf.json',
    ]);
  });

  it('works beside a running Intray', async () => {
    await know(scans, { 'a.pdf': { total: '1' } });
    const lock = acquireDataDirectory(dataDir);
    try {
      expect((await exported([], { to: out() })).exit).toBe(0);
    } finally {
      if (lock.ok) lock.value.release();
    }
  });

  it('says what it could not export, for people and for machines, and exports the rest', async () => {
    await know(scans, { 'a.pdf': { total: '1' }, 'slow.pdf': undefined });
    const { exit, said, output } = await exported([join(scans, 'a.pdf'), join(scans, 'slow.pdf'), join(root, 'elsewhere.pdf')], {
      to: out(),
      only: 'json',
      json: true,
    });
    expect(exit).toBe(1);
    expect(said).toMatch(/slow\.pdf: It has no result yet/);
    expect(said).toMatch(/elsewhere\.pdf: It is in no folder/);
    expect(said).toMatch(/Written to .*: 1 JSON file\./);
    expect(
      output
        .trim()
        .split('\n')
        .map((line) => JSON.parse(line)),
    ).toMatchObject([
      { event: 'export', state: 'not-exported', path: join(scans, 'slow.pdf'), message: expect.any(String) },
      { event: 'export', state: 'not-exported', path: join(root, 'elsewhere.pdf'), message: expect.any(String) },
      { event: 'export', state: 'written', kind: 'json', path: join(out(), 'a.pdf.json') },
    ]);
  });

  it('exports every content of a path, and says which were replaced', async () => {
    await know(scans, { 'a.pdf': { total: 'old' } });
    const ledger = openLedger(ledgerPath(dataDir));
    const old = ledger.documents.get(1);
    if (old === undefined) throw new Error('It is not there.');
    const { folderId, path, facts } = old;
    const fresh = {
      path,
      facts,
      origin,
      route,
      foundAt: 2,
      hash: 'new',
      replaces: old.id,
      state: { kind: 'processed' },
    } as const;
    putDocument(ledger, folderId, { ...fresh, result: result({ total: 'new' }) });
    ledger.close();
    await exported([], { to: out() });
    expect(await files(out())).toEqual(['a.pdf (2).json', 'a.pdf.json', 'intray-Invoices.csv']);
    expect(JSON.parse(await readFile(join(out(), 'a.pdf.json'), 'utf8'))).toMatchObject({ replaced: true });
    expect(await values(join(out(), 'a.pdf (2).json'))).toEqual({ total: 'new' });
    expect(await readFile(join(out(), 'intray-Invoices.csv'), 'utf8')).toMatch(/a\.pdf,replaced,old.*\r\na\.pdf,processed,new/);
  });

  it.each<[string, { readonly to?: string; readonly [flag: string]: string | undefined }, RegExp]>([
    ['a directory in a watched folder', { to: 'SCANS/sub' }, /must lie outside the watched folders/],
    ['a delimiter that is none', { to: 'OUT', delimiter: '|' }, /--delimiter must be/],
    ['a choice of kind beside the documents', { only: 'csv' }, /require --to/],
  ])('refuses %s', async (_what, flags, message) => {
    await know(scans, { 'a.pdf': { total: '1' } });
    const to = flags.to?.replace('SCANS', scans).replace('OUT', out());
    await expect(exported([], { ...flags, ...(to !== undefined && { to }) })).rejects.toThrow(message);
    expect(existsSync(out())).toBe(false);
  });

  it('refuses where nothing was ever watched', async () => {
    await expect(exported([], { to: out() })).rejects.toThrow(/there is no ledger in/);
  });
});

describe('intray export, beside the documents', () => {
  it('restores what is missing, and leaves what is there', async () => {
    await know(scans, { 'a.pdf': { total: '1' }, 'sub/b.pdf': { total: '2' } });
    const before = await readFile(join(scans, 'a.pdf.json'), 'utf8');
    await rm(join(scans, 'sub/b.pdf.json'));
    await rm(join(scans, 'intray-Invoices.csv'));
    const { exit, said } = await exported([scans]);
    expect(exit).toBe(0);
    expect(said).toBe('Written beside the documents: 1 JSON file and 1 table.\nAlready there and correct: 1 JSON file.\n');
    expect(await files(scans)).toEqual(['a.pdf', 'a.pdf.json', 'intray-Invoices.csv', 'sub', 'sub/b.pdf', 'sub/b.pdf.json']);
    expect(await readFile(join(scans, 'a.pdf.json'), 'utf8')).toBe(before);
    expect(await table(join(scans, 'intray-Invoices.csv'))).toMatchObject([{ total: '1' }, { total: '2' }]);
    expect((await exported([])).said).toBe('Already there and correct: 2 JSON files and 1 table.\n');
  });

  it('leaves what a person has changed, and writes a new file beside it', async () => {
    await know(scans, { 'a.pdf': { total: '1' } });
    await writeFile(join(scans, 'a.pdf.json'), 'my notes');
    await writeFile(join(scans, 'intray-Invoices.csv'), 'my table');
    expect((await exported([scans])).exit).toBe(0);
    expect(await readFile(join(scans, 'a.pdf.json'), 'utf8')).toBe('my notes');
    expect(await readFile(join(scans, 'intray-Invoices.csv'), 'utf8')).toBe('my table');
    expect(await values(join(scans, 'a.pdf (2).json'))).toEqual({ total: '1' });
    expect(await table(join(scans, 'intray-Invoices (2).csv'))).toMatchObject([{ file: 'a.pdf', total: '1' }]);
  });

  it('writes nothing beside other content, or where the document is gone', async () => {
    await know(scans, { 'a.pdf': { total: '1' }, 'sub/b.pdf': { total: '2' } });
    for (const name of ['a.pdf.json', 'sub/b.pdf.json', 'a.pdf']) await rm(join(scans, name));
    await writeFile(join(scans, 'sub/b.pdf'), 'another content');
    const { exit, said } = await exported([scans]);
    expect(exit).toBe(1);
    expect(said).toMatch(/a\.pdf: It is no longer there/);
    expect(said).toMatch(/b\.pdf: It is no longer there, or has other content/);
    expect(await files(scans)).toEqual(['intray-Invoices.csv', 'sub', 'sub/b.pdf']);
  });

  it('leaves it to a running Intray', async () => {
    await know(scans, { 'a.pdf': { total: '1' } });
    const lock = acquireDataDirectory(dataDir);
    try {
      await expect(exported([scans])).rejects.toThrow(/Intray is running.*with --to/);
    } finally {
      if (lock.ok) lock.value.release();
    }
  });
});

describe('intray export --check', () => {
  const checked = async (flags: TypedFlags = {}) => exported([], { check: true, ...flags });
  const csv = () => join(scans, 'intray-Invoices.csv');

  it('proves that every delivered document has its one row, however the table is sorted', async () => {
    await know(scans, { 'a.pdf': { total: '1' }, 'b.pdf': { total: '2' }, 'slow.pdf': undefined });
    const [heading, ...rows] = (await readFile(csv(), 'utf8')).trimEnd().split('\r\n');
    await writeFile(csv(), [heading, ...rows.toReversed()].join('\r\n'));
    expect(await checked()).toEqual({
      exit: 0,
      said: `${scans}: 2 documents are delivered, and each has its one row.\n`,
      output: '',
    });
  });

  it('says which documents have no values in the ledger any more; their rows are compared all the same', async () => {
    await know(scans, { 'a.pdf': { total: '1' }, 'b.pdf': { total: '2' } });
    const ledger = openLedger(ledgerPath(dataDir));
    const old = ledger.documents.page({}).documents.find(({ path }) => path === 'a.pdf');
    ledger.documents.dropResult(old?.id ?? 0, 5);
    ledger.close();
    const noLonger = `${scans}: the results of 1 more document are no longer in the ledger (keepResults).`;
    const { exit, said } = await checked();
    expect(exit).toBe(0);
    expect(said).toContain(noLonger);
    const beside = await exported([]);
    expect(beside.exit).toBe(0);
    expect(beside.said).toContain(noLonger);
    expect(await table(csv())).toMatchObject([{ total: '1' }, { total: '2' }]);
    const machines = await exported([], { to: join(root, 'out'), json: true });
    expect(machines.output).toContain(JSON.stringify({ event: 'no-longer-kept', path: scans, count: 1 }));
    expect(await table(join(root, 'out', 'intray-Invoices.csv'))).toMatchObject([{ total: '2' }]);
  });

  it('knows rows by all of their cells where the table has no SHA-256, and by its heading where that has another', async () => {
    await know(scans, { 'a.pdf': { total: '=1' }, 'b.pdf': { total: '2' } }, { columns: ['total', 'file'] });
    expect((await checked()).exit).toBe(0);
    await writeFile(csv(), (await readFile(csv(), 'utf8')).replace('2,b.pdf', '3,b.pdf'));
    expect((await checked()).said).toMatch(/1 row is missing, and 1 is too many/);
    const other = join(root, 'other');
    await mkdir(other);
    await know(other, { 'c.pdf': { total: '1' } }, { columns: ['file', { name: 'sha256', heading: 'Hash' }] });
    expect((await exported([other], { check: true })).exit).toBe(0);
  });

  it('reads workbooks too, and says which is missing, unreadable or not written', async () => {
    const outputs = { csv: 'off', xlsx: 'folder' } as const;
    await know(scans, { 'a.pdf': { total: '1,50' }, 'ü.pdf': { total: '2' } }, outputs);
    const book = join(scans, 'intray-Invoices.xlsx');
    expect((await checked()).said).toMatch(/2 rows are missing/);
    expect((await exported([])).said).toMatch(/1 table/);
    expect(await checked()).toMatchObject({ exit: 0, said: `${scans}: 2 documents are delivered, and each has its one row.\n` });
    const whole = await readFile(book);
    await writeFile(book, 'my table');
    const { exit, output } = await checked({ json: true });
    expect(exit).toBe(1);
    expect((JSON.parse(output) as { differences: unknown }).differences).toMatchObject([{ kind: 'unreadable', table: book }]);
    expect((await exported([])).said).toMatch(/1 table/);
    expect((await checked()).exit).toBe(0);
    expect(await readFile(book, 'utf8')).toBe('my table');
    expect((await readFile(join(scans, 'intray-Invoices (2).xlsx'))).equals(whole)).toBe(true);
  });

  it('knows rows of a workbook by all of their cells where it has no SHA-256', async () => {
    await know(
      scans,
      { 'a.pdf': { total: '1,50', date: '3 March 2026' } },
      { csv: 'off', xlsx: 'folder', columns: ['total', 'date', 'delivered_at'] },
    );
    expect((await exported([])).exit).toBe(0);
    expect((await checked()).exit).toBe(0);
    const ledger = openLedger(ledgerPath(dataDir));
    for (const table of ledger.tables.all(1))
      for (const row of [...ledger.tables.rows(table)])
        ledger.tables.putRow(table, { ...row, cells: { ...row.cells, total: ['1,60', 'amount', '1.60'] } });
    ledger.close();
    expect((await checked()).said).toMatch(/1 row is missing, and 1 is too many/);
  });

  it('names rows that are missing, too many, or nowhere, writes nothing, and says what does', async () => {
    await know(scans, { 'a.pdf': { total: '1' }, 'b.pdf': { total: '2' } });
    const [heading, first] = (await readFile(csv(), 'utf8')).trimEnd().split('\r\n');
    const edited = [heading, first, first].join('\r\n');
    await writeFile(csv(), edited);
    const { exit, said, output } = await checked({ json: true });
    expect(exit).toBe(1);
    expect(said).toMatch(/intray-Invoices\.csv: 1 row is missing, and 1 is too many\.\n.*intray export/);
    expect(JSON.parse(output)).toMatchObject({
      event: 'balance',
      delivered: 2,
      rows: 2,
      differences: [{ kind: 'table', table: csv(), missing: ['b.pdf'], more: 1 }],
    });
    expect(await readFile(csv(), 'utf8')).toBe(edited);
    await rm(csv());
    expect((await checked()).said).toMatch(/2 rows are missing, and none is too many/);
    expect((await exported([])).exit).toBe(0);
    expect((await checked()).exit).toBe(0);
  });
});
