import { z } from 'zod';
import { type Balance, balanceOf, bucketOf } from '../core/document/balance.ts';
import { type DeliveryName, deliveryNames } from '../core/document/delivery.ts';
import type { DocumentQuery } from '../core/document/records.ts';
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

const defaultLimit = 100;

/** Up to this many documents, their texts are read without asking whether an index is faster: that takes some milliseconds. */
const maxReadWithoutAsking = 10_000;
/** Reading the text of a document takes this many times as long as reading one that an index has found. */
const readingCost = 2;

const stateCountShape = z.object({ state: z.enum(stateNames), count: z.number() });

type Mark = 'attention' | 'dismissed';

/** Which documents, and which part of the list. */
interface Selection {
  readonly states: readonly StateName[];
  /** Every state was asked for. */
  readonly anyState: boolean;
  readonly folderId: number | undefined;
  /** Only documents with a mark of which there are few: those that need a person, or those that were dismissed. */
  readonly mark: Mark | undefined;
  /** Something was asked for: a state, a folder, or a mark. */
  readonly filtered: boolean;
  readonly offset: number;
  readonly limit: number;
}

const everything: Condition = { sql: 'true', values: [] };

/** Lists and counts documents: pages, numbers by state, the balance. Nothing here reads every document. */
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
        WHERE count > 0 ${folderId === undefined ? '' : 'AND folder_id = ?'} GROUP BY state, delivery, wait`,
      ...(folderId === undefined ? [] : [folderId]),
    );
    return rows.map((row) => withoutNulls(parseRow(countShape, 'counts', ['state', 'delivery', 'wait'], row)));
  }

  /** How many of one folder, or of all, need a person. */
  attention(folderId?: number): number {
    return this.#attention(folderId).reduce((sum, { count }) => sum + count, 0);
  }

  dismissed(folderId?: number): number {
    return this.#dismissed(folderId).reduce((sum, { count }) => sum + count, 0);
  }

  #attention(folderId: number | undefined): readonly { readonly state: StateName; readonly count: number }[] {
    const rows = this.connection.all(
      `SELECT state, sum(count) AS count FROM counts
        WHERE count > 0 AND attention = 1 ${folderId === undefined ? '' : 'AND folder_id = ?'} GROUP BY state`,
      ...(folderId === undefined ? [] : [folderId]),
    );
    return rows.map((row) => parseRow(stateCountShape, 'counts', ['state'], row));
  }

  #dismissed(folderId: number | undefined): readonly { readonly state: StateName; readonly count: number }[] {
    const rows = this.connection.all(
      `SELECT state, count(*) AS count FROM documents INDEXED BY documents_by_dismissed
        WHERE dismissed = 1 ${folderId === undefined ? '' : 'AND folder_id = ?'} GROUP BY state`,
      ...(folderId === undefined ? [] : [folderId]),
    );
    return rows.map((row) => parseRow(stateCountShape, 'documents', ['state'], row));
  }

  balance(folderId?: number): Balance {
    return balanceOf(this.counts(folderId).map(({ state, delivery, count }) => ({ bucket: bucketOf(state, delivery), count })));
  }

  /** The ids of a page, newest change first, and the total number of documents that the query finds. */
  page(query: DocumentQuery): { readonly ids: readonly number[]; readonly total: number } {
    const { states, folderId, offset = 0, limit = defaultLimit } = query;
    const mark = query.attention === true ? 'attention' : query.dismissed === true ? 'dismissed' : undefined;
    const all =
      mark === undefined ? this.counts(folderId) : mark === 'attention' ? this.#attention(folderId) : this.#dismissed(folderId);
    const counts = all.filter(({ state }) => states === undefined || states.includes(state));
    const selection: Selection = {
      states: [...new Set(counts.map(({ state }) => state))],
      anyState: states === undefined,
      folderId,
      mark,
      filtered: states !== undefined || folderId !== undefined || mark !== undefined,
      offset,
      limit,
    };
    const selected = counts.reduce((sum, { count }) => sum + count, 0);
    const text = query.text?.trim() ?? '';
    if (selected === 0 || text === '') return { ids: this.#newest(selection, everything, selected), total: selected };

    const holds = this.#search.holds(text);
    if (selection.filtered && selected <= maxReadWithoutAsking) {
      const total = this.#tested(this.#selected(selection), holds);
      return { ids: this.#newest(selection, holds, total), total };
    }
    const found = this.#search.count(text);
    const total = selection.filtered ? this.#total(selection, text, { selected, found }) : found;
    // A text that most documents hold is soon met when walking the list; one that few hold is better found by index and then sorted.
    const common = total * 2 > selected || selected <= found;
    if (total > 0 && !common) return { ids: this.#found(selection, text), total };
    return { ids: this.#newest(selection, total === selected ? everything : holds, total), total };
  }

  /**
   * An index has each state's documents in the order of the page, and SQLite merges them, so that it reads no further than
   * the page's end; it starts from the end of the list that is nearer.
   * @param total how many of the selection meet the condition
   */
  #newest(selection: Selection, condition: Condition, total: number): readonly number[] {
    const { states, folderId, offset } = selection;
    const limit = Math.min(selection.limit, total - offset);
    if (limit <= 0) return [];
    const rest = total - offset - limit;
    const backwards = rest < offset;
    const order = backwards ? 'ASC' : 'DESC';
    const part = [limit, backwards ? rest : offset];
    const ids =
      selection.mark !== undefined
        ? this.#marked(marked(selection, selection.mark), condition, order, part)
        : this.#ids(
            `${states
              .map(
                () => `SELECT d.id, d.changed_at FROM documents d
                WHERE ${folderId === undefined ? '' : 'd.folder_id = ? AND'} d.state = ? AND ${condition.sql}`,
              )
              .join(' UNION ALL ')} ORDER BY changed_at ${order}, id ${order} LIMIT (? + 0) OFFSET (? + 0)`,
            [...states.flatMap((state) => [...(folderId === undefined ? [] : [folderId]), state, ...condition.values]), ...part],
          );
    return backwards ? ids.toReversed() : ids;
  }

  /** There are few of these, and an index holds just them. */
  #marked({ sql, values }: Condition, condition: Condition, order: 'ASC' | 'DESC', part: readonly number[]): readonly number[] {
    return this.#ids(
      `SELECT d.id ${sql} AND ${condition.sql} ORDER BY d.changed_at ${order}, d.id ${order} LIMIT (? + 0) OFFSET (? + 0)`,
      [...values, ...condition.values, ...part],
    );
  }

  #found(selection: Selection, text: string): readonly number[] {
    const { sql, values } = this.#matching(selection, text);
    return this.#ids(`SELECT d.id ${sql} ORDER BY d.changed_at DESC, d.id DESC LIMIT (? + 0) OFFSET (? + 0)`, [
      ...values,
      selection.limit,
      selection.offset,
    ]);
  }

  /**
   * How many of the selection hold the text. Reading a found document takes time, and so does reading a text; so it goes
   * through the smallest set: those found, those selected, or those not selected.
   */
  #total(selection: Selection, text: string, { selected, found }: { readonly selected: number; readonly found: number }): number {
    const all = this.counts().reduce((sum, { count }) => sum + count, 0);
    if (found === 0 || found === all) return found === 0 ? 0 : selected;
    const least = Math.min(
      found,
      readingCost * selected,
      selection.mark !== undefined ? Number.POSITIVE_INFINITY : readingCost * (all - selected),
    );
    if (least === found) {
      const { sql, values } = this.#matching(selection, text);
      return this.connection.number(`SELECT count(*) ${sql}`, ...values) ?? 0;
    }
    const holds = this.#search.holds(text);
    if (least === readingCost * selected) return this.#tested(this.#selected(selection), holds);
    return found - this.#tested(this.#others(selection), holds);
  }

  #tested(documents: Condition, holds: Condition): number {
    const sql = `SELECT count(*) ${documents.sql} AND ${holds.sql}`;
    return this.connection.number(sql, ...documents.values, ...holds.values) ?? 0;
  }

  #selected(selection: Selection): Condition {
    const { states, folderId, mark } = selection;
    if (mark !== undefined) return marked(selection, mark);
    return inGroups(`state IN (SELECT value FROM json_each(?)) ${folderId === undefined ? '' : 'AND folder_id = ?'}`, [
      JSON.stringify(states),
      ...(folderId === undefined ? [] : [folderId]),
    ]);
  }

  /** Everything that is not selected. */
  #others({ states, folderId }: Selection): Condition {
    return inGroups(`(state NOT IN (SELECT value FROM json_each(?)) ${folderId === undefined ? '' : 'OR folder_id <> ?'})`, [
      JSON.stringify(states),
      ...(folderId === undefined ? [] : [folderId]),
    ]);
  }

  #matching({ states, folderId, mark }: Selection, text: string): Condition {
    const finder = this.#search.finder(text);
    return {
      sql: `FROM (${finder.sql}) found CROSS JOIN documents d ON d.id = found.id
        WHERE ${folderId === undefined ? '' : 'd.folder_id = ? AND'} d.state IN (SELECT value FROM json_each(?))
          ${mark === undefined ? '' : `AND d.${mark} = 1`}`,
      values: [...finder.values, ...(folderId === undefined ? [] : [folderId]), JSON.stringify(states)],
    };
  }

  #ids(sql: string, values: readonly Value[]): readonly number[] {
    return this.connection.all(sql, ...values).map((row) => numberColumn.parse(row.id));
  }
}

/** The documents of folders and states, from an index that holds nothing else. */
function inGroups(condition: string, values: readonly Value[]): Condition {
  return {
    sql: `FROM (SELECT DISTINCT folder_id, state FROM counts WHERE count > 0 AND ${condition}) g
      CROSS JOIN documents d INDEXED BY documents_by_folder ON d.folder_id = g.folder_id AND d.state = g.state WHERE true`,
    values,
  };
}

/** The documents with a mark. Where neither state nor folder matters, the mark's index alone answers the query. */
function marked({ states, anyState, folderId }: Selection, mark: Mark): Condition {
  return {
    sql: `FROM documents d INDEXED BY documents_by_${mark}
      WHERE d.${mark} = 1 ${anyState ? '' : 'AND d.state IN (SELECT value FROM json_each(?))'}
        ${folderId === undefined ? '' : 'AND d.folder_id = ?'}`,
    values: [...(anyState ? [] : [JSON.stringify(states)]), ...(folderId === undefined ? [] : [folderId])],
  };
}
