import { z } from 'zod';
import { type Balance, balanceOf, bucketOf } from '../core/document/balance.ts';
import { type DeliveryName, deliveryNames } from '../core/document/delivery.ts';
import type { DocumentPage, DocumentQuery } from '../core/document/records.ts';
import { askingIn, countsOf, type Standing, type StandingCounts, standingNames, sumOf } from '../core/document/standing.ts';
import { type StateName, stateNames } from '../core/document/states.ts';
import { type WaitName, waitNames } from '../core/document/wait.ts';
import type { Sort } from '../core/values/columns.ts';
import { searchTerms } from '../core/values/search-terms.ts';
import { numberColumn, parseRow, Table, withoutNulls } from './columns.ts';
import type { Connection, Value } from './connection.ts';
import { type Condition, inFolder, lookUpCost, standingShape } from './document-conditions.ts';
import { IdSet, idsOf } from './id-set.ts';
import { MatchFinder } from './matches.ts';
import type { Search } from './search.ts';

/** How many documents have this state, delivery and wait. */
export interface DocumentCount {
  readonly state: StateName;
  readonly delivery: DeliveryName;
  readonly wait?: WaitName;
  readonly count: number;
}

const countShape = z.object({
  state: z.enum(stateNames),
  delivery: z.enum(deliveryNames),
  wait: z.enum(waitNames).nullable(),
  count: z.number(),
});

const defaultLimit = 100;

/** So many ids more are read than should be enough for a page, to be compared with those that are wanted. */
const someIds = 1_000;

/** Which documents, and which part of the list. */
interface Selection {
  readonly standings: readonly Standing[];
  readonly folderId: number | undefined;
  readonly offset: number;
  readonly limit: number;
}

const newestFirst: Sort = { by: 'when', descending: true };

/** Whether a document with this id is wanted; undefined if each one is. */
type Filter = ((id: number) => boolean) | undefined;

/** Lists and counts documents: pages, numbers by standing and state, the balance. Nothing here reads every document. */
export class DocumentList extends Table {
  readonly #matches: MatchFinder;

  constructor(connection: Connection, search: Search) {
    super(connection);
    this.#matches = new MatchFinder(connection, search);
  }

  /** Numbers by state, delivery and wait, of one folder or of all; none of them is 0. */
  counts(folderId?: number): DocumentCount[] {
    const rows = this.connection.all(
      `SELECT state, delivery, nullif(wait, '') AS wait, sum(count) AS count FROM counts
        WHERE count > 0 ${inFolder(folderId).sql} GROUP BY state, delivery, wait`,
      ...inFolder(folderId).values,
    );
    return rows.map((row) => withoutNulls(parseRow(countShape, 'counts', ['state', 'delivery', 'wait'], row)));
  }

  /** Numbers by standing, of one folder or of all. */
  standings(folderId?: number): StandingCounts {
    return this.#grouped(
      `SELECT standing, sum(count) AS count FROM counts WHERE count > 0 ${inFolder(folderId).sql} GROUP BY standing`,
      inFolder(folderId).values,
    );
  }

  /** How many of one folder, or of all, need a person. */
  attention(folderId?: number): number {
    return askingIn(this.standings(folderId));
  }

  balance(folderId?: number): Balance {
    return balanceOf(this.counts(folderId).map(({ state, delivery, count }) => ({ bucket: bucketOf(state, delivery), count })));
  }

  /** The ids of a page, newest change first; how many documents the query finds, and how many of each standing. */
  page(query: DocumentQuery): Omit<DocumentPage, 'documents'> & { readonly ids: readonly number[] } {
    const { folderId, offset = 0, limit = defaultLimit, sort = newestFirst } = query;
    const terms = searchTerms(query.text ?? '');
    const all = this.standings(folderId);
    const found = terms.length === 0 ? undefined : this.#matches.find(terms, folderId, all, this.#everywhere(folderId, all));
    const counts = found?.counts ?? all;
    const wanted = standingNames.filter((name) => counts[name] > 0 && query.standings?.includes(name) !== false);
    const [total, selected] = [sumOf(counts, wanted), sumOf(all, wanted)];
    const selection: Selection = { standings: wanted, folderId, offset, limit };
    const ids = total === selected ? undefined : found?.ids;
    if (sort.by !== 'when') return { ids: this.#sorted(selection, sort, ids, total), total, counts };
    const newest = (part: Selection) => this.#newest(part, ids, total, selected);
    if (sort.descending) return { ids: newest(selection), total, counts };
    const rest = Math.min(limit, Math.max(0, total - offset));
    return { ids: newest({ ...selection, offset: total - offset - rest, limit: rest }).toReversed(), total, counts };
  }

  #everywhere(folderId: number | undefined, all: StandingCounts): StandingCounts {
    return folderId === undefined ? all : this.standings();
  }

  /**
   * In the order of a column, piece by piece: what has a type, what is text, then newest first what has no value. The index has
   * each piece of a folder in order, and SQLite merges folders.
   */
  #sorted(selection: Selection, { by, descending }: Sort, found: IdSet | undefined, total: number): readonly number[] {
    const { folderId, offset, limit } = selection;
    const folders = folderId === undefined ? this.#folders() : [folderId];
    const names = by === 'name' ? [] : this.#names(by, folders);
    const byName = folders.map((id) => ({
      sql: 'SELECT d.path AS sort, d.id FROM documents d INDEXED BY documents_by_path WHERE d.folder_id = ?',
      values: [id],
    }));
    const ofRank = (rank: number) =>
      names.map((name) => ({
        sql: 'SELECT v.sort, v.document_id AS id FROM field_values v WHERE v.name = ? AND v.rank = ?',
        values: [name, rank],
      }));
    const isWanted = this.#filter(selection, found);
    const order = descending ? 'DESC' : 'ASC';
    const ids: number[] = [];
    let before = 0;
    for (const pieces of by === 'name' ? [byName] : [ofRank(0), ofRank(1)]) {
      if (pieces.length === 0 || ids.length === limit) continue;
      const piece = unionOf(pieces, `ORDER BY sort ${order}, id ${order}`);
      const taken = this.#take(piece, isWanted, Math.max(0, offset - before), limit - ids.length);
      ids.push(...taken.ids);
      before += taken.passed;
    }
    if (by === 'name' || ids.length === limit || before >= total) return ids;
    const rest = { ...selection, offset: Math.max(0, offset - before), limit: limit - ids.length };
    return [...ids, ...this.#withoutValue(rest, names, isWanted)];
  }

  /** Those that have no value in the columns, newest first. */
  #withoutValue({ folderId, offset, limit }: Selection, names: readonly number[], isWanted: Filter): readonly number[] {
    const piece = {
      sql: `SELECT d.id FROM documents d WHERE ${folderId === undefined ? 'true' : 'd.folder_id = ?'}
        AND NOT EXISTS (SELECT 1 FROM field_values v WHERE v.document_id = d.id AND v.name IN (${names.join(', ')}))
        ORDER BY d.changed_at DESC, d.id DESC`,
      values: inFolder(folderId).values,
    };
    return this.#take(piece, isWanted, offset, limit).ids;
  }

  /** Takes a part of what is wanted from an ordered query. `passed`: how many that were wanted it has gone past, with those. */
  #take(
    { sql, values }: Condition,
    isWanted: Filter,
    offset: number,
    limit: number,
  ): { readonly ids: readonly number[]; readonly passed: number } {
    if (isWanted === undefined) {
      const ids = this.#ids(`${sql} LIMIT (? + 0) OFFSET (? + 0)`, [...values, limit, offset]);
      if (ids.length > 0) return { ids, passed: offset + ids.length };
      return { ids, passed: this.connection.number(`SELECT count(*) FROM (${sql})`, ...values) ?? 0 };
    }
    const ids: number[] = [];
    let passed = 0;
    for (let [start, count] = [0, someIds + offset + limit]; ; ) {
      const row = this.connection.get(
        `SELECT json_group_array(id) AS ids FROM (SELECT id FROM (${sql}) LIMIT (? + 0) OFFSET (? + 0))`,
        ...values,
        count,
        start,
      );
      const read = idsOf(row?.ids);
      for (const id of read) {
        if (!isWanted(id)) continue;
        passed += 1;
        if (passed > offset) ids.push(id);
        if (ids.length === limit) return { ids, passed };
      }
      if (read.length < count) return { ids, passed };
      start += count;
      // As many as should be enough, if as many of them are wanted as of those before.
      count = Math.min(2 * start, someIds + Math.ceil(((offset + limit - passed) * start) / Math.max(1, passed)));
    }
  }

  /** The documents of the selection's standings that were found; all of them, if no search was made. The smaller set is read. */
  #filter({ standings, folderId }: Selection, found: IdSet | undefined): Filter {
    const all = this.standings(folderId);
    const others = standingNames.filter((name) => all[name] > 0 && !standings.includes(name));
    if (others.length === 0) return found && ((id) => found.has(id));
    const isMost = sumOf(all, others) * 2 < sumOf(all);
    const read = new IdSet();
    for (const name of isMost ? others : standings) for (const id of this.#matches.of(name, folderId)) read.add(id);
    return (id) => read.has(id) !== isMost && found?.has(id) !== false;
  }

  #folders(): readonly number[] {
    return this.#ids('SELECT DISTINCT folder_id AS id FROM counts WHERE count > 0', []);
  }

  #names(name: string, folders: readonly number[]): readonly number[] {
    return this.#ids('SELECT id FROM value_names WHERE name = ? AND folder_id IN (SELECT value FROM json_each(?))', [
      name,
      JSON.stringify(folders),
    ]);
  }

  /**
   * An index has each standing's documents in the order of the page, and SQLite merges them, so that it reads no further than
   * the page's end; it starts from the end of the list that is nearer. Few that were found are looked up instead, and sorted.
   * @param total how many of the selection were found
   * @param selected how many there are in the selection
   */
  #newest(selection: Selection, found: IdSet | undefined, total: number, selected: number): readonly number[] {
    const { standings, folderId, offset } = selection;
    const limit = Math.min(selection.limit, total - offset);
    if (limit <= 0) return [];
    const rest = total - offset - limit;
    const backwards = rest < offset;
    const order = `ORDER BY changed_at ${backwards ? 'ASC' : 'DESC'}, id ${backwards ? 'ASC' : 'DESC'}`;
    const isFew = found !== undefined && found.size * lookUpCost < selected;
    const query = isFew ? lookedUp(found, selection, order) : inStandings(standings, folderId, order);
    const isWanted = found === undefined || isFew ? undefined : (id: number) => found.has(id);
    const { ids } = this.#take(query, isWanted, backwards ? rest : offset, limit);
    return backwards ? ids.toReversed() : ids;
  }

  #grouped(sql: string, values: readonly Value[]): StandingCounts {
    return countsOf(this.connection.all(sql, ...values).map((row) => parseRow(standingShape, 'documents', ['standing'], row)));
  }

  #ids(sql: string, values: readonly Value[]): readonly number[] {
    return this.connection.all(sql, ...values).map((row) => numberColumn.parse(row.id));
  }
}

function inStandings(standings: readonly Standing[], folderId: number | undefined, order: string): Condition {
  const { sql, values } = inFolder(folderId);
  const each = `SELECT id, changed_at FROM documents WHERE standing = ? ${sql}`;
  return unionOf(
    standings.map((standing) => ({ sql: each, values: [standing, ...values] })),
    order,
  );
}

function lookedUp(found: IdSet, { standings, folderId }: Selection, order: string): Condition {
  return {
    sql: `SELECT d.id AS id, d.changed_at AS changed_at
      FROM (SELECT value FROM json_each(?)) found CROSS JOIN documents d ON d.id = found.value
      WHERE d.standing IN (SELECT value FROM json_each(?)) ${inFolder(folderId, 'd.').sql} ${order}`,
    values: [JSON.stringify(found.list()), JSON.stringify(standings), ...inFolder(folderId).values],
  };
}

function unionOf(queries: readonly Condition[], end: string): Condition {
  return { sql: `${queries.map(({ sql }) => sql).join(' UNION ALL ')} ${end}`, values: queries.flatMap(({ values }) => values) };
}
