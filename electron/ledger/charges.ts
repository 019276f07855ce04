import { z } from 'zod';
import { routeSchema } from '../core/config/folder-settings.ts';
import { stateNames } from '../core/document/states.ts';
import { columnsOf, parseRow, Table } from './columns.ts';

/** The pages that a document of a batch is taken to cost, from the moment at which the service may have it. */
export interface Charge {
  readonly batchId: number;
  readonly documentId: number;
  readonly folderId: number;
  /** YYYY-MM-DD in the account's time zone. */
  readonly day: string;
  readonly pages: number;
  /** Nothing tells how many pages it has. */
  readonly guessed: boolean;
  /** A person wanted it sent whatever the budgets say: it does not count in them. */
  readonly approved: boolean;
}

const costShape = z.object({
  day: z.string(),
  folderId: z.number(),
  kind: routeSchema.shape.kind,
  routeId: z.string(),
  /** What became of the documents. */
  state: z.enum(stateNames).nullable(),
  documents: z.number(),
  pages: z.number(),
  guessed: z.number(),
});
export type CostRow = z.output<typeof costShape>;

/** The account of pages. A charge is written with `sent`, and taken back only where the service is known to have refused. */
export class Charges extends Table {
  add(charge: Charge): void {
    this.connection.writing('other batch', () => this.insert('charges', columnsOf(charge)));
  }

  /** The service has refused the batch, or never had it whole. */
  remove(batchId: number): void {
    this.connection.writing('other batch', () => this.connection.run('DELETE FROM charges WHERE batch_id = ?', batchId));
  }

  /** Pages that count in budgets, of the days that begin with `day`: YYYY-MM-DD or YYYY-MM. */
  spent(day: string, folderId?: number): number {
    const sql = `SELECT sum(pages) FROM spent WHERE day >= ? AND day <= ? ${folderId === undefined ? '' : 'AND folder_id = ?'}`;
    return this.connection.number(sql, day, `${day}~`, ...(folderId === undefined ? [] : [folderId])) ?? 0;
  }

  /** Pages that count in budgets, of this batch and all that were made later. */
  spentSince(batchId: number, folderId?: number): number {
    const sql = `SELECT sum(pages) FROM charges WHERE batch_id >= ? AND approved = 0 ${folderId === undefined ? '' : 'AND folder_id = ?'}`;
    return this.connection.number(sql, batchId, ...(folderId === undefined ? [] : [folderId])) ?? 0;
  }

  /** What was sent on these days, both included, by day, folder, route and what became of it. */
  costs(first: string, last: string): CostRow[] {
    const rows = this.connection.all(
      `SELECT c.day, c.folder_id, r.kind, r.service_id AS route_id, d.state, count(*) AS documents, sum(c.pages) AS pages,
          sum(c.guessed) AS guessed
        FROM charges c JOIN batches b ON b.id = c.batch_id JOIN routes r ON r.id = b.route LEFT JOIN documents d ON d.id = c.document_id
        WHERE c.day >= ? AND c.day <= ? GROUP BY c.day, c.folder_id, b.route, d.state ORDER BY c.day, c.folder_id, r.id, d.state`,
      first,
      last,
    );
    return rows.map((row) => parseRow(costShape, 'charges', ['day', 'folder_id'], row));
  }
}
