import { inflateRawSync } from 'node:zlib';
import { errorCode } from '../../core/plain-data.ts';
import { lineOf, type Reading } from './text-line.ts';

const unpackedLimit = 100 * 1024 * 1024;
const linesRead = 4000;
/** More text than anyone reads in a window. */
const textLimit = 1_000_000;
/** What mammoth passes to `transformDocument`, as far as it is used here. Its types say `unknown`. */
interface Element {
  readonly type?: string;
  readonly value?: string;
  readonly children?: readonly Element[];
  readonly breakType?: string;
}

/**
 * The text of a DOCX: each paragraph is a line, and so is each row of a table, with the columns as its cells. Headers and
 * footers are not read (the library omits them). Never throws.
 */
export async function readDocx(bytes: Uint8Array): Promise<Reading> {
  try {
    if (isBomb(bytes)) return { kind: 'unreadable', reason: 'The DOCX is far larger unpacked than a document can be' };
    const body = await readBody(bytes);
    const rows = body.flatMap(rowsOf).slice(0, linesRead);
    const lines = rows.map(lineOf).filter((line) => line.length > 0);
    const pages = 1 + count(body, (element) => element.type === 'break' && element.breakType === 'page');
    return lines.length > 0 ? { kind: 'text', lines, pages } : { kind: 'image', pages };
  } catch {
    return { kind: 'unreadable', reason: 'The DOCX is damaged: its text cannot be read' };
  }
}

async function readBody(bytes: Uint8Array): Promise<readonly Element[]> {
  let body: readonly Element[] = [];
  const { default: mammoth } = await import('mammoth');
  await mammoth.convertToHtml(
    { buffer: asBuffer(bytes) },
    {
      // Only the library's reading of the document is needed: nothing is left to convert.
      transformDocument: (document: Element) => {
        body = document.children ?? [];
        return { ...document, children: [] };
      },
    },
  );
  return body;
}

/** A block as rows of cells. */
function rowsOf(element: Element): string[][] {
  if (element.type === 'table') return childrenOf(element, 'tableRow').flatMap(tableRows);
  if (element.type !== 'paragraph') return (element.children ?? []).flatMap(rowsOf);
  return textOf(element)
    .split('\n')
    .map((line) => line.split('\t'));
}

/** Cells with several paragraphs are side by side: their first paragraphs form one row, their second ones the next. */
function tableRows(row: Element): string[][] {
  const beside = childrenOf(row, 'tableCell').map((cell) => (cell.children ?? []).flatMap(rowsOf));
  const height = Math.max(0, ...beside.map((cell) => cell.length));
  return Array.from({ length: height }, (_, index) => beside.flatMap((cell) => cell[index] ?? []));
}

function childrenOf(element: Element, type: string): readonly Element[] {
  return (element.children ?? []).filter((child) => child.type === type);
}

function textOf(element: Element): string {
  if (element.type === 'text') return element.value ?? '';
  if (element.type === 'tab') return '\t';
  if (element.type === 'break') return '\n';
  return (element.children ?? []).map(textOf).join('');
}

function count(elements: readonly Element[], holds: (element: Element) => boolean): number {
  return elements.reduce((sum, element) => sum + (holds(element) ? 1 : 0) + count(element.children ?? [], holds), 0);
}

/**
 * The plain text of a DOCX, as far as anyone reads it in a window.
 * @throws if it is damaged, or far larger unpacked than a document can be
 */
export async function docxText(bytes: Uint8Array): Promise<string> {
  if (isBomb(bytes)) throw new Error('The DOCX is far larger unpacked than a document can be.');
  const { default: mammoth } = await import('mammoth');
  const { value } = await mammoth.extractRawText({ buffer: asBuffer(bytes) });
  return value.slice(0, textLimit);
}

function asBuffer(bytes: Uint8Array): Buffer {
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
}

const entrySignature = 0x02014b50;
const deflated = 8;

/**
 * Whether a ZIP archive unpacks to more than the limit. Its directory may say anything, so every entry is unpacked and its bytes
 * are counted. What is damaged counts as nothing: it will not unpack later either.
 */
function isBomb(bytes: Uint8Array): boolean {
  let left = unpackedLimit;
  for (const { unpack } of entriesOf(asBuffer(bytes))) {
    const unpacked = unpack(left);
    left -= unpacked === 'too large' ? left + 1 : (unpacked?.length ?? 0);
    if (left < 0) return true;
  }
  return false;
}

const propertiesName = 'docProps/app.xml';
const propertiesLimit = 1024 * 1024;

/** The number of pages that a DOCX states, as the program that wrote it last laid it out; undefined if it states none. */
export function statedPages(bytes: Uint8Array): number | undefined {
  for (const { name, unpack } of entriesOf(asBuffer(bytes))) {
    if (name !== propertiesName) continue;
    const stated = /<(?:\w+:)?Pages>\s*(\d{1,6})\s*<\//.exec(String(unpack(propertiesLimit)))?.[1];
    return Number(stated ?? 0) || undefined;
  }
  return undefined;
}

interface Entry {
  readonly name: string;
  /** At most so many bytes; undefined if it is damaged. */
  readonly unpack: (limit: number) => Buffer | 'too large' | undefined;
}

/** What the directory of a ZIP archive lists, as far as it can be followed. */
function* entriesOf(bytes: Buffer): Generator<Entry> {
  // A comment may follow the record at the end.
  const end = bytes.length < 22 ? -1 : bytes.lastIndexOf('PK\x05\x06', bytes.length - 22, 'latin1');
  let position = end === -1 ? bytes.length : bytes.readUInt32LE(end + 16);
  while (position + 46 <= bytes.length && bytes.readUInt32LE(position) === entrySignature) {
    const nameLength = bytes.readUInt16LE(position + 28);
    const packed = bytes.readUInt32LE(position + 20);
    const local = bytes.readUInt32LE(position + 42);
    const isStored = bytes.readUInt16LE(position + 10) !== deflated;
    yield {
      name: bytes.toString('utf8', position + 46, position + 46 + nameLength),
      unpack(limit) {
        if (local + 30 > bytes.length) return undefined;
        const start = local + 30 + bytes.readUInt16LE(local + 26) + bytes.readUInt16LE(local + 28);
        const data = bytes.subarray(start, start + packed);
        if (isStored) return data.length > limit ? 'too large' : data;
        try {
          return inflateRawSync(data, { maxOutputLength: limit + 1 });
        } catch (error) {
          return errorCode(error) === 'ERR_BUFFER_TOO_LARGE' ? 'too large' : undefined;
        }
      },
    };
    position += 46 + nameLength + bytes.readUInt16LE(position + 30) + bytes.readUInt16LE(position + 32);
  }
}
