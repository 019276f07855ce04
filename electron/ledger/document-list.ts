import { z } from 'zod';
import { type Balance, balanceOf, bucketOf } from '../core/balance.ts';
import { type Delivery, type StateName, stateNames, type Wait } from '../core/document.ts';
import type { DocumentQuery } from '../core/records.ts';
import { parseRow, withoutNulls } from './columns.ts';
import type { Connection, Value } from './connection.ts';
import type { Condition, Search } from './search.ts';

/** How many documents there are of a kind. */
export interface DocumentCount {
  readonly state: StateName;
  readonly delivery: Delivery['kind'];
  readonly wait?: Wait['kind'];
  readonly count: number;
}

const countShape = z.object({
  state: z.enum(stateNames),
  delivery: z.enum(['none', 'pending', 'written', 'done']),
  wait: z.enum(['ready', 'behind', 'held', 'blocked']).nullable(),
  count: z.number(),
});

const defaultLimit = 100;

const attentionShape = z.object({ state: z.enum(stateNames), count: z.number() });

/** Which documents, and which part of their list. */
interface Selection {
  readonly states: readonly StateName[];
  readonly folderId: number | undefined;
  readonly attention: boolean;
  /** Whether these are not all there are. */
  readonly filtered: boolean;
  readonly offset: number;
  readonly limit: number;
}

const everything: Condition = { sql: 'true', values: [] };

/** Lists and counts documents for those who look: pages, numbers by state, the balance. Nothing here reads every document. */
export class DocumentList {
  readonly #connection: Connection;
  readonly #search: Search;

  constructor(connection: Connection, search: Search) {
    this.#connection = connection;
    this.#search = search;
  }

  /** Numbers by state, delivery and reason to wait, of one folder or of all; none of them is 0. */
  counts(folderId?: number): DocumentCount[] {
    const rows = this.#connection.all(
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

  #attention(folderId: number | undefined): readonly { readonly state: StateName; readonly count: number }[] {
    const rows = this.#connection.all(
      `SELECT state, sum(count) AS count FROM counts
        WHERE count > 0 AND attention = 1 ${folderId === undefined ? '' : 'AND folder_id = ?'} GROUP BY state`,
      ...(folderId === undefined ? [] : [folderId]),
    );
    return rows.map((row) => parseRow(attentionShape, 'counts', ['state'], row));
  }

  balance(folderId?: number): Balance {
    return balanceOf(this.counts(folderId).map(({ state, delivery, count }) => ({ bucket: bucketOf(state, delivery), count })));
  }

  /** The ids of a page, newest change first, and how many documents the query finds in all. */
  page(query: DocumentQuery): { readonly ids: readonly number[]; readonly total: number } {
    const { states, folderId, offset = 0, limit = defaultLimit } = query;
    const attention = query.attention === true;
    const all = attention ? this.#attention(folderId) : this.counts(folderId);
    const counts = all.filter(({ state }) => states === undefined || states.includes(state));
    const selection: Selection = {
      states: [...new Set(counts.map(({ state }) => state))],
      folderId,
      attention,
      filtered: states !== undefined || folderId !== undefined || attention,
      offset,
      limit,
    };
    const selected = counts.reduce((sum, { count }) => sum + count, 0);
    const text = query.text?.trim() ?? '';
    if (selected === 0 || text === '') return { ids: this.#newest(selection, everything), total: selected };

    const total = this.#total(selection, text);
    // What most documents hold is met soon on the way from the newest; what few hold is better found and then sorted.
    const common = total * 2 > selected;
    return { ids: common ? this.#newest(selection, this.#search.holds(text)) : this.#found(selection, text), total };
  }

  /**
   * Each state's documents lie in the order of the page in an index, and SQLite merges them, so that it reads no
   * further than the page's end.
   */
  #newest(selection: Selection, condition: Condition): readonly number[] {
    const { states, folderId, offset, limit } = selection;
    if (states.length === 0) return [];
    if (selection.attention) return this.#pressing(selection, condition);
    const arm = `SELECT d.id, d.changed_at FROM documents d
      WHERE ${folderId === undefined ? '' : 'd.folder_id = ? AND'} d.state = ? AND ${condition.sql}`;
    return this.#ids(
      `${states.map(() => arm).join(' UNION ALL ')} ORDER BY changed_at DESC, id DESC LIMIT (? + 0) OFFSET (? + 0)`,
      [...states.flatMap((state) => [...(folderId === undefined ? [] : [folderId]), state, ...condition.values]), limit, offset],
    );
  }

  /** There are few of these, and an index has just them. */
  #pressing({ states, folderId, offset, limit }: Selection, condition: Condition): readonly number[] {
    return this.#ids(
      `SELECT d.id FROM documents d INDEXED BY documents_by_attention
        WHERE d.attention = 1 ${folderId === undefined ? '' : 'AND d.folder_id = ?'}
          AND d.state IN (SELECT value FROM json_each(?)) AND ${condition.sql}
        ORDER BY d.changed_at DESC, d.id DESC LIMIT (? + 0) OFFSET (? + 0)`,
      [...(folderId === undefined ? [] : [folderId]), JSON.stringify(states), ...condition.values, limit, offset],
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

  #total(selection: Selection, text: string): number {
    const { sql, values } = selection.filtered ? this.#matching(selection, text) : this.#anywhere(text);
    return this.#connection.number(`SELECT count(*) ${sql}`, ...values) ?? 0;
  }

  #anywhere(text: string): Condition {
    const { sql, values } = this.#search.finder(text);
    return { sql: `FROM (${sql})`, values };
  }

  #matching({ states, folderId, attention }: Selection, text: string): Condition {
    const finder = this.#search.finder(text);
    return {
      sql: `FROM (${finder.sql}) found CROSS JOIN documents d ON d.id = found.id
        WHERE ${folderId === undefined ? '' : 'd.folder_id = ? AND'} d.state IN (SELECT value FROM json_each(?))
          ${attention ? 'AND d.attention = 1' : ''}`,
      values: [...finder.values, ...(folderId === undefined ? [] : [folderId]), JSON.stringify(states)],
    };
  }

  #ids(sql: string, values: readonly Value[]): readonly number[] {
    return this.#connection.all(sql, ...values).map((row) => z.number().parse(row.id));
  }
}
