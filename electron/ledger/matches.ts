import { countsOf, type Standing, type StandingCounts, standingNames, sumOf } from '../core/document/standing.ts';
import type { SearchTerms } from '../core/values/search-terms.ts';
import { parseRow, Table } from './columns.ts';
import type { Connection } from './connection.ts';
import { inFolder, lookUpCost, standingIndex, standingShape } from './document-conditions.ts';
import { IdSet, idsOf } from './id-set.ts';
import type { Search } from './search.ts';

/** Up to this many documents of a folder, their texts are read without asking the index: that goes through all folders. */
const maxReadWithoutAsking = 10_000;

/** So many documents show whether a text may be in all of them. */
const sample = 100;

/** The documents that hold the terms. */
export interface Matches {
  readonly counts: StandingCounts;
  /** Undefined if every document does, or none. */
  readonly ids: IdSet | undefined;
}

/** Which documents of a folder, or of all, hold the terms of a search. */
export class MatchFinder extends Table {
  readonly #search: Search;

  constructor(connection: Connection, search: Search) {
    super(connection);
    this.#search = search;
  }

  /** @param all how many documents of each standing the folder has, or all folders together */
  find(terms: SearchTerms, folderId: number | undefined, all: StandingCounts, everywhere: StandingCounts): Matches {
    const isWhole = sumOf(everywhere) === sumOf(all);
    if (!isWhole && sumOf(all) <= maxReadWithoutAsking) return this.#read(terms, folderId);
    const number = sumOf(everywhere);
    if (this.#isCommon(terms) && this.#search.count(terms) === number) return { counts: all, ids: undefined };
    const ids = this.#search.found(terms);
    if (ids.size === 0 || ids.size === number) return { counts: ids.size === 0 ? countsOf([]) : all, ids: undefined };
    const most = standingNames.reduce((best, name) => (all[name] > all[best] ? name : best));
    const compared = standingNames.filter((name) => all[name] > 0 && (!isWhole || name !== most));
    if (ids.size * lookUpCost < sumOf(all, compared)) return { counts: this.#lookUp(ids, folderId), ids };
    const counts = countsOf(compared.map((standing) => ({ standing, count: this.#among(ids, standing, folderId) })));
    // Of all documents, the most frequent standing has what is left.
    return { counts: isWhole ? { ...counts, [most]: ids.size - sumOf(counts) } : counts, ids };
  }

  /** The ids of the documents of a standing. */
  of(standing: Standing, folderId: number | undefined): readonly number[] {
    const { sql, values } = inFolder(folderId);
    const row = this.connection.get(
      `SELECT json_group_array(id) AS ids FROM documents INDEXED BY ${standingIndex(folderId)} WHERE standing = ? ${sql}`,
      standing,
      ...values,
    );
    return idsOf(row?.ids);
  }

  /** Whether the newest documents hold the terms: then it is worth counting, which is faster than listing, if all do. */
  #isCommon(terms: SearchTerms): boolean {
    const { sql, values } = this.#search.holds(terms);
    const newest = `d.id > (SELECT max(id) FROM documents) - ${sample}`;
    return (this.connection.number(`SELECT count(*) FROM documents d WHERE ${newest} AND ${sql}`, ...values) ?? 0) > 0.9 * sample;
  }

  #lookUp(ids: IdSet, folderId: number | undefined): StandingCounts {
    const rows = this.connection.all(
      `SELECT d.standing, count(*) AS count FROM (SELECT value FROM json_each(?)) found CROSS JOIN documents d ON d.id = found.value
        WHERE true ${inFolder(folderId, 'd.').sql} GROUP BY d.standing`,
      JSON.stringify(ids.list()),
      ...inFolder(folderId).values,
    );
    return countsOf(rows.map((row) => parseRow(standingShape, 'documents', ['standing'], row)));
  }

  #among(ids: IdSet, standing: Standing, folderId: number | undefined): number {
    return this.of(standing, folderId).reduce((count, id) => (ids.has(id) ? count + 1 : count), 0);
  }

  /** Reads the texts of a folder's documents. */
  #read(terms: SearchTerms, folderId: number | undefined): Matches {
    const holds = this.#search.holds(terms);
    const ids = new IdSet();
    const counts = standingNames.map((standing) => {
      const row = this.connection.get(
        `SELECT json_group_array(d.id) AS ids FROM documents d INDEXED BY ${standingIndex(folderId)}
          WHERE d.standing = ? ${inFolder(folderId, 'd.').sql} AND ${holds.sql}`,
        standing,
        ...inFolder(folderId).values,
        ...holds.values,
      );
      const found = idsOf(row?.ids);
      for (const id of found) ids.add(id);
      return { standing, count: found.length };
    });
    return { counts: countsOf(counts), ids };
  }
}
