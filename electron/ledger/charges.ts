import { z } from 'zod';
import type { CostRow, SavedRow } from '../core/account/costs.ts';
import { routeSchema } from '../core/config/folder-settings.ts';
import { standingNames } from '../core/document/standing.ts';
import { statesWhere } from '../core/document/states.ts';
import { countableTypes } from '../core/intake/file-types.ts';
import { parseRow, sqlList, Table } from './columns.ts';

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

/** Names one charge. */
export type ChargeKey = Pick<Charge, 'batchId' | 'documentId'>;

const keyShape = z.object({ batchId: z.number(), documentId: z.number() }) satisfies z.ZodType<ChargeKey>;
const countable = sqlList(countableTypes);

const sums = { documents: z.number(), pages: z.number(), guessed: z.number() };

const costShape = z.object({
  ...{ day: z.string(), folderId: z.number(), kind: routeSchema.shape.kind, routeId: z.string(), ...sums },
  routeName: z.string().nullable(),
  standing: z.enum(standingNames).nullable(),
}) satisfies z.ZodType<CostRow>;

const savedShape = z.object({ folderId: z.number(), ...sums, unknown: z.number() });
/** `unknown`: of the documents, those of which no pages are known at all. */
export type SavedCopies = Omit<SavedRow, 'day'> & { readonly unknown: number };

const copies = sqlList(statesWhere(({ result }) => result === 'copied'));

/** The account of pages. A charge is written with `sent`, and taken back only where the service is known to have refused. */
export class Charges extends Table {
  /** The most pages of one document of the folder that were sent; 0 before the first. */
  most(folderId: number): number {
    return this.connection.number('SELECT max(pages) FROM charges WHERE folder_id = ? AND guessed = 0', folderId) ?? 0;
  }

  /** Those of one request. */
  add(charges: readonly Charge[]): void {
    if (charges.length === 0) return;
    const names = ['batchId', 'documentId', 'folderId', 'day', 'pages', 'guessed', 'approved'];
    this.connection.writing('other batch', () =>
      this.connection.run(
        `INSERT INTO charges (batch_id, document_id, folder_id, day, pages, guessed, approved)
          SELECT ${names.map((name) => `value ->> '${name}'`).join(', ')} FROM json_each(?)`,
        JSON.stringify(charges),
      ),
    );
  }

  /** The service has refused the batch, or never had it whole. */
  remove(batchId: number): void {
    this.connection.writing('other batch', () => this.connection.run('DELETE FROM charges WHERE batch_id = ?', batchId));
  }

  /** The pages of documents have been counted after they were sent: their charges are guesses no more. */
  setCounted(counted: readonly (ChargeKey & { readonly pages: number })[]): void {
    this.connection.writing('pages counted', () =>
      this.connection.run(
        `UPDATE charges SET pages = j.value ->> 2, guessed = 0 FROM json_each(?) j
          WHERE batch_id = j.value ->> 0 AND document_id = j.value ->> 1`,
        JSON.stringify(counted.map(({ batchId, documentId, pages }) => [batchId, documentId, pages])),
      ),
    );
  }

  /**
   * Charges that were guessed though their documents' pages can be counted, by batch and document, after a charge or from a day
   * on (YYYY-MM-DD).
   */
  guessed(from: ChargeKey | string, limit: number): ChargeKey[] {
    const after = typeof from === 'string' ? { batchId: this.#firstBatch(from), documentId: 0 } : from;
    return this.connection
      .all(
        `SELECT c.batch_id, c.document_id FROM charges c INDEXED BY charges_guessed JOIN documents d ON d.id = c.document_id
          WHERE c.guessed = 1 AND (c.batch_id, c.document_id) > (?, ?) AND d.content_type IN (${countable})
          ORDER BY c.batch_id, c.document_id LIMIT ?`,
        ...[after.batchId, after.documentId, limit],
      )
      .map((row) => parseRow(keyShape, 'charges', ['batch_id', 'document_id'], row));
  }

  #firstBatch(day: string): number {
    return this.connection.number('SELECT min(batch_id) FROM charges WHERE day >= ?', day) ?? 0;
  }

  /** Pages that count in budgets, of the days that begin with `day`: YYYY-MM-DD or YYYY-MM. */
  spent(day: string, folderId?: number): number {
    const sql = `SELECT sum(pages) FROM charges WHERE day >= ? AND day <= ? AND approved = 0 ${folderId === undefined ? '' : 'AND folder_id = ?'}`;
    return this.connection.number(sql, day, `${day}~`, ...(folderId === undefined ? [] : [folderId])) ?? 0;
  }

  /** Pages that count in budgets, of this batch and all that were made later. */
  spentSince(batchId: number, folderId?: number): number {
    const sql = `SELECT sum(pages) FROM charges WHERE batch_id >= ? AND approved = 0 ${folderId === undefined ? '' : 'AND folder_id = ?'}`;
    return this.connection.number(sql, batchId, ...(folderId === undefined ? [] : [folderId])) ?? 0;
  }

  /** The first day of which costs are known. */
  first(): string | undefined {
    const day = this.connection.get('SELECT min(day) AS day FROM charges')?.day;
    return typeof day === 'string' ? day : undefined;
  }

  /** What was sent on these days, both included, by day, folder, route and what became of it. */
  costs(first: string, last: string, folderId?: number): CostRow[] {
    const rows = this.connection.all(
      `SELECT c.day, c.folder_id, r.kind, r.service_id AS route_id, r.name AS route_name, d.standing, count(*) AS documents,
          sum(c.pages) AS pages, sum(c.guessed) AS guessed
        FROM charges c JOIN batches b ON b.id = c.batch_id JOIN routes r ON r.id = b.route LEFT JOIN documents d ON d.id = c.document_id
        WHERE c.day >= ? AND c.day <= ? ${folderId === undefined ? '' : 'AND c.folder_id = ?'}
        GROUP BY c.day, c.folder_id, b.route, d.standing ORDER BY c.day, c.folder_id, r.id, d.standing`,
      ...[first, last, ...(folderId === undefined ? [] : [folderId])],
    );
    return rows.map((row) => parseRow(costShape, 'charges', ['day', 'folder_id'], row));
  }

  /** The copies that were delivered in a span, ms since the epoch, by folder, with what the first of each was charged. */
  saved(from: number, until: number, folderId?: number): SavedCopies[] {
    const rows = this.connection.all(
      `SELECT folder_id, count(*) AS documents, total(pages) AS pages, sum(pages IS NULL OR guessed > 0) AS guessed,
          sum(pages IS NULL) AS unknown
        FROM (SELECT d.folder_id, coalesce(sum(c.pages), d.pages) AS pages, sum(c.guessed) AS guessed
          FROM documents d
          LEFT JOIN jobs j ON j.id IN (d.job, d.verdict)
          LEFT JOIN charges c ON c.batch_id = j.batch_id AND c.document_id = j.sent_from
          WHERE d.delivered_at >= ? AND d.delivered_at < ? AND d.state IN (${copies})
            ${folderId === undefined ? '' : 'AND d.folder_id = ?'}
          GROUP BY d.id)
        GROUP BY folder_id ORDER BY folder_id`,
      ...[from, until, ...(folderId === undefined ? [] : [folderId])],
    );
    return rows.map((row) => parseRow(savedShape, 'documents', ['folder_id'], row));
  }
}
