import type { Document } from '../core/document/document.ts';
import { traitsOf } from '../core/document/states.ts';
import { routeKey } from '../core/protocol/route.ts';
import { type Extracted, reviewedResult } from '../core/review/local-review.ts';
import { type MainFields, mainFieldsOf } from '../core/values/columns.ts';
import { type MainValues, mainValuesOf } from '../core/values/main-values.ts';
import { meantBy } from '../core/values/search-terms.ts';
import { type Reading, typedResult } from '../core/values/typed-value.ts';
import { readingOf } from '../ledger/document-row.ts';
import type { ChangedDocument } from '../ledger/documents.ts';
import type { LedgerReader } from '../ledger/ledger.ts';
import type { Sources } from './document-finder.ts';
import { searchText } from './search.ts';
import type { ReadDocument } from './values.ts';

/** So many documents are read at once. */
const atOnce = 16;

/** Where a view is in the changes of its ledger. */
export interface Cursor {
  readonly epoch: string;
  readonly seq: number;
  readonly readings: number;
}

/**
 * Reads what has changed in the ledger, and derives from it what is searched and sorted: from a cursor on, until it has all, or the
 * time is up.
 * @param isTimeUp asked after every few documents
 */
export function readOn(
  { connection, search, values, main }: Omit<Sources, 'list'>,
  ledger: LedgerReader,
  cursor: Cursor,
  isTimeUp: () => boolean,
): Cursor {
  const { documents, meta } = ledger;
  const last = documents.seq;
  const readings = meta.read('readings') ?? 0;
  // Read otherwise, every document is read again; meanwhile, what was read before is shown.
  const from = readings === cursor.readings ? cursor.seq : 0;
  if (from === last) return cursor;
  /** How values are read, by folder and route. */
  const ways = new Map<string, Reading>();
  /** Which fields say what a document is about, by route and the names of its fields. */
  const mainFields = new Map<string, MainFields>();
  return connection.transaction(() => {
    for (const id of documents.removedAfter(from)) forget(id);
    let seq = from;
    do {
      const changed = documents.changedAfter(seq, atOnce);
      put(changed);
      seq = changed.length < atOnce ? last : (changed.at(-1)?.seq ?? last);
    } while (seq < last && !isTimeUp());
    connection.run('UPDATE cursor SET seq = ?, readings = ?', seq, readings);
    return { ...cursor, seq, readings };
  });

  function put(changed: readonly ChangedDocument[]): void {
    for (const { id, document } of changed) if (document === undefined) forget(id);
    const known = changed.flatMap(({ document }) => (document === undefined ? [] : [read(document)]));
    const textOf = ({ document, typed }: ReadDocument) =>
      searchText(document.path, resultsOf(document), [...typed.values()].flatMap(meantBy));
    const others = search.write(new Map(known.map((each) => [each.document.id, textOf(each)])));
    values.write(known.filter(({ document }) => resultsOf(document).length > 0 || others.has(document.id)));
    main.write(known.map((each) => ({ ...each, main: mainOf(each) })));
    const moments = changed.flatMap(({ id, document, asked, deliveredAt, failedAt }) => {
      if (document === undefined) return [];
      const isCopy = traitsOf[document.state.kind].result === 'copied';
      return [[id, document.folderId, document.foundAt, deliveredAt, failedAt, isCopy ? 1 : 0, asked ? 1 : 0]];
    });
    connection.run(
      `INSERT OR REPLACE INTO moments (document_id, folder_id, found_at, delivered_at, failed_at, duplicate, asked)
        SELECT value ->> 0, value ->> 1, value ->> 2, value ->> 3, value ->> 4, value ->> 5, value ->> 6 FROM json_each(?)`,
      JSON.stringify(moments),
    );
  }

  function wayOf(document: Document): Reading {
    const { folderId, origin, route } = document;
    const key = `${folderId} ${origin} ${routeKey(route)}`;
    const reading = ways.get(key) ?? readingOf(ledger, document);
    ways.set(key, reading);
    return reading;
  }

  function mainOf({ document, typed }: ReadDocument): MainValues {
    const { result, review } = document;
    if (result?.kind !== 'extraction') return {};
    const { extractedData } = reviewedResult(result, review) as Extracted;
    const names = Object.keys(extractedData);
    const { descriptions = {} } = wayOf(document);
    const key = JSON.stringify([routeKey(document.route), names]);
    const fields = mainFields.get(key) ?? mainFieldsOf({ fields: names, descriptions });
    mainFields.set(key, fields);
    return mainValuesOf(fields, extractedData, typed);
  }

  function read(document: Document): ReadDocument {
    const { result, review } = document;
    const reading = wayOf(document);
    const typed = result?.kind === 'extraction' ? typedResult(reviewedResult(result, review), reading) : new Map();
    return { document, typed };
  }

  function forget(id: number): void {
    search.remove(id);
    values.remove(id);
    main.remove(id);
    connection.run('DELETE FROM moments WHERE document_id = ?', id);
  }
}

/** The results of a document and of its classification, as people corrected them. */
function resultsOf(document: Document) {
  return [document.verdict, document].flatMap((each) =>
    each?.result === undefined ? [] : [reviewedResult(each.result, each.review)],
  );
}
