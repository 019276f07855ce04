import { getDocument, type PDFDocumentProxy, type PDFPageProxy, VerbosityLevel } from 'pdfjs-dist';
import { BundledFiles, decoderUrlFor, pdfWorker } from './pdf-worker.ts';

export type { PDFDocumentProxy, PDFPageProxy, PDFWorker } from 'pdfjs-dist';

/** A PDF unit is 1/72 inch, a CSS pixel 1/96. */
export const unitPixels = 96 / 72;

export type PdfProblem = 'password' | 'damaged';

/** An open document, with the size of its first page (CSS pixels at printed size) to lay out the others by until they are known. */
export interface OpenPdf {
  readonly document: PDFDocumentProxy;
  readonly first: PDFPageProxy;
}

/**
 * Opens a document. Aborting gives it up and frees its memory, also once it is open.
 * @param bytes taken over: they move to the worker
 * @throws what pdf.js throws; `problemOf` tells what it means
 */
export async function openPdf(bytes: Uint8Array, signal: AbortSignal): Promise<OpenPdf> {
  const task = getDocument({
    data: bytes,
    worker: pdfWorker(),
    BinaryDataFactory: BundledFiles,
    useWorkerFetch: false,
    cMapUrl: 'cmaps/',
    standardFontDataUrl: 'fonts/',
    wasmUrl: decoderUrlFor(bytes),
    // The bundled fonts have the widths that a document without its own reckons with.
    useSystemFonts: false,
    verbosity: VerbosityLevel.ERRORS,
    enableXfa: false,
  });
  const giveUp = (): void => void task.destroy();
  signal.addEventListener('abort', giveUp);
  const document = await task.promise;
  return { document, first: await document.getPage(1) };
}

export function problemOf(error: unknown): PdfProblem {
  const name = error instanceof Error ? error.name : '';
  if (name === 'PasswordException') return 'password';
  // Anything else than the document itself is a fault of this program, and is to be seen.
  if (name !== 'InvalidPDFException') console.error(error);
  return 'damaged';
}
