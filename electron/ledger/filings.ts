import { z } from 'zod';
import type { Connection } from './connection.ts';
import type { Documents } from './documents.ts';
import { rowReader, Table } from './table-base.ts';

const readFiling = rowReader('documents', ['id'], {
  id: z.number(),
  folderId: z.number(),
  documentId: z.number(),
  fromPath: z.string(),
  toPath: z.string(),
  /** Milliseconds since the epoch. */
  at: z.number(),
  /** When a person took it back; absent: it stands. */
  undoneAt: z.number().exactOptional(),
});
/** A source that was filed away, or from where it was filed to elsewhere. Paths are relative to the folder, with `/`. */
export type Filing = Readonly<ReturnType<typeof readFiling>>;

const readSums = rowReader('documents', [], {
  from: z.number(),
  until: z.number(),
  documents: z.number(),
  undone: z.number(),
  again: z.number(),
});
type FilingSums = Readonly<ReturnType<typeof readSums>>;

const filings = `
  (SELECT f.value ->> 'id' AS id, d.folder_id, d.id AS document_id, f.value ->> 'from' AS from_path, f.value ->> 'to' AS to_path,
    f.value ->> 'at' AS at, f.value ->> 'undoneAt' AS undone_at
  FROM documents d INDEXED BY documents_filed, json_each(d.filed) f WHERE d.filed IS NOT NULL)`;

/** What was filed away, in the order in which it was: each document has its own. */
export class Filings extends Table {
  readonly #documents: Pick<Documents, 'seq'>;

  constructor(connection: Connection, documents: Pick<Documents, 'seq'>) {
    super(connection);
    this.#documents = documents;
  }

  /** For the filing that the next change of a document records. */
  nextId(): number {
    return this.#documents.seq + 1;
  }

  /** Ids of the filings that follow no other one within `pauseMs`, the last one first. A clock that was set back begins anew. */
  startsOfBatches(pauseMs: number): number[] {
    const sql = `
      SELECT id FROM (SELECT id, at, lag(at) OVER (ORDER BY id) AS before FROM ${filings})
      WHERE before IS NULL OR at < before OR at - before > ? ORDER BY id DESC`;
    return this.connection.numbers(sql, pauseMs);
  }

  /** From the filing `first` up to `next`, which is left out; without it, up to the last one. In their order. */
  range(first: number, next = Number.MAX_SAFE_INTEGER): Filing[] {
    const rows = this.connection.all(`SELECT * FROM ${filings} WHERE id >= ? AND id < ? ORDER BY id`, first, next);
    return rows.map(readFiling);
  }

  /** What a range holds: `undone`: documents of which it has no filing that stands; `again`: those that could be filed again. */
  sumsOf(first: number, next = Number.MAX_SAFE_INTEGER): FilingSums {
    const sql = `
      SELECT min(at) AS "from", max(at) AS until, count(DISTINCT document_id) AS documents,
        count(DISTINCT document_id) - count(DISTINCT iif(undone_at IS NULL, document_id, NULL)) AS undone,
        count(DISTINCT iif(documents.undone IS NOT NULL, document_id, NULL)) AS again
      FROM ${filings} f JOIN documents ON documents.id = document_id WHERE f.id >= ? AND f.id < ?`;
    return readSums(this.connection.get(sql, first, next) ?? {});
  }

  /** Ids of the documents that were filed away from a path. */
  from(folderId: number, path: string): number[] {
    const sql = `SELECT DISTINCT document_id FROM ${filings} WHERE folder_id = ? AND from_path = ? ORDER BY document_id`;
    return this.connection.numbers(sql, folderId, path);
  }
}
