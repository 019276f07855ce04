import { secondScanRule } from '../core/checks/rules.ts';
import { invoiceKey, type OtherInvoice } from '../core/checks/second-scan.ts';
import type { Document } from '../core/document/document.ts';
import { type Extracted, reviewedResult } from '../core/review/local-review.ts';
import { type Columns, Table } from './columns.ts';
import type { Connection } from './connection.ts';
import type { Meta } from './meta.ts';
import { readingOf } from './reading.ts';
import type { Routes } from './routes.ts';

/** More documents with one vendor and number tell nothing new. */
const maxOthers = 20;

const none = { invoice_key: null, invoice_dates: null };

/**
 * What tells second scans of one invoice, of the documents of folders that look for them; copies of one content are not among
 * them. All folders of an extraction share it. A folder that begins to look for them has its documents read again (`readAgain`).
 */
export class InvoiceKeys extends Table {
  readonly #routes: Routes;
  readonly #meta: Meta;

  constructor(connection: Connection, routes: Routes, meta: Meta) {
    super(connection);
    this.#routes = routes;
    this.#meta = meta;
  }

  /** The key of a document's result as people corrected it, as its columns. */
  columnsOf(document: Document): Columns {
    const { state, result, review, folderId } = document;
    if (result?.kind !== 'extraction' || state.kind === 'duplicate') return none;
    const settings = this.#meta.read('folder-settings', folderId);
    const rule = secondScanRule(settings?.checks);
    if (rule === undefined) return none;
    const reading = readingOf({ meta: this.#meta, routes: this.#routes }, document);
    const found = invoiceKey(rule, reviewedResult(result, review) as Extracted, reading);
    return found === undefined ? none : { invoice_key: found.key, invoice_dates: found.dates.join(' ') };
  }

  /** What of it is another than before. */
  changed(before: Document, after: Document): Columns {
    const hadNone = before.result?.kind !== 'extraction' || before.state.kind === 'duplicate';
    const columns = this.columnsOf(after);
    return hadNone && columns.invoice_key === null ? {} : columns;
  }

  /** Every document of a folder that looks for second scans is to be read again: something that decides how was changed. */
  readAgain(): void {
    const last = (this.connection.number('SELECT max(id) FROM documents') ?? 0) + 1;
    for (const { id } of this.connection.all('SELECT id FROM folders')) {
      const folderId = Number(id);
      const looks = secondScanRule(this.#meta.read('folder-settings', folderId)?.checks) !== undefined;
      if (looks) this.#meta.write('keys-again', last, folderId);
    }
  }

  /** Other documents of the same extraction with this key, the first that was found first; without earlier and later contents of its file. */
  others({ id, origin, route, folderId, path, replaces }: Document, key: string): readonly OtherInvoice[] {
    const rows = this.connection.all(
      `SELECT d.id, d.invoice_dates AS dates, d.path
        FROM routes r CROSS JOIN documents d INDEXED BY documents_by_invoice ON d.route = r.id
        WHERE r.origin = ? AND r.kind = ? AND r.service_id = ? AND d.invoice_key = ? AND d.id <> ?
          AND NOT (d.folder_id = ? AND d.path = ?) AND d.id <> ? AND coalesce(d.replaces, 0) <> ?
        ORDER BY d.id LIMIT (? + 0)`,
      ...[origin, route.kind, route.id, key, id, folderId, path, replaces ?? 0, id, maxOthers],
    );
    return rows.map((row) => ({
      id: Number(row.id),
      path: String(row.path),
      dates: row.dates === '' ? [] : String(row.dates).split(' '),
    }));
  }
}
