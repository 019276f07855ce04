import { stringify } from 'csv-stringify/sync';
import type { TableColumn, TableValues } from '../../../core/config/table-profile.ts';
import { type Cells, textIn } from '../../../core/document/table.ts';
import { safeToOpen } from './safe-to-open.ts';

/** How a CSV looks: UTF-8 with a byte order mark, rows that end in CR LF. */
export interface CsvLooks {
  readonly columns: readonly TableColumn[];
  readonly values: TableValues;
  readonly delimiter: string;
}

/** The byte order mark and the headings. */
export function csvHeader({ columns, delimiter }: CsvLooks): Uint8Array {
  return new TextEncoder().encode(
    `\ufeff${lines([columns.map(({ heading }) => heading.replaceAll('\0', '\ufffd'))], delimiter)}`,
  );
}

export function csvRows(rows: readonly Cells[], { columns, values, delimiter }: CsvLooks): Uint8Array {
  const table = rows.map((cells) => columns.map(({ name }) => textIn(cells, name, values)));
  return new TextEncoder().encode(lines(table, delimiter));
}

/** At most this many rows are in memory at once. */
const rowsAtOnce = 500;

/** The bytes of a whole CSV, in pieces. */
export function* csvContent(rows: Iterable<Cells>, looks: CsvLooks): Generator<Uint8Array> {
  yield csvHeader(looks);
  let piece: Cells[] = [];
  for (const cells of rows) {
    if (piece.push(cells) < rowsAtOnce) continue;
    yield csvRows(piece, looks);
    piece = [];
  }
  if (piece.length > 0) yield csvRows(piece, looks);
}

function lines(table: readonly (readonly string[])[], delimiter: string): string {
  const safe = table.map((row) => row.map(safeToOpen));
  return stringify(safe, { delimiter, record_delimiter: 'windows', quoted_match: /[\r\n\t]|^\s|\s$/ });
}

/**
 * The delimiter that spreadsheets of a locale expect: `;` where numbers have a decimal comma, and in Switzerland and
 * Liechtenstein, whose spreadsheets expect it together with a decimal point.
 * @param locale BCP 47 (`de-DE`) or as Unix writes it (`de_DE.UTF-8`); an unknown one (`C`) gives a comma
 */
export function delimiterFor(locale: string): ',' | ';' {
  const tag = locale.replace(/[.@].*$/, '').replaceAll('_', '-');
  try {
    if (['CH', 'LI'].includes(new Intl.Locale(tag).region ?? '')) return ';';
    const decimal = new Intl.NumberFormat(tag).formatToParts(0.5).find((part) => part.type === 'decimal');
    return decimal === undefined || decimal.value === '.' ? ',' : ';';
  } catch {
    return ',';
  }
}
