import { type Document, fileNameOf } from '../core/document/document.ts';
import { stateNames, traitsOf } from '../core/document/states.ts';
import type { Route } from '../core/protocol/route.ts';
import { sqlList, textColumn } from './columns.ts';
import type { Row } from './connection.ts';
import { DocumentQueries } from './document-queries.ts';

const mayBeThere = sqlList(['uploading', 'unresolved', ...stateNames.filter((kind) => traitsOf(kind).progress === 'atService')]);

/**
 * What is asked about documents that the service itself passes on into an extraction, and about those that may be what a batch of it
 * has, too.
 */
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

  /** The names of what was sent in batches that are still asked about, or that nobody knows of, but for these. */
  sentInOthers(origin: string, batchIds: readonly number[]): string[] {
    const rows = this.connection.all(
      `SELECT s.sent_as FROM batches b CROSS JOIN routes r ON r.id = b.route CROSS JOIN steps s ON s.batch_id = b.id
        WHERE b.state IN ('sent', 'open', 'ended', 'unresolved') AND b.id NOT IN (SELECT value FROM json_each(?2))
          AND r.origin = ?1 AND s.sent_as IS NOT NULL`,
      origin,
      JSON.stringify(batchIds),
    );
    return rows.map((row) => textColumn.parse(row.sent_as));
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

  /** The names of what may be at the service and is not known to be a file there, and of what waits for its verdict. */
  sentNames(origin: string, extraction: string): string[] {
    const rows = this.connection.all(
      `SELECT s.sent_as, d.path FROM documents d CROSS JOIN steps s ON s.document_id = d.id AND s.position = d.step
        WHERE d.state IN (${mayBeThere})
          AND (s.route IN (SELECT id FROM routes WHERE origin = ?1 AND kind = 'classification') OR s.file_id IS NULL
            AND s.route IN (SELECT id FROM routes WHERE origin = ?1 AND kind = 'extraction' AND service_id = ?2))`,
      origin,
      extraction,
    );
    return rows.map(sentName);
  }

  /**
   * The names of what ended with a classification, has one of these categories and waits for no values. If the ledger has a verdict
   * no more, it may have been any. Looks through all batches, and the steps of those of a classification.
   * @param categories names or the service's ids
   */
  namesInCategories(origin: string, categories: ReadonlySet<string>): string[] {
    const rows = this.connection.all(
      `SELECT s.sent_as, d.path FROM batches b CROSS JOIN routes r ON r.id = b.route
          CROSS JOIN steps s ON s.batch_id = b.id AND s.route = r.id
          CROSS JOIN documents d ON d.id = s.document_id AND d.step = s.position
        WHERE r.origin = ?1 AND r.kind = 'classification' AND d.awaits IS NULL
          AND (s.result IS NULL OR json_extract(s.result, '$.categoryName') IN (SELECT value FROM json_each(?2))
            OR json_extract(s.result, '$.categoryId') IN (SELECT value FROM json_each(?2)))`,
      origin,
      JSON.stringify([...categories]),
    );
    return rows.map(sentName);
  }

  /**
   * The names of what was put into one of these categories, or out of one, and of what `noteCategory` was called for. The extraction
   * into which the service passes them on may have it, unless it waits for values from there, or a batch that the service made is
   * known to have its content.
   * @param categories names or the service's ids
   */
  notedNames(origin: string, extraction: string, categories: ReadonlySet<string>): string[] {
    const rows = this.connection.all(
      `SELECT DISTINCT d.id, s.sent_as, d.path FROM noted_categories f CROSS JOIN routes r ON r.id = f.route
          CROSS JOIN steps s ON s.document_id = f.document_id AND s.route = f.route
          CROSS JOIN documents d ON d.id = f.document_id
        WHERE r.origin = ?1 AND (f.name IN (SELECT value FROM json_each(?3)) OR f.category_id IN (SELECT value FROM json_each(?3)))
          AND s.sent_as IS NOT NULL AND json_extract(d.awaits, '$.extraction') IS NOT ?2
          AND NOT EXISTS (
            SELECT 1 FROM documents same CROSS JOIN (
              SELECT document_id, batch_id FROM steps UNION ALL SELECT document_id, batch_id FROM left_steps
            ) taken ON taken.document_id = same.id CROSS JOIN batches b ON b.id = taken.batch_id CROSS JOIN routes o ON o.id = b.route
            WHERE same.hash = d.hash AND b.linked IS NOT NULL AND o.origin = ?1 AND o.kind = 'extraction' AND o.service_id = ?2)`,
      origin,
      extraction,
      JSON.stringify([...categories]),
    );
    return rows.map(sentName);
  }

  /** A classified document goes on without what the service passes on of it. */
  noteCategory(id: number, route: Route): void {
    this.connection.writing('other document', () =>
      this.connection.run(
        `INSERT INTO noted_categories
          SELECT s.document_id, s.route, coalesce(json_extract(s.result, '$.categoryId'), ''), coalesce(json_extract(s.result, '$.categoryName'), '')
          FROM steps s JOIN routes r ON r.id = s.route
          WHERE s.document_id = ? AND r.kind = ? AND r.service_id = ? AND s.result IS NOT NULL
          ON CONFLICT DO NOTHING`,
        ...[id, route.kind, route.id],
      ),
    );
  }
}

/** The name under which it went out. */
function sentName(row: Row): string {
  return textColumn.parse(row.sent_as ?? fileNameOf(textColumn.parse(row.path)));
}
