import { z } from 'zod';
import { withStep } from '../core/document/as-on.ts';
import type { Document } from '../core/document/document.ts';
import { stateNames, traitsOf } from '../core/document/states.ts';
import type { Route } from '../core/protocol/route.ts';
import { numberColumn, parseRow, sqlList, Table, textColumn } from './columns.ts';
import type { Connection, Value } from './connection.ts';
import { documentOf, selectDocuments, selectIds } from './document-row.ts';
import type { LeftStep, LeftSteps } from './left-steps.ts';
import { RecentDocuments } from './recent-documents.ts';

const atService = sqlList(stateNames.filter((kind) => traitsOf(kind).progress === 'atService'));
const onRouteShape = z.object({ sent: z.number(), awaited: z.number() });

/** As the index `documents_by_hash` spells it. */
const isCopy = "((d.state = 'duplicate' OR coalesce(d.wait, '') = 'behind') AND d.possible_duplicate = 0)";
/** More copies than this tell nothing new. */
const maxCopies = 5;
const isOnRoute = `EXISTS (SELECT 1 FROM steps p JOIN routes q ON q.id = p.route
  WHERE p.document_id = d.id AND q.origin = ? AND q.kind = ? AND q.service_id = ?)`;

/** Documents by their id, and by content, path, batch or route. */
export class ContentQueries extends Table {
  protected readonly recent: RecentDocuments;
  protected readonly leftSteps: LeftSteps;

  constructor(connection: Connection, leftSteps: LeftSteps) {
    super(connection);
    this.leftSteps = leftSteps;
    this.recent = new RecentDocuments(connection);
  }

  get(id: number): Document | undefined {
    const recent = this.recent.get(id);
    if (recent !== undefined) return recent;
    const row = this.connection.get(`${selectDocuments} WHERE d.id = ?`, id);
    if (row === undefined) return undefined;
    const document = documentOf(row);
    this.recent.put(document);
    return document;
  }

  /** The pages of a content, if they were counted before. */
  pagesOf(hash: string): number | undefined {
    return this.connection.number('SELECT pages FROM documents WHERE hash = ? AND pages IS NOT NULL LIMIT 1', hash);
  }

  /** Documents that wait for this one's result. */
  behind(firstId: number): Document[] {
    return this.where('d.behind = ? ORDER BY d.id', firstId);
  }

  /** Documents whose current step is in the batch, and those that have left it there, each as it is there. */
  inBatch(batchId: number): Document[] {
    const here = this.where(
      'd.id IN (SELECT document_id FROM steps WHERE batch_id = ?) AND s.batch_id = ? ORDER BY d.id',
      batchId,
      batchId,
    );
    const left = this.leftBatch(batchId);
    return left.length === 0 ? here : [...here, ...left].sort((one, other) => one.id - other.id);
  }

  /** Documents that were in a batch in a step that they have left, each as it is there. */
  leftBatch(batchId: number): Document[] {
    return this.leftSteps.inBatch(batchId).map((step) => asLeft(this.known(step.documentId), step));
  }

  /** Documents that were in a batch, in whichever step; also those that have gone on since. */
  throughBatch(batchId: number): Document[] {
    return this.where('d.id IN (SELECT document_id FROM steps WHERE batch_id = ?) ORDER BY d.id', batchId);
  }

  /** The service's id of the file that is a document's in this batch, if that is known. */
  fileIn(id: number, batchId: number): string | undefined {
    const row = this.connection.get('SELECT file_id FROM steps WHERE document_id = ? AND batch_id = ?', id, batchId);
    return textColumn.nullish().parse(row?.file_id) ?? undefined;
  }

  /** The service's ids of the batch's files whose documents have gone on into a later step. */
  passedFiles(batchId: number): ReadonlySet<string> {
    const rows = this.connection.all(
      `SELECT s.file_id FROM steps s CROSS JOIN documents d ON d.id = s.document_id
        WHERE s.batch_id = ? AND s.position < d.step AND s.file_id IS NOT NULL`,
      batchId,
    );
    return new Set(rows.map((row) => textColumn.parse(row.file_id)));
  }

  /** How many documents were sent on a route, and of how many of these the result is awaited. Reads all steps. */
  countOnRoute(origin: string, route: Route): { readonly sent: number; readonly awaited: number } {
    const row = this.connection.get(
      `SELECT count(*) AS sent, coalesce(sum(state IN (${atService})), 0) AS awaited FROM (
          SELECT s.route, d.state FROM steps s JOIN documents d ON d.id = s.document_id
            WHERE s.batch_id IS NOT NULL AND d.state <> 'duplicate'
          UNION ALL
          SELECT l.route, json_extract(l.state, '$.kind') FROM left_steps l WHERE l.batch_id IS NOT NULL)
        WHERE route = (SELECT id FROM routes WHERE origin = ? AND kind = ? AND service_id = ?)`,
      ...[origin, route.kind, route.id],
    );
    return parseRow(onRouteShape, 'steps', [], row ?? {});
  }

  /** Documents with this content that are on this route, or have passed it; in no order, as there may be thousands. */
  withContent(origin: string, route: Route, hash: string): Document[] {
    return this.where(`d.hash = ? AND ${isOnRoute}`, hash, origin, route.kind, route.id);
  }

  /**
   * What decides about one more document with this content: those that do not merely copy another's result, those that are or
   * were at its path, and the oldest copies. Oldest first; takes no longer if there are thousands of copies.
   */
  besideContent({ id, origin, route, folderId, path }: Document, hash: string): Document[] {
    // Most contents are new.
    const other = this.connection.number('SELECT id FROM documents WHERE hash = ? AND id <> ? LIMIT 1', hash, id);
    if (other === undefined) return [];
    const onRoute = [origin, route.kind, route.id] as const;
    const found = [
      ...this.where(`d.hash = ? AND ${isCopy} = 0 AND ${isOnRoute}`, hash, ...onRoute),
      ...this.where(`d.hash = ? AND ${isCopy} = 1 AND ${isOnRoute} ORDER BY d.id LIMIT (? + 0)`, hash, ...onRoute, maxCopies),
      // The plus keeps SQLite from the index of contents, which would read every copy.
      ...this.where(`d.folder_id = ? AND d.path = ? AND +d.hash = ? AND ${isOnRoute}`, folderId, path, hash, ...onRoute),
    ];
    const others = new Map(found.filter((other) => other.id !== id).map((other) => [other.id, other]));
    return [...others.values()].sort((one, other) => one.id - other.id);
  }

  /** Documents that are or were at this path, newest first. */
  atPath(folderId: number, path: string): Document[] {
    return this.where('d.folder_id = ? AND d.path = ? ORDER BY d.id DESC', folderId, path);
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
    const rows = this.connection.all(`${selectIds} WHERE ${condition}`, ...values);
    return rows.map((row) => this.known(numberColumn.parse(row.id)));
  }

  /** @throws Error if there is no such document */
  protected known(id: number): Document {
    const document = this.get(id);
    if (document === undefined) throw new Error(`The ledger has no document ${id}.`);
    return document;
  }
}

/** A document as it is in a step that it has left. */
function asLeft(document: Document, left: LeftStep): Document {
  const { droppedAt: _, ...rest } = withStep(document, left);
  return { ...rest, state: left.state, earlierSteps: document.earlierSteps ?? [] };
}
