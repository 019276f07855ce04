import { z } from 'zod';
import type { profileOf, TableValues } from '../config/table-profile.ts';
import { type Message, say } from '../messages/message.ts';
import type { Immutable } from '../plain-data.ts';
import type { Route, RouteInfo, RouteKind } from '../protocol/route.ts';

/**
 * A cell: its text as printed on the document, or with what was read in it: an amount (exact decimals), a date (ISO) or another
 * value, as text.
 */
export type Cell = string | readonly [printed: string, kind: CellKind, value: string];

const cellKinds = ['amount', 'date', 'text'] as const;
type CellKind = (typeof cellKinds)[number];

/** Whether it is a stored cell: null where there is none. Tables have millions: a schema for each would take longer than reading them. */
export function isCell(cell: unknown): cell is Cell | null {
  if (typeof cell === 'string' || cell === null) return true;
  if (!Array.isArray(cell) || cell.length !== 3) return false;
  const [printed, kind, value]: readonly unknown[] = cell;
  return typeof printed === 'string' && typeof value === 'string' && cellKinds.some((known) => known === kind);
}

/** The cells of a row that are not empty, by the name of the column. */
export type Cells = Readonly<Record<string, Cell>>;

/** A column that rows of a table have. `typed`: only where values are written as they were read. */
export const columnSchema = z.object({ name: z.string(), typed: z.literal(true).exactOptional() });

export type Column = Readonly<z.output<typeof columnSchema>>;

const headings = z.array(z.object({ name: z.string(), heading: z.string() }));

/** A file as our last write left it: anything else is a person's edit. `sha256` in hex; size in bytes. */
const writtenFileSchema = z.object({ sha256: z.string(), size: z.number(), mtimeMs: z.number(), ino: z.number() });

export type WrittenFile = Immutable<z.output<typeof writtenFileSchema>>;

const tableFileSchema = z.object({
  /** Absolute. */
  path: z.string(),
  /** Absent until it is first written. */
  written: writtenFileSchema.exactOptional(),
  /** SHA-256 of what a write is about to leave, hex: after a crash, the file may be this one already. */
  next: z.string().exactOptional(),
  /** As far as it has the rows: the position of the last one, and the table's `changes`. */
  upTo: z.number(),
  saved: z.number(),
});

export type TableFile = Immutable<z.output<typeof tableFileSchema>>;

/** The CSV that rows of a table are appended to. */
export const csvFileSchema = tableFileSchema.extend({
  /** Counts the CSVs of the table: each row says in which it is. */
  number: z.number(),
  /** Under which headings, and in which order, it has which columns. */
  columns: headings,
  /** Columns that the folder's settings chose when it was last written. */
  chosen: z.literal(true).exactOptional(),
  values: z.enum(['printed', 'typed']),
  delimiter: z.string(),
});

export type CsvFile = Immutable<z.output<typeof csvFileSchema>>;

/** A CSV that a person has edited or taken away: it is not touched again, and its rows are theirs. */
export const leftCsvSchema = z.object({
  number: z.number(),
  path: z.string(),
  columns: headings,
  written: writtenFileSchema.exactOptional(),
});

export type LeftCsv = Immutable<z.output<typeof leftCsvSchema>>;

/** The workbook of a table, which is written whole. `looks`: how it is to look, as a text that differs where it does. */
export const bookFileSchema = tableFileSchema.extend({ looks: z.string() });

/** What a folder has delivered on a route, in rows, and the files that show them. */
export interface TableRecord {
  readonly id: number;
  readonly folderId: number;
  /** The service's, of the route. */
  readonly origin: string;
  readonly route: Route;
  /** All that its rows have, in the order in which they came. */
  readonly columns: readonly Column[];
  /** Counts what changes rows that were there before. */
  readonly changes: number;
  readonly csv?: CsvFile;
  readonly left: readonly LeftCsv[];
  readonly book?: Immutable<z.output<typeof bookFileSchema>>;
}

/** `position` orders rows; `csv`: the number of the CSV that it is in, or is to be; 0: none. */
export interface TableRow {
  readonly position: number;
  readonly documentId: number;
  readonly csv: number;
  readonly cells: Cells;
}

export function printedIn(cell: Cell | undefined): string {
  return typeof cell === 'object' ? cell[0] : (cell ?? '');
}

/** What stands in a table of text. */
export function textIn(cells: Cells, column: string, values: TableValues): string {
  const cell = cellIn(cells, column);
  return typeof cell === 'object' ? cell[values === 'typed' ? 2 : 0] : (cell ?? '');
}

export function cellIn(cells: Cells, column: string): Cell | undefined {
  return Object.hasOwn(cells, column) ? cells[column] : undefined;
}

/** Unlike an assignment, this makes a member of any name, even "__proto__". */
export function cellsOfEntries(entries: Iterable<readonly [string, Cell]>): Cells {
  return Object.fromEntries([...entries].filter(([, cell]) => cell !== ''));
}

/** The CSVs of tables, those that were left to people too. */
export function csvsOf(
  tables: readonly TableRecord[],
): readonly (LeftCsv & { readonly table: TableRecord; readonly isLeft: boolean })[] {
  return tables.flatMap((table) => [
    ...table.left.map((csv) => ({ ...csv, table, isLeft: true })),
    ...(table.csv === undefined ? [] : [{ ...table.csv, table, isLeft: false }]),
  ]);
}

/**
 * The columns of a folder's table (`engine/deliver/tables/cells.ts` says in which order they come). A field with the name of one of ours
 * keeps it: our column is `intray_status` then. A value beyond the extraction's fields that has such a name is in `field_status`.
 */
const ownColumnsOf = {
  before: ['file', 'status'],
  verdict: ['category', 'confidence', 'reasoning'],
  after: ['review', 'duplicate_of', 'possible_duplicate', 'model_used', 'batch_id', 'file_id', 'sha256', 'delivered_at'],
  reviewed: ['reviewed_by', 'reviewed_at', 'reviewed_changes'],
  checks: ['checks'],
  /** The values that have no column, as JSON. */
  further: ['further_fields'],
} as const;
const { before, verdict, after, reviewed, checks } = ownColumnsOf;

export type OwnColumn = (typeof ownColumnsOf)[keyof typeof ownColumnsOf][number];

const own: readonly OwnColumn[] = Object.values(ownColumnsOf).flat();

/** A table has at most so many columns of values. */
export const mostColumns = 1_000;

/** Our own columns in every table with these fields: a table without them was begun with other fields. */
export function ownColumns(kind: RouteKind, fields: readonly string[]): readonly string[] {
  return [...before, ...(kind === 'classification' ? verdict : []), ...after].map((column) => ownColumn(column, fields));
}

/** A program that does not distinguish `Status` from `status` must not find two of them. */
export function ownColumn(column: OwnColumn, fields: readonly string[]): string {
  const taken = new Set(fields.map((field) => field.toLowerCase()));
  let name: string = column;
  while (taken.has(name)) name = `intray_${name}`;
  return name;
}

/** The column of a value. */
export function columnOf(key: string, fields: readonly string[]): string {
  if (fields.includes(key) || !own.some((column) => column === key.replace(/^(field_)*/, '').toLowerCase())) return key;
  let name = `field_${key}`;
  while (fields.includes(name)) name = `field_${name}`;
  return name;
}

/** The columns that say when something was done here. */
export function timeColumns(fields: readonly string[]): readonly string[] {
  return [ownColumn('delivered_at', fields), ownColumn('reviewed_at', fields)];
}

/** The column of the currency that was printed with an amount. */
export function currencyColumn(key: string): string {
  return `${key}_currency`;
}

/**
 * The columns of a table, in their order.
 * @param beyond those of values that are no field of the extraction
 */
export function columnsInOrder(
  kind: RouteKind,
  fields: readonly string[],
  beyond: readonly string[],
  { isReviewed, isChecked }: { readonly isReviewed: boolean; readonly isChecked: boolean },
): readonly string[] {
  const ours = (columns: readonly OwnColumn[]) => columns.map((column) => ownColumn(column, fields));
  return [
    ...new Set([
      ...ours(before),
      ...fields,
      ...(kind === 'classification' ? ours(verdict) : []),
      ...beyond,
      ...ours(after),
      ...(isReviewed ? ours(reviewed) : []),
      ...(isChecked ? ours(checks) : []),
    ]),
  ];
}

/** These columns of a table, as a new one has them. */
export function inOrder(
  { route: { kind }, fields }: Pick<RouteInfo, 'route' | 'fields'>,
  names: readonly string[],
): readonly string[] {
  const ours = columnsInOrder(kind, fields, [], { isReviewed: true, isChecked: true });
  const has = (column: OwnColumn) => names.includes(ownColumn(column, fields));
  const beyond = names.filter((name) => !ours.includes(name));
  const all = columnsInOrder(kind, fields, beyond, { isReviewed: has('reviewed_by'), isChecked: has('checks') });
  return boundedColumns(all, fields);
}

/**
 * At most `mostColumns` of these beside our own, the first of them; where there are more, a last one for all others.
 * @param chosen those that a person has chosen stay
 */
export function boundedColumns(
  columns: Iterable<string>,
  fields: readonly string[],
  chosen: Iterable<string> = [],
): readonly string[] {
  const all = new Set(columns);
  const ours = new Set(own.map((column) => ownColumn(column, fields)));
  const rest = ownColumn('further_fields', fields);
  const values = [...all].filter((column) => !ours.has(column));
  if (values.length <= mostColumns && !all.has(rest)) return [...all];
  const first = new Set([...chosen].filter((column) => all.has(column)));
  const kept = new Set([...first, ...values.filter((column) => !first.has(column))].slice(0, mostColumns));
  return [...[...all].filter((column) => column !== rest && (ours.has(column) || kept.has(column))), rest];
}

/** The columns that a table of a route may have by what is known of the route; typed values may have currencies, too. */
export function knownColumns(
  { route: { kind }, fields }: Pick<RouteInfo, 'route' | 'fields'>,
  typed: boolean,
): readonly string[] {
  return columnsInOrder(kind, fields, typed ? fields.map(currencyColumn) : [], { isReviewed: true, isChecked: true });
}

/**
 * Why a table of this route cannot look as its settings say; undefined if it can, as far as is known. Where the service has told no
 * field of an extraction, nothing says that there is none. Pure.
 * @param seen columns that results had beyond the extraction's fields
 */
export function columnProblem(
  { columns = [], values }: ReturnType<typeof profileOf>,
  info: Pick<RouteInfo, 'route' | 'name' | 'fields'>,
  seen: Iterable<string> = [],
): Message | undefined {
  if (info.route.kind === 'extraction' && info.fields.length === 0) return undefined;
  const known = [...new Set([...knownColumns(info, values === 'typed'), ...seen])];
  const unknown = columns.flatMap(({ name }) => (known.includes(name) ? [] : [name]));
  if (unknown.length === 0) return undefined;
  return say('delivery.noColumn', {
    name: info.name,
    count: unknown.length,
    names: unknown.join(', '),
    columns: known.join(', '),
  });
}
