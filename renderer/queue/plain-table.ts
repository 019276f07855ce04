import type { DocumentSummary } from '../../electron/core/contract/documents.ts';
import { safeToOpen } from '../../electron/core/values/safe-to-open.ts';

/** A value of a row for a spreadsheet: a date as YYYY-MM-DD, an amount as a number; else as it is printed. */
export function plainValue({ values = {}, typed = {} }: Pick<DocumentSummary, 'values' | 'typed'>, column: string): string {
  return typed[column]?.value ?? values[column] ?? '';
}

/** Rows as lines of text, with cells that no spreadsheet takes for a formula. */
export function separated(rows: readonly (readonly string[])[], separator: ',' | ';' | '\t'): string {
  return rows.map((cells) => cells.map((cell) => quoted(safeToOpen(cell), separator)).join(separator)).join('\r\n');
}

function quoted(text: string, separator: string): string {
  return text.includes(separator) || /["\r\n\t]/u.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
