import { z } from 'zod';
import { awaitsValues, type Document, documentOf, type FileRow, type Job, pendingDeliveries } from '../core/document/document.ts';
import type { DocumentPage } from '../core/document/records.ts';
import { standingNames } from '../core/document/standing.ts';
import { type StateName, statesWhere } from '../core/document/states.ts';
import { type HeldWhy, reasonsInQuestion, type Wait } from '../core/document/wait.ts';
import { countableTypes } from '../core/intake/file-types.ts';
import { type Route, sameRoute } from '../core/protocol/route.ts';
import type { Connection, Row, Value } from './connection.ts';
import { DocumentList, type ListQuery } from './document-list.ts';
import { fileRowOf, selectDocuments } from './document-row.ts';
import type { Jobs } from './jobs.ts';
import { routeColumns } from './routes.ts';
import { KnownRows, rowReader, sqlList } from './table-base.ts';

interface Composed {
  readonly row: FileRow;
  readonly verdict: Job | undefined;
  readonly document: Document;
}

/** A route of a service. */
interface OnRoute {
  readonly origin: string;
  readonly route: Route;
}

/** More pages than `above` and at most `most`; `unknown` is how many a document counts whose pages nothing tells. */
export interface PageRange {
  readonly above?: number;
  readonly most?: number;
  readonly unknown: number;
}

interface ReadyPages {
  readonly documents: number;
  readonly pages: number;
  readonly unknown: number;
}

/** Documents that are due, by their ids; the caller reads each when its turn comes. `next`: when another one will be (ms since the epoch). */
export interface Due {
  readonly ids: readonly number[];
  readonly next: number | undefined;
}

const copies = sqlList(statesWhere(({ result }) => result === 'copied'));
const readRoute = rowReader('routes', ['id'], routeColumns.shape);

/** Whether a document has so many pages; `withinOf` gives the values. */
const isWithin = 'coalesce(d.pages, ?) > ? AND coalesce(d.pages, ?) <= ?';
const withinOf = ({ above = -1, most = Number.MAX_SAFE_INTEGER, unknown }: PageRange) => [
  ...[unknown, above],
  ...[unknown, Math.min(most, Number.MAX_SAFE_INTEGER)],
];

/** Whether the job of a document is due. */
const isDue = '(SELECT j.due_at FROM jobs j WHERE j.id = d.job) <= ?';
/** Whether it is the first of those that would send its content. */
const isFirst = "d.id = (SELECT min(o.id) FROM documents o WHERE o.job = d.job AND o.wait = 'ready')";
/** As the index `documents_to_take_in` lists it. */
export const isTakenIn = "state = 'settling' OR wait = 'blocked'";
/** As the index `documents_to_deliver` lists it. */
const pending = sqlList(pendingDeliveries);

const why = "json_extract(d.file, '$.wait.why')";
const isAsked = `d.folder_id = ? AND d.state = 'waiting' AND d.wait = 'held' AND ${why} IN (${sqlList(reasonsInQuestion)})`;

const readAsked = rowReader('documents', [], {
  why: z.enum(reasonsInQuestion as [HeldWhy, ...HeldWhy[]]),
  count: z.number(),
  pages: z.number(),
  afterMs: z.number().exactOptional(),
});
export type AskedCount = ReturnType<typeof readAsked>;

/**
 * Documents by their id, by content, path or job, and by what they wait for, and when. Every query here uses an index: none slows down as
 * the ledger grows.
 */
export class DocumentQueries extends DocumentList {
  protected readonly jobs: Jobs;
  protected readonly recent = new KnownRows<FileRow>(this.connection);
  /** What was last made of a job, or of a row without one: it leaves the memory with the job's result. */
  readonly #composed = new WeakMap<Job | FileRow, Composed>();

  constructor(connection: Connection, jobs: Jobs) {
    super(connection);
    this.jobs = jobs;
  }

  get(id: number): Document | undefined {
    const row = this.row(id);
    return row && this.composed(row);
  }

  /** The pages of a content, if they were counted before. */
  pagesOf(hash: string): number | undefined {
    return this.connection.number('SELECT pages FROM documents WHERE hash = ? AND pages IS NOT NULL LIMIT 1', hash);
  }

  /** Documents that have this job now, in the order in which they were found. One that the service has passed on has its verdict. */
  ofJob(job: number): Document[] {
    return this.showing(job).filter((document) => document.job === job);
  }

  /** Documents that were classified by this job and have another one since. */
  wentOnFrom(verdict: number): Document[] {
    return this.judgedBy(verdict).filter((document) => !awaitsValues(document));
  }

  /** Documents that wait for what the service has passed on itself. */
  awaiting(passedOn: number): Document[] {
    return this.showing(passedOn).filter((document) => document.passedOn?.id === passedOn);
  }

  /** Documents of which this job says anything but a verdict from which they have gone on, in the order in which they were found. */
  protected showing(job: number): Document[] {
    const own = this.idsOfJob(job).map((id) => this.known(id));
    if (this.jobs.known(job).route.kind !== 'classification') return own;
    const passedOn = this.judgedBy(job).filter((document) => awaitsValues(document));
    return passedOn.length === 0 ? own : [...own, ...passedOn].sort((one, other) => one.id - other.id);
  }

  protected judgedBy(verdict: number): Document[] {
    return this.where('d.verdict = ? ORDER BY d.id', verdict);
  }

  /** Documents whose job is or was in the batch, also those that have gone on from it. */
  inBatch(batchId: number): Document[] {
    const jobs = this.jobs.inBatch(batchId).map(({ id }) => id);
    const found = jobs.flatMap((job) => [...this.ofJob(job), ...this.wentOnFrom(job)]);
    return [...new Map(found.map((document) => [document.id, document])).values()].sort((one, other) => one.id - other.id);
  }

  /** Documents with this content that are on this route, or were classified there; oldest first. */
  withContent(origin: string, route: Route, hash: string): Document[] {
    const job = this.jobs.find(origin, route, hash);
    if (job === undefined) return [];
    return [...this.ofJob(job.id), ...this.wentOnFrom(job.id)].sort((one, other) => one.id - other.id);
  }

  /** Other documents of a folder with this content, that are on this document's route or were classified there; oldest first. */
  besideContent({ id, folderId, origin, route }: Document, hash: string): Document[] {
    const isThere = (other: Document) =>
      other.id !== id &&
      other.origin === origin &&
      (sameRoute(other.route, route) || (other.verdict !== undefined && sameRoute(other.verdict.route, route)));
    return this.where('d.hash = ? AND d.folder_id = ? ORDER BY d.id', hash, folderId).filter(isThere);
  }

  /** Documents that are or were at this path, newest first. */
  atPath(folderId: number, path: string): Document[] {
    return this.where('d.folder_id = ? AND d.path = ? ORDER BY d.id DESC', folderId, path);
  }

  /** The document whose JSON is, or is to be, at this absolute path; the newest, if there are several. */
  withJsonAt(path: string): Document | undefined {
    const there = "SELECT id FROM documents WHERE json ->> 'path' = ? AND json IS NOT NULL";
    const moving = "SELECT id FROM documents WHERE json ->> 'from' = ? AND json ->> 'from' IS NOT NULL";
    return this.where(`d.id IN (${there} UNION ALL ${moving}) ORDER BY d.id DESC LIMIT 1`, path, path)[0];
  }

  /** Where documents are or were in a directory of a folder, and below it. */
  pathsIn(folderId: number, directory: string): string[] {
    // What follows a slash in the order of characters.
    const sql = "SELECT DISTINCT path FROM documents WHERE folder_id = ? AND path >= ? || '/' AND path < ? || '0'";
    return this.connection.all(sql, folderId, directory, directory).map(({ path }) => String(path));
  }

  /** The document that takes this one's place in JSON and CSV; the newest, if there are several. */
  replacing(id: number): Document | undefined {
    return this.where('d.replaces = ? ORDER BY d.id DESC LIMIT 1', id)[0];
  }

  protected where(condition: string, ...values: readonly Value[]): Document[] {
    const ids = this.connection.numbers(`SELECT d.id FROM documents d WHERE ${condition}`, ...values);
    return ids.map((id) => this.known(id));
  }

  /** @throws Error if there is no such document */
  protected known(id: number): Document {
    return this.composed(this.knownRow(id));
  }

  /** @throws Error if there is no such document */
  protected knownRow(id: number): FileRow {
    const row = this.row(id);
    if (row === undefined) throw new Error(`The ledger has no document ${id}.`);
    return row;
  }

  protected row(id: number): FileRow | undefined {
    const recent = this.recent.get(id);
    if (recent !== undefined) return recent;
    const row = this.connection.get(`${selectDocuments} WHERE d.id = ?`, id);
    if (row === undefined) return undefined;
    const file = fileRowOf(row);
    this.remember(file);
    return file;
  }

  protected remember(row: FileRow): void {
    const isDone = row.delivery.kind === 'done' || row.file.kind === 'gone';
    this.recent.put(row, isDone);
    if (isDone && row.job !== undefined) this.jobs.isDone(row.job);
  }

  protected idsOfJob(job: number): readonly number[] {
    const known = this.jobs.documents.get(job);
    if (known !== undefined) return known;
    const ids = this.connection.numbers('SELECT id FROM documents WHERE job = ? ORDER BY id', job);
    this.jobs.documents.set(job, ids);
    return ids;
  }

  /** A document from its row and its jobs. */
  protected composed(row: FileRow): Document {
    const job = row.job === undefined ? undefined : this.jobs.known(row.job);
    const verdict = row.verdict === undefined ? undefined : this.jobs.known(row.verdict);
    const known = this.#composed.get(job ?? row);
    if (known?.row === row && known.verdict === verdict) return known.document;
    const document = documentOf(row, job, verdict);
    this.#composed.set(job ?? row, { row, verdict, document });
    return document;
  }

  /** @throws DamagedRow */
  protected readDocument(row: Row): Document {
    return this.composed(fileRowOf(row));
  }

  /** The documents of a folder that settle, or are blocked: those that are due by now, longest due first, up to `limit`. */
  toTakeIn(folderId: number, now: number, limit: number): Due {
    return this.#due(`folder_id = ? AND (${isTakenIn})`, folderId, now, limit);
  }

  /** Whether a document of the folder settles that will be due by then. */
  isSettling(folderId: number, until: number): boolean {
    const sql = `SELECT 1 FROM documents WHERE folder_id = ? AND (${isTakenIn}) AND due_at <= ? AND state = 'settling' LIMIT 1`;
    return this.connection.get(sql, folderId, until) !== undefined;
  }

  /**
   * Documents that are ready to be sent on a route and due, in the order in which they were found; with so many pages, if that
   * matters.
   */
  ready(folderId: number, { origin, route }: OnRoute, now: number, limit: number, pages: PageRange = { unknown: 0 }): Document[] {
    return this.where(
      `d.folder_id = ? AND d.wait = 'ready' AND ${isDue} AND ${isWithin}
        AND d.route = (SELECT id FROM routes WHERE origin = ? AND kind = ? AND service_id = ?) ORDER BY d.id LIMIT (? + 0)`,
      ...[folderId, now, ...withinOf(pages), origin, route.kind, route.id, limit],
    );
  }

  /** The routes on which documents of a folder wait to be sent in a later step, due or not. */
  laterRoutes(folderId: number, origin: string): Route[] {
    const rows = this.connection.all(
      `SELECT DISTINCT r.kind, r.service_id AS id FROM documents d INDEXED BY documents_gone_on CROSS JOIN routes r ON r.id = d.route
        WHERE d.folder_id = ? AND d.wait = 'ready' AND d.verdict IS NOT NULL AND r.origin = ?`,
      folderId,
      origin,
    );
    return rows.map(readRoute);
  }

  /**
   * Documents of a folder in the order in which they were found: up to `limit` after this one.
   * @param only `ready`: those that wait to be sent, due or not; `sent`: those that have a job and do not wait to be sent
   */
  foundAfter(folderId: number, after: number, limit: number, only?: 'ready' | 'sent'): Document[] {
    // Otherwise by id: there are few others after it.
    const folder = only === 'ready' ? 'd.folder_id' : '+d.folder_id';
    const condition = { ready: "AND d.wait = 'ready'", sent: "AND d.job IS NOT NULL AND d.state <> 'waiting'" };
    const which = `${folder} = ? AND d.id > ? ${only === undefined ? '' : condition[only]}`;
    return this.where(`${which} ORDER BY d.id LIMIT (? + 0)`, folderId, after, limit);
  }

  /** The ids of documents of a folder that were found before this one, the newest first: up to `limit`. */
  foundBefore(folderId: number, before: number, limit: number): number[] {
    const sql = 'SELECT id FROM documents WHERE +folder_id = ? AND id < ? ORDER BY id DESC LIMIT (? + 0)';
    return this.connection.numbers(sql, folderId, before, limit);
  }

  /** The id of the document that was found last; 0 before the first. */
  last(): number {
    return this.connection.number('SELECT max(id) FROM documents') ?? 0;
  }

  /** Of those that are ready, PDF and TIFF whose pages have not been counted. */
  uncounted(folderId: number, now: number, limit: number): Document[] {
    return this.where(
      `d.folder_id = ? AND d.wait = 'ready' AND ${isDue} AND d.pages IS NULL
        AND d.content_type IN (${sqlList(countableTypes)}) ORDER BY d.id LIMIT (? + 0)`,
      folderId,
      now,
      limit,
    );
  }

  /**
   * How many contents are to be sent, and their pages: of those that are to be classified first, `times` as many. Of `unknown`
   * documents nothing tells the pages.
   */
  readyPages(folderId: number, now: number, pages: PageRange, times: number): ReadyPages {
    const {
      documents,
      pages: sum,
      unknown,
    } = this.connection.get(
      `SELECT count(*) AS documents, total(d.pages IS NULL) AS unknown,
          total(coalesce(d.pages, ?) * iif(d.verdict IS NULL, ?, 1)) AS pages
        FROM documents d WHERE d.folder_id = ? AND d.wait = 'ready' AND ${isDue} AND ${isFirst} AND ${isWithin}`,
      ...[pages.unknown, times, folderId, now, ...withinOf(pages)],
    ) as Row;
    return { documents: Number(documents), pages: Number(sum), unknown: Number(unknown) };
  }

  /** How long each document took that was delivered first in this span (ms since the epoch), and whether it is a copy. */
  deliveredIn(from: number, until: number): { readonly tookMs: number; readonly duplicate: boolean }[] {
    const rows = this.connection.all(
      `SELECT max(0, delivered_at - found_at) AS took, state IN (${copies}) AS duplicate FROM documents
        WHERE standing IN (${sqlList(standingNames)}) AND changed_at >= ?1 AND delivered_at >= ?1 AND delivered_at < ?2`,
      from,
      until,
    );
    return rows.map(({ took, duplicate }) => ({ tookMs: Number(took), duplicate: duplicate === 1 }));
  }

  /** The ids of the documents of a folder that are delivered, or were and are to be written anew, and have changed since then. */
  writtenIn(folderId: number, since = 0): number[] {
    const sql = `SELECT id FROM documents d WHERE folder_id = ? AND changed_at >= ?
      AND (delivery = 'done' OR (json IS NOT NULL AND coalesce(json ->> 'was', 'none') <> '')) ORDER BY id`;
    return this.connection.numbers(sql, folderId, since);
  }

  /** The documents of a folder that have something left to be done on disk: those that are due by now, longest due first, up to `limit`. */
  toDeliver(folderId: number, now: number, limit: number): Due {
    return this.#due(`folder_id = ? AND delivery IN (${pending})`, folderId, now, limit);
  }

  /** Whether anything is being done on disk for a document of the folder, or is about to be: what the disk has refused waits. */
  isDelivering(folderId: number, now: number): boolean {
    const sql = `SELECT 1 FROM documents WHERE folder_id = ? AND delivery IN (${pending}) AND due_at IS NOT NULL
      AND (due_at <= ? OR delivery_json ->> 'message' IS NULL) LIMIT 1`;
    return this.connection.get(sql, folderId, now) !== undefined;
  }

  #due(condition: string, folderId: number, now: number, limit: number): Due {
    const sql = `SELECT id, due_at FROM documents WHERE ${condition} AND due_at IS NOT NULL ORDER BY due_at, id LIMIT (? + 0)`;
    const ids: number[] = [];
    for (const { id, due_at: dueAt } of this.connection.all(sql, folderId, limit)) {
      if (Number(dueAt) > now) return { ids, next: Number(dueAt) };
      ids.push(Number(id));
    }
    return { ids, next: undefined };
  }

  /** Documents of the folder that are held until its question is answered, by id. */
  asked(folderId: number): number[] {
    return this.connection.numbers(`SELECT d.id FROM documents d WHERE ${isAsked} ORDER BY d.id`, folderId);
  }

  /** Of those that are held so, what may have pages that have not been counted. */
  askedUncounted(folderId: number, limit: number): Document[] {
    return this.where(
      `${isAsked} AND d.pages IS NULL AND coalesce(d.content_type, 'application/pdf') IN (${sqlList(countableTypes)})
        ORDER BY d.id LIMIT (? + 0)`,
      folderId,
      limit,
    );
  }

  /**
   * By what they are asked about: how many, and their pages; each of which nothing tells counts as `unknown`. `afterMs`: how long
   * after the earlier content was sent, or found, the first of those was found that replace one; else null.
   */
  askedCounts(folderId: number, unknown: number): AskedCount[] {
    const sent = `(SELECT min(coalesce(b.accepted_at, b.made_at)) FROM documents p JOIN jobs j ON j.id IN (p.job, p.verdict)
      JOIN batches b ON b.id = j.batch_id WHERE p.id = d.replaces)`;
    const found = '(SELECT r.found_at FROM documents r WHERE r.id = d.replaces)';
    const rows = this.connection.all(
      `SELECT why, sum(count) AS count, sum(pages) AS pages, min(after_ms) AS after_ms FROM (
        SELECT ${why} AS why, count(*) AS count, max(coalesce(d.pages, ?)) AS pages,
          min(d.found_at - coalesce(${sent}, ${found})) AS after_ms
        FROM documents d WHERE ${isAsked} GROUP BY 1, coalesce('job ' || d.job, d.id)) GROUP BY 1 ORDER BY 1`,
      unknown,
      folderId,
    );
    return rows.map(readAsked);
  }

  /** Whether a file of the folder is settling whose earlier content was sent: it may be asked about soon. */
  isReplacing(folderId: number): boolean {
    const sql = "SELECT 1 FROM documents WHERE folder_id = ? AND state = 'settling' AND replaces IS NOT NULL LIMIT 1";
    return this.connection.get(sql, folderId) !== undefined;
  }

  /** Documents in this state, of one folder or of all, longest unchanged first. */
  inState(state: StateName, limit?: number, folderId?: number): Document[] {
    const condition = 'd.state = ? AND d.folder_id = coalesce(?, d.folder_id) ORDER BY d.changed_at, d.id LIMIT (? + 0)';
    return this.where(condition, state, folderId ?? null, limit ?? -1);
  }

  /** When a document was changed last (ms since the epoch), by the clock as it was then. */
  lastChangeAt(): number | undefined {
    const latest = '(SELECT max(d.changed_at) FROM documents d WHERE d.standing = s.value)';
    return this.connection.number(`SELECT max(${latest}) FROM json_each(?) s`, JSON.stringify(standingNames));
  }

  /** Documents that wait so. */
  waitingFor(wait: Wait['kind']): Document[] {
    return this.where("d.state = 'waiting' AND d.wait = ? ORDER BY d.changed_at, d.id", wait);
  }

  /** When the next document that settles will be due. */
  nextSettled(after: number): number | undefined {
    const sql = "SELECT min(due_at) FROM documents WHERE state = 'settling' AND due_at > ?";
    return this.connection.number(sql, after);
  }

  /** Newest change first. Without a limit: 100. */
  page(query: ListQuery): DocumentPage {
    const { ids, ...found } = this.byTime(this.select(query), true);
    return { documents: ids.flatMap((id) => this.get(id) ?? []), ...found };
  }
}
