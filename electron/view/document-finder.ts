import type { Totals } from '../core/contract/documents.ts';
import type { DocumentQuery } from '../core/document/records.ts';
import { sumOf } from '../core/document/standing.ts';
import type { Sort } from '../core/values/columns.ts';
import { type SearchTerms, searchTerms } from '../core/values/search-terms.ts';
import type { Connection } from '../ledger/connection.ts';
import { type FoundDocuments, type IdPage, type Selection, take, unionOf } from '../ledger/document-list.ts';
import type { LedgerReader } from '../ledger/ledger.ts';
import type { MainValuesTable } from './main-values.ts';
import type { Search } from './search.ts';
import type { Values } from './values.ts';

/** What a view has to search and sort by, beside the ledger's documents. */
export interface Sources {
  readonly connection: Connection;
  readonly list: LedgerReader['documents'];
  readonly search: Search;
  readonly values: Values;
  readonly main: MainValuesTable;
}

/**
 * Lists documents with a text, and in the order of a column. What is listed, counted and filtered are the ledger's facts.
 * @param seq up to which change the view knows documents
 */
export function findPage(sources: Sources, query: DocumentQuery, seq: number): IdPage {
  const { list } = sources;
  const { sort = { by: 'when', descending: true } } = query;
  const selection = selectionOf(sources, query, seq);
  if (sort.by === 'when') return list.byTime(selection, sort.descending);
  if (sort.by === 'name') return list.byName(selection, sort.descending);
  return { ids: byColumn(sources, selection, sort), total: selection.total, counts: selection.counts };
}

/** What the documents of a list come to. */
export function findTotals(sources: Sources, query: DocumentQuery, seq: number): Totals {
  const isWanted = sources.list.filter(selectionOf(sources, query, seq));
  return { sums: sources.main.totals(query.folderId, isWanted) };
}

function selectionOf(sources: Sources, query: DocumentQuery, seq: number): Selection {
  const terms = searchTerms(query.text ?? '');
  const isAll = terms.length === 0 && query.values === undefined;
  return sources.list.select(query, isAll ? undefined : foundDocuments(sources, terms, query, seq));
}

function foundDocuments(
  { list, search, main }: Sources,
  terms: SearchTerms,
  { folderId, values }: DocumentQuery,
  seq: number,
): FoundDocuments {
  const removed = list.removedAfter(seq);
  if (values === undefined && removed.length === 0 && search.isInAll(terms, sumOf(list.standings())))
    return { counts: list.standings(folderId), ids: undefined };
  const ids = values === undefined ? search.found(terms) : main.found(values);
  for (const id of removed) ids.remove(id);
  if (values !== undefined && terms.length > 0) {
    const holding = search.found(terms);
    for (const id of ids.list()) if (!holding.has(id)) ids.remove(id);
  }
  return list.among(ids, folderId);
}

/**
 * In the order of a column, piece by piece: what has a type, what is text, then newest first what has no value. The index has
 * each piece of a folder in order, and SQLite merges folders.
 */
function byColumn({ connection, list, values }: Sources, selection: Selection, { by, descending }: Sort): readonly number[] {
  const { folderId, offset, limit, total } = selection;
  const names = values.names(by, folderId === undefined ? list.folders() : [folderId]);
  const isWanted = list.filter(selection);
  const order = descending ? 'DESC' : 'ASC';
  const ids: number[] = [];
  let before = 0;
  for (const rank of names.length === 0 ? [] : [0, 1]) {
    if (ids.length === limit) continue;
    const pieces = names.map((name) => ({
      sql: 'SELECT sort, document_id AS id FROM field_values WHERE name = ? AND rank = ?',
      values: [name, rank],
    }));
    const piece = unionOf(pieces, `ORDER BY sort ${order}, id ${order}`);
    const taken = take(connection, piece, isWanted, Math.max(0, offset - before), limit - ids.length);
    ids.push(...taken.ids);
    before += taken.passed;
  }
  if (ids.length === limit || before >= total) return ids;
  const having = values.having(names);
  const isLeft = (id: number) => !having.has(id) && isWanted?.(id) !== false;
  return [...ids, ...list.newestThat(selection, isLeft, Math.max(0, offset - before), limit - ids.length)];
}
