import { createHash } from 'node:crypto';
import { closeSync, fstatSync, fsyncSync, ftruncateSync, openSync, readSync, writeSync } from 'node:fs';
import { say } from '../core/messages/message.ts';
import { LedgerDamaged } from './errors.ts';

/**
 * The pages in which a ledger differs from an earlier copy of it: a line of JSON with the size of a page in bytes and the number
 * of pages of the whole, then each page that changed after its number (from 0), then the SHA-256 of everything before.
 */
interface Heading {
  readonly format: 1;
  readonly pageSize: number;
  readonly pages: number;
}

const chunkBytes = 1 << 20;
const numberBytes = 4;
const checksumBytes = 32;
/** A heading is shorter than this. */
const longestHeading = 200;

/** What a page of a copy is read from: a file, and where in it. */
interface Place {
  readonly file: number;
  readonly at: number;
}

/** Two files that may differ in more pages than a copy of the whole is worth. */
export class TooManyChanges extends Error {}

/**
 * Writes to `target` in which pages `source` differs from the copy that `whole` is with its `changes`, oldest first. All bytes
 * of both are compared, so that what a later `applyChanges` makes of them is `source`, even where a bad disk has altered the copy.
 *
 * @param mostBytes what the pages may come to
 * @throws TooManyChanges, LedgerDamaged for changes that are not whole
 */
export function writeChanges(
  source: string,
  { whole, changes }: { readonly whole: string; readonly changes: readonly string[] },
  target: string,
  mostBytes: number,
): void {
  withFiles((open) => {
    const [from, base, to] = [open(source, 'r'), open(whole, 'r'), open(target, 'w')];
    const pageSize = pageSizeOf(from);
    if (pageSizeOf(base) !== pageSize) throw new TooManyChanges();
    const copy = copyOf(open, base, changes, pageSize);
    const output = new ChecksummedFile(to);
    const length = fstatSync(from).size;
    const heading: Heading = { format: 1, pageSize, pages: length / pageSize };
    output.write(Buffer.from(`${JSON.stringify(heading)}\n`));
    const [now, before] = [Buffer.alloc(chunkBytes), Buffer.alloc(chunkBytes)];
    let bytes = 0;
    for (let at = 0; at < length; at += chunkBytes) {
      const read = readFully(from, now, at);
      const known = copy(before, at);
      if (known.slice(0, read / pageSize).every(Boolean) && now.compare(before, 0, read, 0, read) === 0) continue;
      for (let start = 0; start < read; start += pageSize) {
        const end = start + pageSize;
        if (known[start / pageSize] === true && now.compare(before, start, end, start, end) === 0) continue;
        bytes += pageSize;
        if (bytes > mostBytes) throw new TooManyChanges();
        output.write(numbered((at + start) / pageSize));
        output.write(now.subarray(start, end));
      }
    }
    output.end();
  });
}

/** Brings the copy `target` up to date with the changes. @throws LedgerDamaged if they are not whole: then it is of no use any more */
export function applyChanges(changes: string, target: string): void {
  withFiles((open) => {
    const to = open(target, 'r+');
    const { pageSize, pages } = readChanges(open(changes, 'r'), changes, (page, _, bytes) => {
      writeFully(to, bytes, page * bytes.length);
    });
    ftruncateSync(to, pageSize * pages);
  });
}

/**
 * Reads the copy that a whole one is with its changes. @returns what reads a chunk of it that begins at a place, and says of each
 * of its pages whether the copy has it
 * @throws LedgerDamaged
 */
function copyOf(open: Open, whole: number, changes: readonly string[], pageSize: number) {
  const places = new Map<number, Place>();
  // What was cut off once is not what may have grown there again.
  let leftPages = Math.floor(fstatSync(whole).size / pageSize);
  for (const path of changes) {
    const file = open(path, 'r');
    const heading = readChanges(file, path, (page, at) => void places.set(page, { file, at }));
    if (heading.pageSize !== pageSize) throw incomplete(path);
    for (const page of places.keys()) if (page >= heading.pages) places.delete(page);
    leftPages = Math.min(leftPages, heading.pages);
  }
  return (into: Buffer, at: number): readonly boolean[] => {
    readFully(whole, into, at);
    return Array.from({ length: into.length / pageSize }, (_, index) => {
      const page = at / pageSize + index;
      const place = places.get(page);
      if (place === undefined) return page < leftPages;
      const start = index * pageSize;
      return readFully(place.file, into.subarray(start, start + pageSize), place.at) === pageSize;
    });
  };
}

/** Calls `each` with every page, its place in the file, and its bytes, which are only good until it returns. */
function readChanges(file: number, path: string, each: (page: number, at: number, bytes: Buffer) => void): Heading {
  const length = fstatSync(file).size - checksumBytes;
  const start = Buffer.alloc(longestHeading);
  readFully(file, start, 0);
  const lineEnd = start.indexOf('\n');
  const heading = headingOf(start.subarray(0, Math.max(0, lineEnd)).toString());
  if (heading === undefined || length < lineEnd + 1) throw incomplete(path);
  const hash = createHash('sha256').update(start.subarray(0, lineEnd + 1));
  const recordBytes = numberBytes + heading.pageSize;
  const records = Buffer.alloc(recordBytes * Math.ceil(chunkBytes / recordBytes));
  for (let at = lineEnd + 1; at < length; ) {
    const read = readFully(file, records.subarray(0, Math.min(records.length, length - at)), at);
    if (read === 0 || read % recordBytes !== 0) throw incomplete(path);
    hash.update(records.subarray(0, read));
    for (let record = 0; record < read; record += recordBytes) {
      const bytes = records.subarray(record + numberBytes, record + recordBytes);
      each(records.readUInt32BE(record), at + record + numberBytes, bytes);
    }
    at += read;
  }
  const checksum = Buffer.alloc(checksumBytes);
  readFully(file, checksum, length);
  if (!hash.digest().equals(checksum)) throw incomplete(path);
  return heading;
}

function headingOf(line: string): Heading | undefined {
  try {
    const read: unknown = JSON.parse(line);
    if (typeof read !== 'object' || read === null || !('format' in read) || read.format !== 1) return undefined;
    if (!('pageSize' in read && 'pages' in read) || !Number.isInteger(read.pageSize) || !Number.isInteger(read.pages)) {
      return undefined;
    }
    return { format: 1, pageSize: Number(read.pageSize), pages: Number(read.pages) };
  } catch {
    return undefined;
  }
}

function incomplete(path: string): LedgerDamaged {
  return new LedgerDamaged(path, say('ledger.problem.incompleteBackup'));
}

/** As SQLite's header says it (https://sqlite.org/fileformat.html, 1.3.2). */
function pageSizeOf(file: number): number {
  const header = Buffer.alloc(18);
  readFully(file, header, 0);
  const size = header.readUInt16BE(16);
  return size === 1 ? 65_536 : size || 4_096;
}

/** @returns how much there was, up to the length of `into` */
function readFully(file: number, into: Buffer, at: number): number {
  let read = 0;
  while (read < into.length) {
    const more = readSync(file, into, read, into.length - read, at + read);
    if (more === 0) break;
    read += more;
  }
  return read;
}

function writeFully(file: number, bytes: Buffer, at: number | null): void {
  let written = 0;
  while (written < bytes.length) {
    written += writeSync(file, bytes, written, bytes.length - written, at === null ? null : at + written);
  }
}

/** A file that is written from its beginning to its end, where its checksum follows. */
class ChecksummedFile {
  readonly #file: number;
  readonly #hash = createHash('sha256');
  readonly #buffer = Buffer.alloc(chunkBytes);
  #filled = 0;

  constructor(file: number) {
    this.#file = file;
  }

  write(bytes: Buffer): void {
    if (this.#filled + bytes.length > this.#buffer.length) this.#flush();
    this.#filled += bytes.copy(this.#buffer, this.#filled);
  }

  end(): void {
    this.#flush();
    writeFully(this.#file, this.#hash.digest(), null);
    fsyncSync(this.#file);
  }

  #flush(): void {
    const bytes = this.#buffer.subarray(0, this.#filled);
    this.#hash.update(bytes);
    writeFully(this.#file, bytes, null);
    this.#filled = 0;
  }
}

type Open = (path: string, flags: 'r' | 'r+' | 'w') => number;

/** Closes what `work` opened. What it makes is for its owner alone. */
function withFiles(work: (open: Open) => void): void {
  const files: number[] = [];
  try {
    work((path, flags) => {
      const file = openSync(path, flags, 0o600);
      files.push(file);
      return file;
    });
  } finally {
    for (const file of files) closeSync(file);
  }
}

function numbered(page: number): Buffer {
  const number = Buffer.alloc(numberBytes);
  number.writeUInt32BE(page);
  return number;
}
