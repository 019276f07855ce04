import { fileTypeFromBuffer, fileTypeFromFile } from 'file-type';
import { provenByStart } from '../../core/intake/file-types.ts';
import { DiskProblem } from '../ports.ts';
import { isSystemError, onDisk } from './problem.ts';
import { read } from './read.ts';

/** Bytes of a file's beginning that are enough for `typeOf` to know most types. */
export const typeLength = 4096;

/** Readers look for the PDF header within this many bytes: scanners put printer commands or a byte order mark before it. */
const pdfHeaderWithin = 1024;

export async function contentType(path: string): Promise<string | undefined> {
  return typeOf(path, await read(path, 0, typeLength), false);
}

/**
 * The type by content. The library reads a few kilobytes of most types, and the headers of the entries of a ZIP (DOCX), with
 * limits of its own; a damaged ZIP is `application/zip`, never an error. It opens the file only if `start` leaves the type
 * open.
 *
 * @param start the first bytes: `typeLength` of them, or the whole file
 */
export async function typeOf(path: string, start: Uint8Array, isWhole: boolean): Promise<string | undefined> {
  const byStart = await byLibrary(() => fileTypeFromBuffer(start));
  const isKnown = isWhole || (byStart !== undefined && provenByStart.includes(byStart));
  const known = isKnown ? byStart : await onDisk('read', path, () => byLibrary(() => fileTypeFromFile(path)));
  return known ?? (hasPdfHeader(start) ? 'application/pdf' : undefined);
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
