import { ReadableStream } from 'node:stream/web';
import { fileTypeFromBuffer, fileTypeFromStream } from 'file-type';
import { provenByStart, wordContentType } from '../../core/intake/file-types.ts';
import { DiskProblem } from '../ports.ts';
import { isSystemError } from './problem.ts';
import { type Reader, readFrom } from './read.ts';
import { isWordPackage, zipDirectory } from './zip-directory.ts';

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
  const byStart = await byLibrary(() => fileTypeFromBuffer(start));
  const isKnown = isWhole || (byStart !== undefined && provenByStart.includes(byStart));
  const known = isKnown ? byStart : await byLibrary(() => fileTypeFromStream(streamOf(read)));
  if ((known === undefined || isTextual(known)) && hasPdfHeader(start)) return 'application/pdf';
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
