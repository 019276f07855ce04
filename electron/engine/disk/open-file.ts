import { createHash } from 'node:crypto';
import { constants } from 'node:fs';
import { type FileFacts, sameFacts } from '../../core/document/document.ts';
import { say } from '../../core/messages/message.ts';
import { DiskProblem, type Expected, type FileToSend, type OpenFile } from '../ports.ts';
import { onDisk } from './calls.ts';
import { type Disk, safely } from './directories.ts';
import { factsOf } from './list.ts';
import { fill, givePiece, hashOpen, Noticed, pieceBytes, type Reader, readFrom, takePiece, typeLength, typeOf } from './read.ts';

interface Opened {
  readonly fd: number;
  readonly facts: FileFacts;
  readonly read: Reader;
}

/** Opens a file, and nothing else: no link is followed, no pipe waited for. */
async function openFile({ calls, directories }: Disk, path: string): Promise<Opened> {
  let opened: number | undefined;
  try {
    return await directories.inside(path, async (way) => {
      const fd = await calls.open(way, constants.O_RDONLY | safely);
      opened = fd;
      const facts = await calls.fstat(fd);
      if (!facts.isFile()) throw new DiskProblem('other', path, 'read', { said: say('disk.notAFile', { path }) });
      await directories.confirm(way, path, facts);
      return { fd, facts: factsOf(facts), read: (...given) => calls.read(fd, ...given) };
    });
  } catch (error) {
    if (opened !== undefined) await calls.close(opened);
    throw error;
  }
}

function withFile<Value>(disk: Disk, path: string, work: (file: Opened) => Promise<Value>): Promise<Value> {
  return onDisk('read', path, async () => {
    const file = await openFile(disk, path);
    try {
      return await work(file);
    } finally {
      await disk.calls.close(file.fd);
    }
  });
}

/** Looked at on the handle: what is read is what was opened, whatever has its name by now. */
export async function openToSend(disk: Disk, path: string, expected: FileFacts): Promise<FileToSend> {
  return onDisk('read', path, async () => {
    const { fd, facts, read } = await openFile(disk, path);
    const file: FileToSend = {
      read: (...given) => onDisk('read', path, async () => read(...given)),
      close: async () => disk.calls.close(fd),
    };
    if (sameFacts(facts, expected)) return file;
    await file.close();
    throw new DiskProblem('changed', path, 'read');
  });
}

export function read(disk: Disk, path: string, position: number, length: number): Promise<Uint8Array> {
  return withFile(disk, path, (file) => readFrom(file.read, position, length));
}

export function hash(
  disk: Disk,
  path: string,
  signal?: AbortSignal,
): Promise<{ readonly sha256: string; readonly size: number }> {
  return withFile(disk, path, async (file) => {
    signal?.throwIfAborted();
    return hashOpen(file.read, Number.POSITIVE_INFINITY, signal);
  });
}

export function contentType(disk: Disk, path: string): Promise<string | undefined> {
  return withFile(disk, path, async (file) => typeOf(await readFrom(file.read, 0, typeLength), file.facts.size, file.read));
}

/**
 * A file that fits a piece and will be hashed is read in one go: its head, its tail, its type and its hash then come from the
 * same bytes, and cost no more than opening, reading and closing. Of any other file the beginning is read at once.
 */
export function whileOpen<Value>(
  disk: Disk,
  path: string,
  { size, toHash }: Expected,
  work: (file: OpenFile) => Promise<Value>,
): Promise<Value> {
  return withFile(disk, path, async (file) => {
    const piece = toHash && size < pieceBytes ? takePiece() : undefined;
    try {
      const buffer = piece ?? Buffer.alloc(typeLength);
      const reach = Math.min(size, buffer.length);
      const isWhole = reach === size;
      const start = buffer.subarray(0, await fill(file.read, buffer, 0, reach));
      return await work({
        facts: file.facts,
        async read(position, length) {
          const end = Math.min(position + length, size);
          return isWhole || end <= start.length ? start.subarray(position, end) : await readFrom(file.read, position, length);
        },
        contentType: () => typeOf(start, size, file.read),
        async hash(signal) {
          signal?.throwIfAborted();
          if (!isWhole) return await hashOpen(file.read, size, signal);
          const noticed = new Noticed();
          noticed.look(start);
          return { sha256: createHash('sha256').update(start).digest('hex'), size: start.length, ...noticed.found };
        },
      });
    } finally {
      if (piece !== undefined) givePiece(piece);
    }
  });
}
