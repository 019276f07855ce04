/** The tables that are written whole: soon after a burst, at most once a minute in it, and nobody's file is overwritten. */
import { existsSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { readXlsx } from 'hucre/xlsx';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { FolderSettings } from '../../../electron/core/config/folder-settings.ts';
import { inEnglish } from '../../../electron/core/messages/wording.ts';
import { makeFile } from '../../support/make-files.ts';
import { waitFor } from '../../support/wait-for.ts';
import { quickDocuments } from '../support/quick-documents.ts';
import type { Run, RunOptions } from '../support/run.ts';
import { type SceneSandbox, sandboxOf } from '../support/sandbox.ts';
import { minute, Timeline } from '../support/timeline.ts';

let scene: Timeline;
let sandbox: SceneSandbox;
let folder: FolderSettings;
beforeEach(async () => {
  scene = new Timeline();
  sandbox = await sandboxOf(scene, {
    documents: { ...quickDocuments, findFields: ([line]) => ({ number: line?.[0] ?? '', total: '1.234,50' }) },
  });
  folder = scene.folder('scans', sandbox.extraction, {
    ...{ changed: 'send', askAbove: 0 },
    outputs: { json: true, csv: 'off', xlsx: 'folder' },
  });
});
afterEach(() => scene.end());

const start = (options: Partial<RunOptions> = {}): Promise<Run> =>
  scene.start({ url: sandbox.url, key: sandbox.key, folders: [folder], ...options });
const at = (name: string) => join(folder.path, name);
const workbook = 'intray-Invoices.xlsx';

/** The rows of a workbook by the headings in its first row. */
async function rowsOf(name = workbook): Promise<readonly Readonly<Record<string, unknown>>[]> {
  const { sheets } = await readXlsx(readFileSync(at(name)));
  const [headings = [], ...rows] = sheets[0]?.rows ?? [];
  return rows.map((row) => Object.fromEntries(headings.map((heading, index) => [String(heading), row[index]])));
}
const filesIn = async (name = workbook) => (await rowsOf(name)).map(({ file }) => file);

/** How often a file was put in place, from now on. */
function writesOf(run: Run, name: string): () => number {
  let count = 0;
  run.refuse = (operation, path) => {
    if ((operation === 'createWhole' || operation === 'replaceWhole') && path === at(name)) count += 1;
    return undefined;
  };
  return () => count;
}
const isWritten = (run: Run) => run.seen.sheets().every((sheet) => sheet.isWritten && !sheet.isDue);
const inFolder = (run: Run) => run.seen.sheets().length === 1;
const until = (run: Run, count: number) =>
  scene.until(`${count} rows are in the tables`, () => {
    return inFolder(run) && isWritten(run) && run.seen.sheets().every(({ rows }) => rows.length === count);
  });

describe('a table that is written whole', () => {
  it('has a row for each document soon after the last one of a burst, with true numbers', async () => {
    const run = await start();
    for (const name of ['a.pdf', 'ü.pdf', 'c.pdf']) await scene.put(folder, name);
    const writes = writesOf(run, workbook);
    await until(run, 3);
    expect(writes()).toBe(1);
    const rows = await rowsOf();
    expect(rows.map(({ file }) => file).sort()).toEqual(['a.pdf', 'c.pdf', 'ü.pdf']);
    expect(rows[0]).toMatchObject({ total: 1234.5, status: 'processed' });
    expect(rows[0]?.delivered_at).toBeInstanceOf(Date);
    expect(existsSync(at('intray-Invoices.csv'))).toBe(false);
  });

  it('is written as soon when another folder has nothing to write', async () => {
    const others = ['other', 'third'].map((name) => scene.folder(name, sandbox.extraction, { outputs: folder.outputs }));
    const run = await start({ folders: [folder, ...others] });
    await scene.put(folder, 'a.pdf');
    await until(run, 1);
    await scene.put(folder, 'b.pdf');
    await scene.until('it is delivered', () => run.delivered() === 2);
    await scene.until('it is in the table', () => isWritten(run), { within: minute / 4 });
    expect(await filesIn()).toEqual(['a.pdf', 'b.pdf']);
  });

  it.each(['xlsx', 'csv'] as const)(
    'has nothing in a column of a value that is missing, whatever its name is: %s',
    async (kind) => {
      const odd = ['constructor', 'toString', '__proto__', 'hasOwnProperty'];
      const fields = odd.map((key) => ({ key, description: key, example: '1' }));
      const extraction = sandbox.control.createExtraction({ name: 'Odd', fields });
      const outputs = kind === 'csv' ? { json: true, csv: 'folder' as const } : folder.outputs;
      folder = scene.folder('odd', extraction, { outputs });
      const run = await start();
      await scene.put(folder, 'a.pdf');
      await scene.until('it is delivered', () => run.delivered() === 1);
      if (kind === 'xlsx') await until(run, 1);
      const rows = kind === 'csv' ? scene.rows(at('intray-Odd.csv')) : await rowsOf('intray-Odd.xlsx');
      const values = rows.map((row) => Object.entries(row).filter(([name]) => odd.includes(name)));
      expect(values.flat().filter(([, value]) => value !== '' && value !== null && value !== undefined)).toEqual([]);
      expect(rows).toMatchObject([{ file: 'a.pdf' }]);
    },
  );

  it('is written at most once a minute while documents come', async () => {
    const run = await start();
    const writes = writesOf(run, workbook);
    for (let seconds = 0; seconds < 300; seconds += 4) {
      await scene.put(folder, `${seconds}.pdf`);
      await scene.pass(4_000);
    }
    expect(writes()).toBeGreaterThanOrEqual(3);
    expect(writes()).toBeLessThanOrEqual(5);
    const before = writes();
    await until(run, 75);
    expect(writes()).toBe(before + 1);
    expect(new Set(await filesIn()).size).toBe(75);
  });

  it('follows a correction and a new name in the same row, and has a row for the later content of a path', async () => {
    const run = await start();
    for (const name of ['a.pdf', 'b.pdf']) await scene.put(folder, name);
    await until(run, 2);
    await run.engine.act(run.document('a.pdf').id, { kind: 'confirm', corrections: { number: 'A-17' } }, 'Ada');
    await makeFile(at('b.pdf'), 'other');
    renameSync(at('a.pdf'), at('z.pdf'));
    await scene.until(
      'both are in the table',
      () => isWritten(run) && run.documents().length === 3 && run.delivered() === 3 && run.has('z.pdf'),
    );
    await scene.pass(5_000);
    const rows = await rowsOf();
    expect(rows).toHaveLength(3);
    expect(rows.find(({ file }) => file === 'z.pdf')).toMatchObject({ number: 'A-17', reviewed_by: 'Ada' });
    expect(rows.filter(({ file }) => file === 'b.pdf').map(({ number, status }) => [number, status])).toEqual([
      ['content of b.pdf', 'replaced'],
      ['other', 'processed'],
    ]);
  });

  it('waits while somebody has it open, says so, and is written afterwards', async () => {
    const run = await start();
    await scene.put(folder, 'a.pdf');
    await until(run, 1);
    const before = readFileSync(at(workbook));
    writeFileSync(at(`.~lock.${workbook}#`), 'Ada');
    await scene.put(folder, 'b.pdf');
    await scene.until('it says what is in the way', () => run.ledger.tables.problems(1).length === 1);
    expect(run.ledger.tables.problems(1).map(inEnglish)[0]).toContain(workbook);
    await scene.pass(5 * minute);
    expect(readFileSync(at(workbook)).equals(before)).toBe(true);
    rmSync(at(`.~lock.${workbook}#`));
    await until(run, 2);
    expect(run.ledger.tables.problems(1)).toEqual([]);
    expect(await filesIn()).toHaveLength(2);
  });

  it('never overwrites a file that is not as it was written: all rows go into the next free name, and the history says so', async () => {
    writeFileSync(at(workbook), 'mine');
    const run = await start();
    await scene.put(folder, 'a.pdf');
    await until(run, 1);
    expect(readFileSync(at(workbook), 'utf8')).toBe('mine');
    expect(await filesIn('intray-Invoices (2).xlsx')).toEqual(['a.pdf']);
    writeFileSync(at('intray-Invoices (2).xlsx'), 'edited');
    await scene.put(folder, 'b.pdf');
    await until(run, 2);
    expect(readFileSync(at('intray-Invoices (2).xlsx'), 'utf8')).toBe('edited');
    expect(await filesIn('intray-Invoices (3).xlsx')).toHaveLength(2);
    expect(run.history('b.pdf').join('\n')).toMatch(
      /table continued: “.*\(2\)\.xlsx” was edited .* “.*\(3\)\.xlsx” has all of its rows/,
    );
  });

  it('is left where a person removed it until the next document, and has all rows then', async () => {
    const run = await start();
    await scene.put(folder, 'a.pdf');
    await until(run, 1);
    rmSync(at(workbook));
    await scene.pass(2 * minute);
    expect(existsSync(at(workbook))).toBe(false);
    await scene.put(folder, 'b.pdf');
    await until(run, 2);
    expect(await filesIn()).toHaveLength(2);
  });

  it.each(['before it is put in place', 'after it was put in place'])('survives a kill %s', async (moment) => {
    const first = await start();
    await scene.put(folder, 'a.pdf');
    await until(first, 1);
    const { tables } = first.ledger;
    const update = tables.update.bind(tables);
    tables.update = (id, changes) => {
      const sheet = update(id, changes);
      if (changes.book?.next === undefined) return sheet;
      first.kill();
      if (moment.startsWith('before')) throw new Error('killed');
      return sheet;
    };
    await scene.put(folder, 'b.pdf');
    await scene.until('it is killed', () => first.dead);
    await waitFor(async () => {
      expect(scene.names(folder).filter((name) => name.endsWith('.tmp'))).toEqual([]);
      expect(await filesIn()).toHaveLength(moment.startsWith('before') ? 1 : 2);
    });
    const second = await start();
    await until(second, 2);
    expect(await filesIn()).toHaveLength(2);
    expect(scene.names(folder).filter((name) => name.includes('(2)') || name.endsWith('.tmp'))).toEqual([]);
  });

  it('knows its file again that two kills in a row have left unrecorded', async () => {
    const startAndKill = async (moment: 'a file is to be put in place' | 'it is to be recorded') => {
      const run = await start();
      const { tables } = run.ledger;
      const update = tables.update.bind(tables);
      tables.update = (id, changes) => {
        if (changes.book === undefined) return update(id, changes);
        const isRecorded = changes.book.next === undefined;
        if (isRecorded && moment === 'a file is to be put in place') return update(id, changes);
        const sheet = isRecorded ? undefined : update(id, changes);
        if (sheet !== undefined && moment === 'it is to be recorded') return sheet;
        run.kill();
        throw new Error('killed');
      };
      await scene.until('it is killed', () => run.dead);
    };
    await scene.put(folder, 'a.pdf');
    await startAndKill('it is to be recorded');
    await scene.put(folder, 'b.pdf');
    await startAndKill('a file is to be put in place');
    await until(await start(), 2);
    expect(await filesIn()).toHaveLength(2);
    expect(scene.names(folder).filter((name) => name.includes('(2)') || name.endsWith('.tmp'))).toEqual([]);
  });

  it('is complete when a run ends, and takes up what was delivered before it was asked for', async () => {
    const asked = folder;
    folder = { ...folder, outputs: { json: true, csv: 'off' } };
    for (const name of ['a.pdf', 'b.pdf']) await scene.put(folder, name);
    const plain = await start({ mode: 'run' });
    await plain.ending();
    await plain.end();
    expect(existsSync(at(workbook))).toBe(false);
    folder = asked;
    await scene.put(folder, 'c.pdf');
    const run = await start({ mode: 'run' });
    await run.ending();
    expect((await filesIn()).toSorted()).toEqual(['a.pdf', 'b.pdf', 'c.pdf']);
  });

  it.each([
    ['a long one, too, which takes its time', 5_001],
    ['a short one', 5_000],
  ])('is complete when a run ends: %s', async (_, length) => {
    await scene.put(folder, 'a.pdf', 'b.pdf');
    const run = scene.prepare({ url: sandbox.url, key: sandbox.key, folders: [folder], mode: 'run' });
    run.ledger.tables.rowCount = () => length;
    await run.engine.start();
    expect(await run.ending()).toEqual({ kind: 'done' });
    expect((await filesIn()).toSorted()).toEqual(['a.pdf', 'b.pdf']);
  });

  it('keeps no run from ending whose folder is away: what it lacks comes when that is back', async () => {
    const first = await start();
    await scene.put(folder, 'a.pdf');
    await until(first, 1);
    await scene.put(folder, 'b.pdf');
    await scene.until('it is delivered', () => first.delivered() === 2);
    first.kill();
    renameSync(folder.path, `${folder.path} is away`);
    const second = await start({ mode: 'run' });
    expect(await second.ending()).toMatchObject({ kind: 'stalled' });
    await second.end();
    renameSync(`${folder.path} is away`, folder.path);
    expect(await filesIn()).toEqual(['a.pdf']);
    const third = await start({ mode: 'run' });
    expect(await third.ending()).toEqual({ kind: 'done' });
    expect(await filesIn()).toEqual(['a.pdf', 'b.pdf']);
  });

  it.each([
    ['printed', '1.234,50 €', undefined],
    ['typed', '1234.50', 'EUR'],
  ] as const)(
    'beside it, a CSV has values as they are %s, with the currency if it does not say that itself',
    async (values, total, currency) => {
      const priced = await sandboxOf(scene, {
        documents: { ...quickDocuments, findFields: ([line]) => ({ number: line?.[0] ?? '', total: '1.234,50 €' }) },
      });
      folder = scene.folder('priced', priced.extraction, { outputs: { json: true, csv: 'folder', values } });
      const run = await start({ url: priced.url, key: priced.key });
      await scene.put(folder, 'a.pdf');
      await scene.until('it is delivered', () => run.delivered() === 1);
      const [row] = scene.rows(at('intray-Invoices.csv'));
      expect([row?.total, row?.total_currency]).toEqual([total, currency]);
    },
  );

  it('is complete when the engine is told to end, however soon after the last document', async () => {
    const run = await start();
    await scene.put(folder, 'a.pdf');
    await until(run, 1);
    await scene.put(folder, 'b.pdf');
    await scene.until('it is delivered', () => run.delivered() === 2);
    expect(await filesIn()).toEqual(['a.pdf']);
    await run.end();
    expect(await filesIn()).toEqual(['a.pdf', 'b.pdf']);
  });

  it('takes up each content that a path has had before it was asked for', async () => {
    const asked = { ...folder, changed: 'send' } as const;
    folder = { ...asked, outputs: { json: true, csv: 'off' } };
    for (const content of ['first', 'second']) {
      await makeFile(at('a.pdf'), content);
      const plain = await start({ mode: 'run' });
      await plain.ending();
      await plain.end();
    }
    folder = asked;
    const run = await start({ mode: 'run' });
    await run.ending();
    expect((await rowsOf()).map(({ number, status }) => [number, status])).toEqual([
      ['first', 'replaced'],
      ['second', 'processed'],
    ]);
  });

  it('keeps the rows of results that were dropped from the ledger, and takes those of a CSV over that it never had', async () => {
    const asked = folder;
    folder = { ...folder, outputs: { json: true, csv: 'folder' } };
    await scene.put(folder, 'old.pdf');
    const limits = { keepMs: 60_000 };
    const first = await start({ limits });
    await scene.until('it was dropped', () => first.has('old.pdf') && first.document('old.pdf').droppedAt !== undefined);
    await first.end();
    folder = asked;
    const second = await start({ limits });
    await scene.put(folder, 'new.pdf');
    await scene.until('it was dropped', () => second.has('new.pdf') && second.document('new.pdf').droppedAt !== undefined);
    await scene.put(folder, 'newest.pdf');
    await scene.until('it is in the table', () => isWritten(second) && second.seen.sheets()[0]?.rows.length === 3);
    await scene.pass(5_000);
    expect((await filesIn()).toSorted()).toEqual(['new.pdf', 'newest.pdf', 'old.pdf']);
    expect((await rowsOf()).find(({ file }) => file === 'old.pdf')).toMatchObject({ total: 1234.5 });
  });

  it('has the columns that its folder chooses, and is written again once that is another choice', async () => {
    folder = { ...folder, outputs: { ...folder.outputs, columns: ['file', { name: 'total', heading: 'Summe' }] } };
    const first = await start();
    await scene.put(folder, 'a.pdf');
    await until(first, 1);
    expect(await rowsOf()).toEqual([{ file: 'a.pdf', Summe: 1234.5 }]);
    await first.end();
    folder = { ...folder, outputs: { ...folder.outputs, values: 'printed', columns: ['total', 'file'] } };
    const second = await start();
    await until(second, 1);
    expect(await rowsOf()).toEqual([{ total: '1.234,50', file: 'a.pdf' }]);
  });
});
