/** The failure table, rows about the account: keys, pages and the rate. They stop calls and cost no document an attempt. */
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { FolderSettings } from '../../../electron/core/config/folder-settings.ts';
import { makeFile } from '../../support/make-files.ts';
import { reads } from '../../support/reads.ts';
import { inBetween } from '../support/in-between.ts';
import type { Run } from '../support/run.ts';
import { type SceneSandbox, sandboxOf } from '../support/sandbox.ts';
import { hour, minute, Timeline } from '../support/timeline.ts';

let scene: Timeline;
let sandbox: SceneSandbox;
let key: string;
beforeEach(async () => {
  scene = new Timeline();
  sandbox = await sandboxOf(scene);
  key = sandbox.key;
});
afterEach(() => scene.end());

const names = (count: number, of = 'scan') => Array.from({ length: count }, (_, index) => `${of}${index + 1}.pdf`);
const begin = (folders: readonly FolderSettings[], mode: 'watch' | 'run' = 'watch'): Promise<Run> =>
  scene.start({ url: sandbox.url, key: () => key, folders, mode });

function expectNoAttempts(run: Run): void {
  expect(run.documents().map(({ attempts, possibleDuplicate }) => ({ attempts, possibleDuplicate }))).toEqual(
    run.documents().map(() => ({ attempts: 0, possibleDuplicate: false })),
  );
}

/** Calls that began after the first refusal of the key had come. */
function callsAfterRefusal(run: Run): number {
  const refused = Math.min(...run.calls.filter(({ failure }) => failure?.kind === 'key').map(({ endOrder }) => endOrder ?? 0));
  return run.calls.filter(({ order }) => order > refused).length;
}

describe('401 about the key', () => {
  it.each(['revoked', 'invalid'])(
    '%s: no call begins after it, everything is kept, and a new key resumes all',
    async (reason) => {
      const first = scene.folder('first', sandbox.extraction);
      const second = scene.folder('second', sandbox.extraction);
      await scene.put(first, ...names(25));
      await scene.put(second, ...names(25, 'page'));
      const run = await begin([first, second]);
      await scene.until('some are with the service', () => sandbox.allAccepted().length >= 10);
      if (reason === 'revoked') sandbox.control.revokeKey(sandbox.keys[0]?.id ?? '');
      else key = 'never-was-a-key';
      await scene.put(first, 'late.pdf');
      await scene.until('it was refused', () => run.gate() === 'key');
      const accepted = sandbox.allAccepted().length;
      await scene.pass(40 * minute);
      expect(callsAfterRefusal(run)).toBe(0);
      expect(run.engine.status().gate).toMatchObject({ kind: 'key', reason, message: reads('API key') });
      expect(run.engine.status().balance).toMatchObject({ found: 51, failed: 0, rejected: 0 });
      expect(sandbox.allAccepted()).toHaveLength(accepted);
      expectNoAttempts(run);

      key = sandbox.control.createKey('Second key').key;
      run.engine.lookNow();
      await scene.until('all are delivered', () => run.delivered() === 51, { within: 5 * minute });
      expect(run.gate()).toBe('open');
      expect(sandbox.allAccepted()).toHaveLength(51);
      expectNoAttempts(run);
    },
  );

  it('a refusal of the old key that comes after the new one is there stops nothing', async () => {
    const folder = scene.folder('scans', sandbox.extraction);
    const between = await inBetween(scene, sandbox.url);
    const late = Promise.withResolvers<void>();
    let asked = false;
    between.onAnswer = async ({ path }) => {
      if (asked || !path.endsWith('uploadFiles')) return undefined;
      asked = true;
      await late.promise;
      return undefined;
    };
    sandbox.faults.add('401-revoked,on=uploadFiles,times=1');
    await scene.put(folder, 'a.pdf');
    const run = await scene.start({ url: between.url, key: () => key, folders: [folder] });
    await scene.until('it is under way', () => asked, { although: 'calls are under way' });
    key = sandbox.control.createKey('Second key').key;
    run.engine.keyReplaced();
    late.resolve();
    await scene.until('it is delivered', () => run.delivered() === 1, { within: 5 * minute });
    expect(run.gate()).toBe('open');
    expect(sandbox.accepted('a.pdf')).toBe(1);
  });

  it('many calls are under way when the first is refused: none begins after it', async () => {
    const folder = scene.folder('scans', sandbox.extraction, { batchSize: 1 });
    await scene.put(folder, ...names(40));
    sandbox.faults.add('reset-mid-body,on=uploadFiles,times=2');
    sandbox.faults.add('401-revoked,on=uploadFiles');
    const run = await begin([folder]);
    await scene.until('it was refused', () => run.gate() === 'key');
    await scene.pass(10 * minute);
    expect(callsAfterRefusal(run)).toBe(0);
    expect(run.documents().every(({ state }) => ['waiting', 'unresolved'].includes(state.kind))).toBe(true);
  });

  it('an upload that breaks off after it asks nothing, and is not counted', async () => {
    const proxy = await inBetween(scene, sandbox.url);
    let held = false;
    proxy.onName = ({ fileNames }) => {
      held ||= fileNames.includes('large.pdf');
      return fileNames.includes('large.pdf') ? 'hold' : undefined;
    };
    const folder = scene.folder('scans', sandbox.extraction, { batchSize: 1 });
    await makeFile(join(folder.path, 'large.pdf'), 'large', { size: 16 * 1024 * 1024 });
    const run = await scene.start({ url: proxy.url, key: () => key, folders: [folder] });
    await scene.until('the large one is on its way', () => held, { although: 'calls are under way' });
    sandbox.faults.add('401-revoked');
    await scene.put(folder, 'small.pdf');
    await scene.until('the small one was refused', () => run.gate() === 'key', { although: 'calls are under way' });
    proxy.cutHeld();
    await scene.until('the upload has broken off', () => run.state('large.pdf') === 'waiting');
    await scene.pass(10 * minute);
    expect(callsAfterRefusal(run)).toBe(0);
    expect(run.document('large.pdf').attempts).toBe(0);
  });

  it('the machine sleeps, or its clock is set: still no call begins', async () => {
    const folder = scene.folder('scans', sandbox.extraction);
    await scene.put(folder, 'a.pdf');
    sandbox.faults.add('401-revoked');
    const run = await begin([folder]);
    await scene.until('it was refused', () => run.gate() === 'key');
    const calls = run.calls.length;
    scene.clock.set(8 * hour);
    await scene.pass(5 * minute);
    scene.clock.set(-9 * hour);
    await scene.pass(10 * minute);
    expect(run.calls).toHaveLength(calls);
  });

  it('a run ends and says what is wrong; a run with a good key does the rest', async () => {
    const folder = scene.folder('scans', sandbox.extraction);
    await scene.put(folder, ...names(3));
    key = 'wrong';
    const run = await begin([folder], 'run');
    expect(await run.ending()).toMatchObject({ kind: 'halted', message: reads('Invalid API key') });
    expect(run.documents().every(({ state }) => state.kind === 'waiting')).toBe(true);
    await run.end();
    ({ key } = sandbox);
    const next = await begin([folder], 'run');
    expect(await next.ending()).toEqual({ kind: 'done' });
    expect(next.delivered()).toBe(3);
  });

  it('unclear wording: one call an hour finds out', async () => {
    const folder = scene.folder('scans', sandbox.extraction);
    await scene.put(folder, ...names(12));
    const added = sandbox.faults.add('401-unclear');
    const run = await begin([folder]);
    await scene.until('it was refused', () => run.gate() === 'key');
    const calls = run.calls.length;
    await scene.pass(2 * hour + minute);
    expect(run.calls.length - calls).toBe(2);
    sandbox.faults.remove(added.id);
    await scene.until('all are delivered', () => run.delivered() === 12, { within: hour + 5 * minute, coarse: true });
    expectNoAttempts(run);
  });
});

it('401 of unclear wording, an hour on, and no connection: one call at a time finds out, after pauses', async () => {
  const folder = scene.folder('scans', sandbox.extraction, { batchSize: 1 });
  await scene.put(folder, ...names(12));
  sandbox.faults.add('401-unclear');
  const run = await begin([folder]);
  await scene.until('it was refused', () => run.gate() === 'key');
  await sandbox.unplug();
  const calls = run.calls.length;
  await scene.pass(hour + minute);
  expect(run.calls.length - calls).toBeLessThan(8);
  expectNoAttempts(run);
});

describe('403', () => {
  it('out of pages: uploads stop, polling goes on, and uploads are tried each hour and when asked', async () => {
    sandbox.control.setPages(10);
    const folder = scene.folder('scans', sandbox.extraction);
    await scene.put(folder, ...names(30));
    const run = await begin([folder]);
    await scene.until('it is said', () => run.gate() === 'forbidden');
    await scene.until('what was paid for is delivered', () => run.delivered() === 10, { within: 30_000 });
    expect(run.engine.status().gate).toMatchObject({ reason: 'pages', message: reads('Out of pages') });
    expect(run.polls().length).toBeGreaterThan(0);
    const uploads = run.uploads().length;
    await scene.pass(2 * hour + minute);
    expect(run.uploads().length - uploads).toBe(2);
    expectNoAttempts(run);

    run.engine.lookNow();
    await scene.until('it was tried', () => run.uploads().length - uploads === 3);
    sandbox.control.setPages(1_000);
    run.engine.lookNow();
    await scene.until('all are delivered', () => run.delivered() === 30, { within: 5 * minute });
    expect(sandbox.allAccepted()).toHaveLength(30);
    expectNoAttempts(run);
  });

  it('pages come back: the hourly try finds out by itself', async () => {
    sandbox.control.setPages(0);
    const folder = scene.folder('scans', sandbox.extraction);
    await scene.put(folder, 'a.pdf');
    const run = await begin([folder]);
    await scene.until('it is said', () => run.gate() === 'forbidden');
    sandbox.control.setPages(5);
    await scene.until('it is delivered', () => run.delivered() === 1, { within: hour + minute, coarse: true });
  });

  it('revoked: says which; new documents are taken in and wait', async () => {
    const folder = scene.folder('scans', sandbox.extraction);
    sandbox.control.revokeKey(sandbox.keys[0]?.id ?? '', 403);
    await scene.put(folder, 'a.pdf');
    const run = await begin([folder]);
    await scene.until('it is said', () => run.gate() === 'forbidden');
    expect(run.engine.status().gate).toMatchObject({ reason: 'revoked', message: reads('revoked') });
    await scene.put(folder, 'b.pdf');
    await scene.until('it is taken in', () => run.has('b.pdf') && run.state('b.pdf') === 'waiting');
    expect(run.uploads()).toHaveLength(0);
  });

  it('a connection that fails meanwhile does not make it forgotten: uploads still wait for their hour', async () => {
    sandbox.control.setPages(1);
    const folder = scene.folder('scans', sandbox.extraction, { batchSize: 1 });
    await scene.put(folder, 'a.pdf', 'b.pdf');
    const run = await begin([folder]);
    await scene.until('it is said', () => run.gate() === 'forbidden');
    const uploads = run.uploads().length;
    sandbox.faults.add('portal,on=polls,times=2');
    await scene.until('the first is delivered', () => run.delivered() === 1);
    await scene.pass(30 * minute);
    expect(run.uploads()).toHaveLength(uploads);
  });
});

describe('429, and a 401 that means the rate', () => {
  it.each([
    ['429:90', 90_000],
    ['429-date:90', 88_000],
    ['429:none', 250],
    ['401-rate', 250],
  ])('%s: no call begins before its time; the rate is halved, which shows, and is slowly restored', async (fault, wait) => {
    const folder = scene.folder('scans', sandbox.extraction);
    await scene.put(folder, ...names(12));
    sandbox.faults.add(`${fault},on=uploads,times=1`);
    const run = await begin([folder]);
    const full = run.engine.status().requestsPerSecond;
    await scene.until('it was said', () => run.gate() === 'rate');
    const refused = run.calls.find(({ failure }) => failure?.kind === 'rate');
    const slowed = run.engine.status().requestsPerSecond;
    expect(slowed).toBeLessThanOrEqual(full / 2);
    await scene.until('calls may go on', () => run.gate() !== 'rate', { within: 5 * minute });
    expect(run.engine.status().requestsPerSecond).toBeLessThan(full / 2);
    await scene.until('all are delivered', () => run.delivered() === 12, { within: 15 * minute });
    const later = run.calls.filter(({ at }) => at > (refused?.endedAt ?? 0));
    expect((later[0]?.at ?? 0) - (refused?.endedAt ?? 0)).toBeGreaterThanOrEqual(wait);
    expectNoAttempts(run);
    expect(sandbox.allAccepted()).toHaveLength(12);
    expect(run.engine.status().requestsPerSecond).toBeGreaterThan(slowed);
    await scene.pass(20 * minute);
    expect(run.engine.status().requestsPerSecond).toBe(full);
  });

  it('again and again without Retry-After: the pauses grow', async () => {
    const folder = scene.folder('scans', sandbox.extraction);
    await scene.put(folder, 'a.pdf');
    sandbox.faults.add('429:none,on=uploads,times=6');
    const run = await begin([folder], 'run');
    expect(await run.ending()).toEqual({ kind: 'done' });
    const times = run.uploads().map(({ at }) => at);
    expect(times).toHaveLength(7);
    const pauses = times.slice(1).map((at, index) => at - (times[index] ?? 0));
    expect(pauses).toEqual(pauses.toSorted((a, b) => a - b));
    expect(pauses.at(-1)).toBeGreaterThan(10 * (pauses[0] ?? 0));
    expectNoAttempts(run);
  });

  it('said while a free call goes before an upload that tries a route: the upload waits too', async () => {
    await sandbox.close();
    sandbox = await sandboxOf(scene, { delays: { queued: 10 * minute, processing: 0 } });
    ({ key } = sandbox);
    const between = await inBetween(scene, sandbox.url);
    const folder = scene.folder('scans', sandbox.extraction);
    await scene.put(folder, 'a.pdf');
    const run = await scene.start({ url: between.url, key: () => key, folders: [folder] });
    await scene.until('the first is polled', () => run.polls().length > 0);
    sandbox.faults.add('status:503,on=uploads,times=1');
    await scene.put(folder, 'b.pdf');
    await scene.until('its folder is paused', () => run.engine.status().folders[0]?.health.kind === 'paused');
    const late = Promise.withResolvers<void>();
    let isTried = false;
    between.onAnswer = async ({ path }) => {
      if (!path.endsWith('viewExtraction')) return undefined;
      isTried = true;
      await late.promise;
      return undefined;
    };
    await scene.until('the route is tried', () => isTried, { although: 'calls are under way' });
    const tooMany = { status: 429, body: { error: 'Too many requests.' }, headers: { 'retry-after': '90' } };
    between.onWhole = ({ path }) => (path.includes('getBatchResults') ? tooMany : undefined);
    await scene.until('it was said', () => run.gate() === 'rate', { although: 'calls are under way' });
    between.onWhole = () => undefined;
    late.resolve();
    await scene.until('both are delivered', () => run.delivered() === 2, { within: 15 * minute });
    const { endOrder = 0, endedAt = 0 } = run.calls.find(({ failure }) => failure?.kind === 'rate') ?? {};
    expect(run.calls.filter(({ at, order }) => order > endOrder && at < endedAt + 90_000)).toEqual([]);
  });

  it('on polls: the same budget for all', async () => {
    const folder = scene.folder('scans', sandbox.extraction, { batchSize: 1 });
    await scene.put(folder, ...names(8));
    sandbox.faults.add('429:60,on=polls,times=1');
    const run = await begin([folder]);
    await scene.until('it was said', () => run.gate() === 'rate');
    const refused = run.calls.find(({ failure }) => failure?.kind === 'rate')?.endedAt ?? 0;
    await scene.put(folder, 'late.pdf');
    await scene.until('all are delivered', () => run.delivered() === 9, { within: 15 * minute });
    expect(run.calls.filter(({ at }) => at > refused && at < refused + 60_000)).toEqual([]);
  });
});
