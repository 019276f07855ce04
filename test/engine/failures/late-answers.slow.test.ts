/** The failure table, rows about answers that come, and lack what was paid for: it is asked for until it is there. */
import { afterEach, beforeEach, expect, it } from 'vitest';
import { inBetween } from '../support/in-between.ts';
import type { Run } from '../support/run.ts';
import { fields, type SceneSandbox, sandboxOf } from '../support/sandbox.ts';
import { hour, minute, Timeline } from '../support/timeline.ts';

let scene: Timeline;
let sandbox: SceneSandbox;
beforeEach(async () => {
  scene = new Timeline();
  sandbox = await sandboxOf(scene);
});
afterEach(() => scene.end());

async function begin(...names: readonly string[]): Promise<Run> {
  const folder = scene.folder('scans', sandbox.extraction);
  await scene.put(folder, ...names);
  return scene.start({ url: sandbox.url, key: sandbox.key, folders: [folder], mode: 'watch' });
}

it.each([
  ['a batch that lists one of three files', 'partial-files', 'outcome.notInAnswer', 2],
  ['files that have ended without a result', 'no-result', 'outcome.noResult', 3],
])('%s: said after ten minutes, and delivered once it is there', async (_, fault, code, count) => {
  const added = sandbox.faults.add(`${fault},on=polls`);
  const run = await begin('a.pdf', 'b.pdf', 'c.pdf');
  await scene.until('they are accepted', () => sandbox.allAccepted().length === 3);
  await scene.pass(9 * minute);
  expect(run.engine.status()).toMatchObject({ attention: 0, balance: { delivered: 3 - count } });
  await scene.until('it is said', () => run.engine.status().attention === count, { within: 10 * minute });
  const said = run.documents().flatMap(({ state }) => (state.kind === 'unresolved' ? [state.message.code] : []));
  expect(said).toEqual(Array(count).fill(code));
  await scene.pass(20 * hour);
  sandbox.faults.remove(added.id);
  await scene.until('all are delivered', () => run.delivered() === 3, { within: 31 * minute, coarse: true });
  expect(run.engine.status().attention).toBe(0);
  expect(sandbox.allAccepted()).toHaveLength(3);
});

it.each(['the batch', 'a file'])(
  'what the service says of %s is polled at once, however long the pause had become',
  async (named) => {
    const added = sandbox.faults.add('no-result,on=polls');
    const run = await begin('a.pdf');
    await scene.until('it is accepted', () => sandbox.allAccepted().length === 1);
    await scene.pass(2 * hour);
    sandbox.faults.remove(added.id);
    const { batchId = 0, fileId } = run.document('a.pdf');
    const id = named === 'a file' ? fileId : run.ledger.batches.get(batchId)?.serviceBatchId;
    run.engine.hint(['of nobody', id ?? ''], []);
    await scene.until('it is delivered', () => run.delivered() === 1, { within: 10_000 });
  },
);

it('what is there a little later is delivered, and nothing was said', async () => {
  sandbox.faults.add('no-result,on=polls,times=3');
  const run = await begin('a.pdf');
  await scene.until('it is delivered', () => run.delivered() === 1);
  expect(run.history('a.pdf').some((line) => line.startsWith('lost'))).toBe(false);
});

it('values that come as text are read', async () => {
  sandbox.faults.add('text-result,on=polls');
  const run = await begin('a.pdf');
  await scene.until('it is delivered', () => run.delivered() === 1);
  expect(run.document('a.pdf').result).toMatchObject({ extractedData: { number: 'content of a.pdf' } });
});

it('looks at what has ended each hour for a day, then each day, for a week', async () => {
  const run = await begin('a.pdf');
  await scene.until('it is delivered', () => run.delivered() === 1);
  const polls = run.polls().length;
  await scene.pass(25 * hour);
  expect(run.polls().length - polls).toBeGreaterThanOrEqual(23);
  expect(run.polls().length - polls).toBeLessThanOrEqual(25);
  // A busy machine takes its time for nine days: each has its own patience.
  for (let day = 0; day < 9; day += 1) await scene.pass(24 * hour);
  expect(run.polls().length - polls).toBeLessThanOrEqual(33);
}, 300_000);

it('a jump of the clock by an hour does not slow the polling of what is being worked on', async () => {
  await sandbox.close();
  sandbox = await sandboxOf(scene, { delays: { queued: 500, processing: 20_000 } });
  const run = await begin('a.pdf');
  await scene.until('it is accepted', () => sandbox.allAccepted().length === 1);
  scene.clock.set(hour);
  await scene.until('it is delivered', () => run.delivered() === 1, { within: 30_000 });
});

it.each(['latin1', 'underscores', 'percent', 'nfd'])(
  'names that come back spelled otherwise (%s) are known again',
  async (how) => {
    sandbox.faults.add(`respell:${how}`);
    const run = await begin('Rechnung Müller 1.pdf', 'Rechnung Müller 2.pdf', 'Reçu 3.pdf');
    await scene.until('all are delivered', () => run.delivered() === 3);
    for (const { path, result } of run.documents())
      expect(result).toMatchObject({ extractedData: { number: `content of ${path}` } });
  },
);

it('an answer that lists a document sent again since, and lacks another, says nothing about the other', async () => {
  const categories = [{ name: 'Letters', description: 'Letters' }];
  const { id } = sandbox.control.createClassification({ name: 'Mail', description: 'Mail', categories });
  const between = await inBetween(scene, sandbox.url);
  let first: string | undefined;
  between.onAnswer = ({ method, path }) => {
    if (method !== 'GET') return undefined;
    first ??= path;
    if (path !== first) return undefined;
    const failed = { id: 'file-of-b', file_name: 'b.pdf', status: 'failed' };
    return { status: 200, body: { batch: { status: 'queued', file_count: 2 }, files: [failed] } };
  };
  const folder = scene.folder('scans', { kind: 'classification', id });
  await scene.put(folder, 'a.pdf', 'b.pdf');
  const run = await scene.start({ url: between.url, key: sandbox.key, folders: [folder] });
  await scene.until('one has failed', () => run.has('b.pdf') && run.state('b.pdf') === 'failed');
  run.engine.sendAgain([run.document('b.pdf').id]);
  await scene.until('it is delivered', () => run.delivered() === 1);
  await scene.pass(minute);
  expect(run.state('a.pdf')).toBe('queued');
  between.onAnswer = () => undefined;
  await scene.until('the other is delivered', () => run.delivered() === 2);
});

it('a document that is sent again after its folder has another route goes there, without a restart', async () => {
  const folder = scene.folder('scans', sandbox.extraction);
  await scene.put(folder, 'a.pdf');
  sandbox.faults.add('reset-after-whole,on=uploads,times=1');
  const options = { url: sandbox.url, key: sandbox.key, mode: 'watch' } as const;
  const before = await scene.start({ ...options, folders: [folder] });
  await scene.until('it is in doubt', () => before.has('a.pdf') && before.state('a.pdf') === 'unresolved');
  await before.end();
  const id = sandbox.control.createExtraction({ name: 'Receipts', fields });
  const run = await scene.start({ ...options, folders: [{ ...folder, route: { kind: 'extraction', id } }] });
  await scene.pass(minute);
  run.engine.sendAgain([run.document('a.pdf').id]);
  await scene.until('it is delivered', () => run.delivered() === 1);
  expect(run.document('a.pdf').route.id).toBe(id);
});
