import { notice } from '../support/inside/engine.ts';
import { receipts } from './plan.ts';
import type { Dice } from './random.ts';

/** The contents of a run's documents: each is unique, and says what the service makes of it. */
const kinds = [
  { kind: 'plain', head: '%PDF-1.7', end: '\n%%EOF\n', weight: 66 },
  { kind: 'review', head: '%PDF-review', end: '\n%%EOF\n', weight: 14 },
  { kind: 'poison', head: '%PDF-poison', end: '\n%%EOF\n', weight: 7 },
  { kind: 'failing', head: '%PDF-failing', end: '\n%%EOF\n', weight: 5 },
  { kind: 'huge', head: '%PDF-huge', end: '\n%%EOF\n', weight: 2 },
  /** Its end is missing: it waits for a person, or its folder sends such files after a long wait. */
  { kind: 'odd', head: '%PDF-odd', end: '\n', weight: 2 },
  { kind: 'not-a-pdf', head: 'GIF89a', end: '\n', weight: 2 },
  { kind: 'empty', head: '', end: '', weight: 1 },
] as const;

/** The one object that a reader looks for. */
const page = '1 0 obj <</Type/Page>> endobj';

export type ContentKind = (typeof kinds)[number]['kind'];

export function makeContent(dice: Dice, wanted?: ContentKind): Uint8Array {
  const { kind, head, end } = kinds.find((each) => each.kind === wanted) ?? dice.weighted(kinds);
  if (kind === 'empty') return new Uint8Array();
  return new TextEncoder().encode(`${head} ${page} ${dice.next()} ${'.'.repeat(dice.whole(0, 60))}${end}`);
}

/** The kind of a content, or of a part of one. */
export function kindOf(bytes: Uint8Array): ContentKind {
  if (bytes.length === 0) return 'empty';
  const text = latin(bytes);
  const byHead = kinds.find(({ head }) => head !== '' && text.startsWith(head));
  if (byHead?.kind === 'not-a-pdf' || byHead === undefined) return text.startsWith('%PDF-') ? 'plain' : 'not-a-pdf';
  return byHead.kind;
}

/** Whether it has its end. */
export function isWhole(bytes: Uint8Array): boolean {
  return latin(bytes).includes('%%EOF');
}

/** What is noticed while it is hashed. */
export function noticedIn(bytes: Uint8Array): { readonly holes?: readonly number[]; readonly encrypt: boolean } {
  const passed = { holes: [], encrypt: false, size: 0, run: 0, last: Buffer.alloc(0) };
  notice(passed, Buffer.from(bytes));
  const { holes, encrypt } = passed;
  return { ...(holes.length > 0 && { holes }), encrypt };
}

/** Whether its middle is missing. */
export function hasHole(bytes: Uint8Array): boolean {
  return noticedIn(bytes).holes !== undefined;
}

/** A content, and how it looks while its end is there and its middle is not. */
export function makeEndFirst(dice: Dice): { readonly before: Uint8Array; readonly whole: Uint8Array } {
  const text = (middle: string) => new TextEncoder().encode(`%PDF-1.7 ${page} ${number}${middle}\n%%EOF\n`);
  const number = dice.next();
  return { before: text('\0'.repeat(24_576)), whole: text('.'.repeat(24_576)) };
}

export function contentTypeOf(bytes: Uint8Array): string | undefined {
  const start = latin(bytes.subarray(0, 6));
  if (start.startsWith('%PDF-')) return 'application/pdf';
  return start === 'GIF89a' ? 'image/gif' : undefined;
}

/** Pages of a content, by its hash; undefined if nothing tells them. */
export function pagesIn(hash: string): number | undefined {
  const number = Number.parseInt(hash.slice(0, 2), 16);
  return number % 16 === 0 ? undefined : 1 + (number % 5);
}

/** What the service finds in a content; it identifies the content. */
export function valueIn(hash: string): string {
  return `value of ${hash.slice(0, 12)}`;
}

/** The same as an extraction finds it, and as it is said there once a person has confirmed it at the service. */
export function valueBy(hash: string, route: { readonly id: string } | undefined, isConfirmed: boolean): string {
  return `${valueIn(hash)}${route?.id === receipts.id ? asReceipt : ''}${isConfirmed ? ', corrected' : ''}`;
}

/** Whether a value is what the extraction of this route finds. */
export function isValueOf(value: string, { id }: { readonly id: string }): boolean {
  return value.includes(asReceipt) === (id === receipts.id);
}

const asReceipt = ', as a receipt';

function latin(bytes: Uint8Array): string {
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('latin1');
}
