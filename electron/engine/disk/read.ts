import { createHash } from 'node:crypto';
import type { Hash } from '../ports.ts';
import type { Awaitable } from './calls.ts';
import { Noticed } from './noticed.ts';

/** Bytes of one read. Larger ones are no faster. */
export const pieceBytes = 1024 * 1024;

/** Pieces that are free. As many exist as were needed at once: two for each large file that is being hashed. */
const pool: Buffer[] = [];
const maxPooled = 16;

export function takePiece(): Buffer {
  return pool.pop() ?? Buffer.allocUnsafeSlow(pieceBytes);
}

export function givePiece(piece: Buffer): void {
  if (pool.length < maxPooled) pool.push(piece);
}

/** Reads up to `length` bytes at `position` into `target` at `offset`, and answers how many. */
export type Reader = (target: Uint8Array, offset: number, length: number, position: number) => Awaitable<number>;

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
  const noticed = new Noticed();
  const pieces: [Buffer, Buffer?] = [takePiece()];
  try {
    const sha256 = createHash('sha256');
    let position = 0;
    let [current] = pieces;
    let filled = await fill(read, current, 0, size);
    while (filled > 0) {
      signal?.throwIfAborted();
      const bytes = current.subarray(0, filled);
      position += filled;
      noticed.look(bytes);
      // A piece that is not full is the last one.
      if (filled < pieceBytes) {
        sha256.update(bytes);
        break;
      }
      pieces[1] ??= takePiece();
      current = current === pieces[0] ? pieces[1] : pieces[0];
      const coming = fill(read, current, position, size);
      sha256.update(bytes);
      filled = await coming;
    }
    return { sha256: sha256.digest('hex'), size: position, ...noticed.found };
  } finally {
    for (const piece of pieces) if (piece !== undefined) givePiece(piece);
  }
}
