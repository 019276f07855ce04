/** The disk as the engine has it: worked on here, or, for volumes that may hang, in a process. */
import { randomBytes } from 'node:crypto';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createFiles } from '../../../electron/engine/disk/disk.ts';
import { createSharedDisk, type SharedDisk } from '../../../electron/engine/disk/shared-disk.ts';
import { volumeOf, volumesIn } from '../../../electron/engine/disk/volumes.ts';
import { startNode } from '../../../electron/process.ts';
import { makeFile } from '../../support/make-files.ts';
import { waitFor } from '../../support/wait-for.ts';

const local = { name: '/', isLocal: true, isNetwork: false };
const share = { name: '/mnt/share', isLocal: false, isNetwork: true };
const disks: readonly (readonly [string, SharedDisk])[] = [
  ['here', createSharedDisk(startNode, { volume: () => local })],
  ['in a process', createSharedDisk(startNode, { volume: () => share })],
];
const here = createFiles();
let root: string;
const at = (...names: string[]) => join(root, ...names);

beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'intray-shared-'));
});
afterEach(() => rmSync(root, { recursive: true, force: true }));

describe.each(disks)('a disk that is worked on %s', (_, disk) => {
  afterAll(() => disk.close());

  it('looks, lists and reads as the disk itself does', async () => {
    writeFileSync(at('a b.pdf'), randomBytes(3_000));
    mkdirSync(at('ü'));
    symlinkSync(at('ü'), at('link'));
    const sorted = (entries: Awaited<ReturnType<typeof here.list>>) => entries.sort((a, b) => a.name.localeCompare(b.name));
    expect(sorted(await disk.list(root))).toEqual(sorted(await here.list(root)));
    expect(await disk.list(at('ü'))).toEqual([]);
    expect(await disk.stat(at('a b.pdf'))).toEqual(await here.stat(at('a b.pdf')));
    expect(await disk.stat(at('nothing'))).toBeUndefined();
    expect(Buffer.from(await disk.read(at('a b.pdf'), 10, 100))).toEqual(readFileSync(at('a b.pdf')).subarray(10, 110));
    expect(await disk.hash(at('a b.pdf'))).toEqual(await here.hash(at('a b.pdf')));
    expect(await disk.realPath(at('link', 'x'))).toBe(at('ü', 'x'));
  });

  it.each([0, 900, 100_000, 500_000, 1_200_000])('takes in and sends a file of %i bytes', async (size) => {
    await makeFile(at('a.pdf'), 'text', { size });
    const facts = statSync(at('a.pdf'));
    const content = readFileSync(at('a.pdf'));
    for (const toHash of [true, false]) {
      const opened = await disk.open(at('a.pdf'), facts, toHash);
      expect(Buffer.from(await opened.read(0, 8))).toEqual(content.subarray(0, 8));
      const tail = Math.max(0, facts.size - 2_048);
      expect(Buffer.from(await opened.read(tail, facts.size - tail))).toEqual(content.subarray(tail));
      expect(await opened.contentType()).toBe(await here.contentType(at('a.pdf')));
      expect(await opened.hash()).toMatchObject(await here.hash(at('a.pdf')));
      await opened.close();
    }
    await expect(disk.open(at('a.pdf'), { ...facts, size: 7 })).rejects.toMatchObject({ kind: 'changed' });
    const file = await disk.open(at('a.pdf'), facts);
    const target = Buffer.alloc(facts.size + 5);
    for (let position = 0; position < facts.size; )
      position += await file.readInto(target, 5 + position, Math.min(1_000_000, facts.size - position), position);
    expect(await file.readInto(target, 0, 1, facts.size)).toBe(0);
    await file.close();
    expect(target.subarray(5)).toEqual(content);
  });

  it('writes whole files, in pieces too, and appends', async () => {
    await disk.makeDirectory(at('June', '1'));
    await disk.probeWrite(at('June', '1'));
    expect(await disk.createWhole(at('a.json'), Buffer.from('{}'))).toMatchObject({ size: 2 });
    expect(await disk.createWhole(at('a.json'), Buffer.from('{}'))).toBe('taken');
    const pieces = function* () {
      for (let row = 0; row < 1_000; row += 1) yield Buffer.from(`row ${row}\n`);
    };
    const later = async function* () {
      for (const piece of pieces()) yield await Promise.resolve(piece);
    };
    expect(await disk.createWhole(at('b.csv'), later())).toMatchObject({ size: 7_890 });
    expect(await disk.createWhole(at('b.csv'), later())).toBe('taken');
    expect(await disk.replaceWhole(at('b.csv'), later())).toMatchObject({ size: 7_890 });
    expect(readFileSync(at('b.csv'), 'utf8').split('\n')).toHaveLength(1_001);
    const facts = await disk.replaceWhole(at('a.csv'), pieces());
    expect(readFileSync(at('a.csv'), 'utf8').split('\n')).toHaveLength(1_001);
    expect(await disk.writeAt(at('a.csv'), facts, 6, Buffer.from('end'))).toMatchObject({ size: 9 });
    expect(readFileSync(at('a.csv'), 'utf8')).toBe('row 0\nend');
    expect(await disk.moveNew(at('a.csv'), at('June', '1', 'a.csv'))).toBe('moved');
    expect((await disk.list(root)).map(({ name }) => name).sort()).toEqual(['June', 'a.json', 'b.csv']);
  });

  it('writes nothing of pieces that end with an error, and says what the disk refuses', async () => {
    const broken = function* () {
      yield Buffer.from('new');
      throw new Error('torn');
    };
    writeFileSync(at('a.csv'), 'old');
    await expect(disk.replaceWhole(at('a.csv'), broken())).rejects.toThrow('torn');
    await expect(disk.createWhole(at('b.csv'), broken())).rejects.toThrow('torn');
    await waitFor(async () => expect((await disk.list(root)).map(({ name }) => name)).toEqual(['a.csv']));
    expect(readFileSync(at('a.csv'), 'utf8')).toBe('old');
    const problem = { name: 'DiskProblem', kind: 'missing', path: at('nothing'), said: { code: 'disk.missing' } };
    await expect(disk.list(at('nothing'))).rejects.toMatchObject(problem);
    const opening = disk.open(at('nothing'), { size: 1, mtimeMs: 1, ino: 1 }, true);
    await expect(opening).rejects.toMatchObject(problem);
  });
});

describe('the volume of a path', () => {
  it('is known by the table of mounts, the longest and latest first', () => {
    const table = [
      '22 1 8:1 / / rw - ext4 /dev/sda1 rw',
      '30 22 0:40 / /mnt/my\\040share rw shared:1 - cifs //nas/scans rw',
      '31 22 0:41 / /mnt rw - xfs /dev/sdb1 rw',
      '32 30 0:42 / /mnt/my\\040share rw - fuse.sshfs host: rw',
    ].join('\n');
    const volumeIn = volumesIn(table);
    const found = ['/mnt/my share/a', '/mnt/my share', '/mnt/my shares/a', '/mnt/a', '/home/a', '/'].map((path) =>
      volumeIn(path),
    );
    expect(found.map(({ name }) => name)).toEqual(['/mnt/my share', '/mnt/my share', '/mnt', '/mnt', '/', '/']);
    expect(found[0]).toEqual({ name: '/mnt/my share', isLocal: false, isNetwork: true });
    expect(volumesIn(table.replace('fuse.sshfs', 'ext4'))('/mnt/my share/a').isLocal).toBe(true);
    expect(volumesIn('')('/a')).toEqual({ name: '/', isLocal: false, isNetwork: false });
  });

  it('is local for the system disk, and for no share', () => {
    expect(volumeOf('C:\\Users\\a', 'win32')).toMatchObject({ isLocal: true, isNetwork: false });
    expect(volumeOf('\\\\nas\\scans\\a', 'win32')).toMatchObject({ isLocal: false, isNetwork: true });
    expect(volumeOf('E:\\a', 'win32')).toMatchObject({ isLocal: false, isNetwork: false });
    expect(volumeOf('/Users/a', 'darwin').isLocal).toBe(true);
    expect(volumeOf('/Volumes/NAS/a', 'darwin')).toEqual({ name: '/Volumes/NAS', isLocal: false, isNetwork: true });
  });
});
