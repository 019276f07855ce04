import { inflateRawSync } from 'node:zlib';
import { lineOf } from './layout.ts';
import type { Cell, Reading, TextLine } from './text-line.ts';

const unpackedLimit = 100 * 1024 * 1024;
const linesRead = 4000;
/** More text than anyone reads in a window. */
const textLimit = 1_000_000;
/** A DOCX does not say where its text is placed. Columns get round numbers, so that "below" and "beside" work. */
const lineHeight = 14;
const columnWidth = 100;

/** What mammoth passes to `transformDocument`, as far as it is used here. Its types say `unknown`. */
interface Element {
  readonly type?: string;
  readonly value?: string;
  readonly children?: readonly Element[];
  readonly colSpan?: number;
  readonly rowSpan?: number;
  readonly breakType?: string;
}

type Row = readonly Cell[];

/**
 * The text of a DOCX: each paragraph is a line, and so is each row of a table, with the columns as its cells. Headers and
 * footers are not read (the library omits them). Never throws.
 */
export async function readDocx(bytes: Uint8Array): Promise<Reading> {
  try {
    if (isBomb(bytes)) return { kind: 'unreadable', reason: 'The DOCX is far larger unpacked than a document can be' };
    const body = await readBody(bytes);
    const rows = body.flatMap((element) => rowsOf(element, 0));
    const lines: TextLine[] = [];
    rows.slice(0, linesRead).forEach((row, index) => {
      const line = lineOf(row, 1, (index + 1) * lineHeight);
      if (line.text !== '') lines.push(line);
    });
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

/** A block as rows of cells, beginning at `x`. */
function rowsOf(element: Element, x: number): Row[] {
  if (element.type === 'table') return tableRows(element, x);
  if (element.type !== 'paragraph') return (element.children ?? []).flatMap((child) => rowsOf(child, x));
  return textOf(element)
    .split('\n')
    .map((line) => line.split('\t').map((text, index) => ({ text, x: x + index * columnWidth, width: columnWidth * 0.9 })));
}

/** Cells with several paragraphs are side by side: their first paragraphs form one row, their second ones the next. */
function tableRows(table: Element, x: number): Row[] {
  const rows: Row[] = [];
  const occupied: number[] = [];
  for (const row of childrenOf(table, 'tableRow')) {
    let column = 0;
    const beside = childrenOf(row, 'tableCell').map((cell) => {
      while ((occupied[column] ?? 0) > 0) column += 1;
      const left = x + column * columnWidth;
      const span = Math.min(Math.max(1, cell.colSpan ?? 1), 60);
      for (let index = 0; index < span; index += 1) occupied[column + index] = Math.max(1, cell.rowSpan ?? 1);
      column += span;
      const inner = (cell.children ?? []).flatMap((child) => rowsOf(child, left));
      return inner.map((cells) =>
        cells.length === 1 ? cells.map((only) => ({ ...only, width: span * columnWidth * 0.9 })) : cells,
      );
    });
    for (let index = 0; index < occupied.length; index += 1) occupied[index] = Math.max(0, (occupied[index] ?? 0) - 1);
    const height = Math.max(0, ...beside.map((cell) => cell.length));
    for (let index = 0; index < height; index += 1) rows.push(beside.flatMap((cell) => cell[index] ?? []));
  }
  return rows;
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

const endSignature = 0x06054b50;
const entrySignature = 0x02014b50;
const deflated = 8;

/**
 * Whether a ZIP archive unpacks to more than the limit. Its directory may say anything, so every entry is unpacked and its bytes
 * are counted. What is damaged counts as nothing: it will not unpack later either.
 */
function isBomb(bytes: Uint8Array): boolean {
  let left = unpackedLimit;
  for (const { size, unpack } of entriesOf(bytes)) {
    left -= size ?? sizeOf(unpack(left), left);
    if (left < 0) return true;
  }
  return false;
}

function sizeOf(unpacked: Uint8Array | 'too large' | undefined, limit: number): number {
  return unpacked === 'too large' ? limit + 1 : (unpacked?.length ?? 0);
}

const propertiesName = 'docProps/app.xml';
const propertiesLimit = 1024 * 1024;

/** The number of pages that a DOCX states, as the program that wrote it last laid it out; undefined if it states none. */
export function statedPages(bytes: Uint8Array): number | undefined {
  for (const { name, unpack } of entriesOf(bytes)) {
    if (name !== propertiesName) continue;
    const unpacked = unpack(propertiesLimit);
    if (unpacked === undefined || unpacked === 'too large') return undefined;
    const stated = /<(?:\w+:)?Pages>\s*(\d{1,6})\s*<\//.exec(Buffer.from(unpacked).toString('utf8'))?.[1];
    return stated === undefined || Number(stated) === 0 ? undefined : Number(stated);
  }
  return undefined;
}

interface Entry {
  readonly name: string;
  /** Of one that is stored as it is. */
  readonly size?: number;
  /** At most so many bytes; undefined if it is damaged. */
  readonly unpack: (limit: number) => Uint8Array | 'too large' | undefined;
}

/** What the directory of a ZIP archive lists, as far as it can be followed. */
function* entriesOf(bytes: Uint8Array): Generator<Entry> {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const end = endOfDirectory(view);
  let position = end === undefined ? view.byteLength : view.getUint32(end + 16, true);
  while (position + 46 <= view.byteLength && view.getUint32(position, true) === entrySignature) {
    const nameLength = view.getUint16(position + 28, true);
    const packed = view.getUint32(position + 20, true);
    const local = view.getUint32(position + 42, true);
    const isStored = view.getUint16(position + 10, true) !== deflated;
    yield {
      name: Buffer.from(bytes.subarray(position + 46, position + 46 + nameLength)).toString('utf8'),
      ...(isStored && { size: packed }),
      unpack(limit) {
        if (local + 30 > view.byteLength) return undefined;
        const start = local + 30 + view.getUint16(local + 26, true) + view.getUint16(local + 28, true);
        const data = bytes.subarray(start, start + packed);
        if (isStored) return data.length > limit ? 'too large' : data;
        try {
          return inflateRawSync(data, { maxOutputLength: limit + 1 });
        } catch (error) {
          return error instanceof Error && 'code' in error && error.code === 'ERR_BUFFER_TOO_LARGE' ? 'too large' : undefined;
        }
      },
    };
    position += 46 + nameLength + view.getUint16(position + 30, true) + view.getUint16(position + 32, true);
  }
}

/** The record at the end of the archive; a comment of up to 64 KiB may follow it. */
function endOfDirectory(view: DataView): number | undefined {
  for (let position = view.byteLength - 22; position >= 0 && position > view.byteLength - 22 - 0xffff; position -= 1) {
    if (view.getUint32(position, true) === endSignature) return position;
  }
  return undefined;
}
