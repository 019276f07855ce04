/** After each operation of the disk, and before whatever it removes goes, all of its work is synced: what a power cut leaves is whole. */
import {
  existsSync,
  linkSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  realpathSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { Directories, quick, type SystemCalls } from '../../../electron/engine/disk/directories.ts';
import { createFiles } from '../../../electron/engine/disk/disk.ts';
import type { Files } from '../../../electron/engine/ports.ts';
import { otherFileSystem } from '../../support/other-file-system.ts';
import { watchedCalls } from './watched-calls.ts';

let root: string;
/** On another file system, if there is one. */
let other: string;
beforeEach(() => {
  root = realpathSync(mkdtempSync(join(tmpdir(), 'intray-synced-')));
  other = mkdtempSync(join(otherFileSystem ?? root, 'intray-synced-'));
  for (const name of ['in', 'done']) mkdirSync(at(name));
});
afterEach(() => {
  for (const directory of [other, root]) rmSync(directory, { recursive: true, force: true });
});

const at = (...names: readonly string[]) => join(root, ...names);
const bytes = (text: string) => new TextEncoder().encode(text);
/** What is where; undefined: nothing. */
const text = (path: string) => (existsSync(path) ? readFileSync(path, 'utf8') : undefined);

interface Operation {
  readonly name: string;
  readonly prepare?: () => void;
  readonly act: (files: Files) => Promise<unknown>;
  readonly check: () => void;
  readonly calls?: Partial<SystemCalls>;
  /** A name that an earlier process has given, and did not live to sync. */
  readonly unsynced?: () => string;
}

const [scan, table] = [() => at('in', 'a.pdf'), () => at('in', 'a.csv')];
const filed = () => at('done', 'a.pdf');
const write = (path: () => string, content: string) => () => writeFileSync(path(), content);
const move = (to: () => string) => ({
  prepare: write(scan, 'a scan'),
  act: (files: Files) => files.moveNew(scan(), to()),
  check: () => expect([text(scan()), text(to())]).toEqual([undefined, 'a scan']),
});
const elsewhere = () => join(other, 'a.pdf');
/** As on exFAT, and on some shares. */
const linkless: Partial<SystemCalls> = {
  link: () => Promise.reject(Object.assign(new Error('There are no hard links.'), { code: 'EPERM', syscall: 'link' })),
};

const operations: readonly Operation[] = [
  {
    name: 'creates a file',
    act: (files) => files.createWhole(table(), bytes('row')),
    check: () => expect(text(table())).toBe('row'),
  },
  {
    name: 'creates a file where there are no hard links',
    calls: linkless,
    act: (files) => files.createWhole(table(), bytes('row')),
    check: () => expect(text(table())).toBe('row'),
  },
  {
    name: 'replaces a file',
    prepare: write(table, 'old'),
    act: (files) => files.replaceWhole(table(), [bytes('new'), bytes('er')]),
    check: () => expect(text(table())).toBe('newer'),
  },
  {
    name: 'appends to a file',
    prepare: write(table, 'row\n'),
    act: (files) => files.writeAt(table(), statSync(table()), 4, bytes('more\n')),
    check: () => expect(text(table())).toBe('row\nmore\n'),
  },
  {
    name: 'cuts a file',
    prepare: write(table, 'row\nmo'),
    act: (files) => files.writeAt(table(), statSync(table()), 4, new Uint8Array()),
    check: () => expect(text(table())).toBe('row\n'),
  },
  {
    name: 'makes durable what an earlier process has written',
    prepare: write(table, 'row\n'),
    act: (files) => files.sync(table(), statSync(table())),
    check: () => expect(text(table())).toBe('row\n'),
    unsynced: table,
  },
  {
    name: 'makes directories',
    act: (files) => files.makeDirectory(at('done', '2026', '11')),
    check: () => expect(statSync(at('done', '2026', '11')).isDirectory()).toBe(true),
  },
  { name: 'moves a file', ...move(filed) },
  { name: 'moves a file where there are no hard links', calls: linkless, ...move(filed) },
  {
    name: 'finishes a move',
    ...move(filed),
    prepare: () => {
      writeFileSync(scan(), 'a scan');
      linkSync(scan(), filed());
    },
    unsynced: filed,
  },
  ...(otherFileSystem === undefined ? [] : [{ name: 'moves a file to another file system', ...move(elsewhere) }]),
];

describe.skipIf(process.platform === 'win32').each([
  ['by handles of directories', true],
  ['by paths', false],
])('the disk, %s,', (_, hasHandles) => {
  it.skipIf(hasHandles && process.platform !== 'linux').each(operations)(
    '$name, and has synced it',
    async ({ prepare, act, check, calls, unsynced }) => {
      prepare?.();
      const disk = watchedCalls(calls);
      if (unsynced !== undefined) disk.takeUp(unsynced());
      await act(createFiles(new Directories(disk.calls, hasHandles)));
      check();
      expect({ left: disk.left(), tooEarly: disk.tooEarly }).toEqual({ left: [], tooEarly: [] });
    },
  );

  const names = () => Array.from({ length: 12 }, (_, index) => at('in', `${index}.json`));
  const createAll = (files: Files) => Promise.all(names().map((name) => files.createWhole(name, bytes(name))));

  it.skipIf(hasHandles && process.platform !== 'linux')('creates many files at once with one sync of their volume', async () => {
    let syncs = 0;
    const syncVolume = async () => {
      syncs += 1;
      return true;
    };
    const disk = watchedCalls({ syncVolume });
    expect(await createAll(createFiles(new Directories(disk.calls, hasHandles)))).not.toContain('taken');
    expect({ left: disk.left(), tooEarly: disk.tooEarly }).toEqual({ left: [], tooEarly: [] });
    expect(syncs).toBeLessThanOrEqual(2);
  });

  it.skipIf(hasHandles && process.platform !== 'linux')('syncs each file where their volume cannot be synced', async () => {
    const disk = watchedCalls({ syncVolume: async () => false });
    await createAll(createFiles(new Directories(disk.calls, hasHandles)));
    expect({ left: disk.left(), tooEarly: disk.tooEarly }).toEqual({ left: [], tooEarly: [] });
  });
});

it.each([
  ['of more than two files', 3, 1],
  ['of two files', 2, 0],
])('A sync %s that are created together syncs their volume', async (_, count, volumes) => {
  let syncs = 0;
  const syncVolume = async () => {
    syncs += 1;
    return true;
  };
  const files = createFiles(new Directories({ ...quick, ...watchedCalls({ ...quick, syncVolume }).calls }));
  await Promise.all(Array.from({ length: count }, (_, index) => files.createWhole(at(`${index}.json`), bytes('{}'))));
  expect(syncs).toBe(volumes);
});
