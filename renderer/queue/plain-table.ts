import type { DocumentSummary } from '../../electron/core/contract/documents.ts';

/** A value of a row for a spreadsheet: a date as YYYY-MM-DD, an amount as a number; else as it is printed. */
export function plainValue({ values = {}, typed = {} }: Pick<DocumentSummary, 'values' | 'typed'>, column: string): string {
  return typed[column]?.value ?? values[column] ?? '';
}

/** Rows as lines of text. What would be a formula is none: such cells begin with an apostrophe. */
export function separated(rows: readonly (readonly string[])[], separator: ',' | ';' | '\t'): string {
  return rows.map((cells) => cells.map((cell) => cellOf(cell, separator)).join(separator)).join('\r\n');
}

function cellOf(text: string, separator: string): string {
  const isNumber = /^-?\d+(?:\.\d+)?$/u.test(text);
  const safe = /^[=+\-@\t\r]/u.test(text) && !isNumber ? `'${text}` : text;
  return safe.includes(separator) || /["\r\n\t]/u.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}
