import { z } from 'zod';
import type { Immutable } from '../../core/plain-data.ts';

const line = z.array(z.string());

/** One printed line, or one row of a table: its cells from left to right, which wide gaps separate. */
export type TextLine = Immutable<z.output<typeof line>>;

/** What could be read of a document. `image`: pages without text, which a person must review. */
export const readingSchema = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('text'), lines: z.array(line), pages: z.number() }),
  z.object({ kind: z.literal('image'), pages: z.number() }),
  z.object({ kind: z.literal('unreadable'), reason: z.string() }),
]);
export type Reading = Immutable<z.output<typeof readingSchema>>;

/** No label or value is longer; the text of a hostile document may be. */
const longestCell = 4000;

/** A line of these cells, without the empty ones. */
export function lineOf(cells: readonly string[]): TextLine {
  return cells.map((cell) => tidy(cell.slice(0, longestCell))).filter((cell) => cell !== '');
}

/** Single spaces (also for no-break spaces), no control characters, soft hyphens or zero-width marks; trimmed. */
function tidy(text: string): string {
  return text
    .normalize('NFC')
    .replace(/[\u00ad\u200b-\u200d\u2060\ufeff]/gu, '')
    .replace(/[\s\p{Cc}]+/gu, ' ')
    .trim();
}
