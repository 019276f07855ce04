import { z } from 'zod';
import type { CostRow, SavedRow } from '../core/account/costs.ts';
import { routeSchema } from '../core/config/folder-settings.ts';
import type { Document } from '../core/document/document.ts';
import { standingNames } from '../core/document/standing.ts';
import { statesWhere } from '../core/document/states.ts';
import { countableTypes } from '../core/intake/file-types.ts';
import { factsColumns, rowReader, selectFacts, sqlList, Table } from './table-base.ts';

/** The pages that a job is taken to cost, from the moment at which the service may have it: each time that it is sent. */
export interface Charge {
  readonly job: number;
  readonly batch: number;
  /** YYYY-MM-DD in the account's time zone. */
  readonly day: string;
  /** The folder that it was sent from. */
  readonly folder: number;
  readonly pages: number;
  /** Nothing tells how many pages it has. */
  readonly guessed: boolean;
  /** A person wanted it sent whatever the budgets say: it does not count in them. */
  readonly approved: boolean;
}

/** A job that was charged by a guess, and the document that it was sent from. */
export interface GuessedCharge extends Pick<Document, 'folderId' | 'path' | 'facts' | 'contentType' | 'pages'> {
  readonly job: number;
  /** The last day that it was charged. */
  readonly day: string;
  readonly charged: number;
  readonly document: number;
}

const readGuessed = rowReader('jobs', ['job'], {
  ...{ job: z.number(), day: z.string(), charged: z.number(), document: z.number(), folderId: z.number(), path: z.string() },
  ...{ facts: factsColumns, contentType: z.string(), pages: z.number().exactOptional() },
});
const members = ['job', 'batch', 'day', 'folder', 'pages', 'guessed', 'approved'];
const countable = sqlList(countableTypes);
/** Whether the charge `c` is of the last time that its job was sent. */
const isLast = 'c.batch = (SELECT max(o.batch) FROM charges o WHERE o.job = c.job)';

const sums = { documents: z.number(), pages: z.number(), guessed: z.number() };

const readCost = rowReader('jobs', ['day', 'folder_id'], {
  ...{ day: z.string(), folderId: z.number(), kind: routeSchema.shape.kind, routeId: z.string(), ...sums },
  routeName: z.string().exactOptional(),
  standing: z.enum(standingNames).exactOptional(),
});

const readSaved = rowReader('documents', ['folder_id'], { folderId: z.number(), ...sums, unknown: z.number() });
/** `unknown`: of the documents, those of which no pages are known at all. */
type SavedCopies = Omit<SavedRow, 'day'> & { readonly unknown: number };

const copies = sqlList(statesWhere(({ result }) => result === 'copied'));

/**
 * The account of pages. A charge is written with `sent`, and taken back only where the service is known to have refused. What a job was
 * charged before stays, however often it is sent again, and each counts on its own day.
 */
export class Charges extends Table {
  /** The most pages of one document of the folder that were sent; 0 before the first. */
  most(folderId: number): number {
    return this.connection.number('SELECT max(pages) FROM charges WHERE folder = ? AND guessed = 0', folderId) ?? 0;
  }

  /** Those of one request. */
  add(charges: readonly Charge[]): void {
    if (charges.length === 0) return;
    const values = members.map((name) => `value ->> '${name}'`);
    const sql = `INSERT INTO charges (${members.join(', ')}) SELECT ${values.join(', ')} FROM json_each(?)`;
    this.connection.run(sql, JSON.stringify(charges));
  }

  /** The service has refused the batch, or never had it whole. */
  remove(batchId: number): void {
    this.connection.run('DELETE FROM charges WHERE batch = ?', batchId);
  }

  /** The pages of jobs have been counted after they were sent: their charges are guesses no more. */
  setCounted(counted: readonly { readonly job: number; readonly pages: number }[]): void {
    this.connection.write(
      'restorable',
      `UPDATE charges SET pages = n.value ->> 'pages', guessed = 0
        FROM json_each(?) n WHERE charges.job = n.value ->> 'job' AND guessed = 1`,
      JSON.stringify(counted),
    );
  }

  /** Jobs of which the last charge was guessed though their pages can be counted, after one of them or from a day on (YYYY-MM-DD). */
  guessed(from: Pick<GuessedCharge, 'day' | 'job'> | string, limit: number): GuessedCharge[] {
    const after = typeof from === 'string' ? { day: from, job: 0 } : from;
    return this.connection
      .all(
        `SELECT c.job, c.day, c.pages AS charged, d.id AS document, d.folder_id, d.path, ${selectFacts('d')},
            d.content_type, coalesce(d.pages, (SELECT o.pages FROM documents o WHERE o.hash = d.hash AND o.pages IS NOT NULL LIMIT 1)) AS pages
          FROM charges c INDEXED BY charges_guessed CROSS JOIN jobs j ON j.id = c.job JOIN documents d ON d.id = j.sent_from
          WHERE c.guessed = 1 AND (c.day, c.job) > (?, ?) AND d.content_type IN (${countable}) AND ${isLast}
          ORDER BY c.day, c.job LIMIT (? + 0)`,
        ...[after.day, after.job, limit],
      )
      .map(readGuessed);
  }

  /** Pages that count in budgets, of the days that begin with `day`: YYYY-MM-DD or YYYY-MM. */
  spent(day: string, folderId?: number): number {
    const sql = 'SELECT sum(pages) FROM charges WHERE day >= ? AND day <= ? AND approved = 0 AND folder = coalesce(?, folder)';
    return this.connection.number(sql, day, `${day}~`, folderId ?? null) ?? 0;
  }

  /** Pages that count in budgets, of this batch and all that were made later. */
  spentSince(batchId: number, folderId?: number): number {
    const sql = 'SELECT sum(pages) FROM charges WHERE batch >= ? AND approved = 0 AND folder = coalesce(?, folder)';
    return this.connection.number(sql, batchId, folderId ?? null) ?? 0;
  }

  /** The first day of which costs are known. */
  first(): string | undefined {
    const day = this.connection.get('SELECT min(day) AS day FROM charges')?.day;
    return typeof day === 'string' ? day : undefined;
  }

  /** What was sent on these days, both included, by day, folder, route and what became of it. */
  costs(first: string, last: string, folderId?: number): CostRow[] {
    const rows = this.connection.all(
      `SELECT c.day, c.folder AS folder_id, r.kind, r.service_id AS route_id, r.name AS route_name, d.standing, count(*) AS documents,
          sum(c.pages) AS pages, sum(c.guessed) AS guessed
        FROM charges c CROSS JOIN jobs j ON j.id = c.job CROSS JOIN routes r ON r.id = j.route LEFT JOIN documents d ON d.id = j.sent_from
        WHERE c.day >= ? AND c.day <= ? AND c.folder = coalesce(?, c.folder)
        GROUP BY c.day, c.folder, j.route, d.standing ORDER BY c.day, c.folder, r.id, d.standing`,
      ...[first, last, folderId ?? null],
    );
    return rows.map(readCost);
  }

  /** The copies that were delivered in a span, ms since the epoch, by folder, with what the first of each was charged. */
  saved(from: number, until: number, folderId?: number): SavedCopies[] {
    const rows = this.connection.all(
      `SELECT folder_id, count(*) AS documents, total(pages) AS pages, sum(pages IS NULL OR coalesce(guessed, 0) > 0) AS guessed,
          sum(pages IS NULL) AS unknown
        FROM (SELECT d.folder_id, coalesce(sum(c.pages), d.pages) AS pages, sum(c.guessed) AS guessed
          FROM documents d LEFT JOIN charges c ON c.job IN (d.job, d.verdict) AND ${isLast}
          WHERE d.delivered_at >= ? AND d.delivered_at < ? AND d.state IN (${copies}) AND d.folder_id = coalesce(?, d.folder_id)
          GROUP BY d.id)
        GROUP BY folder_id ORDER BY folder_id`,
      ...[from, until, folderId ?? null],
    );
    return rows.map(readSaved);
  }
}
