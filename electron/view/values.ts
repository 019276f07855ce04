import type { Document } from '../core/document/document.ts';
import { reviewedResult } from '../core/review/local-review.ts';
import { fieldOf, printedByColumn } from '../core/values/columns.ts';
import { fold } from '../core/values/search-terms.ts';
import type { TypedValue } from '../core/values/typed-value.ts';
import type { Value } from '../ledger/connection.ts';
import { IdSet, idsOf } from '../ledger/document-list.ts';
import { Table } from '../ledger/table-base.ts';

/** So many values of a document are kept for sorting; one with more has a table in its fields. */
const maxValues = 100;
/** Of a folder, so many columns are sorted by: the first that came. */
const maxNames = 1_000;
/** Text is sorted by its beginning. */
const sortedLength = 64;

/** A document with what was read in its values. */
export interface ReadDocument {
  readonly document: Document;
  readonly typed: ReadonlyMap<string, TypedValue>;
}

/**
 * The values of documents by column (`core/values/columns.ts`), for sorting: what was read (a number, an ISO date), or else the
 * text, which comes after it. The printed text itself is in the result.
 */
export class Values extends Table {
  /** The numbers of names, which never change; those of a transaction that is rolled back are none. */
  readonly #ids = this.connection.remembering(new Map<string, number>());

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
  }

  remove(documentId: number): void {
    this.connection.run('DELETE FROM field_values WHERE document_id = ?', documentId);
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

  /** Undefined if the folder has too many already. */
  #idOf(folderId: number, name: string): number | undefined {
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

function sortKey(printed: string, read: TypedValue | undefined): readonly Value[] {
  if (read === undefined || !('value' in read)) return [1, fold(printed.slice(0, sortedLength)).trim()];
  // An amount of hundreds of digits is no number.
  const most = Number.MAX_VALUE;
  return [0, read.kind === 'amount' ? Math.min(most, Math.max(-most, Number(read.value))) : read.value];
}
