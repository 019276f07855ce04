/** What of a folder cannot be reached is said, by its path, and a run that has not seen all does not end as if it had. */
import { mkdirSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import type { FolderSettings } from '../../../electron/core/config/folder-settings.ts';
import type { EngineOptions } from '../../../electron/engine/api.ts';
import type { DiskProblemKind } from '../../support/inside/engine.ts';
import { makeBytes } from '../../support/make-files.ts';
import type { Run } from '../support/run.ts';
import { type SceneSandbox, sandboxOf } from '../support/sandbox.ts';
import { minute, Timeline } from '../support/timeline.ts';

let scene: Timeline;
let sandbox: SceneSandbox;
let folder: FolderSettings;
beforeEach(async () => {
  scene = new Timeline();
  sandbox = await sandboxOf(scene);
  folder = scene.folder('scans', sandbox.extraction);
  for (const name of ['open', 'shut']) {
    mkdirSync(join(folder.path, name));
    writeFileSync(join(folder.path, name, `${name}.pdf`), makeBytes('pdf', name));
  }
});
afterEach(() => scene.end());

const prepare = (mode: EngineOptions['mode']) =>
  scene.prepare({ url: sandbox.url, key: sandbox.key, folders: [folder], mode, limits: { rescanMs: 60_000 } });
const health = (run: Run) => run.engine.status().folders[0]?.health;
const unread = { kind: 'watching', by: 'events', unread: { count: 1, paths: ['shut'] } };

it('a subfolder that cannot be read: a run delivers the rest and names it', async () => {
  const run = prepare('run');
  run.refuse = (operation, path) => (operation === 'list' && path.endsWith('/shut') ? 'denied' : undefined);
  await run.engine.start();
  await run.ending();
  expect(run.delivered()).toBe(1);
  expect(health(run)).toMatchObject({ kind: 'watching', unread: unread.unread });
  expect(run.ledger.meta.read('folder-health', 1)).toEqual(health(run));
});

it('a subfolder that cannot be read: a watch says so, and that it is back', async () => {
  const run = prepare('watch');
  let isShut = true;
  run.refuse = (operation, path) => (isShut && operation === 'list' && path.endsWith('/shut') ? 'denied' : undefined);
  await run.engine.start();
  await scene.until('the other one is delivered', () => run.delivered() === 1);
  expect(run.notices).toContainEqual({ kind: 'folder', path: folder.path, health: unread });
  isShut = false;
  await scene.until('the rest is delivered', () => run.delivered() === 2);
  expect(health(run)).toEqual({ kind: 'watching', by: 'events' });
});

it('an entry that the disk says nothing about', async () => {
  const run = prepare('run');
  run.refuse = (operation, path) => (operation === 'stat' && path.endsWith('/shut') ? 'other' : undefined);
  await run.engine.start();
  await run.ending();
  expect(health(run)).toMatchObject({ unread: unread.unread });
});

it.each(['stat', 'list'] as const)(
  'a folder that cannot be reached, at %s: a run ends before its end, and says why',
  async (asked) => {
    const run = prepare('run');
    run.refuse = (operation, path) => (operation === asked && path === folder.path ? 'denied' : undefined);
    await run.engine.start();
    expect(await run.ending()).toMatchObject({
      kind: 'stalled',
      message: { code: 'disk.mayNotRead', values: { path: folder.path } },
    });
    expect(health(run)).toMatchObject({ kind: 'unreachable' });
  },
);

it('what is known below a directory that cannot be read is not said to be gone', async () => {
  const deep = join(folder.path, 'shut', 'deep');
  mkdirSync(deep);
  writeFileSync(join(deep, 'deep.pdf'), makeBytes('pdf', 'deep'));
  const run = prepare('watch');
  let isShut = false;
  run.refuse = (operation, path) => (isShut && operation === 'list' && path.endsWith('/shut') ? 'denied' : undefined);
  await run.engine.start();
  // Nothing is sent, and what has no result ends when its file goes.
  run.engine.pause();
  const states = () => run.documents().map(({ state }) => state.kind);
  await scene.until('all are known', () => states().length === 3);
  isShut = true;
  await scene.pass(3 * minute);
  expect(health(run)).toMatchObject({ unread: unread.unread });
  expect(states()).toHaveLength(3);
  expect(states()).not.toContain('gone');
});

it('a share that goes while it is being read, and leaves an empty mount point, has not lost its files', async () => {
  const run = prepare('watch');
  let goes = false;
  run.refuse = (operation, path) => {
    if (!goes || operation !== 'list' || path !== folder.path) return undefined;
    goes = false;
    renameSync(folder.path, `${folder.path} is away`);
    mkdirSync(folder.path);
    return undefined;
  };
  await run.engine.start();
  run.engine.pause();
  await scene.until('all are known', () => run.documents().length === 2);
  goes = true;
  await scene.until('it is away', () => health(run)?.kind === 'unreachable');
  expect(run.documents().map(({ state }) => state.kind)).not.toContain('gone');
});

const shut = () => join(folder.path, 'shut');
const taken = () => renameSync(shut(), join(scene.root, 'taken away'));

it.each<[what: string, deed: () => DiskProblemKind | undefined]>([
  ['is there no more', () => void taken()],
  [
    'is a file by now',
    () => {
      taken();
      writeFileSync(shut(), '');
      return undefined;
    },
  ],
])('what is known below a subfolder that %s, once it is listed, is gone', async (_, deed) => {
  const run = prepare('watch');
  let isListed = false;
  run.refuse = (operation, path) => {
    if (!isListed || operation !== 'list' || path !== shut()) return undefined;
    isListed = false;
    return deed();
  };
  await run.engine.start();
  run.engine.pause();
  await scene.until('all are known', () => run.documents().length === 2);
  isListed = true;
  const warnings = () => run.log.filter(({ level }) => level === 'warn');
  await scene.until('it is gone', () => run.file('shut/shut.pdf').isGone);
  expect(run.file('open/open.pdf').isGone).toBe(false);
  expect([health(run), warnings()]).toEqual([{ kind: 'watching', by: 'events' }, []]);
});

it.each(['locked', 'other'] as const)('what is known below a subfolder that is "%s" stays, and that is said', async (kind) => {
  const run = prepare('watch');
  let isRefused = false;
  run.refuse = (operation, path) => (isRefused && operation === 'list' && path === shut() ? kind : undefined);
  await run.engine.start();
  run.engine.pause();
  await scene.until('all are known', () => run.documents().length === 2);
  isRefused = true;
  await scene.until('it is said', () => health(run)?.kind === 'watching' && 'unread' in (health(run) ?? {}));
  expect(health(run)).toEqual(unread);
  expect(run.file('shut/shut.pdf').isGone).toBe(false);
});
