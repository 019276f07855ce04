import { createHash, type Hash } from 'node:crypto';
import { basename, dirname, join } from 'node:path';
import { factsOf, sameFacts } from '../../../core/document/document.ts';
import type { TableFile, WrittenFile } from '../../../core/document/table.ts';
import { type Content, DiskProblem, type Files } from '../../ports.ts';
import type { DeliveryWorld } from '../delivery-target.ts';

/**
 * The file of a table as our last write left it, or (`isNew`) as the next one was about to. It ends at `end`, up to which `file` has its
 * SHA-256: behind that is only what an append that was interrupted has left of its bytes.
 */
export interface OwnFile {
  readonly kind: 'ours';
  readonly file: WrittenFile;
  readonly end: number;
  readonly isNew: boolean;
}

/** The file of a table as it is on disk. */
export type FileOnDisk =
  | OwnFile
  /** It was to be created, and has not been. */
  | { readonly kind: 'unbegun' }
  /** By a person. */
  | { readonly kind: 'deleted' }
  | { readonly kind: 'edited' };

/**
 * Its facts tell, however long it is; only if they differ (a write was interrupted, a copy was put back, a disk was mounted again and has
 * other inodes) is it read. Changes nothing.
 * @param appended the bytes that may have been on their way to its end
 * @throws DiskProblem
 */
export async function lookAtFile(
  { files }: Pick<DeliveryWorld, 'files'>,
  { next, path, written }: TableFile,
  appended: () => Uint8Array = () => new Uint8Array(),
): Promise<FileOnDisk> {
  const entry = await files.stat(path);
  if (entry === undefined) return { kind: written === undefined ? 'unbegun' : 'deleted' };
  if (entry.kind === 'file') {
    if (written !== undefined && sameFacts(entry, written))
      return { kind: 'ours', file: written, end: written.size, isNew: false };
    const facts = factsOf(entry);
    const end = Math.min(written?.size ?? 0, facts.size);
    const start = await hashOf(files, path, 0, end);
    const sha256 = (await hashOf(files, path, end, facts.size, start.copy())).digest('hex');
    if (sha256 === next) return { kind: 'ours', file: { sha256, ...facts }, end: facts.size, isNew: true };
    if (written !== undefined && end === written.size && start.copy().digest('hex') === written.sha256) {
      const tail = await files.read(path, end, facts.size - end);
      if (Buffer.compare(tail, appended().subarray(0, tail.length)) === 0)
        return { kind: 'ours', file: { sha256: written.sha256, ...facts }, end, isNew: false };
    }
  }
  // It was to be created, and somebody else has taken the name.
  return { kind: written === undefined ? 'unbegun' : 'edited' };
}

const pieceBytes = 1024 * 1024;

/** The hash of the bytes of a file from one position to another, behind those that are in it already. */
async function hashOf(files: Files, path: string, from: number, to: number, hash = createHash('sha256')): Promise<Hash> {
  for (let position = from; position < to; ) {
    const piece = await files.read(path, position, Math.min(pieceBytes, to - position));
    if (piece.length === 0) break;
    hash.update(piece);
    position += piece.length;
  }
  return hash;
}

/** Hashes of files as they were left last, by their digest: only the first append after a start reads a file. */
const hashes = new Map<string, Hash>();
const mostHashes = 100;

function remember(hash: Hash): string {
  const sha256 = hash.copy().digest('hex');
  hashes.delete(sha256);
  hashes.set(sha256, hash);
  for (const [oldest] of hashes) if (hashes.size > mostHashes) hashes.delete(oldest);
  return sha256;
}

/** @returns what the file will be once these bytes are at its end: its SHA-256, hex. @throws DiskProblem */
export async function appending(
  { files }: Pick<DeliveryWorld, 'files'>,
  path: string,
  { end, file: { sha256 } }: OwnFile,
): Promise<(bytes: Uint8Array) => string> {
  const known = hashes.get(sha256) ?? (await hashOf(files, path, 0, end));
  return (bytes) => {
    hashes.delete(sha256);
    return remember(known.copy().update(bytes));
  };
}

/**
 * Puts a file in place whole, which may take a while.
 * @param before what is there; without it, the name is to be free
 * @param intend the ledger is to have what the file will be before it is in place
 * @returns 'taken': somebody has that name
 * @throws DiskProblem, also if a person works with the file by then, and whatever `content` throws: the file stays as it is
 */
export async function putInPlace(
  world: DeliveryWorld,
  path: string,
  content: Iterable<Uint8Array> | AsyncIterable<Uint8Array>,
  before: WrittenFile | undefined,
  intend: (sha256: string) => void,
  sources: readonly string[] = [],
): Promise<WrittenFile | 'taken'> {
  const { files } = world;
  const hash = createHash('sha256');
  let sha256 = '';
  const pieces = async function* () {
    for await (const piece of content) {
      hash.update(piece);
      yield piece;
    }
    if (before !== undefined) {
      await refuseIfOpen(world, path);
      const entry = await files.stat(path);
      if (entry?.kind !== 'file' || !sameFacts(entry, before)) throw new DiskProblem('changed', path, 'write');
    }
    sha256 = remember(hash);
    intend(sha256);
  };
  const written: Content = pieces();
  const facts = await (before === undefined ? files.createWhole(path, written, sources) : files.replaceWhole(path, written));
  return facts === 'taken' ? facts : { sha256, ...facts };
}

/** A lock file that is older was left behind by a program that crashed, in milliseconds. */
const lockMs = 24 * 3_600_000;

/**
 * While a spreadsheet has the table open, by the lock file that it puts beside it (LibreOffice, Excel): what is written now would be lost
 * when the person saves it.
 * @throws DiskProblem
 */
export async function refuseIfOpen(world: DeliveryWorld, path: string): Promise<void> {
  for (const name of [`.~lock.${basename(path)}#`, `~$${basename(path)}`]) {
    const lock = await world.files.stat(join(dirname(path), name));
    if (lock !== undefined && world.clock.now() - lock.mtimeMs < lockMs) throw new DiskProblem('locked', path, 'write');
  }
}
