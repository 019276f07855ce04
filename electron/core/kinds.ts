import { z } from 'zod';
import type { Immutable } from './plain-data.ts';

/**
 * A union defined as a table: for each kind the zod shape of its data, beside the answers to whatever the program asks of
 * that kind. Type, schema and lists of names are derived from the table, so that a kind is added in one place.
 */
export type Kinds = Readonly<Record<string, { readonly data: z.ZodRawShape }>>;

/** The union: `{ kind, …data }` for each entry of the table. */
export type KindOf<Table extends Kinds> = {
  [Name in keyof Table & string]: Immutable<{ kind: Name } & DataOf<Table[Name]['data']>>;
}[keyof Table & string];

type DataOf<Shape extends z.ZodRawShape> = keyof Shape extends never ? unknown : z.output<z.ZodObject<Shape>>;

/** Reads stored data of unknown shape. Members that the table does not list are dropped. */
export function kindSchema<const Table extends Kinds>(table: Table): z.ZodType<KindOf<Table>> {
  const [first, ...others] = Object.entries(table).map(([kind, { data }]) => z.object({ kind: z.literal(kind), ...data }));
  if (first === undefined) throw new Error('A table without kinds');
  // The compiler cannot follow a union that is put together entry by entry.
  return z.discriminatedUnion('kind', [first, ...others]) as unknown as z.ZodType<KindOf<Table>>;
}

/** The names, in the order of the table. */
export function kindNames<const Table extends Kinds>(table: Table): readonly (keyof Table & string)[] {
  return Object.keys(table);
}
