import { z } from 'zod';
import { json, parseRow } from './columns.ts';
import type { Connection } from './connection.ts';

const rowShape = z.object({ key: z.string(), value: json(z.unknown()) });

/** Small facts about the ledger as a whole, as JSON under a name. */
export class Meta {
  readonly #connection: Connection;

  constructor(connection: Connection) {
    this.#connection = connection;
  }

  /** What was last set; undefined if nothing was. For the caller to parse. */
  get(key: string): unknown {
    const row = this.#connection.get('SELECT * FROM meta WHERE key = ?', key);
    return row === undefined ? undefined : parseRow(rowShape, 'meta', ['key'], row).value;
  }

  /** @param value anything that JSON can hold; undefined forgets it */
  set(key: string, value: unknown): void {
    if (value === undefined) {
      this.#connection.run('DELETE FROM meta WHERE key = ?', key);
      return;
    }
    this.#connection.run('INSERT OR REPLACE INTO meta (key, value) VALUES (?, ?)', key, JSON.stringify(value));
  }
}
