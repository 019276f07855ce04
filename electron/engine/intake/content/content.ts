import type { Message } from '../../../core/messages/message.ts';

/** A file that is open, in the one operation that the checks need. */
export interface Content {
  readonly size: number;
  /** Up to `length` bytes from `position`; fewer only where the file ends. */
  readonly read: (position: number, length: number) => Promise<Uint8Array>;
}

/**
 * Why a file should not be sent. `incomplete`: part of it is missing, and may yet come. `odd`: it may not be what its name says.
 * `unfit`: it is proved that the service could make nothing of it.
 */
export interface Flaw {
  readonly kind: 'incomplete' | 'odd' | 'unfit';
  readonly message: Message;
}

export const unfit = (message: Message): Flaw => ({ kind: 'unfit', message });
export const odd = (message: Message): Flaw => ({ kind: 'odd', message });
export const incomplete = (message: Message): Flaw => ({ kind: 'incomplete', message });

/** Bytes that are read at once by a check that goes through a whole file. */
const windowLength = 256 * 1024;

/** Reads small pieces that follow each other, without asking the disk for each. */
export function buffered({ size, read }: Content): (position: number, length: number) => Promise<Buffer> {
  let start = 0;
  let bytes: Buffer = Buffer.alloc(0);
  return async (position, length) => {
    const end = Math.min(position + length, size);
    if (position < start || end > start + bytes.length) {
      const found = await read(position, Math.max(length, windowLength));
      start = position;
      bytes = Buffer.from(found.buffer, found.byteOffset, found.byteLength);
    }
    return bytes.subarray(position - start, Math.max(position, end) - start);
  };
}
