import { LRUCache } from 'lru-cache';
import { z } from 'zod';
import { messageSchema } from '../core/messages/message.ts';
import type { Connection, Deferred, Durability, Row, Value } from './connection.ts';
import { DamagedRow } from './errors.ts';

/** A record as a table holds it. */
export type Columns = Readonly<Record<string, Value>>;

/** A column that holds JSON of a known shape. */
export function json<Output>(schema: z.ZodType<Output>): z.ZodType<Output, string> {
  return z
    .string()
    .transform((text, context): unknown => {
      try {
        return JSON.parse(text);
      } catch {
        context.addIssue({ code: 'custom', message: 'is not JSON' });
        return z.NEVER;
      }
    })
    .pipe(schema as z.ZodType<Output, unknown>);
}

/** A column that holds a message as JSON. */
export const messageColumn = json(messageSchema);

/** A column that is 1 where the record has the member. */
export const yes = z.literal(1).transform(() => true as const);

/** A column of 0 and 1. */
export const boolean = z.number().transform((value) => value !== 0);

/** What `lstat` says of a file, and how it is selected. */
export const factsColumns = z.object({ size: z.number(), mtimeMs: z.number(), ino: z.number() });
export const selectFacts = (table: string) =>
  ['size', 'mtime_ms', 'ino'].map((name) => `${table}.${name} AS "facts.${name}"`).join(', ');

const columns = new Map<string, string>();

/** The column of a member: `dueAt` is `due_at`. */
function columnOf(member: string): string {
  const column = columns.get(member) ?? member.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
  columns.set(member, column);
  return column;
}

/**
 * What reads the rows of a table, by a shape whose members are named as in TypeScript; NULL means that the record lacks the member, and
 * `facts.size` is a member of a member. It throws `DamagedRow`, which names the table, the row by its `keys`, and the column.
 */
export function rowReader<Shape extends z.ZodRawShape>(
  table: string,
  keys: readonly string[],
  shape: Shape,
): (row: Row) => z.output<z.ZodObject<Shape>> {
  const schema = z.object(shape);
  const places = Object.entries(shape).flatMap(([member, part]): [column: string, member: string, inner?: string][] =>
    part instanceof z.ZodObject
      ? Object.keys(part.shape).map((inner) => [`${member}.${columnOf(inner)}`, member, inner])
      : [[columnOf(member), member]],
  );
  return (row) => {
    const members: Record<string, unknown> = {};
    for (const [column, member, inner] of places) {
      const value = row[column] ?? undefined;
      if (value === undefined) continue;
      members[member] = inner === undefined ? value : { ...(members[member] as object | undefined), [inner]: value };
    }
    const parsed = schema.safeParse(members);
    if (parsed.success) return parsed.data;
    const key = keys.map((name) => `${name} ${String(row[name])}`).join(', ');
    const issue = parsed.error.issues[0];
    throw new DamagedRow(table, key, `${columnOf(issue?.path.join('.') ?? '')}: ${issue?.message ?? ''}`);
  };
}

/** The columns of a record: an absent member is NULL, and what is neither a text nor a number is JSON. */
export function columnsOf(record: object): Columns {
  const columns: Record<string, Value> = {};
  for (const [member, value] of Object.entries(record)) columns[columnOf(member)] = columnValue(value);
  return columns;
}

function columnValue(value: unknown): Value {
  if (typeof value === 'string' || typeof value === 'number') return value;
  if (typeof value === 'boolean') return Number(value);
  return value === undefined || value === null ? null : JSON.stringify(value);
}

/** Changes to a record, all but its `Fixed` members. `undefined` clears a member that may be absent. */
export type Changes<Record, Fixed extends keyof Record> = {
  readonly [Key in Exclude<keyof Record, Fixed>]?: Partial<Pick<Record, Key>> extends Pick<Record, Key>
    ? Record[Key] | undefined
    : Record[Key];
};

/** The record with the changes applied. */
export function changed<Record extends object, Fixed extends keyof Record>(
  record: Record,
  changes: Changes<Record, Fixed>,
): Record {
  const next = { ...record } as { [name: string]: unknown };
  for (const [name, value] of Object.entries(changes)) {
    if (value === undefined) delete next[name];
    else next[name] = value;
  }
  return next as Record;
}

/** The columns that changes make different: one that is not written costs no index update. */
export function differing(before: object, changes: object): Columns {
  const columns: Record<string, Value> = {};
  for (const [member, value] of Object.entries(changes)) {
    const was: unknown = before[member as never];
    if (value === was) continue;
    const is = columnValue(value);
    if (is !== columnValue(was)) columns[columnOf(member)] = is;
  }
  return columns;
}

/** What reads and writes some tables of the ledger. */
export abstract class Table {
  protected readonly connection: Connection;

  constructor(connection: Connection) {
    this.connection = connection;
  }

  /** @returns the new row's id */
  protected insert(table: string, columns: Columns, durability: Durability = 'promise'): number {
    const values = Object.values(columns);
    const places = Array(values.length).fill('?').join(', ');
    return this.connection.write(
      durability,
      `INSERT INTO ${table} (${Object.keys(columns).join(', ')}) VALUES (${places})`,
      ...values,
    );
  }

  /** Sets these columns of the row with this id, if there are any. */
  protected set(table: string, columns: Columns, id: number, durability: Durability = 'promise'): void {
    const names = Object.keys(columns);
    if (names.length === 0) return;
    const sql = `UPDATE ${table} SET ${names.join(' = ?, ')} = ? WHERE id = ?`;
    this.connection.write(durability, sql, ...Object.values(columns), id);
  }
}

/** The program's own names as an SQL list: `'a', 'b'`. */
export function sqlList(names: readonly string[]): string {
  return names.map((name) => `'${name}'`).join(', ');
}

/**
 * The rows that were read or written last: each is asked for some twenty times while it is in progress, and reading one takes longer
 * than most of what is done with it. Only the engine writes such rows, so it can rely on them; commands beside it read them, at most
 * for moments, and leave what they want as requests. Nothing is kept of a ledger that is only read.
 *
 * @param most so much is kept
 * @param sizeOf how much a row counts; by default each counts 1
 */
export function recentlyUsed<Key extends string | number, Row extends object>(
  connection: Pick<Connection, 'readOnly' | 'remembering'>,
  most: number,
  sizeOf?: (row: Row) => number,
): LRUCache<Key, Row> {
  const sized = sizeOf === undefined ? { max: most } : { maxSize: most, sizeCalculation: sizeOf };
  // What counts more than there is room for is not kept.
  return connection.remembering(new LRUCache(connection.readOnly ? { maxSize: 1, sizeCalculation: () => 2 } : sized));
}

/** More than are in progress at once; and those that were done last, which copies ask for, and whoever is told of them. */
const mostInProgress = 8_000;
const mostDone = 128;

/** Rows that are in progress. What is known of one that is done leaves the memory soon, its result above all. */
export class KnownRows<Row extends { readonly id: number }> {
  readonly #inProgress: LRUCache<number, Row>;
  readonly #done: LRUCache<number, Row>;

  constructor(connection: Pick<Connection, 'readOnly' | 'remembering'>, sizeOf?: (row: Row) => number) {
    this.#inProgress = recentlyUsed(connection, mostInProgress, sizeOf);
    this.#done = recentlyUsed(connection, mostDone, sizeOf);
  }

  get(id: number): Row | undefined {
    return this.#inProgress.get(id) ?? this.#done.get(id);
  }

  put(row: Row, isDone: boolean): void {
    (isDone ? this.#inProgress : this.#done).delete(row.id);
    (isDone ? this.#done : this.#inProgress).set(row.id, row);
  }

  delete(id: number): void {
    this.#inProgress.delete(id);
    this.#done.delete(id);
  }

  clear(): void {
    this.#inProgress.clear();
    this.#done.clear();
  }
}

/** More than this is forgotten. */
const mostKnown = 1_000;

/**
 * What was read of a table that other processes write, too. Nobody else can write during a transaction, and each begins by asking whether
 * anybody has, as does each turn of the engine's loop; a moment later it is read again. Whoever writes it itself clears it.
 */
export class TransactionCache<Value> {
  readonly #connection: Connection;
  readonly #values: LRUCache<string, { readonly value: Value }>;

  constructor(connection: Connection) {
    this.#connection = connection;
    this.#values = recentlyUsed(connection, mostKnown);
  }

  /** @param read reads what is not known yet */
  get(key: string, read: () => Value): Value {
    const known = this.#connection.isFresh ? this.#values.get(key) : undefined;
    if (known !== undefined) return known.value;
    const value = read();
    this.#values.set(key, { value });
    return value;
  }

  clear(): void {
    this.#values.clear();
  }
}

/** A row with a longer result is written by itself, so that no statement carries many of them. */
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

  put(id: number, columns: Columns, durability: Durability): void {
    this.#connection.deferring(durability, () => {
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
    const groups = new Map<string, Columns[]>();
    for (const [id, row] of this.#rows) {
      const isLong = 'result' in row && String(row.result).length > longest;
      const key = isLong ? String(id) : Object.keys(row).sort().join();
      const group = groups.get(key);
      if (group === undefined) groups.set(key, [{ ...row, id }]);
      else group.push({ ...row, id });
    }
    this.#rows.clear();
    for (const [first = {}, ...others] of groups.values()) {
      const { id: _, ...columns } = first;
      // When something was delivered first stays, and a log grows.
      const sets = Object.keys(columns).map((name) => {
        const value = others.length === 0 ? '?' : `j.value ->> '${name}'`;
        if (name === 'delivered_at') return `${name} = coalesce(${name}, ${value})`;
        return name === 'log' ? `${name} = ${name} || (${value})` : `${name} = ${value}`;
      });
      const update = `UPDATE ${this.table} SET ${sets.join(', ')}`;
      if (others.length === 0) this.#connection.write('restorable', `${update} WHERE id = ?`, ...Object.values(first));
      else {
        const sql = `${update} FROM json_each(?) j WHERE ${this.table}.id = j.value ->> 'id'`;
        this.#connection.write('restorable', sql, JSON.stringify([first, ...others]));
      }
    }
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

  put(row: Readonly<Record<Column, Value>>, durability: Durability): void {
    this.#connection.deferring(durability, () => {
      this.#rows.push(row);
      if (this.#rows.length >= mostAtOnce) this.write();
    });
  }

  forget(): void {
    this.#rows = [];
  }

  write(): void {
    if (this.#rows.length === 0) return;
    const rows = JSON.stringify(this.#rows);
    this.#rows = [];
    this.#connection.write('restorable', this.#sql, rows);
  }
}
