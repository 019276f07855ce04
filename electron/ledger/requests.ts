import { z } from 'zod';
import { columnsOf, parseRow, Table } from './columns.ts';

/** What a person asked of the engine from another process. */
const requestShape = z.discriminatedUnion('kind', [
  z.object({ documentId: z.number(), kind: z.literal('send-again') }),
  /** `fileId`: the service's, of an unmatched result. */
  z.object({ documentId: z.number(), kind: z.literal('assign'), fileId: z.string() }),
  /** `batch`: the service's id of the batch that holds its values, and `fileId` that of the file in it, where that is known. */
  z.object({ documentId: z.number(), kind: z.literal('name-batch'), batch: z.string(), fileId: z.string().nullable() }),
  /** `path`: where its file is to go back to, relative to the folder. */
  z.object({ documentId: z.number(), kind: z.literal('undo'), path: z.string(), by: z.string() }),
  z.object({ documentId: z.number(), kind: z.literal('file-again') }),
]);
export type PersonRequest = Readonly<z.output<typeof requestShape>>;

/** Requests that wait for the engine. Another process can add them while it runs. */
export class Requests extends Table {
  add(request: PersonRequest): void {
    this.insert('requests', columnsOf(request));
  }

  /** Removes and returns all requests, in the order they came. */
  take(): PersonRequest[] {
    if (this.connection.number('SELECT count(*) FROM requests') === 0) return [];
    return this.connection.transaction(() => {
      const rows = this.connection.all('SELECT * FROM requests ORDER BY id');
      this.connection.run('DELETE FROM requests');
      return rows.map((row) => parseRow(requestShape, 'requests', ['id'], row));
    });
  }
}
