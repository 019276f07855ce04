/** The category of a document that the service itself passes on is changed: by a person, or by another run. */
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { FolderSettings } from '../../../electron/core/config/folder-settings.ts';
import { askedAfterMs } from '../../../electron/core/document/document.ts';
import { standingOf } from '../../../electron/core/document/standing.ts';
import { makeFile } from '../../support/make-files.ts';
import { quickDocuments } from '../support/quick-documents.ts';
import type { Run } from '../support/run.ts';
import { fields, type SceneSandbox, sandboxOf } from '../support/sandbox.ts';
import { minute, Timeline } from '../support/timeline.ts';

const categories = ['Order', 'Letter', 'Notice'] as const;
type Category = (typeof categories)[number];

let scene: Timeline;
let sandbox: SceneSandbox;
let folder: FolderSettings;
let orders: string;
let mail: string;
/** What the classifier says of everything. */
let verdict: Category;

beforeEach(async () => {
  scene = new Timeline();
  verdict = 'Order';
  const findCategory = () => ({
    categoryIndex: categories.indexOf(verdict),
    confidence: 0.9,
    reasoning: `It is for ${verdict}.`,
  });
  sandbox = await sandboxOf(scene, {
    documents: { ...quickDocuments, findCategory },
    delays: { queued: 3_000, processing: 6_000 },
  });
  orders = sandbox.control.createExtraction({ name: 'Orders', fields });
  const described = categories.map((name) => ({
    ...{ name, description: name },
    ...(name === 'Order' && { linked_extraction_id: orders }),
  }));
  mail = sandbox.control.createClassification({ name: 'Mail', description: '', categories: described }).id;
  folder = mailFolder('mail');
});
afterEach(() => scene.end());

/** The service passes orders on itself; notices are sent to the same extraction. */
function mailFolder(name: string): FolderSettings {
  const next = {
    categories: {
      Order: { extraction: orders, linked: true },
      Notice: { extraction: orders, linked: false },
      Letter: 'leave' as const,
    },
    otherwise: 'review' as const,
  };
  return scene.folder(name, { kind: 'classification', id: mail }, { next });
}

async function begin(...folders: FolderSettings[]): Promise<Run> {
  const run = await scene.start({ url: sandbox.url, key: sandbox.key, folders: folders.length > 0 ? folders : [folder] });
  const known = sandbox.control.classifications().flatMap((each) => each.categories.map(({ id, name }) => ({ id, name })));
  run.ledger.categories.setTyped(new URL(sandbox.url).origin, mail, known);
  return run;
}

/** The batches of the extraction: all that are not sent there are made by the service itself. */
const batches = () => sandbox.control.extractions().find(({ extractionId }) => extractionId === orders)?.batches ?? [];
/** The batch of this text. */
const batchOf = (text: string) =>
  batches().find(({ files }) => files.some(({ values }) => values?.number === text))?.batchId ?? '';
const hint = (run: Run, batch: string) => run.engine.hint([orders, batch], [batch]);
const awaits = (run: Run, name: string) => () => run.has(name) && run.document(name).passedOn !== undefined;
const hasValues = (run: Run, name: string) => () => {
  const { result, delivery } = run.document(name);
  return result?.kind === 'extraction' && delivery.kind === 'done';
};
/** Names of what went to the extraction. */
const sent = (run: Run) => run.uploads().filter(({ name }) => name === 'uploadFiles');

async function setCategory(run: Run, name: string, category: Category): Promise<void> {
  const { id } =
    sandbox.control
      .classifications()
      .flatMap((each) => each.categories)
      .find((each) => each.name === category) ?? {};
  expect(await scene.done(run.engine.overrideCategory(run.document(name).id, id ?? '', 'Anna', true))).toMatchObject({
    ok: true,
  });
}

async function redo(run: Run, name: string): Promise<void> {
  expect(await scene.done(run.engine.redo(run.document(name).id, 'Anna', true))).toMatchObject({ ok: true });
}

describe('A document that the service passes on itself', () => {
  it('is told from one of its name whose category somebody has changed since', async () => {
    await makeFile(join(folder.path, 'a/order.pdf'), 'the first order');
    await makeFile(join(folder.path, 'b/order.pdf'), 'the second order');
    const run = await begin();
    await scene.until('both wait', () => awaits(run, 'a/order.pdf')() && awaits(run, 'b/order.pdf')());
    await scene.until('both are extracted', () => batchOf('the first order') !== '' && batchOf('the second order') !== '');
    await setCategory(run, 'a/order.pdf', 'Letter');
    hint(run, batchOf('the first order'));
    await scene.pass(minute);
    expect(run.document('b/order.pdf')).toMatchObject({ result: { kind: 'classification' } });
    hint(run, batchOf('the second order'));
    await scene.until('it has its values', hasValues(run, 'b/order.pdf'));
    expect(scene.resultOf(folder, 'b/order.pdf')).toMatchObject({ extracted_data: { number: 'the second order' } });
    // Whoever puts it back finds what is its own.
    await setCategory(run, 'a/order.pdf', 'Order');
    await scene.until('the other one has its values, too', hasValues(run, 'a/order.pdf'));
    expect(scene.resultOf(folder, 'a/order.pdf')).toMatchObject({ extracted_data: { number: 'the first order' } });
    expect(sent(run)).toEqual([]);
  });

  it('waits for its values no more once a person has made it a letter', async () => {
    await makeFile(join(folder.path, 'a.pdf'), 'an order');
    let run = await begin();
    await scene.until('it waits', awaits(run, 'a.pdf'));
    await setCategory(run, 'a.pdf', 'Letter');
    await scene.until('that is written', () => scene.resultOf(folder, 'a.pdf')?.category !== undefined);
    await scene.pass(2 * askedAfterMs, { coarse: true });
    expect(standingOf(run.document('a.pdf'))).toBe('confirmed');
    expect(run.document('a.pdf').passedOn).toBeUndefined();
    expect(run.engine.status().attention).toBe(0);
    await run.end();
    run = await begin();
    expect(run.document('a.pdf').passedOn).toBeUndefined();
    expect(sent(run)).toEqual([]);
  });

  it('has its values again after another run with the same verdict, and its copies keep them', async () => {
    await makeFile(join(folder.path, 'a.pdf'), 'an order');
    const run = await begin();
    await scene.until('it waits', awaits(run, 'a.pdf'));
    await scene.until('it is extracted', () => batchOf('an order') !== '');
    hint(run, batchOf('an order'));
    await scene.until('it has its values', hasValues(run, 'a.pdf'));
    await makeFile(join(folder.path, 'b.pdf'), 'an order');
    await scene.until('so has its copy', () => run.has('b.pdf') && hasValues(run, 'b.pdf')());
    await redo(run, 'a.pdf');
    await scene.pass(minute);
    for (const name of ['a.pdf', 'b.pdf'])
      expect(run.document(name)).toMatchObject({ result: { kind: 'extraction' }, delivery: { kind: 'done' } });
    expect([run.state('a.pdf'), run.state('b.pdf')]).toEqual(['processed', 'duplicate']);
    expect(sent(run)).toEqual([]);
  });

  it('takes the values that it has left to a copy', async () => {
    const direct = scene.folder('direct', { kind: 'extraction', id: orders });
    await makeFile(join(folder.path, 'a.pdf'), 'an order');
    const run = await begin(folder, direct);
    await scene.until('it waits', awaits(run, 'a.pdf'));
    await scene.until('it is extracted', () => batchOf('an order') !== '');
    hint(run, batchOf('an order'));
    await scene.until('it has its values', hasValues(run, 'a.pdf'));
    await makeFile(join(direct.path, 'b.pdf'), 'an order');
    await scene.until('so has its copy', () => run.has('b.pdf') && hasValues(run, 'b.pdf')());
    await setCategory(run, 'a.pdf', 'Letter');
    await scene.until('it is a letter', () => run.document('a.pdf').delivery.kind === 'done');
    expect(run.document('b.pdf')).toMatchObject({ state: { kind: 'duplicate' }, result: { kind: 'extraction' } });
    await setCategory(run, 'a.pdf', 'Order');
    await scene.until('it is an order', () => run.document('a.pdf').delivery.kind === 'done');
    expect(run.document('a.pdf')).toMatchObject({ state: { kind: 'processed' }, result: { kind: 'extraction' } });
    expect(sent(run)).toEqual([]);
  });

  it.each(['Order', 'Letter'] as const)('is told of its values while it is classified again, now as %s', async (now) => {
    await makeFile(join(folder.path, 'a.pdf'), 'an order');
    const run = await begin();
    await scene.until('it waits', awaits(run, 'a.pdf'));
    await scene.until('it is extracted', () => batchOf('an order') !== '');
    verdict = now;
    await redo(run, 'a.pdf');
    hint(run, batchOf('an order'));
    await scene.pass(3_000);
    expect(run.document('a.pdf')).toMatchObject({ route: { kind: 'classification' } });
    await scene.pass(minute);
    const { result, verdict: job } = run.document('a.pdf');
    expect(job?.result ?? result).toMatchObject({ kind: 'classification', categoryName: now });
    expect(result?.kind).toBe(now === 'Order' ? 'extraction' : 'classification');
    expect(run.document('a.pdf').delivery.kind).toBe('done');
    expect(sent(run)).toEqual([]);
  });

  it('asks for its values as soon as it is classified again, however long that took', async () => {
    await makeFile(join(folder.path, 'a.pdf'), 'an order');
    const run = await begin();
    await scene.until('it waits', awaits(run, 'a.pdf'));
    await scene.until('it is extracted', () => batchOf('an order') !== '');
    await redo(run, 'a.pdf');
    const { id } = sandbox.faults.add('status:503,on=getClassificationBatch');
    hint(run, batchOf('an order'));
    await scene.pass(90 * minute, { coarse: true });
    expect(run.document('a.pdf').route.kind).toBe('classification');
    sandbox.faults.remove(id);
    await scene.until('it has its verdict', () => run.state('a.pdf') === 'processed', { within: 10 * minute });
    await scene.pass(10_000);
    expect(run.document('a.pdf').result?.kind).toBe('extraction');
  });
});

describe('While its file is away, a document that the service passes on itself', () => {
  const isGone = (run: Run, name: string) => () => run.state(name) === 'gone';
  /** Its file is removed before anything is written for it. */
  const removeOnVerdict = (run: Run, name: string) => {
    run.refuse = () => {
      if (awaits(run, name)()) rmSync(join(folder.path, name), { force: true });
      return undefined;
    };
  };

  it('gets its values, which are written once it is back', async () => {
    const path = join(folder.path, 'a.pdf');
    await makeFile(path, 'an order');
    const run = await begin();
    removeOnVerdict(run, 'a.pdf');
    await scene.until('it is gone', () => run.has('a.pdf') && isGone(run, 'a.pdf')());
    run.refuse = () => undefined;
    await scene.until('it is extracted', () => batchOf('an order') !== '');
    hint(run, batchOf('an order'));
    await scene.until('it has its values', () => run.document('a.pdf').result?.kind === 'extraction');
    await scene.pass(minute);
    expect(run.state('a.pdf')).toBe('gone');
    await makeFile(path, 'an order');
    await scene.until('they are written', hasValues(run, 'a.pdf'));
    expect(scene.resultOf(folder, 'a.pdf')).toMatchObject({ extracted_data: { number: 'an order' } });
    expect(sent(run)).toEqual([]);
  });

  it('finds what its first copy has got meanwhile', async () => {
    await makeFile(join(folder.path, 'a.pdf'), 'an order');
    const run = await begin();
    await scene.until('the first is sent', () => run.has('a.pdf') && run.state('a.pdf') === 'queued');
    await makeFile(join(folder.path, 'b.pdf'), 'an order');
    removeOnVerdict(run, 'b.pdf');
    await scene.until('its copy is gone', () => run.has('b.pdf') && isGone(run, 'b.pdf')());
    run.refuse = () => undefined;
    await scene.until('it is extracted', () => batchOf('an order') !== '');
    hint(run, batchOf('an order'));
    await scene.until('the first has its values', hasValues(run, 'a.pdf'));
    await makeFile(join(folder.path, 'b.pdf'), 'an order');
    await scene.until('so has its copy', () => run.state('b.pdf') !== 'gone' && hasValues(run, 'b.pdf')());
    expect(scene.resultOf(folder, 'b.pdf')).toMatchObject({ duplicate_of: { file: 'a.pdf' } });
    expect(sent(run)).toEqual([]);
  });
});
