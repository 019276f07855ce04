import Big from 'big.js';
import { z } from 'zod';
import type { Sum } from '../core/contract/home.ts';
import type { Document } from '../core/document/document.ts';
import type { RouteInfo } from '../core/protocol/route.ts';
import { reviewedResult } from '../core/review/local-review.ts';
import { columnOf, fieldOf, printedByColumn, totalOf } from '../core/values/columns.ts';
import { fold } from '../core/values/search-terms.ts';
import type { TypedValue } from '../core/values/typed-value.ts';
import { parseRow, Table } from '../ledger/columns.ts';
import type { Value } from '../ledger/connection.ts';
import { IdSet, idsOf } from '../ledger/id-set.ts';

/** So many values of a document are kept for sorting; one with more has a table in its fields. */
const maxValues = 100;
/** Of a folder, so many columns are sorted by: the first that came. */
const maxNames = 1_000;
/** Text is sorted by its beginning. */
const sortedLength = 64;
/** Amounts with more digits are not summed: they could not be kept as whole numbers. */
const maxDigits = 15;
/** Whole numbers are summed in two parts, because a sum of large ones would not fit. */
const half = 1_000_000_000;
/** Milliseconds: sums are kept for each quarter of an hour. */
const quarter = 900_000;

const sumShape = z.object({
  name: z.string(),
  currency: z.string(),
  scale: z.number(),
  high: z.number(),
  low: z.number(),
  count: z.number(),
});

const totalShape = z.object({
  foundAt: z.number(),
  name: z.number(),
  currency: z.string(),
  scale: z.number(),
  units: z.number(),
});
type StoredTotal = z.output<typeof totalShape>;

/** A document with what was read in its values, and what is known of its route. */
export interface ReadDocument {
  readonly document: Document;
  readonly typed: ReadonlyMap<string, TypedValue>;
  readonly info: Partial<RouteInfo>;
}

/**
 * The values of documents by column (`core/values/columns.ts`), for sorting: what was read (a number, an ISO date), or else the
 * text, which comes after it. And one amount for each document, for sums. The printed text itself is in the result.
 */
export class Values extends Table {
  /** The numbers of names, which never change; those of a transaction that is rolled back are none. */
  readonly #ids = new Map<string, number>();
  #rollbacks = 0;

  /** Replaces the values of documents by those of their results as people corrected them; one without a result has none. */
  write(documents: readonly ReadDocument[]): void {
    const ids = JSON.stringify(documents.map(({ document }) => document.id));
    const values = documents.flatMap(({ document, typed }) => this.#valuesOf(document, typed));
    this.connection.run('DELETE FROM field_values WHERE document_id IN (SELECT value FROM json_each(?))', ids);
    if (values.length > 0) {
      this.connection.run(
        `INSERT INTO field_values (document_id, name, rank, sort)
          SELECT value ->> 0, value ->> 1, value ->> 2, value ->> 3 FROM json_each(?)`,
        JSON.stringify(values),
      );
    }
    const before = this.#totals(ids);
    for (const { document, typed, info } of documents) {
      const total = isCounted(document) ? this.#totalOf(document, typed, info) : undefined;
      this.#putTotal(document.id, before.get(document.id), total);
    }
  }

  remove(documentId: number): void {
    this.connection.run('DELETE FROM field_values WHERE document_id = ?', documentId);
    this.#putTotal(documentId, this.#totals(JSON.stringify([documentId])).get(documentId), undefined);
  }

  #valuesOf({ id, folderId, ...document }: Document, typed: ReadonlyMap<string, TypedValue>): (readonly Value[])[] {
    const printed = [document.verdict, document].flatMap((each) =>
      each?.result === undefined ? [] : [...printedByColumn(reviewedResult(each.result, each.review))],
    );
    // A value of the document stands for one of its classification of the same column.
    return [...new Map(printed)].slice(0, maxValues).flatMap(([column, text]) => {
      const name = this.#idOf(folderId, column);
      return name === undefined ? [] : [[id, name, ...sortKey(text, typed.get(fieldOf(column) ?? ''))]];
    });
  }

  #totals(ids: string): ReadonlyMap<number, StoredTotal> {
    const sql = `SELECT document_id, found_at, name, currency, scale, units FROM totals
      WHERE document_id IN (SELECT value FROM json_each(?))`;
    return new Map(
      this.connection.all(sql, ids).map((row) => [Number(row.document_id), parseRow(totalShape, 'totals', ['document_id'], row)]),
    );
  }

  #totalOf(
    { folderId, foundAt }: Document,
    typed: ReadonlyMap<string, TypedValue>,
    info: Partial<RouteInfo>,
  ): StoredTotal | undefined {
    const total = totalOf(typed, info);
    if (total === undefined) return undefined;
    const { field, amount, currency = '' } = total;
    const digits = amount.replace('.', '');
    const name = this.#idOf(folderId, columnOf(field));
    if (digits.replace('-', '').length > maxDigits || name === undefined) return undefined;
    return { foundAt, name, currency, scale: amount.split('.')[1]?.length ?? 0, units: Number(digits) };
  }

  #putTotal(documentId: number, before: StoredTotal | undefined, total: StoredTotal | undefined): void {
    if (JSON.stringify(before) === JSON.stringify(total)) return;
    if (before !== undefined) {
      this.#add(before, -1);
      this.connection.run('DELETE FROM totals WHERE document_id = ?', documentId);
    }
    if (total === undefined) return;
    const { foundAt, name, currency, scale, units } = total;
    this.#add(total, 1);
    this.insert('totals', { document_id: documentId, found_at: foundAt, name, currency, scale, units });
  }

  #add({ foundAt, name, currency, scale, units }: StoredTotal, by: 1 | -1): void {
    this.connection.run(
      `INSERT INTO sums VALUES (?, ?, ?, ?, ?, ?, ?)
        ON CONFLICT DO UPDATE SET high = high + excluded.high, low = low + excluded.low, count = count + excluded.count`,
      ...[Math.floor(foundAt / quarter), name, currency, scale],
      ...[by * Math.trunc(units / half), by * (units % half), by],
    );
  }

  /** The columns of which a folder, or any, has values. */
  columns(folderId?: number): readonly string[] {
    const where = folderId === undefined ? '' : 'WHERE folder_id = ?';
    const rows = this.connection.all(
      `SELECT name FROM value_names ${where} GROUP BY name ORDER BY min(id)`,
      ...(folderId === undefined ? [] : [folderId]),
    );
    return rows.map(({ name }) => String(name));
  }

  /** The numbers of a column's name, one for each of these folders that has it. */
  names(column: string, folders: readonly number[]): readonly number[] {
    const sql = 'SELECT id FROM value_names WHERE name = ? AND folder_id IN (SELECT value FROM json_each(?))';
    return this.connection.all(sql, column, JSON.stringify(folders)).map(({ id }) => Number(id));
  }

  /** The ids of the documents that have a value of one of these names. */
  having(names: readonly number[]): IdSet {
    const sql = 'SELECT json_group_array(document_id) AS ids FROM field_values WHERE name IN (SELECT value FROM json_each(?))';
    const having = new IdSet();
    for (const id of idsOf(this.connection.get(sql, JSON.stringify(names))?.ids)) having.add(id);
    return having;
  }

  /** What the documents that were found since then come to, by field and currency; copies and earlier versions do not count. */
  sums(since: number): readonly Sum[] {
    // The rest of the quarter of an hour in which it begins is read from the documents themselves.
    const whole = Math.ceil(since / quarter);
    const rows = this.connection.all(
      `SELECT n.name, t.currency, t.scale, sum(t.high) AS high, sum(t.low) AS low, sum(t.count) AS count FROM (
          SELECT name, currency, scale, high, low, count FROM sums WHERE quarter >= ? AND count > 0
          UNION ALL
          SELECT name, currency, scale, units / ${half}, units % ${half}, 1 FROM totals WHERE found_at >= ? AND found_at < ?
        ) t CROSS JOIN value_names n ON n.id = t.name GROUP BY n.name, t.currency, t.scale`,
      whole,
      since,
      whole * quarter,
    );
    const sums = new Map<string, { field: string; currency: string; amount: Big; scale: number; count: number }>();
    for (const row of rows) {
      const { name, currency, scale, high, low, count } = parseRow(sumShape, 'totals', ['name', 'currency'], row);
      const part = new Big(high).times(half).plus(low).div(new Big(10).pow(scale));
      const before = sums.get(`${currency} ${name}`);
      sums.set(`${currency} ${name}`, {
        field: fieldOf(name) ?? '',
        currency,
        amount: part.plus(before?.amount ?? 0),
        scale: Math.max(scale, before?.scale ?? 0),
        count: count + (before?.count ?? 0),
      });
    }
    return [...sums.values()]
      .toSorted(
        (one, other) => other.count - one.count || (`${one.field} ${one.currency}` < `${other.field} ${other.currency}` ? -1 : 1),
      )
      .map(({ field, currency, amount, scale, count }) => ({
        field,
        ...(currency !== '' && { currency }),
        amount: amount.toFixed(scale),
        count,
      }));
  }

  /** Undefined if the folder has too many already. */
  #idOf(folderId: number, name: string): number | undefined {
    if (this.#rollbacks !== this.connection.rollbacks) this.#ids.clear();
    this.#rollbacks = this.connection.rollbacks;
    const key = `${folderId} ${name}`;
    const id = this.#ids.get(key) ?? this.#idIn(folderId, name);
    if (id !== undefined) this.#ids.set(key, id);
    return id;
  }

  #idIn(folderId: number, name: string): number | undefined {
    const id = this.connection.number('SELECT id FROM value_names WHERE folder_id = ? AND name = ?', folderId, name);
    if (id !== undefined) return id;
    const known = this.connection.number('SELECT count(*) FROM value_names WHERE folder_id = ?', folderId) ?? 0;
    return known < maxNames ? this.insert('value_names', { folder_id: folderId, name }) : undefined;
  }
}

/** Whether a document's amount counts in sums: a copy would count twice, and what is gone was replaced or taken away. */
function isCounted({ state }: Pick<Document, 'state'>): boolean {
  return state.kind !== 'duplicate' && state.kind !== 'gone';
}

function sortKey(printed: string, read: TypedValue | undefined): readonly Value[] {
  if (read === undefined || !('value' in read)) return [1, fold(printed.slice(0, sortedLength)).trim()];
  // An amount of hundreds of digits is no number.
  const most = Number.MAX_VALUE;
  return [0, read.kind === 'amount' ? Math.min(most, Math.max(-most, Number(read.value))) : read.value];
}
