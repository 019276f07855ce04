import { z } from 'zod';
import { reviewActSchema } from '../core/review/local-review.ts';
import { routeColumns } from './routes.ts';
import { columnsOf, json, rowReader, Table } from './table-base.ts';

/** What a person asked of the engine from another process. */
const readQuick = rowReader(
  'requests',
  ['id'],
  z.discriminatedUnion('kind', [
    z.object({ documentId: z.number(), kind: z.literal('send-again') }),
    /** `fileId`: the service's, of an unmatched result. */
    z.object({ documentId: z.number(), kind: z.literal('assign'), fileId: z.string() }),
    /** `batch`: the service's id of the batch that holds its values, and `fileId` that of the file in it, where that is known. */
    z.object({ documentId: z.number(), kind: z.literal('name-batch'), batch: z.string(), fileId: z.string().exactOptional() }),
    /** `path`: where its file is to go back to, relative to the folder. */
    z.object({ documentId: z.number(), kind: z.literal('undo'), path: z.string(), by: z.string() }),
    z.object({ documentId: z.number(), kind: z.literal('file') }),
    z.object({ documentId: z.number(), kind: z.literal('review'), act: json(reviewActSchema), by: z.string() }),
    /** `route`: where it is to be sent, as its folder's settings say by now. `isNext`: by its verdict. */
    z.object({
      ...{ documentId: z.number(), kind: z.literal('apply') },
      route: json(routeColumns.extend({ isNext: z.boolean() })),
    }),
  ]),
);

/** What the service has to be asked for. `agreedPages`: the most pages that may be sent to another extraction for it; absent: none. */
const readCall = rowReader(
  'requests',
  ['id'],
  z.discriminatedUnion('kind', [
    z.object({
      ...{ documentId: z.number(), kind: z.literal('set-category'), categoryId: z.string() },
      ...{ agreedPages: z.number().exactOptional(), by: z.string() },
    }),
    z.object({
      documentId: z.number(),
      kind: z.literal('classify-again'),
      agreedPages: z.number().exactOptional(),
      by: z.string(),
    }),
  ]),
);

export type QuickRequest = Readonly<ReturnType<typeof readQuick>>;
export type ApplyRequest = Extract<QuickRequest, { kind: 'apply' }>;
export type CallRequest = Readonly<ReturnType<typeof readCall>>;
export type PersonRequest = QuickRequest | CallRequest;

const calls = "document_id IS NOT NULL AND kind IN ('set-category', 'classify-again')";
const quick = "document_id IS NOT NULL AND kind NOT IN ('set-category', 'classify-again')";

/** What is asked of documents, and waits for the engine. Another process can add it while that runs. For files: `files.ts`. */
export class Requests extends Table {
  add(request: PersonRequest): void {
    this.insert('requests', columnsOf(request));
  }

  /** Whether any of those that are done at once are there. */
  areWaiting(): boolean {
    return this.connection.get(`SELECT id FROM requests INDEXED BY requests_of_documents WHERE ${quick} LIMIT 1`) !== undefined;
  }

  /** Removes and returns the requests that are done at once, in the order they came; in the transaction of what comes of them. */
  take(): QuickRequest[] {
    return this.connection.transaction(() => {
      const rows = this.connection.all(`SELECT * FROM requests WHERE ${quick} ORDER BY id`);
      this.connection.run(`DELETE FROM requests WHERE ${quick}`);
      return rows.map(readQuick);
    });
  }

  /** Those that the service has to be asked for, in the order they came. They stay until they are removed. */
  calls(): (CallRequest & { readonly id: number })[] {
    const rows = this.connection.all(`SELECT * FROM requests WHERE ${calls} ORDER BY id`);
    return rows.map((row) => ({ ...readCall(row), id: Number(row.id) }));
  }

  remove(id: number): void {
    this.connection.run('DELETE FROM requests WHERE id = ?', id);
  }
}
