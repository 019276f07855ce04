import type { SecondScanRule } from '../core/checks/rules.ts';
import { invoiceKey, type OtherInvoice } from '../core/checks/second-scan.ts';
import type { Document } from '../core/document/document.ts';
import { type Extracted, reviewedResult } from '../core/review/local-review.ts';
import type { Reading } from '../core/values/typed-value.ts';
import { Table } from './columns.ts';
import type { Connection } from './connection.ts';
import type { Routes } from './routes.ts';

/** More documents with one vendor and number tell nothing new. */
const maxOthers = 20;

/**
 * What tells second scans of one invoice, of the documents of folders that look for them; copies of one content are not among
 * them. All folders of an extraction share it. A folder that begins to look for them has its documents read again.
 */
export class InvoiceKeys extends Table {
  readonly #routes: Routes;

  constructor(connection: Connection, routes: Routes) {
    super(connection);
    this.#routes = routes;
  }

  /** Replaces the key of a document by that of its result as people corrected it. @param rule of its folder */
  write(document: Document, rule: SecondScanRule | undefined, reading: Reading): void {
    const { id, origin, route, state, result, review } = document;
    this.connection.run('DELETE FROM invoice_keys WHERE document_id = ?', id);
    if (rule === undefined || result?.kind !== 'extraction' || state.kind === 'duplicate') return;
    const found = invoiceKey(rule, reviewedResult(result, review) as Extracted, reading);
    if (found === undefined) return;
    this.insert('invoice_keys', {
      document_id: id,
      route: this.#routes.idOf(origin, route),
      key: found.key,
      dates: found.dates.join(' '),
    });
  }

  /** Other documents of the same extraction with this key, the first that was found first; without earlier and later contents of its file. */
  others({ id, origin, route, folderId, path, replaces }: Document, key: string): readonly OtherInvoice[] {
    const rows = this.connection.all(
      `SELECT k.document_id, k.dates, d.path FROM invoice_keys k CROSS JOIN documents d ON d.id = k.document_id
        CROSS JOIN routes r ON r.id = k.route
        WHERE r.origin = ? AND r.kind = ? AND r.service_id = ? AND k.key = ? AND k.document_id <> ?
          AND NOT (d.folder_id = ? AND d.path = ?) AND d.id <> ? AND coalesce(d.replaces, 0) <> ?
        ORDER BY k.document_id LIMIT (? + 0)`,
      ...[origin, route.kind, route.id, key, id, folderId, path, replaces ?? 0, id, maxOthers],
    );
    return rows.map((row) => ({
      id: Number(row.document_id),
      path: String(row.path),
      dates: row.dates === '' ? [] : String(row.dates).split(' '),
    }));
  }
}
