import { z } from 'zod';
import type { TableValues } from '../config/table-profile.ts';
import type { Immutable } from '../plain-data.ts';
import type { Route } from '../protocol/route.ts';

/**
 * A cell: its text as printed on the document, or with what was read in it: an amount (exact decimals), a date (ISO) or another
 * value, as text.
 */
export type Cell = string | readonly [printed: string, kind: CellKind, value: string];

const cellKinds = ['amount', 'date', 'text'] as const;
type CellKind = (typeof cellKinds)[number];

/** Tables have millions of cells: a schema for each would take longer than reading them. */
export function isCell(cell: unknown): cell is Cell {
  if (typeof cell === 'string') return true;
  if (!Array.isArray(cell) || cell.length !== 3) return false;
  const [printed, kind, value]: readonly unknown[] = cell;
  return typeof printed === 'string' && typeof value === 'string' && cellKinds.some((known) => known === kind);
}

/** The cells of a row that are not empty, by the name of the column. */
export type Cells = Readonly<Record<string, Cell>>;

/** A column that rows of a table have. `typed`: only where values are written as they were read. */
export const columnSchema = z.object({ name: z.string(), typed: z.literal(true).exactOptional() });

export type Column = Readonly<z.output<typeof columnSchema>>;

const facts = { size: z.number(), mtimeMs: z.number(), ino: z.number() };
const headings = z.array(z.object({ name: z.string(), heading: z.string() }));

/** The CSV that rows of a table are appended to. */
export const csvFileSchema = z.object({
  /** Counts the CSVs of the table: each row says in which it is. */
  number: z.number(),
  /** Absolute. */
  path: z.string(),
  /** What our last write left: anything else is a person's edit. Absent until it is first written. */
  facts: z.object(facts).exactOptional(),
  /** Under which headings, and in which order, it has which columns. */
  columns: headings,
  /** Columns that the folder's settings chose when it was last written. */
  chosen: z.literal(true).exactOptional(),
  values: z.enum(['printed', 'typed']),
  delimiter: z.string(),
  /** As far as it has the rows: the position of the last one, and the table's `changes`. */
  upTo: z.number(),
  saved: z.number(),
});

export type CsvFile = Immutable<z.output<typeof csvFileSchema>>;

/** A CSV that a person has edited or taken away: it is not touched again, and its rows are theirs. */
export const leftCsvSchema = z.object({
  number: z.number(),
  path: z.string(),
  columns: headings,
  facts: z.object(facts).exactOptional(),
});

export type LeftCsv = Immutable<z.output<typeof leftCsvSchema>>;

/** A workbook as a write left it. `sha256` in hex; `mtimeMs` and `ino` of one that is about to be put in place are not known. */
export const bookWriteSchema = z.object({
  sha256: z.string(),
  size: z.number(),
  mtimeMs: z.number().exactOptional(),
  ino: z.number().exactOptional(),
});

export type BookWrite = Immutable<z.output<typeof bookWriteSchema>>;

/** The workbook of a table, which is written whole. */
export const bookFileSchema = z.object({
  /** Absolute. */
  path: z.string(),
  written: bookWriteSchema.exactOptional(),
  /** What is about to be put in place: after a crash, the file may be this one already. */
  intended: bookWriteSchema.exactOptional(),
  /** How it is to look, as a text that differs where it does. */
  looks: z.string(),
  upTo: z.number(),
  saved: z.number(),
});

export type BookFile = Immutable<z.output<typeof bookFileSchema>>;

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
  readonly book?: BookFile;
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
  const cell = Object.hasOwn(cells, column) ? cells[column] : undefined;
  return values === 'typed' && typeof cell === 'object' ? cell[2] : printedIn(cell);
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
