import { writeXlsxStream } from 'hucre/xlsx';
import { z } from 'zod';
import type { SheetColumn } from '../../../core/document/sheet.ts';
import { boundedColumns, columnOf, timeColumns } from '../../../core/document/table-columns.ts';
import type { RouteInfo } from '../../../core/protocol/route.ts';
import { type Cells, cellsOf, cellsWithin, columnsFor } from '../csv.ts';
import { type Delivered, typedOf } from '../delivered.ts';
import { safeName } from '../names.ts';

/** A cell as a workbook has it: text, an amount, a date (ISO), or a moment (ISO 8601, UTC). */
const sheetCell = z.union([z.string(), z.number(), z.strictObject({ date: z.string() }), z.strictObject({ moment: z.string() })]);

export type SheetCell = Readonly<z.output<typeof sheetCell>>;

/** The cells of a row that are not empty, by the name of the column. */
export type SheetCells = Readonly<Record<string, SheetCell>>;

export const sheetCellsSchema = z.record(z.string(), sheetCell);

/** A column of a workbook under its heading. */
export type SheetHeading = SheetColumn & { readonly heading: string };

/**
 * @param deliveredAt ISO 8601, UTC
 * @param columns those of the table
 */
export function sheetCellsOf(delivered: Delivered, deliveredAt: string, columns: Iterable<string>): SheetCells {
  const cells = cellsWithin(cellsOf(delivered, deliveredAt), columns, delivered.info.fields);
  return typedOver(cells, delivered.info, typedCells(delivered));
}

/** The row of a document of which nothing but its row in the CSV is kept: its values are text, as they stand there. */
export function sheetCellsOfCsv(cells: Cells, info: RouteInfo): SheetCells {
  return typedOver(cells, info, new Map());
}

function typedOver(cells: Cells, info: RouteInfo, typed: ReadonlyMap<string, SheetCell>): SheetCells {
  const times = new Set(timeColumns(info.fields));
  const all = Object.entries(cells).flatMap(([name, text]): [string, SheetCell][] => {
    if (text === '') return [];
    return [[name, typed.get(name) ?? (times.has(name) ? { moment: text } : text)]];
  });
  // Unlike an assignment, this makes a member of any name, even "__proto__".
  return Object.fromEntries(all);
}

/** The columns of a table with these that has a document's row too. */
export function columnsWith(delivered: Delivered, columns: Iterable<string>): readonly string[] {
  const { route, fields } = delivered.info;
  return boundedColumns([...columns, ...columnsFor(route.kind, fields, [delivered])], fields);
}

/** The values that were read as amounts and dates, by column. */
function typedCells(delivered: Delivered): ReadonlyMap<string, SheetCell> {
  const cells = new Map<string, SheetCell>();
  if (delivered.typedCells !== true || delivered.result.kind !== 'extraction') return cells;
  for (const [key, typed] of typedOf(delivered)) {
    if (!('value' in typed)) continue;
    const { kind, value } = typed;
    const cell = kind === 'amount' ? exactNumber(value) : kind === 'date' && isInCalendar(value) ? { date: value } : undefined;
    if (cell !== undefined) cells.set(columnOf(key, delivered.info.fields), cell);
  }
  return cells;
}

/** A spreadsheet keeps 15 digits: an amount with more stays text. */
function exactNumber(decimals: string): number | undefined {
  return decimals.replace(/\D/g, '').replace(/^0+/, '').length <= 15 ? Number(decimals) : undefined;
}

/** Spreadsheets know no date before 1900, and disagree on its first two months. */
function isInCalendar(isoDate: string): boolean {
  return isoDate >= '1900-03-01';
}

/** So many rows say how wide the columns are; all others are in memory one by one. */
const rowsThatSetWidths = 100;

/**
 * An Excel workbook: amounts are numbers, dates are dates, and all else is text, never a formula. Its first row is the heading and
 * stays in sight. The same rows give the same bytes.
 * @param rows read once: the first hundred now, the others as the bytes are asked for
 */
export function xlsxBytes(
  info: RouteInfo,
  columns: readonly SheetHeading[],
  rows: Iterable<SheetCells>,
): AsyncIterable<Uint8Array> {
  const all = rows[Symbol.iterator]();
  const first: SheetCells[] = [];
  let next = all.next();
  for (; next.done !== true && first.length < rowsThatSetWidths; next = all.next()) first.push(next.value);
  // The writer knows formats of columns only, and asks for them at each cell of the row that it has just taken.
  let current: SheetCells = {};
  const shown = (row: SheetCells) => {
    current = row;
    return columns.map(({ name }) => cellIn(row, name));
  };
  const cells = function* () {
    for (const row of first) yield shown(row);
    for (; next.done !== true; next = all.next()) yield shown(next.value);
  };
  return writeXlsxStream(cells(), {
    name: sheetName(info),
    columns: columns.map(({ heading, name }) => ({
      header: textIn(heading) ?? '',
      width: widthOf([heading, ...first.map((row) => textOf(cellIn(row, name)))]),
      get numFmt() {
        return formatIn(current, name);
      },
    })),
    freezePane: { rows: 1 },
  });
}

/** The format of a cell; '' for text. */
function formatIn(cells: SheetCells, name: string): string {
  const cell = Object.hasOwn(cells, name) ? cells[name] : undefined;
  if (typeof cell === 'number') return '#,##0.00##';
  if (typeof cell !== 'object') return '';
  return 'date' in cell ? 'yyyy-mm-dd' : 'yyyy-mm-dd hh:mm:ss';
}

/** As wide as what stands in it, in characters, so that a heading can be read and a long text does not push all else aside. */
function widthOf(texts: readonly string[]): number {
  const longest = Math.max(...texts.map(({ length }) => length));
  return Math.min(Math.max(longest + 2, 8), 48);
}

/** As wide as a cell is shown. */
function textOf(cell: ReturnType<typeof cellIn>): string {
  if (typeof cell === 'number') return cell.toLocaleString('en', { minimumFractionDigits: 2 });
  return cell instanceof Date ? 'yyyy-mm-dd hh:mm:ss' : (cell ?? '');
}

/** What stands in a column of a row; null: nothing. */
export function cellIn(cells: SheetCells, name: string): string | number | Date | null {
  const cell = Object.hasOwn(cells, name) ? cells[name] : undefined;
  if (cell === undefined || typeof cell === 'number') return cell ?? null;
  if (typeof cell === 'string') return textIn(cell);
  return new Date('date' in cell ? `${cell.date}T00:00:00Z` : cell.moment);
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
