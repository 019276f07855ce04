import { z } from 'zod';
import { cutDeepJson } from '../core/bounded-json.ts';
import { foreign, type Message, messageSchema } from '../core/messages/message.ts';
import type { Row, Value } from './connection.ts';
import { DamagedRow } from './errors.ts';

/** A record as a table holds it. */
export type Columns = Readonly<Record<string, Value>>;

/** A column that holds JSON of a known shape. What is nested too deep to recurse over is read as its JSON text. */
export function json<Output>(schema: z.ZodType<Output>): z.ZodType<Output, string> {
  return z
    .string()
    .transform((text, context): unknown => {
      try {
        return JSON.parse(cutDeepJson(text, (part) => part)?.text ?? text);
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

/** A column that holds a message as JSON. Older ledgers hold its English text. */
export const messageColumn = z.string().transform((text): Message => {
  try {
    return messageSchema.parse(JSON.parse(text));
  } catch {
    return foreign(text);
  }
});

/** A column of 0 and 1. */
export const boolean = z.number().transform((value) => value !== 0);

/** Reads a row. @throws DamagedRow, which names the table, the row by its `keys`, and the column. */
export function parseRow<Output>(schema: z.ZodType<Output>, table: string, keys: readonly string[], row: Row): Output {
  const parsed = schema.safeParse(row);
  if (parsed.success) return parsed.data;
  const key = keys.map((name) => `${name} ${String(row[name])}`).join(', ');
  const issue = parsed.error.issues[0];
  throw new DamagedRow(table, key, `${issue?.path.join('.') ?? ''}: ${issue?.message ?? ''}`);
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
  return Object.fromEntries(Object.entries(after).filter(([name, value]) => value !== before[name]));
}

/** `INSERT INTO table (…) VALUES (?, …)`. */
export function insertion(table: string, columns: Columns): string {
  const names = Object.keys(columns);
  return `INSERT INTO ${table} (${names.join(', ')}) VALUES (${names.map(() => '?').join(', ')})`;
}

/** `a = ?, b = ?`. */
export function assignments(columns: Columns): string {
  return Object.keys(columns)
    .map((name) => `${name} = ?`)
    .join(', ');
}

/** The program's own names as an SQL list: `'a', 'b'`. */
export function sqlList(names: readonly string[]): string {
  return names.map((name) => `'${name}'`).join(', ');
}
