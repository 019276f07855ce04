import type { DocumentSummary } from '../../electron/core/contract/documents.ts';
import { safeToOpen } from '../../electron/core/values/safe-to-open.ts';
import type { Formats } from '../words/words.tsx';

/** A value of a row for a spreadsheet: a date as YYYY-MM-DD, an amount as a number; else as it is printed. */
export function plainValue({ values = {}, typed = {} }: Pick<DocumentSummary, 'values' | 'typed'>, column: string): string {
  return typed[column]?.value ?? values[column] ?? '';
}

/** A value of a row for people: a date or an amount as they write it; else as it is printed. */
export function shownIn({ values = {}, typed = {} }: DocumentSummary, column: string, formats: Formats): string {
  const shown = typed[column];
  if (shown === undefined) return values[column] ?? '';
  return shown.kind === 'date' ? formats.shortDay(shown.value) : formats.amount(shown.value, shown.currency);
}

/** Rows as lines of text, with cells that no spreadsheet takes for a formula. */
export function separated(rows: readonly (readonly string[])[], separator: ',' | ';' | '\t'): string {
  return rows.map((cells) => cells.map((cell) => quoted(safeToOpen(cell), separator)).join(separator)).join('\r\n');
}

function quoted(text: string, separator: string): string {
  return text.includes(separator) || /["\r\n\t]/u.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
