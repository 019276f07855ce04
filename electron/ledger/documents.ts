import { withStep } from '../core/document/as-on.ts';
import { type Document, type EarlierStep, stepMembers } from '../core/document/document.ts';
import type { DocumentResult } from '../core/document/result.ts';
import { standingOf } from '../core/document/standing.ts';
import { given } from '../core/plain-data.ts';
import { type Route, routeKey, sameRoute } from '../core/protocol/route.ts';
import { meantBy } from '../core/values/search-terms.ts';
import type { TypedValue } from '../core/values/typed-value.ts';
import { type Changes, type Columns, changed, differing } from './columns.ts';
import type { Connection } from './connection.ts';
import { countedColumns, documentColumns, resultsOf, stepColumns } from './document-row.ts';
import { whatIsWritten } from './document-writes.ts';
import { isRestorable } from './durability.ts';
import { DamagedRow } from './errors.ts';
import type { LeftSteps } from './left-steps.ts';
import { LinkedQueries } from './linked-queries.ts';
import type { Routes } from './routes.ts';
import { searchText } from './search.ts';
import type { ServiceFiles } from './service-files.ts';
import { TransactionCache } from './transaction-cache.ts';
import { isCounted, type Values } from './values.ts';

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

/** The documents of the ledger, and what becomes of them. */
export class Documents extends LinkedQueries {
  readonly #routes: Routes;
  readonly #values: Values;
  readonly #serviceFiles: ServiceFiles;
  /** Of batches: 1 where it is only claimed. */
  readonly #claimed: TransactionCache<number | undefined>;

  constructor(connection: Connection, routes: Routes, values: Values, leftSteps: LeftSteps, serviceFiles: ServiceFiles) {
    super(connection, leftSteps);
    this.#routes = routes;
    this.#values = values;
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
      const columns = { ...documentColumns(document), ...counted, step: 1, by_hand: byHand === true ? 1 : 0 };
      const route = this.#routes.idOf(document.origin, document.route);
      const id = this.connection.writing(isRestorable(document.state) ? 'unsent document' : 'other document', () => {
        const inserted = this.insert('documents', columns);
        this.insert('steps', { document_id: inserted, position: 1, route, ...stepColumns(document) });
        return inserted;
      });
      this.search.write(id, searchText(document.path, [], []));
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
      const first = 'delivered_at' in counted ? this.#firstDelivery(id) : undefined;
      const columns = {
        ...differing(documentColumns(before), documentColumns(after)),
        ...counted,
        ...(first !== undefined && { delivered_at: first }),
      };
      const step = { ...this.#stepChange(before, after), ...this.#routeChange(before, after) };
      this.connection.writing(whatIsWritten(before, after, { ...columns, ...step }), () => {
        this.set('documents', columns, 'id = ?', id);
        this.set('steps', step, 'document_id = ? AND position = (SELECT step FROM documents WHERE id = ?)', id, id);
        const isNamed = 'file_id' in step || 'batch_id' in step;
        if (isNamed || ('result' in step && this.#isClaimed(after.batchId))) this.#serviceFiles.keep(id, after);
      });
      const isRead = 'result' in step || 'review' in step;
      const isReadAnew = isRead || (after.result !== undefined && isCounted(before) !== isCounted(after));
      const typed = isReadAnew ? this.#values.write(after) : undefined;
      if (after.path !== before.path || isRead) this.#writeText(after, typed ?? this.#values.typed(after));
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
        this.set('documents', { step: position, standing: standingOf(begun) }, 'id = ?', id);
      });
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
        this.set('documents', { step: earlierSteps.length, standing: standingOf(rewound) }, 'id = ?', id);
      });
      this.recent.put(rewound);
      const after = this.update(id, changes);
      this.#writeText(after, this.#values.write(after));
      return after;
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
      const columns = this.#stepChange(passed, changed<Document, FixedMember>(passed, changes));
      this.connection.writing('other document', () => this.set('steps', columns, 'document_id = ? AND position = ?', id, at + 1));
      this.recent.remove(id);
      const after = this.known(id);
      this.#writeText(after, this.#values.write(after));
      return after;
    });
  }

  /**
   * Removes a placeholder that turned out to be the content of the document `into`: that document takes over its history,
   * its file and its requests, and a document that was to replace it replaces the one before instead. Only a document that was
   * never delivered can be removed: anything else that depends on it is an error.
   */
  removeInto(id: number, into: number): void {
    this.connection.transaction(() => {
      const { replaces } = this.known(id);
      this.known(into);
      for (const later of this.where('d.replaces = ? ORDER BY d.id', id)) this.update(later.id, { replaces });
      this.connection.run('UPDATE requests SET document_id = ? WHERE document_id = ?', into, id);
      this.connection.run(
        `INSERT INTO history (document_id, position, at, event, note, sample, packed)
          SELECT ?1, position + (SELECT coalesce(max(position), 0) FROM history WHERE document_id = ?1), at, event, note, sample, packed
          FROM history WHERE document_id = ?2`,
        into,
        id,
      );
      this.connection.run('DELETE FROM history WHERE document_id = ?', id);
      this.connection.run('UPDATE files SET document_id = ? WHERE document_id = ?', into, id);
      this.connection.run('DELETE FROM documents WHERE id = ?', id);
      this.search.remove(id);
      this.recent.remove(id);
    });
  }

  /**
   * Removes a document that a person left out: its file is not picked up from now on. Only a document that was never sent or
   * delivered can be removed: anything else that depends on it is an error.
   */
  leaveOut(id: number): void {
    this.connection.transaction(() => {
      this.known(id);
      this.connection.run("UPDATE files SET document_id = NULL, skipped = 'left' WHERE document_id = ?", id);
      this.connection.run('DELETE FROM requests WHERE document_id = ?', id);
      this.connection.run('DELETE FROM history WHERE document_id = ?', id);
      this.connection.run('DELETE FROM documents WHERE id = ?', id);
      this.search.remove(id);
      this.recent.remove(id);
    });
  }

  /**
   * Drops the result and the history of a document that is delivered and done with (`retention.ts`). What it was, its hash and
   * where its outputs are stay; of a review, that there was one.
   */
  dropResult(id: number, at: number): void {
    this.connection.transaction(() => {
      const { path, review } = this.known(id);
      const confirmations = review?.confirmations.map((one) => ({ at: one.at, by: one.by, corrections: {} }));
      const kept = confirmations === undefined ? null : JSON.stringify({ confirmations, changes: [] });
      this.connection.run('UPDATE documents SET dropped_at = ? WHERE id = ?', at, id);
      this.connection.run(
        'UPDATE steps SET result = NULL, sample = NULL, packed = NULL, review = iif(position = (SELECT step FROM documents WHERE id = ?1), ?2, NULL) WHERE document_id = ?1',
        id,
        kept,
      );
      this.connection.run('UPDATE left_steps SET result = NULL, review = NULL WHERE document_id = ?', id);
      this.connection.run('DELETE FROM field_values WHERE document_id = ?', id);
      this.connection.run('DELETE FROM history WHERE document_id = ?', id);
      this.search.write(id, searchText(path, [], []));
      this.recent.remove(id);
    });
  }

  /** The result of the step before the current one, and what people made of it, is there again after `dropResult`. */
  takeUpVerdict(id: number, verdict: DocumentResult, review: Document['review']): void {
    this.connection.writing('other document', () =>
      this.connection.run(
        'UPDATE steps SET result = ?2, sample = NULL, packed = NULL, review = ?3 WHERE document_id = ?1 AND position = (SELECT step - 1 FROM documents WHERE id = ?1)',
        id,
        JSON.stringify(verdict),
        review === undefined ? null : JSON.stringify(review),
      ),
    );
    this.recent.remove(id);
  }

  /**
   * Reads the values of some documents whose values were not read yet, or are to be read again, newest first.
   * @returns whether there are more
   */
  readValues(limit: number): boolean {
    if (this.#values.unread(1).length === 0) return false;
    return this.connection.transaction(() => {
      const ids = this.#values.unread(limit);
      for (const id of ids) this.#readValues(id);
      const from = ids.length < limit ? 1 : ids.at(-1);
      if (from !== undefined) this.#values.setRead(from);
      return ids.length === limit;
    });
  }

  #readValues(id: number): void {
    try {
      const document = this.get(id);
      if (document?.result === undefined) return;
      this.#writeText(document, this.#values.write(document));
    } catch (error) {
      // A row that cannot be read has no values.
      if (!(error instanceof DamagedRow)) throw error;
    }
  }

  /** The text that is searched: path, values, and what was read in them. */
  #writeText(document: Document, typed: ReadonlyMap<string, TypedValue>): void {
    const meant = [...typed.values()].flatMap(meantBy);
    this.search.write(document.id, searchText(document.path, resultsOf(document), meant));
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

  #firstDelivery(id: number): number | undefined {
    return this.connection.number('SELECT delivered_at FROM documents WHERE id = ?', id);
  }

  #stepChange(before: Document, after: Document): Columns {
    const columns = differing(stepColumns(before), stepColumns(after));
    return 'result' in columns ? { ...columns, ...this.results.columnsOf(after.route, after.result) } : columns;
  }

  #routeChange(before: Document, after: Document): Columns {
    const same = before.origin === after.origin && before.route.kind === after.route.kind && before.route.id === after.route.id;
    return same ? {} : { route: this.#routes.idOf(after.origin, after.route) };
  }
}

function earlierStepOf({ route, batchId, fileId, sentAs, result, review, findings }: Document): EarlierStep {
  return { route, ...given({ batchId, fileId, sentAs, result, review, findings }) };
}
