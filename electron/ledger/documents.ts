import type { Balance } from '../core/document/balance.ts';
import { pendingDeliveries } from '../core/document/delivery.ts';
import type { Document } from '../core/document/document.ts';
import type { DocumentPage, DocumentQuery } from '../core/document/records.ts';
import type { StandingCounts } from '../core/document/standing.ts';
import type { StateName } from '../core/document/states.ts';
import type { Route } from '../core/protocol/route.ts';
import { meantBy } from '../core/values/search-terms.ts';
import type { TypedValue } from '../core/values/typed-value.ts';
import { type Changes, type Columns, changed, differing, numberColumn, sqlList, Table } from './columns.ts';
import type { Connection, Value } from './connection.ts';
import { type DocumentCount, DocumentList } from './document-list.ts';
import {
  countedColumns,
  documentColumns,
  documentOf,
  resultsOf,
  selectDocuments,
  selectIds,
  stepColumns,
} from './document-row.ts';
import { isRestorable, type Written } from './durability.ts';
import { DamagedRow } from './errors.ts';
import { RecentDocuments } from './recent-documents.ts';
import type { Routes } from './routes.ts';
import { Search, searchText } from './search.ts';
import { isCounted, type Values } from './values.ts';

/** A document that was just found: not delivered, never tried, last changed when it was found. */
export interface NewDocument
  extends Pick<
    Document,
    'folderId' | 'path' | 'facts' | 'origin' | 'route' | 'state' | 'foundAt' | 'dueAt' | 'replaces' | 'hash' | 'contentType'
  > {}

export type DocumentChanges = Changes<Document, 'id' | 'foundAt'>;

/** Columns that say what became of a document, or what a person made of it, whatever its state. */
const promised = ['delivery', 'dismissed', 'possible_duplicate', 'result', 'review'];

function whatIsWritten(before: Document, after: Document, columns: Columns): Written {
  if (Object.keys(columns).every((name) => name === 'due_at')) return 'due time';
  const isUnsent = isRestorable(before.state) && isRestorable(after.state);
  return isUnsent && !promised.some((name) => name in columns) ? 'unsent document' : 'other document';
}

/** More pages than `above` and at most `most`; `unknown` is how many a document counts whose pages nothing tells. */
export interface PageRange {
  readonly above?: number;
  readonly most?: number;
  readonly unknown: number;
}

function isWithin(pages: PageRange | undefined): [condition: string, ...values: number[]] {
  if (pages === undefined) return [''];
  const { above = -1, most = Number.MAX_SAFE_INTEGER, unknown } = pages;
  return [
    'AND coalesce(d.pages, ?) > ? AND coalesce(d.pages, ?) <= ?',
    unknown,
    above,
    unknown,
    Math.min(most, Number.MAX_SAFE_INTEGER),
  ];
}

/** As the index `documents_to_deliver` lists it. */
const pending = sqlList(pendingDeliveries);

/** As the index `documents_by_hash` spells it. */
const isCopy = "((d.state = 'duplicate' OR coalesce(d.wait, '') = 'behind') AND d.possible_duplicate = 0)";
/** More copies than this tell nothing new. */
const maxCopies = 5;
const isOnRoute = `EXISTS (SELECT 1 FROM steps p JOIN routes q ON q.id = p.route
  WHERE p.document_id = d.id AND q.origin = ? AND q.kind = ? AND q.service_id = ?)`;

/** The documents of the ledger. Every query here uses an index: none slows down as the ledger grows. */
export class Documents extends Table {
  readonly #routes: Routes;
  readonly #search: Search;
  readonly #values: Values;
  readonly #list: DocumentList;
  readonly #recent: RecentDocuments;

  constructor(connection: Connection, routes: Routes, values: Values) {
    super(connection);
    this.#routes = routes;
    this.#values = values;
    this.#search = new Search(connection);
    this.#list = new DocumentList(connection, this.#search);
    this.#recent = new RecentDocuments(connection);
  }

  add(found: NewDocument): Document {
    const document = {
      ...found,
      delivery: { kind: 'none' },
      attempts: 0,
      possibleDuplicate: false,
      changedAt: found.foundAt,
    } as const;
    return this.connection.transaction(() => {
      const columns = { ...documentColumns(document), ...countedColumns(undefined, document), step: 1 };
      const route = this.#routes.idOf(document.origin, document.route);
      const id = this.connection.writing(isRestorable(document.state) ? 'unsent document' : 'other document', () => {
        const inserted = this.insert('documents', columns);
        this.insert('steps', { document_id: inserted, position: 1, route, ...stepColumns(document) });
        return inserted;
      });
      this.#search.write(id, searchText(document.path, [], []));
      const added = { id, ...document };
      this.#recent.put(added);
      return added;
    });
  }

  get(id: number): Document | undefined {
    const recent = this.#recent.get(id);
    if (recent !== undefined) return recent;
    const row = this.connection.get(`${selectDocuments} WHERE d.id = ?`, id);
    if (row === undefined) return undefined;
    const document = documentOf(row);
    this.#recent.put(document);
    return document;
  }

  /** Writes only the columns that the changes affect. @throws Error if there is no such document */
  update(id: number, changes: DocumentChanges): Document {
    return this.connection.transaction(() => {
      const before = this.#known(id);
      const after = changed<Document, 'id' | 'foundAt'>(before, changes);
      const counted = countedColumns(before, after);
      const first = 'delivered_at' in counted ? this.#firstDelivery(id) : undefined;
      const columns = {
        ...differing(documentColumns(before), documentColumns(after)),
        ...counted,
        ...(first !== undefined && { delivered_at: first }),
      };
      const step = { ...differing(stepColumns(before), stepColumns(after)), ...this.#routeChange(before, after) };
      this.connection.writing(whatIsWritten(before, after, { ...columns, ...step }), () => {
        this.set('documents', columns, 'id = ?', id);
        this.set('steps', step, 'document_id = ? AND position = (SELECT step FROM documents WHERE id = ?)', id, id);
      });
      const isRead = 'result' in step || 'review' in step;
      const isReadAnew = isRead || (after.result !== undefined && isCounted(before) !== isCounted(after));
      const typed = isReadAnew ? this.#values.write(after) : undefined;
      if (after.path !== before.path || isRead) this.#writeText(after, typed ?? this.#values.typed(after));
      this.#recent.put(after);
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
      const { replaces } = this.#known(id);
      this.#known(into);
      for (const later of this.#where('d.replaces = ? ORDER BY d.id', id)) this.update(later.id, { replaces });
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
      this.connection.run('DELETE FROM documents WHERE id = ?', id);
      this.#search.remove(id);
      this.#recent.remove(id);
    });
  }

  /**
   * Removes a document that a person left out: its file is not picked up from now on. Only a document that was never sent or
   * delivered can be removed: anything else that depends on it is an error.
   */
  leaveOut(id: number): void {
    this.connection.transaction(() => {
      this.#known(id);
      this.connection.run("UPDATE files SET document_id = NULL, skipped = 'left' WHERE document_id = ?", id);
      this.connection.run('DELETE FROM requests WHERE document_id = ?', id);
      this.connection.run('DELETE FROM history WHERE document_id = ?', id);
      this.connection.run('DELETE FROM documents WHERE id = ?', id);
      this.#search.remove(id);
      this.#recent.remove(id);
    });
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
    this.#search.write(document.id, searchText(document.path, resultsOf(this.connection, document.id), meant));
  }

  /** The ids of the documents in this state that are due, longest due first; the caller reads each when its turn comes. */
  due(state: StateName, now: number, limit: number, folderId?: number): number[] {
    const condition = `state = ? AND due_at <= ? ORDER BY due_at, id LIMIT (? + 0)`;
    const rows =
      folderId === undefined
        ? this.connection.all(`SELECT id FROM documents WHERE ${condition}`, state, now, limit)
        : this.connection.all(`SELECT id FROM documents WHERE folder_id = ? AND ${condition}`, folderId, state, now, limit);
    return rows.map((row) => numberColumn.parse(row.id));
  }

  /** Documents that are ready to be sent and due, in the order in which they were found; with so many pages, if that matters. */
  ready(folderId: number, now: number, limit: number, pages?: PageRange): Document[] {
    const [condition, ...values] = isWithin(pages);
    return this.#where(
      `d.folder_id = ? AND d.wait = 'ready' AND d.due_at <= ? ${condition} ORDER BY d.id LIMIT (? + 0)`,
      folderId,
      now,
      ...values,
      limit,
    );
  }

  /** How many of them there are, and their pages. */
  readyPages(folderId: number, now: number, pages: PageRange): { readonly documents: number; readonly pages: number } {
    const [condition, ...values] = isWithin(pages);
    const sum = (what: string, ...before: readonly Value[]) =>
      this.connection.number(
        `SELECT ${what} FROM documents d WHERE d.folder_id = ? AND d.wait = 'ready' AND d.due_at <= ? ${condition}`,
        ...[...before, folderId, now, ...values],
      ) ?? 0;
    return { documents: sum('count(*)'), pages: sum('sum(coalesce(d.pages, ?))', pages.unknown) };
  }

  /** The pages of a content, if they were counted before. */
  pagesOf(hash: string): number | undefined {
    return this.connection.number('SELECT pages FROM documents WHERE hash = ? AND pages IS NOT NULL LIMIT 1', hash);
  }

  inBatch(batchId: number): Document[] {
    return this.#where(
      'd.id IN (SELECT document_id FROM steps WHERE batch_id = ?) AND s.batch_id = ? ORDER BY d.id',
      batchId,
      batchId,
    );
  }

  /** Documents that wait for this one's result. */
  behind(firstId: number): Document[] {
    return this.#where('d.behind = ? ORDER BY d.id', firstId);
  }

  /** Documents with this content that are on this route, or were; in no order, as there may be thousands. */
  withContent(origin: string, route: Route, hash: string): Document[] {
    return this.#where(`d.hash = ? AND ${isOnRoute}`, hash, origin, route.kind, route.id);
  }

  /**
   * What decides about one more document with this content: those that do not merely copy another's result, those that are or
   * were at its path, and the oldest copies. Oldest first; takes no longer if there are thousands of copies.
   */
  besideContent({ id, origin, route, folderId, path }: Document, hash: string): Document[] {
    const onRoute = [origin, route.kind, route.id] as const;
    const found = [
      ...this.#where(`d.hash = ? AND ${isCopy} = 0 AND ${isOnRoute}`, hash, ...onRoute),
      ...this.#where(`d.hash = ? AND ${isCopy} = 1 AND ${isOnRoute} ORDER BY d.id LIMIT (? + 0)`, hash, ...onRoute, maxCopies),
      // The plus keeps SQLite from the index of contents, which would read every copy.
      ...this.#where(`d.folder_id = ? AND d.path = ? AND +d.hash = ? AND ${isOnRoute}`, folderId, path, hash, ...onRoute),
    ];
    const others = new Map(found.filter((other) => other.id !== id).map((other) => [other.id, other]));
    return [...others.values()].sort((one, other) => one.id - other.id);
  }

  /** Documents that are or were at this path, newest first. */
  atPath(folderId: number, path: string): Document[] {
    return this.#where('d.folder_id = ? AND d.path = ? ORDER BY d.id DESC', folderId, path);
  }

  /** The document that takes this one's place in JSON and CSV; the newest, if there are several. */
  replacing(id: number): Document | undefined {
    return this.#where('d.replaces = ? ORDER BY d.id DESC LIMIT 1', id)[0];
  }

  /** Documents that are due and have something left to be done on disk; longest due first. */
  toDeliver(folderId: number, now: number, limit: number): Document[] {
    return this.#where(
      `d.folder_id = ? AND d.delivery IN (${pending}) AND d.due_at <= ? ORDER BY d.due_at, d.id LIMIT (? + 0)`,
      folderId,
      now,
      limit,
    );
  }

  /** Documents of the folder that are held until its question is answered, by id. */
  asked(folderId: number): number[] {
    const rows = this.connection.all(
      `SELECT id FROM documents WHERE folder_id = ? AND state = 'waiting' AND wait = 'held'
        AND json_extract(state_json, '$.wait.why') = 'asked' ORDER BY id`,
      folderId,
    );
    return rows.map((row) => numberColumn.parse(row.id));
  }

  /** Documents in this state, longest unchanged first. */
  inState(state: StateName, limit?: number): Document[] {
    return this.#where('d.state = ? ORDER BY d.changed_at, d.id LIMIT (? + 0)', state, limit ?? -1);
  }

  /** When the next delivery to the folder will be due. */
  nextDelivery(folderId: number, after: number): number | undefined {
    return this.connection.number(
      `SELECT due_at FROM documents WHERE folder_id = ? AND delivery IN (${pending}) AND due_at > ? AND due_at IS NOT NULL
        ORDER BY due_at LIMIT 1`,
      folderId,
      after,
    );
  }

  /** When the next document of a state will be due. */
  nextDueIn(state: StateName, after: number): number | undefined {
    return this.connection.number(
      'SELECT due_at FROM documents WHERE state = ? AND due_at > ? ORDER BY due_at LIMIT 1',
      state,
      after,
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
      this.#recent.clear();
    });
  }

  /** The earliest `dueAt` of all documents. */
  nextDue(): number | undefined {
    return this.connection.number(
      `SELECT min((SELECT min(due_at) FROM documents WHERE state = present.state AND due_at IS NOT NULL))
        FROM (SELECT DISTINCT state FROM counts WHERE count > 0) present`,
    );
  }

  /** Newest change first. Without a limit: 100. */
  page(query: DocumentQuery): DocumentPage {
    const { ids, ...found } = this.#list.page(query);
    return { documents: ids.flatMap((id) => this.get(id) ?? []), ...found };
  }

  counts(folderId?: number): DocumentCount[] {
    return this.#list.counts(folderId);
  }

  standings(folderId?: number): StandingCounts {
    return this.#list.standings(folderId);
  }

  /** How many of one folder, or of all, need a person. */
  attention(folderId?: number): number {
    return this.#list.attention(folderId);
  }

  balance(folderId?: number): Balance {
    return this.#list.balance(folderId);
  }

  #where(condition: string, ...values: readonly Value[]): Document[] {
    const rows = this.connection.all(`${selectIds} WHERE ${condition}`, ...values);
    return rows.map((row) => this.#known(numberColumn.parse(row.id)));
  }

  #known(id: number): Document {
    const document = this.get(id);
    if (document === undefined) throw new Error(`The ledger has no document ${id}.`);
    return document;
  }

  #firstDelivery(id: number): number | undefined {
    return this.connection.number('SELECT delivered_at FROM documents WHERE id = ?', id);
  }

  #routeChange(before: Document, after: Document): Columns {
    const same = before.origin === after.origin && before.route.kind === after.route.kind && before.route.id === after.route.id;
    return same ? {} : { route: this.#routes.idOf(after.origin, after.route) };
  }
}
