/** The category of a document that has gone on into an extraction is changed: by a person, or by another run. */
import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { readXlsx } from 'hucre/xlsx';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { FolderSettings } from '../../../electron/core/config/folder-settings.ts';
import { makeFile } from '../../support/make-files.ts';
import { inBetween } from '../support/in-between.ts';
import { quickDocuments } from '../support/quick-documents.ts';
import type { Run, RunOptions } from '../support/run.ts';
import { fields, type SceneSandbox, sandboxOf } from '../support/sandbox.ts';
import { minute, Timeline } from '../support/timeline.ts';

const waiting = { although: 'calls are under way' } as const;
const categories = ['Invoices', 'Receipts', 'Letters'] as const;
type Category = (typeof categories)[number];

let scene: Timeline;
let sandbox: SceneSandbox;
let mail: string;
let receipts: string;
let folder: FolderSettings;
/** What the classifier says of everything. */
let verdict: Category;

beforeEach(async () => {
  scene = new Timeline();
  verdict = 'Invoices';
  const documents: typeof quickDocuments = {
    ...quickDocuments,
    findCategory: () => ({ categoryIndex: categories.indexOf(verdict), confidence: 0.9, reasoning: `It is for ${verdict}.` }),
  };
  sandbox = await sandboxOf(scene, { documents, delays: { queued: 3_000, processing: 6_000 } });
  const described = categories.map((name) => ({ name, description: name }));
  mail = sandbox.control.createClassification({ name: 'Mail', description: '', categories: described }).id;
  receipts = sandbox.control.createExtraction({ name: 'Receipts', fields });
  folder = mailFolder('mail');
});
afterEach(() => scene.end());

function mailFolder(name: string, settings: Partial<FolderSettings> = {}): FolderSettings {
  const next: FolderSettings['next'] = {
    categories: {
      Invoices: { extraction: sandbox.extraction, linked: false },
      Receipts: { extraction: receipts, linked: false },
      Letters: 'leave',
    },
    otherwise: 'review',
  };
  return scene.folder(name, { kind: 'classification', id: mail }, { next, ...settings });
}

async function begin(folders: readonly FolderSettings[] = [folder], options: Partial<RunOptions> = {}): Promise<Run> {
  const run = await scene.start({ url: sandbox.url, key: sandbox.key, folders: [...folders], ...options });
  run.ledger.categories.setTyped(new URL(sandbox.url).origin, mail, idsOf());
  return run;
}

const idsOf = () => sandbox.control.classifications().flatMap((each) => each.categories.map(({ id, name }) => ({ id, name })));
const idOf = (name: Category) => idsOf().find((each) => each.name === name)?.id ?? '';
const filesOf = (id: string) =>
  (sandbox.control.extractions().find(({ extractionId }) => extractionId === id)?.batches ?? []).flatMap(({ files }) =>
    files.map(({ fileName }) => fileName),
  );
const taken = () => ({ invoices: filesOf(sandbox.extraction), receipts: filesOf(receipts) });
const isDone =
  (run: Run, count = 1) =>
  () =>
    run.documents().length === count && run.documents().every(({ delivery }) => delivery.kind === 'done');
const rowsOf = (table: string, of = folder) => scene.rows(join(of.path, table)).map(({ file }) => file);

async function setCategory(run: Run, name: string, category: Category): Promise<void> {
  expect(await scene.done(run.engine.overrideCategory(run.document(name).id, idOf(category), 'Anna', true))).toMatchObject({
    ok: true,
  });
}

const isInSecondStep = (run: Run, name: string) => run.has(name) && run.document(name).verdict !== undefined;

/** From receipts to invoices, with all the time in the world. */
async function thereAndBack(run: Run): Promise<void> {
  await scene.until('it is delivered', isDone(run));
  await scene.pass(10 * minute);
  expect(scene.resultOf(folder, 'a.pdf')).toMatchObject({ route: { name: 'Receipts' } });
  await setCategory(run, 'a.pdf', 'Invoices');
  await scene.until('it is back', isDone(run));
  await scene.pass(10 * minute);
  expect(scene.resultOf(folder, 'a.pdf')).toMatchObject({ route: { name: 'Invoices' } });
}

describe('a person sets another category', () => {
  it('when the document is extracted: the other extraction runs, and all that was written is replaced', async () => {
    await scene.put(folder, 'a.pdf', 'b.pdf');
    const run = await begin();
    await scene.until('both are delivered', isDone(run, 2));
    expect(rowsOf('intray-Invoices.csv').toSorted()).toEqual(['a.pdf', 'b.pdf']);
    await setCategory(run, 'a.pdf', 'Receipts');
    await scene.until('it is extracted anew', isDone(run, 2));
    expect(taken()).toMatchObject({ receipts: ['a.pdf'] });
    expect(taken().invoices.toSorted()).toEqual(['a.pdf', 'b.pdf']);
    expect(scene.resultOf(folder, 'a.pdf')).toMatchObject({
      route: { name: 'Receipts' },
      extracted_data: { number: 'content of a.pdf' },
      classification: { category: { name: 'Receipts' }, reviewed: { by: 'Anna' } },
    });
    expect(rowsOf('intray-Invoices.csv')).toEqual(['b.pdf']);
    expect(rowsOf('intray-Receipts.csv')).toEqual(['a.pdf']);
    const verdicts = scene.rows(join(folder.path, 'intray-mail.csv')).map(({ file, category }) => `${file}: ${category}`);
    expect(verdicts.toSorted()).toEqual(['a.pdf: Receipts', 'b.pdf: Invoices']);
    const history = run.history('a.pdf').join('\n');
    expect(history).toMatch(/taken back: It leaves the extraction Invoices; what was sent there in the batch .* is kept\./);
    expect(history).toContain('Its category is “Receipts”, so it goes on to the extraction Receipts.');
  });

  it('and its row is in no workbook any more of the extraction that it has left, which is written again', async () => {
    folder = mailFolder('tables', { outputs: { json: false, csv: 'off', xlsx: 'folder' } });
    await scene.put(folder, 'a.pdf', 'b.pdf');
    const run = await begin();
    const written = (name: string) => {
      const sheet = run.seen.sheets().find(({ isDue, path }) => !isDue && path?.endsWith(name));
      return sheet?.rows.length;
    };
    const names = async (table: string) => {
      const { sheets } = await readXlsx(readFileSync(join(folder.path, table)));
      const [headings = [], ...rows] = sheets[0]?.rows ?? [];
      return rows.map((row) => row[headings.indexOf('file')]);
    };
    await scene.until('both are in the table', () => written('intray-Invoices.xlsx') === 2);
    await setCategory(run, 'a.pdf', 'Receipts');
    await scene.until('it is in the other one', () => written('intray-Receipts.xlsx') === 1);
    await scene.until('and has left the first', () => written('intray-Invoices.xlsx') === 1);
    expect(await names('intray-Invoices.xlsx')).toEqual(['b.pdf']);
    expect(await names('intray-Receipts.xlsx')).toEqual(['a.pdf']);
  });

  it('there and back again: the second time costs nothing', async () => {
    await scene.put(folder, 'a.pdf');
    const run = await begin();
    await scene.until('it is delivered', isDone(run));
    for (const category of ['Receipts', 'Invoices', 'Receipts', 'Letters', 'Invoices'] as const) {
      await setCategory(run, 'a.pdf', category);
      await scene.until('it is delivered again', isDone(run));
      const name = category === 'Letters' ? undefined : category;
      expect(scene.resultOf(folder, 'a.pdf')).toMatchObject(
        name === undefined ? { route: { kind: 'classification' }, category: { name: 'Letters' } } : { route: { name } },
      );
      for (const each of ['Invoices', 'Receipts'])
        if (scene.names(folder).includes(`intray-${each}.csv`))
          expect(rowsOf(`intray-${each}.csv`), `${each} as ${category}`).toEqual(each === name ? ['a.pdf'] : []);
    }
    expect(taken()).toEqual({ invoices: ['a.pdf'], receipts: ['a.pdf'] });
    expect(run.document('a.pdf').result).toMatchObject({ extractedData: { number: 'content of a.pdf' } });
  });

  it.each(['waiting', 'queued', 'processing'] as const)(
    'while it is %s: nothing is lost, nothing sent twice, and the last word counts',
    async (kind) => {
      await scene.put(folder, 'a.pdf');
      const run = await begin();
      if (kind === 'waiting') {
        await scene.until('it is being classified', () => run.has('a.pdf') && run.state('a.pdf') === 'queued');
        run.engine.pause();
      }
      await scene.until(`it is ${kind}`, () => isInSecondStep(run, 'a.pdf') && run.state('a.pdf') === kind);
      await setCategory(run, 'a.pdf', 'Receipts');
      run.engine.resume();
      await thereAndBack(run);
      expect(taken()).toEqual({ invoices: ['a.pdf'], receipts: ['a.pdf'] });
    },
  );

  it.each(['beforeSent', 'afterSent'] as const)('while it is being uploaded (%s)', async (moment) => {
    await scene.put(folder, 'a.pdf');
    const run = await begin();
    let asked: ReturnType<Run['engine']['overrideCategory']> | undefined;
    run[moment] = () => {
      if (isInSecondStep(run, 'a.pdf'))
        asked ??= run.engine.overrideCategory(run.document('a.pdf').id, idOf('Receipts'), 'Anna', true);
    };
    await scene.until('somebody sets the category', () => asked !== undefined);
    expect(await scene.done(asked ?? Promise.reject())).toMatchObject({ ok: true });
    await thereAndBack(run);
    expect(taken()).toEqual({ invoices: ['a.pdf'], receipts: ['a.pdf'] });
  });

  /** It has left its second step in an instant, without a call that would take its time. */
  function goesBack(run: Run, name: string): void {
    const { id, verdict } = run.document(name);
    if (verdict === undefined) throw new Error('It has not gone on.');
    const back = { job: verdict.id, verdict: undefined, route: verdict.route };
    run.ledger.documents.update(id, { ...back, delivery: { kind: 'pending' }, dueAt: 0 });
  }

  it('while its file is being read for the request, which is not made then', async () => {
    await scene.put(folder, 'a.pdf');
    const run = await begin();
    let wasRead = false;
    run.beforeSent = () => {
      if (wasRead || !isInSecondStep(run, 'a.pdf')) return;
      wasRead = true;
      goesBack(run, 'a.pdf');
    };
    await scene.until('it is delivered', isDone(run));
    await scene.pass(10 * minute);
    expect(wasRead).toBe(true);
    expect(taken()).toEqual({ invoices: [], receipts: [] });
  });

  it('while its file is looked at before the request, which is not begun then', async () => {
    await scene.put(folder, 'a.pdf');
    const run = await begin();
    let wasRead = false;
    run.refuse = (operation) => {
      if (operation === 'stat' && !wasRead && isInSecondStep(run, 'a.pdf') && run.state('a.pdf') === 'waiting') {
        wasRead = true;
        goesBack(run, 'a.pdf');
      }
      return undefined;
    };
    await scene.until('it is delivered', isDone(run));
    await scene.pass(10 * minute);
    expect(wasRead).toBe(true);
    expect(run.uploads().map(({ name }) => name)).toEqual(['uploadClassificationBatch']);
  });

  it('to the same one, while its values are being written: they are written again', async () => {
    await scene.put(folder, 'a.pdf');
    const run = await begin();
    let isSaid = false;
    run.refuse = (operation, path) => {
      if (isSaid || operation !== 'createWhole' || !path.endsWith('a.pdf.json')) return undefined;
      isSaid = true;
      const confirmations = [{ at: 1, by: 'Anna', corrections: {} }];
      const changes = [{ at: 1, by: 'Anna', from: 'Invoices', to: 'Invoices' }];
      const review = { confirmations, changes };
      run.ledger.documents.changeJob(run.document('a.pdf').verdict?.id ?? 0, { review }, 1);
      return undefined;
    };
    await scene.until('it is delivered', isDone(run));
    expect(isSaid).toBe(true);
    expect(scene.resultOf(folder, 'a.pdf')).toMatchObject({ classification: { reviewed: { by: 'Anna' } } });
  });

  it('polls what it leaves to its end, and keeps that through a kill', async () => {
    await scene.put(folder, 'a.pdf');
    let run = await begin();
    await scene.until(
      'it is at work on it',
      () => run.has('a.pdf') && run.document('a.pdf').batchId === 2 && run.state('a.pdf') === 'queued',
    );
    await setCategory(run, 'a.pdf', 'Letters');
    run.kill();
    run = await begin();
    const left = () => {
      const { origin, hash = '' } = run.document('a.pdf');
      return run.ledger.jobs.find(origin, { kind: 'extraction', id: sandbox.extraction }, hash);
    };
    await scene.until('what it has left has ended', () => left()?.result !== undefined);
    expect(scene.resultOf(folder, 'a.pdf')).toMatchObject({ route: { kind: 'classification' } });
    await setCategory(run, 'a.pdf', 'Invoices');
    await scene.until('it is back', () => isDone(run)() && run.document('a.pdf').result?.kind === 'extraction');
    expect(taken()).toEqual({ invoices: ['a.pdf'], receipts: [] });
  });

  it('of one whose file has gone: nothing is written until it is back', async () => {
    await scene.put(folder, 'a.pdf');
    const run = await begin();
    await scene.until('it is being extracted', () => isInSecondStep(run, 'a.pdf') && run.state('a.pdf') === 'queued');
    rmSync(join(folder.path, 'a.pdf'));
    await scene.until('it is gone', () => run.state('a.pdf') === 'gone');
    for (const category of ['Letters', 'Invoices'] as const) {
      await setCategory(run, 'a.pdf', category);
      await scene.pass(minute);
      expect(run.document('a.pdf')).toMatchObject({ state: { kind: 'gone' }, delivery: { kind: 'none' } });
    }
    await makeFile(join(folder.path, 'a.pdf'), 'content of a.pdf');
    await scene.until('it is back', isDone(run));
    expect(scene.resultOf(folder, 'a.pdf')).toMatchObject({ route: { name: 'Invoices' } });
    expect(taken()).toEqual({ invoices: ['a.pdf'], receipts: [] });
  });

  it('back again before its row was out of the table that it left: that table is its own again', async () => {
    await scene.put(folder, 'a.pdf');
    const run = await begin();
    await scene.until('it is delivered', isDone(run));
    const lock = join(folder.path, '.~lock.intray-Invoices.csv#');
    writeFileSync(lock, 'somebody');
    await setCategory(run, 'a.pdf', 'Letters');
    await scene.until('the table is open', () => {
      const { delivery } = run.document('a.pdf');
      return delivery.kind === 'pending' && delivery.message !== undefined;
    });
    await setCategory(run, 'a.pdf', 'Invoices');
    rmSync(lock);
    await scene.until('it is delivered again', isDone(run));
    expect(run.ledger.tables.csvOf(run.document('a.pdf'))).toBe(join(folder.path, 'intray-Invoices.csv'));
    expect(rowsOf('intray-Invoices.csv')).toEqual(['a.pdf']);
  });

  it('and its new extraction fails: what was written before stays, and comes back at no cost', async () => {
    await scene.put(folder, 'a.pdf');
    const run = await begin();
    await scene.until('it is delivered', isDone(run));
    const { id } = sandbox.faults.add('fail:*.pdf,on=uploadFiles');
    await setCategory(run, 'a.pdf', 'Receipts');
    await scene.until('it has failed', () => run.state('a.pdf') === 'failed');
    expect(run.document('a.pdf').verdict).toMatchObject({ result: { categoryName: 'Receipts' } });
    expect(scene.resultOf(folder, 'a.pdf')).toMatchObject({ route: { name: 'Invoices' } });
    expect(rowsOf('intray-Invoices.csv')).toEqual(['a.pdf']);
    sandbox.faults.remove(id);
    await setCategory(run, 'a.pdf', 'Invoices');
    await scene.until('it is delivered again', isDone(run));
    expect(scene.resultOf(folder, 'a.pdf')).toMatchObject({
      route: { name: 'Invoices' },
      classification: { reviewed: { by: 'Anna' } },
    });
    // Nobody has said that it is to be sent there again.
    await setCategory(run, 'a.pdf', 'Receipts');
    await scene.until('it has failed still', () => run.state('a.pdf') === 'failed');
    expect(taken()).toEqual({ invoices: ['a.pdf'], receipts: ['a.pdf'] });
    expect(scene.rows(join(folder.path, 'intray-mail.csv')).map(({ file, category }) => `${file}: ${category}`)).toEqual([
      'a.pdf: Invoices',
    ]);
  });

  it.each(['its file is there', 'its file has gone, and comes back'])(
    'which the service itself passes on to where it was about to be sent: it is not sent, where %s',
    async (where) => {
      const path = () => join(folder.path, 'a.pdf');
      folder = mailFolder('linked', {
        next: {
          categories: {
            Invoices: { extraction: sandbox.extraction, linked: false },
            Receipts: { extraction: sandbox.extraction, linked: true },
          },
          otherwise: 'review',
        },
      });
      await scene.put(folder, 'a.pdf');
      const run = await begin();
      await scene.until('it is being classified', () => run.has('a.pdf') && run.state('a.pdf') === 'queued');
      run.engine.pause();
      await scene.until('it is to be extracted', () => isInSecondStep(run, 'a.pdf') && run.state('a.pdf') === 'waiting');
      const isGone = where.includes('gone');
      if (isGone) rmSync(path());
      await scene.until('its file is as it is', () => run.state('a.pdf') === (isGone ? 'gone' : 'waiting'));
      await setCategory(run, 'a.pdf', 'Receipts');
      if (isGone) await makeFile(path(), 'content of a.pdf');
      run.engine.resume();
      await scene.pass(10 * minute);
      expect(run.document('a.pdf').passedOn).toMatchObject({ route: { id: sandbox.extraction } });
      expect(taken().invoices).toEqual([]);
    },
  );

  it('of a copy: both follow, and the content is sent once', async () => {
    await makeFile(join(folder.path, 'a.pdf'), 'an invoice');
    await makeFile(join(folder.path, 'b.pdf'), 'an invoice');
    const run = await begin();
    await scene.until('both are delivered', isDone(run, 2));
    await setCategory(run, 'b.pdf', 'Receipts');
    await scene.until('both are delivered again', isDone(run, 2));
    for (const name of ['a.pdf', 'b.pdf']) expect(scene.resultOf(folder, name)).toMatchObject({ route: { name: 'Receipts' } });
    expect(rowsOf('intray-Invoices.csv')).toEqual([]);
    await setCategory(run, 'a.pdf', 'Invoices');
    await scene.until('both are back', isDone(run, 2));
    expect(taken()).toMatchObject({ invoices: [expect.any(String)], receipts: [expect.any(String)] });
    expect(rowsOf('intray-Invoices.csv').toSorted()).toEqual(['a.pdf', 'b.pdf']);
    expect(rowsOf('intray-Receipts.csv')).toEqual([]);
  });

  it('leaves its values to a copy whose folder goes to that extraction itself, now and later', async () => {
    const direct = scene.folder('direct', { kind: 'extraction', id: sandbox.extraction });
    await makeFile(join(folder.path, 'a.pdf'), 'an invoice');
    const run = await begin([folder, direct]);
    await scene.until('it is delivered', isDone(run));
    await makeFile(join(direct.path, 'b.pdf'), 'an invoice');
    await scene.until('so is its copy', isDone(run, 2));
    await setCategory(run, 'a.pdf', 'Receipts');
    await scene.until('it is extracted anew', isDone(run, 2));
    expect(run.state('b.pdf')).toBe('duplicate');
    await setCategory(run, 'a.pdf', 'Letters');
    await scene.until('it is a letter', isDone(run, 2));
    await makeFile(join(direct.path, 'c.pdf'), 'an invoice');
    await scene.until('another copy has the values', isDone(run, 3));
    expect(scene.resultOf(direct, 'b.pdf')).toMatchObject({ route: { name: 'Invoices' } });
    expect(scene.resultOf(direct, 'c.pdf')).toMatchObject({ route: { name: 'Invoices' }, duplicate_of: { file: 'a.pdf' } });
    expect(taken()).toEqual({ invoices: ['a.pdf'], receipts: ['a.pdf'] });
  });

  it('gives what was left behind to the first copy that goes there', async () => {
    const direct = scene.folder('direct', { kind: 'extraction', id: sandbox.extraction });
    await makeFile(join(folder.path, 'a.pdf'), 'an invoice');
    const run = await begin([folder, direct]);
    await scene.until('it is delivered', isDone(run));
    await setCategory(run, 'a.pdf', 'Letters');
    await scene.until('it is a letter', isDone(run));
    await makeFile(join(direct.path, 'b.pdf'), 'an invoice');
    await scene.until('its copy has the values', isDone(run, 2));
    expect(run.state('b.pdf')).toBe('duplicate');
    await setCategory(run, 'a.pdf', 'Invoices');
    await scene.until('it has them, too', isDone(run, 2));
    expect(run.state('a.pdf')).toBe('processed');
    expect(taken()).toEqual({ invoices: ['a.pdf'], receipts: [] });
  });
});

describe('another run', () => {
  const redo = async (run: Run, name: string) =>
    expect(await scene.done(run.engine.redo(run.document(name).id, 'Anna', true))).toMatchObject({ ok: true });

  it('with the same verdict changes nothing', async () => {
    await scene.put(folder, 'a.pdf');
    const run = await begin();
    await scene.until('it is delivered', isDone(run));
    run.engine.act(run.document('a.pdf').id, { kind: 'confirm', corrections: { total: '12' } }, 'Anna');
    await scene.until('it is corrected', isDone(run));
    const before = scene.resultOf(folder, 'a.pdf');
    await redo(run, 'a.pdf');
    expect(run.state('a.pdf')).toBe('processing');
    await scene.until('it is back', isDone(run));
    expect(run.state('a.pdf')).toBe('processed');
    expect(scene.resultOf(folder, 'a.pdf')).toEqual(before);
    expect(taken()).toEqual({ invoices: ['a.pdf'], receipts: [] });
  });

  it('with another one: the document goes where that says, and back again at no cost', async () => {
    await scene.put(folder, 'a.pdf');
    const run = await begin();
    await scene.until('it is delivered', isDone(run));
    for (const now of ['Receipts', 'Letters', 'Invoices'] as const) {
      verdict = now;
      await redo(run, 'a.pdf');
      await scene.until('it is delivered', () => isDone(run)() && run.state('a.pdf') === 'processed');
      expect(scene.resultOf(folder, 'a.pdf')).toMatchObject(
        now === 'Letters' ? { category: { name: now } } : { route: { name: now }, classification: { category: { name: now } } },
      );
    }
    expect(taken()).toEqual({ invoices: ['a.pdf'], receipts: ['a.pdf'] });
  });

  it('that the service refuses leaves everything as it was', async () => {
    await scene.put(folder, 'a.pdf');
    const run = await begin();
    await scene.until('it is delivered', isDone(run));
    const before = scene.resultOf(folder, 'a.pdf');
    sandbox.faults.add('status:400,on=redoClassification');
    const answer = await scene.done(run.engine.redo(run.document('a.pdf').id, 'Anna', true));
    expect(answer).toMatchObject({ ok: false, error: { message: { code: 'reviewing.redoRefused' } } });
    await scene.until('it is as it was', isDone(run));
    expect(run.document('a.pdf')).toMatchObject({ state: { kind: 'processed' }, result: { kind: 'extraction' } });
    expect(scene.resultOf(folder, 'a.pdf')).toEqual(before);
  });
});

it.each(['Invoices', 'Letters'] as const)(
  'another run that the service refuses once a poll has brought %s as the verdict leaves the document where that led',
  async (found) => {
    await scene.put(folder, 'a.pdf');
    const between = await inBetween(scene, sandbox.url);
    const run = await begin([folder], { url: between.url });
    await scene.until('it is delivered', isDone(run));
    let refuse = () => {};
    const isRefused = new Promise<void>((resolve) => {
      refuse = resolve;
    });
    between.onAnswer = async ({ path }) => {
      if (!path.endsWith('/redo')) return undefined;
      await isRefused;
      return { status: 400, body: { error: 'No.' } };
    };
    verdict = found;
    const answer = run.engine.redo(run.document('a.pdf').id, 'Anna', true);
    await scene.until('it is classified again', () => run.state('a.pdf') === 'processing', waiting);
    await scene.until('it has its verdict', () => run.state('a.pdf') === 'processed', waiting);
    refuse();
    expect(await scene.done(answer)).toMatchObject({ ok: false, error: { message: { code: 'reviewing.redoRefused' } } });
    await scene.until('it is delivered', isDone(run));
    expect(run.log.filter(({ level }) => level === 'error')).toEqual([]);
    const { route, verdict: passed } = run.document('a.pdf');
    expect(route.id).toBe(found === 'Invoices' ? sandbox.extraction : mail);
    expect(passed !== undefined).toBe(found === 'Invoices');
    expect(taken()).toEqual({ invoices: ['a.pdf'], receipts: [] });
  },
);

it('another category is not overwritten by an answer about the old one that was on its way', async () => {
  await scene.put(folder, 'a.pdf');
  const between = await inBetween(scene, sandbox.url);
  const run = await begin([folder], { url: between.url });
  run.ledger.categories.setTyped(new URL(between.url).origin, mail, idsOf());
  await scene.until('it is delivered', isDone(run));
  let release = () => {};
  const isReleased = new Promise<void>((resolve) => {
    release = resolve;
  });
  let isHeld = false;
  between.onAnswer = async ({ method, path }) => {
    if (method !== 'GET' || !path.includes(mail) || isHeld) return undefined;
    isHeld = true;
    await isReleased;
    return undefined;
  };
  const { batchId = 0 } = run.document('a.pdf').verdict ?? {};
  run.engine.hint([mail, run.ledger.batches.get(batchId)?.serviceBatchId ?? ''], []);
  await scene.until('it is asked for', () => isHeld, waiting);
  const set = run.engine.overrideCategory(run.document('a.pdf').id, idOf('Receipts'), 'Anna', true);
  await scene.until('the category is set', () => run.document('a.pdf').route.id === receipts, waiting);
  release();
  expect(await scene.done(set)).toMatchObject({ ok: true });
  await scene.until('it is extracted anew', isDone(run));
  await scene.pass(10 * minute);
  expect(scene.resultOf(folder, 'a.pdf')).toMatchObject({
    route: { name: 'Receipts' },
    classification: { category: { name: 'Receipts' } },
  });
  expect(taken()).toEqual({ invoices: ['a.pdf'], receipts: ['a.pdf'] });
});

describe('pages that another category would have sent', () => {
  const refusal = (code: string, extractions: string) => ({
    ok: false,
    error: { kind: 'pages', message: { code, values: { extractions } } },
  });
  const ask = (run: Run, category: Category) =>
    scene.done(run.engine.overrideCategory(run.document('a.pdf').id, idOf(category), 'Anna'));
  const askAgain = (run: Run) => scene.done(run.engine.redo(run.document('a.pdf').id, 'Anna'));

  it('are announced, and nothing changes before somebody has agreed', async () => {
    await scene.put(folder, 'a.pdf');
    const run = await begin();
    await scene.until('it is delivered', isDone(run));
    const before = run.document('a.pdf');
    expect(await ask(run, 'Receipts')).toMatchObject(refusal('reviewing.willExtract', 'Receipts'));
    expect(await askAgain(run)).toMatchObject(refusal('reviewing.mayExtract', 'Receipts'));
    await scene.pass(10 * minute);
    expect(run.document('a.pdf')).toEqual(before);
    expect(sandbox.control.classifications().flatMap(({ batches }) => batches)).toHaveLength(1);
    expect(taken()).toEqual({ invoices: ['a.pdf'], receipts: [] });
  });

  it('are none where the content has been before, or goes nowhere: nobody is asked', async () => {
    await scene.put(folder, 'a.pdf');
    const run = await begin();
    await scene.until('it is delivered', isDone(run));
    expect(await ask(run, 'Letters')).toMatchObject({ ok: true });
    await scene.until('it is a letter', isDone(run));
    expect(await ask(run, 'Receipts')).toMatchObject(refusal('reviewing.willExtract', 'Receipts'));
    await setCategory(run, 'a.pdf', 'Receipts');
    await scene.until('it is a receipt', isDone(run));
    expect(await ask(run, 'Invoices')).toMatchObject({ ok: true });
    await scene.until('it is back', isDone(run));
    expect(await askAgain(run)).toMatchObject({ ok: true });
    await scene.until('it is classified again', () => isDone(run)() && run.state('a.pdf') === 'processed');
    expect(taken()).toEqual({ invoices: ['a.pdf'], receipts: ['a.pdf'] });
  });

  it('are counted for a copy that follows, in the folder that sends them', async () => {
    const plain = scene.folder('plain', { kind: 'classification', id: mail });
    await makeFile(join(plain.path, 'a.pdf'), 'an invoice');
    const run = await begin([plain, folder]);
    await scene.until('it is delivered', isDone(run));
    await makeFile(join(folder.path, 'b.pdf'), 'an invoice');
    await scene.until('its copy is extracted', isDone(run, 2));
    expect(await ask(run, 'Receipts')).toMatchObject(refusal('reviewing.willExtract', 'Receipts'));
  });

  it('need no more than the word of whoever is asked for the category', async () => {
    folder = { ...folder, next: { categories: folder.next?.categories ?? {}, otherwise: 'review', below: 0.95 } };
    await scene.put(folder, 'a.pdf');
    const run = await begin();
    await scene.until('its category is asked for', isDone(run));
    expect(run.document('a.pdf').verdict).toBeUndefined();
    expect(await ask(run, 'Receipts')).toMatchObject({ ok: true });
    await scene.until('it is extracted', isDone(run));
    expect(taken()).toEqual({ invoices: [], receipts: ['a.pdf'] });
  });
});

it('gives a folder that only classifies no values of a copy that went on elsewhere', async () => {
  const plain = scene.folder('plain', { kind: 'classification', id: mail });
  await makeFile(join(folder.path, 'a.pdf'), 'an invoice');
  const run = await begin([folder, plain]);
  await scene.until('it is extracted', isDone(run));
  await makeFile(join(plain.path, 'b.pdf'), 'an invoice');
  await scene.until('its copy is delivered', isDone(run, 2));
  const result = scene.resultOf(plain, 'b.pdf');
  expect(result).toMatchObject({ route: { kind: 'classification' }, category: { name: 'Invoices' } });
  expect(result).not.toHaveProperty('extracted_data');
  expect(taken().invoices).toEqual(['a.pdf']);
});
