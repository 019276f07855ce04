import { z } from 'zod';
import { type Document, directoryOf, fileNameOf } from '../core/document/document.ts';
import type { FileRecord } from '../core/document/records.ts';
import type { Route } from '../core/protocol/route.ts';
import type { Known } from '../core/watch/compare-directory.ts';
import type { Arrivals } from './arrivals.ts';
import { parseRow, Table, textColumn, withoutNulls } from './columns.ts';
import type { Connection, Row, Value } from './connection.ts';
import { DeferredPuts } from './deferred.ts';

const rowShape = z.object({
  folderId: z.number(),
  directory: z.string(),
  name: z.string(),
  size: z.number(),
  mtimeMs: z.number(),
  ino: z.number(),
  documentId: z.number().nullable(),
  skipped: z.enum(['existing', 'left']).nullable(),
});

const knownShape = rowShape.pick({ name: true, size: true, mtimeMs: true, ino: true });

const fileColumns = ['folder_id', 'directory', 'name', 'size', 'mtime_ms', 'ino', 'document_id', 'skipped'] as const;

/** A scan of a large folder reads 100,000 rows: sound ones are checked by hand, in a fraction of the time that a schema takes. */
function knownOf(row: Row): Known {
  const { name, size, mtime_ms: mtimeMs, ino } = row;
  if (typeof name === 'string' && typeof size === 'number' && typeof mtimeMs === 'number' && typeof ino === 'number')
    return { name, facts: { size, mtimeMs, ino } };
  const { name: known, ...facts } = parseRow(knownShape, 'files', ['name'], row);
  return { name: known, facts };
}

function fileOf(row: Row): FileRecord {
  const { size, mtimeMs, ino, ...file } = parseRow(rowShape, 'files', ['folder_id', 'directory', 'name'], row);
  return withoutNulls({ ...file, facts: { size, mtimeMs, ino } });
}

/** What the last scan saw. The rows of a directory are stored together, so that it is read in one pass. */
export class FileRecords extends Table {
  readonly #arrivals: Pick<Arrivals, 'wantSkipped'>;
  readonly #put = new DeferredPuts(this.connection, 'files', fileColumns);

  constructor(connection: Connection, arrivals: Pick<Arrivals, 'wantSkipped'>) {
    super(connection);
    this.#arrivals = arrivals;
  }

  /** The files in a directory itself, not below it; by name. */
  directory(folderId: number, directory: string): FileRecord[] {
    return this.#where('folder_id = ? AND directory = ? ORDER BY name', folderId, directory);
  }

  /**
   * What a comparison needs of the files in the directory itself: up to `limit` of them, by name, after the name `after`.
   * Reading a page does not block other work as reading a large directory would.
   */
  known(folderId: number, directory: string, after: string, limit: number): Known[] {
    const rows = this.connection.all(
      `SELECT name, size, mtime_ms, ino FROM files
        WHERE folder_id = ? AND directory = ? AND name > ? ORDER BY name LIMIT (? + 0)`,
      folderId,
      directory,
      after,
      limit,
    );
    return rows.map(knownOf);
  }

  /** Every directory of the folder that has a file. Skips from one to the next, however many files they have. */
  directories(folderId: number): string[] {
    const rows = this.connection.all(
      `WITH RECURSIVE known (directory) AS (
        SELECT min(directory) FROM files WHERE folder_id = ?1
        UNION ALL
        SELECT (SELECT min(directory) FROM files WHERE folder_id = ?1 AND directory > known.directory)
          FROM known WHERE known.directory IS NOT NULL
      ) SELECT directory FROM known WHERE directory IS NOT NULL`,
      folderId,
    );
    return rows.map((row) => textColumn.parse(row.directory));
  }

  get(folderId: number, directory: string, name: string): FileRecord | undefined {
    return this.#where('folder_id = ? AND directory = ? AND name = ?', folderId, directory, name)[0];
  }

  /** Whether a document is that of the file that was seen at its path last. */
  has({ folderId, id, path }: Pick<Document, 'folderId' | 'id' | 'path'>): boolean {
    return this.get(folderId, directoryOf(path), fileNameOf(path))?.documentId === id;
  }

  /** Records what was seen at a path, replacing what was seen there before. */
  put(file: FileRecord): void {
    const { folderId: folder_id, directory, name, facts, documentId: document_id = null, skipped = null } = file;
    const { size, mtimeMs: mtime_ms, ino } = facts;
    const what = skipped === null ? 'file seen' : 'file skipped';
    this.#put.put({ folder_id, directory, name, size, mtime_ms, ino, document_id, skipped }, what);
  }

  remove(folderId: number, directory: string, name: string): void {
    const sql = 'DELETE FROM files WHERE folder_id = ? AND directory = ? AND name = ?';
    this.connection.write('file seen', sql, folderId, directory, name);
  }

  /** Forgets files whose document is on another route, so that the next scan finds them again for this one. */
  forgetOtherRoutes(folderId: number, origin: string, route: Route): void {
    this.connection.run(
      `DELETE FROM files WHERE folder_id = ?1 AND document_id IN (
        SELECT d.id FROM documents d LEFT JOIN jobs v ON v.id = d.verdict JOIN routes r ON r.id = coalesce(v.route, d.route)
        WHERE d.folder_id = ?1 AND NOT (r.origin = ?2 AND r.kind = ?3 AND r.service_id = ?4))`,
      folderId,
      origin,
      route.kind,
      route.id,
    );
  }

  /**
   * Forgets files that were there before the folder was watched, so that the next scan finds them, as a person wants. Files
   * that a person left out stay out.
   */
  forgetSkipped(folderId: number): void {
    this.#arrivals.wantSkipped(folderId);
    this.connection.run("DELETE FROM files WHERE folder_id = ? AND skipped = 'existing'", folderId);
  }

  /** How many files of the folder are left alone because they were there before it was watched. */
  countSkipped(folderId: number): number {
    return this.connection.number("SELECT count(*) FROM files WHERE folder_id = ? AND skipped = 'existing'", folderId) ?? 0;
  }

  /** Files of the folder that have one of these inodes, whatever their names. None where there are no inodes. */
  withInodes(folderId: number, inodes: readonly number[]): FileRecord[] {
    // Names the index, because SQLite would otherwise read the whole folder by its primary key.
    const rows = this.connection.all(
      `SELECT f.* FROM json_each(?) w CROSS JOIN files f INDEXED BY files_by_ino ON f.folder_id = ? AND f.ino = CAST(w.value AS REAL)
        WHERE f.ino <> 0`,
      JSON.stringify(inodes),
      folderId,
    );
    return rows.map(fileOf);
  }

  count(folderId: number): number {
    return this.connection.number('SELECT count(*) FROM files WHERE folder_id = ?', folderId) ?? 0;
  }

  #where(condition: string, ...values: readonly Value[]): FileRecord[] {
    return this.connection.all(`SELECT * FROM files WHERE ${condition}`, ...values).map(fileOf);
  }
}
