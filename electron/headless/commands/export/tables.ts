import type { RouteInfo } from '../../../core/protocol/route.ts';
import { assertNever } from '../../../core/result.ts';
import { type Cells, cellsOf, cellsWithin, csvHeader, csvRows } from '../../../engine/deliver/csv.ts';
import type { Delivered } from '../../../engine/deliver/delivered.ts';
import { jsonLine } from '../../../engine/deliver/json.ts';
import { type SheetCells, type SheetHeading, sheetCellsOf, xlsxBytes } from '../../../engine/deliver/sheets/xlsx.ts';

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
  readonly columns: readonly SheetHeading[];
  /** Read once, row by row. */
  readonly rows: Iterable<TableRow>;
  /** Of a CSV. */
  readonly delimiter: string;
}

/** The bytes of a table, in pieces: the same rows give the same bytes. */
export function tableBytes(format: TableFormat, table: Table): AsyncIterable<Uint8Array> | Iterable<Uint8Array> {
  switch (format) {
    case 'csv':
      return csv(table);
    case 'xlsx':
      return xlsxBytes(table.info, table.columns, sheetRows(table));
    case 'jsonl':
      return lines(table);
    default:
      return assertNever(format);
  }
}

const rowsAtOnce = 500;

function* csv({ info, columns, rows, delimiter }: Table): Generator<Uint8Array> {
  const names = columns.map(({ name }) => name);
  yield csvHeader(
    columns.map(({ heading }) => heading),
    delimiter,
  );
  let piece: Cells[] = [];
  for (const { delivered, deliveredAt } of rows) {
    if (piece.push(cellsWithin(cellsOf(delivered, deliveredAt), names, info.fields)) < rowsAtOnce) continue;
    yield csvRows(piece, names, delimiter);
    piece = [];
  }
  if (piece.length > 0) yield csvRows(piece, names, delimiter);
}

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

function* sheetRows({ columns, rows }: Table): Generator<SheetCells> {
  const names = columns.map(({ name }) => name);
  for (const { delivered, deliveredAt } of rows) yield sheetCellsOf(delivered, deliveredAt, names);
}
