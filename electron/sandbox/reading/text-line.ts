import { z } from 'zod';
import type { Immutable } from '../../core/plain-data.ts';

const cell = z.object({
  text: z.string(),
  /** Left edge in points from the left of the page; in a DOCX a table column's, or 0. */
  x: z.number(),
  /** In points. */
  width: z.number(),
});
/** A run of text, separated from its neighbours by a wide gap. */
export type Cell = Immutable<z.output<typeof cell>>;

const line = z.object({
  /** The cells' text, joined by a space. */
  text: z.string(),
  /** From 1. */
  page: z.number(),
  cells: z.array(cell),
  /** Points from the top of the page. In a DOCX, which has no pages yet, they count through the document. */
  y: z.number(),
});
/** One printed line, or one row of a table: cells from left to right. */
export type TextLine = Immutable<z.output<typeof line>>;

/** What could be read of a document. `image`: pages without text, which a person must review. */
export const readingSchema = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('text'), lines: z.array(line), pages: z.number() }),
  z.object({ kind: z.literal('image'), pages: z.number() }),
  z.object({ kind: z.literal('unreadable'), reason: z.string() }),
]);
export type Reading = Immutable<z.output<typeof readingSchema>>;

/** Single spaces (also for no-break spaces), no control characters, soft hyphens or zero-width marks; trimmed. */
export function tidy(text: string): string {
  return text
    .normalize('NFC')
    .replace(/[\u00ad\u200b-\u200d\u2060\ufeff]/gu, '')
    .replace(/[\s\p{Cc}]+/gu, ' ')
    .trim();
}
