import { z } from 'zod';
import type { CsvRecord, CsvRow } from '../core/document/records.ts';
import type { Route } from '../core/protocol/route.ts';
import { type Changes, type Columns, changed, columnsOf, differing, json, parseRow, Table, withoutNulls } from './columns.ts';
import type { Connection, Row, Value } from './connection.ts';
import { RecentlyUsed } from './recently-used.ts';
import { routeKindColumn } from './routes.ts';
import { TransactionCache } from './transaction-cache.ts';

export type CsvChanges = Changes<CsvRecord, 'id' | 'folderId' | 'route'>;

const csvShape = z.object({
  id: z.number(),
  folderId: z.number(),
  routeKind: routeKindColumn,
  routeId: z.string(),
  path: z.string(),
  columns: json(z.array(z.string())),
  shown: json(z.array(z.object({ name: z.string(), heading: z.string() }))).nullable(),
  delimiter: z.string(),
  size: z.number(),
  mtimeMs: z.number(),
  ino: z.number(),
  state: z.enum(['current', 'left']),
});

const rowShape = z.object({
  csvId: z.number(),
  position: z.number(),
  documentId: z.number(),
  cells: json(z.array(z.string().nullable())),
});

const namesShape = z.object({ cellNames: json(z.array(z.string())) });

/** Rows are read in pages, so that a long CSV is never wholly in memory and can be written to meanwhile. */
const rowsAtOnce = 500;

function csvOf(row: Row): CsvRecord {
  const { routeKind: kind, routeId: id, size, mtimeMs, ino, shown, ...csv } = parseRow(csvShape, 'csv_files', ['id'], row);
  return { ...csv, ...withoutNulls({ shown }), route: { kind, id }, facts: { size, mtimeMs, ino } };
}

function csvColumns({ route, facts, ...csv }: Omit<CsvRecord, 'id'>): Columns {
  return columnsOf({ ...csv, routeKind: route.kind, routeId: route.id, ...facts });
}

/**
 * The cells of a row stand in the order of the CSV's `cell_names`, which only ever grows: the names of some sixteen columns take more
 * room than most rows' values.
 */
function csvRowOf(row: Row, names: readonly string[]): CsvRow {
  const { cells, ...csvRow } = parseRow(rowShape, 'csv_rows', ['csv_id', 'position'], row);
  const named = cells.flatMap((cell, index): [string, string][] => {
    const name = names[index];
    return cell === null || name === undefined ? [] : [[name, cell]];
  });
  // Unlike an assignment, this makes a member of any name, even "__proto__".
  return { ...csvRow, cells: Object.fromEntries(named) };
}

function cellsIn(cells: CsvRow['cells'], names: readonly string[]): string {
  return JSON.stringify(names.map((name) => (Object.hasOwn(cells, name) ? cells[name] : null)));
}

/** The CSVs that Intray writes, row by row: enough to rewrite any of them. */
export class Csv extends Table {
  /** By CSV: the names of its cells. */
  readonly #known: TransactionCache<readonly string[]>;
  /** By CSV: the position of its last row. */
  readonly #lasts: RecentlyUsed<number>;

  constructor(connection: Connection) {
    super(connection);
    this.#known = new TransactionCache(connection);
    this.#lasts = new RecentlyUsed(connection, 50);
  }

  /** The CSV that rows of this folder and route are appended to. */
  current(folderId: number, route: Route): CsvRecord | undefined {
    return this.#where(
      "folder_id = ? AND route_kind = ? AND route_id = ? AND state = 'current' ORDER BY id DESC LIMIT 1",
      folderId,
      route.kind,
      route.id,
    )[0];
  }

  /** Every CSV that was ever written for the folder, oldest first. */
  all(folderId: number): CsvRecord[] {
    return this.#where('folder_id = ? ORDER BY id', folderId);
  }

  add(csv: Omit<CsvRecord, 'id'>): CsvRecord {
    return { id: this.insert('csv_files', csvColumns(csv)), ...csv };
  }

  /** @throws Error if there is no such CSV */
  update(id: number, changes: CsvChanges): CsvRecord {
    const before = this.#where('id = ?', id)[0];
    if (before === undefined) throw new Error(`The ledger has no CSV ${id}.`);
    const after = changed<CsvRecord, 'id' | 'folderId' | 'route'>(before, changes);
    this.set('csv_files', differing(csvColumns(before), csvColumns(after)), 'id = ?', id);
    return after;
  }

  /** The rows by position, read as they are asked for. */
  *rows(csvId: number): Iterable<CsvRow> {
    let position = 0;
    for (;;) {
      const names = this.#names(csvId);
      const rows = this.connection
        .all(
          'SELECT * FROM csv_rows WHERE csv_id = ? AND position > ? ORDER BY position LIMIT (? + 0)',
          csvId,
          position,
          rowsAtOnce,
        )
        .map((row) => csvRowOf(row, names));
      yield* rows;
      const last = rows.at(-1);
      if (last === undefined || rows.length < rowsAtOnce) return;
      position = last.position;
    }
  }

  /** The document's row in this CSV. */
  rowIn(csvId: number, documentId: number): CsvRow | undefined {
    const row = this.connection.get('SELECT * FROM csv_rows WHERE csv_id = ? AND document_id = ?', csvId, documentId);
    return row === undefined ? undefined : csvRowOf(row, this.#names(csvId));
  }

  /** Sets the document's row in this CSV: replaces its cells if it has one, else adds a row at the end. */
  putRow(csvId: number, documentId: number, cells: CsvRow['cells']): CsvRow {
    return this.connection.transaction(() => {
      const text = cellsIn(cells, this.#namesWith(csvId, cells));
      const columns = { cells: text };
      const known = this.#position(csvId, documentId);
      if (known !== undefined) {
        this.set('csv_rows', columns, 'csv_id = ? AND position = ?', csvId, known);
        return { csvId, documentId, position: known, cells };
      }
      const position = this.#last(csvId) + 1;
      this.insert('csv_rows', { csv_id: csvId, position, document_id: documentId, ...columns });
      this.#lasts.put(csvId, position);
      return { csvId, documentId, position, cells };
    });
  }

  /**
   * The document takes over the row of the one it replaces, or gets one as by `putRow` if that one has none. Calling it twice
   * changes nothing more. Another row that the document had in this CSV is removed.
   */
  replaceRow(csvId: number, oldDocumentId: number, documentId: number, cells: CsvRow['cells']): CsvRow {
    return this.connection.transaction(() => {
      const position = this.#position(csvId, oldDocumentId);
      if (position !== undefined && oldDocumentId !== documentId) {
        this.#lasts.remove(csvId);
        this.connection.run('DELETE FROM csv_rows WHERE csv_id = ? AND document_id = ?', csvId, documentId);
        this.set('csv_rows', { document_id: documentId }, 'csv_id = ? AND position = ?', csvId, position);
      }
      return this.putRow(csvId, documentId, cells);
    });
  }

  /** Takes the document's row out of this CSV, if it has one. */
  removeRow(csvId: number, documentId: number): void {
    this.#lasts.remove(csvId);
    this.connection.run('DELETE FROM csv_rows WHERE csv_id = ? AND document_id = ?', csvId, documentId);
  }

  /** The CSVs of a folder that are written to and have a row of this document. */
  withRowOf(folderId: number, documentId: number): CsvRecord[] {
    return this.#where(
      "id IN (SELECT csv_id FROM csv_rows WHERE document_id = ?) AND folder_id = ? AND state = 'current' ORDER BY id",
      documentId,
      folderId,
    );
  }

  rowCount(csvId: number): number {
    return this.connection.number('SELECT count(*) FROM csv_rows WHERE csv_id = ?', csvId) ?? 0;
  }

  #last(csvId: number): number {
    const sql = 'SELECT max(position) FROM csv_rows WHERE csv_id = ?';
    return this.#lasts.get(csvId) ?? this.connection.number(sql, csvId) ?? 0;
  }

  /** The names of the cells of a CSV's rows, in their order. */
  #names(csvId: number): readonly string[] {
    return this.#known.get(`names ${csvId}`, () => {
      const row = this.connection.get('SELECT id, cell_names FROM csv_files WHERE id = ?', csvId);
      return row === undefined ? [] : parseRow(namesShape, 'csv_files', ['id'], row).cellNames;
    });
  }

  #namesWith(csvId: number, cells: CsvRow['cells']): readonly string[] {
    const names = this.#names(csvId);
    const known = new Set(names);
    const more = Object.keys(cells).filter((name) => !known.has(name));
    if (more.length === 0) return names;
    const all = [...names, ...more];
    this.#known.clear();
    this.connection.run('UPDATE csv_files SET cell_names = ? WHERE id = ?', JSON.stringify(all), csvId);
    return all;
  }

  #position(csvId: number, documentId: number): number | undefined {
    return this.connection.number('SELECT position FROM csv_rows WHERE csv_id = ? AND document_id = ?', csvId, documentId);
  }

  #where(condition: string, ...values: readonly Value[]): CsvRecord[] {
    return this.connection.all(`SELECT * FROM csv_files WHERE ${condition}`, ...values).map(csvOf);
  }
}
