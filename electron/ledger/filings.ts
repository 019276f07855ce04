import { z } from 'zod';
import type { Document } from '../core/document/document.ts';
import { columnsOf, numberColumn, parseRow, Table } from './columns.ts';

/** A source that was filed away, or from where it was filed to elsewhere. Paths are relative to the folder, with `/`. */
export interface NewFiling {
  readonly folderId: number;
  readonly documentId: number;
  readonly fromPath: string;
  readonly toPath: string;
  /** Milliseconds since the epoch. */
  readonly at: number;
}

const filingShape = z.object({
  id: z.number(),
  folderId: z.number(),
  documentId: z.number(),
  fromPath: z.string(),
  toPath: z.string(),
  at: z.number(),
  /** When a person took it back; null: it stands. */
  undoneAt: z.number().nullable(),
});
export type Filing = Readonly<z.output<typeof filingShape>>;

const sumsShape = z.object({
  from: z.number(),
  until: z.number(),
  documents: z.number(),
  undone: z.number(),
  again: z.number(),
});
export type FilingSums = Readonly<z.output<typeof sumsShape>>;

/** What was filed away, in the order in which it was. */
export class Filings extends Table {
  add(filing: NewFiling): void {
    this.insert('filings', columnsOf(filing));
  }

  /** Of a document, the last one first. */
  of(documentId: number): Filing[] {
    const rows = this.connection.all('SELECT * FROM filings WHERE document_id = ? ORDER BY id DESC', documentId);
    return rows.map((row) => parseRow(filingShape, 'filings', ['id'], row));
  }

  /** A person has taken these back. */
  setUndone(ids: readonly number[], at: number): void {
    for (const id of ids) this.set('filings', { undone_at: at }, 'id = ?', id);
  }

  /** Ids of the filings that follow no other one within `pauseMs`, the last one first. A clock that was set back begins anew. */
  startsOfBatches(pauseMs: number): number[] {
    const sql = `
      SELECT id FROM (SELECT id, at, lag(at) OVER (ORDER BY id) AS before FROM filings)
      WHERE before IS NULL OR at < before OR at - before > ? ORDER BY id DESC`;
    return this.connection.all(sql, pauseMs).map((row) => numberColumn.parse(row.id));
  }

  /** From the filing `first` up to `next`, which is left out; without it, up to the last one. In their order. */
  range(first: number, next = Number.MAX_SAFE_INTEGER): Filing[] {
    const rows = this.connection.all('SELECT * FROM filings WHERE id >= ? AND id < ? ORDER BY id', first, next);
    return rows.map((row) => parseRow(filingShape, 'filings', ['id'], row));
  }

  /** What a range holds: `undone`: documents of which it has no filing that stands; `again`: those that could be filed again. */
  sumsOf(first: number, next = Number.MAX_SAFE_INTEGER): FilingSums {
    const sql = `
      SELECT min(at) AS "from", max(at) AS until, count(DISTINCT document_id) AS documents,
        count(DISTINCT document_id) - count(DISTINCT iif(undone_at IS NULL, document_id, NULL)) AS undone,
        count(DISTINCT iif(documents.undone IS NOT NULL, document_id, NULL)) AS again
      FROM filings JOIN documents ON documents.id = document_id WHERE filings.id >= ? AND filings.id < ?`;
    return parseRow(sumsShape, 'filings', [], this.connection.get(sql, first, next) ?? {});
  }

  /** Ids of the documents that were filed away from a path. */
  from(folderId: number, path: string): number[] {
    const sql = 'SELECT DISTINCT document_id FROM filings WHERE folder_id = ? AND from_path = ? ORDER BY document_id';
    return this.connection.all(sql, folderId, path).map((row) => numberColumn.parse(row.document_id));
  }

  /** Where a document was before it was ever filed away, as far as it was not moved otherwise since. */
  foundPath({ id, path }: Pick<Document, 'id' | 'path'>): string {
    const standing = this.of(id).filter(({ undoneAt }) => undoneAt === null);
    return standing.reduce((found, { fromPath, toPath }) => (toPath === found ? fromPath : found), path);
  }
}
