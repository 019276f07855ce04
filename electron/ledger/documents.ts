import { z } from 'zod';
import { withStep } from '../core/document/as-on.ts';
import { deliveries } from '../core/document/delivery.ts';
import { type Document, type EarlierStep, stepMembers } from '../core/document/document.ts';
import type { DocumentResult } from '../core/document/result.ts';
import { standingOf } from '../core/document/standing.ts';
import { given } from '../core/plain-data.ts';
import { type Route, routeKey, sameRoute } from '../core/protocol/route.ts';
import { boolean, type Changes, type Columns, changed, differing, numberColumn, parseRow } from './columns.ts';
import type { Connection } from './connection.ts';
import { countedColumns, documentColumns, documentOf, selectDocuments, stepColumns } from './document-row.ts';
import { whatIsWritten } from './document-writes.ts';
import { isRestorable } from './durability.ts';
import { DamagedRow } from './errors.ts';
import type { InvoiceKeys } from './invoice-keys.ts';
import type { LeftSteps } from './left-steps.ts';
import { LinkedQueries } from './linked-queries.ts';
import type { Routes } from './routes.ts';
import type { ServiceFiles } from './service-files.ts';
import type { Sheets } from './sheets.ts';
import { TransactionCache } from './transaction-cache.ts';

/** A document that was just found: not delivered, never tried, last changed when it was found. */
export interface NewDocument
  extends Pick<
    Document,
    'folderId' | 'path' | 'facts' | 'origin' | 'route' | 'state' | 'foundAt' | 'dueAt' | 'replaces' | 'hash' | 'contentType'
  > {
  /** A person has sent it (`arrivals.ts`). */
  readonly byHand?: boolean;
}

export type DocumentChanges = Changes<Document, FixedMember>;
/** What no change of a document touches; `advance` alone adds a step. */
export type FixedMember = 'id' | 'foundAt' | 'earlierSteps';

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

const changeShape = z.object({
  id: z.number(),
  seq: z.number(),
  asked: boolean,
  deliveredAt: z.number().nullable(),
  failedAt: z.number().nullable(),
});

interface DocumentsOptions {
  readonly routes: Routes;
  readonly invoiceKeys: InvoiceKeys;
  readonly leftSteps: LeftSteps;
  readonly serviceFiles: ServiceFiles;
  readonly sheets: Sheets;
}

/** The documents of the ledger, and what becomes of them. */
export class Documents extends LinkedQueries {
  readonly #routes: Routes;
  readonly #invoiceKeys: InvoiceKeys;
  readonly #sheets: Sheets;
  readonly #serviceFiles: ServiceFiles;
  /** Of batches: 1 where it is only claimed. */
  readonly #claimed: TransactionCache<number | undefined>;
  readonly #listeners = new Set<() => void>();
  #seq: number | undefined;

  constructor(connection: Connection, { routes, invoiceKeys, leftSteps, serviceFiles, sheets }: DocumentsOptions) {
    super(connection, leftSteps);
    this.#routes = routes;
    this.#invoiceKeys = invoiceKeys;
    this.#sheets = sheets;
    this.#serviceFiles = serviceFiles;
    this.#claimed = new TransactionCache(connection);
  }

  add({ byHand, ...found }: NewDocument): Document {
    const document = {
      ...found,
      delivery: { kind: 'none' },
      attempts: 0,
      possibleDuplicate: false,
      changedAt: found.foundAt,
    } as const;
    return this.connection.transaction(() => {
      const counted = countedColumns(undefined, document);
      const columns = {
        ...documentColumns(document),
        ...counted,
        step: 1,
        by_hand: byHand === true ? 1 : 0,
        seq: this.#nextSeq(),
      };
      const route = this.#routes.idOf(document.origin, document.route);
      const id = this.connection.writing(isRestorable(document.state) ? 'unsent document' : 'other document', () => {
        const inserted = this.insert('documents', columns);
        this.insert('steps', { document_id: inserted, position: 1, route, ...stepColumns(document) });
        return inserted;
      });
      this.counted.move(undefined, columns);
      const added = { id, ...document };
      this.recent.put(added);
      return added;
    });
  }

  /**
   * Writes only the columns that the changes affect.
   * @throws Error if there is no such document, or its file at the service is another content's (`service-files.ts`)
   */
  update(id: number, changes: DocumentChanges): Document {
    return this.connection.transaction(() => {
      const before = this.known(id);
      const after = changed<Document, FixedMember>(before, changes);
      const counted = countedColumns(before, after);
      const columns: Columns = { ...differing(documentColumns(before), documentColumns(after)), ...counted };
      const step = { ...differing(stepColumns(before), stepColumns(after)), ...this.#routeChange(before, after) };
      const isRead = 'result' in step || 'review' in step || before.state.kind !== after.state.kind;
      if (isRead) Object.assign(step, this.#invoiceKeys.changed(before, after));
      const isInSheets = ('delivery_json' in columns || 'path' in columns) && deliveries[after.delivery.kind].written;
      const sheetDue = isInSheets && this.#sheets.isWanted(after.folderId) ? { sheet_due: 1 } : {};
      this.connection.writing(whatIsWritten(before, after, { ...columns, ...step }), () => {
        this.#setColumns(id, { ...columns, ...sheetDue }, Object.keys(step).length > 0);
        this.set('steps', step, 'document_id = ? AND position = ?', id, (after.earlierSteps?.length ?? 0) + 1);
        const isNamed = 'file_id' in step || 'batch_id' in step;
        if (isNamed || ('result' in step && this.#isClaimed(after.batchId))) this.#serviceFiles.keep(id, after);
      });
      this.counted.move(documentColumns(before), documentColumns(after));
      this.recent.put(after);
      return after;
    });
  }

  /** The pages of a document, which may be done: it is not read for that. */
  setPages(id: number, pages: number): void {
    this.connection.writing('pages counted', () => this.connection.run('UPDATE documents SET pages = ? WHERE id = ?', pages, id));
    const known = this.recent.get(id);
    if (known !== undefined) this.recent.put({ ...known, pages });
  }

  /**
   * Begins a document's next step, on another route of the same service: route, batch, result and what people made of it stay in
   * `earlierSteps`, and nothing of the new step has been sent. `changes` are those of the same moment, such as its state.
   *
   * @throws Error if there is no such document, or it was on that route before
   */
  advance(id: number, route: Route, changes: DocumentChanges): Document {
    return this.connection.transaction(() => {
      const before = this.known(id);
      const passed = [...(before.earlierSteps ?? []), earlierStepOf(before)];
      if (passed.some((step) => routeKey(step.route) === routeKey(route))) {
        throw new Error(`Document ${id} was on ${routeKey(route)} before.`);
      }
      const fresh = Object.fromEntries(stepMembers.map((name) => [name, undefined]));
      const begun: Document = {
        ...changed<Document, FixedMember>(before, { ...fresh, route }),
        earlierSteps: passed,
      };
      const position = passed.length + 1;
      this.connection.writing('other document', () => {
        this.insert('steps', {
          document_id: id,
          position,
          route: this.#routes.idOf(before.origin, route),
          ...stepColumns(begun),
        });
        // What is compared with the changes is the document as it begins.
        this.#setColumns(id, { step: position, standing: standingOf(begun) }, true);
      });
      this.counted.move(documentColumns(before), documentColumns(begun));
      this.recent.put(begun);
      // What it has waited for is what it goes on into.
      return this.update(id, { ...changes, awaits: undefined });
    });
  }

  /**
   * Takes a document back to the step before its current one, which is forgotten: what it has of that step is what it had there.
   * `changes` are those of the same moment, such as its state.
   *
   * @throws Error if there is no such document, or it is in its first step
   */
  rewind(id: number, changes: DocumentChanges): Document {
    return this.connection.transaction(() => {
      const before = this.known(id);
      const { earlierSteps = [], ...rest } = before;
      const step = earlierSteps.at(-1);
      if (step === undefined) throw new Error(`Document ${id} is in its first step.`);
      const steps = earlierSteps.slice(0, -1);
      const rewound: Document = { ...withStep(rest, step), ...(steps.length > 0 && { earlierSteps: steps }) };
      this.connection.writing('other document', () => {
        this.connection.run('DELETE FROM steps WHERE document_id = ? AND position = ?', id, earlierSteps.length + 1);
        this.#setColumns(id, { step: earlierSteps.length, standing: standingOf(rewound) }, true);
      });
      this.counted.move(documentColumns(before), documentColumns(rewound));
      this.recent.put(rewound);
      return this.update(id, changes);
    });
  }

  /** Changes what is known of a step that a document has passed. @throws Error if there is no such document */
  updatePassed(id: number, route: Route, changes: Changes<Pick<Document, 'result' | 'review'>, never>): Document {
    return this.connection.transaction(() => {
      const before = this.known(id);
      const steps = before.earlierSteps ?? [];
      const at = steps.findIndex((step) => sameRoute(step.route, route));
      const step = steps[at];
      if (step === undefined) return before;
      const passed = withStep(before, step);
      const now = changed<Document, FixedMember>(passed, changes);
      const columns = differing(stepColumns(passed), stepColumns(now));
      this.connection.writing('other document', () => {
        this.#setColumns(id, {}, Object.keys(columns).length > 0);
        this.set('steps', columns, 'document_id = ? AND position = ?', id, at + 1);
      });
      this.recent.remove(id);
      return this.known(id);
    });
  }

  /**
   * Removes a placeholder that turned out to be the content of the document `into`: that document takes over its history,
   * its file and its requests, and a document that was to replace it replaces the one before instead. Only a document that was
   * never delivered can be removed: anything else that depends on it is an error.
   */
  removeInto(id: number, into: number): void {
    this.connection.transaction(() => {
      const { replaces, ...removed } = this.known(id);
      this.known(into);
      for (const later of this.where('d.replaces = ? ORDER BY d.id', id)) this.update(later.id, { replaces });
      this.connection.run('UPDATE requests SET document_id = ? WHERE document_id = ?', into, id);
      this.connection.run(
        `INSERT INTO history (document_id, position, at, event, note)
          SELECT ?1, position + (SELECT coalesce(max(position), 0) FROM history WHERE document_id = ?1), at, event, note
          FROM history WHERE document_id = ?2`,
        into,
        id,
      );
      this.connection.run('DELETE FROM history WHERE document_id = ?', id);
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
      this.connection.run('DELETE FROM history WHERE document_id = ?', id);
      this.#remove(removed);
    });
  }

  /**
   * Drops the result and the history of a document that is delivered and done with (`retention.ts`). What it was, its hash and
   * where its outputs are stay; of a review, that there was one.
   */
  dropResult(id: number, at: number): void {
    this.connection.transaction(() => {
      const { review } = this.known(id);
      const confirmations = review?.confirmations.map((one) => ({ at: one.at, by: one.by, corrections: {} }));
      const kept = confirmations === undefined ? null : JSON.stringify({ confirmations, changes: [] });
      this.#setColumns(id, { dropped_at: at }, true);
      this.connection.run(
        'UPDATE steps SET result = NULL, invoice_key = NULL, review = iif(position = (SELECT step FROM documents WHERE id = ?1), ?2, NULL) WHERE document_id = ?1',
        id,
        kept,
      );
      this.connection.run('UPDATE left_steps SET result = NULL, review = NULL WHERE document_id = ?', id);
      this.connection.run('DELETE FROM history WHERE document_id = ?', id);
      this.recent.remove(id);
    });
  }

  /** The result of the step before the current one, and what people made of it, is there again after `dropResult`. */
  takeUpVerdict(id: number, verdict: DocumentResult, review: Document['review']): void {
    this.connection.writing('other document', () => {
      this.#setColumns(id, {}, true);
      this.connection.run(
        'UPDATE steps SET result = ?2, review = ?3 WHERE document_id = ?1 AND position = (SELECT step - 1 FROM documents WHERE id = ?1)',
        id,
        JSON.stringify(verdict),
        review === undefined ? null : JSON.stringify(review),
      );
    });
    this.recent.remove(id);
  }

  /** The key by which second scans of its invoice are found is made again: the folder looks for them otherwise now. */
  readInvoiceKey(id: number): void {
    const document = this.known(id);
    const columns = this.#invoiceKeys.columnsOf(document);
    this.connection.writing('values', () =>
      this.set('steps', columns, 'document_id = ? AND position = ?', id, (document.earlierSteps?.length ?? 0) + 1),
    );
  }

  /** Makes everything that waits for a later time due now: a person asked for it, or the clock was set. */
  hurry(now: number): void {
    this.connection.transaction(() => {
      for (const state of new Set(this.counts().map((count) => count.state))) {
        this.connection.writing('due time', () =>
          this.connection.run('UPDATE documents SET due_at = ? WHERE state = ? AND due_at > ?', now, state, now),
        );
      }
      this.recent.clear();
    });
  }

  #isClaimed(batch: number | undefined): boolean {
    if (batch === undefined) return false;
    const sql = 'SELECT claimed FROM batches WHERE id = ?';
    return this.#claimed.get(String(batch), () => this.connection.number(sql, batch)) !== undefined;
  }

  /** @param isTold whether anything of the document has changed that these columns do not say */
  #setColumns(id: number, columns: Columns, isTold: boolean): void {
    const names = Object.keys(columns);
    const isSilent = !isTold && names.every((name) => name === 'due_at' || name === 'pages');
    const all = isSilent ? columns : { ...columns, seq: this.#nextSeq() };
    if (names.length === 0 && isSilent) return;
    // When it was delivered first stays.
    const set = Object.keys(all).map((name) => (name === 'delivered_at' ? `${name} = coalesce(${name}, ?)` : `${name} = ?`));
    this.connection.run(`UPDATE documents SET ${set.join(', ')} WHERE id = ?`, ...Object.values(all), id);
  }

  #remove(document: Document): void {
    this.connection.run('DELETE FROM documents WHERE id = ?', document.id);
    this.insert('removed_documents', { seq: this.#nextSeq(), document_id: document.id });
    this.counted.move(documentColumns(document), undefined);
    this.recent.remove(document.id);
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
      const { id, seq: at, asked, deliveredAt, failedAt } = parseRow(changeShape, 'documents', ['id'], row);
      const facts = { id, seq: at, asked, deliveredAt: deliveredAt ?? undefined, failedAt: failedAt ?? undefined };
      try {
        return { ...facts, document: documentOf(row) };
      } catch (error) {
        if (!(error instanceof DamagedRow)) throw error;
        return { ...facts, document: undefined };
      }
    });
  }

  /** The documents that were removed after this number. */
  removedAfter(seq: number): number[] {
    const rows = this.connection.all('SELECT document_id FROM removed_documents WHERE seq > ?', seq);
    return rows.map((row) => numberColumn.parse(row.document_id));
  }

  /** How many documents have changed after this number. */
  countAfter(seq: number): number {
    return this.connection.number('SELECT count(*) FROM documents WHERE seq > ?', seq) ?? 0;
  }

  #nextSeq(): number {
    this.#seq = this.seq + 1;
    for (const listener of this.#listeners) listener();
    return this.#seq;
  }

  #lastSeq(): number {
    const [changed, removed] = ['documents', 'removed_documents'].map((table) =>
      this.connection.number(`SELECT max(seq) FROM ${table}`),
    );
    return Math.max(changed ?? 0, removed ?? 0);
  }

  #routeChange(before: Document, after: Document): Columns {
    const same = before.origin === after.origin && before.route.kind === after.route.kind && before.route.id === after.route.id;
    return same ? {} : { route: this.#routes.idOf(after.origin, after.route) };
  }
}

function earlierStepOf({ route, batchId, fileId, sentAs, result, review, findings }: Document): EarlierStep {
  return { route, ...given({ batchId, fileId, sentAs, result, review, findings }) };
}
