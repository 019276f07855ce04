import { inflateSync } from 'node:zlib';
import { latin } from '../../disk/read.ts';
import { buffered, type Content } from './content.ts';

/** Where the number that says where the table begins is looked for. */
export const tailLength = 16 * 1024;
/** Bytes of a dictionary that are read. */
const dictionaryLength = 4_096;
/** Bytes of one stream, as it is stored and inflated. */
export const maxStream = 4 * 1024 * 1024;
/** Parts of one table, their rows, and bytes of them inflated: a table with more is not followed, so that none can hold up the engine. */
const maxSections = 200;
const maxRows = 100_000;
const maxInflated = 8 * 1024 * 1024;
/** What the beginning of a range of rows counts for. */
const rowsOfRange = 50;

/** What begins, ends or is in an object. */
export const objects = /\d\s+\d+\s+obj\b|\b(?:endobj|endstream)\b/;

interface Section {
  /** Where objects are by their numbers; undefined: nowhere, or in the object of that number. */
  readonly rows: ReadonlyMap<number, { readonly at?: number; readonly inside?: number }>;
  /** The dictionary that ends it. */
  readonly trailer: string;
  readonly at: number;
}

/** What may still be read of a table. */
interface Room {
  rows: number;
  inflated: number;
}

type Read = (position: number, length: number) => Promise<Buffer>;

/**
 * Follows a PDF's table of objects through all updates (ISO 32000-2, 7.5.4 to 7.5.8): nothing is missing of a file in which the table
 * says at its very end where it begins, and each object is where it says.
 *
 * @returns where its objects and the parts of the table begin, in ascending order; undefined if it cannot be followed
 */
export async function followTable(content: Content): Promise<readonly number[] | undefined> {
  const tail = latin(await content.read(Math.max(0, content.size - tailLength), tailLength));
  const last = [...tail.matchAll(/startxref\s+(\d{1,10})(?!\d)/g)].at(-1);
  if (last === undefined || objects.test(tail.slice(last.index))) return undefined;
  const read = buffered(content);
  // Positions are counted from the header, or from the first byte.
  const header = (await read(0, 1_024)).indexOf('%PDF-');
  for (const base of new Set([0, Math.max(0, header)])) {
    const sections = await sectionsFrom(read, base, Number(last[1]));
    const found = sections && (await positionsIn(read, content.size, base, sections));
    if (found !== undefined) return found;
  }
  return undefined;
}

/**
 * Whether long runs of zeros in a file whose table could be followed are its own: between two objects, or in data that is not compressed. Compressed
 * data has no long runs of zeros.
 */
export async function areOwn(holes: readonly number[], positions: readonly number[], content: Content): Promise<boolean> {
  let plain: number | undefined;
  for (const from of holes) {
    const start = positions.findLast((position) => position <= from) ?? 0;
    if (start === plain) continue;
    const dictionary = /^.*?\bstream\r?\n/s.exec(latin(await content.read(start, dictionaryLength)))?.[0];
    if (dictionary !== undefined && !/\/Filter\b/.test(dictionary)) plain = start;
    else if (!(await isBetween(content, from))) return false;
  }
  return true;
}

/** Whether an object has ended just before a hole. */
async function isBetween(content: Content, from: number): Promise<boolean> {
  const reach = Math.min(from, dictionaryLength + 16);
  return /\bend(?:obj|stream)[\s\0]*$/.test(latin(await content.read(from - reach, reach)));
}

/** All parts of the table, the newest first. */
async function sectionsFrom(read: Read, base: number, first: number): Promise<Section[] | undefined> {
  const sections: Section[] = [];
  const room = { rows: maxRows, inflated: maxInflated };
  const queue = [first];
  const seen = new Set(queue);
  for (let at = queue.shift(); at !== undefined; at = queue.shift()) {
    const section = (await tableAt(read, base + at, room)) ?? (await streamAt(read, base + at, room));
    if (section === undefined || sections.length === maxSections) return undefined;
    sections.push(section);
    for (const name of ['XRefStm', 'Prev']) {
      const next = Number(new RegExp(`/${name}\\s+(\\d{1,10})\\b`).exec(section.trailer)?.[1] ?? Number.NaN);
      if (Number.isNaN(next) || seen.has(next)) continue;
      seen.add(next);
      queue.push(next);
    }
  }
  return sections.some(({ trailer }) => /\/Root\b/.test(trailer)) ? sections : undefined;
}

/** Where all objects are; undefined unless each is where the newest part says that knows of it. */
async function positionsIn(read: Read, size: number, base: number, sections: readonly Section[]): Promise<number[] | undefined> {
  const rows = new Map(sections.toReversed().flatMap((section) => [...section.rows]));
  const there = [...rows].flatMap(([number, { at }]) => (at === undefined ? [] : [{ number, at: base + at }]));
  for (const { number, at } of there.toSorted((one, other) => one.at - other.at)) {
    if (at >= size || Number(/^\s*(\d+)\s+\d+\s+obj\b/.exec(latin(await read(at, 40)))?.[1]) !== number) return undefined;
  }
  const isHeld = ({ inside }: { readonly inside?: number }) => inside === undefined || rows.get(inside)?.at !== undefined;
  if (there.length === 0 || ![...rows.values()].every(isHeld)) return undefined;
  return [...there, ...sections].map(({ at }) => at).toSorted((one, other) => one - other);
}

/** A part that is written as text. */
async function tableAt(read: Read, at: number, room: Room): Promise<Section | undefined> {
  const rows = new Map<number, { at?: number }>();
  const heading = /^\s*xref\s+/.exec(latin(await read(at, 40)));
  if (heading === null) return undefined;
  for (let position = at + heading[0].length; ; ) {
    const text = latin(await read(position, dictionaryLength));
    if (text.startsWith('trailer')) return { rows, trailer: text.split('startxref')[0] ?? '', at };
    const [range, first, count] = /^(\d{1,10})\s+(\d{1,7})\s+/.exec(text) ?? [];
    if (range === undefined || !hasRoom(room, Number(count) + rowsOfRange)) return undefined;
    position += range.length;
    const table = latin(await read(position, 20 * Number(count) + 2));
    const row = /(\d{10}) \d{5} ([nf])\s*/y;
    for (let number = Number(first); number < Number(first) + Number(count); number += 1) {
      const [, offset, kind] = row.exec(table) ?? [];
      if (kind === undefined) return undefined;
      rows.set(number, kind === 'n' && Number(offset) > 0 ? { at: Number(offset) } : {});
      if (number === Number(first) + Number(count) - 1) position += row.lastIndex;
    }
  }
}

/** A part that is a stream. */
async function streamAt(read: Read, at: number, room: Room): Promise<Section | undefined> {
  const trailer = /^\s*\d+\s+\d+\s+obj\b.*?\bstream\r?\n/s.exec(latin(await read(at, dictionaryLength)))?.[0];
  if (trailer === undefined || !/\/Type\s*\/XRef\b/.test(trailer)) return undefined;
  const numbers = (name: string) =>
    new RegExp(`/${name}\\s*\\[([\\d\\s]*)\\]`).exec(trailer)?.[1]?.trim().split(/\s+/).map(Number);
  const number = (name: string) => Number(new RegExp(`/${name}\\s+(\\d+)`).exec(trailer)?.[1] ?? 0);
  const widths = numbers('W') ?? [];
  const width = widths.reduce((sum, one) => sum + one, 0);
  const stored = await read(at + trailer.length, /\/Filter\b/.test(trailer) ? maxStream : Math.min(number('Length'), maxStream));
  const data = /\/Filter\b/.test(trailer) ? inflated(stored, room.inflated) : stored;
  room.inflated -= data?.length ?? 0;
  const bytes = data && (number('Predictor') > 1 ? unpredicted(data, number('Columns')) : data);
  if (bytes === undefined || widths.length !== 3 || width === 0) return undefined;
  const rows = new Map<number, { at?: number; inside?: number }>();
  const ranges = numbers('Index') ?? [0, number('Size')];
  let position = 0;
  for (let range = 0; range + 1 < ranges.length; range += 2) {
    const [first = 0, count = 0] = ranges.slice(range, range + 2);
    if (position + count * width > bytes.length || !hasRoom(room, count + rowsOfRange)) return undefined;
    for (let object = first; object < first + count; object += 1) {
      const [kind = 0, where = 0] = widths.map((length) => {
        position += length;
        return length === 0 ? undefined : Number.parseInt(bytes.toString('hex', position - length, position), 16);
      });
      const isHere = widths[0] === 0 || kind === 1;
      rows.set(object, isHere ? { at: where } : kind === 2 ? { inside: where } : {});
    }
  }
  return { rows, trailer, at };
}

function hasRoom(room: Room, rows: number): boolean {
  room.rows -= rows;
  return room.rows >= 0;
}

/** Undoes what PNG calls filters (ISO 32000-2, 7.4.4.4), of the kinds that are written for tables. */
function unpredicted(data: Buffer, columns: number): Buffer | undefined {
  const rows = Math.floor(data.length / (columns + 1));
  const bytes = Buffer.alloc(rows * columns);
  for (let row = 0; row < rows; row += 1) {
    const kind = data[row * (columns + 1)];
    if (kind !== 0 && kind !== 1 && kind !== 2) return undefined;
    for (let column = 0; column < columns; column += 1) {
      const at = row * columns + column;
      const before = kind === 2 ? row > 0 && bytes[at - columns] : kind === 1 && column > 0 && bytes[at - 1];
      bytes[at] = (data[row * (columns + 1) + 1 + column] ?? 0) + Number(before);
    }
  }
  return bytes;
}

/** Deflated bytes, which others may follow; undefined if they are damaged, or too many. */
export function inflated(bytes: Uint8Array, most = maxStream): Buffer | undefined {
  try {
    return inflateSync(bytes, { maxOutputLength: Math.max(1, Math.min(most, maxStream)) });
  } catch {
    return undefined;
  }
}
