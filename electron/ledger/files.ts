import { z } from 'zod';
import { type Document, directoryOf, fileNameOf } from '../core/document/document.ts';
import type { FileRecord } from '../core/document/records.ts';
import type { Route } from '../core/protocol/route.ts';
import { type Found, isSameOnReturn, type Known } from '../core/watch/compare-directory.ts';
import type { Connection, Row, Value } from './connection.ts';
import { DeferredPuts, factsColumns, rowReader, selectFacts, Table, TransactionCache } from './table-base.ts';

const rowShape = {
  folderId: z.number(),
  directory: z.string(),
  name: z.string(),
  facts: factsColumns,
  documentId: z.number().exactOptional(),
  skipped: z.enum(['existing', 'left']).exactOptional(),
  aside: z.number().exactOptional(),
};

const readFile = rowReader('files', ['folder_id', 'directory', 'name'], rowShape);
const readKnown = rowReader('files', ['name'], { name: rowShape.name, facts: rowShape.facts });

const fileColumns = ['folder_id', 'directory', 'name', 'size', 'mtime_ms', 'ino', 'document_id', 'skipped', 'aside'] as const;
const selectFile = `f.folder_id, f.directory, f.name, f.document_id, f.skipped, nullif(f.aside, 0) AS aside, ${selectFacts('f')}`;

/** A scan of a large folder reads 100,000 rows: sound ones are checked by hand, in a fraction of the time that a schema takes. */
function knownOf(row: Row): Known {
  const { name, 'facts.size': size, 'facts.mtime_ms': mtimeMs, 'facts.ino': ino } = row;
  if (typeof name === 'string' && typeof size === 'number' && typeof mtimeMs === 'number' && typeof ino === 'number')
    return { name, facts: { size, mtimeMs, ino } };
  return readKnown(row);
}

/** What the last scan saw. The rows of a directory are stored together, so that it is read in one pass. */
export class FileRecords extends Table {
  readonly #arrivals: Pick<Arrivals, 'wantSkipped'>;
  readonly #put = new DeferredPuts(this.connection, 'files', fileColumns);
  /** Of a folder: whether any file is set aside in it. */
  readonly #hasAside: TransactionCache<boolean>;

  constructor(connection: Connection, arrivals: Pick<Arrivals, 'wantSkipped'>) {
    super(connection);
    this.#arrivals = arrivals;
    this.#hasAside = new TransactionCache(connection);
  }

  /** The files in a directory itself, not below it; by name. */
  directory(folderId: number, directory: string): FileRecord[] {
    return this.#where('folder_id = ? AND directory = ? AND aside = 0 ORDER BY name', folderId, directory);
  }

  /**
   * What a comparison needs of the files in the directory itself: up to `limit` of them, by name, after the name `after`.
   * Reading a page does not block other work as reading a large directory would.
   */
  known(folderId: number, directory: string, after: string, limit: number): Known[] {
    const rows = this.connection.all(
      `SELECT name, ${selectFacts('files')} FROM files
        WHERE folder_id = ? AND directory = ? AND name > ? AND aside = 0 ORDER BY name LIMIT (? + 0)`,
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
    return rows.map((row) => String(row.directory));
  }

  get(folderId: number, directory: string, name: string): FileRecord | undefined {
    return this.#where('folder_id = ? AND directory = ? AND name = ? AND aside = 0', folderId, directory, name)[0];
  }

  /** Whether a document is that of the file that was seen at its path last. */
  has({ folderId, id, path }: Pick<Document, 'folderId' | 'id' | 'path'>): boolean {
    return this.get(folderId, directoryOf(path), fileNameOf(path))?.documentId === id;
  }

  /** Records what was seen at a path, replacing what was seen there before. */
  put(file: FileRecord): void {
    const { folderId: folder_id, directory, name, facts, documentId: document_id = null, skipped = null } = file;
    const { size, mtimeMs: mtime_ms, ino } = facts;
    const durability = skipped === null ? 'restorable' : 'promise';
    this.#put.put({ folder_id, directory, name, size, mtime_ms, ino, document_id, skipped, aside: 0 }, durability);
  }

  remove(folderId: number, directory: string, name: string, aside = 0): void {
    const sql = 'DELETE FROM files WHERE folder_id = ? AND directory = ? AND name = ? AND aside = ?';
    this.connection.write('restorable', sql, folderId, directory, name, aside);
  }

  /** A file that was left alone is away, and another one is about to have its path: it stays known. */
  setAside({ folderId, directory, name }: Pick<FileRecord, 'folderId' | 'directory' | 'name'>): void {
    this.#hasAside.clear();
    this.connection.run(
      `UPDATE files SET aside = (SELECT max(aside) + 1 FROM files WHERE folder_id = ?1 AND directory = ?2 AND name = ?3)
        WHERE folder_id = ?1 AND directory = ?2 AND name = ?3 AND aside = 0`,
      ...[folderId, directory, name],
    );
  }

  /** Notes that a file which was left alone and set aside is at its path again. @returns false if this is none */
  putBack(folderId: number, { directory, name, facts }: Found): boolean {
    const any = 'SELECT 1 FROM files WHERE folder_id = ? AND aside > 0 LIMIT 1';
    if (!this.#hasAside.get(String(folderId), () => this.connection.get(any, folderId) !== undefined)) return false;
    const rows = this.#where('folder_id = ? AND directory = ? AND name = ? AND aside > 0', folderId, directory, name);
    const row = rows.find((each) => isSameOnReturn(each.facts, facts));
    if (row === undefined) return false;
    this.remove(folderId, directory, name, row.aside);
    this.put({ ...row, facts });
    return true;
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
    const sql = "SELECT count(*) FROM files WHERE folder_id = ? AND skipped = 'existing' AND aside = 0";
    return this.connection.number(sql, folderId) ?? 0;
  }

  /** Files of the folder that have one of these inodes, whatever their names, set aside or not. None where there are no inodes. */
  withInodes(folderId: number, inodes: readonly number[]): FileRecord[] {
    // Names the index, because SQLite would otherwise read the whole folder by its primary key.
    const rows = this.connection.all(
      `SELECT ${selectFile} FROM json_each(?) w CROSS JOIN files f INDEXED BY files_by_ino ON f.folder_id = ? AND f.ino = CAST(w.value AS REAL)
        WHERE f.ino <> 0`,
      JSON.stringify(inodes),
      folderId,
    );
    return rows.map(readFile);
  }

  count(folderId: number): number {
    return this.connection.number('SELECT count(*) FROM files WHERE folder_id = ?', folderId) ?? 0;
  }

  #where(condition: string, ...values: readonly Value[]): FileRecord[] {
    return this.connection.all(`SELECT ${selectFile} FROM files f WHERE ${condition}`, ...values).map(readFile);
  }
}

const hourMs = 3_600_000;
/** A file that a person puts into a folder may be found before that is noted, by so many milliseconds. */
const foundEarlierMs = 60_000;

const isOpen = "(d.state = 'settling' OR (d.state = 'waiting' AND d.wait IN ('ready', 'blocked')))";
/** The service cannot have its content. */
const isNew = `d.verdict IS NULL AND d.doubtful IS NULL
  AND NOT EXISTS (SELECT 1 FROM jobs j WHERE j.id = d.job AND (j.possible_duplicate = 1 OR j.state <> 'waiting'))`;

/** What came to a folder by itself, hour by hour; a document that a person has sent does not count. */
export class Arrivals extends Table {
  /** Whether anything is wanted at all. */
  readonly #isWanted: TransactionCache<boolean>;

  constructor(connection: Connection) {
    super(connection);
    this.#isWanted = new TransactionCache(connection);
  }

  /** A person wants the file at this path sent (relative to the folder), whether it was found already or not. */
  want(folderId: number, path: string, now: number): void {
    const found = this.connection.number(
      'SELECT id FROM documents WHERE folder_id = ? AND path = ? AND found_at > ? AND found_at <= ? ORDER BY id DESC LIMIT 1',
      ...[folderId, path, now - foundEarlierMs, now],
    );
    if (found !== undefined) this.markByHand(found);
    else {
      this.#isWanted.clear();
      const sql = "INSERT OR IGNORE INTO requests (folder_id, kind, path) VALUES (?, 'send', ?)";
      this.connection.run(sql, folderId, path);
    }
  }

  /** A person wants all files sent that were there before the folder was watched. */
  wantSkipped(folderId: number): void {
    this.#isWanted.clear();
    this.connection.run(
      `INSERT OR IGNORE INTO requests (folder_id, kind, path)
        SELECT folder_id, 'send', iif(directory = '', name, directory || '/' || name)
          FROM files WHERE folder_id = ? AND skipped = 'existing' AND aside = 0`,
      folderId,
    );
  }

  /** A file is found. @returns whether a person wants it sent */
  takeWanted(folderId: number, path: string): boolean {
    const any = 'SELECT 1 FROM requests WHERE folder_id IS NOT NULL LIMIT 1';
    if (!this.#isWanted.get('', () => this.connection.get(any) !== undefined)) return false;
    const id = this.connection.number('SELECT id FROM requests WHERE folder_id = ? AND path = ?', folderId, path);
    if (id === undefined) return false;
    this.connection.write('restorable', 'DELETE FROM requests WHERE id = ?', id);
    return true;
  }

  /** A person sends a document that is known. */
  markByHand(id: number): void {
    this.connection.run('UPDATE documents SET by_hand = 1 WHERE id = ? AND by_hand = 0', id);
  }

  /** Whether the folder found more than so many documents since `after` (ms since the epoch). */
  isAbove(folderId: number, most: number, after: number): boolean {
    const sql = `SELECT count(*) FROM (SELECT 1 FROM documents INDEXED BY documents_found
      WHERE folder_id = ? AND by_hand = 0 AND found_at > ? LIMIT (? + 1))`;
    return (this.connection.number(sql, folderId, after, most) ?? 0) > most;
  }

  /** The most that the folder found in one of the hours that lie between, in ms since the epoch. */
  busiestHour(folderId: number, from: number, until: number): number {
    return (
      this.connection.number(
        `SELECT max(count) FROM (SELECT count(*) AS count FROM documents INDEXED BY documents_found
          WHERE folder_id = ? AND by_hand = 0 AND found_at >= ? AND found_at < ? GROUP BY CAST(found_at / ${hourMs} AS INTEGER))`,
        folderId,
        Math.ceil(from / hourMs) * hourMs,
        Math.floor(until / hourMs) * hourMs,
      ) ?? 0
    );
  }

  /** How many with a greater id than `before` the folder found after one moment and until another, and the id of the first. */
  between(folderId: number, before: number, after: number, until: number): { readonly count: number; readonly first?: number } {
    const { count, first } = this.connection.get(
      `SELECT count(*) AS count, min(id) AS first FROM documents INDEXED BY documents_found
        WHERE found_at > ? AND found_at <= ? AND folder_id = ? AND by_hand = 0 AND id > ?`,
      after,
      until,
      folderId,
      before,
    ) as Row;
    return { count: Number(count), ...(first !== null && { first: Number(first) }) };
  }

  /** Of the documents from the id `first` on that came by themselves: those that are ready to be sent for the first time, by id. */
  ready(folderId: number, first: number): number[] {
    return this.#ids("d.folder_id = ? AND d.wait = 'ready' AND d.id >= ?", folderId, first);
  }

  /** Of these: what is settling, ready, or cannot be sent yet. */
  open(folderId: number, first: number): number[] {
    return this.#ids(`d.folder_id = ? AND d.id >= ? AND ${isOpen}`, folderId, first);
  }

  /** Whether a document came by itself, and the service cannot have it. */
  isOwn(id: number): boolean {
    return this.#ids('d.id = ?', id).length > 0;
  }

  #ids(condition: string, ...values: readonly number[]): number[] {
    const sql = `SELECT d.id FROM documents d WHERE ${condition} AND ${isNew} AND d.by_hand = 0 ORDER BY d.id`;
    return this.connection.numbers(sql, ...values);
  }
}
