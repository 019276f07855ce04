import { stringify } from 'csv-stringify/sync';
import type { TableColumn, TableValues } from '../../../core/config/table-profile.ts';
import { type Cells, textIn } from '../../../core/document/table.ts';
import { safeToOpen } from '../../../core/values/safe-to-open.ts';

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
  return stringify([...table], {
    delimiter,
    record_delimiter: 'windows',
    quoted_match: /[\r\n\t]|^\s|\s$/,
    cast: { string: safeToOpen },
  });
}
