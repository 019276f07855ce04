import { z } from 'zod';
import { messageSchema } from '../core/messages/message.ts';
import type { Connection, Row, Value } from './connection.ts';
import type { Written } from './durability.ts';
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

/** For columns that are read alone, row by row: creating a schema takes longer than using it. */
export const numberColumn = z.number();
export const textColumn = z.string();

/** A column that holds a message as JSON. */
export const messageColumn = json(messageSchema);

/** A column of 0 and 1. */
export const boolean = z.number().transform((value) => value !== 0);

/** Translates names, each once: `dueAt` is the column `due_at`. */
function translator(translate: (name: string) => string): (name: string) => string {
  const known = new Map<string, string>();
  return (name) => {
    const translated = known.get(name) ?? translate(name);
    known.set(name, translated);
    return translated;
  };
}
const memberOf = translator((column) => column.replaceAll(/_(\w)/g, (_, letter: string) => letter.toUpperCase()));
const columnOf = translator((member) => member.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`));

/**
 * Reads a row with a schema whose members are named as in TypeScript.
 * @throws DamagedRow, which names the table, the row by its `keys`, and the column
 */
export function parseRow<Output>(schema: z.ZodType<Output>, table: string, keys: readonly string[], row: Row): Output {
  const members: Record<string, unknown> = {};
  for (const name of Object.keys(row)) members[memberOf(name)] = row[name];
  const parsed = schema.safeParse(members);
  if (parsed.success) return parsed.data;
  const issue = parsed.error.issues[0];
  throw new DamagedRow(table, keyOf(keys, row), `${columnOf(issue?.path.join('.') ?? '')}: ${issue?.message ?? ''}`);
}

/** What names a row to a person: `document_id 7, position 2`. */
export function keyOf(keys: readonly string[], row: Row): string {
  return keys.map((name) => `${name} ${String(row[name])}`).join(', ');
}

/** The columns of a record: an absent member is NULL, and what is neither a text nor a number is JSON. */
export function columnsOf(record: object): Columns {
  const columns: Record<string, Value> = {};
  for (const [member, value] of Object.entries(record)) columns[columnOf(member)] = storedAs(value);
  return columns;
}

function storedAs(value: unknown): Value {
  if (typeof value === 'string' || typeof value === 'number') return value;
  if (typeof value === 'boolean') return value ? 1 : 0;
  return value === undefined || value === null ? null : JSON.stringify(value);
}

type Nullable<Members> = { [Key in keyof Members]: null extends Members[Key] ? Key : never }[keyof Members];
type Present<Members> = { [Key in Exclude<keyof Members, Nullable<Members>>]: Members[Key] } & {
  [Key in Nullable<Members>]?: Exclude<Members[Key], null>;
};

/** Leaves out members that are null: NULL in a column means that the record lacks the member. */
export function withoutNulls<Members extends object>(members: Members): Present<Members> {
  const present: Record<string, unknown> = {};
  for (const [name, value] of Object.entries(members)) if (value !== null) present[name] = value;
  return present as Present<Members>;
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

/** The columns of `after` that differ from `before`: a column that is not written costs no index update. */
export function differing(before: Columns, after: Columns): Columns {
  const columns: Record<string, Value> = {};
  for (const [name, value] of Object.entries(after)) if (value !== (before[name] ?? null)) columns[name] = value;
  for (const name of Object.keys(before)) if (!(name in after) && before[name] !== null) columns[name] = null;
  return columns;
}

/** What reads and writes some tables of the ledger. */
export abstract class Table {
  protected readonly connection: Connection;

  constructor(connection: Connection) {
    this.connection = connection;
  }

  /** @returns the new row's id */
  protected insert(table: string, columns: Columns, what?: Written): number {
    const values = Object.values(columns);
    const places = Array(values.length).fill('?').join(', ');
    return this.connection.write(what, `INSERT INTO ${table} (${Object.keys(columns).join(', ')}) VALUES (${places})`, ...values);
  }

  /** Sets these columns of the row with this id, if there are any. */
  protected set(table: string, columns: Columns, id: number, what?: Written): void {
    const names = Object.keys(columns);
    if (names.length === 0) return;
    this.connection.write(what, `UPDATE ${table} SET ${names.join(' = ?, ')} = ? WHERE id = ?`, ...Object.values(columns), id);
  }
}

/** The program's own names as an SQL list: `'a', 'b'`. */
export function sqlList(names: readonly string[]): string {
  return names.map((name) => `'${name}'`).join(', ');
}
