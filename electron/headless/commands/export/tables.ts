import { writeXlsxStream } from 'hucre/xlsx';
import type { TableColumn } from '../../../core/config/table-profile.ts';
import { columnOf, timeColumns } from '../../../core/document/table-columns.ts';
import type { RouteInfo } from '../../../core/protocol/route.ts';
import { assertNever } from '../../../core/result.ts';
import { type Cells, cellIn, cellsOf, csvHeader, csvRows } from '../../../engine/deliver/csv.ts';
import { type Delivered, typedOf } from '../../../engine/deliver/delivered.ts';
import { jsonLine } from '../../../engine/deliver/json.ts';
import { safeName } from '../../../engine/deliver/names.ts';

export const tableFormats = ['csv', 'xlsx', 'jsonl'] as const;

export type TableFormat = (typeof tableFormats)[number];

/** `isAmount`: some cell of it is an amount. */
export interface ExportColumn extends TableColumn {
  readonly isAmount: boolean;
}

/** What a table says of one document. */
export interface TableRow {
  readonly delivered: Delivered;
  /** ISO 8601, UTC. */
  readonly deliveredAt: string;
}

export interface Table {
  readonly info: RouteInfo;
  readonly columns: readonly ExportColumn[];
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
      return xlsx(table);
    case 'jsonl':
      return lines(table);
    default:
      return assertNever(format);
  }
}

const rowsAtOnce = 500;

function* csv({ columns, rows, delimiter }: Table): Generator<Uint8Array> {
  const names = columns.map(({ name }) => name);
  yield csvHeader(
    columns.map(({ heading }) => heading),
    delimiter,
  );
  let piece: Cells[] = [];
  for (const { delivered, deliveredAt } of rows) {
    if (piece.push(cellsOf(delivered, deliveredAt)) < rowsAtOnce) continue;
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

/**
 * An Excel workbook: amounts are numbers, dates are dates, and all else is text, never a formula. Its first row is the
 * heading and stays in sight.
 */
function xlsx({ info, columns, rows }: Table): AsyncIterable<Uint8Array> {
  const times = new Set(timeColumns(info.fields));
  const cells = function* () {
    for (const { delivered, deliveredAt } of rows) {
      const text = cellsOf(delivered, deliveredAt);
      const typed = typedCells(delivered);
      yield columns.map(({ name }) => typed.get(name) ?? (times.has(name) ? momentIn : textIn)(cellIn(text, name)));
    }
  };
  return writeXlsxStream(cells(), {
    name: sheetName(info),
    columns: columns.map(({ name, heading, isAmount }) => {
      const format = isAmount ? '#,##0.00##' : times.has(name) ? 'yyyy-mm-dd hh:mm:ss' : undefined;
      return { header: textIn(heading) ?? '', ...(format !== undefined && { numFmt: format }) };
    }),
    freezePane: { rows: 1 },
  });
}

/** The columns in which a document's table has amounts. */
export function amountColumns(delivered: Delivered): readonly string[] {
  return [...typedCells(delivered)].flatMap(([column, cell]) => (typeof cell === 'number' ? [column] : []));
}

/** The values that were read as amounts and dates, by column. */
function typedCells(delivered: Delivered): ReadonlyMap<string, number | Date> {
  const cells = new Map<string, number | Date>();
  if (delivered.typedCells !== true) return cells;
  for (const [key, typed] of typedOf(delivered)) {
    if (!('value' in typed)) continue;
    const { kind, value } = typed;
    const cell = kind === 'amount' ? exactNumber(value) : kind === 'date' ? dateIn(value) : undefined;
    if (cell !== undefined) cells.set(columnOf(key, delivered.info.fields), cell);
  }
  return cells;
}

/** A spreadsheet keeps 15 digits: an amount with more stays text. */
function exactNumber(decimals: string): number | undefined {
  return decimals.replace(/\D/g, '').replace(/^0+/, '').length <= 15 ? Number(decimals) : undefined;
}

/** Spreadsheets know no date before 1900, and disagree on its first two months. */
function dateIn(isoDate: string): Date | undefined {
  return isoDate >= '1900-03-01' ? new Date(`${isoDate}T00:00:00Z`) : undefined;
}

function momentIn(iso: string): Date | null {
  return iso === '' ? null : new Date(iso);
}

const longestCell = 32_767;

/** Excel refuses a longer text and characters of control; what looks like its spelling of a character (`_x0041_`) is spelt out. */
function textIn(text: string): string | null {
  if (text === '') return null;
  const short = text.length <= longestCell ? text : `${text.slice(0, longestCell - 1)}…`;
  return short.replace(/[^\P{Cc}\t\n\r]/gu, '\ufffd').replace(/_(?=x[0-9A-Fa-f]{4}_)/g, '_x005F_');
}

/** At most 31 characters, and none that Excel refuses. */
function sheetName({ name }: RouteInfo): string {
  const clean = safeName(name).replace(/[[\]:*?/\\']+/g, '-');
  return [...clean].slice(0, 24).join('').trim() || 'Intray';
}
