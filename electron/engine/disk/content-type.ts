import { ReadableStream } from 'node:stream/web';
import { fileTypeFromBuffer, fileTypeFromStream } from 'file-type';
import { provenByStart } from '../../core/intake/file-types.ts';
import { DiskProblem } from '../ports.ts';
import { isSystemError } from './problem.ts';
import { type Reader, readFrom } from './read.ts';

/** Bytes of a file's beginning that are enough for `typeOf` to know most types. */
export const typeLength = 4096;

/** Readers look for the PDF header within this many bytes: scanners put printer commands or a byte order mark before it. */
const pdfHeaderWithin = 1024;
/** Bytes of one read where the whole file is gone through. */
const streamedBytes = 64 * 1024;

/**
 * The type by content. The library reads a few kilobytes of most types, and the headers of the entries of a ZIP (DOCX), with
 * limits of its own; a damaged ZIP is `application/zip`, never an error. The file is read only if `start` leaves the type open.
 *
 * @param start the first bytes: `typeLength` of them, or the whole file
 * @param read of that file
 */
export async function typeOf(start: Uint8Array, isWhole: boolean, read: Reader): Promise<string | undefined> {
  const byStart = await byLibrary(() => fileTypeFromBuffer(start));
  const isKnown = isWhole || (byStart !== undefined && provenByStart.includes(byStart));
  const known = isKnown ? byStart : await byLibrary(() => fileTypeFromStream(streamOf(read)));
  return known ?? (hasPdfHeader(start) ? 'application/pdf' : undefined);
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

async function byLibrary(ask: () => Promise<{ readonly mime: string } | undefined>): Promise<string | undefined> {
  try {
    return (await ask())?.mime;
  } catch (error) {
    if (error instanceof DiskProblem || isSystemError(error)) throw error;
    // The content misled the library: the type is unknown.
    return undefined;
  }
}

function hasPdfHeader(start: Uint8Array): boolean {
  return Buffer.from(start.buffer, start.byteOffset, Math.min(start.length, pdfHeaderWithin)).includes('%PDF-');
}
