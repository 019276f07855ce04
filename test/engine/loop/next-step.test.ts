/** One folder for mixed mail: after its verdict a document goes on into the extraction of its category. */
import { copyFileSync, existsSync, readFileSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { FolderSettings, NextStep } from '../../../electron/core/config/folder-settings.ts';
import { makeFile } from '../../support/make-files.ts';
import { quickDocuments } from '../support/quick-documents.ts';
import type { Run, RunOptions } from '../support/run.ts';
import { fields, type SceneSandbox, sandboxOf } from '../support/sandbox.ts';
import { minute, Timeline } from '../support/timeline.ts';

const categories = ['Invoices', 'Receipts', 'Letters', 'Memos'];

let scene: Timeline;
let sandbox: SceneSandbox;
let mail: string;
let receipts: string;
let next: NextStep;

/** The name says the category; `unsure` and `none` too. */
const documents: typeof quickDocuments = {
  ...quickDocuments,
  findCategory(lines) {
    const text = lines[0]?.[0] ?? '';
    const index = categories.findIndex((name) => text.toLowerCase().includes(name.toLowerCase().slice(0, -1)));
    const confidence = text.includes('unsure') ? 0.4 : 0.9;
    return { categoryIndex: index < 0 ? null : index, confidence, reasoning: 'By its name.' };
  },
};

beforeEach(async () => {
  scene = new Timeline();
  sandbox = await sandboxOf(scene, { documents });
  const described = categories.map((name) => ({ name, description: name }));
  mail = sandbox.control.createClassification({ name: 'Mail', description: '', categories: described }).id;
  receipts = sandbox.control.createExtraction({ name: 'Receipts', fields });
  next = {
    categories: {
      Invoices: { extraction: sandbox.extraction, linked: false },
      Receipts: { extraction: receipts, linked: false },
      Letters: 'leave',
    },
    otherwise: 'review',
    below: 0.6,
  };
});
afterEach(() => scene.end());

const folderWith = (settings: Partial<FolderSettings> = {}, name = 'mail') =>
  scene.folder(
    name,
    { kind: 'classification', id: mail },
    { next: structuredClone(next) as FolderSettings['next'], ...settings },
  );

const begin = (folders: readonly FolderSettings[], options: Partial<RunOptions> = {}) =>
  scene.start({ url: sandbox.url, key: sandbox.key, folders: [...folders], ...options });

/** Names of the files that each extraction, and the classification, took. */
function taken(): { readonly invoices: string[]; readonly receipts: string[]; readonly mail: string[] } {
  const { control } = sandbox;
  const namesIn = (batches: readonly { readonly files: readonly { readonly fileName: string }[] }[] = []) =>
    batches.flatMap(({ files }) => files.map(({ fileName }) => fileName)).toSorted();
  const of = (id: string) => namesIn(control.extractions().find(({ extractionId }) => extractionId === id)?.batches);
  return {
    invoices: of(sandbox.extraction),
    receipts: of(receipts),
    mail: namesIn(control.classifications().find(({ id }) => id === mail)?.batches),
  };
}

/** The service's id of a category. */
const categoryId = (wanted: string): string =>
  sandbox.control
    .classifications()
    .flatMap((each) => each.categories)
    .find(({ name }) => name === wanted)?.id ?? '';

const isDone = (run: Run, count: number) => () =>
  run.documents().length === count && run.documents().every(({ delivery }) => delivery.kind === 'done');

/** A person has the service classify a document that has gone on once more, and it says the same. */
async function classifiedAgain(run: Run, path: string): Promise<void> {
  const { id, result } = run.document(path);
  expect(await scene.done(run.engine.redo(id, 'Anna', true))).toMatchObject({ ok: true });
  await scene.pass(2 * minute);
  expect(run.document(path)).toMatchObject({ state: { kind: 'processed' }, result, delivery: { kind: 'done' } });
}

describe('A folder for mixed mail', () => {
  it('goes no further with a content whose file was written anew while its verdict was awaited', async () => {
    const folder = folderWith();
    await scene.put(folder, 'a.pdf');
    await makeFile(join(folder.path, 'a.pdf'), 'invoice, first');
    const run = await begin([folder]);
    await scene.until('it is at the service', () => run.has('a.pdf') && run.state('a.pdf') === 'queued');
    const { id } = run.document('a.pdf');
    await makeFile(join(folder.path, 'a.pdf'), 'receipt, second');
    await scene.until('the second is delivered', () =>
      run.ledger.documents.page({}).documents.some((each) => each.delivery.kind === 'done'),
    );
    await scene.pass(10 * minute);
    expect(run.ledger.documents.get(id)?.state).toMatchObject({ kind: 'gone' });
    const events = run.ledger.history.of(id).map(({ event }) => event);
    expect(events.slice(events.indexOf('passed on') + 1)).toEqual(['vanished']);
    expect(taken()).toMatchObject({ invoices: [], receipts: ['a.pdf'] });
  });

  it('sends each document to the classification once, and to the extraction of its category once', async () => {
    const folder = folderWith();
    await scene.put(
      folder,
      'invoice 1.pdf',
      'invoice 2.pdf',
      'receipt.pdf',
      'letter.pdf',
      'memo.pdf',
      'unsure invoice.pdf',
      'what.pdf',
    );
    const run = await begin([folder]);
    await scene.until('all are delivered', isDone(run, 7));
    await scene.pass(10 * minute);
    expect(taken()).toMatchObject({ invoices: ['invoice 1.pdf', 'invoice 2.pdf'], receipts: ['receipt.pdf'] });
    expect(taken().mail).toHaveLength(7);
    // One JSON with both parts.
    expect(scene.resultOf(folder, 'invoice 1.pdf')).toMatchObject({
      route: { kind: 'extraction', name: 'Invoices' },
      status: 'processed',
      extracted_data: { number: 'content of invoice 1.pdf' },
      classification: {
        route: { kind: 'classification', id: mail },
        batch_id: expect.any(String) as string,
        file_id: expect.any(String) as string,
        status: 'processed',
        category: { name: 'Invoices' },
        confidence: 0.9,
        reasoning: 'By its name.',
      },
      review: [],
    });
    expect(scene.resultOf(folder, 'letter.pdf')).toMatchObject({ category: { name: 'Letters' }, review: [] });
    // What is not sure, or in no row of the table, waits for a person.
    const reasons = (name: string) =>
      ((scene.resultOf(folder, name)?.review ?? []) as { message: string }[]).map(({ message }) => message);
    expect(reasons('unsure invoice.pdf')).toEqual(['The category “Invoices” is not sure: its confidence is 0.4, below 0.6.']);
    expect(reasons('memo.pdf')).toEqual(['The settings of its folder do not say where documents of the category “Memos” go on.']);
    expect(reasons('what.pdf')).toEqual(['The service put it into no category.']);
    // One table for each extraction, and one for the classification with all of them.
    const tables = scene.names(folder).filter((name) => name.endsWith('.csv'));
    expect(tables.toSorted()).toEqual(['intray-Invoices.csv', 'intray-Receipts.csv', 'intray-mail.csv']);
    const files = (table: string) =>
      scene
        .rows(join(folder.path, table))
        .map(({ file }) => file)
        .toSorted();
    expect(files('intray-Invoices.csv')).toEqual(['invoice 1.pdf', 'invoice 2.pdf']);
    expect(files('intray-mail.csv')).toHaveLength(7);
    // Nothing of it is done again by the next start.
    await run.end();
    const again = await begin([folder]);
    again.engine.lookNow();
    await scene.pass(10 * minute);
    expect(again.uploads()).toEqual([]);
  });

  it('sends on what a person has confirmed, or put into another category', async () => {
    const folder = folderWith();
    await scene.put(folder, 'unsure invoice.pdf', 'memo.pdf');
    const run = await begin([folder]);
    await scene.until('both are delivered', isDone(run, 2));
    expect(run.engine.act(run.document('unsure invoice.pdf').id, { kind: 'confirm', corrections: {} }, 'Anna')).toEqual({
      ok: true,
      value: { undoable: false },
    });
    const receipt = categoryId('Receipts');
    run.ledger.categories.setTyped(run.document('memo.pdf').origin, mail, [{ id: receipt, name: 'Receipts' }]);
    const overridden = await scene.done(run.engine.overrideCategory(run.document('memo.pdf').id, receipt, 'Anna'));
    expect(overridden.ok).toBe(true);
    await scene.until('both have values', () => run.documents().every(({ result }) => result?.kind === 'extraction'));
    await scene.until('both are delivered', isDone(run, 2));
    expect(taken()).toEqual({
      invoices: ['unsure invoice.pdf'],
      receipts: ['memo.pdf'],
      mail: ['memo.pdf', 'unsure invoice.pdf'],
    });
    // What was written before is replaced.
    expect(
      scene
        .names(folder)
        .filter((name) => name.endsWith('.json'))
        .toSorted(),
    ).toEqual(['memo.pdf.json', 'unsure invoice.pdf.json']);
    expect(scene.resultOf(folder, 'memo.pdf')).toMatchObject({
      route: { name: 'Receipts' },
      classification: { category: { name: 'Receipts' }, reviewed: { by: 'Anna' } },
    });
    const rows = scene.rows(join(folder.path, 'intray-mail.csv'));
    expect(rows.map(({ file, category, reviewed_by: by }) => [file, category, by]).toSorted()).toEqual([
      ['memo.pdf', 'Receipts', 'Anna'],
      ['unsure invoice.pdf', 'Invoices', 'Anna'],
    ]);
    expect(run.history('memo.pdf').some((line) => line.startsWith('passed on'))).toBe(true);
  });

  it('sends on what a person has confirmed, though the service does not take it at first', async () => {
    const folder = folderWith();
    await scene.put(folder, 'unsure invoice.pdf');
    const run = await begin([folder]);
    await scene.until('a person is asked', isDone(run, 1));
    sandbox.faults.add('status:503,on=uploadFiles,times=2');
    expect(run.engine.act(run.document('unsure invoice.pdf').id, { kind: 'confirm', corrections: {} }, 'Anna').ok).toBe(true);
    await scene.until('it has its values', () => run.document('unsure invoice.pdf').result?.kind === 'extraction');
    expect(taken()).toMatchObject({ invoices: ['unsure invoice.pdf'], mail: ['unsure invoice.pdf'] });
    expect(run.history('unsure invoice.pdf').filter((line) => line.startsWith('taken back'))).toEqual([]);
  });

  it('writes the values of what went on while it was being delivered into the table of its extraction, whatever failed', async () => {
    const folder = folderWith();
    const invoices = scene.folder('invoices', { kind: 'extraction', id: sandbox.extraction });
    await scene.put(invoices, 'unsure invoice.pdf');
    let run = await begin([invoices]);
    await scene.until('its values are known', isDone(run, 1));
    await run.end();
    await scene.put(folder, 'letter.pdf', 'unsure invoice.pdf');
    run = await begin([folder, invoices]);
    let failures = 0;
    run.refuse = (_, path) => {
      const both = run.documents().filter(({ delivery, route }) => delivery.kind === 'pending' && route.id === mail);
      if (failures > 0 || both.length < 2 || path !== join(folder.path, 'intray-mail.csv')) return undefined;
      failures += 1;
      run.engine.act(
        both.find((document) => document.path === 'unsure invoice.pdf')?.id ?? 0,
        { kind: 'confirm', corrections: {} },
        'Anna',
      );
      throw new Error('an error that no step expects');
    };
    await scene.until('all are delivered', isDone(run, 3));
    expect(failures).toBe(1);
    const rows = (table: string) =>
      scene.rows(join(folder.path, table)).map(({ file, category, number }) => [file, category, number]);
    expect(rows('intray-mail.csv').toSorted()).toEqual([
      ['letter.pdf', 'Letters', undefined],
      ['unsure invoice.pdf', 'Invoices', undefined],
    ]);
    expect(rows('intray-Invoices.csv')).toEqual([['unsure invoice.pdf', undefined, 'content of unsure invoice.pdf']]);
    expect(taken().invoices).toEqual(['unsure invoice.pdf']);
  });

  it('takes back what a person has confirmed or chosen before it is sent: nothing is paid for, and it asks again', async () => {
    const folder = folderWith();
    await scene.put(folder, 'unsure invoice.pdf', 'memo.pdf');
    const run = await begin([folder]);
    await scene.until('both are delivered', isDone(run, 2));
    const [unsure, memo] = [run.document('unsure invoice.pdf').id, run.document('memo.pdf').id];
    run.engine.pause();
    expect(run.engine.act(unsure, { kind: 'confirm', corrections: {} }, 'Anna').ok).toBe(true);
    expect(run.engine.act(unsure, { kind: 'undo' }, 'Anna').ok).toBe(true);
    const [memos, receipts] = [categoryId('Memos'), categoryId('Receipts')];
    run.ledger.categories.setTyped(run.document('memo.pdf').origin, mail, [{ id: receipts, name: 'Receipts' }]);
    expect((await scene.done(run.engine.overrideCategory(memo, receipts, 'Anna'))).ok).toBe(true);
    expect(run.document('memo.pdf')).toMatchObject({ route: { kind: 'extraction' }, state: { kind: 'waiting' } });
    expect((await scene.done(run.engine.overrideCategory(memo, memos, 'Anna', false, true))).ok).toBe(true);
    run.engine.resume();
    await scene.until('both are delivered', isDone(run, 2));
    await scene.pass(10 * minute);
    expect(taken()).toMatchObject({ invoices: [], receipts: [] });
    expect(run.engine.status().attention).toBe(2);
    const rows = scene.rows(join(folder.path, 'intray-mail.csv'));
    expect(rows.map(({ file, category, reviewed_by: by = '' }) => [file, category, by]).toSorted()).toEqual([
      ['memo.pdf', 'Memos', ''],
      ['unsure invoice.pdf', 'Invoices', ''],
    ]);
    // What a person had confirmed before counts again, when only what came after it is taken back.
    expect((await scene.done(run.engine.overrideCategory(memo, receipts, 'Anna'))).ok).toBe(true);
    await scene.until('the memo is extracted', () => taken().receipts.length === 1);
    await scene.until('both are delivered', isDone(run, 2));
    const letters = categoryId('Letters');
    expect((await scene.done(run.engine.overrideCategory(memo, letters, 'Ben'))).ok).toBe(true);
    expect((await scene.done(run.engine.overrideCategory(memo, receipts, 'Ben', false, true))).ok).toBe(true);
    await scene.until('both are delivered', isDone(run, 2));
    await scene.pass(10 * minute);
    expect(scene.resultOf(folder, 'memo.pdf')).toMatchObject({
      route: { name: 'Receipts' },
      classification: { reviewed: { by: 'Anna' } },
    });
    expect(taken().receipts).toEqual(['memo.pdf']);
  });

  it('sends nothing on that the service passes on itself, as the settings or what is known of the category say', async () => {
    next = { ...next, categories: { ...next.categories, Invoices: { extraction: sandbox.extraction, linked: true } } };
    const folder = folderWith();
    await scene.put(folder, 'invoice.pdf', 'receipt.pdf');
    let run = await begin([]);
    const made = [{ id: categoryId('Receipts'), name: 'Receipts', linkedExtractionId: receipts }];
    run.ledger.categories.learn(new URL(sandbox.url).origin, mail, made, 'made');
    await run.end();
    run = await begin([folder]);
    await scene.until('both are delivered', isDone(run, 2));
    await scene.pass(10 * minute);
    expect(taken()).toMatchObject({ invoices: [], receipts: [] });
    expect(run.documents().map(({ route }) => route.kind)).toEqual(['classification', 'classification']);
  });

  it('does not go by a table that is about another classification by now', async () => {
    const folder = scene.folder('mail', { kind: 'classification', id: mail });
    await scene.put(folder, 'invoice.pdf');
    let run = await begin([folder]);
    await scene.until('it is sent', () => run.stage('invoice.pdf') === 'queued');
    run.kill();
    const other = sandbox.control.createClassification({
      name: 'Other mail',
      description: '',
      categories: categories.map((name) => ({ name, description: name })),
    });
    run = await begin([{ ...folderWith(), route: { kind: 'classification', id: other.id } }]);
    await scene.until('it is delivered', isDone(run, 1));
    await scene.pass(10 * minute);
    expect(taken()).toMatchObject({ invoices: [], mail: ['invoice.pdf'] });
  });

  it('has one copy of a content extracted, and gives its values to the others', async () => {
    const folder = folderWith();
    await makeFile(join(folder.path, 'a.pdf'), 'an invoice');
    await makeFile(join(folder.path, 'b.pdf'), 'an invoice');
    const run = await begin([folder]);
    await scene.until('both are delivered', isDone(run, 2));
    await makeFile(join(folder.path, 'c.pdf'), 'an invoice');
    await scene.until('the third is delivered', isDone(run, 3));
    expect(taken().mail).toHaveLength(1);
    expect(taken().invoices).toHaveLength(1);
    for (const name of ['a.pdf', 'b.pdf', 'c.pdf'])
      expect(scene.resultOf(folder, name)).toMatchObject({
        route: { kind: 'extraction' },
        classification: { category: { name: 'Invoices' } },
      });
  });

  it('sends the copy on whose verdict was taken in a folder that only classifies', async () => {
    const plain = scene.folder('plain', { kind: 'classification', id: mail });
    const folder = folderWith();
    await makeFile(join(plain.path, 'a.pdf'), 'an invoice');
    const run = await begin([plain, folder]);
    await scene.until('it is classified', isDone(run, 1));
    await makeFile(join(folder.path, 'b.pdf'), 'an invoice');
    await makeFile(join(folder.path, 'c.pdf'), 'an invoice');
    await scene.until('all are delivered', isDone(run, 3));
    expect(taken().mail).toHaveLength(1);
    expect(taken().invoices).toHaveLength(1);
    expect(scene.resultOf(plain, 'a.pdf')).toMatchObject({ route: { kind: 'classification' } });
    for (const name of ['b.pdf', 'c.pdf']) expect(scene.resultOf(folder, name)).toMatchObject({ route: { kind: 'extraction' } });
  });

  it('pays for nothing again when the ledger is lost', async () => {
    const folder = folderWith();
    await scene.put(folder, 'invoice.pdf', 'letter.pdf');
    const run = await begin([folder]);
    await scene.until('both are delivered', isDone(run, 2));
    const before = readFileSync(join(folder.path, 'invoice.pdf.json'), 'utf8');
    await run.end();
    for (const ending of ['', '-wal', '-shm', '-promise']) rmSync(join(scene.root, `ledger.sqlite${ending}`), { force: true });
    const again = await begin([folder]);
    await scene.until('both are delivered', isDone(again, 2));
    await scene.pass(10 * minute);
    expect(taken()).toEqual({ invoices: ['invoice.pdf'], receipts: [], mail: ['invoice.pdf', 'letter.pdf'] });
    expect(readFileSync(join(folder.path, 'invoice.pdf.json'), 'utf8')).toBe(before);
    expect(again.document('invoice.pdf').verdict).toMatchObject({ result: { categoryName: 'Invoices' } });
    await classifiedAgain(again, 'invoice.pdf');
    expect(readFileSync(join(folder.path, 'invoice.pdf.json'), 'utf8')).toBe(before);
  });

  it('pays for nothing again when the ledger is lost, and only the tables are left', async () => {
    const folder = folderWith();
    await scene.put(folder, 'invoice.pdf', 'letter.pdf');
    const run = await begin([folder]);
    await scene.until('both are delivered', isDone(run, 2));
    await run.end();
    for (const name of ['invoice.pdf', 'letter.pdf']) rmSync(join(folder.path, `${name}.json`));
    for (const ending of ['', '-wal', '-shm', '-promise']) rmSync(join(scene.root, `ledger.sqlite${ending}`), { force: true });
    const again = await begin([folder]);
    await scene.until('both are delivered', isDone(again, 2));
    await scene.pass(10 * minute);
    expect(taken()).toEqual({ invoices: ['invoice.pdf'], receipts: [], mail: ['invoice.pdf', 'letter.pdf'] });
    expect(scene.resultOf(folder, 'invoice.pdf')).toMatchObject({ route: { kind: 'extraction' } });
    expect(scene.resultOf(folder, 'letter.pdf')).toMatchObject({ route: { kind: 'classification' } });
    // The table says which file the verdict is of: it can be classified again.
    await classifiedAgain(again, 'invoice.pdf');
    expect(taken()).toEqual({ invoices: ['invoice.pdf'], receipts: [], mail: ['invoice.pdf', 'letter.pdf'] });
  });

  it('files a document by its category and its values, once it has both', async () => {
    const folder = folderWith({ fileAway: { kind: 'move', to: 'Filed', as: '{category}/{number}.pdf' } });
    await scene.put(folder, 'invoice.pdf', 'unsure invoice.pdf');
    const run = await begin([folder]);
    await scene.until('one is filed', () => existsSync(join(folder.path, 'Filed/Invoices/content of invoice.pdf.pdf')));
    await scene.until('both are delivered', isDone(run, 2));
    expect(scene.names(folder)).toContain('unsure invoice.pdf');
    run.engine.act(run.document('unsure invoice.pdf').id, { kind: 'confirm', corrections: {} }, 'Anna');
    await scene.until('so is the other', () => existsSync(join(folder.path, 'Filed/Invoices/content of unsure invoice.pdf.pdf')));
    await scene.until('its row has followed', isDone(run, 2));
    const rows = scene.rows(join(folder.path, 'intray-mail.csv'));
    expect(rows.map(({ file }) => file).toSorted()).toEqual([
      'Filed/Invoices/content of invoice.pdf.pdf',
      'Filed/Invoices/content of unsure invoice.pdf.pdf',
    ]);
  });

  it('sends on a filed document whose category a person changes; if its file has gone, it says so', async () => {
    const folder = folderWith({ fileAway: { kind: 'move', to: 'Filed' } });
    await scene.put(folder, 'letter 1.pdf', 'letter 2.pdf');
    const run = await begin([folder]);
    await scene.until('both are filed', () => run.has('Filed/letter 1.pdf') && run.has('Filed/letter 2.pdf'));
    await scene.until('both are done', isDone(run, 2));
    const invoices = categoryId('Invoices');
    run.ledger.categories.setTyped(run.document('Filed/letter 1.pdf').origin, mail, [{ id: invoices, name: 'Invoices' }]);
    rmSync(join(folder.path, 'Filed/letter 2.pdf'));
    for (const name of ['Filed/letter 1.pdf', 'Filed/letter 2.pdf'])
      await scene.done(run.engine.overrideCategory(run.document(name).id, invoices, 'Anna', true));
    await scene.until('one is extracted', () => run.document('Filed/letter 1.pdf').result?.kind === 'extraction');
    await scene.until('the other says why it waits', () => {
      const { state } = run.document('Filed/letter 2.pdf');
      return state.kind === 'waiting' && 'reason' in state.wait && state.wait.reason?.code === 'sending.filedOtherwise';
    });
    await scene.until('it is written', () => run.document('Filed/letter 1.pdf').delivery.kind === 'done');
    expect(JSON.parse(readFileSync(join(folder.path, 'Filed/letter 1.pdf.json'), 'utf8'))).toMatchObject({
      route: { kind: 'extraction' },
    });
    expect(taken().invoices).toEqual(['letter 1.pdf']);
  });

  it('sends on a filed document whose share has come back with other numbers', async () => {
    const folder = folderWith({ fileAway: { kind: 'move', to: 'Filed' } });
    await scene.put(folder, 'letter.pdf');
    const run = await begin([folder]);
    await scene.until('it is filed', () => run.has('Filed/letter.pdf') && isDone(run, 1)());
    const path = join(folder.path, 'Filed/letter.pdf');
    copyFileSync(path, join(scene.root, 'another file'));
    renameSync(join(scene.root, 'another file'), path);
    const invoices = categoryId('Invoices');
    run.ledger.categories.setTyped(run.document('Filed/letter.pdf').origin, mail, [{ id: invoices, name: 'Invoices' }]);
    await scene.done(run.engine.overrideCategory(run.document('Filed/letter.pdf').id, invoices, 'Anna', true));
    await scene.until('it is extracted', () => run.document('Filed/letter.pdf').result?.kind === 'extraction');
    expect(taken().invoices).toEqual(['letter.pdf']);
  });

  it.each([2, 6])('is killed between the steps, and pays for nothing twice (%i times)', async (kills) => {
    const folder = folderWith();
    const names = ['invoice 1.pdf', 'invoice 2.pdf', 'receipt.pdf', 'letter.pdf'];
    await scene.put(folder, ...names);
    let run = await begin([folder]);
    for (let kill = 0; kill < kills; kill += 1) {
      await scene.pass(700 + 300 * kill);
      run.kill();
      run = await begin([folder]);
    }
    await scene.until('all are delivered or wait for a person', () =>
      run
        .documents()
        .every(
          ({ delivery, state }) =>
            delivery.kind === 'done' || state.kind === 'unresolved' || (state.kind === 'waiting' && state.wait.kind === 'held'),
        ),
    );
    await scene.pass(5 * minute);
    for (const files of Object.values(taken())) expect(new Set(files).size).toBe(files.length);
  });
});
