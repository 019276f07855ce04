import { z } from 'zod';
import { findingSchema } from '../core/checks/finding.ts';
import type { EarlierStep } from '../core/document/document.ts';
import { resultSchema } from '../core/document/result.ts';
import { type DocumentState, stateSchema } from '../core/document/states.ts';
import { given } from '../core/plain-data.ts';
import type { Route } from '../core/protocol/route.ts';
import { reviewSchema } from '../core/review/local-review.ts';
import { columnsOf, json, parseRow, Table, withoutNulls } from './columns.ts';
import type { Connection, Row } from './connection.ts';
import { type Routes, routeKindColumn } from './routes.ts';
import type { ServiceFiles } from './service-files.ts';

/** A step that a document has left because its category changed, as it was there. What becomes of it at the service is kept here. */
export interface LeftStep extends EarlierStep {
  readonly documentId: number;
  readonly state: DocumentState;
}

const shape = z.object({
  documentId: z.number(),
  state: json(stateSchema),
  batchId: z.number().nullable(),
  fileId: z.string().nullable(),
  sentAs: z.string().nullable(),
  result: json(resultSchema).nullable(),
  review: json(reviewSchema).nullable(),
  findings: json(z.array(findingSchema)).nullable(),
  routeKind: routeKindColumn,
  routeId: z.string(),
});

const selectSteps = `
  SELECT l.document_id, l.state, l.batch_id, l.file_id, l.sent_as, l.result, l.review, l.findings, r.kind AS route_kind,
    r.service_id AS route_id
  FROM left_steps l CROSS JOIN routes r ON r.id = l.route`;

function stepOf(row: Row): LeftStep {
  const { routeKind: kind, routeId: id, ...members } = parseRow(shape, 'left_steps', ['document_id'], row);
  return withoutNulls({ ...members, route: { kind, id } });
}

/** The steps that documents have left: what was sent there is paid for, is polled to its end, and is never sent again. */
export class LeftSteps extends Table {
  readonly #routes: Routes;
  readonly #serviceFiles: ServiceFiles;

  constructor(connection: Connection, routes: Routes, serviceFiles: ServiceFiles) {
    super(connection);
    this.#routes = routes;
    this.#serviceFiles = serviceFiles;
  }

  of(documentId: number): LeftStep[] {
    return this.#where('l.document_id = ? ORDER BY l.route', documentId);
  }

  get(documentId: number, { kind, id }: Route): LeftStep | undefined {
    return this.#where('l.document_id = ? AND r.kind = ? AND r.service_id = ?', documentId, kind, id)[0];
  }

  inBatch(batchId: number): LeftStep[] {
    return this.#where('l.batch_id = ? ORDER BY l.document_id', batchId);
  }

  /** Those that were in a request when Intray stopped. */
  uploading(): LeftStep[] {
    return this.#where(`json_extract(l.state, '$.kind') = 'uploading' ORDER BY l.document_id`);
  }

  /** What documents of this content have left behind on a route of a service, the oldest document's first. */
  withContent(origin: string, { kind, id }: Route, hash: string): LeftStep[] {
    return this.#where(
      'l.document_id IN (SELECT id FROM documents WHERE hash = ?) AND r.origin = ? AND r.kind = ? AND r.service_id = ? ORDER BY l.document_id',
      ...[hash, origin, kind, id],
    );
  }

  /** @param origin the service's */
  put(origin: string, { route, documentId, state, batchId, fileId, sentAs, result, review, findings }: LeftStep): void {
    this.remove(documentId, route);
    const columns = columnsOf({ documentId, state, ...given({ batchId, fileId, sentAs, result, review, findings }) });
    this.connection.writing('other document', () => {
      this.insert('left_steps', { ...columns, route: this.#routes.idOf(origin, route) });
      this.#serviceFiles.keep(documentId, { batchId, fileId, result });
    });
  }

  remove(documentId: number, { kind, id }: Route): void {
    this.connection.writing('other document', () =>
      this.connection.run(
        'DELETE FROM left_steps WHERE document_id = ? AND route IN (SELECT id FROM routes WHERE kind = ? AND service_id = ?)',
        ...[documentId, kind, id],
      ),
    );
  }

  #where(condition: string, ...values: readonly (string | number)[]): LeftStep[] {
    return this.connection.all(`${selectSteps} WHERE ${condition}`, ...values).map(stepOf);
  }
}
