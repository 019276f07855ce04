import { hasResult, stateNames } from '../core/document/states.ts';
import type { Connection } from './connection.ts';
import type { Documents } from './documents.ts';
import type { Meta } from './meta.ts';
import { sqlList, Table } from './table-base.ts';

/** The standings of documents that need nobody. One that is gone was delivered before. */
const standings = ['done', 'confirmed', 'gone'] as const;
/** So many documents are looked at in one step, and so many results dropped. */
const looked = 500;
const dropped = 20;
/** So many pages are given back in one step, and so large a part of all is kept for what comes. */
const givenBack = 64;
const keptPart = 0.1;

/**
 * True of a document `d` with a job `j` whose result may go: `d` is delivered, and of no file of the job is anything still to be done,
 * nor has a person to look at it, or asked for something, nor is its JSON being written, or a row of a table to be
 * made of it. What has gone on from the job has no result any more either. Of one that is gone, the same holds for what it was.
 */
const mayGo = `j.dropped_at IS NULL AND d.delivery = 'done' AND json_extract(d.delivery_json, '$.at') <= ?1
  AND j.result IS NOT NULL
  AND (d.standing <> 'gone' OR j.state IN (${sqlList(stateNames.filter(hasResult))})
    AND (d.asked = 0 OR json_array_length(j.review, '$.confirmations') > 0 AND json_type(j.review, '$.conflict') IS NULL))
  AND NOT EXISTS (SELECT 1 FROM documents o WHERE o.job = d.job AND (o.delivery IN ('pending', 'written')
    OR o.standing NOT IN (${sqlList(standings)}) OR o.changed_at > ?1 OR o.dismissed = 1
    OR o.json ->> 'was' IS NOT NULL
    OR EXISTS (SELECT 1 FROM requests r WHERE r.document_id = o.id)))
  AND NOT EXISTS (SELECT 1 FROM documents o JOIN jobs k ON k.id = o.job WHERE o.verdict = d.job AND k.dropped_at IS NULL)`;
const isOld = `d.standing IN (${sqlList(standings)}) AND d.changed_at <= ?1`;

/** Results and history that are older than a person wants to keep. Times are milliseconds since the epoch. */
export class Retention extends Table {
  readonly #documents: Documents;
  readonly #meta: Meta;

  constructor(connection: Connection, documents: Documents, meta: Meta) {
    super(connection);
    this.#documents = documents;
    this.#meta = meta;
  }

  /** How many results would be dropped of documents on which nothing has happened since then. Reads all of them. */
  count(before: number): number {
    const sql = `SELECT count(DISTINCT d.job) FROM documents d CROSS JOIN jobs j ON j.id = d.job WHERE ${isOld} AND ${mayGo}`;
    return this.connection.number(sql, before) ?? 0;
  }

  /** How many were dropped so far, and when last; undefined if none was. */
  dropped(): { readonly documents: number; readonly at: number } | undefined {
    return this.#meta.read('dropped');
  }

  /**
   * Looks at some documents, and drops the results that may go: a few hundredths of a second.
   * @param after the id of the last one that was looked at; 0 at the beginning
   * @returns the same, for the next step; undefined at the end
   */
  dropSome(before: number, now: number, after = 0): number | undefined {
    if (after >= this.#documents.last()) return undefined;
    const ids = this.connection.numbers(
      `SELECT d.id FROM documents d NOT INDEXED CROSS JOIN jobs j ON j.id = d.job
        WHERE d.id > ?2 AND d.id <= ?3 AND ${isOld} AND ${mayGo} ORDER BY d.id LIMIT (?4 + 0)`,
      ...[before, after, after + looked, dropped],
    );
    if (ids.length > 0) this.#drop(ids, now);
    return ids.length === dropped ? ids.at(-1) : after + looked;
  }

  /**
   * Gives some of the room that nothing holds any more back to the disk: a few thousandths of a second.
   * @returns whether there is more
   */
  giveBack(): boolean {
    const count = (name: 'page_count' | 'freelist_count') => this.connection.number(`PRAGMA ${name}`) ?? 0;
    const free = count('freelist_count');
    if (free <= count('page_count') * keptPart) return false;
    this.connection.execute(`PRAGMA incremental_vacuum(${givenBack})`);
    return count('freelist_count') < free;
  }

  #drop(ids: readonly number[], now: number): void {
    this.connection.transaction(() => {
      let documents = this.dropped()?.documents ?? 0;
      for (const id of ids) {
        // Another file of its job may have come before it.
        if (this.#documents.get(id)?.droppedAt !== undefined) continue;
        this.#documents.dropResult(id, now);
        documents += 1;
      }
      this.#meta.write('dropped', { documents, at: now });
    });
  }
}
