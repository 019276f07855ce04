/** Shares and drives that are mounted late, swapped or taken away: what is old stays where it is, what is new is found. */
import { execFileSync, spawnSync } from 'node:child_process';
import { renameSync, statSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { FolderSettings } from '../../../electron/core/config/folder-settings.ts';
import { isHeldAs } from '../../../electron/core/document/states.ts';
import type { Watcher } from '../../../electron/engine/ports.ts';
import { createWatcher } from '../../../electron/engine/watch/watcher.ts';
import { reads } from '../../support/reads.ts';
import type { Run, RunOptions } from '../support/run.ts';
import { type SceneSandbox, sandboxOf } from '../support/sandbox.ts';
import { hour, minute, Timeline } from '../support/timeline.ts';

let scene: Timeline;
let sandbox: SceneSandbox;
let mounted: string;
beforeEach(async () => {
  scene = new Timeline();
  sandbox = await sandboxOf(scene);
  mounted = 'disk';
});
afterEach(() => scene.end());

const skip = () => scene.folder('scans', sandbox.extraction, { existing: 'skip' });
const begin = (folder: FolderSettings, options: Partial<RunOptions> = {}): Promise<Run> =>
  scene.start({ url: sandbox.url, key: sandbox.key, folders: [folder], volume: () => mounted, ...options });
async function beginWatched(folder: FolderSettings, options: Partial<RunOptions> = {}): Promise<Run> {
  const run = await begin(folder, options);
  await watched(run);
  return run;
}
const health = (run: Run) => run.engine.status().folders[0]?.health;
const watched = (run: Run) => scene.until('it is watched', () => health(run)?.kind === 'watching');
const delivered = (run: Run, count: number) => scene.until(`${count} are delivered`, () => run.delivered() === count);
/** The machine has several directories for what is mounted: this one is now at the folder's path. */
function mount(folder: FolderSettings, share: string): void {
  renameSync(folder.path, `${folder.path}-${mounted}`);
  renameSync(join(scene.root, `scans-${share}`), folder.path);
  mounted = share;
}

/** A file was written then, ms since the epoch. */
function setTime({ path }: Pick<FolderSettings, 'path'>, name: string, at: number): void {
  utimesSync(join(path, name), at / 1_000, at / 1_000);
}

/** A watcher that learns of nothing but mounts, and that by itself. */
function toldWatcher() {
  const watches: { readonly onMount: () => void; readonly by: string; closed: boolean }[] = [];
  const watcher: Watcher = {
    watch(_, _onHint, _onTrouble, onMount) {
      const by = mounted === 'nas' ? 'polling' : 'events';
      const watch = { onMount, by, closed: false };
      watches.push(watch);
      return {
        by,
        async close() {
          watch.closed = true;
        },
      };
    },
  };
  return { watcher, watches };
}

const share = (name: string) => ({ path: scene.directory(`scans-${name}`) });

describe('a folder that leaves alone what is there', () => {
  it('first seen as an empty mount point: what is old on the share that is mounted later is not sent', async () => {
    await scene.put(share('nas'), 'old.pdf', '2024/older.pdf');
    await scene.pass(minute);
    const folder = skip();
    const run = await beginWatched(folder);
    mount(folder, 'nas');
    await scene.pass(10 * minute);
    await scene.put(folder, 'new.pdf');
    await delivered(run, 1);
    expect(sandbox.allAccepted()).toEqual(['new.pdf']);
    expect(run.documents()).toHaveLength(1);
  });

  it('first seen as an empty mount point, and mounted before the next start', async () => {
    await scene.put(share('nas'), 'old.pdf');
    await scene.pass(minute);
    const folder = skip();
    const run = await beginWatched(folder);
    await run.end();
    mount(folder, 'nas');
    const next = await begin(folder);
    await scene.pass(10 * minute);
    await scene.put(folder, 'new.pdf');
    await delivered(next, 1);
    expect(sandbox.allAccepted()).toEqual(['new.pdf']);
  });

  it('another volume in its place: neither its old files nor, later, those of the first are sent, whatever their names', async () => {
    await scene.put(share('other'), 'a.pdf', 'b.pdf');
    const folder = skip();
    await scene.put(folder, 'a.pdf', 'c.pdf');
    writeFileSync(join(folder.path, 'a.pdf'), 'another a.pdf');
    await scene.pass(minute);
    const run = await beginWatched(folder);
    await scene.put(folder, 'new.pdf');
    await delivered(run, 1);
    for (const next of ['other', 'disk', 'other']) {
      mount(folder, next);
      await scene.pass(10 * minute);
    }
    await scene.put(folder, 'later.pdf');
    await delivered(run, 2);
    mount(folder, 'disk');
    await scene.pass(10 * minute);
    expect(sandbox.allAccepted()).toEqual(['new.pdf', 'later.pdf']);
  });

  it('a disk with only a device’s name is another one if its root is, and the same as an earlier version noted it', async () => {
    const folder = skip();
    const restarted = async (volume: string, before?: Run) => {
      await before?.end();
      await scene.put(folder, `${volume.at(-1)}.pdf`);
      utimesSync(join(folder.path, `${volume.at(-1)}.pdf`), 1, 1);
      return begin(folder, { volume: () => volume });
    };
    const first = await beginWatched(folder, { volume: () => 'ext4 /dev/sdb1 /' });
    const second = await restarted('ext4 /dev/sdb1 / born 1', first);
    await delivered(second, 1);
    const third = await restarted('ext4 /dev/sdb1 / born 2', second);
    await watched(third);
    await scene.put(folder, 'new.pdf');
    await delivered(third, 2);
    expect(sandbox.allAccepted()).toEqual(['1.pdf', 'new.pdf']);
  });

  it('a document that waited is gone with its volume, and an old file of its name is not sent in its stead', async () => {
    await scene.put(share('other'), 'scan0001.pdf');
    await scene.pass(minute);
    const folder = skip();
    sandbox.faults.add('status:404,on=uploadFiles');
    const { watcher, watches } = toldWatcher();
    const run = await beginWatched(folder, { watcher });
    await scene.put(folder, 'scan0001.pdf');
    await scene.until('it waits', () => run.has('scan0001.pdf') && run.state('scan0001.pdf') === 'waiting');
    mount(folder, 'other');
    watches[0]?.onMount();
    await scene.until('it is gone', () => run.state('scan0001.pdf') === 'gone');
    expect(run.documents()).toHaveLength(1);
    expect(sandbox.allAccepted()).toEqual([]);
  });

  it('a document is gone whose volume is swapped while it settles, before anybody noticed', async () => {
    await scene.put(share('other'), 'scan0001.pdf');
    await scene.pass(minute);
    const folder = { ...skip(), settleSeconds: 60 };
    const run = await beginWatched(folder, { watcher: toldWatcher().watcher, limits: { rescanMs: hour } });
    await scene.put(folder, 'scan0001.pdf');
    run.engine.lookNow();
    await scene.until('it settles', () => run.has('scan0001.pdf'));
    mount(folder, 'other');
    await scene.until('it is gone', () => run.state('scan0001.pdf') === 'gone');
    await scene.pass(10 * minute);
    expect(sandbox.allAccepted()).toEqual([]);
  });

  it.each([0, hour])('a document is sent once its volume is back, though its time is old and moved by %i ms', async (moved) => {
    await scene.put(share('other'), 'old.pdf');
    await scene.pass(minute);
    const folder = { ...skip(), settleSeconds: 60 };
    const run = await beginWatched(folder, { watcher: toldWatcher().watcher });
    await scene.put(folder, 'copied.pdf');
    const yesterday = scene.clock.now() - 24 * hour;
    setTime(folder, 'copied.pdf', yesterday);
    run.engine.lookNow();
    await scene.until('it settles', () => run.has('copied.pdf'));
    mount(folder, 'other');
    await scene.until('it is gone', () => run.state('copied.pdf') === 'gone');
    mount(folder, 'disk');
    setTime(folder, 'copied.pdf', yesterday + moved);
    await delivered(run, 1);
    expect(sandbox.allAccepted()).toEqual(['copied.pdf']);
  });

  it('a document that settles is sent when its volume has another number, and all its times have moved by an hour', async () => {
    const folder = { ...skip(), settleSeconds: 60 };
    const run = await beginWatched(folder, { watcher: toldWatcher().watcher });
    await scene.put(folder, 'new.pdf');
    run.engine.lookNow();
    await scene.until('it settles', () => run.has('new.pdf'));
    mounted = 'disk again';
    setTime(folder, 'new.pdf', statSync(join(folder.path, 'new.pdf')).mtimeMs - hour);
    run.engine.lookNow();
    await delivered(run, 1);
    expect(sandbox.allAccepted()).toEqual(['new.pdf']);
  });

  it('the clock is set back and a share is mounted: only what comes to it before it is looked at is new', async () => {
    await scene.put(share('nas'), 'old.pdf');
    const folder = skip();
    setTime({ path: `${folder.path}-nas` }, 'old.pdf', scene.clock.now() - minute);
    const run = await beginWatched(folder, { watcher: toldWatcher().watcher, limits: { rescanMs: 10 * hour } });
    scene.clock.set(-hour);
    await scene.pass(minute);
    mount(folder, 'nas');
    await scene.put(folder, 'new.pdf');
    setTime(folder, 'new.pdf', scene.clock.now());
    run.engine.lookNow();
    await delivered(run, 1);
    await scene.pass(10 * minute);
    expect(sandbox.allAccepted()).toEqual(['new.pdf']);
  });

  it('a file that was asked about is asked about again once its volume is back, though its time is old', async () => {
    await scene.put(share('other'), 'other.pdf');
    const folder = skip();
    await scene.put(folder, 'old.pdf');
    setTime(folder, 'old.pdf', scene.clock.now() - 60 * minute);
    const run = await beginWatched(folder);
    setTime(folder, 'old.pdf', scene.clock.now() - 20 * minute);
    run.engine.lookNow();
    const isHeld = () => run.documents().some(({ path, state }) => path === 'old.pdf' && isHeldAs(state, 'asked'));
    await scene.until('it is asked about', isHeld);
    mount(folder, 'other');
    run.engine.lookNow();
    await scene.until('it is away', () => !isHeld());
    mount(folder, 'disk');
    run.engine.lookNow();
    await scene.until('it is asked about again', isHeld);
    run.engine.answerQuestion(1, 'send');
    await scene.until('it is delivered', () => run.has('old.pdf') && run.document('old.pdf').delivery.kind === 'done');
  });

  it('unmounted, with a hidden file in the mount point: nothing is gone, and nothing is sent once it is back', async () => {
    writeFileSync(join(share('point').path, '.DS_Store'), 'hidden');
    const folder = skip();
    await scene.put(folder, 'old.pdf');
    await scene.pass(minute);
    const run = await beginWatched(folder);
    mount(folder, 'point');
    await scene.until('it is unreachable', () => health(run)?.kind === 'unreachable');
    expect(health(run)).toHaveProperty('message', reads('not connected'));
    mount(folder, 'disk');
    await watched(run);
    await scene.pass(10 * minute);
    expect(sandbox.allAccepted()).toEqual([]);
  });

  it('a volume that is mounted in the middle of a scan is scanned anew', async () => {
    await scene.put(share('nas'), 'old.pdf');
    await scene.pass(minute);
    const folder = skip();
    const run = await beginWatched(folder);
    run.refuse = (operation, path) => {
      if (operation === 'list' && path === folder.path && mounted === 'disk') mount(folder, 'nas');
      return undefined;
    };
    await scene.until('it was looked at', () => mounted === 'nas');
    await watched(run);
    await scene.pass(10 * minute);
    expect(run.documents()).toEqual([]);
  });
});

it('a review of what was filed away reaches it once the share is back that has left an empty mount point', async () => {
  share('point');
  const folder = scene.folder('scans', sandbox.extraction, { fileAway: { kind: 'move', to: 'Processed' } });
  await scene.put(folder, 'a.pdf');
  const run = await begin(folder);
  await delivered(run, 1);
  mount(folder, 'point');
  run.engine.lookNow();
  await scene.pass(minute);
  expect(
    run.engine.act(run.document('Processed/a.pdf').id, { kind: 'confirm', corrections: { total: '12.00' } }, 'Anna'),
  ).toMatchObject({ ok: true });
  await scene.pass(10 * minute);
  mount(folder, 'disk');
  await scene.until('it is written', () => run.document('Processed/a.pdf').delivery.kind === 'done');
  expect(scene.resultOf(folder, 'Processed/a.pdf')).toMatchObject({ extracted_data: { total: '12.00' } });
});

it('what becomes a share is polled from then on, and looked at at once', async () => {
  await scene.put(share('nas'), 'there.pdf');
  const { watcher, watches } = toldWatcher();
  const folder = scene.folder('scans', sandbox.extraction);
  const run = await beginWatched(folder, { watcher, limits: { rescanMs: 1_000 * hour } });
  mount(folder, 'nas');
  watches[0]?.onMount();
  await scene.until('it is found', () => run.has('there.pdf'), { within: 6_000 });
  expect(watches).toMatchObject([
    { by: 'events', closed: true },
    { by: 'polling', closed: false },
  ]);
  await scene.until('it is polled', () => health(run)?.kind === 'watching');
  expect(health(run)).toEqual({ kind: 'watching', by: 'polling' });
  await scene.put(folder, 'later.pdf');
  await scene.until('it is found', () => run.has('later.pdf'), { within: 6_000 });
});

const tryCommand = (...command: readonly [string, ...string[]]) => spawnSync(command[0], command.slice(1)).status === 0;
const isUnmounted = (path: string) => tryCommand('umount', path);
/** Only root may mount, and only where the system lets it. */
const canMount = process.platform === 'linux' && tryCommand('unshare', '--mount', 'mount', '-t', 'tmpfs', 'intray', tmpdir());

it.skipIf(!canMount)('a real volume, mounted late and swapped for another', async () => {
  const folder = skip();
  const run = await scene.start({
    ...{ url: sandbox.url, key: sandbox.key, folders: [folder], limits: { rescanMs: 1_000 * hour } },
    watcher: createWatcher(scene.clock.for(scene)),
  });
  await watched(run);
  const mountOld = async (source: string) => {
    execFileSync('mount', ['-t', 'tmpfs', source, folder.path]);
    await scene.put(folder, 'old.pdf');
    utimesSync(join(folder.path, 'old.pdf'), 1, 1);
  };
  try {
    await mountOld('one');
    await scene.pass(10_000);
    await scene.put(folder, 'new.pdf');
    await delivered(run, 1);
    // Directories that were looked at are kept open for an instant.
    await scene.until('it can be unmounted', () => isUnmounted(folder.path));
    await scene.until('it is unreachable', () => health(run)?.kind === 'unreachable', { within: minute });
    await mountOld('other');
    await watched(run);
    await scene.put(folder, 'newer.pdf');
    await delivered(run, 2);
    expect(sandbox.allAccepted()).toEqual(['new.pdf', 'newer.pdf']);
  } finally {
    await run.end();
    execFileSync('umount', ['--lazy', folder.path]);
  }
});
