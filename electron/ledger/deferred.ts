import type { Columns } from './columns.ts';
import type { Connection, Deferred, Value } from './connection.ts';
import type { Written } from './durability.ts';

/** A row with a longer text is written by itself, so that no statement carries many of them. */
const longest = 64 * 1024;

/**
 * Changed rows of a table that are written together: several changes of a row as one, and rows of which the same columns have changed
 * in one statement. What a transaction changes of the documents of a request is so written in a few statements, however many they are.
 */
export class DeferredRows implements Deferred {
  readonly table: string;
  readonly #connection: Connection;
  readonly #rows = new Map<number, Record<string, Value>>();

  constructor(connection: Connection, table: string) {
    this.table = table;
    this.#connection = connection;
    connection.defer(this);
  }

  put(id: number, columns: Columns, what: Written): void {
    this.#connection.transaction(() => {
      this.#connection.willWrite(what);
      const row = this.#rows.get(id);
      if (row === undefined) this.#rows.set(id, { ...columns });
      else Object.assign(row, columns, 'log' in columns && { log: `${row.log ?? ''}${columns.log}` });
    });
  }

  forget(): void {
    this.#rows.clear();
  }

  write(): void {
    if (this.#rows.size === 0) return;
    const rows = [...this.#rows];
    this.#rows.clear();
    const isLong = (value: Value) => typeof value === 'string' && value.length > longest;
    const groups = Map.groupBy(rows, ([id, row]) =>
      Object.values(row).some(isLong) ? String(id) : Object.keys(row).sort().join(','),
    );
    for (const group of groups.values()) this.#writeGroup(group);
  }

  #writeGroup(rows: readonly (readonly [number, Columns])[]): void {
    const [[id, first] = [0, {}]] = rows;
    const names = Object.keys(first);
    if (rows.length === 1) {
      const set = names.map((name) => assignment(name, '?')).join(', ');
      this.#connection.write(undefined, `UPDATE ${this.table} SET ${set} WHERE id = ?`, ...Object.values(first), id);
      return;
    }
    const set = names.map((name) => assignment(name, `j.value ->> '${name}'`)).join(', ');
    this.#connection.write(
      undefined,
      `UPDATE ${this.table} SET ${set} FROM json_each(?) j WHERE ${this.table}.id = j.value ->> 'id'`,
      JSON.stringify(rows.map(([each, row]) => ({ id: each, ...row }))),
    );
  }
}

/** More rows than this are written before there are more of them. */
const mostAtOnce = 500;

/** Rows that are put into a table together, in one statement; each replaces the one that has its place. */
export class DeferredPuts<Column extends string> implements Deferred {
  readonly table: string;
  readonly #connection: Connection;
  readonly #sql: string;
  #rows: Readonly<Record<Column, Value>>[] = [];

  constructor(connection: Connection, table: string, columns: readonly Column[]) {
    this.table = table;
    this.#connection = connection;
    const values = columns.map((name) => `value ->> '${name}'`);
    this.#sql = `INSERT OR REPLACE INTO ${table} (${columns.join(', ')}) SELECT ${values.join(', ')} FROM json_each(?)`;
    connection.defer(this);
  }

  put(row: Readonly<Record<Column, Value>>, what: Written): void {
    this.#connection.transaction(() => {
      this.#connection.willWrite(what);
      this.#rows.push(row);
      if (this.#rows.length >= mostAtOnce) this.write(what);
    });
  }

  forget(): void {
    this.#rows = [];
  }

  write(what?: Written): void {
    if (this.#rows.length === 0) return;
    const rows = JSON.stringify(this.#rows);
    this.#rows = [];
    this.#connection.write(what, this.#sql, rows);
  }
}

/** When something was delivered first stays, and a log grows. */
function assignment(name: string, value: string): string {
  if (name === 'delivered_at') return `${name} = coalesce(${name}, ${value})`;
  return name === 'log' ? `${name} = ${name} || (${value})` : `${name} = ${value}`;
}
