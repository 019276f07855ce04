/** Results that come back under names which fit no document: they are kept, and a person assigns them. */
import { afterEach, beforeEach, expect, it } from 'vitest';
import type { FolderSettings } from '../../../electron/core/config/folder-settings.ts';
import { shownValues } from '../../../electron/core/poll/poll-outcome.ts';
import type { Run } from '../support/run.ts';
import { type SceneSandbox, sandboxOf } from '../support/sandbox.ts';
import { minute, Timeline } from '../support/timeline.ts';

let scene: Timeline;
let sandbox: SceneSandbox;
let folder: FolderSettings;
let run: Run;
beforeEach(async () => {
  scene = new Timeline();
  sandbox = await sandboxOf(scene);
  folder = scene.folder('scans', sandbox.extraction);
  sandbox.faults.add('rename');
  await scene.put(folder, 'a.pdf', 'b.pdf', 'c.pdf');
  run = await scene.start({ url: sandbox.url, key: sandbox.key, folders: [folder], mode: 'watch' });
  await scene.until('they need a person', () => run.engine.status().attention === 3);
});
afterEach(() => scene.end());

/** The unmatched results of a document's batch, by what the service has read. */
const kept = (path: string) =>
  new Map(
    run.ledger.unmatched
      .of(run.document(path).batchId ?? 0)
      .map(({ fileId, result }) => [shownValues(result).find(({ key }) => key === 'number')?.value, fileId]),
  );
const assign = (path: string, of = path) =>
  run.engine.act(run.document(path).id, { kind: 'assign', fileId: kept(path).get(`content of ${of}`) ?? 'none' }, 'Anna');

it('they are kept with their batch, and the documents say so at once', () => {
  expect([...kept('a.pdf').keys()].toSorted()).toEqual(['content of a.pdf', 'content of b.pdf', 'content of c.pdf']);
  expect(run.document('a.pdf').state).toMatchObject({
    kind: 'unresolved',
    message: { code: 'outcome.fitsNone', values: { count: 3 } },
  });
});

it('one that is assigned is delivered as any other, the last one is known by elimination, and nothing is sent', async () => {
  expect(assign('a.pdf')).toMatchObject({ ok: true });
  expect(run.history('a.pdf').at(-1)).toMatch(/By hand: it is what the service calls “document-\d”/);
  await scene.until('it is delivered', () => run.delivered() === 1);
  expect(kept('b.pdf').size).toBe(2);
  expect(assign('b.pdf')).toMatchObject({ ok: true });
  await scene.until('all are delivered', () => run.delivered() === 3, { within: 30 * minute, coarse: true });
  for (const { path, result } of run.documents())
    expect(result).toMatchObject({ extractedData: { number: `content of ${path}` } });
  expect([run.uploads().length, kept('c.pdf').size]).toEqual([1, 0]);
});

it('none is assigned twice, to a document of another batch, or to one that waits for none', async () => {
  const fileId = kept('a.pdf').get('content of a.pdf') ?? '';
  expect(assign('a.pdf')).toMatchObject({ ok: true });
  const refusal = (code: string) => ({ ok: false, error: { kind: 'not-now', message: { code } } });
  expect(run.engine.act(run.document('b.pdf').id, { kind: 'assign', fileId: fileId }, 'Anna')).toMatchObject(
    refusal('reviewing.notUnmatched'),
  );
  expect(run.engine.act(run.document('a.pdf').id, { kind: 'assign', fileId: fileId }, 'Anna')).toMatchObject(
    refusal('reviewing.needsNoResult'),
  );
  expect(run.engine.act(4711, { kind: 'assign', fileId: fileId }, 'Anna')).toMatchObject({
    ok: false,
    error: { kind: 'unknown-document' },
  });
  run.engine.sendAgain([run.document('c.pdf').id]);
  await scene.until('it went out again', () => run.uploads().length === 2);
  expect(assign('c.pdf', 'b.pdf')).toMatchObject({ ok: false });
});

it('from then on documents go out one by one, and each is known', async () => {
  await scene.put(folder, 'd.pdf', 'e.pdf', 'f.pdf');
  await scene.until('they are delivered', () => run.delivered() === 3);
  expect(
    run
      .uploads()
      .slice(1)
      .map(({ fileNames }) => fileNames),
  ).toEqual(expect.arrayContaining([['d.pdf'], ['e.pdf'], ['f.pdf']]));
  for (const path of ['d.pdf', 'e.pdf', 'f.pdf'])
    expect(run.document(path).result).toMatchObject({ extractedData: { number: `content of ${path}` } });
});

it('what another process asked for is done, also after a restart', async () => {
  const { id } = run.document('a.pdf');
  const fileId = kept('a.pdf').get('content of a.pdf') ?? '';
  await run.end();
  const prepared = scene.prepare({ url: sandbox.url, key: sandbox.key, folders: [folder], mode: 'watch' });
  prepared.ledger.requests.add({ documentId: id, act: { kind: 'assign', fileId }, by: 'Anna' });
  await prepared.engine.start();
  await scene.until('it is delivered', () => prepared.delivered() === 1);
  expect(prepared.document('a.pdf')).toMatchObject({ fileId, result: { extractedData: { number: 'content of a.pdf' } } });
});

it('what another process asked for is done after a kill that came just as it was taken up', async () => {
  const { id } = run.document('a.pdf');
  const fileId = kept('a.pdf').get('content of a.pdf') ?? '';
  const { requests } = run.ledger;
  const take = requests.take.bind(requests);
  requests.take = () => {
    take();
    run.kill();
    throw new Error('killed');
  };
  requests.add({ documentId: id, act: { kind: 'assign', fileId }, by: 'Anna' });
  await scene.until('it is killed', () => run.dead);
  const next = await scene.start({ url: sandbox.url, key: sandbox.key, folders: [folder], mode: 'watch' });
  await scene.until('it is delivered', () => next.delivered() === 1);
  expect(next.document('a.pdf')).toMatchObject({ fileId });
});
