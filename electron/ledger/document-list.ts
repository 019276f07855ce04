import { z } from 'zod';
import { type Balance, balanceOf, bucketOf } from '../core/document/balance.ts';
import { type DeliveryName, deliveryNames } from '../core/document/delivery.ts';
import type { DocumentPage, DocumentQuery } from '../core/document/records.ts';
import { askingIn, countsOf, type Standing, type StandingCounts, standingNames, sumOf } from '../core/document/standing.ts';
import { type StateName, stateNames } from '../core/document/states.ts';
import { type WaitName, waitNames } from '../core/document/wait.ts';
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
    const { folderId, offset = 0, limit = defaultLimit } = query;
    const text = query.text?.trim() ?? '';
    const all = this.standings(folderId);
    const { counts, found } = text === '' ? { counts: all, found: undefined } : this.#counted(text, folderId, all);
    const wanted = standingNames.filter((name) => counts[name] > 0 && query.standings?.includes(name) !== false);
    const [total, selected] = [sumOf(counts, wanted), sumOf(all, wanted)];
    const selection: Selection = { standings: wanted, folderId, offset, limit };
    if (total === selected) return { ids: this.#newest(selection, everything, total), total, counts };
    // A text that most documents hold is soon met when walking the list; one that few hold is better found by index and then sorted.
    const isCommon = total * 2 > selected || selected <= (found ?? selected);
    const ids = isCommon ? this.#newest(selection, this.#search.holds(text), total) : this.#found(selection, text);
    return { ids, total, counts };
  }

  /**
   * How many of a folder hold the text, by standing. Reading a found document takes time, and so does reading a text; so it
   * goes through the smallest set: those found, those of the folder, or all but the ones of the most frequent standing.
   * @returns also how many hold it in all folders, if that was asked
   */
  #counted(
    text: string,
    folderId: number | undefined,
    all: StandingCounts,
  ): { readonly counts: StandingCounts; readonly found?: number } {
    const selected = sumOf(all);
    const everywhere = folderId === undefined ? all : this.standings();
    const isWhole = sumOf(everywhere) === selected;
    const holds = this.#search.holds(text);
    if (selected <= maxReadWithoutAsking && !isWhole) return { counts: this.#read(standingNames, folderId, holds) };
    const found = this.#search.count(text);
    if (found === 0 || found === sumOf(everywhere)) return { counts: found === 0 ? countsOf([]) : all, found };
    const most = standingNames.reduce((best, name) => (all[name] > all[best] ? name : best));
    const others = standingNames.filter((name) => name !== most);
    const readingOthers = isWhole ? readingCost * (selected - all[most]) : Number.POSITIVE_INFINITY;
    const least = Math.min(found, readingCost * selected, readingOthers);
    if (least === found) {
      const { sql, values } = this.#matching({ standings: standingNames, folderId }, text);
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

  #found(selection: Selection, text: string): readonly number[] {
    const { sql, values } = this.#matching(selection, text);
    return this.#ids(`SELECT d.id ${sql} ORDER BY d.changed_at DESC, d.id DESC LIMIT (? + 0) OFFSET (? + 0)`, [
      ...values,
      selection.limit,
      selection.offset,
    ]);
  }

  #matching({ standings, folderId }: Pick<Selection, 'standings' | 'folderId'>, text: string): Condition {
    const finder = this.#search.finder(text);
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
