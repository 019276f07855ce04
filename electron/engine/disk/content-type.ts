import { fileTypeFromFile } from 'file-type';
import { DiskProblem } from '../ports.ts';
import { isSystemError, onDisk } from './problem.ts';
import { read } from './read.ts';

/** Readers look for the PDF header within this many bytes: scanners put printer commands or a byte order mark before it. */
const pdfHeaderWithin = 1024;

/**
 * The type by content. The library reads a few kilobytes of most types, and of a ZIP (DOCX) the entries' headers, with
 * limits of its own; a ZIP that is damaged is `application/zip`, never an error.
 */
export async function contentType(path: string): Promise<string | undefined> {
  const known = await onDisk('read', path, () => typeByLibrary(path));
  return known ?? (await pdfAfterOtherBytes(path));
}

async function typeByLibrary(path: string): Promise<string | undefined> {
  try {
    return (await fileTypeFromFile(path))?.mime;
  } catch (error) {
    if (error instanceof DiskProblem || isSystemError(error)) throw error;
    // The content led the library astray: then it tells nothing.
    return undefined;
  }
}

async function pdfAfterOtherBytes(path: string): Promise<string | undefined> {
  const head = Buffer.from(await read(path, 0, pdfHeaderWithin));
  return head.includes('%PDF-') ? 'application/pdf' : undefined;
}
