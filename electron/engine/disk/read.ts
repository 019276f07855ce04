import { createHash, hash as digest } from 'node:crypto';
import { ReadableStream } from 'node:stream/web';
import { fileTypeFromBuffer, fileTypeFromStream } from 'file-type';
import { provenByStart, wordContentType } from '../../core/intake/file-types.ts';
import { DiskProblem, type Hash, type Lent } from '../ports.ts';
import { isWordPackage, zipDirectory } from './zip-directory.ts';

/** Bytes that are looked at together, and how many of them in a row make a hole when all are zero. */
const blockBytes = 4_096;
const blocksOfHole = 4;
const zeros = Buffer.alloc(blockBytes);
/** No file that may be sent has as many. */
const maxHoles = 2_000;

/** The name is never compressed, wherever in a PDF its trailer is. */
const encryption = 'Encrypt';

/** What is known of the bytes of a file that have passed by. */
interface Passed {
  readonly holes: number[];
  encrypt: boolean;
  size: number;
  /** Blocks of zeros in a row. */
  run: number;
  last: Buffer;
}

const nothingPassed = (): Passed => ({ holes: [], encrypt: false, size: 0, run: 0, last: Buffer.alloc(0) });

/**
 * Notices, while a file's bytes pass by to be hashed, long runs of zeros that something else follows, as a file has whose end was
 * written before its middle, and the word with which a PDF says that it is encrypted. Most blocks cost one comparison of a byte, and
 * the word a twelfth of the hash.
 *
 * @param bytes whole blocks, except for the last ones
 */
export function notice(passed: Passed, bytes: Buffer): void {
  for (let start = 0; start < bytes.length; start += blockBytes) {
    const block = bytes.subarray(start, start + blockBytes);
    if (bytes[start] === 0 && zeros.subarray(0, block.length).equals(block)) passed.run += 1;
    else {
      if (passed.run >= blocksOfHole && passed.holes.length < maxHoles)
        passed.holes.push(passed.size + start - passed.run * blockBytes);
      passed.run = 0;
    }
  }
  passed.size += bytes.length;
  if (passed.encrypt) return;
  const seam = Buffer.concat([passed.last, bytes.subarray(0, encryption.length)]);
  passed.encrypt = bytes.indexOf(encryption, 0, 'latin1') >= 0 || seam.indexOf(encryption, 0, 'latin1') >= 0;
  passed.last = Buffer.from(bytes.subarray(-encryption.length));
}

/** Bytes of one read. Larger ones are no faster. */
export const pieceBytes = 1024 * 1024;

/** Buffers that are free, by their lengths, which are powers of two; and how many bytes of them there are at most. */
const lengths = new Map<number, Buffer[]>();
const mostFree = 32 * 1024 * 1024;
const shortest = 4096;
let free = 0;

interface LentBuffer extends Lent {
  readonly bytes: Buffer;
}

/**
 * Bytes for a small file, or for a piece of a large one, from what has been given back: new ones for each of thousands would have to be
 * collected, which takes longer than reading them. Who never gives them back leaves them to that.
 */
export function lend(length = pieceBytes): LentBuffer {
  const rounded = 2 ** Math.ceil(Math.log2(Math.max(length, shortest)));
  const known = lengths.get(rounded) ?? [];
  lengths.set(rounded, known);
  const taken = known.pop();
  if (taken !== undefined) free -= rounded;
  let whole = taken ?? Buffer.allocUnsafeSlow(rounded);
  return {
    bytes: whole.subarray(0, length),
    giveBack: () => {
      if (whole.length === 0) return;
      if (free + rounded <= mostFree) {
        known.push(whole);
        free += rounded;
      }
      // Never twice: two files would share them.
      whole = Buffer.alloc(0);
    },
  };
}

/** Reads up to `length` bytes at `position` into `target` at `offset`, and answers how many. */
export type Reader = (target: Uint8Array, offset: number, length: number, position: number) => Promise<number>;

/** Up to `length` bytes from `position`: fewer only where the file ends. */
export async function readFrom(read: Reader, position: number, length: number): Promise<Uint8Array> {
  const bytes = new Uint8Array(length);
  return bytes.subarray(0, await fill(read, bytes, position, position + length));
}

/**
 * Fills `piece` from `position`, and returns with how many bytes: it is full, or has everything up to `size`, or up to the
 * end of a file that is shorter. On a network disk a read may come short anywhere, so a short read is trusted only at `size`.
 * If there is room, one byte beyond `size` is read: that shows a file that has grown.
 */
export async function fill(read: Reader, piece: Uint8Array, position: number, size: number): Promise<number> {
  const wanted = Math.min(piece.length, size + 1 - position);
  let filled = 0;
  while (filled < wanted && position + filled < size) {
    const bytesRead = await read(piece, filled, wanted - filled, position + filled);
    if (bytesRead === 0) break;
    filled += bytesRead;
  }
  return filled;
}

/**
 * SHA-256 of an open file, and how many bytes that were: more or fewer than `size` if it has changed. The next piece is read
 * while the last one is hashed.
 *
 * @param size bytes that the file is known to have; at most one byte beyond them is read
 */
export async function hashOpen(read: Reader, size: number, signal?: AbortSignal): Promise<Hash> {
  const passed = nothingPassed();
  const pieces: [LentBuffer, LentBuffer?] = [lend()];
  try {
    const sha256 = createHash('sha256');
    let [current] = pieces;
    let filled = await fill(read, current.bytes, 0, size);
    while (filled > 0) {
      signal?.throwIfAborted();
      const bytes = current.bytes.subarray(0, filled);
      notice(passed, bytes);
      // A piece that is not full is the last one.
      if (filled < pieceBytes) {
        sha256.update(bytes);
        break;
      }
      pieces[1] ??= lend();
      current = current === pieces[0] ? pieces[1] : pieces[0];
      const coming = fill(read, current.bytes, passed.size, size);
      sha256.update(bytes);
      filled = await coming;
    }
    return { sha256: sha256.digest('hex'), ...noticed(passed) };
  } finally {
    for (const piece of pieces) piece?.giveBack();
  }
}

/** The same of a file's bytes, all of which are here. */
export function hashBytes(bytes: Buffer): Hash {
  const passed = nothingPassed();
  notice(passed, bytes);
  return { sha256: digest('sha256', bytes), ...noticed(passed) };
}

function noticed({ encrypt, holes, size }: Passed): Omit<Hash, 'sha256'> {
  return { size, ...(holes.length > 0 && { holes }), ...(encrypt && { encrypt }) };
}

/** Bytes of a file's beginning that are enough for `typeOf` to know most types. */
export const typeLength = 4096;

/** Readers look for the PDF header within this many bytes: scanners put printer commands or a byte order mark before it. */
const pdfHeaderWithin = 1024;
/** What the library takes for these begins with a word of text, which may be what a printer or a server put before a PDF. */
const textual = /^(?:text\/|application\/(?:eps|postscript|rtf|xml)$)/;
/** What the library takes for these is named after the part that it saw first. */
const zipped = /^application\/(?:zip|java-archive|x-xpinstall)$/;
/** Bytes of one read where the whole file is gone through. */
const streamedBytes = 64 * 1024;

/**
 * The type by content. The library reads a few kilobytes of most types, and the headers of the entries of a ZIP (DOCX), with
 * limits of its own; a damaged ZIP is `application/zip`, never an error. The file is read only if `start` leaves the type open.
 * What the library guesses is not the last word: a PDF may begin with something else, and a Word document is known by its list of parts.
 *
 * @param start the first bytes: `typeLength` of them, or the whole file
 * @param size of the file
 * @param read of that file
 */
export async function typeOf(start: Uint8Array, size: number, read: Reader): Promise<string | undefined> {
  const isWhole = start.length === size;
  const byStart = await byLibrary(start);
  const isKnown = isWhole || (byStart !== undefined && provenByStart.includes(byStart));
  const known = isKnown ? byStart : await byLibrary(streamOf(read));
  if ((known === undefined || textual.test(known)) && hasPdfHeader(start)) return 'application/pdf';
  if (known !== undefined && !zipped.test(known)) return known;
  const piece = async (position: number, length: number) =>
    isWhole ? start.subarray(position, position + length) : await readFrom(read, position, length);
  const listed = await zipDirectory(piece, size);
  return listed.kind === 'names' && isWordPackage(listed.names) ? wordContentType : known;
}

/** Whether the library knows this type by its first words, which say little. */
export function isTextual(contentType: string): boolean {
  return textual.test(contentType);
}

function streamOf(read: Reader): ReadableStream<Uint8Array> {
  let position = 0;
  return new ReadableStream({
    async pull(stream) {
      const bytes = await readFrom(read, position, streamedBytes);
      position += bytes.length;
      if (bytes.length === 0) stream.close();
      else stream.enqueue(bytes);
    },
  });
}

async function byLibrary(bytes: Uint8Array | ReadableStream<Uint8Array>): Promise<string | undefined> {
  try {
    return (await (bytes instanceof Uint8Array ? fileTypeFromBuffer(bytes) : fileTypeFromStream(bytes)))?.mime;
  } catch (error) {
    if (error instanceof DiskProblem) throw error;
    // The content misled the library: the type is unknown.
    return undefined;
  }
}

function hasPdfHeader(start: Uint8Array): boolean {
  return Buffer.from(start.buffer, start.byteOffset, Math.min(start.length, pdfHeaderWithin)).includes('%PDF-');
}

/** Bytes as text of one character each, to be searched. */
export function latin(bytes: Uint8Array): string {
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('latin1');
}
