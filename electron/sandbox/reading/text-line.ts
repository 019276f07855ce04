/** A run of text, separated from its neighbours by a wide gap. */
export interface Cell {
  readonly text: string;
  /** Left edge in points from the left of the page; in a DOCX a table column's, or 0. */
  readonly x: number;
  /** In points. */
  readonly width: number;
}

/** One printed line, or one row of a table: cells from left to right. */
export interface TextLine {
  /** The cells' text, joined by a space. */
  readonly text: string;
  /** From 1. */
  readonly page: number;
  readonly cells: readonly Cell[];
  /** Points from the top of the page. In a DOCX, which has no pages yet, they count through the document. */
  readonly y: number;
}

/** What could be read of a document. `image`: pages without text, which a person must review. */
export type Reading =
  | { readonly kind: 'text'; readonly lines: readonly TextLine[]; readonly pages: number }
  | { readonly kind: 'image'; readonly pages: number }
  | { readonly kind: 'unreadable'; readonly reason: string };

/** Single spaces (also for no-break spaces), no control characters, soft hyphens or zero-width marks; trimmed. */
export function tidy(text: string): string {
  return text
    .normalize('NFC')
    .replace(/[\u00ad\u200b-\u200d\u2060\ufeff]/gu, '')
    .replace(/[\s\p{Cc}]+/gu, ' ')
    .trim();
}
