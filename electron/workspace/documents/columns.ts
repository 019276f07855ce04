import type { Columns, DocumentSummary } from '../../core/contract/documents.ts';
import type { Document } from '../../core/document/document.ts';
import type { RouteInfo } from '../../core/protocol/route.ts';
import { reviewedResult } from '../../core/review/local-review.ts';
import { columnOf, defaultColumns, isColumn, printedByColumn } from '../../core/values/columns.ts';
import { documentMatches, type SearchTerms } from '../../core/values/search-terms.ts';
import { typedValues } from '../../ledger/document-row.ts';
import type { Ledger } from '../../ledger/ledger.ts';
import type { View } from '../../view/view.ts';
import { recordedFolders } from '../engine/engine-snapshot.ts';
import { type DocumentFacts, summaryOf } from './documents.ts';

/** A row of the queue, with the values of these columns and where the terms were found. */
export function rowOf(document: Document, facts: DocumentFacts, columns: readonly string[], terms: SearchTerms): DocumentSummary {
  const { result, review, path } = document;
  const summary = summaryOf(document, facts);
  if (columns.length === 0 && terms.length === 0) return summary;
  const printed = result === undefined ? new Map<string, string>() : printedByColumn(reviewedResult(result, review));
  const values = Object.fromEntries(
    columns.flatMap((column) => (printed.has(column) ? [[column, printed.get(column) ?? '']] : [])),
  );
  const matches = terms.length === 0 ? [] : documentMatches(terms, path, printed, typedValues(facts.ledger, document));
  return { ...summary, ...(columns.length > 0 && { values }), ...(matches.length > 0 && { matches }) };
}

/**
 * The columns of a folder, or of all: by what its extraction has, what its documents have, and what most folders show. A
 * field whose name is too long for the contract has none.
 */
export function columnsOf(ledger: Ledger, view: View, folderId: number | undefined): Columns {
  const folders = recordedFolders(ledger).filter(({ id }) => folderId === undefined || id === folderId);
  const origin = ledger.meta.read('work')?.origin ?? '';
  const infos = folders.flatMap(({ settings }): RouteInfo[] => {
    if (settings === undefined) return [];
    const { route } = settings;
    return [ledger.routes.info(origin, route) ?? { route, name: route.id, fields: [], seenAt: 0 }];
  });
  const usual = new Set(infos.flatMap((info) => defaultColumns(info)).filter(isColumn));
  const known = infos.flatMap(({ route, fields }) => (route.kind === 'classification' ? ['category'] : fields.map(columnOf)));
  return {
    known: [...new Set([...known, ...view.columns(folderId)])].filter(isColumn),
    usual: [...usual].slice(0, maxUsual),
  };
}

/** Folders together may have more than there is room for. */
const maxUsual = 4;
