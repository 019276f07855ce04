import { type HookCounts, type HookEvent, hookEventSchema } from '../core/hooks/hook-event.ts';
import { type Changes, columnsOf, messageColumn, rowReader, Table } from './table-base.ts';

/** An event that has not been told yet. */
type NewHookEvent = Pick<HookEvent, 'name' | 'folderId' | 'documentId' | 'at'> & {
  /** The beginning of its own id, which the ledger completes: two that are equal do no harm. */
  readonly prefix: string;
  /** Of its own id and its number, which the ledger knows. */
  readonly body: (eventId: string, number: number) => string;
};

const readEvent = rowReader('hook_events', ['id'], {
  ...hookEventSchema.shape,
  message: messageColumn.exactOptional(),
});

/**
 * The events for hooks, written in the transaction of what they tell: an outbox. A document's are told one after the other, and
 * its next one waits for the one before.
 */
export class HookEvents extends Table {
  add({ body, prefix, ...event }: NewHookEvent): void {
    this.connection.transaction(() => {
      const state: HookEvent['state'] = 'pending';
      const id = (this.connection.number("SELECT seq FROM sqlite_sequence WHERE name = 'hook_events'") ?? 0) + 1;
      const eventId = `${prefix}-${id}`;
      const told = { ...event, id, eventId, body: body(eventId, id) };
      this.insert('hook_events', columnsOf({ ...told, state, attempts: 0, nextAt: event.at }));
    });
  }

  /** What was last said of a document whose outputs are on disk (a digest, or '' for what was there before); undefined: nothing. */
  said(documentId: number): string | undefined {
    const said = this.connection.get('SELECT said FROM documents WHERE id = ?', documentId)?.said;
    return typeof said === 'string' ? said : undefined;
  }

  setSaid(documentId: number, digest: string): void {
    this.connection.run('UPDATE documents SET said = ? WHERE id = ?', digest, documentId);
  }

  /** Those that are to be told now, oldest first: of each document, and of each folder itself, the first. */
  due(now: number, limit: number): HookEvent[] {
    const sql = `SELECT * FROM hook_events e WHERE state = 'pending' AND next_at <= ? AND ${isFirst}
      ORDER BY next_at, id LIMIT (? + 0)`;
    return this.connection.all(sql, now, limit).map(readEvent);
  }

  /** When the next one is to be told that is not due yet; undefined: there is none. */
  next(now: number): number | undefined {
    return this.connection.number(
      `SELECT min(next_at) FROM hook_events e WHERE state = 'pending' AND next_at > ? AND ${isFirst}`,
      now,
    );
  }

  /** Whether one is pending that could be told and never was. */
  isAnyUntold(): boolean {
    const sql = `SELECT EXISTS (SELECT 1 FROM hook_events e WHERE state = 'pending' AND attempts = 0 AND ${isFirst})`;
    return this.connection.number(sql) === 1;
  }

  /** Whether one is pending, or was given up and may be wanted again. */
  isAnyLeft(): boolean {
    return ['pending', 'given-up'].some(
      (state) => this.connection.number(`SELECT EXISTS (SELECT 1 FROM hook_events WHERE state = '${state}')`) === 1,
    );
  }

  get(id: number): HookEvent | undefined {
    const row = this.connection.get('SELECT * FROM hook_events WHERE id = ?', id);
    return row && readEvent(row);
  }

  /** Newest first. */
  list(states: readonly HookEvent['state'][], limit: number): HookEvent[] {
    const sql = `SELECT * FROM hook_events WHERE state IN (${states.map(() => '?').join(', ')}) ORDER BY id DESC LIMIT (? + 0)`;
    return this.connection.all(sql, ...states, limit).map(readEvent);
  }

  counts(): HookCounts {
    const count = (where: string) => this.connection.number(`SELECT count(*) FROM hook_events WHERE ${where}`) ?? 0;
    return {
      pending: count("state = 'pending'"),
      failing: count("state = 'pending' AND attempts > 0"),
      givenUp: count("state = 'given-up'"),
    };
  }

  update(id: number, changes: Changes<HookEvent, 'id' | 'eventId'>): void {
    this.set('hook_events', columnsOf(changes), id);
  }

  /** All that wait for a later time are due now. */
  hurry(now: number): void {
    this.connection.run("UPDATE hook_events SET next_at = ? WHERE state = 'pending' AND next_at > ?", now, now);
  }

  /** A person wants these told again that were given up, or wait; without ids, all. From any process. @returns how many there are */
  retry(now: number, ids?: readonly string[]): number {
    return this.connection.transaction(() => {
      const all = this.list(['pending', 'given-up'], Number.MAX_SAFE_INTEGER);
      const wanted = ids === undefined ? all : all.filter(({ eventId }) => ids.includes(eventId));
      for (const { id, state } of wanted)
        this.update(id, state === 'given-up' ? { state: 'pending', nextAt: now, attempts: 0, at: now } : { nextAt: now });
      return wanted.length;
    });
  }

  /** Forgets what was taken, or given up, before this time. */
  remove(before: number): void {
    const isOld = "state IN ('done', 'given-up') AND coalesce(tried_at, at) < ?";
    if ((this.connection.number(`SELECT count(*) FROM hook_events WHERE ${isOld}`, before) ?? 0) === 0) return;
    this.connection.run(`DELETE FROM hook_events WHERE ${isOld}`, before);
  }
}

/** No earlier one of the same document is pending. */
const isFirst = `NOT EXISTS (SELECT 1 FROM hook_events o WHERE o.state = 'pending' AND o.folder_id = e.folder_id
  AND o.document_id = e.document_id AND o.id < e.id)`;
