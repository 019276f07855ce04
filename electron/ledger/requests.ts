import { z } from 'zod';
import { parseRow } from './columns.ts';
import type { Connection } from './connection.ts';

const rowShape = z.object({ id: z.number(), document_id: z.number(), kind: z.enum(['send-again']) });

/** What a person asked of the engine from another process. */
export interface PersonRequest {
  readonly documentId: number;
  readonly kind: 'send-again';
}

/** Requests that wait for the engine. Another process can add them while it runs. */
export class Requests {
  readonly #connection: Connection;

  constructor(connection: Connection) {
    this.#connection = connection;
  }

  add({ documentId, kind }: PersonRequest): void {
    this.#connection.run('INSERT INTO requests (document_id, kind) VALUES (?, ?)', documentId, kind);
  }

  /** Removes and returns all requests, in the order they came. */
  take(): PersonRequest[] {
    if (this.#connection.number('SELECT count(*) FROM requests') === 0) return [];
    return this.#connection.transaction(() => {
      const rows = this.#connection.all('SELECT * FROM requests ORDER BY id');
      this.#connection.run('DELETE FROM requests');
      return rows.map((row) => {
        const { document_id, kind } = parseRow(rowShape, 'requests', ['id'], row);
        return { documentId: document_id, kind };
      });
    });
  }
}
