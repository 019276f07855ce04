import { z } from 'zod';
import { type Document, documentOf, type FileRow, type Job } from '../core/document/document.ts';
import type { HistoryEntry } from '../core/document/records.ts';
import { standingOf } from '../core/document/standing.ts';
import { sameRoute } from '../core/protocol/route.ts';
import type { Connection } from './connection.ts';
import { DocumentQueries, isTakenIn } from './document-queries.ts';
import { changedColumns, durabilityOf, type FileChanges, type InvoiceKeys, logLine, selectDocuments } from './document-row.ts';
import { DamagedRow } from './errors.ts';
import type { JobChanges, Jobs } from './jobs.ts';
import type { Routes } from './routes.ts';
import { boolean, type Columns, changed, DeferredRows, rowReader } from './table-base.ts';

export type { FileChanges };

/** A document that was just found: not delivered, last changed when it was found. */
export interface NewDocument
  extends Pick<FileRow, 'folderId' | 'path' | 'facts' | 'origin' | 'route' | 'file' | 'foundAt' | 'dueAt' | 'replaces'> {
  /** A person has sent it (`files.ts`). */
  readonly byHand?: boolean;
}

/** A document as it is after a change, with what only those who count ask for (schema.ts). */
export interface ChangedDocument {
  readonly id: number;
  readonly seq: number;
  readonly asked: boolean;
  readonly deliveredAt: number | undefined;
  readonly failedAt: number | undefined;
  /** Undefined if its row cannot be read. */
  readonly document: Document | undefined;
}

/** Columns of which nobody is told who follows: whatever they lead to is written with others. */
const untold: readonly string[] = ['due_at', 'pages', 'json', 'moving'];

/** In `meta`, a document that is no more has its id under the number of that change: whoever follows reads them in this order. */
const removedPrefix = 'removed:';
const removedAt = (seq: number) => `${removedPrefix}${String(seq).padStart(16, '0')}`;
const lastRemoved = `${removedPrefix}~`;

const readChange = rowReader('documents', ['id'], {
  id: z.number(),
  seq: z.number(),
  asked: boolean,
  deliveredAt: z.number().exactOptional(),
  failedAt: z.number().exactOptional(),
});

interface DocumentsOptions {
  readonly jobs: Jobs;
  readonly routes: Routes;
  readonly invoiceKeys: InvoiceKeys;
}

/** The documents of the ledger, and what becomes of them. */
export class Documents extends DocumentQueries {
  readonly #routes: Routes;
  readonly #invoiceKeys: InvoiceKeys;
  readonly #changed: DeferredRows;
  readonly #listeners = new Set<() => void>();
  #seq: number | undefined;

  constructor(connection: Connection, { jobs, routes, invoiceKeys }: DocumentsOptions) {
    super(connection, jobs);
    this.#routes = routes;
    this.#invoiceKeys = invoiceKeys;
    this.#changed = new DeferredRows(connection, 'documents');
  }

  add({ byHand, ...found }: NewDocument): Document {
    const row = { ...found, delivery: { kind: 'none' }, changedAt: found.foundAt } as const;
    const seq = this.#nextSeq();
    const columns = {
      ...changedColumns({}, row, undefined, documentOf({ id: 0, ...row }, undefined, undefined)),
      route: this.#routes.idOf(found.origin, found.route),
      by_hand: byHand === true ? 1 : 0,
      seq,
      log: logLine(seq, found.foundAt, 'found'),
    };
    const id = this.insert('documents', columns, 'restorable');
    const added = { id, ...row };
    this.remember(added);
    const document = this.composed(added);
    this.counted.move(undefined, document);
    return document;
  }

  /**
   * Writes only the columns that the changes affect.
   * @throws Error if there is no such document
   */
  update(id: number, changes: FileChanges): Document {
    const was = this.knownRow(id);
    const job = 'job' in changes ? changes.job : was.job;
    if (job !== was.job) {
      if (was.job !== undefined) this.jobs.documents.delete(was.job);
      const others = job === undefined ? undefined : this.jobs.documents.get(job);
      if (job !== undefined && others !== undefined)
        this.jobs.documents.set(
          job,
          [...others, id].sort((one, other) => one - other),
        );
    }
    return this.#write(this.composed(was), was, changes);
  }

  /**
   * Changes a job, and what that makes of the documents that show anything of it.
   *
   * @param also what changes of such a document with it, which is given as it is with its job changed, and as it was
   * @returns the documents, before and after
   */
  changeJob(
    id: number,
    changes: JobChanges,
    at: number,
    also: (document: Document, before: Document) => FileChanges = () => ({}),
  ): readonly { readonly before: Document; readonly after: Document }[] {
    return this.connection.transaction(() => {
      const followed: { before: Document; after: Document }[] = [];
      const had = this.showing(id);
      this.jobs.update(id, changes);
      for (const before of had) {
        const row = this.knownRow(before.id);
        const now = this.composed(row);
        const isSeen = before.result !== now.result || standingOf(before) !== standingOf(now);
        const changes = { ...(isSeen && { changedAt: at }), ...also(now, before) };
        followed.push({ before, after: this.#write(before, row, changes) });
      }
      return followed;
    });
  }

  /** The pages of a document, which may be done: it is not read for that. */
  setPages(id: number, pages: number): void {
    this.#changed.put(id, { pages }, 'restorable');
    const known = this.recent.get(id);
    if (known !== undefined) this.remember({ ...known, pages });
  }

  /** Adds a line to the log of a document (`document-row.ts`). */
  note({ documentId, at, event, note }: HistoryEntry): void {
    const seq = this.#nextSeq();
    this.#changed.put(documentId, { seq, log: logLine(seq, at, event, note) }, 'restorable');
  }

  /**
   * Removes a placeholder that turned out to be the content of the document `into`: that document takes over its log,
   * its file and its requests, and a document that was to replace it replaces the one before instead. Only a document that was
   * never delivered can be removed: anything else that depends on it is an error.
   */
  removeInto(id: number, into: number): void {
    this.connection.transaction(() => {
      const { replaces, ...removed } = this.known(id);
      this.known(into);
      for (const later of this.where('d.replaces = ? ORDER BY d.id', id)) this.update(later.id, { replaces });
      this.connection.run('UPDATE requests SET document_id = ? WHERE document_id = ?', into, id);
      const sql = 'UPDATE documents SET log = log || (SELECT o.log FROM documents o WHERE o.id = ?) WHERE id = ?';
      this.connection.run(sql, id, into);
      this.connection.run('UPDATE files SET document_id = ? WHERE document_id = ?', into, id);
      this.#remove({ ...removed, id });
    });
  }

  /**
   * Removes a document that a person left out: its file is not picked up from now on. Only a document that was never sent or
   * delivered can be removed: anything else that depends on it is an error.
   */
  leaveOut(id: number): void {
    this.connection.transaction(() => {
      const removed = this.known(id);
      this.connection.run("UPDATE files SET document_id = NULL, skipped = 'left' WHERE document_id = ?", id);
      this.connection.run('DELETE FROM requests WHERE document_id = ?', id);
      this.#remove(removed);
    });
  }

  /**
   * Drops the result and the log of documents that are delivered and done with (`retention.ts`): all that have this one's job. What
   * they were, their hash and where their outputs are stay; of a review, that there was one.
   */
  dropResult(id: number, at: number): void {
    this.connection.transaction(() => {
      const { job, verdict } = this.known(id);
      const dropped = job === undefined ? [id] : this.idsOfJob(job);
      for (const each of dropped) this.connection.run("UPDATE documents SET log = '' WHERE id = ?", each);
      if (job !== undefined) this.#drop(this.jobs.known(job), at);
      const isDone = ({ result, droppedAt }: Document) => result === undefined && droppedAt !== undefined;
      if (verdict !== undefined && this.idsOfJob(verdict.id).length === 0 && this.judgedBy(verdict.id).every(isDone))
        this.#drop(verdict, at);
    });
  }

  #drop({ id, review }: Job, at: number): void {
    const confirmations = review?.confirmations.map((one) => ({ at: one.at, by: one.by, corrections: {} }));
    const kept = confirmations && { confirmations, changes: [] };
    this.changeJob(id, { result: undefined, review: kept, droppedAt: at }, at, (_, { changedAt }) => ({ changedAt }));
  }

  /** The key by which second scans of its invoice are found is made again: the folder looks for them otherwise now. */
  readInvoiceKey(id: number): void {
    const columns = this.#invoiceKeys.columnsOf(this.known(id));
    this.set('documents', columns, id, 'restorable');
  }

  /** Makes every delivery, and every file that settles or is blocked, that waits for a later time due now: a person asked for it, or the clock was set. */
  hurry(now: number): void {
    this.recent.clear();
    for (const each of [`(${isTakenIn})`, "delivery IN ('pending', 'written') AND due_at IS NOT NULL"])
      this.connection.write('restorable', `UPDATE documents SET due_at = ? WHERE ${each} AND due_at > ?`, now, now);
  }

  /** @param before what `was` was with its job as that was, if it has changed */
  #write(before: Document, was: FileRow, changes: FileChanges): Document {
    const row = changed<FileRow, 'id' | 'foundAt'>(was, changes);
    const after = this.composed(row);
    const isTold = before.result !== after.result || before.review !== after.review;
    const isMoved = before.origin !== after.origin || !sameRoute(before.route, after.route);
    const columns: Columns = {
      ...changedColumns(was, changes, before, after),
      ...(isMoved && { route: this.#routes.idOf(after.origin, after.route) }),
    };
    const isRead = isTold || before.state.kind !== after.state.kind || before.job !== after.job;
    const hasKey = isRead && (before.result ?? after.result)?.kind === 'extraction';
    const all = { ...columns, ...(hasKey && this.#invoiceKeys.columnsOf(after)) };
    const names = Object.keys(all);
    let isSilent = !isTold;
    for (const name of names) if (!untold.includes(name)) isSilent = false;
    if (names.length > 0 || !isSilent)
      this.#changed.put(after.id, isSilent ? all : { ...all, seq: this.#nextSeq() }, durabilityOf(before, after, columns));
    this.counted.move(before, after);
    this.remember(row);
    return after;
  }

  #remove(document: Document): void {
    if (document.json !== undefined) throw new Error(`A JSON was written for document ${document.id}.`);
    this.connection.run('DELETE FROM documents WHERE id = ?', document.id);
    this.connection.run('INSERT INTO meta (key, value) VALUES (?, ?)', removedAt(this.#nextSeq()), String(document.id));
    this.counted.move(document, undefined);
    this.recent.delete(document.id);
    if (document.job !== undefined) this.jobs.documents.delete(document.job);
  }

  /** The number of the last change. */
  get seq(): number {
    if (this.connection.readOnly) return this.#lastSeq();
    this.#seq ??= this.#lastSeq();
    return this.#seq;
  }

  /** Is told, at once, that something has changed, perhaps in a transaction that is still under way. @returns what ends it */
  onChange(listener: () => void): () => void {
    this.#listeners.add(listener);
    return () => void this.#listeners.delete(listener);
  }

  /** What has changed after this number, in that order: up to `limit` documents. One that cannot be read has no document. */
  changedAfter(seq: number, limit: number): ChangedDocument[] {
    const rows = this.connection.all(`${selectDocuments} WHERE d.seq > ? ORDER BY d.seq LIMIT (? + 0)`, seq, limit);
    return rows.map((row) => {
      const { id, seq: at, asked, deliveredAt, failedAt } = readChange(row);
      const facts = { id, seq: at, asked, deliveredAt, failedAt };
      try {
        return { ...facts, document: this.readDocument(row) };
      } catch (error) {
        if (!(error instanceof DamagedRow)) throw error;
        return { ...facts, document: undefined };
      }
    });
  }

  /** The documents that were removed after this number. */
  removedAfter(seq: number): number[] {
    const rows = this.connection.all('SELECT value FROM meta WHERE key > ? AND key < ?', removedAt(seq), lastRemoved);
    return rows.map((row) => Number(row.value));
  }

  /** How many documents have changed after this number. */
  countAfter(seq: number): number {
    return this.connection.number('SELECT count(*) FROM documents WHERE seq > ?', seq) ?? 0;
  }

  #nextSeq(): number {
    this.#seq = (this.#seq ?? this.#lastSeq()) + 1;
    for (const listener of this.#listeners) listener();
    return this.#seq;
  }

  #lastSeq(): number {
    const removed = this.connection.get('SELECT max(key) AS last FROM meta WHERE key > ? AND key < ?', removedAt(0), lastRemoved);
    return Math.max(
      this.connection.number('SELECT max(seq) FROM documents') ?? 0,
      Number(String(removed?.last ?? '').slice(removedPrefix.length)),
    );
  }
}
