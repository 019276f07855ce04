import { constants } from 'node:fs';
import { type FileFacts, sameFacts } from '../../core/document/document.ts';
import { say } from '../../core/messages/message.ts';
import { DiskProblem, type Hash, type OpenFile } from '../ports.ts';
import { asDiskProblem } from './calls.ts';
import { type Directories, safely } from './directories.ts';
import { fill, givePiece, hashOpen, pieceBytes, type Reader, readFrom, takePiece, typeLength, typeOf } from './read.ts';

/**
 * Opens a file, and nothing else: no link is followed, no pipe waited for. It is looked at on the handle: what is read is what was
 * opened, whatever has its name by now. One that fits a piece and is to be read whole is read in one go: its head, its tail, its type
 * and its hash then come from the same bytes, and cost no more than opening, reading and closing.
 *
 * @param facts absent: whatever file is there
 */
export async function open(directories: Directories, path: string, facts?: FileFacts, whole = false): Promise<OpenFile> {
  const { calls } = directories;
  let opened: number | undefined;
  let piece: Buffer | undefined;
  const close = async () => {
    if (piece !== undefined) givePiece(piece);
    if (opened !== undefined) await calls.close(opened);
  };
  try {
    const { fd, size } = await directories.inside('read', path, async (way) => {
      const handle = await calls.open(way, constants.O_RDONLY | safely);
      opened = handle;
      const now = await calls.fstat(handle);
      if (!now.isFile()) throw new DiskProblem('other', path, 'read', { said: say('disk.notAFile', { path }) });
      await directories.confirm(way, path, now);
      if (facts !== undefined && !sameFacts(now, facts)) throw new DiskProblem('changed', path, 'read');
      return { fd: handle, size: now.size };
    });
    let start: Buffer | undefined;
    const readInto: Reader = async (target, offset, length, position) => {
      if (start !== undefined) return start.copy(target, offset, position, position + length);
      try {
        return await calls.read(fd, target, offset, length, position);
      } catch (error) {
        throw asDiskProblem(error, path, 'read');
      }
    };
    if (whole && size < pieceBytes) {
      piece = takePiece();
      start = piece.subarray(0, await fill(readInto, piece, 0, size));
    }
    return {
      readInto,
      read: async (position, length) =>
        start?.subarray(position, Math.min(position + length, size)) ?? (await readFrom(readInto, position, length)),
      contentType: async () => typeOf(start ?? (await readFrom(readInto, 0, typeLength)), size, readInto),
      hash: (signal) => hashOpen(readInto, size, signal),
      close,
    };
  } catch (error) {
    await close();
    throw error;
  }
}

async function ofOpen<Value>(directories: Directories, path: string, ask: (file: OpenFile) => Promise<Value>): Promise<Value> {
  const file = await open(directories, path);
  try {
    return await ask(file);
  } finally {
    await file.close();
  }
}

export function read(directories: Directories, path: string, position: number, length: number): Promise<Uint8Array> {
  return ofOpen(directories, path, (file) => file.read(position, length));
}

export function hash(directories: Directories, path: string, signal?: AbortSignal): Promise<Hash> {
  return ofOpen(directories, path, (file) => file.hash(signal));
}

export function contentType(directories: Directories, path: string): Promise<string | undefined> {
  return ofOpen(directories, path, (file) => file.contentType());
}
