import { execFileSync } from 'node:child_process';
import { chmod, mkdir, mkdtemp, readdir, realpath, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { folderSettingsSchema } from '../../../electron/core/config/folder-settings.ts';
import { inEnglish } from '../../../electron/core/messages/wording.ts';
import { createFiles } from '../../../electron/engine/disk/disk.ts';
import { DiskProblem, type Files } from '../../../electron/engine/ports.ts';
import {
  checkFolder,
  judgeLimits,
  judgeOverlap,
  judgeUnread,
  judgeWatch,
  lookAtWatch,
  readLimits,
  type WatchFacts,
} from '../../../electron/workspace/health/folder-check.ts';

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
  const seen = async (path: string, disk: Partial<Files> = {}) => {
    const { check, real } = await checkFolder({ ...files, ...disk }, folder(path));
    return [check.status, check.seen.code, real];
  };
  const fails = (kind: 'denied' | 'read-only', act: 'read' | 'write') => async (path: string) => {
    throw new DiskProblem(kind, path, act);
  };

  it('is looked at, and nothing is left in it', async () => {
    await writeFile(join(root, 'a.pdf'), '');
    expect(await seen(root)).toEqual(['ok', 'health.folder.fine', root]);
    expect(await readdir(root)).toEqual(['a.pdf']);
    expect(await seen(join(root, 'a.pdf'))).toEqual(['problem', 'health.folder.isFile', undefined]);
    expect(await seen(join(root, 'none'))).toEqual(['problem', 'health.folder.missing', undefined]);
    expect(await seen(root, { list: fails('denied', 'read') })).toEqual(['problem', 'health.folder.unreadable', undefined]);
    expect(await seen(root, { probeWrite: fails('read-only', 'write') })).toEqual(['problem', 'health.folder.readOnly', root]);
  });

  it.skipIf(process.platform === 'win32')('may be a link', async () => {
    await mkdir(join(root, 'scans'));
    await symlink(join(root, 'scans'), join(root, 'link'));
    expect(await seen(join(root, 'link'))).toEqual(['ok', 'health.folder.fineLinked', join(root, 'scans')]);
  });

  it.skipIf(process.platform === 'win32')('is shared if others may write to it, and it is not sticky', async () => {
    for (const [mode, code] of [
      [0o755, 'fine'],
      [0o757, 'shared'],
      [0o1777, 'fine'],
    ] as const) {
      await chmod(root, mode);
      const status = code === 'fine' ? 'ok' : 'warning';
      expect(await seen(root), mode.toString(8)).toEqual([status, `health.folder.${code}`, root]);
    }
  });

  it.runIf(process.platform === 'linux')('that cannot be written to is seen', async () => {
    // A place where nobody, whatever the rights, can make a file.
    expect((await checkFolder(files, folder('/proc'))).check).toMatchObject({
      status: 'problem',
      seen: { code: 'health.folder.readOnly', values: { message: { values: { path: '/proc' } } } },
    });
    const nothingWritten = folder('/proc', { outputs: { json: false, csv: 'off' } });
    expect((await checkFolder(files, nothingWritten)).check.status).toBe('ok');
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
    const module = join(import.meta.dirname, '../../../electron/workspace/health/folder-check.ts');
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
