/** Folders that vanish, watchers that fail, clocks that jump: nothing is forgotten, and nothing is taken for gone that is not. */
import { mkdirSync, renameSync, rmdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { setImmediate as eventLoopTurn } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { FolderSettings } from '../../../electron/core/config/folder-settings.ts';
import type { Watcher } from '../../../electron/engine/ports.ts';
import { reads } from '../../support/reads.ts';
import type { Run, RunOptions } from '../support/run.ts';
import { type SceneSandbox, sandboxOf } from '../support/sandbox.ts';
import { hour, minute, Timeline } from '../support/timeline.ts';

let scene: Timeline;
let sandbox: SceneSandbox;
beforeEach(async () => {
  scene = new Timeline();
  sandbox = await sandboxOf(scene);
});
afterEach(() => scene.end());

/** So that only a hint, or a look that something gave reason for, can have found a file. */
const noRescan = { rescanMs: 1_000 * hour };
const begin = (folder: FolderSettings, options: Partial<RunOptions> = {}): Promise<Run> =>
  scene.start({ url: sandbox.url, key: sandbox.key, folders: [folder], ...options });
const health = (run: Run) => run.engine.status().folders[0]?.health;
const delivered = (run: Run, count: number, within = hour) =>
  scene.until(`${count} are delivered`, () => run.delivered() === count, { within });

/** A watcher that the test speaks through. */
function toldWatcher(by: 'events' | 'polling' = 'events') {
  const watched: { hint: (directory: string) => void; trouble: (message: string) => void }[] = [];
  const watcher: Watcher = {
    watch(_, hint, trouble) {
      watched.push({ hint, trouble });
      return { by, close: async () => {} };
    },
  };
  return { watcher, watched };
}

describe('what the watcher reports', () => {
  it.each([
    "ENOSPC: System limit for number of file watchers reached, watch '/scans/2026'",
    'EMFILE: too many open files, watch',
    'the queue of events overflowed',
  ])('trouble (%s) is reported, and the folder is scanned every few seconds', async (message) => {
    const { watcher, watched } = toldWatcher();
    const folder = scene.folder('scans', sandbox.extraction);
    const run = await begin(folder, { watcher, limits: noRescan });
    await scene.until('it watches', () => health(run)?.kind === 'watching');
    expect(health(run)).toEqual({ kind: 'watching', by: 'events' });
    await scene.put(folder, 'missed/a.pdf');
    await scene.pass(10 * minute);
    expect(run.documents()).toEqual([]);

    watched[0]?.trouble(message);
    await delivered(run, 1, minute);
    expect(health(run)).toEqual({ kind: 'watching', by: 'polling' });
    expect(run.notices).toContainEqual({ kind: 'folder', path: folder.path, health: { kind: 'watching', by: 'polling' } });
    expect(run.log).toContainEqual(expect.objectContaining({ level: 'warn', details: expect.objectContaining({ message }) }));
    await scene.put(folder, 'later/b.pdf');
    await scene.until('it is found', () => run.has('later/b.pdf'), { within: 6_000 });
  });

  it('a folder whose changes the system does not report is polled', async () => {
    const { watcher } = toldWatcher('polling');
    const folder = scene.folder('scans', sandbox.extraction);
    const run = await begin(folder, { watcher });
    await scene.until('it watches', () => health(run)?.kind === 'watching');
    expect(health(run)).toEqual({ kind: 'watching', by: 'polling' });
    await scene.put(folder, 'a.pdf');
    await scene.until('it is found', () => run.has('a.pdf'), { within: 6_000 });
  });

  it('a burst of hints wakes only the stage that scans', async () => {
    const { watcher, watched } = toldWatcher();
    const folder = scene.folder('scans', sandbox.extraction);
    const run = await begin(folder, { watcher, limits: noRescan });
    await scene.until('it watches', () => health(run)?.kind === 'watching');
    const askedToDeliver = vi.spyOn(run.ledger.documents, 'toDeliver');
    for (let count = 0; count < 100; count += 1) {
      watched[0]?.hint(folder.path);
      await eventLoopTurn();
    }
    expect(askedToDeliver.mock.calls.length).toBeLessThan(10);
    await scene.put(folder, 'a.pdf');
    watched[0]?.hint(folder.path);
    await delivered(run, 1);
  });

  it('what the first scan of a slow disk has found is sent while it goes on', async () => {
    const { watcher } = toldWatcher();
    const folder = scene.folder('scans', sandbox.extraction);
    const names = Array.from({ length: 20 }, (_, index) => `${index}/a.pdf`);
    await scene.put(folder, ...names);
    // Four directories are listed at once.
    const run = await begin(folder, { watcher, listingMs: 4_000 });
    await scene.until('one is delivered', () => run.delivered() > 0, { within: minute });
    expect(health(run)?.kind).not.toBe('watching');
    await delivered(run, names.length);
  });

  it('a hint that never comes costs a few minutes, not the document', async () => {
    const { watcher } = toldWatcher();
    const folder = scene.folder('scans', sandbox.extraction);
    const run = await begin(folder, { watcher });
    await scene.until('it watches', () => health(run)?.kind === 'watching');
    await scene.put(folder, 'a.pdf');
    await delivered(run, 1, 6 * minute);
  });

  it('a hint from outside the folder, or from a part that is not watched, is harmless', async () => {
    const { watcher, watched } = toldWatcher();
    const folder = scene.folder('scans', sandbox.extraction);
    const run = await begin(folder, { watcher });
    await scene.until('it watches', () => health(run)?.kind === 'watching');
    await scene.put({ path: scene.root }, 'outside.pdf', 'scans/.hidden/a.pdf');
    for (const directory of ['', 'scans/.hidden', 'scans-other', 'scans/../..']) watched[0]?.hint(join(scene.root, directory));
    await scene.pass(10 * minute);
    expect(run.documents()).toEqual([]);
  });
});

describe('a folder that goes away', () => {
  it('renamed away and back: unreachable meanwhile, nothing is gone, and it is watched again', async () => {
    const folder = scene.folder('scans', sandbox.extraction);
    await scene.put(folder, 'a.pdf', 'sub/b.pdf');
    const run = await begin(folder, { limits: noRescan });
    await delivered(run, 2);
    renameSync(folder.path, `${folder.path}-away`);
    await scene.until('it is unreachable', () => health(run)?.kind === 'unreachable', { within: 100 * hour });
    expect(health(run)).toHaveProperty('message', reads('is not there'));
    await scene.pass(15 * minute);
    expect(run.documents().map(({ state }) => state.kind)).toEqual(['processed', 'processed']);

    renameSync(`${folder.path}-away`, folder.path);
    await scene.until('it is back', () => health(run)?.kind === 'watching', { within: minute });
    await scene.put(folder, 'sub/c.pdf');
    await delivered(run, 3, 100 * hour);
    expect(sandbox.allAccepted()).toHaveLength(3);
    expect(run.documents()).toHaveLength(3);
  });

  it('renamed away and back before anyone looked: later changes are still noticed', async () => {
    const folder = scene.folder('scans', sandbox.extraction);
    await scene.put(folder, 'a.pdf');
    const run = await begin(folder, { limits: noRescan });
    await delivered(run, 1);
    renameSync(folder.path, `${folder.path}-away`);
    renameSync(`${folder.path}-away`, folder.path);
    await scene.put(folder, 'b.pdf');
    await delivered(run, 2, 100 * hour);
    await scene.put(folder, 'c.pdf');
    await delivered(run, 3, 100 * hour);
  });

  it('a subfolder renamed away and back: a rename is not a new document', async () => {
    const folder = scene.folder('scans', sandbox.extraction);
    await scene.put(folder, '2026/a.pdf', '2026/b.pdf');
    const run = await begin(folder);
    await delivered(run, 2);
    renameSync(join(folder.path, '2026'), join(folder.path, 'done'));
    await scene.until('it is seen', () => run.has('done/a.pdf') && run.has('done/b.pdf'));
    renameSync(join(folder.path, 'done'), join(folder.path, '2026'));
    await scene.until('it is seen', () => run.has('2026/a.pdf') && run.has('2026/b.pdf'));
    await scene.pass(10 * minute);
    expect(run.documents()).toHaveLength(2);
    expect(run.engine.status().balance).toMatchObject({ found: 2, delivered: 2 });
    expect(sandbox.allAccepted()).toHaveLength(2);
  });

  it('unmounted: an empty mount point is unreachable, nothing is gone, results wait for the folder', async () => {
    const folder = scene.folder('scans', sandbox.extraction);
    await scene.put(folder, 'a.pdf', 'sub/b.pdf');
    const run = await begin(folder);
    await delivered(run, 2);
    await scene.put(folder, 'c.pdf');
    await scene.until('it is with the service', () => sandbox.accepted('c.pdf') === 1);
    renameSync(folder.path, `${folder.path}-share`);
    mkdirSync(folder.path);
    await scene.until('it is unreachable', () => health(run)?.kind === 'unreachable');
    expect(health(run)).toHaveProperty('message', reads('not connected'));
    await scene.pass(10 * minute);
    expect(run.engine.status().balance).toMatchObject({ found: 3, delivered: 2, moving: 1, gone: 0 });
    expect(scene.names(folder)).toEqual([]);

    rmdirSync(folder.path);
    renameSync(`${folder.path}-share`, folder.path);
    await delivered(run, 3, 2 * minute);
    expect(scene.resultOf(folder, 'c.pdf')).toMatchObject({ status: 'processed' });
    expect(sandbox.allAccepted()).toHaveLength(3);
  });

  it('not there yet at the start: it is watched once it is there, and old files in it are left alone as ever', async () => {
    const folder = scene.folder('scans', sandbox.extraction, { existing: 'skip' });
    await scene.put(folder, 'old.pdf');
    renameSync(folder.path, `${folder.path}-share`);
    await scene.pass(minute);
    const run = await begin(folder);
    await scene.until('it is unreachable', () => health(run)?.kind === 'unreachable');
    renameSync(`${folder.path}-share`, folder.path);
    await scene.until('it is watched', () => health(run)?.kind === 'watching');
    await scene.put(folder, 'new.pdf');
    await delivered(run, 1);
    expect(sandbox.allAccepted()).toEqual(['new.pdf']);
  });

  it('unmounted while Intray does not run: the next start says so and forgets nothing', async () => {
    const folder = scene.folder('scans', sandbox.extraction);
    await scene.put(folder, 'a.pdf');
    const run = await begin(folder);
    await delivered(run, 1);
    await run.end();
    renameSync(folder.path, `${folder.path}-share`);
    mkdirSync(folder.path);
    const next = await begin(folder);
    await scene.until('it is unreachable', () => health(next)?.kind === 'unreachable');
    expect(next.state('a.pdf')).toBe('processed');
    rmdirSync(folder.path);
    renameSync(`${folder.path}-share`, folder.path);
    await scene.put(folder, 'b.pdf');
    await delivered(next, 2, minute);
    expect(next.documents()).toHaveLength(2);
  });

  it('emptied by a person: that is no unmounted share, and what waited is gone', async () => {
    const folder = scene.folder('scans', sandbox.extraction);
    await scene.put(folder, 'a.pdf');
    sandbox.faults.add('status:404,on=uploadFiles');
    const run = await begin(folder);
    await scene.until('it waits', () => run.has('a.pdf') && run.state('a.pdf') === 'waiting' && health(run)?.kind === 'paused');
    rmSync(join(folder.path, 'a.pdf'));
    await scene.until('it is gone', () => run.state('a.pdf') === 'gone');
    expect(run.engine.status().balance).toMatchObject({ found: 1, gone: 1 });
  });
});

describe('permission', () => {
  it.each(['', 'sub'])(
    'to read "%s" is lost and restored: nothing is gone, and what came meanwhile is found',
    async (directory) => {
      const folder = scene.folder('scans', sandbox.extraction);
      await scene.put(folder, 'a.pdf', 'sub/b.pdf');
      const run = await begin(folder);
      await delivered(run, 2);
      const closed = join(folder.path, directory);
      // As the system does: what lies in a closed directory cannot even be looked at by its name.
      run.refuse = (operation, path) =>
        (operation === 'list' && path.startsWith(closed)) || (operation === 'stat' && path.startsWith(join(closed, '/')))
          ? 'denied'
          : undefined;
      await scene.put(folder, 'sub/c.pdf');
      await scene.pass(15 * minute);
      if (directory === '') expect(health(run)).toMatchObject({ kind: 'unreachable', message: reads('Intray may not read') });
      expect(run.engine.status().balance).toMatchObject({ found: 2, gone: 0 });
      run.refuse = () => undefined;
      await delivered(run, 3, 6 * minute);
      expect(run.documents()).toHaveLength(3);
    },
  );
});

describe('the clock', () => {
  it.each([
    ['is set back an hour', -hour],
    ['jumps by the eight hours that the machine slept', 8 * hour],
  ])('%s: everything under way goes on within seconds', async (_, jump) => {
    const folder = scene.folder('scans', sandbox.extraction, { settleSeconds: 5 });
    await scene.put(folder, 'sent.pdf');
    const run = await begin(folder);
    await scene.until('it is with the service', () => sandbox.accepted('sent.pdf') === 1);
    await scene.put(folder, 'settling.pdf');
    await scene.until('it settles', () => run.has('settling.pdf'));
    const jumpedAt = scene.clock.elapsed;
    scene.clock.set(jump);
    await scene.put(folder, 'later.pdf');
    await delivered(run, 3, 2 * minute);
    // How long it has been unchanged is no longer known.
    const sent = run.uploads().find(({ fileNames }) => fileNames?.includes('settling.pdf') === true);
    expect(sent?.at).toBeGreaterThanOrEqual(jumpedAt + 5_000);
    expect(sandbox.allAccepted()).toHaveLength(3);
    expect(run.documents().every(({ attempts }) => attempts === 0)).toBe(true);
    const times = run.polls().map(({ at, batchId }) => ({ at, batchId }));
    for (const { at, batchId } of times) {
      expect(times.filter((other) => other.batchId === batchId && other.at > at && other.at < at + 2_000)).toEqual([]);
    }
  });

  it('wakes from eight hours of sleep with a network that is not there yet', async () => {
    const { watcher } = toldWatcher();
    const folder = scene.folder('scans', sandbox.extraction);
    const run = await begin(folder, { watcher, limits: noRescan });
    await scene.until('it watches', () => health(run)?.kind === 'watching');
    await sandbox.unplug();
    await scene.put(folder, 'a.pdf');
    scene.clock.set(8 * hour);
    await scene.until('it was found by looking', () => run.has('a.pdf'), { within: minute });
    await scene.until('it is offline', () => run.gate() === 'offline');
    await sandbox.plugIn();
    await delivered(run, 1, 2 * minute);
  });

  it('is set back while Intray does not run: what waited to be tried again is tried at once', async () => {
    const folder = scene.folder('scans', sandbox.extraction);
    await scene.put(folder, 'a.pdf');
    sandbox.faults.add('status:503,on=uploadFiles,times=1');
    const run = await begin(folder);
    const isTried = () => run.calls.some(({ failure }) => failure !== undefined) && run.state('a.pdf') === 'waiting';
    await scene.until('it waits for another try', isTried);
    await run.end();
    scene.clock.set(-5 * hour);
    await delivered(await begin(folder), 1, 5 * minute);
  });

  it('is set back while a pause asked for by the service lasts: it ends all the same', async () => {
    const folder = scene.folder('scans', sandbox.extraction);
    await scene.put(folder, 'a.pdf');
    sandbox.faults.add('429:30,on=uploads,times=1');
    const run = await begin(folder);
    await scene.until('it was asked to wait', () => run.gate() === 'rate');
    scene.clock.set(-5 * hour);
    await delivered(run, 1, 5 * minute);
  });
});
