import { writeXlsxStream } from 'hucre/xlsx';
import type { TableColumn, TableValues } from '../../../core/config/table-profile.ts';
import { type Cells, cellIn as cellAt, printedIn, timeColumns } from '../../../core/document/table.ts';
import type { RouteInfo } from '../../../core/protocol/route.ts';
import { safeName } from '../delivery-target.ts';

/** How a workbook looks. */
export interface BookLooks {
  readonly info: RouteInfo;
  readonly columns: readonly TableColumn[];
  readonly values: TableValues;
}

/** A cell as a workbook has it: text, an amount, a date (ISO), or a moment (ISO 8601, UTC). */
type SheetCell = string | number | { readonly date: string } | { readonly moment: string };

/** The cells of a row that are not empty, by the name of the column. */
type SheetCells = Readonly<Record<string, SheetCell>>;

function sheetCells(cells: Cells, { info, values }: BookLooks): SheetCells {
  const times = new Set(timeColumns(info.fields));
  const all = Object.keys(cells).flatMap((name): [string, SheetCell][] => {
    const cell = cellAt(cells, name);
    const printed = printedIn(cell);
    if (times.has(name)) return printed === '' ? [] : [[name, { moment: printed }]];
    if (typeof cell !== 'object' || values === 'printed') return printed === '' ? [] : [[name, printed]];
    const [, kind, value] = cell;
    if (kind === 'amount') return [[name, exactNumber(value) ?? value]];
    return [[name, kind === 'date' && isInCalendar(value) ? { date: value } : value]];
  });
  // Unlike an assignment, this makes a member of any name, even "__proto__".
  return Object.fromEntries(all);
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
export function xlsxBytes(looks: BookLooks, rows: Iterable<Cells>): AsyncIterable<Uint8Array> {
  const { columns, info } = looks;
  const typed = function* () {
    for (const cells of rows) yield sheetCells(cells, looks);
  };
  const all = typed();
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

/** What a workbook is to have in each of its columns, as its reader gets it; null: nothing. */
export function bookRow(cells: Cells, looks: BookLooks): readonly (string | number | Date | null)[] {
  const row = sheetCells(cells, looks);
  return looks.columns.map(({ name }) => cellIn(row, name));
}

function cellIn(cells: SheetCells, name: string): string | number | Date | null {
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
