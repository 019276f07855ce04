/** Documents that the service itself passes on from a classification: their values come in batches that it makes. */
import { rename } from 'node:fs/promises';
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

let scene: Timeline;
let sandbox: SceneSandbox;
let folder: FolderSettings;
let orders: string;

beforeEach(async () => {
  scene = new Timeline();
  sandbox = await sandboxOf(scene, {
    documents: { ...quickDocuments, findCategory: () => ({ categoryIndex: 0, confidence: 0.9, reasoning: 'By its name.' }) },
  });
  orders = sandbox.control.createExtraction({ name: 'Orders', fields });
  const category = { name: 'Order', description: 'An order', linked_extraction_id: orders };
  const mail = sandbox.control.createClassification({ name: 'Mail', description: '', categories: [category] }).id;
  folder = scene.folder(
    'mail',
    { kind: 'classification', id: mail },
    { next: { categories: { Order: { extraction: orders, linked: true } }, otherwise: 'review' } },
  );
});
afterEach(() => scene.end());

const begin = () => scene.start({ url: sandbox.url, key: sandbox.key, folders: [folder] });

/** The batches of the extraction: all of them are made by the service itself, or by somebody else. */
const batches = () => sandbox.control.extractions().find(({ extractionId }) => extractionId === orders)?.batches ?? [];
/** A name goes out with a part of the content's hash. */
const plainly = (fileName: string) => fileName.replace(/_[a-z\d]{6}\.pdf$/, '.pdf');
const batchOf = (name: string): string =>
  batches().find(({ files }) => files.some(({ fileName }) => plainly(fileName) === name.replaceAll(' ', '_')))?.batchId ?? '';

const hint = (run: Run, batch: string) => run.engine.hint([orders, batch], [batch]);
const awaits = (run: Run, name: string) => () => run.has(name) && run.document(name).passedOn !== undefined;
const isDone =
  (run: Run, ...names: string[]) =>
  () =>
    names.every((name) => {
      const { result, delivery } = run.document(name);
      return result?.kind === 'extraction' && delivery.kind === 'done';
    });
/** Names of what went out, to wherever. */
const sent = (run: Run) => run.uploads().length;

describe('A document that the service passes on itself', () => {
  it('is open until an event names its batch; then one JSON has both parts, and each table a row', async () => {
    await scene.put(folder, 'order 1.pdf', 'order 2.pdf');
    let run = await begin();
    await scene.until('both wait', () => awaits(run, 'order 1.pdf')() && awaits(run, 'order 2.pdf')());
    await scene.pass(5_000);
    const uploads = sent(run);
    // The verdict is written at once, and the document stays open.
    expect(scene.resultOf(folder, 'order 1.pdf')).toMatchObject({ category: { name: 'Order' } });
    expect(standingOf(run.document('order 1.pdf'))).toBe('on-the-way');
    hint(run, batchOf('order 1.pdf'));
    await scene.until('one has its values', isDone(run, 'order 1.pdf'));
    expect(standingOf(run.document('order 2.pdf'))).toBe('on-the-way');
    hint(run, batchOf('order 2.pdf'));
    await scene.until('so has the other', isDone(run, 'order 2.pdf'));
    expect(scene.resultOf(folder, 'order 1.pdf')).toMatchObject({
      route: { kind: 'extraction', name: 'Orders' },
      batch_id: batchOf('order 1.pdf'),
      extracted_data: { number: 'content of order 1.pdf' },
      classification: { category: { name: 'Order' }, confidence: 0.9 },
    });
    expect(standingOf(run.document('order 1.pdf'))).toBe('done');
    const tables = scene.names(folder).filter((name) => name.endsWith('.csv'));
    expect(tables).toHaveLength(2);
    const files = (table: string) => scene.rows(join(folder.path, table)).map(({ file }) => file);
    for (const table of tables) expect(files(table).toSorted()).toEqual(['order 1.pdf', 'order 2.pdf']);
    // A repeated event changes nothing, and nothing was sent to the extraction.
    hint(run, batchOf('order 1.pdf'));
    await scene.pass(10 * minute);
    expect(sent(run)).toBe(uploads);
    expect(batches()).toHaveLength(2);
    // The ledger on disk says so too.
    run.kill();
    run = await begin();
    expect(run.document('order 1.pdf').passedOn).toBeUndefined();
  });

  it('takes an event that came before its verdict was polled, also through a kill', async () => {
    await scene.put(folder, 'order.pdf');
    let run = await begin();
    await scene.until('the service has made a batch', () => batchOf('order.pdf') !== '');
    hint(run, batchOf('order.pdf'));
    run.kill();
    run = await begin();
    await scene.until('it has its values', isDone(run, 'order.pdf'));
    expect(sent(run)).toBe(0);
    expect(batches()).toHaveLength(1);
  });

  it('has its values once the answer about its batch lists it: at first that has nothing', async () => {
    await scene.put(folder, 'order.pdf');
    let answers = 0;
    const run = await scene.start({
      ...{ url: sandbox.url, key: sandbox.key, folders: [folder] },
      service: (client) => ({
        ...client,
        async getBatchResults(...given) {
          const answer = await client.getBatchResults(...given);
          answers += 1;
          return answer.ok && answers <= 3 ? { ...answer, value: { ...answer.value, files: [] } } : answer;
        },
      }),
    });
    await scene.until('it waits', awaits(run, 'order.pdf'));
    hint(run, batchOf('order.pdf'));
    await scene.until('it has its values', isDone(run, 'order.pdf'));
    expect(answers).toBeGreaterThan(3);
    const asked = answers;
    await scene.pass(10 * minute);
    expect(answers).toBe(asked);
  });

  it('gets its values also if its file has gone when an event names its batch, for when the file comes back', async () => {
    await scene.put(folder, 'order.pdf');
    const run = await begin();
    await scene.until('it is sent', () => run.has('order.pdf') && run.document('order.pdf').state.kind === 'queued');
    const [here, elsewhere] = [join(folder.path, 'order.pdf'), join(folder.path, '..', 'order.pdf')];
    await rename(here, elsewhere);
    await scene.until('it has gone', () => run.document('order.pdf').state.kind === 'gone');
    await scene.until('it waits', awaits(run, 'order.pdf'));
    hint(run, batchOf('order.pdf'));
    await scene.until('its values are there', () => run.document('order.pdf').result?.kind === 'extraction');
    await scene.until('it has gone still', () => run.document('order.pdf').state.kind === 'gone');
    await rename(elsewhere, here);
    await scene.until('it is delivered', isDone(run, 'order.pdf'));
    expect(scene.resultOf(folder, 'order.pdf')).toMatchObject({ extracted_data: { number: 'content of order.pdf' } });
    expect(sent(run)).toBe(1);
  });

  it('asks a person after an hour without an event, and takes the batch that they name', async () => {
    await scene.put(folder, 'order.pdf');
    let run = await begin();
    await scene.until('it waits', awaits(run, 'order.pdf'));
    run.kill();
    run = await begin();
    await scene.pass(askedAfterMs + 2 * minute);
    const { id } = run.document('order.pdf');
    expect(standingOf(run.document('order.pdf'))).toBe('needs-you');
    expect(run.engine.act(id, { kind: 'name-batch', batch: 'no such batch' }, 'Anna')).toMatchObject({ ok: true });
    await scene.until('the service does not know it', () => run.document('order.pdf').passedOn?.state.named === undefined);
    expect(run.history('order.pdf').some((line) => line.includes('no such batch'))).toBe(true);
    run.ledger.requests.add({ documentId: id, act: { kind: 'name-batch', batch: batchOf('order.pdf') }, by: 'Anna' });
    await scene.until('it has its values', isDone(run, 'order.pdf'));
    expect(sent(run)).toBe(0);
  });

  it('asks on where a person has named a file that the batch does not have, and offers those that it has', async () => {
    await scene.put(folder, 'order.pdf');
    const run = await begin();
    await scene.until('it waits', awaits(run, 'order.pdf'));
    const { id: documentId } = run.document('order.pdf');
    const batch = batchOf('order.pdf');
    const ask = (fileId: string) =>
      run.ledger.requests.add({ documentId, act: { kind: 'name-batch', batch, fileId }, by: 'Anna' });
    ask('no such file');
    const offered = () => run.ledger.unmatched.offeredTo(run.document('order.pdf'));
    await scene.until('the other one is offered', () => offered().length === 1);
    expect(run.document('order.pdf')).toMatchObject({ passedOn: { state: { named: { batch, fileId: 'no such file' } } } });
    ask(offered()[0]?.fileId ?? '');
    await scene.until('it has its values', isDone(run, 'order.pdf'));
    expect(scene.resultOf(folder, 'order.pdf')).toMatchObject({ extracted_data: { number: 'content of order.pdf' } });
    expect(run.ledger.unmatched.batches()).toEqual([]);
    expect([sent(run), batches().length]).toEqual([1, 1]);
  });

  it('is told by its content from one of the same name', async () => {
    await makeFile(join(folder.path, 'a/order.pdf'), 'the first order');
    await makeFile(join(folder.path, 'b/order.pdf'), 'the second order');
    const run = await begin();
    await scene.until('both wait', () => awaits(run, 'a/order.pdf')() && awaits(run, 'b/order.pdf')());
    for (const { batchId } of batches()) hint(run, batchId);
    await scene.until('both have their values', isDone(run, 'a/order.pdf', 'b/order.pdf'));
    expect(scene.resultOf(folder, 'a/order.pdf')).toMatchObject({ extracted_data: { number: 'the first order' } });
    expect(scene.resultOf(folder, 'b/order.pdf')).toMatchObject({ extracted_data: { number: 'the second order' } });
  });

  it('does not take by itself what a batch has under any other name, but a person may say that it is its own', async () => {
    await scene.put(folder, 'order.pdf');
    const run = await begin();
    await scene.until('it waits', awaits(run, 'order.pdf'));
    hint(run, 'made up');
    hint(run, await foreignBatch('order.pdf'));
    const offered = () => run.ledger.unmatched.offeredTo(run.document('order.pdf'));
    await scene.until('the result is offered', () => offered().length === 1);
    await scene.pass(20 * minute);
    expect(run.document('order.pdf').passedOn).toBeDefined();
    expect(
      run.engine.act(run.document('order.pdf').id, { kind: 'assign', fileId: offered()[0]?.fileId ?? '' }, 'Anna'),
    ).toMatchObject({ ok: true });
    await scene.until('it has those values', isDone(run, 'order.pdf'));
    expect(scene.resultOf(folder, 'order.pdf')).toMatchObject({ extracted_data: { number: 'no text' } });
  });

  it('gives its values to its copies', async () => {
    await makeFile(join(folder.path, 'a.pdf'), 'an order');
    await makeFile(join(folder.path, 'b.pdf'), 'an order');
    const run = await begin();
    await scene.until('both wait', () => awaits(run, 'a.pdf')() && awaits(run, 'b.pdf')());
    const uploads = sent(run);
    expect(batches()).toHaveLength(1);
    hint(run, batches()[0]?.batchId ?? '');
    await scene.until('both have their values', isDone(run, 'a.pdf', 'b.pdf'));
    await scene.pass(10 * minute);
    expect(batches()).toHaveLength(1);
    expect(sent(run)).toBe(uploads);
  });
});

/** Somebody else uploads to the same extraction. */
async function foreignBatch(name: string): Promise<string> {
  const form = new FormData();
  form.set('extractionId', orders);
  form.append('files', new Blob(['%PDF-1.4\nanother\n%%EOF\n'], { type: 'application/pdf' }), name);
  const answer = await fetch(`${sandbox.url}/api/v1/uploadFiles`, {
    method: 'POST',
    headers: { authorization: `Bearer ${sandbox.key}` },
    body: form,
  });
  return ((await answer.json()) as { batchId: string }).batchId;
}
