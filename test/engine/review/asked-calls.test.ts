/** A person on the command line wants another category, or another run: the request waits in the ledger until it is done. */
import { copyFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { FolderSettings } from '../../../electron/core/config/folder-settings.ts';
import type { CallAct } from '../../../electron/core/review/person-act.ts';
import { quickDocuments } from '../support/quick-documents.ts';
import type { Run, RunOptions } from '../support/run.ts';
import { fields, type SceneSandbox, sandboxOf } from '../support/sandbox.ts';
import { minute, Timeline } from '../support/timeline.ts';

const names = ['Invoices', 'Receipts'] as const;

let scene: Timeline;
let sandbox: SceneSandbox;
let mail: string;
let receipts: string;
let folder: FolderSettings;
let said: 0 | 1;

beforeEach(async () => {
  scene = new Timeline();
  said = 0;
  const documents: typeof quickDocuments = {
    ...quickDocuments,
    findCategory: () => ({ categoryIndex: said, confidence: 0.9, reasoning: 'It says so.' }),
  };
  sandbox = await sandboxOf(scene, { documents });
  const categories = names.map((name) => ({ name, description: name }));
  mail = sandbox.control.createClassification({ name: 'Mail', description: '', categories }).id;
  receipts = sandbox.control.createExtraction({ name: 'Receipts', fields });
  const next: FolderSettings['next'] = {
    categories: {
      Invoices: { extraction: sandbox.extraction, linked: false },
      Receipts: { extraction: receipts, linked: false },
    },
    otherwise: 'review',
  };
  folder = scene.folder('mail', { kind: 'classification', id: mail }, { next });
});
afterEach(() => scene.end());

const idsOf = () => sandbox.control.classifications().flatMap((each) => each.categories.map(({ id, name }) => ({ id, name })));
async function begin(options: Partial<RunOptions> = {}): Promise<Run> {
  const run = await scene.start({ url: sandbox.url, key: sandbox.key, folders: [folder], ...options });
  run.ledger.categories.setTyped(new URL(sandbox.url).origin, mail, idsOf());
  return run;
}
const idOf = (name: (typeof names)[number]) => idsOf().find((each) => each.name === name)?.id ?? '';
const filesOf = (id: string) =>
  (sandbox.control.extractions().find(({ extractionId }) => extractionId === id)?.batches ?? []).flatMap(({ files }) =>
    files.map(({ fileName }) => fileName),
  );
const isDone = (run: Run) => () => run.has('a.pdf') && run.document('a.pdf').delivery.kind === 'done';
const hasOpenBatch = (run: Run) => run.ledger.batches.inState('open').length > 0;
const isIn = (name: string) => () => (scene.resultOf(folder, 'a.pdf')?.route as { name?: string } | undefined)?.name === name;

async function delivered(options: Partial<RunOptions> = {}): Promise<Run> {
  await scene.put(folder, 'a.pdf');
  const run = await begin(options);
  await scene.until('it is delivered', isDone(run));
  return run;
}

const set = (run: Run, more: Partial<CallAct> = {}, documentId = run.document('a.pdf').id) => {
  const act = { kind: 'set-category', categoryId: idOf('Receipts'), agreedPages: 1, ...more } as CallAct;
  run.ledger.requests.add({ documentId, act, by: 'Anna' });
};

it('another category is set at the service and here, and the pages that were agreed to are sent once', async () => {
  const run = await delivered();
  set(run);
  await scene.until('it is extracted anew', isIn('Receipts'));
  expect(run.history('a.pdf')).toContain('category set: By Anna. "Invoices" → "Receipts"');
  expect(run.ledger.requests.calls()).toEqual([]);
  expect(filesOf(receipts)).toEqual(['a.pdf']);
});

it('another run is asked for', async () => {
  const run = await delivered();
  said = 1;
  set(run, { kind: 'classify-again' });
  await scene.until('it is extracted anew', isIn('Receipts'));
  expect(run.history('a.pdf')).toContain('redone: By Anna.');
  expect(run.ledger.requests.calls()).toEqual([]);
  expect(filesOf(receipts)).toEqual(['a.pdf']);
});

it('a copy is classified again with the file that was sent, and the same verdict once more costs nothing', async () => {
  await scene.put(folder, 'a.pdf');
  copyFileSync(join(folder.path, 'a.pdf'), join(folder.path, 'b.pdf'));
  const run = await begin();
  const areDelivered = () => ['a.pdf', 'b.pdf'].every((path) => run.has(path) && run.document(path).delivery.kind === 'done');
  await scene.until('both are delivered', areDelivered);
  const before = ['a.pdf', 'b.pdf'].map((path) => scene.resultOf(folder, path));
  set(run, { kind: 'classify-again' });
  const areClassified = () => ['a.pdf', 'b.pdf'].every((path) => run.document(path).state.kind === 'processing');
  await scene.until('both are classified again', areClassified);
  await scene.until('both are delivered again', () => areDelivered() && !hasOpenBatch(run), { within: 10 * minute });
  for (const path of ['a.pdf', 'b.pdf']) expect(run.history(path)).toContain('redone: By Anna.');
  expect(['a.pdf', 'b.pdf'].map((path) => scene.resultOf(folder, path))).toEqual(before);
  expect(filesOf(sandbox.extraction)).toHaveLength(1);
});

it('two of one document are done in the order in which they came, also where the second has to wait for a verdict', async () => {
  const run = await delivered();
  set(run, { kind: 'classify-again' });
  set(run);
  await scene.until('it is extracted anew', isIn('Receipts'), { within: 10 * minute });
  expect(run.ledger.requests.calls()).toEqual([]);
});

it.each([
  ['to fewer than there are now', 2],
  ['to none', undefined],
])('nothing is done if somebody agreed %s, and the history says why', async (_, agreedPages) => {
  const run = await delivered({ countPages: async () => 3 });
  await scene.until('they are counted', () => run.document('a.pdf').pages === 3);
  set(run, { agreedPages } as Partial<CallAct>);
  await scene.until('it is refused', () => run.history('a.pdf').some((line) => line.startsWith('category not set:')));
  await scene.pass(minute);
  expect(run.history('a.pdf').at(-1)).toBe(
    'category not set: By Anna: The extraction Receipts will extract its 3 pages, which the service charges for.',
  );
  expect(run.ledger.requests.calls()).toEqual([]);
  expect(filesOf(receipts)).toEqual([]);
});

it('one that has to wait stays when a later one, of another document, is done', async () => {
  await scene.put(folder, 'b.pdf');
  const run = await delivered();
  await scene.until('so is the other', () => run.document('b.pdf').delivery.kind === 'done');
  const added = sandbox.faults.add('status:503,on=overrideCategory');
  set(run);
  said = 1;
  set(run, { kind: 'classify-again' }, run.document('b.pdf').id);
  await scene.until('the later one is done', () => filesOf(receipts).length === 1);
  expect(run.ledger.requests.calls()).toMatchObject([{ act: { kind: 'set-category' } }]);
  sandbox.faults.remove(added.id);
  await scene.until('so is the earlier one', isIn('Receipts'), { within: 2 * minute });
  expect(filesOf(receipts)).toEqual(['b.pdf', 'a.pdf']);
});

it('a category that the service refuses is not set, and not asked for again', async () => {
  const run = await delivered();
  const { changedAt } = run.document('a.pdf');
  set(run, { categoryId: 'nothing such' });
  await scene.until('it is refused', () => run.history('a.pdf').some((line) => line.startsWith('category not set:')));
  expect(run.ledger.requests.calls()).toEqual([]);
  // Nothing has become of it: it stays where it is in the list.
  expect(run.document('a.pdf').changedAt).toBe(changedAt);
});

it('what waits is asked for at once where the clock was set back', async () => {
  const run = await delivered();
  const added = sandbox.faults.add('status:503,on=overrideCategory');
  set(run);
  await scene.until('it was asked for', () => sandbox.requestsTo('overrideCategory') === 1);
  sandbox.faults.remove(added.id);
  scene.clock.set(-24 * 60 * minute);
  await scene.until('it is extracted anew', isIn('Receipts'), { within: 2 * minute });
});

it.each([
  ['is out of order', 'status:503,on=overrideCategory'],
  ['wants fewer requests', '429:30,on=all'],
  ['does not answer', 'reset-after-whole,on=overrideCategory'],
])('waits while the service %s, through a kill, and is done then', async (_, fault) => {
  let run = await delivered();
  const added = sandbox.faults.add(fault);
  set(run);
  await scene.pass(3 * minute);
  expect(run.ledger.requests.calls()).toHaveLength(1);
  run.kill();
  run = await begin();
  await scene.pass(3 * minute);
  expect(run.ledger.requests.calls()).toHaveLength(1);
  // Not more often than once a minute.
  expect(sandbox.requestsTo('overrideCategory')).toBeLessThan(10);
  sandbox.faults.remove(added.id);
  await scene.until('it is extracted anew', isIn('Receipts'));
  expect(run.ledger.requests.calls()).toEqual([]);
  expect(filesOf(receipts)).toEqual(['a.pdf']);
});

it('is done by a run too, which ends when that is delivered', async () => {
  let run = await delivered();
  set(run);
  run.kill();
  run = await begin({ mode: 'run' });
  const ending = await scene.done(run.engine.ended);
  expect(ending).toEqual({ kind: 'done' });
  expect(isIn('Receipts')()).toBe(true);
  expect(scene.rows(join(folder.path, 'intray-Receipts.csv')).map(({ file }) => file)).toEqual(['a.pdf']);
});

it('is asked for again by a run that had trouble with it, which does not end before', async () => {
  let run = await delivered();
  const added = sandbox.faults.add('status:503,on=overrideCategory');
  set(run);
  run.kill();
  run = await begin({ mode: 'run' });
  await scene.until('it was asked for', () => sandbox.requestsTo('overrideCategory') === 1);
  sandbox.faults.remove(added.id);
  expect(await scene.done(run.engine.ended)).toEqual({ kind: 'done' });
  expect(isIn('Receipts')()).toBe(true);
});

it('stays for another run where the service has had trouble for ten minutes', async () => {
  let run = await delivered();
  sandbox.faults.add('status:503,on=overrideCategory');
  set(run);
  run.kill();
  run = await begin({ mode: 'run' });
  expect(await scene.done(run.engine.ended)).toMatchObject({ kind: 'stalled' });
  expect(run.ledger.requests.calls()).toHaveLength(1);
});

it('stays for another run where Intray ends before the service could be asked', async () => {
  await scene.put(folder, 'b.pdf');
  let run = await delivered();
  await scene.until('so is the other', () => run.document('b.pdf').delivery.kind === 'done');
  await run.end();
  run = await begin({ limits: { requestsPerSecond: 0.2 } });
  for (const { id: documentId } of run.documents()) set(run, {}, documentId);
  await scene.until('one was asked for', () => sandbox.requestsTo('overrideCategory') === 1);
  await run.end();
  run = await begin();
  await scene.until('both are extracted anew', () => filesOf(receipts).length === 2);
  for (const path of ['a.pdf', 'b.pdf']) expect(run.history(path).join()).not.toContain('category not set');
});

it('is refused again in a minute where the ledger could not be told of it', async () => {
  const run = await delivered();
  const { requests } = run.ledger;
  const remove = requests.remove.bind(requests);
  let refusals = 0;
  vi.spyOn(requests, 'remove').mockImplementation((id) => {
    refusals += 1;
    if (refusals === 1) throw new Error('a fault');
    remove(id);
  });
  set(run, { categoryId: 'no such category' });
  await scene.until('it is refused', () => requests.calls().length === 0, { within: 3 * minute });
  expect(refusals).toBe(2);
  expect(run.history('a.pdf').at(-1)).toMatch(/^category not set: /);
});
