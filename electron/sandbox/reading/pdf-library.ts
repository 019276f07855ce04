export type PdfLibrary = typeof import('pdfjs-dist/legacy/build/pdf.mjs');

let library: Promise<PdfLibrary> | undefined;

/** pdf.js, loaded on first use. Reading text needs no canvas, so its warning about a missing one is suppressed. */
export function pdfLibrary(): Promise<PdfLibrary> {
  library ??= loadQuietly();
  return library;
}

async function loadQuietly(): Promise<PdfLibrary> {
  const { warn } = console;
  console.warn = (...words: unknown[]) => {
    if (!/^Warning: Cannot (?:load|access|polyfill) /u.test(String(words[0]))) warn(...words);
  };
  try {
    return await import('pdfjs-dist/legacy/build/pdf.mjs');
  } finally {
    console.warn = warn;
  }
}

/**
 * Counts the pages of a document quickly: by a PDF's page tree; one page for everything else, and for a PDF that cannot be
 * opened. The charge is corrected when the document has been read.
 */
export async function countPages(bytes: Uint8Array, fileName: string): Promise<number> {
  if (!fileName.toLowerCase().endsWith('.pdf')) return 1;
  const { getDocument, VerbosityLevel } = await pdfLibrary();
  // The library takes ownership of the bytes it is given.
  const task = getDocument({ data: new Uint8Array(bytes), verbosity: VerbosityLevel.ERRORS });
  try {
    return (await task.promise).numPages;
  } catch {
    return 1;
  } finally {
    await task.destroy();
  }
}
