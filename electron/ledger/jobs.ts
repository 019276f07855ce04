import { z } from 'zod';
import { fileNameOf, isPassedOn, type Job, type JobState, type PassedOn } from '../core/document/document.ts';
import { resultSchema } from '../core/document/result.ts';
import { isReady, jobStateSchema, stateNames, traitsOf } from '../core/document/states.ts';
import { ready } from '../core/document/transition.ts';
import { type Route, routeKey } from '../core/protocol/route.ts';
import { reviewSchema } from '../core/review/local-review.ts';
import type { Batches } from './batches.ts';
import type { Connection, Row, Value } from './connection.ts';
import { type Routes, routeColumns } from './routes.ts';
import {
  boolean,
  type Changes,
  type Columns,
  changed,
  columnsOf,
  DeferredRows,
  differing,
  json,
  KnownRows,
  recentlyUsed,
  rowReader,
  sqlList,
  Table,
} from './table-base.ts';

export type JobChanges = Changes<Job, 'id' | 'origin' | 'route' | 'hash'>;

/** In memory, a job with a large result takes the place of several. */
const largeText = 32_768;
const sizeOf = ({ result }: Job) => 1 + Math.floor(JSON.stringify(result ?? null).length / largeText);
const mostFound = 500;
const mostShared = 8_000;

const readJob = rowReader('jobs', ['id'], {
  id: z.number(),
  origin: z.string(),
  route: routeColumns,
  hash: z.string(),
  state: json(jobStateSchema as z.ZodType<JobState>),
  dueAt: z.number().exactOptional(),
  from: z.number().exactOptional(),
  tries: z.number(),
  batchId: z.number().exactOptional(),
  fileId: z.string().exactOptional(),
  sentAs: z.string().exactOptional(),
  result: json(resultSchema).exactOptional(),
  droppedAt: z.number().exactOptional(),
  review: json(reviewSchema).exactOptional(),
  attempts: z.number(),
  possibleDuplicate: boolean,
});

const selectJobs = `
  SELECT j.id, r.origin, r.kind AS "route.kind", r.service_id AS "route.id", j.hash, j.state_json AS state, j.due_at, j.sent_from AS "from", j.tries,
    j.batch_id, j.file_id, j.sent_as, j.result, j.dropped_at, j.review, j.attempts, j.possible_duplicate
  FROM jobs j CROSS JOIN routes r ON r.id = j.route`;

const isOnRoute = 'j.route = (SELECT id FROM routes WHERE origin = ? AND kind = ? AND service_id = ?)';
const atService = sqlList(stateNames.filter((kind) => traitsOf[kind].progress === 'atService'));

/** The columns of a job, by their names. */
function named({ state, from, ...columns }: Columns): Columns {
  return { ...columns, ...(state !== undefined && { state_json: state }), ...(from !== undefined && { sent_from: from }) };
}

/** The one row that there is for each content on each route (`UNIQUE (route, hash)`). */
export class Jobs extends Table {
  readonly #routes: Routes;
  readonly #batches: Pick<Batches, 'get'>;
  readonly #recent = new KnownRows<Job>(this.connection, sizeOf);
  /** By route and content: the job, or that there is none. */
  readonly #found = recentlyUsed<string, { readonly id: number | undefined }>(this.connection, mostFound);
  /** The documents that have a job, oldest first; kept by `Documents`. */
  readonly documents = recentlyUsed<number, readonly number[]>(this.connection, mostShared);
  readonly #changed = new DeferredRows(this.connection, 'jobs');

  constructor(connection: Connection, routes: Routes, batches: Pick<Batches, 'get'>) {
    super(connection);
    this.#routes = routes;
    this.#batches = batches;
  }

  get(id: number): Job | undefined {
    const recent = this.#recent.get(id);
    if (recent !== undefined) return recent;
    const row = this.connection.get(`${selectJobs} WHERE j.id = ?`, id);
    if (row === undefined) return undefined;
    const job = readJob(row);
    this.#recent.put(job, traitsOf[job.state.kind].progress === 'none');
    return job;
  }

  /** A document of it is delivered, or has gone: nothing more is done with it for now. */
  isDone(id: number): void {
    const job = this.#recent.get(id);
    if (job !== undefined) this.#recent.put(job, true);
    this.documents.delete(id);
  }

  /** The job of a content on a route; undefined if none has come to it so far. */
  find(origin: string, route: Route, hash: string): Job | undefined {
    const key = `${origin} ${routeKey(route)} ${hash}`;
    let found = this.#found.get(key);
    if (found === undefined) {
      const sql = `SELECT j.id FROM jobs j WHERE ${isOnRoute} AND j.hash = ?`;
      found = { id: this.connection.number(sql, origin, route.kind, route.id, hash) };
      this.#found.set(key, found);
    }
    return found.id === undefined ? undefined : this.known(found.id);
  }

  /**
   * The job of a content on a route: the one way to it. A new one is to be sent from `now` on (ms since the epoch).
   * @param doubtful nothing proves that it was never sent: a new one is marked
   */
  jobFor(origin: string, route: Route, hash: string, now: number, doubtful = false): Job {
    const known = this.find(origin, route, hash);
    if (known !== undefined) return known;
    const job = { state: ready(now), dueAt: now, tries: 0, attempts: 0, possibleDuplicate: doubtful };
    const columns = { route: this.#routes.idOf(origin, route), hash, ...columnsOf(job) };
    const id = this.insert('jobs', named(columns), 'restorable');
    const added = { id, origin, route, hash, ...job };
    this.#recent.put(added, false);
    this.#found.set(`${origin} ${routeKey(route)} ${hash}`, { id });
    this.documents.set(id, []);
    return added;
  }

  /**
   * Writes only the columns that the changes affect. Whoever changes a job through `Documents.changeJob` has what follows from it for its
   * documents written, too.
   * @throws Error if there is no such job, or its file at the service is another's
   */
  update(id: number, changes: JobChanges): Job {
    const before = this.known(id);
    const after = changed<Job, 'id' | 'origin' | 'route' | 'hash'>(before, changes);
    const columns = named(differing(before, changes));
    const names = Object.keys(columns).join();
    if (names === '') return before;
    const isUnsent = isReady(before.state) && isReady(after.state) && (before.batchId ?? after.batchId) === undefined;
    const isRestorable = isUnsent && before.possibleDuplicate === after.possibleDuplicate;
    const durability = names === 'due_at' || isRestorable ? 'restorable' : 'promise';
    const isOfFile = 'file_id' in columns || 'batch_id' in columns || 'result' in columns;
    if (!isOfFile || (after.fileId ?? before.fileId) === undefined) this.#changed.put(id, columns, durability);
    else {
      // The file at the service is the job's from now on; where its batch is only claimed, once it has its result.
      const { batchId, fileId, origin, result } = after;
      const batch = batchId === undefined || fileId === undefined ? undefined : this.#batches.get(batchId);
      const name = batch?.claimed === true && result === undefined ? undefined : batch?.serviceBatchId;
      this.#changed.put(id, { ...columns, service_batch: name === undefined ? null : `${origin} ${name}` }, durability);
    }
    this.#recent.put(after, false);
    return after;
  }

  inBatch(batchId: number): Job[] {
    return this.#where('j.batch_id = ? ORDER BY j.id', batchId);
  }

  /** What was in a request when Intray stopped. */
  uploading(): Job[] {
    return this.#where("j.state = 'uploading' ORDER BY j.id");
  }

  /** The jobs on a route that the service has passed on itself, into batches that nobody has named, in the order they were made. */
  passedOn(origin: string, { kind, id }: Route): PassedOn[] {
    return this.#where(`j.state = 'passed-on' AND ${isOnRoute} ORDER BY j.id`, origin, kind, id).filter(isPassedOn);
  }

  /** Those of which a person is to be asked by now. */
  passedOnSince(now: number): PassedOn[] {
    return this.#where("j.state = 'passed-on' AND j.due_at <= ? ORDER BY j.id", now).filter(isPassedOn);
  }

  /** The extractions that such jobs are on. */
  passedOnTo(origin: string): string[] {
    const sql = `SELECT DISTINCT r.service_id FROM jobs j CROSS JOIN routes r ON r.id = j.route
      WHERE j.state = 'passed-on' AND r.origin = ?`;
    return this.connection.all(sql, origin).map((row) => String(row.service_id));
  }

  /** The jobs that the service has refused on a route. */
  refused(origin: string, { kind, id }: Route): Job[] {
    return this.#where(`j.state = 'rejected' AND ${isOnRoute}`, origin, kind, id);
  }

  /** Those of a content, on whichever route of a service. */
  ofContent(origin: string, hash: string): Job[] {
    return this.#where('j.hash = ? AND r.origin = ?', hash, origin);
  }

  /** How many contents were sent on a route, and of how many of these the result is awaited. Reads all of them. */
  countOnRoute(origin: string, { kind, id }: Route): { readonly sent: number; readonly awaited: number } {
    const { sent, awaited } = this.connection.get(
      `SELECT count(*) AS sent, total(j.state IN (${atService})) AS awaited FROM jobs j WHERE j.batch_id IS NOT NULL AND ${isOnRoute}`,
      ...[origin, kind, id],
    ) as Row;
    return { sent: Number(sent), awaited: Number(awaited) };
  }

  /** When the next one that is to be sent later than `after` will be due. */
  nextDue(after: number): number | undefined {
    const sql = "SELECT due_at FROM jobs WHERE state = 'waiting' AND due_at > ? ORDER BY due_at LIMIT 1";
    return this.connection.number(sql, after);
  }

  /** Makes everything that waits for a later time due now: a person asked for it, or the clock was set. */
  hurry(now: number): void {
    this.#recent.clear();
    const sql = "UPDATE jobs SET due_at = ? WHERE state = 'waiting' AND due_at > ?";
    this.connection.write('restorable', sql, now, now);
  }

  /**
   * The names of what was sent in batches that are still asked about, or that nobody knows of, but for these; and of what was sent in
   * any other, if nobody knows its file. What was sent more than once, or may have been, may be there under its own name, too, and with a
   * file that nobody knows any more.
   */
  sentInOthers(origin: string, batchIds: readonly number[]): string[] {
    const rows = this.connection.all(
      `SELECT j.sent_as FROM batches b CROSS JOIN routes r ON r.id = b.route CROSS JOIN jobs j ON j.batch_id = b.id
        WHERE b.state IN ('sent', 'open', 'ended', 'unresolved') AND b.id NOT IN (SELECT value FROM json_each(?2))
          AND r.origin = ?1 AND j.sent_as IS NOT NULL
      UNION
      SELECT j.sent_as FROM jobs j INDEXED BY jobs_without_file CROSS JOIN batches b ON b.id = j.batch_id
        CROSS JOIN routes r ON r.id = b.route
        WHERE j.batch_id IS NOT NULL AND j.file_id IS NULL AND j.sent_as IS NOT NULL
          AND b.state = 'closed' AND b.id NOT IN (SELECT value FROM json_each(?2)) AND r.origin = ?1
      UNION
      SELECT n.value FROM jobs j INDEXED BY jobs_perhaps_twice CROSS JOIN documents d ON d.job = j.id
        CROSS JOIN json_each(json_array(d.path, j.sent_as)) n
        WHERE (j.possible_duplicate = 1 OR j.tries > 1) AND coalesce(j.batch_id, 0) NOT IN (SELECT value FROM json_each(?2))
          AND n.value IS NOT NULL`,
      origin,
      JSON.stringify(batchIds),
    );
    return rows.map((row) => fileNameOf(String(row.sent_as)));
  }

  /** By the service's id, the jobs whose files of a batch these are known to be. One file of one batch serves one job: a constraint. */
  ofFiles(origin: string, serviceBatchId: string, fileIds: readonly string[]): ReadonlyMap<string, number> {
    const sql = 'SELECT file_id, id FROM jobs WHERE service_batch = ? AND file_id IN (SELECT value FROM json_each(?))';
    const rows = this.connection.all(sql, `${origin} ${serviceBatchId}`, JSON.stringify(fileIds));
    return new Map(rows.map((row) => [String(row.file_id), Number(row.id)]));
  }

  /** Whether a file of the service may be a job's: it is, or is nobody's so far. */
  mayBe(id: number | undefined, origin: string, serviceBatchId: string, fileId: string): boolean {
    const known = this.ofFiles(origin, serviceBatchId, [fileId]).get(fileId);
    return known === undefined || known === id;
  }

  /** Whether another batch has a file of this id, or has listed one that fits none of its jobs. */
  isInAnother(origin: string, serviceBatchId: string, fileId: string): boolean {
    const sql = `SELECT 1 FROM jobs j CROSS JOIN routes r ON r.id = j.route
        WHERE j.file_id = ?2 AND j.service_batch IS NOT NULL AND j.service_batch <> ?1 || ' ' || ?3 AND r.origin = ?1
      UNION ALL
      SELECT 1 FROM batches b INDEXED BY batches_unmatched CROSS JOIN routes r ON r.id = b.route CROSS JOIN json_each(b.unmatched) u
        WHERE b.unmatched IS NOT NULL AND u.value ->> 'fileId' = ?2 AND r.origin = ?1 AND b.service_batch_id <> ?3
      LIMIT 1`;
    return this.connection.get(sql, origin, fileId, serviceBatchId) !== undefined;
  }

  #where(condition: string, ...values: readonly Value[]): Job[] {
    const sql = `SELECT j.id FROM jobs j CROSS JOIN routes r ON r.id = j.route WHERE ${condition}`;
    return this.connection.numbers(sql, ...values).map((id) => this.known(id));
  }

  /** @throws Error if there is no such job */
  known(id: number): Job {
    const job = this.get(id);
    if (job === undefined) throw new Error(`The ledger has no job ${id}.`);
    return job;
  }
}
