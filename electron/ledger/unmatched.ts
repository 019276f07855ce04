import { isDeepStrictEqual } from 'node:util';
import { z } from 'zod';
import type { Document } from '../core/document/document.ts';
import { resultSchema } from '../core/document/result.ts';
import type { UnmatchedResult } from '../core/poll/unmatched.ts';
import { columnsOf, json, parseRow, Table } from './columns.ts';
import type { Row } from './connection.ts';

const rowShape = z.object({ batchId: z.number(), fileId: z.string(), fileName: z.string(), result: json(resultSchema) });

/** Results that belong to no document of their batch, as far as names tell, kept until a person has assigned them. */
export class Unmatched extends Table {
  /** Adds one, or replaces what was kept of the same file. */
  put(unmatched: UnmatchedResult): void {
    const { batchId, fileId } = unmatched;
    const known = this.get(batchId, fileId);
    if (isDeepStrictEqual(known, unmatched)) return;
    if (known === undefined) this.insert('unmatched', columnsOf(unmatched));
    else this.set('unmatched', columnsOf(unmatched), 'batch_id = ? AND file_id = ?', batchId, fileId);
  }

  get(batchId: number, fileId: string): UnmatchedResult | undefined {
    const row = this.connection.get('SELECT * FROM unmatched WHERE batch_id = ? AND file_id = ?', batchId, fileId);
    return row === undefined ? undefined : unmatchedOf(row);
  }

  /** Those of a batch, by the service's name. */
  of(batchId: number): UnmatchedResult[] {
    const sql = 'SELECT * FROM unmatched WHERE batch_id = ? ORDER BY file_name, file_id';
    return this.connection.all(sql, batchId).map(unmatchedOf);
  }

  /** Those that may be a document's own: of its batch, or of the linked batches of the extraction that it waits for values from. */
  offeredTo({ batchId, origin, awaits }: Pick<Document, 'batchId' | 'origin' | 'awaits'>): UnmatchedResult[] {
    if (awaits === undefined) return batchId === undefined ? [] : this.of(batchId);
    const sql = `SELECT u.* FROM unmatched u CROSS JOIN batches b ON b.id = u.batch_id CROSS JOIN routes r ON r.id = b.route
      WHERE b.linked IS NOT NULL AND r.origin = ? AND r.kind = 'extraction' AND r.service_id = ? ORDER BY u.file_name, u.file_id`;
    return this.connection.all(sql, origin, awaits.extraction).map(unmatchedOf);
  }

  /** Ledger ids of the batches that have any, oldest first. */
  batches(): number[] {
    const sql = 'SELECT DISTINCT batch_id FROM unmatched ORDER BY batch_id';
    return this.connection.all(sql).map((row) => z.number().parse(row.batch_id));
  }

  remove(batchId: number, fileId: string): void {
    this.connection.run('DELETE FROM unmatched WHERE batch_id = ? AND file_id = ?', batchId, fileId);
  }
}

function unmatchedOf(row: Row): UnmatchedResult {
  return parseRow(rowShape, 'unmatched', ['batch_id', 'file_id'], row);
}
