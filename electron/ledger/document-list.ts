import { z } from 'zod';
import { type Balance, balanceOf, bucketOf } from '../core/document/balance.ts';
import { type DeliveryName, deliveryNames } from '../core/document/delivery.ts';
import type { DocumentPage, DocumentQuery } from '../core/document/records.ts';
import { askingIn, countsOf, type Standing, type StandingCounts, standingNames, sumOf } from '../core/document/standing.ts';
import { type StateName, stateNames } from '../core/document/states.ts';
import { type WaitName, waitNames } from '../core/document/wait.ts';
import type { Sort } from '../core/values/columns.ts';
import { type SearchTerms, searchTerms } from '../core/values/search-terms.ts';
import { numberColumn, parseRow, Table, withoutNulls } from './columns.ts';
import type { Connection, Value } from './connection.ts';
import type { Condition, Search } from './search.ts';

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

const standingShape = z.object({ standing: z.enum(standingNames), count: z.number() });

const defaultLimit = 100;

/** Up to this many documents, their texts are read without asking whether an index is faster: that takes some milliseconds. */
const maxReadWithoutAsking = 10_000;
/** Reading the text of a document takes this many times as long as reading one that an index has found. */
const readingCost = 2;

/** Which documents, and which part of the list. */
interface Selection {
  readonly standings: readonly Standing[];
  readonly folderId: number | undefined;
  readonly offset: number;
  readonly limit: number;
}

const everything: Condition = { sql: 'true', values: [] };
const newestFirst: Sort = { by: 'when', descending: true };

/** Documents by what they are sorted by: the columns `sort` and `id`, up to the condition of the table. */
type Piece = Condition;

function both(one: Condition, other: Condition): Condition {
  return { sql: `${one.sql} AND ${other.sql}`, values: [...one.values, ...other.values] };
}

/** Lists and counts documents: pages, numbers by standing and state, the balance. Nothing here reads every document. */
export class DocumentList extends Table {
  readonly #search: Search;

  constructor(connection: Connection, search: Search) {
    super(connection);
    this.#search = search;
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
    const { counts, found } = terms.length === 0 ? { counts: all, found: undefined } : this.#counted(terms, folderId, all);
    const wanted = standingNames.filter((name) => counts[name] > 0 && query.standings?.includes(name) !== false);
    const [total, selected] = [sumOf(counts, wanted), sumOf(all, wanted)];
    const selection: Selection = { standings: wanted, folderId, offset, limit };
    const held = total === selected ? [] : terms;
    // A text that most documents hold is soon met when walking the list; one that few hold is better found by index and then sorted.
    const isCommon = total * 2 > selected || selected <= (found ?? selected);
    if (sort.by !== 'when') return { ids: this.#sorted(selection, sort, held, total), total, counts };
    const newest = (part: Selection) =>
      held.length === 0 || isCommon ? this.#newest(part, this.#holding(held), total) : this.#found(part, held);
    if (sort.descending) return { ids: newest(selection), total, counts };
    const rest = Math.min(limit, Math.max(0, total - offset));
    return { ids: newest({ ...selection, offset: total - offset - rest, limit: rest }).toReversed(), total, counts };
  }

  /**
   * In the order of a column, piece by piece: what has a type, what is text, then newest first what has no value. The index has
   * each piece of a folder in order, and SQLite merges folders.
   */
  #sorted(selection: Selection, { by, descending }: Sort, terms: SearchTerms, total: number): readonly number[] {
    const { folderId, offset, limit } = selection;
    const folders = folderId === undefined ? this.#folders() : [folderId];
    const names = by === 'name' ? [] : this.#names(by, folders);
    const pieces: Piece[] =
      by === 'name'
        ? folders.map((id) => ({
            sql: 'd.path AS sort, d.id FROM documents d INDEXED BY documents_by_path WHERE d.folder_id = ?',
            values: [id],
          }))
        : [];
    const ids: number[] = [];
    let before = 0;
    const allowed = this.#allowed(selection, terms);
    const take = (of: readonly Piece[]): void => {
      if (of.length === 0 || ids.length === limit) return;
      const values = of.flatMap((piece) => [...piece.values, ...allowed.values]);
      const sql = of.map((piece) => `SELECT ${piece.sql} AND ${allowed.sql}`).join(' UNION ALL ');
      const order = descending ? 'DESC' : 'ASC';
      const skip = Math.max(0, offset - before);
      const found = this.#ids(`${sql} ORDER BY sort ${order}, id ${order} LIMIT (? + 0) OFFSET (? + 0)`, [
        ...values,
        limit - ids.length,
        skip,
      ]);
      ids.push(...found);
      before +=
        found.length > 0 ? skip + found.length : (this.connection.number(`SELECT count(*) FROM (${sql})`, ...values) ?? 0);
    };
    take(pieces);
    for (const rank of [0, 1]) {
      take(
        names.map((name) => ({
          sql: 'v.sort, v.document_id AS id FROM field_values v WHERE v.name = ? AND v.rank = ?',
          values: [name, rank],
        })),
      );
    }
    if (by === 'name' || ids.length === limit || before >= total) return ids;
    const none = {
      sql: `NOT EXISTS (SELECT 1 FROM field_values v WHERE v.document_id = d.id AND v.name IN (${names.join(', ')}))`,
      values: [],
    };
    const rest = { ...selection, offset: Math.max(0, offset - before), limit: limit - ids.length };
    return [...ids, ...this.#newest(rest, both(none, this.#holding(terms)), total - before)];
  }

  /** True of an `id` of the selection that holds the terms; of any, where all documents are. The smaller set is read. */
  #allowed(selection: Selection, terms: SearchTerms): Condition {
    if (terms.length > 0) {
      const { sql, values } = this.#matching(selection, terms);
      return { sql: `id IN (SELECT d.id ${sql})`, values };
    }
    const all = this.standings(selection.folderId);
    const others = standingNames.filter((name) => all[name] > 0 && !selection.standings.includes(name));
    if (others.length === 0) return everything;
    const isMost = sumOf(all, others) * 2 < sumOf(all);
    return {
      sql: `id ${isMost ? 'NOT IN' : 'IN'} (SELECT id FROM documents WHERE standing IN (SELECT value FROM json_each(?)))`,
      values: [JSON.stringify(isMost ? others : selection.standings)],
    };
  }

  #holding(terms: SearchTerms): Condition {
    return terms.length === 0 ? everything : this.#search.holds(terms);
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
   * How many of a folder hold the text, by standing. Reading a found document takes time, and so does reading a text; so it
   * goes through the smallest set: those found, those of the folder, or all but the ones of the most frequent standing.
   * @returns also how many hold it in all folders, if that was asked
   */
  #counted(
    terms: SearchTerms,
    folderId: number | undefined,
    all: StandingCounts,
  ): { readonly counts: StandingCounts; readonly found?: number } {
    const selected = sumOf(all);
    const everywhere = folderId === undefined ? all : this.standings();
    const isWhole = sumOf(everywhere) === selected;
    const holds = this.#search.holds(terms);
    if (selected <= maxReadWithoutAsking && !isWhole) return { counts: this.#read(standingNames, folderId, holds) };
    const found = this.#search.count(terms);
    if (found === 0 || found === sumOf(everywhere)) return { counts: found === 0 ? countsOf([]) : all, found };
    const most = standingNames.reduce((best, name) => (all[name] > all[best] ? name : best));
    const others = standingNames.filter((name) => name !== most);
    const readingOthers = isWhole ? readingCost * (selected - all[most]) : Number.POSITIVE_INFINITY;
    const least = Math.min(found, readingCost * selected, readingOthers);
    if (least === found) {
      const { sql, values } = this.#matching({ standings: standingNames, folderId }, terms);
      return { counts: this.#grouped(`SELECT d.standing, count(*) AS count ${sql} GROUP BY d.standing`, values), found };
    }
    if (least !== readingOthers) return { counts: this.#read(standingNames, folderId, holds), found };
    const counts = this.#read(others, folderId, holds);
    return { counts: { ...counts, [most]: found - sumOf(counts) }, found };
  }

  /** Reads the texts of documents, and counts those that meet the condition. */
  #read(standings: readonly Standing[], folderId: number | undefined, holds: Condition): StandingCounts {
    return this.#grouped(
      `SELECT d.standing, count(*) AS count
        FROM documents d INDEXED BY ${folderId === undefined ? 'documents_by_standing' : 'documents_by_folder'}
        WHERE d.standing IN (SELECT value FROM json_each(?)) ${inFolder(folderId, 'd.').sql} AND ${holds.sql} GROUP BY d.standing`,
      [JSON.stringify(standings), ...inFolder(folderId).values, ...holds.values],
    );
  }

  /**
   * An index has each standing's documents in the order of the page, and SQLite merges them, so that it reads no further than
   * the page's end; it starts from the end of the list that is nearer.
   * @param total how many of the selection meet the condition
   */
  #newest({ standings, folderId, offset, ...selection }: Selection, condition: Condition, total: number): readonly number[] {
    const limit = Math.min(selection.limit, total - offset);
    if (limit <= 0) return [];
    const rest = total - offset - limit;
    const backwards = rest < offset;
    const order = backwards ? 'ASC' : 'DESC';
    const ids = this.#ids(
      `${standings
        .map(
          () => `SELECT d.id, d.changed_at FROM documents d
            WHERE d.standing = ? ${inFolder(folderId, 'd.').sql} AND ${condition.sql}`,
        )
        .join(' UNION ALL ')} ORDER BY changed_at ${order}, id ${order} LIMIT (? + 0) OFFSET (? + 0)`,
      [
        ...standings.flatMap((standing) => [standing, ...inFolder(folderId).values, ...condition.values]),
        limit,
        backwards ? rest : offset,
      ],
    );
    return backwards ? ids.toReversed() : ids;
  }

  #found(selection: Selection, terms: SearchTerms): readonly number[] {
    const { sql, values } = this.#matching(selection, terms);
    return this.#ids(`SELECT d.id ${sql} ORDER BY d.changed_at DESC, d.id DESC LIMIT (? + 0) OFFSET (? + 0)`, [
      ...values,
      selection.limit,
      selection.offset,
    ]);
  }

  #matching({ standings, folderId }: Pick<Selection, 'standings' | 'folderId'>, terms: SearchTerms): Condition {
    const finder = this.#search.finder(terms);
    return {
      sql: `FROM (${finder.sql}) found CROSS JOIN documents d ON d.id = found.id
        WHERE d.standing IN (SELECT value FROM json_each(?)) ${inFolder(folderId, 'd.').sql}`,
      values: [...finder.values, JSON.stringify(standings), ...inFolder(folderId).values],
    };
  }

  #grouped(sql: string, values: readonly Value[]): StandingCounts {
    return countsOf(this.connection.all(sql, ...values).map((row) => parseRow(standingShape, 'documents', ['standing'], row)));
  }

  #ids(sql: string, values: readonly Value[]): readonly number[] {
    return this.connection.all(sql, ...values).map((row) => numberColumn.parse(row.id));
  }
}

/** The end of a condition: one folder, or any. */
function inFolder(folderId: number | undefined, table = ''): Condition {
  return folderId === undefined ? { sql: '', values: [] } : { sql: `AND ${table}folder_id = ?`, values: [folderId] };
}
