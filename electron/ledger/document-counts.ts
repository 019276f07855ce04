import { z } from 'zod';
import { deliveryNames } from '../core/document/document.ts';
import { standingNames } from '../core/document/standing.ts';
import { stateNames } from '../core/document/states.ts';
import { waitNames } from '../core/document/wait.ts';
import { type Columns, parseRow, Table } from './columns.ts';
import type { Connection, Value } from './connection.ts';

/** How many documents of a folder have this standing, state, delivery and wait. */
export type CountedDocuments = z.output<typeof countShape>;

const countShape = z.object({
  folderId: z.number(),
  standing: z.enum(standingNames),
  state: z.enum(stateNames),
  delivery: z.enum(deliveryNames),
  wait: z.enum(waitNames).nullable(),
  count: z.number(),
});

/**
 * How many documents there are of each kind. They are counted once, from an index that has all of it; whoever writes documents says
 * what it writes, so that it need not count again. A ledger that is only read is counted again where another process has written.
 */
export class DocumentCounts extends Table {
  #counts: Map<string, CountedDocuments> | undefined;

  constructor(connection: Connection) {
    super(connection);
    // What a transaction that was rolled back has written is not so.
    connection.remembering({
      clear: () => {
        this.#counts = undefined;
      },
    });
  }

  /** None of them is 0. */
  all(): readonly CountedDocuments[] {
    return [...this.#known().values()].filter(({ count }) => count > 0);
  }

  /** A document was written. @param before, after its columns; undefined: it was not there, or is no more */
  move(before: Columns | undefined, after: Columns | undefined): void {
    const counts = this.#counts;
    if (counts === undefined) return;
    for (const [columns, by] of [[before, -1] as const, [after, 1] as const]) {
      if (columns === undefined) continue;
      const key = keyOf(columns);
      const known = counts.get(key);
      if (known !== undefined) counts.set(key, { ...known, count: known.count + by });
      else counts.set(key, countOf({ ...columns, count: by }));
    }
  }

  #known(): Map<string, CountedDocuments> {
    if (this.connection.readOnly && this.connection.isChangedElsewhere()) this.#counts = undefined;
    if (this.#counts !== undefined) return this.#counts;
    const counts = new Map<string, CountedDocuments>();
    for (const row of this.#read()) counts.set(keyOf({ ...row, folder_id: row.folderId }), row);
    this.#counts = counts;
    return counts;
  }

  #read(): CountedDocuments[] {
    return this.connection
      .all(
        `SELECT folder_id, standing, state, delivery, wait, count(*) AS count FROM documents INDEXED BY documents_counted
          GROUP BY folder_id, standing, state, delivery, wait`,
      )
      .map(countOf);
  }
}

function countOf(row: Readonly<Record<string, unknown>>): CountedDocuments {
  const { folder_id, standing, state, delivery, wait, count } = row;
  const counted = { folder_id, standing, state, delivery, wait: wait ?? null, count };
  return parseRow(countShape, 'documents', ['folder_id', 'state', 'delivery', 'wait'], counted);
}

function keyOf({ folder_id, standing, state, delivery, wait }: Readonly<Record<string, unknown>>): string {
  return `${folder_id} ${standing} ${state} ${delivery} ${wait ?? ''}`;
}

/** A part of a query, and the values it takes. */
export interface Condition {
  readonly sql: string;
  readonly values: readonly Value[];
}

/** The end of a condition: one folder, or any. */
export function inFolder(folderId: number | undefined, table = ''): Condition {
  return folderId === undefined ? { sql: '', values: [] } : { sql: `AND ${table}folder_id = ?`, values: [folderId] };
}

/** The index that has the documents of each standing in the order of their last change. */
export function standingIndex(folderId: number | undefined): string {
  return folderId === undefined ? 'documents_by_standing' : 'documents_by_folder';
}

/** Looking up a document takes this many times as long as reading the id of one from an index. */
export const lookUpCost = 16;

/** How many documents have this standing. */
export const standingShape = z.object({ standing: z.enum(standingNames), count: z.number() });
