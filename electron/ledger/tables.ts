import { z } from 'zod';
import type { Document } from '../core/document/document.ts';
import {
  bookFileSchema,
  type Cell,
  cellsOfEntries,
  columnSchema,
  csvFileSchema,
  isCell,
  leftCsvSchema,
  type TableRecord,
  type TableRow,
} from '../core/document/table.ts';
import type { Message } from '../core/messages/message.ts';
import type { Route } from '../core/protocol/route.ts';
import type { Durability, Row, Value } from './connection.ts';
import { routeColumns } from './routes.ts';
import {
  type Changes,
  changed,
  columnsOf,
  DeferredPuts,
  differing,
  json,
  messageColumn,
  recentlyUsed,
  rowReader,
  Table,
} from './table-base.ts';

type Fixed = 'id' | 'folderId' | 'origin' | 'route';

const readTable = rowReader('tables', ['id'], {
  id: z.number(),
  folderId: z.number(),
  origin: z.string(),
  route: routeColumns,
  columns: json(z.array(columnSchema)),
  changes: z.number(),
  csv: json(csvFileSchema).exactOptional(),
  left: json(z.array(leftCsvSchema)),
  book: json(bookFileSchema).exactOptional(),
});

const readRow = rowReader('rows', ['table_id', 'position'], {
  position: z.number(),
  documentId: z.number(),
  csv: z.number(),
  cells: json(z.custom<readonly (Cell | null)[]>((cells) => Array.isArray(cells) && cells.every(isCell))),
});

const mostKnown = 100;

/** Rows are read in pages, so that a long table is never wholly in memory and can be added to meanwhile. */
const rowsAtOnce = 500;

const selectTables = 'SELECT *, route_kind AS "route.kind", route_id AS "route.id" FROM tables';

/** The tables of folders, row by row: none that was delivered is lost with a file, or with the result that it was made of. */
export class Tables extends Table {
  readonly #known = recentlyUsed<number, TableRecord>(this.connection, mostKnown);
  readonly #put = new DeferredPuts(this.connection, 'rows', ['table_id', 'position', 'document_id', 'csv', 'cells']);

  get(id: number): TableRecord | undefined {
    return this.#where('id = ?', id)[0];
  }

  find(folderId: number, { kind, id }: Route): TableRecord | undefined {
    for (const table of this.#known.values())
      if (table.folderId === folderId && table.route.kind === kind && table.route.id === id) return table;
    return this.#where('folder_id = ? AND route_kind = ? AND route_id = ?', folderId, kind, id)[0];
  }

  /** The tables of a folder, oldest first. */
  all(folderId: number): TableRecord[] {
    return this.#where('folder_id = ? ORDER BY id', folderId);
  }

  add(table: Omit<TableRecord, 'id'>): TableRecord {
    const { route, ...rest } = table;
    const columns = columnsOf({ ...rest, routeKind: route.kind, routeId: route.id });
    return this.#remember({ id: this.insert('tables', columns, 'restorable'), ...table });
  }

  /**
   * @param durability `restorable`: that a file was written, which the table had said before; without this, it is found there
   * @throws Error if there is no such table
   */
  update(id: number, changes: Changes<TableRecord, Fixed>, durability: Durability = 'promise'): TableRecord {
    const before = this.get(id);
    if (before === undefined) throw new Error(`The ledger has no table ${id}.`);
    const after = changed<TableRecord, Fixed>(before, changes);
    this.set('tables', differing(before, changes), id, durability);
    return this.#remember(after);
  }

  /** Why a file of it cannot be written now; undefined: nothing is in the way. */
  setProblem(id: number, problem: Message | undefined): void {
    const text = problem === undefined ? null : JSON.stringify(problem);
    this.connection.write('restorable', 'UPDATE tables SET problem = ? WHERE id = ? AND problem IS NOT ?', text, id, text);
  }

  /** Why tables of a folder cannot be written now. */
  problems(folderId: number): Message[] {
    return this.connection
      .all('SELECT problem FROM tables WHERE folder_id = ? AND problem IS NOT NULL ORDER BY id', folderId)
      .map((row) => messageColumn.parse(row.problem));
  }

  /**
   * The rows by position, read as they are asked for.
   * @param csv only those of this CSV
   * @param after only those behind this position
   */
  *rows(table: TableRecord, { csv, after = 0 }: { readonly csv?: number; readonly after?: number } = {}): Iterable<TableRow> {
    for (let position = after; ; ) {
      const rows = this.connection
        .all(
          'SELECT * FROM rows WHERE table_id = ? AND position > ? AND csv = coalesce(?, csv) ORDER BY position LIMIT (? + 0)',
          ...[table.id, position, csv ?? null, rowsAtOnce],
        )
        .map((row) => this.#rowOf(table, row));
      yield* rows;
      const last = rows.at(-1);
      if (last === undefined || rows.length < rowsAtOnce) return;
      position = last.position;
    }
  }

  /** The rows that these documents have, by document. */
  rowsOf(table: TableRecord, documentIds: readonly number[]): ReadonlyMap<number, TableRow> {
    const sql = 'SELECT r.* FROM json_each(?) w CROSS JOIN rows r ON r.document_id = w.value AND r.table_id = ?';
    const rows = this.connection.all(sql, JSON.stringify(documentIds), table.id).map((row) => this.#rowOf(table, row));
    return new Map(rows.map((row) => [row.documentId, row]));
  }

  /** The CSV that has the row of a document: of its route, and once the row is there. */
  csvOf({ folderId, id, route }: Pick<Document, 'folderId' | 'id' | 'route'>): string | undefined {
    const table = this.find(folderId, route);
    if (table?.csv === undefined) return undefined;
    const row = this.connection.get('SELECT position, csv FROM rows WHERE document_id = ? AND table_id = ?', id, table.id);
    if (row === undefined) return undefined;
    const { csv, upTo } = { ...table.csv, csv: Number(row.csv) };
    if (csv !== table.csv.number) return table.left.find(({ number }) => number === csv)?.path;
    return Number(row.position) <= upTo ? table.csv.path : undefined;
  }

  rowCount(id: number, csv?: number): number {
    const sql = 'SELECT count(*) FROM rows WHERE table_id = ? AND csv = coalesce(?, csv)';
    return this.connection.number(sql, id, csv ?? null) ?? 0;
  }

  /** The position of the last row of a CSV; 0: it has none. */
  lastIn(id: number, csv: number): number {
    return this.connection.number('SELECT max(position) FROM rows WHERE table_id = ? AND csv = ?', id, csv) ?? 0;
  }

  lastPosition(id: number): number {
    return this.connection.number('SELECT max(position) FROM rows WHERE table_id = ?', id) ?? 0;
  }

  /** The document whose row is the last one. */
  lastDocument(id: number): number | undefined {
    return this.connection.number('SELECT document_id FROM rows WHERE table_id = ? ORDER BY position DESC LIMIT 1', id);
  }

  /** Which tables of a folder have rows of these documents, by table. */
  withRowsOf(folderId: number, documents: readonly number[]): { readonly table: TableRecord; readonly documentId: number }[] {
    const sql = 'SELECT r.table_id, r.document_id FROM json_each(?) w CROSS JOIN rows r ON r.document_id = w.value';
    return this.connection.all(sql, JSON.stringify(documents)).flatMap((row) => {
      const id = Number(row.table_id);
      const table = this.#known.get(id) ?? this.get(id);
      return table?.folderId === folderId ? { table, documentId: Number(row.document_id) } : [];
    });
  }

  /**
   * Puts a row where it says. Another one of its document, and whatever had its place, goes. One of a CSV is there before the file has
   * any of its bytes, also after a power cut.
   */
  putRow(table: TableRecord, { position, documentId, csv, cells }: TableRow): void {
    const inOrder = table.columns.map(({ name }) => (Object.hasOwn(cells, name) ? (cells[name] ?? null) : null));
    const row = { table_id: table.id, position, document_id: documentId, csv, cells: JSON.stringify(inOrder) };
    this.#put.put(row, csv === 0 ? 'restorable' : 'promise');
  }

  removeRow(id: number, documentId: number): void {
    this.connection.write('restorable', 'DELETE FROM rows WHERE document_id = ? AND table_id = ?', documentId, id);
  }

  /** Ids of documents of a folder that were delivered and have a row nowhere, behind this id. */
  withoutRow(folderId: number, after: number, limit: number): number[] {
    const sql = `SELECT d.id FROM documents d WHERE d.folder_id = ? AND d.id > ? AND d.delivery IN ('written', 'done')
      AND NOT EXISTS (SELECT 1 FROM rows r WHERE r.document_id = d.id) ORDER BY d.id LIMIT (? + 0)`;
    return this.connection.numbers(sql, folderId, after, limit);
  }

  /** The cells of a row stand in the order of the table's columns: their names take more room than most values. */
  #rowOf({ columns }: TableRecord, row: Row): TableRow {
    const { cells, ...rest } = readRow(row);
    const named: [string, Cell][] = [];
    for (const [index, cell] of cells.entries()) {
      const name = columns[index]?.name;
      if (cell !== null && name !== undefined) named.push([name, cell]);
    }
    return { ...rest, cells: cellsOfEntries(named) };
  }

  #where(condition: string, ...values: readonly Value[]): TableRecord[] {
    return this.connection.all(`${selectTables} WHERE ${condition}`, ...values).map((row) => this.#remember(readTable(row)));
  }

  #remember(table: TableRecord): TableRecord {
    this.#known.set(table.id, table);
    return table;
  }
}

/** Where what was written for a document is: its JSON, and the CSV that has its row. Absolute paths. */
export function writtenFor(
  { tables }: { readonly tables: Pick<Tables, 'csvOf'> },
  document: Document,
): readonly { readonly kind: 'json' | 'csv'; readonly path: string }[] {
  const { json } = document;
  const path = tables.csvOf(document);
  return [
    ...(json === undefined || json.was === '' ? [] : [{ kind: 'json' as const, path: json.from ?? json.path }]),
    ...(path === undefined ? [] : [{ kind: 'csv' as const, path }]),
  ];
}
