import { z } from 'zod';
import type { CsvRecord, CsvRow } from '../core/document/records.ts';
import type { Route } from '../core/protocol/route.ts';
import { assignments, type Changes, type Columns, changed, differing, insertion, json, parseRow } from './columns.ts';
import type { Connection, Row, Value } from './connection.ts';
import { routeKindColumn } from './routes.ts';

export type CsvChanges = Changes<CsvRecord, 'id' | 'folderId' | 'route'>;

const csvShape = z.object({
  id: z.number(),
  folder_id: z.number(),
  route_kind: routeKindColumn,
  route_id: z.string(),
  path: z.string(),
  columns: json(z.array(z.string())),
  delimiter: z.string(),
  size: z.number(),
  mtime_ms: z.number(),
  ino: z.number(),
  state: z.enum(['current', 'left']),
});

const rowShape = z.object({
  csv_id: z.number(),
  position: z.number(),
  document_id: z.number(),
  cells: json(z.record(z.string(), z.string())),
});

/** Rows are read in pages, so that a long CSV is never wholly in memory and can be written to meanwhile. */
const rowsAtOnce = 500;

function csvOf(row: Row): CsvRecord {
  const columns = parseRow(csvShape, 'csv_files', ['id'], row);
  return {
    id: columns.id,
    folderId: columns.folder_id,
    route: { kind: columns.route_kind, id: columns.route_id },
    path: columns.path,
    columns: columns.columns,
    delimiter: columns.delimiter,
    facts: { size: columns.size, mtimeMs: columns.mtime_ms, ino: columns.ino },
    state: columns.state,
  };
}

function csvColumns(csv: Omit<CsvRecord, 'id'>): Columns {
  return {
    folder_id: csv.folderId,
    route_kind: csv.route.kind,
    route_id: csv.route.id,
    path: csv.path,
    columns: JSON.stringify(csv.columns),
    delimiter: csv.delimiter,
    size: csv.facts.size,
    mtime_ms: csv.facts.mtimeMs,
    ino: csv.facts.ino,
    state: csv.state,
  };
}

function csvRowOf(row: Row): CsvRow {
  const { csv_id, position, document_id, cells } = parseRow(rowShape, 'csv_rows', ['csv_id', 'position'], row);
  return { csvId: csv_id, documentId: document_id, position, cells };
}

/** The CSVs that Intray writes, row by row: enough to rewrite any of them. */
export class Csv {
  readonly #connection: Connection;

  constructor(connection: Connection) {
    this.#connection = connection;
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
    const columns = csvColumns(csv);
    return { id: this.#connection.run(insertion('csv_files', columns), ...Object.values(columns)), ...csv };
  }

  /** @throws Error if there is no such CSV */
  update(id: number, changes: CsvChanges): CsvRecord {
    const before = this.#where('id = ?', id)[0];
    if (before === undefined) throw new Error(`The ledger has no CSV ${id}.`);
    const after = changed<CsvRecord, 'id' | 'folderId' | 'route'>(before, changes);
    const columns = differing(csvColumns(before), csvColumns(after));
    if (Object.keys(columns).length > 0) {
      this.#connection.run(`UPDATE csv_files SET ${assignments(columns)} WHERE id = ?`, ...Object.values(columns), id);
    }
    return after;
  }

  /** The rows by position, read as they are asked for. */
  *rows(csvId: number): Iterable<CsvRow> {
    let position = 0;
    for (;;) {
      const rows = this.#connection
        .all(
          'SELECT * FROM csv_rows WHERE csv_id = ? AND position > ? ORDER BY position LIMIT (? + 0)',
          csvId,
          position,
          rowsAtOnce,
        )
        .map(csvRowOf);
      yield* rows;
      const last = rows.at(-1);
      if (last === undefined || rows.length < rowsAtOnce) return;
      position = last.position;
    }
  }

  /** The document's row in a current CSV; the newest, if it has several. */
  rowOf(documentId: number): CsvRow | undefined {
    const row = this.#connection.get(
      `SELECT csv_rows.* FROM csv_rows CROSS JOIN csv_files ON csv_files.id = csv_rows.csv_id
        WHERE document_id = ? AND csv_files.state = 'current' ORDER BY csv_id DESC LIMIT 1`,
      documentId,
    );
    return row === undefined ? undefined : csvRowOf(row);
  }

  /** Sets the document's row in this CSV: replaces its cells if it has one, else adds a row at the end. */
  putRow(csvId: number, documentId: number, cells: CsvRow['cells']): CsvRow {
    return this.#connection.transaction(() => {
      const text = JSON.stringify(cells);
      const known = this.#position(csvId, documentId);
      if (known !== undefined) {
        this.#connection.run('UPDATE csv_rows SET cells = ? WHERE csv_id = ? AND position = ?', text, csvId, known);
        return { csvId, documentId, position: known, cells };
      }
      const last = this.#connection.number('SELECT max(position) FROM csv_rows WHERE csv_id = ?', csvId) ?? 0;
      const position = last + 1;
      this.#connection.run(
        'INSERT INTO csv_rows (csv_id, position, document_id, cells) VALUES (?, ?, ?, ?)',
        csvId,
        position,
        documentId,
        text,
      );
      return { csvId, documentId, position, cells };
    });
  }

  /**
   * The document takes over the row of the one it replaces, or gets one as by `putRow` if that one has none. Calling it twice
   * changes nothing more. Another row that the document had in this CSV is removed.
   */
  replaceRow(csvId: number, oldDocumentId: number, documentId: number, cells: CsvRow['cells']): CsvRow {
    return this.#connection.transaction(() => {
      const position = this.#position(csvId, oldDocumentId);
      if (position !== undefined && oldDocumentId !== documentId) {
        this.#connection.run('DELETE FROM csv_rows WHERE csv_id = ? AND document_id = ?', csvId, documentId);
        this.#connection.run(
          'UPDATE csv_rows SET document_id = ? WHERE csv_id = ? AND position = ?',
          documentId,
          csvId,
          position,
        );
      }
      return this.putRow(csvId, documentId, cells);
    });
  }

  rowCount(csvId: number): number {
    return this.#connection.number('SELECT row_count FROM csv_files WHERE id = ?', csvId) ?? 0;
  }

  #position(csvId: number, documentId: number): number | undefined {
    return this.#connection.number('SELECT position FROM csv_rows WHERE csv_id = ? AND document_id = ?', csvId, documentId);
  }

  #where(condition: string, ...values: readonly Value[]): CsvRecord[] {
    return this.#connection.all(`SELECT * FROM csv_files WHERE ${condition}`, ...values).map(csvOf);
  }
}
