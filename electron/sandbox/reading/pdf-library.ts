export type PdfLibrary = typeof import('pdfjs-dist/legacy/build/pdf.mjs');

let library: Promise<PdfLibrary> | undefined;

/** pdf.js, loaded on first use. Reading text needs no canvas, so its warning where the optional one is missing is held back. */
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
