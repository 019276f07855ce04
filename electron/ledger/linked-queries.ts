import { type Document, fileNameOf } from '../core/document/document.ts';
import { textColumn } from './columns.ts';
import { DocumentQueries } from './document-queries.ts';

/** What is asked about documents that the service itself passes on into an extraction. */
export class LinkedQueries extends DocumentQueries {
  /** Documents that wait for values from an extraction into which the service passes them on. */
  awaiting(origin: string, extraction: string): Document[] {
    return this.where(
      `d.awaits IS NOT NULL AND json_extract(d.awaits, '$.extraction') = ?
        AND s.route IN (SELECT id FROM routes WHERE origin = ?) ORDER BY d.id`,
      extraction,
      origin,
    );
  }

  /**
   * The names of what was sent in batches that are still asked about, or that nobody knows of, but for these; and of what was sent in
   * any other, if nobody knows its file. What the service may have twice may be there under its own name, too.
   */
  sentInOthers(origin: string, batchIds: readonly number[]): string[] {
    const rows = this.connection.all(
      `SELECT s.sent_as FROM batches b CROSS JOIN routes r ON r.id = b.route CROSS JOIN steps s ON s.batch_id = b.id
        WHERE b.state IN ('sent', 'open', 'ended', 'unresolved') AND b.id NOT IN (SELECT value FROM json_each(?2))
          AND r.origin = ?1 AND s.sent_as IS NOT NULL
      UNION
      SELECT s.sent_as FROM steps s INDEXED BY steps_without_file CROSS JOIN batches b ON b.id = s.batch_id
        CROSS JOIN routes r ON r.id = b.route
        WHERE s.batch_id IS NOT NULL AND s.file_id IS NULL AND s.sent_as IS NOT NULL
          AND b.state = 'closed' AND b.id NOT IN (SELECT value FROM json_each(?2)) AND r.origin = ?1
      UNION
      SELECT d.path FROM documents d INDEXED BY documents_perhaps_twice
        WHERE d.possible_duplicate = 1
          AND NOT EXISTS (SELECT 1 FROM steps s WHERE s.document_id = d.id AND s.batch_id IN (SELECT value FROM json_each(?2)))`,
      origin,
      JSON.stringify(batchIds),
    );
    return rows.map((row) => fileNameOf(textColumn.parse(row.sent_as)));
  }

  /** The extractions that documents wait for values from. */
  awaitedExtractions(): string[] {
    const sql = "SELECT DISTINCT json_extract(awaits, '$.extraction') AS id FROM documents WHERE awaits IS NOT NULL";
    return this.connection.all(sql).map((row) => textColumn.parse(row.id));
  }

  /** Those of which no person knows yet, and which wait since then or longer. */
  awaitingSince(since: number): Document[] {
    return this.where(
      `d.awaits IS NOT NULL AND json_extract(d.awaits, '$.overdue') IS NULL AND json_extract(d.awaits, '$.since') <= ? ORDER BY d.id`,
      since,
    );
  }
}
