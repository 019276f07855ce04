import type { EarlierStep } from '../core/document/document.ts';
import { type Changes, Table, textColumn } from './columns.ts';

/**
 * Whose each file of the service is. One file of one batch serves one content, wherever in the ledger: a constraint, so that no
 * answer is ever taken for two. Who is about to give a document a file asks here first.
 */
export class ServiceFiles extends Table {
  /** The content (SHA-256) that a file is known to be. */
  contentOf(origin: string, batch: string, file: string): string | undefined {
    const sql = 'SELECT hash FROM service_files WHERE origin = ? AND file = ? AND batch = ?';
    const row = this.connection.get(sql, origin, file, batch);
    return row === undefined ? undefined : textColumn.parse(row.hash);
  }

  /** Whether a file may be this content's: it is, or is nobody's so far. */
  mayBe(content: string | undefined, origin: string, batch: string, file: string): boolean {
    const known = this.contentOf(origin, batch, file);
    return known === undefined || known === content;
  }

  /** Whether another batch has a file of this id, or has listed one that fits none of its documents. */
  isInAnother(origin: string, batch: string, file: string): boolean {
    const sql = `SELECT 1 FROM service_files WHERE origin = ?1 AND file = ?2 AND batch <> ?3
      UNION ALL
      SELECT 1 FROM unmatched u CROSS JOIN batches b ON b.id = u.batch_id CROSS JOIN routes r ON r.id = b.route
        WHERE u.file_id = ?2 AND r.origin = ?1 AND b.service_batch_id <> ?3
      LIMIT 1`;
    return this.connection.get(sql, origin, file, batch) !== undefined;
  }

  /** A person has said whose a file is, and the one that it was taken for has no result of it. */
  release(origin: string, batch: string, file: string): void {
    this.connection.run('DELETE FROM service_files WHERE origin = ? AND file = ? AND batch = ?', origin, file, batch);
  }

  /**
   * The file that a document has in a batch of the ledger is its content's from now on; where that is only claimed, once it has its
   * result.
   * @throws Error if it is another's
   */
  keep(
    documentId: number,
    { batchId, fileId, result }: Changes<Pick<EarlierStep, 'batchId' | 'fileId' | 'result'>, never>,
  ): void {
    if (batchId === undefined || fileId === undefined) return;
    // NULL is no hash: the constraint refuses it.
    this.connection.run(
      `INSERT INTO service_files (origin, file, batch, hash)
        SELECT r.origin, ?3, b.service_batch_id, d.hash
        FROM documents d CROSS JOIN batches b ON b.id = ?2 CROSS JOIN routes r ON r.id = b.route
        WHERE d.id = ?1 AND d.hash IS NOT NULL AND b.service_batch_id IS NOT NULL AND (b.claimed IS NULL OR ?4)
        ON CONFLICT DO UPDATE SET hash = iif(hash = excluded.hash, hash, NULL)`,
      ...[documentId, batchId, fileId, result === undefined ? 0 : 1],
    );
  }
}
