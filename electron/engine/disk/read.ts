import { createHash } from 'node:crypto';
import { type FileHandle, open } from 'node:fs/promises';
import { onDisk } from './problem.ts';

/** Bytes of one read. Larger ones are no faster. */
export const pieceBytes = 1024 * 1024;

/** Pieces that are not in use now. As many are made as are needed at once, two for each large file being hashed. */
const pool: Buffer[] = [];
const maxPooled = 16;

export function takePiece(): Buffer {
  return pool.pop() ?? Buffer.allocUnsafeSlow(pieceBytes);
}

export function givePiece(piece: Buffer): void {
  if (pool.length < maxPooled) pool.push(piece);
}

export function read(path: string, position: number, length: number): Promise<Uint8Array> {
  return onDisk('read', path, async () => {
    const file = await open(path, 'r');
    try {
      return await readFrom(file, position, length);
    } finally {
      await file.close();
    }
  });
}

/** Up to `length` bytes from `position`: fewer only where the file ends. */
export async function readFrom(file: FileHandle, position: number, length: number): Promise<Uint8Array> {
  const bytes = new Uint8Array(length);
  return bytes.subarray(0, await fill(file, bytes, position, position + length));
}

/**
 * Fills `piece` with what is at `position`, and says with how many bytes. It is full, or holds all up to `size`, or up
 * to the end of a file that is shorter: a read may come short anywhere on a network disk, so only at `size` is one that
 * did believed. One byte beyond `size` is asked for, where there is room: a file that has grown shows.
 */
export async function fill(file: FileHandle, piece: Uint8Array, position: number, size: number): Promise<number> {
  const most = Math.min(piece.length, size + 1 - position);
  let filled = 0;
  while (filled < most && position + filled < size) {
    const { bytesRead } = await file.read(piece, filled, most - filled, position + filled);
    if (bytesRead === 0) break;
    filled += bytesRead;
  }
  return filled;
}

export function hash(path: string, signal?: AbortSignal): Promise<{ readonly sha256: string; readonly size: number }> {
  return onDisk('read', path, async () => {
    signal?.throwIfAborted();
    const file = await open(path, 'r');
    try {
      return await hashOpen(file, Number.POSITIVE_INFINITY, signal);
    } finally {
      await file.close();
    }
  });
}

/**
 * SHA-256 of an open file, and how many bytes that were: more or fewer than `size` if it has changed. The next piece is
 * read while the last one is hashed.
 *
 * @param size bytes that the file is known to have; it is not read beyond them, but for one byte at most
 */
export async function hashOpen(file: FileHandle, size: number, signal?: AbortSignal): Promise<{ sha256: string; size: number }> {
  const pieces: [Buffer, Buffer?] = [takePiece()];
  try {
    const sha256 = createHash('sha256');
    let position = 0;
    let [current] = pieces;
    let filled = await fill(file, current, 0, size);
    while (filled > 0) {
      signal?.throwIfAborted();
      const bytes = current.subarray(0, filled);
      position += filled;
      // What does not fill its piece is the last one.
      if (filled < pieceBytes) {
        sha256.update(bytes);
        break;
      }
      pieces[1] ??= takePiece();
      current = current === pieces[0] ? pieces[1] : pieces[0];
      const coming = fill(file, current, position, size);
      sha256.update(bytes);
      filled = await coming;
    }
    return { sha256: sha256.digest('hex'), size: position };
  } finally {
    for (const piece of pieces) if (piece !== undefined) givePiece(piece);
  }
}
