import { createHash } from 'node:crypto';
import { open } from 'node:fs/promises';
import { onDisk } from './problem.ts';

/** Bytes of one read. Larger ones are no faster. */
const pieceBytes = 1024 * 1024;

/** Pieces that are not in use now. As many are made as are needed at once, two for each file being hashed. */
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
      const bytes = new Uint8Array(length);
      let filled = 0;
      while (filled < length) {
        const { bytesRead } = await file.read(bytes, filled, length - filled, position + filled);
        if (bytesRead === 0) break;
        filled += bytesRead;
      }
      return bytes.subarray(0, filled);
    } finally {
      await file.close();
    }
  });
}

/** The next piece is read while the last one is hashed. */
export function hash(path: string, signal?: AbortSignal): Promise<{ readonly sha256: string; readonly size: number }> {
  return onDisk('read', path, async () => {
    signal?.throwIfAborted();
    const file = await open(path, 'r');
    let current = takePiece();
    let other = takePiece();
    try {
      const sha256 = createHash('sha256');
      let size = 0;
      let { bytesRead } = await file.read(current, 0, pieceBytes, 0);
      while (bytesRead > 0) {
        signal?.throwIfAborted();
        size += bytesRead;
        const coming = file.read(other, 0, pieceBytes, size);
        sha256.update(current.subarray(0, bytesRead));
        ({ bytesRead } = await coming);
        [current, other] = [other, current];
      }
      return { sha256: sha256.digest('hex'), size };
    } finally {
      await file.close();
      givePiece(current);
      givePiece(other);
    }
  });
}
