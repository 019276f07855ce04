import { typeOfContent } from '../../core/intake/file-types.ts';
import { Directories, quick } from '../../engine/disk/directories.ts';
import { createFiles } from '../../engine/disk/disk.ts';
import { DiskProblem, type FileToCount, type PageCount } from '../../engine/ports.ts';
import { statedPages } from '../../sandbox/reading/docx.ts';
import { isLocked, pagesOfPdf, pagesOfTiff } from '../../sandbox/reading/pdf.ts';

const files = createFiles(new Directories(quick));

/** Counts the pages of a file that this process reads itself, so that nobody else has it in memory. Rejects if nothing tells. */
export async function pagesOfFile({ path, facts, contentType }: FileToCount): Promise<PageCount> {
  const { size } = facts;
  try {
    const file = await files.open(path, facts, true);
    try {
      if (typeOfContent(contentType) === 'docx') return statedPages(await file.read(0, size));
      if (contentType === 'image/tiff') return pagesOfTiff(await file.read(0, size));
      return (await pagesOfPlainPdf(file.read, size)) ?? ((await pagesOfPdf(await file.read(0, size))) || 'none');
    } finally {
      await file.close();
    }
  } catch (problem) {
    if (problem instanceof DiskProblem) return 'later';
    if (isLocked(problem)) return 'locked';
    throw problem;
  }
}

/** Reads up to `length` bytes of a file from `position`. */
type Read = (position: number, length: number) => Promise<Uint8Array>;

/** Bytes of the file's end, of a trailer, and of one object. Whatever is longer is left to the library. */
const pieceLength = 4_096;
/** One row of the table of objects (ISO 32000-1, 7.5.4). */
const rowLength = 20;
/** A document with more pages is rare enough to be left to the library. */
const maxPages = 100;

/**
 * The number of pages of a PDF as most scanners write it: one table of objects, one flat list of pages, nothing appended since.
 * It takes a few reads, where the library takes two milliseconds. Every object on the way has to be where the table says, and
 * each entry of the list a page; else the library, which repairs what it can, is asked.
 *
 * @returns undefined if the file is not written so
 */
export async function pagesOfPlainPdf(read: Read, size: number): Promise<number | undefined> {
  const textAt = async (position: number) => Buffer.from(await read(position, pieceLength)).toString('latin1');
  // Positions are counted from the header, wherever that is.
  if (!(await textAt(0)).startsWith('%PDF-')) return undefined;
  const start = /\sstartxref\s+(\d{1,10})\s+%%EOF\s*$/.exec(await textAt(Math.max(0, size - pieceLength)))?.[1];
  if (start === undefined) return undefined;
  const head = /^xref\s*?\r?\n0 (\d{1,7})\s*?\r?\n/.exec(await textAt(Number(start)));
  if (head === null) return undefined;
  const [heading, count] = head;
  const rows = Number(start) + heading.length;
  const trailer = /^\s*trailer\s*<<(.*?)\bstartxref\b/s.exec(await textAt(rows + rowLength * Number(count)))?.[1];
  if (trailer === undefined || isOdd(trailer) || /\/(?:Prev|XRefStm|Encrypt)\b/.test(trailer)) return undefined;

  /** The dictionary of an object; undefined if it is not where the table says, or is something else. */
  const dictionaryOf = async (number: string | undefined): Promise<string | undefined> => {
    if (number === undefined || Number(number) >= Number(count)) return undefined;
    const row = Buffer.from(await read(rows + rowLength * Number(number), rowLength)).toString('latin1');
    const position = /^(\d{10}) 00000 n(?: \r| \n|\r\n)$/.exec(row)?.[1];
    if (position === undefined) return undefined;
    const object = /^(\d+) 0 obj\s*<<(.*?)\bendobj\b/s.exec(await textAt(Number(position)));
    return object?.[1] === number && !isOdd(object[2]) ? object[2] : undefined;
  };

  const catalog = await dictionaryOf(only(/\/Root\s+(\d+)\s+0\s+R\b/g, trailer));
  if (catalog === undefined || !/\/Type\s*\/Catalog\b/.test(catalog)) return undefined;
  const tree = await dictionaryOf(only(/\/Pages\s+(\d+)\s+0\s+R\b/g, catalog));
  if (tree === undefined || !/\/Type\s*\/Pages\b/.test(tree)) return undefined;
  const pages = only(/\/Kids\s*\[((?:\s*\d+\s+0\s+R)+)\s*\]/g, tree)?.match(/\d+(?=\s+0\s+R)/g) ?? [];
  if (pages.length === 0 || pages.length > maxPages || only(/\/Count\s+(\d+)\b/g, tree) !== String(pages.length))
    return undefined;
  for (const number of new Set(pages)) {
    const page = await dictionaryOf(number);
    if (page === undefined || !/\/Type\s*\/Page\b/.test(page)) return undefined;
  }
  return pages.length;
}

/** A name without letters, which readers take each in their own way. */
function isOdd(dictionary: string | undefined): boolean {
  return dictionary?.includes('//') === true;
}

/** The first group of a pattern that matches exactly once. */
function only(pattern: RegExp, text: string): string | undefined {
  const [found, ...others] = text.matchAll(pattern);
  return others.length === 0 ? found?.[1] : undefined;
}
