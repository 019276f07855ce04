import Big from 'big.js';
import { z } from 'zod';
import { secondScanRule } from '../core/checks/rules.ts';
import type { FolderSettings } from '../core/config/folder-settings.ts';
import type { Sum } from '../core/contract/home.ts';
import type { Document } from '../core/document/document.ts';
import { reviewedResult } from '../core/review/local-review.ts';
import { columnOf, fieldOf, printedByColumn, type Total, totalOf } from '../core/values/columns.ts';
import { fold } from '../core/values/search-terms.ts';
import { type Reading, type TypedValue, typedResult } from '../core/values/typed-value.ts';
import { parseRow, Table } from './columns.ts';
import type { Connection, Value } from './connection.ts';
import type { InvoiceKeys } from './invoice-keys.ts';
import type { Meta } from './meta.ts';
import type { Routes } from './routes.ts';

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

/**
 * The values of documents by column (`core/values/columns.ts`), for sorting: what was read (a number, an ISO date), or else the
 * text, which comes after it. And one amount for each document, for sums. The printed text itself is in the result.
 */
export class Values extends Table {
  readonly #routes: Routes;
  readonly #meta: Meta;
  readonly #invoiceKeys: InvoiceKeys;

  constructor(connection: Connection, routes: Routes, meta: Meta, invoiceKeys: InvoiceKeys) {
    super(connection);
    this.#routes = routes;
    this.#meta = meta;
    this.#invoiceKeys = invoiceKeys;
  }

  /** What was read in a document's values, by field. */
  typed(document: Document): ReadonlyMap<string, TypedValue> {
    const { result, review } = document;
    if (result?.kind !== 'extraction') return new Map();
    return typedResult(reviewedResult(result, review), this.#reading(document, this.#settingsOf(document)));
  }

  #settingsOf({ folderId }: Document): FolderSettings | undefined {
    return this.#meta.read('folder-settings', folderId);
  }

  #reading({ origin, route }: Document, settings: FolderSettings | undefined): Reading {
    const dates = settings?.dates;
    const descriptions = this.#routes.info(origin, route)?.descriptions;
    return { ...(dates !== undefined && { dates }), ...(descriptions !== undefined && { descriptions }) };
  }

  /** Replaces a document's values by those of its result as people corrected it. @returns what was read in them */
  write(document: Document): ReadonlyMap<string, TypedValue> {
    const { id, folderId, result, review, origin, route } = document;
    const settings = this.#settingsOf(document);
    const reading = this.#reading(document, settings);
    const reviewed = result === undefined ? undefined : reviewedResult(result, review);
    const printed = [...(document.earlierSteps ?? []), document].flatMap((step) =>
      step.result === undefined ? [] : [...printedByColumn(reviewedResult(step.result, step.review))],
    );
    const typed = reviewed === undefined ? new Map<string, TypedValue>() : typedResult(reviewed, reading);
    this.connection.writing('values', () => {
      this.connection.run('DELETE FROM field_values WHERE document_id = ?', id);
      this.connection.run('DELETE FROM totals WHERE document_id = ?', id);
      this.#invoiceKeys.write(document, secondScanRule(settings?.checks), reading);
      // A later step's value stands for an earlier one of the same column.
      for (const [column, text] of [...new Map(printed)].slice(0, maxValues)) {
        const read = typed.get(fieldOf(column) ?? '');
        const name = this.#idOf(folderId, column);
        if (name === undefined) continue;
        this.connection.run(
          'INSERT INTO field_values (document_id, name, rank, sort) VALUES (?, ?, ?, ?)',
          ...[id, name, ...sortKey(text, read)],
        );
      }
      const total = isCounted(document) ? totalOf(typed, this.#routes.info(origin, route) ?? {}) : undefined;
      if (total !== undefined) this.#writeTotal(document, total);
    });
    return typed;
  }

  #writeTotal({ id, folderId, foundAt }: Document, { field, amount, currency }: Total): void {
    const digits = amount.replace('.', '');
    const name = this.#idOf(folderId, columnOf(field));
    if (digits.replace('-', '').length > maxDigits || name === undefined) return;
    this.connection.run(
      'INSERT INTO totals (document_id, found_at, name, currency, scale, units) VALUES (?, ?, ?, ?, ?, ?)',
      id,
      foundAt,
      name,
      currency ?? '',
      amount.split('.')[1]?.length ?? 0,
      Number(digits),
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

  /** Every document is to be read again: something that decides how was changed. `next` says which. */
  readAgain(): void {
    this.connection.transaction(() => {
      this.connection.run('DELETE FROM values_from');
      this.connection.run('INSERT INTO values_from SELECT coalesce(max(id), 0) + 1 FROM documents');
    });
  }

  /** Documents whose values are still to be read, newest first. */
  unread(limit: number): readonly number[] {
    const rows = this.connection.all(
      'SELECT id FROM documents WHERE id < (SELECT document_id FROM values_from) ORDER BY id DESC LIMIT (? + 0)',
      limit,
    );
    return rows.map(({ id }) => Number(id));
  }

  /** Those from this one on were read. */
  setRead(from: number): void {
    this.connection.writing('values', () => this.connection.run('UPDATE values_from SET document_id = ?', from));
  }

  /** Undefined if the folder has too many already. */
  #idOf(folderId: number, name: string): number | undefined {
    const id = this.connection.number('SELECT id FROM value_names WHERE folder_id = ? AND name = ?', folderId, name);
    if (id !== undefined) return id;
    const known = this.connection.number('SELECT count(*) FROM value_names WHERE folder_id = ?', folderId) ?? 0;
    return known < maxNames ? this.insert('value_names', { folder_id: folderId, name }) : undefined;
  }
}

/** Whether a document's amount counts in sums: a copy would count twice, and what is gone was replaced or taken away. */
export function isCounted({ state }: Pick<Document, 'state'>): boolean {
  return state.kind !== 'duplicate' && state.kind !== 'gone';
}

function sortKey(printed: string, read: TypedValue | undefined): readonly Value[] {
  if (read === undefined || !('value' in read)) return [1, fold(printed.slice(0, sortedLength)).trim()];
  return [0, read.kind === 'amount' ? Number(read.value) : read.value];
}
