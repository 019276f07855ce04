import { existsSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join, sep } from 'node:path';
import { lineOf, type Reading, type TextLine } from './text-line.ts';

/** A piece of text and its position on the page: the left end of its baseline, in points from the left and the top. */
interface PlacedText {
  readonly text: string;
  readonly x: number;
  readonly y: number;
  readonly width: number;
  /** Size of the type, in points. */
  readonly size: number;
}

/** A gap wider than this many times the type size separates two cells; a space between words is about 0.3. */
const cellGap = 1.1;
/** A gap wider than this is a space, if the page draws none. */
const wordGap = 0.15;

/**
 * Assembles the pieces of one page into lines and cells.
 * @param pieces in any order
 */
export function linesOf(pieces: readonly PlacedText[]): TextLine[] {
  const rows = rowsOf(pieces.flatMap(partedAtWideSpaces));
  return rows.map((row) => lineOf(cellsOf(row))).filter((line) => line.length > 0);
}

/** Typewriter-like layouts set columns with spaces: two or more of them separate cells, as a gap does. */
function partedAtWideSpaces(piece: PlacedText): PlacedText[] {
  if (!/\S\s{2,}\S/u.test(piece.text)) return piece.text.trim() === '' ? [] : [piece];
  const perCharacter = piece.width / piece.text.length;
  return [...piece.text.matchAll(/\S+(?:\s\S+)*/gu)].map((match) => ({
    ...piece,
    text: match[0],
    x: piece.x + match.index * perCharacter,
    width: match[0].length * perCharacter,
  }));
}

/** Pieces that share a baseline, from top to bottom; each row from left to right. */
function rowsOf(pieces: readonly PlacedText[]): PlacedText[][] {
  const sorted = [...pieces].sort((a, b) => a.y - b.y || a.x - b.x);
  const rows: PlacedText[][] = [];
  for (const piece of sorted) {
    const row = rows.at(-1);
    const first = row?.[0];
    if (row && first && Math.abs(piece.y - first.y) <= Math.max(2, 0.3 * Math.min(piece.size, first.size))) row.push(piece);
    else rows.push([piece]);
  }
  for (const row of rows) row.sort((a, b) => a.x - b.x);
  return rows;
}

function cellsOf(row: readonly PlacedText[]): string[] {
  const cells: string[] = [];
  let end = 0;
  for (const { text, x, width, size } of row) {
    const gap = x - end;
    const last = cells.at(-1);
    if (last === undefined || gap > cellGap * size) cells.push(text);
    else {
      const needsSpace = gap > wordGap * size && !/\s$/u.test(last) && !/^\s/u.test(text);
      cells[cells.length - 1] = `${last}${needsSpace ? ' ' : ''}${text}`;
    }
    end = Math.max(end, x + width);
  }
  return cells;
}

type PdfLibrary = typeof import('pdfjs-dist/legacy/build/pdf.mjs');

let library: Promise<PdfLibrary> | undefined;

/** pdf.js, loaded on first use. Reading text needs no canvas, so its warning about a missing one is suppressed. */
function pdfLibrary(): Promise<PdfLibrary> {
  library ??= loadQuietly();
  return library;
}

async function loadQuietly(): Promise<PdfLibrary> {
  const { warn } = console;
  console.warn = (...words: unknown[]) => {
    if (!/^Warning: Cannot (?:load|access|polyfill) /u.test(String(words[0]))) warn(...words);
  };
  try {
    // It works in this thread: without this, it would look for its worker in a file beside its own.
    // @ts-expect-error it has no types, and puts itself where the library looks for it
    await import('pdfjs-dist/legacy/build/pdf.worker.mjs');
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
  return fileName.toLowerCase().endsWith('.pdf') ? pagesOfPdf(bytes).catch(() => 1) : 1;
}

/** Rejects if the library cannot read it, or it needs a password (`isLocked`). */
export async function pagesOfPdf(bytes: Uint8Array): Promise<number> {
  const { getDocument, VerbosityLevel } = await pdfLibrary();
  // The library takes ownership of the bytes it is given.
  const task = getDocument({ data: new Uint8Array(bytes), verbosity: VerbosityLevel.ERRORS });
  try {
    return (await task.promise).numPages;
  } finally {
    await task.destroy();
  }
}

/** Whether the library says that a PDF opens only with a password, or is encrypted in another way than with one (certificates). */
export function isLocked(error: unknown): boolean {
  return error instanceof Error && (error.name === 'PasswordException' || error.message === 'unknown encryption method');
}

type PdfDocument = Awaited<ReturnType<PdfLibrary['getDocument']>['promise']>;

/** Follows the directories of a TIFF, each of which is a page. @throws Error if it is none */
export async function pagesOfTiff(bytes: Uint8Array): Promise<number> {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const isLittle = view.getUint16(0) === 0x4949;
  const seen = new Set<number>();
  for (let at = view.getUint32(4, isLittle); at !== 0 && !seen.has(at); ) {
    seen.add(at);
    at = view.getUint32(at + 2 + 12 * view.getUint16(at, isLittle), isLittle);
  }
  return seen.size;
}

/** Values are on the first pages; a book in the folder must not hold up the other files. */
const pagesRead = 40;
const linesRead = 4000;
const millisecondsAllowed = 10_000;

/**
 * The text of a PDF, line by line. Never throws: what the library cannot read is `unreadable`, and a PDF without text (a
 * scan) is an `image`.
 */
export async function readPdf(bytes: Uint8Array): Promise<Reading> {
  const { getDocument, VerbosityLevel } = await pdfLibrary();
  const loading = getDocument({
    // A copy, because the library takes ownership of the buffer it is given.
    data: new Uint8Array(bytes),
    verbosity: VerbosityLevel.ERRORS,
    disableFontFace: true,
    useSystemFonts: false,
    useWasm: false,
    enableXfa: false,
    maxImageSize: 1_000_000,
    ...characterMaps(),
  });
  const deadline = Date.now() + millisecondsAllowed;
  try {
    return await readPages(await loading.promise, deadline);
  } catch (error) {
    return { kind: 'unreadable', reason: reasonOf(error) };
  } finally {
    await loading.destroy().catch(() => undefined);
  }
}

async function readPages(document: PdfDocument, deadline: number): Promise<Reading> {
  const pages = document.numPages;
  const lines: TextLine[] = [];
  let failed = 0;
  let problem: unknown;
  const last = Math.min(pages, pagesRead);
  for (let number = 1; number <= last && lines.length < linesRead && Date.now() < deadline; number += 1) {
    try {
      lines.push(...linesOf(await readPage(document, number)));
    } catch (error) {
      failed += 1;
      problem = error;
    }
  }
  if (lines.length > 0) return { kind: 'text', lines: lines.slice(0, linesRead), pages };
  if (failed > 0 || pages === 0) return { kind: 'unreadable', reason: reasonOf(problem) };
  return { kind: 'image', pages };
}

async function readPage(document: PdfDocument, number: number): Promise<PlacedText[]> {
  const page = await document.getPage(number);
  const { Util } = await pdfLibrary();
  const toPage = page.getViewport({ scale: 1 }).transform;
  const { items } = await page.getTextContent();
  const placed: (PlacedText & { readonly upright: boolean })[] = [];
  for (const item of items) {
    if (!('str' in item) || item.str.trim() === '') continue;
    const [a, b, , , x, y] = Util.transform(toPage, item.transform) as [number, number, number, number, number, number];
    // Text along the margin belongs to no line.
    placed.push({
      text: item.str,
      x,
      y,
      width: item.width,
      size: Math.hypot(a, b) || item.height,
      upright: Math.abs(a) >= Math.abs(b),
    });
  }
  page.cleanup();
  return placed.filter((piece) => piece.upright && [piece.x, piece.y, piece.width, piece.size].every(Number.isFinite));
}

function reasonOf(error: unknown): string {
  if (isLocked(error)) return 'The PDF is protected by a password';
  return 'The PDF is damaged: no page of it can be read';
}

/** Where the library keeps the tables that it needs to read text in some fonts. */
function characterMaps(): { cMapUrl: string; cMapPacked: true; standardFontDataUrl: string } {
  // The build puts them beside its chunks (electron.vite.config.ts).
  const built = join(import.meta.dirname, '..', 'pdfjs');
  const root = existsSync(built) ? built : dirname(createRequire(import.meta.url).resolve('pdfjs-dist/package.json'));
  return { cMapUrl: join(root, 'cmaps') + sep, cMapPacked: true, standardFontDataUrl: join(root, 'standard_fonts') + sep };
}
