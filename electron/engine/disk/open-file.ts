import { createHash } from 'node:crypto';
import { open } from 'node:fs/promises';
import type { Expected, OpenFile } from '../ports.ts';
import { typeLength, typeOf } from './content-type.ts';
import { Holes } from './holes.ts';
import { onDisk } from './problem.ts';
import { fill, givePiece, hashOpen, pieceBytes, readFrom, takePiece } from './read.ts';

/**
 * A file that fits a piece and will be hashed is read in one go: its head, its tail, its type and its hash then come from the
 * same bytes, and cost no more than opening, reading and closing. Of any other file the beginning is read at once.
 */
export function whileOpen<Value>(
  path: string,
  { size, toHash }: Expected,
  work: (file: OpenFile) => Promise<Value>,
): Promise<Value> {
  return onDisk('read', path, async () => {
    const file = await open(path, 'r');
    const piece = toHash && size < pieceBytes ? takePiece() : undefined;
    try {
      const buffer = piece ?? Buffer.alloc(typeLength);
      const reach = Math.min(size, buffer.length);
      const isWhole = reach === size;
      const start = buffer.subarray(0, await fill(file, buffer, 0, reach));
      return await work({
        async read(position, length) {
          const end = Math.min(position + length, size);
          return isWhole || end <= start.length ? start.subarray(position, end) : await readFrom(file, position, length);
        },
        contentType: () => typeOf(path, start, isWhole && start.length === size),
        async hash(signal) {
          signal?.throwIfAborted();
          if (!isWhole) return await hashOpen(file, size, signal);
          const holes = new Holes();
          holes.look(start);
          return { sha256: createHash('sha256').update(start).digest('hex'), size: start.length, hole: holes.found };
        },
      });
    } finally {
      if (piece !== undefined) givePiece(piece);
      await file.close();
    }
  });
}
