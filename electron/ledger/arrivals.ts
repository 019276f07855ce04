import { z } from 'zod';
import { numberColumn, parseRow, Table } from './columns.ts';
import type { Connection } from './connection.ts';
import { TransactionCache } from './recently-used.ts';

const hourMs = 3_600_000;
/** A file that a person puts into a folder may be found before that is noted, by so many milliseconds. */
const foundEarlierMs = 60_000;

const foundShape = z.object({ count: z.number(), first: z.number().nullable() });

const isOpen = "(d.state = 'settling' OR (d.state = 'waiting' AND d.wait IN ('ready', 'blocked')))";
/** The service cannot have its content. */
const isNew = `d.verdict IS NULL AND d.doubtful = 0
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
      this.connection.write('other entry', sql, folderId, path);
    }
  }

  /** A person wants all files sent that were there before the folder was watched. */
  wantSkipped(folderId: number): void {
    this.#isWanted.clear();
    this.connection.run(
      `INSERT OR IGNORE INTO requests (folder_id, kind, path)
        SELECT folder_id, 'send', iif(directory = '', name, directory || '/' || name) FROM files WHERE folder_id = ? AND skipped = 'existing'`,
      folderId,
    );
  }

  /** A file is found. @returns whether a person wants it sent */
  takeWanted(folderId: number, path: string): boolean {
    const any = 'SELECT 1 FROM requests WHERE folder_id IS NOT NULL LIMIT 1';
    if (!this.#isWanted.get('', () => this.connection.get(any) !== undefined)) return false;
    const id = this.connection.number('SELECT id FROM requests WHERE folder_id = ? AND path = ?', folderId, path);
    if (id === undefined) return false;
    this.connection.write('file seen', 'DELETE FROM requests WHERE id = ?', id);
    return true;
  }

  /** A person sends a document that is known. */
  markByHand(id: number): void {
    this.connection.write('other entry', 'UPDATE documents SET by_hand = 1 WHERE id = ? AND by_hand = 0', id);
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
  between(
    folderId: number,
    before: number,
    after: number,
    until: number,
  ): { readonly count: number; readonly first: number | undefined } {
    const [row = {}] = this.connection.all(
      `SELECT count(*) AS count, min(id) AS first FROM documents INDEXED BY documents_found
        WHERE found_at > ? AND found_at <= ? AND folder_id = ? AND by_hand = 0 AND id > ?`,
      after,
      until,
      folderId,
      before,
    );
    const { count, first } = parseRow(foundShape, 'documents', [], row);
    return { count, first: first ?? undefined };
  }

  /** The greatest id that a document ever had. */
  last(): number {
    return this.connection.number("SELECT seq FROM sqlite_sequence WHERE name = 'documents'") ?? 0;
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
    return this.connection
      .all(`SELECT d.id FROM documents d WHERE ${condition} AND ${isNew} AND d.by_hand = 0 ORDER BY d.id`, ...values)
      .map(({ id }) => numberColumn.parse(id));
  }
}
