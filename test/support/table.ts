import { parse } from 'csv-parse/sync';

/** The character that separates the columns of a table of Intray's: it follows the first column's name. */
export function delimiterOf(table: Buffer | string): string {
  return /^\u{feff}?"?file"?(.)/u.exec(table.toString())?.[1] ?? ',';
}

/** The rows of a table of Intray's, by column. */
export function readTable(table: Buffer | string): Record<string, string>[] {
  return parse(table, { bom: true, columns: true, delimiter: delimiterOf(table) });
}
