import { z } from 'zod';
import type { Totals, ValueFilter } from '../core/contract/documents.ts';
import { bucketOf, standingOf } from '../core/document/standing.ts';
import { traitsOf } from '../core/document/states.ts';
import { defined } from '../core/plain-data.ts';
import type { MainValues } from '../core/values/main-values.ts';
import { fold } from '../core/values/search-terms.ts';
import type { Value } from '../ledger/connection.ts';
import { type Filter, IdSet, idsOf, inFolder } from '../ledger/document-list.ts';
import { rowReader, Table } from '../ledger/table-base.ts';
import type { ReadDocument } from './values.ts';

/** Amounts are kept as whole numbers, so that SQLite sums them exactly: a unit has so many of their parts. */
const parts = 10_000;
const decimals = 4;

/** So many senders are offered: the most frequent ones. */
const mostSenders = 200;

const readSum = rowReader('main_values', ['currency'], {
  currency: z.string().exactOptional(),
  documents: z.number(),
  amount: z.string(),
  unreviewed: z.string(),
});

/** Who sent a document, of which day it is, and what it comes to (`core/values/main-values.ts`): for filters, and for totals. */
export class MainValuesTable extends Table {
  write(documents: readonly (ReadDocument & { readonly main: MainValues })[]): void {
    const rows = documents.flatMap(({ document, main: { sender, date, amount } }) => {
      if (sender === undefined && date === undefined && amount === undefined) return [];
      // A copy has the values of another document, and what is gone may have come back under another name.
      const isCounted = traitsOf[document.state.kind].result !== 'copied' && bucketOf(document.state.kind, 'done') !== 'gone';
      const isReviewed = standingOf(document) === 'confirmed';
      const own = [sender ?? null, sender === undefined ? null : fold(sender).trim(), date ?? null];
      const cost = [amount === undefined ? null : partsOf(amount.value), amount?.currency ?? null];
      return [[document.id, document.folderId, ...own, ...cost, isCounted ? 1 : 0, isReviewed ? 1 : 0]];
    });
    const ids = JSON.stringify(documents.map(({ document }) => document.id));
    this.connection.run('DELETE FROM main_values WHERE document_id IN (SELECT value FROM json_each(?))', ids);
    this.connection.run(
      `INSERT INTO main_values (document_id, folder_id, sender, sender_key, date, amount, currency, counted, reviewed)
        SELECT value ->> 0, value ->> 1, value ->> 2, value ->> 3, value ->> 4, value ->> 5, value ->> 6, value ->> 7, value ->> 8
        FROM json_each(?)`,
      JSON.stringify(rows),
    );
  }

  remove(documentId: number): void {
    this.connection.run('DELETE FROM main_values WHERE document_id = ?', documentId);
  }

  /** The documents with such values. A sender is found by its name, or by a part of it if nobody is called so. */
  found({ from, to, least, most, sender }: ValueFilter): IdSet {
    const conditions: (readonly [sql: string, value: Value | undefined])[] = [
      ['date >= ?1', from],
      ['date <= ?1', to],
      ['amount >= ?1', least === undefined ? undefined : Math.round(least * parts)],
      ['amount <= ?1', most === undefined ? undefined : Math.round(most * parts)],
      [
        `iif(EXISTS (SELECT 1 FROM main_values WHERE sender_key = ?1), sender_key = ?1, instr(sender_key, ?1) > 0)`,
        sender === undefined ? undefined : fold(sender).trim(),
      ],
    ];
    const meant = conditions.filter((each): each is readonly [string, Value] => each[1] !== undefined);
    const where = meant.map(([sql], index) => sql.replaceAll('?1', `?${index + 1}`));
    const row = this.connection.get(
      `SELECT json_group_array(document_id) AS ids FROM main_values WHERE ${['true', ...where].join(' AND ')}`,
      ...meant.map(([, value]) => value),
    );
    const found = new IdSet();
    for (const id of idsOf(row?.ids)) found.add(id);
    return found;
  }

  /** The senders of a folder's documents, or of all: the most frequent first. */
  senders(folderId: number | undefined): readonly string[] {
    const { sql, values } = inFolder(folderId);
    const rows = this.connection.all(
      `SELECT max(sender) AS sender FROM main_values WHERE sender_key IS NOT NULL ${sql}
        GROUP BY sender_key ORDER BY count(*) DESC, sender_key LIMIT ${mostSenders}`,
      ...values,
    );
    return rows.map(({ sender }) => String(sender));
  }

  /** What the documents come to that are wanted, currency by currency: what is in most of them first. */
  totals(folderId: number | undefined, isWanted: Filter): Totals['sums'] {
    const { sql, values } = inFolder(folderId);
    const from = `FROM main_values WHERE counted = 1 AND amount IS NOT NULL ${sql}`;
    const ids = isWanted && idsOf(this.connection.get(`SELECT json_group_array(document_id) AS ids ${from}`, ...values)?.ids);
    const rows = this.connection.all(
      `SELECT currency, count(*) AS documents, CAST(sum(amount) AS TEXT) AS amount,
          CAST(sum(iif(reviewed, 0, amount)) AS TEXT) AS unreviewed
        ${from} ${ids === undefined ? '' : 'AND document_id IN (SELECT value FROM json_each(?))'}
        GROUP BY currency ORDER BY documents DESC, currency`,
      ...values,
      ...(ids === undefined ? [] : [JSON.stringify(ids.filter((id) => isWanted?.(id)))]),
    );
    return rows.map(readSum).map(({ currency, documents, amount, unreviewed }) => ({
      ...defined({ currency }),
      documents,
      amount: decimalOf(amount),
      unreviewed: decimalOf(unreviewed),
    }));
  }
}

/** Null for an amount that no bill comes to. */
function partsOf(decimal: string): number | null {
  const whole = Math.round(Number(decimal) * parts);
  return Number.isSafeInteger(whole) ? whole : null;
}

/** A number of parts as a decimal, such as `5464.37`. */
function decimalOf(sum: string): string {
  const digits = sum.replace('-', '').padStart(decimals + 1, '0');
  const printed = `${digits.slice(0, -decimals)}.${digits.slice(-decimals)}`.replace(/\.?0+$/, '');
  return sum.startsWith('-') ? `-${printed}` : printed;
}
