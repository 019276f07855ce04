import { createHash, randomBytes } from 'node:crypto';
import {
  chmodSync,
  existsSync,
  linkSync,
  lutimesSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { Document, ImageRun, Packer, Paragraph } from 'docx';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { Directories, inTurn, kindOf, quick, type SystemCalls } from '../../../electron/engine/disk/directories.ts';
import { createFiles, isOpenToOthers, isTemporary } from '../../../electron/engine/disk/disk.ts';
import { DiskProblem, type DiskProblemKind } from '../../../electron/engine/ports.ts';
import { makeBytes } from '../../support/make-files.ts';
import { otherFileSystem } from '../../support/other-file-system.ts';

const files = createFiles();
const docxType = 'application/vnd.openxmlformats-officedocument.wordprocessingml.document';
let root: string;
const at = (...parts: string[]) => join(root, ...parts);
const bytes = (text: string) => new TextEncoder().encode(text);
const text = (path: string) => readFileSync(path, 'utf8');

beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'intray-disk-'));
});
afterEach(() => rmSync(root, { recursive: true, force: true }));

async function problemOf(work: Promise<unknown>): Promise<DiskProblemKind> {
  const error = await work.then(
    () => undefined,
    (reason: unknown) => reason,
  );
  if (!(error instanceof DiskProblem)) throw new Error(`No DiskProblem, but ${String(error)}`);
  expect(error.message).toContain(error.path);
  return error.kind;
}

describe('looking', () => {
  it('answers undefined where nothing is, and only there', async () => {
    writeFileSync(at('file'), '');
    expect(await files.stat(at('nothing'))).toBeUndefined();
    expect(await files.stat(at('file', 'below'))).toBeUndefined();
    expect(await problemOf(files.stat(at('x'.repeat(300))))).toBe('name-too-long');
  });

  it('lists files, directories and links with their facts, links not followed', async () => {
    writeFileSync(at('a.pdf'), '12345');
    mkdirSync(at('sub'));
    symlinkSync(at('sub'), at('link'));
    const entries = (await files.list(root)).sort((a, b) => a.name.localeCompare(b.name));
    expect(entries.map(({ name, kind }) => [name, kind])).toEqual([
      ['a.pdf', 'file'],
      ['link', 'link'],
      ['sub', 'directory'],
    ]);
    expect(entries[0]).toMatchObject({ size: 5, mtimeMs: statSync(at('a.pdf')).mtimeMs, ino: statSync(at('a.pdf')).ino });
  });

  it.each([
    ['handed to threads', files],
    ['made at once', createFiles(new Directories({ ...quick, readdir: (path) => readdirSync(path) }))],
  ])('lists every one of thousands of entries once, and lets other work go on meanwhile: calls are %s', async (_, disk) => {
    for (let index = 0; index < 3000; index += 1) writeFileSync(at(`scan${index}.pdf`), '');
    let turns = 0;
    let listing = true;
    const counting = () => {
      turns += 1;
      if (listing) setImmediate(counting);
    };
    setImmediate(counting);
    const entries = await disk.list(root);
    listing = false;
    expect(new Set(entries.map((entry) => entry.name)).size).toBe(3000);
    expect(entries).toHaveLength(3000);
    expect(turns).toBeGreaterThan(4);
  });

  it('says what is wrong with a directory', async () => {
    writeFileSync(at('file'), '');
    expect(await problemOf(files.list(at('nothing')))).toBe('missing');
    expect(await problemOf(files.list(at('file')))).toBe('not-a-directory');
  });
});

describe('reading', () => {
  it('reads a part, and less at the end', async () => {
    writeFileSync(at('file'), '0123456789');
    expect(Buffer.from(await files.read(at('file'), 3, 4)).toString()).toBe('3456');
    expect(Buffer.from(await files.read(at('file'), 8, 100)).toString()).toBe('89');
    expect(await files.read(at('file'), 50, 4)).toHaveLength(0);
    expect(await problemOf(files.read(at('nothing'), 0, 1))).toBe('missing');
  });

  it.each([0, 1, 1024 * 1024 - 1, 1024 * 1024, 3 * 1024 * 1024 + 17])('hashes %i bytes', async (size) => {
    const content = randomBytes(size);
    writeFileSync(at('file'), content);
    const sha256 = createHash('sha256').update(content).digest('hex');
    expect(await files.hash(at('file'))).toMatchObject({ sha256, size });
  });

  it('hashes many at once without mixing them up', async () => {
    const contents = Array.from({ length: 12 }, (_, index) => Buffer.alloc(1024 * 1024 + index, index));
    contents.forEach((content, index) => {
      writeFileSync(at(`${index}`), content);
    });
    const hashes = await Promise.all(contents.map((_, index) => files.hash(at(`${index}`))));
    expect(hashes.map((hash) => hash.sha256)).toEqual(contents.map((c) => createHash('sha256').update(c).digest('hex')));
  });

  it('stops hashing when asked', async () => {
    writeFileSync(at('file'), 'x');
    await expect(files.hash(at('file'), AbortSignal.abort())).rejects.toMatchObject({ name: 'AbortError' });
  });
});

describe('the type by content', () => {
  it.each([
    ['pdf', 'application/pdf'],
    ['png', 'image/png'],
    ['jpg', 'image/jpeg'],
    ['docx', docxType],
  ] as const)('knows %s', async (type, mime) => {
    writeFileSync(at('file.bin'), makeBytes(type, 'some text'));
    expect(await files.contentType(at('file.bin'))).toBe(mime);
  });

  it('knows a DOCX whose large picture comes before what says that it is one', async () => {
    const image = new ImageRun({ type: 'png', data: randomBytes(3_000_000), transformation: { width: 9, height: 9 } });
    const document = new Document({ sections: [{ children: [new Paragraph({ children: [image] })] }] });
    writeFileSync(at('a.docx'), await Packer.toBuffer(document));
    expect(await files.contentType(at('a.docx'))).toBe(docxType);
  });

  it.each([
    ['XML', '<?xml version="1.0"?>\n'],
    ['RTF', '{\\rtf1 '],
    ['PostScript', '%!PS-Adobe-3.0\n'],
  ])('knows a PDF behind what looks like %s', async (_, before) => {
    writeFileSync(at('odd.pdf'), Buffer.concat([Buffer.from(before), makeBytes('pdf', 'behind it')]));
    expect(await files.contentType(at('odd.pdf'))).toBe('application/pdf');
  });

  it('knows a PDF behind the printer commands of a scanner', async () => {
    writeFileSync(at('a.pdf'), '\x1b%-12345X@PJL\r\n%PDF-1.4\n');
    expect(await files.contentType(at('a.pdf'))).toBe('application/pdf');
  });

  it('is unknown for text, for nothing, and for noise', async () => {
    writeFileSync(at('text'), 'Dear Sir or Madam');
    writeFileSync(at('empty'), '');
    expect(await files.contentType(at('text'))).toBeUndefined();
    expect(await files.contentType(at('empty'))).toBeUndefined();
    expect(await problemOf(files.contentType(at('nothing')))).toBe('missing');
  });

  it('survives damaged ZIP files', async () => {
    const whole = makeBytes('docx', 'text that is long enough to be worth damaging');
    for (let round = 0; round < 60; round += 1) {
      const damaged = Buffer.from(whole);
      for (let hit = 0; hit < 6; hit += 1)
        damaged[4 + ((round * 131 + hit * 977) % (damaged.length - 4))] = (round * 37 + hit) % 256;
      writeFileSync(at('a.docx'), round % 3 === 0 ? damaged.subarray(0, 30 + round * 5) : damaged);
      expect([docxType, 'application/zip', undefined]).toContain(await files.contentType(at('a.docx')));
    }
  });
});

describe.skipIf(process.platform === 'win32')('a directory', () => {
  const own = process.getgid?.() ?? 0;
  it.each([
    ['its owner alone may write', 0o755, own, own, false],
    ['everybody may write', 0o757, own, own, true],
    ['everybody may write, each only their own', 0o1777, own, own, false],
    ['the group may write that the system gave this user', 0o775, own, own, false],
    ['a group of several may write', 0o775, own + 1, own, true],
    ['the group of another may write', 0o775, own + 1, own + 1, true],
  ])('where %s', (_, mode, uid, gid, isOpen) => {
    expect(isOpenToOthers({ mode, uid, gid })).toBe(isOpen);
  });

  it('that others may write to says so when it is looked at', async () => {
    expect(await files.stat(root)).not.toHaveProperty('openToOthers');
    chmodSync(root, 0o777);
    expect(await files.stat(root)).toMatchObject({ openToOthers: true });
  });
});

describe('creating', () => {
  it('creates a file whole and says its facts', async () => {
    const facts = await files.createWhole(at('a.json'), bytes('{}'));
    const { size, mtimeMs, ino } = statSync(at('a.json'));
    expect(facts).toEqual({ size, mtimeMs, ino });
    expect(text(at('a.json'))).toBe('{}');
    expect(readdirSync(root)).toEqual(['a.json']);
  });

  it.skipIf(process.platform === 'win32')('lets nobody do more with it than with its sources', async () => {
    const sources = [at('private'), at('shared')];
    for (const source of sources) writeFileSync(source, 'values');
    chmodSync(at('private'), 0o440);
    chmodSync(at('shared'), 0o775);
    const modeOf = async (name: string, from: readonly string[]) => {
      await files.createWhole(at(name), bytes('{}'), from);
      return statSync(at(name)).mode & 0o777;
    };
    const before = process.umask(0o002);
    try {
      expect(await modeOf('a.json', sources.slice(1))).toBe(0o664);
      expect(await modeOf('b.json', sources)).toBe(0o640);
      expect(await modeOf('c.json', [at('gone')])).toBe(0o664);
    } finally {
      process.umask(before);
    }
  });

  it('never overwrites, whatever has the name', async () => {
    writeFileSync(at('file'), 'a person wrote this');
    mkdirSync(at('directory'));
    symlinkSync(at('nowhere'), at('link'));
    for (const name of ['file', 'directory', 'link']) expect(await files.createWhole(at(name), bytes('new'))).toBe('taken');
    expect(text(at('file'))).toBe('a person wrote this');
    expect(readdirSync(root).sort()).toEqual(['directory', 'file', 'link']);
  });

  it('gives a name to only one of many who want it at once', async () => {
    const answers = await Promise.all(Array.from({ length: 12 }, (_, index) => files.createWhole(at('one'), bytes(`${index}`))));
    const winner = answers.findIndex((answer) => answer !== 'taken');
    expect(answers.filter((answer) => answer !== 'taken')).toHaveLength(1);
    expect(text(at('one'))).toBe(`${winner}`);
    expect(readdirSync(root)).toEqual(['one']);
  });

  it('says that a name is too long, and leaves nothing behind', async () => {
    expect(await problemOf(files.createWhole(at(`${'n'.repeat(251)}.json`), bytes('x')))).toBe('name-too-long');
    expect(await problemOf(files.createWhole(at('nowhere', 'a.json'), bytes('x')))).toBe('missing');
    expect(readdirSync(root)).toEqual([]);
  });

  it('probes a directory without a trace', async () => {
    await files.probeWrite(root);
    expect(readdirSync(root)).toEqual([]);
    expect(await problemOf(files.probeWrite(at('nowhere')))).toBe('missing');
  });

  it('makes directories that may be there already, but not over a file', async () => {
    await files.makeDirectory(at('a', 'b'));
    await files.makeDirectory(at('a', 'b'));
    writeFileSync(at('file'), '');
    expect(statSync(at('a', 'b')).isDirectory()).toBe(true);
    expect(await problemOf(files.makeDirectory(at('file')))).toBe('not-a-directory');
    expect(await problemOf(files.makeDirectory(at('file', 'below')))).toBe('not-a-directory');
  });
});

describe('replacing', () => {
  it('replaces in one step, from many pieces, and keeps the permissions', async () => {
    writeFileSync(at('a.csv'), 'old');
    chmodSync(at('a.csv'), 0o640);
    const pieces = function* () {
      for (let index = 0; index < 1000; index += 1) yield bytes(`row ${index}\r\n`);
    };
    const facts = await files.replaceWhole(at('a.csv'), pieces());
    expect(text(at('a.csv')).split('\r\n')).toHaveLength(1001);
    expect(facts.size).toBe(statSync(at('a.csv')).size);
    if (process.platform !== 'win32') expect(statSync(at('a.csv')).mode & 0o777).toBe(0o640);
    expect(readdirSync(root)).toEqual(['a.csv']);
  });

  it('leaves the old file as it was when the new one cannot be finished', async () => {
    writeFileSync(at('a.csv'), 'old');
    const broken = function* () {
      yield bytes('new');
      throw new Error('torn');
    };
    await expect(files.replaceWhole(at('a.csv'), broken())).rejects.toThrow('torn');
    expect(text(at('a.csv'))).toBe('old');
    expect(readdirSync(root)).toEqual(['a.csv']);
  });

  it('cuts and writes at a position', async () => {
    writeFileSync(at('a.csv'), 'kept|half a ro');
    const facts = await files.writeAt(at('a.csv'), statSync(at('a.csv')), 5, bytes('row'));
    expect(text(at('a.csv'))).toBe('kept|row');
    expect(facts).toMatchObject({ size: 8, ino: statSync(at('a.csv')).ino });
    await files.writeAt(at('a.csv'), statSync(at('a.csv')), 5, new Uint8Array());
    expect(text(at('a.csv'))).toBe('kept|');
  });

  it('leaves a file as long as it was when the disk is full halfway', async () => {
    writeFileSync(at('a.csv'), 'kept|half a ro');
    let calls = 0;
    const full: SystemCalls = {
      ...inTurn,
      write(fd, written, offset, length, position) {
        calls += 1;
        if (calls === 2) throw Object.assign(new Error('The disk is full.'), { code: 'ENOSPC', syscall: 'write' });
        return inTurn.write(fd, written, offset, Math.min(2, length), position);
      },
    };
    const writing = createFiles(new Directories(full)).writeAt(at('a.csv'), statSync(at('a.csv')), 5, bytes('row'));
    expect(await problemOf(writing)).toBe('full');
    expect(text(at('a.csv'))).toBe('kept|');
  });

  it('does not write beyond the end of a file, nor into one that does not exist', async () => {
    writeFileSync(at('a.csv'), 'short');
    expect(await problemOf(files.writeAt(at('a.csv'), statSync(at('a.csv')), 6, bytes('row')))).toBe('changed');
    expect(text(at('a.csv'))).toBe('short');
    expect(await problemOf(files.writeAt(at('b.csv'), statSync(at('a.csv')), 0, bytes('row')))).toBe('missing');
    expect(existsSync(at('b.csv'))).toBe(false);
  });
});

describe('moving', () => {
  it('moves to a free name and never over another file', async () => {
    writeFileSync(at('a'), 'moved');
    writeFileSync(at('b'), 'stays');
    expect(await files.moveNew(at('a'), at('b'))).toBe('taken');
    expect([text(at('a')), text(at('b'))]).toEqual(['moved', 'stays']);
    expect(await files.moveNew(at('a'), at('c'))).toBe('moved');
    expect([existsSync(at('a')), text(at('c'))]).toEqual([false, 'moved']);
    expect(await problemOf(files.moveNew(at('a'), at('d')))).toBe('missing');
  });

  it('moves only the file that was looked at, if it is told which', async () => {
    writeFileSync(at('a'), 'looked at');
    const expected = statSync(at('a'));
    writeFileSync(at('a'), 'edited since');
    expect(await problemOf(files.moveNew(at('a'), at('b'), expected))).toBe('other');
    expect(readdirSync(root)).toEqual(['a']);
    expect(await files.moveNew(at('a'), at('b'), statSync(at('a')))).toBe('moved');
  });

  it('leaves what has come to the old name meanwhile', async () => {
    writeFileSync(at('a'), 'moved');
    // As a scanner that begins the next page under the same name, just when the first one has its new one.
    const meanwhile: SystemCalls = {
      ...inTurn,
      async link(from, to) {
        await inTurn.link(from, to);
        if (isTemporary(basename(from))) return;
        rmSync(at('a'));
        writeFileSync(at('a'), 'the next page');
      },
    };
    expect(await createFiles(new Directories(meanwhile)).moveNew(at('a'), at('b'))).toBe('moved');
    expect([text(at('a')), text(at('b'))]).toEqual(['the next page', 'moved']);
  });

  it.each(['a', 'b'])('does not move what it cannot look at: %s', async (name) => {
    writeFileSync(at('a'), 'moved');
    const calls: SystemCalls = {
      ...inTurn,
      lstatExactIfAny(path) {
        if (basename(path) === name) throw Object.assign(new Error('input/output error'), { code: 'EIO', syscall: 'lstat' });
        return inTurn.lstatExactIfAny(path);
      },
    };
    expect(await problemOf(createFiles(new Directories(calls)).moveNew(at('a'), at('b')))).toBe('other');
    expect(readdirSync(root)).toEqual(['a']);
  });

  it('finishes a move that ended between the new name and the old one', async () => {
    writeFileSync(at('a'), 'moved');
    linkSync(at('a'), at('b'));
    expect(await files.moveNew(at('a'), at('b'))).toBe('moved');
    expect(readdirSync(root)).toEqual(['b']);
  });

  it('does without hard links where there are none, and still overwrites nothing', async () => {
    // A directory stands for a disk without them: it cannot have a second name.
    mkdirSync(at('a'));
    mkdirSync(at('b'));
    expect(await files.moveNew(at('a'), at('b'))).toBe('taken');
    expect(await files.moveNew(at('a'), at('c'))).toBe('moved');
    expect(readdirSync(root).sort()).toEqual(['b', 'c']);
  });

  it.skipIf(otherFileSystem === undefined)('moves across file systems whole, with its time', async () => {
    const target = mkdtempSync(join(otherFileSystem ?? '', 'intray-disk-'));
    try {
      const content = randomBytes(2_500_000);
      writeFileSync(at('a'), content);
      utimesSync(at('a'), 1_600_000_000.25, 1_600_000_000.25);
      writeFileSync(join(target, 'taken'), 'stays');
      expect(await files.moveNew(at('a'), join(target, 'taken'))).toBe('taken');
      expect(await files.moveNew(at('a'), join(target, 'b'))).toBe('moved');
      expect(readFileSync(join(target, 'b')).equals(content)).toBe(true);
      expect(statSync(join(target, 'b')).mtimeMs).toBeCloseTo(1_600_000_000_250, 0);
      expect([existsSync(at('a')), readdirSync(target).sort()]).toEqual([false, ['b', 'taken']]);

      // As a crash after the copy leaves it.
      writeFileSync(at('a'), content);
      utimesSync(at('a'), 1_600_000_000.25, 1_600_000_000.25);
      expect(await files.moveNew(at('a'), join(target, 'b'))).toBe('moved');
      expect([existsSync(at('a')), readdirSync(target).sort()]).toEqual([false, ['b', 'taken']]);
    } finally {
      rmSync(target, { recursive: true, force: true });
    }
  });
});

describe('A copy to another file system', () => {
  const reversed = (written: Uint8Array) => written.map((byte) => byte ^ 1);
  it.skipIf(otherFileSystem === undefined).each<[what: string, calls: () => Partial<SystemCalls>, code: string]>([
    [
      'that reads otherwise than it was written',
      () => ({ write: (fd, written, ...rest) => inTurn.write(fd, reversed(written), ...rest) }),
      'disk.copyDiffers',
    ],
    [
      'of a file that is written to meanwhile',
      () => ({
        write(...given) {
          writeFileSync(at('a'), 'CONTENT');
          return inTurn.write(...given);
        },
      }),
      'disk.changedWhileMoved',
    ],
  ])('%s leaves the source where it is', async (_, calls, code) => {
    const target = mkdtempSync(join(otherFileSystem ?? '', 'intray-disk-'));
    try {
      writeFileSync(at('a'), 'content');
      const disk = createFiles(new Directories({ ...inTurn, ...calls() }));
      await expect(disk.moveNew(at('a'), join(target, 'b'))).rejects.toMatchObject({ said: { code } });
      expect([text(at('a')).toLowerCase(), readdirSync(target)]).toEqual(['content', []]);
    } finally {
      rmSync(target, { recursive: true, force: true });
    }
  });
});

describe.skipIf(otherFileSystem === undefined)('What has the name on another file system that a file is moved to', () => {
  const content = randomBytes(2_500_000);
  const flipped = (position: number) => Buffer.from(content.map((byte, index) => (index === position ? byte ^ 1 : byte)));
  const seconds = 1_600_000_000;
  let target: string;
  beforeEach(() => {
    target = mkdtempSync(join(otherFileSystem ?? '', 'intray-disk-'));
    writeFileSync(at('a'), content);
    utimesSync(at('a'), seconds, seconds);
  });
  afterEach(() => rmSync(target, { recursive: true, force: true }));

  it.each<[what: string, there: Buffer, time: number, outcome: 'moved' | 'taken']>([
    ['is its copy, as a crash has left it', content, seconds, 'moved'],
    ['is its copy, on a disk that keeps times in steps of two seconds', content, seconds - 2, 'moved'],
    ['is its copy, on a disk that rounds times up to the next two seconds', content, seconds + 2, 'moved'],
    ['is the same content of an earlier time', content, seconds - 2.5, 'taken'],
    ['is the same content of a later time', content, seconds + 2.5, 'taken'],
    ['differs in its first byte', flipped(0), seconds, 'taken'],
    ['differs in the middle', flipped(1_250_000), seconds, 'taken'],
    ['differs in its last byte', flipped(content.length - 1), seconds, 'taken'],
    ['is shorter', content.subarray(1), seconds, 'taken'],
    ['is longer', Buffer.concat([content, Buffer.from('x')]), seconds, 'taken'],
  ])('%s', async (_, there, time, outcome) => {
    writeFileSync(join(target, 'b'), there);
    utimesSync(join(target, 'b'), time, time);
    expect(await files.moveNew(at('a'), join(target, 'b'))).toBe(outcome);
    expect(existsSync(at('a'))).toBe(outcome === 'taken');
    expect(readFileSync(join(target, 'b')).equals(there)).toBe(true);
    expect(readdirSync(target)).toEqual(['b']);
  });

  it('is a link, as long as the file is: it is not followed, and both stay', async () => {
    for (const name of [at('a'), join(target, 'copy')]) writeFileSync(name, 'copy');
    utimesSync(at('a'), seconds, seconds);
    symlinkSync('copy', join(target, 'b'));
    lutimesSync(join(target, 'b'), seconds, seconds);
    expect(await files.moveNew(at('a'), join(target, 'b'))).toBe('taken');
    expect(existsSync(at('a'))).toBe(true);
  });
});

describe('what the disk refuses', () => {
  it('is classified by its code', () => {
    expect(kindOf('ENOSPC', 'write', 'linux')).toBe('full');
    expect(kindOf('EDQUOT', 'write', 'linux')).toBe('full');
    expect(kindOf('EROFS', 'write', 'linux')).toBe('read-only');
    expect(kindOf('EACCES', 'replace', 'linux')).toBe('denied');
    expect(kindOf('EPERM', 'replace', 'win32')).toBe('locked');
    expect(kindOf('EBUSY', 'write', 'win32')).toBe('locked');
    expect(kindOf('EIO', 'read', 'linux')).toBe('other');
  });

  const mayBeDenied = process.platform === 'win32' || process.getuid?.() === 0;
  it.skipIf(mayBeDenied)('names a directory that may not be written', async () => {
    mkdirSync(at('closed'), { mode: 0o500 });
    expect(await problemOf(files.createWhole(at('closed', 'a'), bytes('x')))).toBe('denied');
    expect(await problemOf(files.probeWrite(at('closed')))).toBe('denied');
  });
});

describe('the names of files that are being written', () => {
  it('are told from all others', () => {
    expect(['.intray-1f-abc-2.tmp', '.intray-0.tmp'].every(isTemporary)).toBe(true);
    expect(['.intray-.tmp', 'intray-a.tmp', '.intray-a.tmp.pdf', '.intray-Ü.tmp', 'a.tmp'].some(isTemporary)).toBe(false);
  });
});
