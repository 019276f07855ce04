import { execFileSync } from 'node:child_process';
import { chmod, mkdir, mkdtemp, readdir, realpath, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { folderSettingsSchema } from '../../../electron/core/config/folder-settings.ts';
import { foreign, type MessageCode } from '../../../electron/core/messages/message.ts';
import { inEnglish } from '../../../electron/core/messages/wording.ts';
import { createFiles } from '../../../electron/engine/disk/disk.ts';
import { type FolderFacts, judgeFolder, judgeOverlap, lookAtFolder } from '../../../electron/workspace/health/folder-check.ts';
import {
  judgeLimits,
  judgeUnread,
  judgeWatch,
  lookAtWatch,
  readLimits,
  type WatchFacts,
} from '../../../electron/workspace/health/watch-check.ts';

let root: string;
beforeEach(async () => {
  root = await realpath(await mkdtemp(join(tmpdir(), 'intray-doctor-')));
});
afterEach(() => rm(root, { recursive: true, force: true }));

const folder = (path: string, members = {}) => ({
  path,
  settings: folderSettingsSchema.parse({ path, route: { kind: 'extraction', id: 'e' }, ...members }),
});

const files = createFiles();

describe('a folder', () => {
  it.each<[string, FolderFacts, string, MessageCode]>([
    ['there', { kind: 'there', real: '/scans', unwritable: undefined }, 'ok', 'health.folder.fine'],
    ['a link', { kind: 'there', real: '/mnt/scans', unwritable: undefined }, 'ok', 'health.folder.fineLinked'],
    ['shared', { kind: 'there', real: '/scans', unwritable: undefined, isShared: true }, 'warning', 'health.folder.shared'],
    ['missing', { kind: 'missing' }, 'problem', 'health.folder.missing'],
    ['a file', { kind: 'a-file' }, 'problem', 'health.folder.isFile'],
    ['unreadable', { kind: 'unreadable', message: foreign('EACCES') }, 'problem', 'health.folder.unreadable'],
    [
      'read-only',
      { kind: 'there', real: '/scans', unwritable: foreign('The disk is read-only') },
      'problem',
      'health.folder.readOnly',
    ],
  ])('%s', (_, facts, status, code) => {
    const check = judgeFolder(folder('/scans'), facts);
    expect(check.status).toBe(status);
    expect(check.seen.code).toBe(code);
  });

  it.skipIf(process.platform === 'win32')('is shared if others may write to it, and it is not sticky', async () => {
    for (const [mode, isShared] of [
      [0o755, undefined],
      [0o757, true],
      [0o1777, undefined],
    ] as const) {
      await chmod(root, mode);
      expect(await lookAtFolder(files, folder(root)), mode.toString(8)).toEqual({
        ...{ kind: 'there', real: root, unwritable: undefined },
        ...(isShared && { isShared }),
      });
    }
  });

  it('is looked at, and nothing is left in it', async () => {
    await writeFile(join(root, 'a.pdf'), '');
    expect(await lookAtFolder(files, folder(root))).toEqual({ kind: 'there', real: root, unwritable: undefined });
    expect(await readdir(root)).toEqual(['a.pdf']);
    expect(await lookAtFolder(files, folder(join(root, 'a.pdf')))).toEqual({ kind: 'a-file' });
    expect(await lookAtFolder(files, folder(join(root, 'none')))).toEqual({ kind: 'missing' });
  });

  it.runIf(process.platform === 'linux')('that cannot be written to is seen', async () => {
    // A place where nobody, whatever the rights, can make a file.
    const facts = await lookAtFolder(files, folder('/proc'));
    expect(facts).toMatchObject({ kind: 'there', unwritable: { values: { path: '/proc' } } });
    const nothingWritten = folder('/proc', { outputs: { json: false, csv: 'off' } });
    expect(await lookAtFolder(files, nothingWritten)).toMatchObject({ kind: 'there', unwritable: undefined });
  });

  it.each([
    [['/scans/a', '/scans/b'], 'ok'],
    [['/scans', '/scans/b'], 'problem'],
    [['/scans', '/scans'], 'problem'],
  ])('%j: %s', (real, status) => {
    expect(judgeOverlap(real, 'linux').map((check) => check.status)).toEqual([status]);
    expect(judgeOverlap(real.slice(1), 'linux')).toEqual([]);
  });
});

describe('watching a folder', () => {
  const facts: WatchFacts = {
    path: '/scans',
    by: 'events',
    refused: undefined,
    directories: 3,
    more: false,
    unread: [],
    latencyMs: 0.2,
  };

  it.each<[string, Partial<WatchFacts>, string, string]>([
    ['on a local disk', {}, 'ok', '3 directories in /scans, under 1 ms per access; the system reports changes.'],
    ['on a share', { by: 'polling', latencyMs: 3 }, 'ok', '3 ms per access; on a network'],
    [
      'on a slow share',
      { by: 'polling', latencyMs: 80 },
      'warning',
      '80 ms per access, which is slow; Intray scans it every few seconds.',
    ],
    ['without a watch', { refused: 'ENOSPC' }, 'warning', 'refuses to watch it (ENOSPC)'],
    ['that is vast', { directories: 50_000, more: true }, 'ok', 'more than 50,000 directories'],
  ])('%s', (_, members, status, words) => {
    const check = judgeWatch({ ...facts, ...members });
    expect(check.status).toBe(status);
    expect(inEnglish(check.seen)).toContain(words);
  });

  it.each([
    [10, 'ok', '10 directories to watch; this user may watch 1,000'],
    [600, 'warning', 'other programs need some too'],
    [2_000, 'warning', 'Intray scans the rest'],
  ])('%i directories where 1000 may be watched: %s', (directories, status, words) => {
    const [check] = judgeLimits({ watches: 1_000, instances: 128 }, directories);
    expect(check?.status).toBe(status);
    expect(check && inEnglish(check.seen)).toContain(words);
    expect(judgeLimits(undefined, directories)).toEqual([]);
  });

  it('counts the directories that are entered, and measures', async () => {
    for (const path of ['June/a', 'May', '.hidden/b', 'drafts']) await mkdir(join(root, path), { recursive: true });
    await symlink(root, join(root, 'loop'), 'junction');
    let time = 0;
    const looked = await lookAtWatch(folder(root, { ignore: ['drafts'] }), () => (time += 7));
    expect(looked).toEqual({
      path: root,
      by: 'events',
      refused: undefined,
      directories: 4,
      more: false,
      unread: [],
      latencyMs: 7,
    });
    const alone = await lookAtWatch(folder(root, { recursive: false }), () => 0);
    expect(alone.directories).toBe(1);
  });

  it.runIf(process.platform === 'linux')('names the directories that it may not read or enter', async () => {
    const modes = { fine: 0o755, unlisted: 0o311, 'not entered': 0o444, shut: 0o000 };
    await chmod(root, 0o755);
    for (const [name, mode] of Object.entries(modes)) await mkdir(join(root, name), { mode });
    const module = join(import.meta.dirname, '../../../electron/workspace/health/watch-check.ts');
    const code = `import { lookAtWatch } from ${JSON.stringify(module)};
      lookAtWatch({ path: ${JSON.stringify(root)}, settings: undefined }, () => 0).then(({ unread }) => console.log(JSON.stringify(unread)));`;
    // Root may do everything.
    const user = process.getuid?.() === 0 ? { uid: 65_534, gid: 65_534 } : {};
    const answer = execFileSync(process.execPath, ['--input-type=module', '--eval', code], { ...user, encoding: 'utf8' });
    for (const name of Object.keys(modes)) await chmod(join(root, name), 0o755);
    const unread = (JSON.parse(answer) as string[]).toSorted();
    expect(unread).toEqual(['not entered', 'shut', 'unlisted'].map((name) => join(root, name)));
    const [check] = judgeUnread({ unread });
    expect(check?.status).toBe('problem');
    expect(check && inEnglish(check.seen)).toBe(`${unread.join(', ')} cannot be read or entered. Nothing in there is picked up.`);
    expect(judgeUnread({ unread: [] })).toEqual([]);
  });

  it('stops counting when it takes long', async () => {
    for (let index = 0; index < 5; index += 1) await mkdir(join(root, String(index)));
    let time = 0;
    expect(await lookAtWatch(folder(root), () => (time += 2_000))).toMatchObject({ more: true });
  });

  it('knows the limits of Linux where they are', async () => {
    await writeFile(join(root, 'max_user_watches'), '8192\n');
    expect(await readLimits('linux', root)).toBeUndefined();
    await writeFile(join(root, 'max_user_instances'), '128\n');
    expect(await readLimits('linux', root)).toEqual({ watches: 8192, instances: 128 });
    expect(await readLimits('darwin', root)).toBeUndefined();
  });
});
