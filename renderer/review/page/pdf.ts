import { getDocument, type PDFDocumentProxy, type PDFPageProxy, VerbosityLevel } from 'pdfjs-dist';
import { BundledFiles, decoderUrlFor, pdfWorker } from './pdf-worker.ts';

export type { PDFDocumentProxy, PDFPageProxy, PDFWorker } from 'pdfjs-dist';

/** A PDF unit is 1/72 inch, a CSS pixel 1/96. */
export const unitPixels = 96 / 72;

export type PdfProblem = 'password' | 'damaged';

/** An open document with its first page, whose size lays out the others until they are loaded. */
export interface OpenPdf {
  readonly document: PDFDocumentProxy;
  readonly first: PDFPageProxy;
}

/**
 * Opens a document. Aborting closes it and frees its memory, even once it is open.
 * @param bytes transferred to the worker
 * @throws what pdf.js throws; `problemOf` classifies it
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
    // The bundled fonts have the widths that a document without embedded fonts expects.
    useSystemFonts: false,
    verbosity: VerbosityLevel.ERRORS,
    enableXfa: false,
  });
  const close = (): void => void task.destroy();
  signal.addEventListener('abort', close);
  const document = await task.promise;
  return { document, first: await document.getPage(1) };
}

export function problemOf(error: unknown): PdfProblem {
  const name = error instanceof Error ? error.name : '';
  if (name === 'PasswordException') return 'password';
  // Anything but an invalid document is a bug in this program and must be visible.
  if (name !== 'InvalidPDFException') console.error(error);
  return 'damaged';
}
