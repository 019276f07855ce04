import { z } from 'zod';
import { awaitsValues, type Document, documentOf, type FileRow, type Job, jsonOutputSchema } from '../core/document/document.ts';
import { type Route, sameRoute } from '../core/protocol/route.ts';
import { json, numberColumn, parseRow, Table, textColumn } from './columns.ts';
import type { Connection, Row, Value } from './connection.ts';
import { fileRowOf, selectDocuments } from './document-row.ts';
import type { Jobs } from './jobs.ts';
import { recentlyUsed } from './recently-used.ts';

/** Rows in memory: more than are in progress at once; and of those that are done, which thousands of copies may ask for, few. */
const mostRecent = 2_000;
const mostDone = 32;

const unsyncedShape = z.object({ id: z.number(), folderId: z.number(), json: json(jsonOutputSchema) });
/** The JSON of a document that may not be on disk. */
export type UnsyncedJson = Readonly<z.output<typeof unsyncedShape>>;

interface Composed {
  readonly row: FileRow;
  readonly verdict: Job | undefined;
  readonly document: Document;
}

/** Documents by their id, and by content, path or job. */
export class DocumentReads extends Table {
  protected readonly jobs: Jobs;
  protected readonly recent = recentlyUsed<number, FileRow>(this.connection, mostRecent);
  protected readonly done = recentlyUsed<number, FileRow>(this.connection, mostDone);
  /** Documents as they were put together last, by their jobs: they leave the memory with the job's result. */
  readonly #composed = new WeakMap<Job, Map<number, Composed>>();

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
    return this.where("d.json ->> 'path' = ? AND d.json IS NOT NULL ORDER BY d.id DESC LIMIT 1", path)[0];
  }

  /** The JSON files that were created without waiting for the disk; of one folder, or of all. */
  unsynced(folderId?: number, limit?: number): UnsyncedJson[] {
    const within = folderId === undefined ? [] : [folderId];
    const where = `d.json ->> 'boot' IS NOT NULL ${folderId === undefined ? '' : 'AND d.folder_id = ?'}`;
    const sql = `SELECT d.id, d.folder_id, d.json FROM documents d WHERE ${where} LIMIT (? + 0)`;
    return this.connection.all(sql, ...within, limit ?? -1).map((row) => parseRow(unsyncedShape, 'documents', ['id'], row));
  }

  /** Where documents are or were in a directory of a folder, and below it. */
  pathsIn(folderId: number, directory: string): string[] {
    // What follows a slash in the order of characters.
    const sql = "SELECT DISTINCT path FROM documents WHERE folder_id = ? AND path >= ? || '/' AND path < ? || '0'";
    return this.connection.all(sql, folderId, directory, directory).map(({ path }) => textColumn.parse(path));
  }

  /** The document that takes this one's place in JSON and CSV; the newest, if there are several. */
  replacing(id: number): Document | undefined {
    return this.where('d.replaces = ? ORDER BY d.id DESC LIMIT 1', id)[0];
  }

  protected where(condition: string, ...values: readonly Value[]): Document[] {
    const rows = this.connection.all(`SELECT d.id FROM documents d WHERE ${condition}`, ...values);
    return rows.map((row) => this.known(numberColumn.parse(row.id)));
  }

  /** @throws Error if there is no such document */
  protected known(id: number): Document {
    const document = this.get(id);
    if (document === undefined) throw new Error(`The ledger has no document ${id}.`);
    return document;
  }

  /** @throws Error if there is no such document */
  protected knownRow(id: number): FileRow {
    const row = this.row(id);
    if (row === undefined) throw new Error(`The ledger has no document ${id}.`);
    return row;
  }

  protected row(id: number): FileRow | undefined {
    const recent = this.recent.get(id) ?? this.done.get(id);
    if (recent !== undefined) return recent;
    const row = this.connection.get(`${selectDocuments} WHERE d.id = ?`, id);
    if (row === undefined) return undefined;
    const file = fileRowOf(row);
    this.remember(file);
    return file;
  }

  /** What is known of a document that is done leaves the memory, its result above all. */
  protected remember(row: FileRow): void {
    const isDone = row.delivery.kind === 'done' || row.file.kind === 'gone';
    (isDone ? this.recent : this.done).delete(row.id);
    (isDone ? this.done : this.recent).set(row.id, row);
    if (isDone && row.job !== undefined) this.jobs.isDone(row.job);
  }

  protected forget(id: number): void {
    this.recent.delete(id);
    this.done.delete(id);
  }

  protected idsOfJob(job: number): readonly number[] {
    const known = this.jobs.documents.get(job);
    if (known !== undefined) return known;
    const rows = this.connection.all('SELECT id FROM documents WHERE job = ? ORDER BY id', job);
    const ids = rows.map((row) => numberColumn.parse(row.id));
    this.jobs.documents.set(job, ids);
    return ids;
  }

  /** A document from its row and its jobs; the same one, as long as they are the same. */
  protected composed(row: FileRow): Document {
    const job = row.job === undefined ? undefined : this.jobs.known(row.job);
    const verdict = row.verdict === undefined ? undefined : this.jobs.known(row.verdict);
    if (job === undefined) return documentOf(row, undefined, verdict);
    const known = this.#composed.get(job) ?? new Map<number, Composed>();
    const before = known.get(row.id);
    if (before?.row === row && before.verdict === verdict) return before.document;
    const document = documentOf(row, job, verdict);
    this.#composed.set(job, known.set(row.id, { row, verdict, document }));
    return document;
  }

  /** @throws DamagedRow */
  protected readDocument(row: Row): Document {
    return this.composed(fileRowOf(row));
  }
}
