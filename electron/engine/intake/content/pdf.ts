import { say } from '../../../core/messages/message.ts';
import { latin } from '../../disk/read.ts';
import type { PageCount } from '../../ports.ts';
import { buffered, type Content, type Flaw, incomplete, unfit } from './content.ts';
import { followTable, inflated, maxStream, objects, tailLength } from './pdf-table.ts';

/** Bytes that are searched at once, and how many of them are searched again, so that nothing is cut in two. */
const pieceLength = 128 * 1024;
const overlap = 256;
/** Bytes of a dictionary that are read. */
const dictionaryLength = 4_096;
/** Bytes of all object streams together, inflated. */
const maxInflated = 64 * 1024 * 1024;

/** A page may lack its type: then the tree counts it. */
const page = /\/Type\s*\/Page(?![A-Za-z])|\/Count\s+[1-9]/;
const objectStream = /\/Type\s*\/ObjStm(?![A-Za-z])/g;

/** What else is known of a PDF that is looked through. */
export interface PdfKnown {
  /** Its end is whole. */
  readonly ends: boolean;
  /** It may be encrypted. */
  readonly encrypt: boolean;
  /** Has a library open it, which takes its time. */
  readonly count: () => Promise<PageCount>;
}

/**
 * Looks through a PDF as a reader does that does not trust its table of objects (scanimage's points nowhere): has it pages, do
 * objects follow its last end marker? Where it may be encrypted, or has none that can be found, the library that counts pages is a
 * second witness; nothing is refused that it does not refuse.
 *
 * @returns `later` if the file cannot be read now
 */
export async function inspectPdf(content: Content, { ends, encrypt, count }: PdfKnown): Promise<Flaw | 'later' | undefined> {
  if (!ends && (await isCut(content)) && (await followTable(content)) === undefined)
    return incomplete(say('unfit.incomplete.pdf'));
  if (!encrypt && (await mayHavePages(content))) return undefined;
  const counted = await count();
  if (counted === 'later') return 'later';
  if (counted === 'locked') return unfit(say('unfit.password'));
  if (counted === 'none') return unfit(say('unfit.noPages'));
  const isHollow = counted === undefined && !(await mayHavePages(content));
  return isHollow ? incomplete(say('unfit.incomplete.pdfUnreadable')) : undefined;
}

/** Whether a pattern is found anywhere. */
export async function isFound(pattern: RegExp, content: Content): Promise<boolean> {
  for await (const { text } of pieces(content)) if (pattern.test(text)) return true;
  return false;
}

/** Pieces of a file as text, from the first byte to the last. Each begins with the end of the one before. */
async function* pieces(content: Content): AsyncGenerator<{ readonly text: string; readonly position: number }, void> {
  for (let position = 0; position < content.size; position += pieceLength - overlap) {
    yield { text: latin(await content.read(position, pieceLength)), position };
    if (position + pieceLength >= content.size) return;
  }
}

/** Whether objects follow the last end marker, or there is no end marker. */
async function isCut(content: Content): Promise<boolean> {
  const tail = latin(await content.read(Math.max(0, content.size - tailLength), tailLength));
  const end = tail.lastIndexOf('%%EOF');
  if (end >= 0) return objects.test(tail.slice(end));
  let goesOn = true;
  for await (const { text } of pieces(content)) {
    const marker = text.lastIndexOf('%%EOF');
    if (marker >= 0) goesOn = objects.test(text.slice(marker));
    else goesOn ||= objects.test(text);
  }
  return goesOn;
}

/** Whether there is a page, or a part that cannot be read here and may have one. */
async function mayHavePages(content: Content): Promise<boolean> {
  let read: ReturnType<typeof buffered> | undefined;
  let budget = maxInflated;
  for await (const { text, position } of pieces(content)) {
    if (page.test(text)) return true;
    for (const { index } of text.matchAll(objectStream)) {
      read ??= buffered({ ...content, read: (at, length) => content.read(at, Math.min(length, maxStream)) });
      const inside = insideOf(await read(position + index, maxStream));
      budget -= inside?.length ?? budget;
      if (inside === undefined || budget <= 0 || page.test(inside)) return true;
    }
  }
  return false;
}

/** An object stream, from somewhere in its dictionary on; undefined if it is not deflated, or damaged. */
function insideOf(bytes: Buffer): string | undefined {
  const begins = /\bstream\r?\n/.exec(latin(bytes.subarray(0, dictionaryLength)));
  const inside = begins === null ? undefined : inflated(bytes.subarray(begins.index + begins[0].length));
  return inside && latin(inside);
}

/** Bytes of a plain file's end, of its trailer, and of one object. Whatever is longer is left to the library. */
const plainLength = 4_096;
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
export async function pagesOfPlainPdf({ read, size }: Content): Promise<number | undefined> {
  const textAt = async (position: number, length = plainLength) => latin(await read(position, length));
  // Positions are counted from the header, wherever that is.
  if (!(await textAt(0)).startsWith('%PDF-')) return undefined;
  const start = /\sstartxref\s+(\d{1,10})\s+%%EOF\s*$/.exec(await textAt(Math.max(0, size - plainLength)))?.[1];
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
    const row = await textAt(rows + rowLength * Number(number), rowLength);
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
