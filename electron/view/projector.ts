import type { Document } from '../core/document/document.ts';
import { traitsOf } from '../core/document/states.ts';
import { reviewedResult } from '../core/review/local-review.ts';
import { meantBy } from '../core/values/search-terms.ts';
import type { Connection } from '../ledger/connection.ts';
import type { ChangedDocument } from '../ledger/documents.ts';
import type { LedgerReader } from '../ledger/ledger.ts';
import { typedValues } from '../ledger/reading.ts';
import { type Search, searchText } from './search.ts';
import type { Values } from './values.ts';

/** So many documents are read at once. */
const atOnce = 16;

/** Where a view is in the changes of its ledger. */
export interface Cursor {
  readonly epoch: string;
  readonly seq: number;
  readonly readings: number;
}

/** Reads what has changed in the ledger, and derives from it what is searched, sorted and summed. */
export class Projector {
  readonly #connection: Connection;
  readonly #ledger: LedgerReader;
  readonly #search: Search;
  readonly #values: Values;

  constructor(connection: Connection, ledger: LedgerReader, search: Search, values: Values) {
    this.#connection = connection;
    this.#ledger = ledger;
    this.#search = search;
    this.#values = values;
  }

  /**
   * Reads on from a cursor until it has all, or the time is up.
   * @param isTimeUp asked after every few documents
   */
  readOn(cursor: Cursor, isTimeUp: () => boolean): Cursor {
    const { documents, meta } = this.#ledger;
    const last = documents.seq;
    const readings = meta.read('readings') ?? 0;
    // Read otherwise, every document is read again; meanwhile, what was read before is shown.
    const from = readings === cursor.readings ? cursor.seq : 0;
    if (from === last) return cursor;
    return this.#connection.transaction(() => {
      for (const id of documents.removedAfter(from)) this.#forget(id);
      let seq = from;
      do {
        const changed = documents.changedAfter(seq, atOnce);
        for (const each of changed) this.#put(each);
        seq = changed.length < atOnce ? last : (changed.at(-1)?.seq ?? last);
      } while (seq < last && !isTimeUp());
      const next = { ...cursor, seq, readings };
      this.#connection.run('UPDATE cursor SET seq = ?, readings = ?', seq, readings);
      return next;
    });
  }

  #put({ id, document, asked, deliveredAt, failedAt }: ChangedDocument): void {
    if (document === undefined) {
      this.#forget(id);
      return;
    }
    const typed = typedValues(this.#ledger, document);
    const results = resultsOf(document);
    const isOther = this.#search.write(id, searchText(document.path, results, [...typed.values()].flatMap(meantBy)));
    if (results.length > 0) this.#values.write(document, typed, this.#ledger.routes.info(document.origin, document.route) ?? {});
    else if (isOther) this.#values.remove(id);
    this.#connection.run(
      `INSERT OR REPLACE INTO moments (document_id, folder_id, found_at, delivered_at, failed_at, duplicate, asked)
        VALUES (?, ?, ?, ?, ?, ?, ?)`,
      ...[id, document.folderId, document.foundAt, deliveredAt ?? null, failedAt ?? null],
      ...[traitsOf(document.state.kind).result === 'copied' ? 1 : 0, asked ? 1 : 0],
    );
  }

  #forget(id: number): void {
    this.#search.remove(id);
    this.#values.remove(id);
    this.#connection.run('DELETE FROM moments WHERE document_id = ?', id);
  }
}

/** The results of all steps of a document, as people corrected them. */
function resultsOf(document: Document) {
  return [...(document.earlierSteps ?? []), document].flatMap(({ result, review }) =>
    result === undefined ? [] : [reviewedResult(result, review)],
  );
}
