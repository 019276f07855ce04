import type { TableColumn, TableValues } from '../../../core/config/table-profile.ts';
import type { Cells } from '../../../core/document/table.ts';
import type { RouteInfo } from '../../../core/protocol/route.ts';
import { assertNever } from '../../../core/result.ts';
import type { Delivered } from '../../../engine/deliver/delivered.ts';
import { jsonLine } from '../../../engine/deliver/json.ts';
import { cellsOf, cellsWithin } from '../../../engine/deliver/tables/cells.ts';
import { csvContent } from '../../../engine/deliver/tables/csv.ts';
import { xlsxBytes } from '../../../engine/deliver/tables/xlsx.ts';

export const tableFormats = ['csv', 'xlsx', 'jsonl'] as const;

export type TableFormat = (typeof tableFormats)[number];

/** What a table says of one document. */
export interface TableRow {
  readonly delivered: Delivered;
  /** ISO 8601, UTC. */
  readonly deliveredAt: string;
}

export interface Table {
  readonly info: RouteInfo;
  readonly columns: readonly TableColumn[];
  readonly values: TableValues;
  /** Read once, row by row. */
  readonly rows: Iterable<TableRow>;
  /** Of a CSV. */
  readonly delimiter: string;
}

/** The bytes of a table, in pieces: the same rows give the same bytes. */
export function tableBytes(format: TableFormat, table: Table): AsyncIterable<Uint8Array> | Iterable<Uint8Array> {
  switch (format) {
    case 'csv':
      return csvContent(cellsIn(table), table);
    case 'xlsx':
      return xlsxBytes(table, cellsIn(table));
    case 'jsonl':
      return lines(table);
    default:
      return assertNever(format);
  }
}

const rowsAtOnce = 500;

/** One line a document, with everything that its JSON has. */
function* lines({ rows }: Table): Generator<Uint8Array> {
  let piece: Uint8Array[] = [];
  for (const { delivered, deliveredAt } of rows) {
    if (piece.push(jsonLine(delivered, deliveredAt)) < rowsAtOnce) continue;
    yield Buffer.concat(piece);
    piece = [];
  }
  if (piece.length > 0) yield Buffer.concat(piece);
}

function* cellsIn({ columns, info, rows }: Table): Generator<Cells> {
  const names = new Set(columns.map(({ name }) => name));
  for (const { delivered, deliveredAt } of rows) yield cellsWithin(cellsOf(delivered, deliveredAt), names, info.fields);
}
