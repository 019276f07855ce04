/** A file that is opened once: what it says is what it says when it is asked each question by itself. */
import { createHash, randomBytes } from 'node:crypto';
import { appendFileSync, mkdtempSync, renameSync, rmSync, statSync, truncateSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createFiles } from '../../../electron/engine/disk/disk.ts';
import { fill, hashOpen, lend } from '../../../electron/engine/disk/read.ts';
import type { OpenFile } from '../../../electron/engine/ports.ts';
import { makeFile } from '../../support/make-files.ts';

const megabyte = 1024 * 1024;
const files = createFiles();
let root: string;
const at = (name: string) => join(root, name);
/** Asks an open file; `whole`: it is to be read at once, if it fits. */
async function ask<Value>(path: string, whole: boolean, work: (file: OpenFile) => Promise<Value>): Promise<Value> {
  const file = await files.open(path, statSync(path), whole);
  try {
    return await work(file);
  } finally {
    await file.close();
  }
}
const sha256 = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex');

beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'intray-open-'));
});
afterEach(() => rmSync(root, { recursive: true, force: true }));

describe('an open file', () => {
  const sizes = [0, 1, 4095, 4096, 4097, 100_000, megabyte - 1, megabyte, megabyte + 1, 3 * megabyte + 17];

  it.each(sizes.flatMap((size) => [true, false].map((toHash) => [size, toHash] as const)))(
    'of %i bytes (to be hashed: %s) says what its path says',
    async (size, toHash) => {
      const content = randomBytes(size);
      writeFileSync(at('file'), content);
      await ask(at('file'), toHash, async (file) => {
        const length = Math.min(size, 2_048);
        expect(Buffer.from(await file.read(0, 8)).equals(content.subarray(0, 8))).toBe(true);
        expect(Buffer.from(await file.read(size - length, length)).equals(content.subarray(size - length))).toBe(true);
        expect(await file.read(size, 10)).toHaveLength(0);
        expect(await file.hash()).toMatchObject({ sha256: sha256(content), size });
        expect(await file.contentType()).toBe(await files.contentType(at('file')));
      });
    },
  );

  it.each([
    ['a.pdf', 0],
    ['a.png', 0],
    ['a.jpg', 0],
    ['a.docx', 0],
    ['a.pdf', 2 * megabyte],
    ['a.png', 2 * megabyte],
  ])('is known by its content: %s of %i bytes', async (name, wanted) => {
    await makeFile(at(name), 'some text', { size: wanted });
    const type = await files.contentType(at(name));
    expect(type).toBeDefined();
    for (const toHash of [true, false]) expect(await ask(at(name), toHash, (file) => file.contentType())).toBe(type);
  });

  it('is known by what comes after its beginning', async () => {
    const chunk = (type: string, length: number) => {
      const bytes = Buffer.alloc(8 + length + 4);
      bytes.writeUInt32BE(length, 0);
      bytes.write(type, 4, 'latin1');
      return bytes;
    };
    const signature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
    for (const size of [0, 2 * megabyte]) {
      const animation = [signature, chunk('IHDR', 13), chunk('tEXt', 10_000), chunk('acTL', 8), chunk('IDAT', size)];
      writeFileSync(at('a.png'), Buffer.concat(animation));
      for (const toHash of [true, false]) expect(await ask(at('a.png'), toHash, (file) => file.contentType())).toBe('image/apng');
      expect(await files.contentType(at('a.png'))).toBe('image/apng');
    }
  });

  it('is known as a PDF behind the printer commands of a scanner, however large', async () => {
    for (const size of [100, 2 * megabyte]) {
      writeFileSync(at('a.pdf'), Buffer.concat([Buffer.from('\x1b%-12345X@PJL\r\n%PDF-1.4\n'), Buffer.alloc(size)]));
      expect(await ask(at('a.pdf'), true, (file) => file.contentType())).toBe('application/pdf');
    }
  });

  it.each([100_000, megabyte, 3 * megabyte])('of %i bytes that has grown or shrunk says another size', async (size) => {
    for (const change of [1, 70_000, 2 * megabyte, -1, -50_000]) {
      writeFileSync(at('file'), randomBytes(size));
      const hashed = await ask(at('file'), false, async (file) => {
        if (change > 0) appendFileSync(at('file'), randomBytes(change));
        else truncateSync(at('file'), size + change);
        return file.hash();
      });
      // A file that ends where a piece does is not read further: that it has grown, its facts tell.
      if (change > 0 && size % megabyte === 0) expect(hashed.size).toBeGreaterThanOrEqual(size);
      else expect(hashed.size).not.toBe(size);
    }
  });

  it('stays the one that was opened when another takes its name', async () => {
    const content = randomBytes(2 * megabyte);
    writeFileSync(at('file'), content);
    writeFileSync(at('other'), randomBytes(2 * megabyte));
    const hashed = await ask(at('file'), true, (file) => {
      renameSync(at('other'), at('file'));
      return file.hash();
    });
    expect(hashed).toMatchObject({ sha256: sha256(content), size: content.length });
  });

  it('stops hashing when asked, and says what is wrong with its path', async () => {
    writeFileSync(at('file'), 'x');
    const hashing = ask(at('file'), true, (file) => file.hash(AbortSignal.abort()));
    await expect(hashing).rejects.toMatchObject({ name: 'AbortError' });
    const facts = statSync(at('file'));
    const opening = files.open(at('nothing'), facts, true);
    await expect(opening).rejects.toMatchObject({ name: 'DiskProblem', kind: 'missing', path: at('nothing') });
    const another = files.open(at('file'), { ...facts, mtimeMs: 1 });
    await expect(another).rejects.toMatchObject({ name: 'DiskProblem', kind: 'changed', path: at('file') });
    const reading = files.open(root, facts, true);
    await expect(reading).rejects.toMatchObject({ name: 'DiskProblem', kind: 'other', path: root });
  });

  it('is not mixed up with others that are open', async () => {
    const contents = Array.from({ length: 12 }, (_, index) => randomBytes(1_000 + index * 200_000));
    contents.forEach((content, index) => {
      writeFileSync(at(`${index}`), content);
    });
    const hashes = await Promise.all(
      contents.map((_, index) =>
        ask(at(`${index}`), true, async (file) => {
          await file.contentType();
          return file.hash();
        }),
      ),
    );
    expect(hashes.map((hash) => hash.sha256)).toEqual(contents.map(sha256));
  });
});

describe('reading', () => {
  /** Reads come as short as `most`, as they may from a network disk. */
  const handleOf = (content: Buffer, most = Number.POSITIVE_INFINITY) => {
    const reads: number[] = [];
    const read = async (target: Uint8Array, offset: number, length: number, position: number) => {
      const bytes = content.subarray(position, position + Math.min(length, most));
      target.set(bytes, offset);
      reads.push(bytes.length);
      return bytes.length;
    };
    return { file: read, reads };
  };

  it('of a file that has the size it should have takes no read at its end', async () => {
    for (const [size, expected] of [
      [100_000, [100_000]],
      [megabyte, [megabyte]],
      [2 * megabyte + 5, [megabyte, megabyte, 5]],
    ] as const) {
      const content = randomBytes(size);
      const { file, reads } = handleOf(content);
      expect(await hashOpen(file, size)).toMatchObject({ sha256: sha256(content), size });
      expect(reads).toEqual(expected);
    }
  });

  it('continues after a short read in the middle', async () => {
    const content = randomBytes(megabyte + 300_000);
    for (const size of [content.length, Number.POSITIVE_INFINITY])
      expect(await hashOpen(handleOf(content, 70_000).file, size)).toMatchObject({
        sha256: sha256(content),
        size: content.length,
      });
    const piece = Buffer.alloc(5_000);
    expect(await fill(handleOf(content.subarray(0, 4_500), 999).file, piece, 0, 4_500)).toBe(4_500);
    expect(piece.subarray(0, 4_500).equals(content.subarray(0, 4_500))).toBe(true);
  });
});

describe('bytes that are lent', () => {
  it('are used again once they are given back, for a file of about that length', () => {
    const first = lend(70_001);
    const second = lend(70_001);
    first.giveBack();
    const third = lend(100_000);
    expect(third.bytes).toHaveLength(100_000);
    expect(third.bytes.buffer).toBe(first.bytes.buffer);
    expect(second.bytes.buffer).not.toBe(first.bytes.buffer);
    for (const each of [second, third]) each.giveBack();
  });

  it('are nobody else’s, however often they are given back', () => {
    const first = lend(50_000);
    for (let time = 0; time < 3; time += 1) first.giveBack();
    const [second, third] = [lend(50_000), lend(50_000)];
    expect(second.bytes.buffer).not.toBe(third.bytes.buffer);
    for (const each of [second, third]) each.giveBack();
  });

  it('take up no more than 32 MB while nobody uses them', () => {
    const many = Array.from({ length: 80 }, () => lend(megabyte));
    const known = new Set(many.map(({ bytes }) => bytes.buffer));
    for (const each of many) each.giveBack();
    const again = Array.from({ length: 80 }, () => lend(megabyte));
    expect(again.filter(({ bytes }) => known.has(bytes.buffer)).length).toBeLessThanOrEqual(32);
    for (const each of again) each.giveBack();
  });

  it.each([
    ['whose hash was asked for, until its reader gives them back', true],
    ['that was only looked at, until it is closed', false],
  ])('belong to an open file %s', async (_, isHashed) => {
    // Whatever others have given back leaves room for these.
    for (let taken = 0; taken < 32; taken += 1) lend(megabyte);
    writeFileSync(at('file'), randomBytes(200_000));
    const file = await files.open(at('file'), statSync(at('file')), true);
    const start = await file.read(0, 8);
    const content = isHashed ? (await file.hash()).content : undefined;
    await file.close();
    const meanwhile = lend(200_001);
    expect(meanwhile.bytes.buffer === start.buffer).toBe(!isHashed);
    content?.giveBack();
    const later = lend(200_001);
    expect(later.bytes.buffer === start.buffer).toBe(isHashed);
    for (const each of [meanwhile, later]) each.giveBack();
  });
});
