import { isDeepStrictEqual } from 'node:util';
import { z } from 'zod';
import type { Document } from '../core/document/document.ts';
import type { Batch, BatchState } from '../core/document/records.ts';
import { resultSchema } from '../core/document/result.ts';
import type { UnmatchedResult } from '../core/poll/poll-outcome.ts';
import { type Route, sameRoute } from '../core/protocol/route.ts';
import type { Connection, Value } from './connection.ts';
import { type Routes, routeColumns } from './routes.ts';
import {
  type Changes,
  changed,
  columnsOf,
  differing,
  json,
  messageColumn,
  recentlyUsed,
  rowReader,
  Table,
  yes,
} from './table-base.ts';

type NewBatch = Pick<Batch, 'origin' | 'route' | 'madeAt' | 'files'>;
type BatchChanges = Changes<Batch, 'id' | keyof NewBatch>;

const readBatch = rowReader('batches', ['id'], {
  id: z.number(),
  origin: z.string(),
  route: routeColumns,
  state: z.enum(['composed', 'sent', 'open', 'ended', 'closed', 'unresolved', 'dropped']),
  serviceBatchId: z.string().exactOptional(),
  claimed: yes.exactOptional(),
  linked: z.enum(['waiting', 'whole']).exactOptional(),
  madeAt: z.number(),
  files: z.number().exactOptional(),
  acceptedAt: z.number().exactOptional(),
  reopenedAt: z.number().exactOptional(),
  polls: z.number(),
  lastPollAt: z.number().exactOptional(),
  nextPollAt: z.number().exactOptional(),
  missingSince: z.number().exactOptional(),
  message: messageColumn.exactOptional(),
  unmatched: json(z.array(z.object({ fileId: z.string(), fileName: z.string(), result: resultSchema }))).exactOptional(),
});

const selectBatches = `
  SELECT b.*, r.origin, r.kind AS "route.kind", r.service_id AS "route.id"
  FROM batches b CROSS JOIN routes r ON r.id = b.route`;

/** Of more batches than this, one is read from its table again. */
const maxRecent = 50;

/** What a poll that tells nothing new changes. */
const pollColumns = ['polls', 'last_poll_at', 'next_poll_at'];

/** `open`: polled until all its files have ended; `ended`: looked at now and then. */
type PolledState = Extract<BatchState, 'open' | 'ended'>;

const moment = z.number().exactOptional();
const readNext = rowReader('batches', [], { open: moment, later: moment, ended: moment });
const firstPoll = (condition: string) => `(SELECT b.next_poll_at FROM batches b CROSS JOIN routes r ON r.id = b.route
  WHERE ${condition} AND r.origin = ?1 ORDER BY b.next_poll_at LIMIT 1)`;
const selectNext = `SELECT ${firstPoll("b.state = 'open' AND b.next_poll_at IS NOT NULL")} AS open,
  ${firstPoll("b.state = 'open' AND b.next_poll_at > ?2")} AS later,
  ${firstPoll("b.state = 'ended' AND b.next_poll_at IS NOT NULL")} AS ended`;

/** Upload requests, from before they are sent until nothing more is expected of them. */
export class Batches extends Table {
  readonly #routes: Routes;
  readonly #recent = recentlyUsed<number, Batch>(this.connection, maxRecent);

  constructor(connection: Connection, routes: Routes) {
    super(connection);
    this.#routes = routes;
  }

  /** A batch of which nothing has been sent or polled yet. */
  add({ origin, route, ...rest }: NewBatch): Batch {
    const batch = { ...rest, state: 'composed', polls: 0 } as const;
    return this.connection.transaction(() => {
      const columns = { route: this.#routes.idOf(origin, route), ...columnsOf(batch) };
      return { id: this.insert('batches', columns, 'restorable'), origin, route, ...batch };
    });
  }

  /** The id of the one that was made last; 0 if there is none. */
  last(): number {
    return this.connection.number('SELECT max(id) FROM batches') ?? 0;
  }

  get(id: number): Batch | undefined {
    const recent = this.#recent.get(id);
    if (recent !== undefined) return recent;
    const [batch] = this.#where('b.id = ?', id);
    if (batch !== undefined) this.#recent.set(id, batch);
    return batch;
  }

  /** @throws Error if there is no such batch */
  update(id: number, changes: BatchChanges): Batch {
    const before = this.get(id);
    if (before === undefined) throw new Error(`The ledger has no batch ${id}.`);
    const after = changed<Batch, 'id' | keyof NewBatch>(before, changes);
    const columns = differing(before, changes);
    const isPollTime = Object.keys(columns).every((name) => pollColumns.includes(name));
    this.set('batches', columns, id, isPollTime ? 'restorable' : 'promise');
    this.#recent.set(id, after);
    return after;
  }

  /** Batches of this origin whose next poll is due, longest due first. */
  duePolls(origin: string, now: number, limit: number, state: PolledState = 'open'): Batch[] {
    return this.#where(
      'b.state = ? AND b.next_poll_at <= ? AND r.origin = ? ORDER BY b.next_poll_at, b.id LIMIT (? + 0)',
      state,
      now,
      origin,
      limit,
    );
  }

  /** Brings every poll forward to `at` at the latest: a person asked for it, or the clock was set. */
  hurry(at: number): void {
    const waiting = "(state = 'open' OR (state = 'ended' AND missing_since IS NOT NULL))";
    const sql = `UPDATE batches SET next_poll_at = ? WHERE ${waiting} AND next_poll_at > ?`;
    this.#recent.clear();
    this.connection.write('restorable', sql, at, at);
  }

  /**
   * Brings the polls of some batches forward to `at`: of those that the service knows by one of these ids, and of those
   * that have a file of such an id.
   */
  hurryThese(origin: string, serviceIds: readonly string[], at: number): void {
    const ids = JSON.stringify(serviceIds);
    const sql = `
      WITH named(id) AS (SELECT value FROM json_each(?))
      UPDATE batches SET next_poll_at = ?
       WHERE state IN ('open', 'ended') AND next_poll_at > ? AND route IN (SELECT id FROM routes WHERE origin = ?)
         AND (service_batch_id IN named
           OR EXISTS (SELECT 1 FROM jobs j WHERE j.batch_id = batches.id AND j.file_id IN named))`;
    this.#recent.clear();
    this.connection.write('restorable', sql, ids, at, at, origin);
  }

  /** How long answers have lacked something is no longer known: the machine slept, or its clock was set. */
  forgetMissing(): void {
    const sql = "UPDATE batches SET missing_since = NULL WHERE state = 'open' AND missing_since IS NOT NULL";
    this.#recent.clear();
    this.connection.write('restorable', sql);
  }

  /** When the first poll of this origin in each state is due, and the first open one that is not due yet. */
  nextPolls(origin: string, now: number): { readonly [When in PolledState | 'later']?: number } {
    return readNext(this.connection.get(selectNext, origin, now) ?? {});
  }

  inState(state: BatchState): Batch[] {
    return this.#where('b.state = ? ORDER BY b.id', state);
  }

  /** The open batch that documents claim to be in, by the service's batchId. */
  openClaim(origin: string, { kind, id }: Route, serviceBatchId: string): Batch | undefined {
    const condition =
      "b.claimed = 1 AND b.service_batch_id = ? AND b.state = 'open' AND r.origin = ? AND r.kind = ? AND r.service_id = ?";
    return this.#where(condition, serviceBatchId, origin, kind, id)[0];
  }

  /** The batches on a route that the service knows by this id: one, or two if the service has named it before it answered an upload. */
  ofService(origin: string, { kind, id }: Route, serviceBatchId: string): Batch[] {
    const condition = 'b.service_batch_id = ? AND r.origin = ? AND r.kind = ? AND r.service_id = ? ORDER BY b.id';
    return this.#where(condition, serviceBatchId, origin, kind, id);
  }

  /** Whether a batch was uploaded that the service knows by this id. */
  isOurs(origin: string, serviceBatchId: string): boolean {
    return this.#where('b.service_batch_id = ? AND b.linked IS NULL AND r.origin = ?', serviceBatchId, origin).length > 0;
  }

  /** The linked batches on a route which have files that are no document's, oldest first. */
  linkedWaiting(origin: string, { kind, id }: Route): Batch[] {
    const condition = "b.linked = 'waiting' AND r.origin = ? AND r.kind = ? AND r.service_id = ? ORDER BY b.id";
    return this.#where(condition, origin, kind, id);
  }

  /** Those with results that belong to no document of theirs, oldest first. */
  unmatched(): Batch[] {
    return this.#where('b.unmatched IS NOT NULL ORDER BY b.id');
  }

  /** How many batches that were only named are still asked about. */
  namedCount(): number {
    return this.connection.number("SELECT count(*) FROM batches WHERE linked = 'waiting' AND state IN ('open', 'ended')") ?? 0;
  }

  /** Whether the service has accepted a batch on this route that was made after this one. */
  hasTakenSince(origin: string, route: Route, batchId: number): boolean {
    const sql = 'SELECT count(*) FROM batches WHERE id > ? AND route = ? AND accepted_at IS NOT NULL AND claimed IS NULL';
    return (this.connection.number(sql, batchId, this.#routes.idOf(origin, route)) ?? 0) > 0;
  }

  /** Whether the service is at work on a batch of this origin, by its last answer. */
  isAnswered(origin: string): boolean {
    const sql = `SELECT count(*) FROM batches b CROSS JOIN routes r ON r.id = b.route
      WHERE b.state = 'open' AND b.message IS NULL AND b.missing_since IS NULL AND r.origin = ?`;
    return (this.connection.number(sql, origin) ?? 0) > 0;
  }

  #where(condition: string, ...values: readonly Value[]): Batch[] {
    return this.connection.all(`${selectBatches} WHERE ${condition}`, ...values).map(readBatch);
  }
}

/** Results that belong to no document of their batch, as far as names tell, kept with it until a person has assigned them. */
export class Unmatched {
  readonly #batches: Batches;

  constructor(batches: Batches) {
    this.#batches = batches;
  }

  /** Adds one, or replaces what was kept of the same file. */
  put({ batchId, ...result }: UnmatchedResult): void {
    this.#change(batchId, (others) => [...others, result], result.fileId);
  }

  /** Those of a batch, by the service's name. */
  of(batchId: number): readonly UnmatchedResult[] {
    const batch = this.#batches.get(batchId);
    return batch === undefined ? [] : resultsOf([batch]);
  }

  /** Those that may be a document's own: of its batch, or of the linked batches on the route of the job that was passed on. */
  offeredTo({ batchId, origin, passedOn }: Pick<Document, 'batchId' | 'origin' | 'passedOn'>): readonly UnmatchedResult[] {
    if (passedOn === undefined) return batchId === undefined ? [] : this.of(batchId);
    return resultsOf(
      this.#batches
        .unmatched()
        .filter((each) => each.linked !== undefined && each.origin === origin && sameRoute(each.route, passedOn.route)),
    );
  }

  /** Ledger ids of the batches that have any, oldest first. */
  batches(): number[] {
    return this.#batches.unmatched().map(({ id }) => id);
  }

  remove(batchId: number, fileId: string): void {
    this.#change(batchId, (others) => others, fileId);
  }

  #change(batchId: number, change: (others: Kept) => Kept, fileId: string): void {
    const { unmatched: before = [] } = this.#batches.get(batchId) ?? {};
    const unmatched = change(before.filter((each) => each.fileId !== fileId)).toSorted(byName);
    if (!isDeepStrictEqual(before, unmatched))
      this.#batches.update(batchId, { unmatched: unmatched.length === 0 ? undefined : unmatched });
  }
}

type Kept = NonNullable<Batch['unmatched']>;

function byName(one: Kept[number], other: Kept[number]): number {
  const [a, b] = [one, other].map(({ fileName, fileId }) => `${fileName}\0${fileId}`);
  return (a ?? '') < (b ?? '') ? -1 : 1;
}

function resultsOf(batches: readonly Batch[]): UnmatchedResult[] {
  const all = batches.flatMap(({ id, unmatched = [] }) => unmatched.map((each) => ({ batchId: id, ...each })));
  return all.sort(byName);
}
