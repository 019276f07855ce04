/** The failure table, rows about an upload that was whole and whose answer never came: nothing is paid twice unasked. */
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { foreign } from '../../../electron/core/messages/message.ts';
import type { Failure } from '../../../electron/core/protocol/failure.ts';
import { err } from '../../../electron/core/result.ts';
import { makeFile } from '../../support/make-files.ts';
import { reads } from '../../support/reads.ts';
import { inBetween } from '../support/in-between.ts';
import type { Run, RunOptions } from '../support/run.ts';
import { type SceneSandbox, sandboxOf } from '../support/sandbox.ts';
import { minute, Timeline } from '../support/timeline.ts';

let scene: Timeline;
let sandbox: SceneSandbox;
beforeEach(async () => {
  scene = new Timeline();
  sandbox = await sandboxOf(scene);
});
afterEach(() => scene.end());

/** What may come, or not come, after the closing boundary; `answers-to-whole-uploads` has all answers that leave a doubt. A hang ends with the client's patience, here a real quarter second. */
const losses = [
  ['the connection is cut', 'reset-after-whole,on=uploads'],
  ['time runs out', 'hang,on=uploads'],
  ['a portal answers', 'portal,on=uploads,kept'],
] as const;

const begin = (options: Partial<RunOptions> & Pick<RunOptions, 'folders'>): Promise<Run> =>
  scene.start({ url: sandbox.url, key: sandbox.key, mode: 'run', timeouts: { uploadAnswer: 250 }, ...options });

describe.each(losses)('an upload is whole and %s', (_, fault) => {
  it('hold: it waits for a person, and is not sent again, not even by another run', async () => {
    sandbox.faults.add(`${fault},times=1`);
    const folder = scene.folder('scans', sandbox.extraction);
    await scene.put(folder, 'a.pdf', 'b.pdf');
    const run = await begin({ folders: [folder] });
    expect(await run.ending()).toEqual({ kind: 'done' });
    for (const name of ['a.pdf', 'b.pdf']) {
      expect(run.document(name).state).toMatchObject({
        kind: 'unresolved',
        message: reads('the service may have received it'),
      });
      expect(run.document(name).attempts).toBe(0);
    }
    expect(run.engine.status()).toMatchObject({ attention: 2, balance: { found: 2, moving: 2 } });
    await run.end();

    const next = await begin({ folders: [folder] });
    await next.ending();
    expect(next.uploads()).toEqual([]);
    expect(next.state('a.pdf')).toBe('unresolved');
  });

  it('resend: once more, and the result is marked in JSON and CSV', async () => {
    sandbox.faults.add(`${fault},times=1`);
    const folder = scene.folder('scans', sandbox.extraction, { unresolved: 'resend' });
    await scene.put(folder, 'a.pdf', 'b.pdf');
    const run = await begin({ folders: [folder] });
    expect(await run.ending()).toEqual({ kind: 'done' });
    expect(run.delivered()).toBe(2);
    // Both together, and then one after the other: the first finds out whether the route takes documents.
    expect(run.uploads()).toHaveLength(3);
    for (const name of ['a.pdf', 'b.pdf']) {
      expect(scene.resultOf(folder, name)).toMatchObject({
        possible_duplicate: true,
        review: [{ kind: 'possible-duplicate', message: expect.stringContaining('sent twice') }],
      });
    }
    expect(scene.tablesOf(folder).map((row) => row.possible_duplicate)).toEqual(['true', 'true']);
  });
});

it('resend: a copy that goes in its place is marked as well', async () => {
  sandbox.faults.add('reset-after-whole,on=uploads,times=1');
  const folder = scene.folder('scans', sandbox.extraction, { unresolved: 'resend' });
  const others = scene.folder('others', sandbox.extraction);
  await makeFile(join(folder.path, 'a.pdf'), 'one content');
  const run = await begin({ folders: [folder, others], mode: 'watch' });
  await scene.until('it is to be sent again', () => run.has('a.pdf') && run.document('a.pdf').possibleDuplicate);
  rmSync(join(folder.path, 'a.pdf'));
  await makeFile(join(others.path, 'b.pdf'), 'one content');
  run.engine.lookNow();
  await scene.until('the copy is delivered', () => run.delivered() === 1);
  expect(sandbox.accepted('a.pdf') + sandbox.accepted('b.pdf')).toBe(2);
  expect(scene.resultOf(others, 'b.pdf')).toMatchObject({ possible_duplicate: true });
});

it('resend: when the second answer is lost too, it is held', async () => {
  sandbox.faults.add('reset-after-whole,on=uploads');
  const folder = scene.folder('scans', sandbox.extraction, { unresolved: 'resend' });
  await scene.put(folder, 'a.pdf');
  const run = await begin({ folders: [folder] });
  expect(await run.ending()).toEqual({ kind: 'done' });
  expect(run.document('a.pdf')).toMatchObject({ state: { kind: 'unresolved' }, possibleDuplicate: true });
  expect(sandbox.accepted('a.pdf')).toBe(2);
  expect(scene.resultOf(folder, 'a.pdf')).toBeUndefined();
});

it('one request is in doubt, and the documents of the others are delivered', async () => {
  sandbox.faults.add('reset-after-whole,on=uploads,times=1');
  const folder = scene.folder('scans', sandbox.extraction, { batchSize: 5 });
  await scene.put(folder, ...Array.from({ length: 20 }, (_, index) => `scan${index}.pdf`));
  const run = await begin({ folders: [folder] });
  await run.ending();
  // A request goes with fewer where the others have not settled yet.
  const { found, delivered, moving } = run.engine.status().balance;
  expect([found, delivered + moving]).toEqual([20, 20]);
  expect([1, 2, 3, 4, 5]).toContain(moving);
  expect(new Set(sandbox.allAccepted()).size).toBe(20);
  expect(sandbox.allAccepted()).toHaveLength(20);
});

it.for<Failure>([
  { kind: 'key', reason: 'revoked', message: foreign('no such key'), status: 401 },
  { kind: 'forbidden', reason: 'pages', message: foreign('no pages'), status: 403 },
  { kind: 'rate', message: foreign('slow down'), status: 429 },
])('the account is in trouble when it is asked why ($kind): in doubt all the same', async (failure) => {
  sandbox.faults.add('reset-after-whole,on=uploads,times=1');
  const folder = scene.folder('scans', sandbox.extraction);
  await scene.put(folder, 'a.pdf');
  let isWhole = false;
  const run = await begin({
    folders: [folder],
    mode: 'watch',
    service: (client) => ({
      ...client,
      viewExtraction: async (...given) => (isWhole ? err(failure) : client.viewExtraction(...given)),
    }),
  });
  run.afterSent = () => {
    isWhole = true;
  };
  await scene.until('it is in doubt', () => run.has('a.pdf') && run.state('a.pdf') === 'unresolved');
  expect(run.gate()).toBe(failure.kind);
  await scene.pass(minute);
  expect(sandbox.accepted('a.pdf')).toBe(1);
});

it('Intray itself stumbles over the answer: in doubt all the same', async () => {
  const folder = scene.folder('scans', sandbox.extraction);
  await scene.put(folder, 'a.pdf');
  const run = await begin({
    folders: [folder],
    service: (client) => ({
      ...client,
      async uploadFiles(...given) {
        await client.uploadFiles(...given);
        throw new Error('A mistake in the program.');
      },
    }),
  });
  await run.ending();
  expect(run.state('a.pdf')).toBe('unresolved');
  await run.end();
  const next = await begin({ folders: [folder] });
  await next.ending();
  expect(sandbox.accepted('a.pdf')).toBe(1);
});

it('a classification: the same', async () => {
  const { id } = sandbox.control.createClassification({
    name: 'Mail',
    description: 'Mail',
    categories: [{ name: 'Bills', description: 'Bills' }],
  });
  sandbox.faults.add('garbage,on=uploadClassificationBatch,times=1');
  const held = scene.folder('held', { kind: 'classification', id });
  const resent = scene.folder('resent', { kind: 'classification', id }, { unresolved: 'resend' });
  await scene.put(held, 'a.pdf');
  await scene.put(resent, 'b.pdf');
  const run = await begin({ folders: [held, resent] });
  await run.ending();
  expect(run.state('a.pdf')).toBe('unresolved');
  expect(scene.resultOf(resent, 'b.pdf')).toMatchObject({ possible_duplicate: true, category: { name: 'Bills' } });
});

describe('the process dies', () => {
  /** Begins, and kills the process at a moment of its first upload. */
  async function killed(moment: 'before sent' | 'after sent', unresolved: 'hold' | 'resend') {
    const folder = scene.folder('scans', sandbox.extraction, { unresolved });
    await makeFile(join(folder.path, 'a.pdf'), 'content a', { size: 300_000 });
    await scene.put(folder, 'b.pdf');
    const run = scene.prepare({ url: sandbox.url, key: sandbox.key, folders: [folder], mode: 'run' });
    if (moment === 'before sent') run.beforeSent = () => run.kill();
    else run.afterSent = () => run.kill();
    await run.engine.start();
    await scene.until('it was killed', () => run.dead);
    return folder;
  }

  it.each(['hold', 'resend'] as const)(
    'before the sent mark: sent again, unmarked, as if nothing had happened (%s)',
    async (unresolved) => {
      const folder = await killed('before sent', unresolved);
      const next = await begin({ folders: [folder] });
      expect(await next.ending()).toEqual({ kind: 'done' });
      expect(next.delivered()).toBe(2);
      expect(sandbox.allAccepted().toSorted()).toEqual(['a.pdf', 'b.pdf']);
      expect(scene.tablesOf(folder).map((row) => row.possible_duplicate)).toEqual(['', '']);
    },
  );

  it('after the sent mark, hold: in doubt, for a person, with the reason', async () => {
    const folder = await killed('after sent', 'hold');
    const next = await begin({ folders: [folder] });
    await next.ending();
    expect(next.uploads()).toEqual([]);
    expect(next.document('a.pdf').state).toMatchObject({
      kind: 'unresolved',
      message: reads('Intray stopped'),
    });
    expect(next.history('a.pdf').at(-1)).toContain('the service may have the document');
    // Nor does its request count as under way for ever.
    expect(next.ledger.batches.get(next.document('a.pdf').batchId ?? 0)?.state).toBe('unresolved');
  });

  it('after the sent mark, resend: once more, and marked', async () => {
    const folder = await killed('after sent', 'resend');
    const next = await begin({ folders: [folder] });
    await next.ending();
    expect(next.delivered()).toBe(2);
    expect(scene.resultOf(folder, 'a.pdf')).toMatchObject({ possible_duplicate: true });
    expect(scene.tablesOf(folder).map((row) => row.possible_duplicate)).toEqual(['true', 'true']);
  });

  it('while results are awaited: whatever was under way then, they are asked for two seconds after the next start', async () => {
    const folder = scene.folder('scans', sandbox.extraction);
    await scene.put(folder, 'a.pdf');
    const run = await begin({ folders: [folder], mode: 'watch' });
    await scene.until('it is with the service', () => run.has('a.pdf') && run.state('a.pdf') === 'queued');
    run.kill();
    await scene.pass(10_000);
    const started = scene.clock.elapsed;
    const next = await begin({ folders: [folder], mode: 'watch' });
    await scene.until('it is asked for', () => next.polls().length > 0);
    expect((next.polls()[0]?.at ?? 0) - started).toBeGreaterThanOrEqual(2_000);
  });

  it('while results are awaited: they are asked for, nothing is sent again', async () => {
    const folder = scene.folder('scans', sandbox.extraction);
    await scene.put(folder, 'a.pdf', 'b.pdf');
    const run = await begin({ folders: [folder] });
    await scene.until('both are with the service', () => run.documents().every(({ state }) => state.kind === 'queued'));
    run.kill();
    await scene.pass(30 * minute);
    const next = await begin({ folders: [folder] });
    await next.ending();
    expect(next.delivered()).toBe(2);
    expect(next.uploads()).toEqual([]);
  });
});

describe('an engine is stopped while an upload is whole and its answer is on its way', () => {
  it.each([
    ['after its five seconds it is unresolved', undefined, 'unresolved'],
    ['one that only makes room for the next waits for it', 5 * minute, 'queued'],
  ] as const)('%s', async (_, patience, state) => {
    const between = await inBetween(scene, sandbox.url);
    const late = Promise.withResolvers<undefined>();
    let whole = false;
    between.onAnswer = ({ path }) => {
      if (!path.endsWith('uploadFiles')) return undefined;
      whole = true;
      return late.promise;
    };
    const folder = scene.folder('scans', sandbox.extraction);
    await scene.put(folder, 'a.pdf');
    const run = await scene.start({ url: between.url, key: sandbox.key, folders: [folder] });
    await scene.until('the service has it', () => whole, { although: 'calls are under way' });
    const stopped = run.engine.stop(patience);
    await scene.pass(minute, { although: 'calls are under way' });
    late.resolve(undefined);
    await scene.done(stopped, { although: 'calls are under way' });
    expect(run.state('a.pdf')).toBe(state);
  });
});
