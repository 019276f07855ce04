import { z } from 'zod';
import type { Route } from '../core/protocol/route.ts';
import { parseRow, Table } from './columns.ts';
import type { Connection } from './connection.ts';
import { type Routes, routeKindColumn } from './routes.ts';

/** A document on a route where its result is another one than the register was told of. */
export interface UntoldResult {
  readonly documentId: number;
  readonly route: Route;
}

const shape = z.object({ documentId: z.number(), routeKind: routeKindColumn, routeId: z.string() });

/** Results that have changed at the service since, and of which the other machines are to be told. */
export class UntoldResults extends Table {
  readonly #routes: Routes;

  constructor(connection: Connection, routes: Routes) {
    super(connection);
    this.#routes = routes;
  }

  all(): UntoldResult[] {
    const sql = `SELECT u.document_id, r.kind AS route_kind, r.service_id AS route_id
      FROM untold_results u CROSS JOIN routes r ON r.id = u.route ORDER BY u.document_id, u.route`;
    return this.connection.all(sql).map((row) => {
      const { documentId, routeKind: kind, routeId: id } = parseRow(shape, 'untold_results', ['document_id'], row);
      return { documentId, route: { kind, id } };
    });
  }

  /** @param origin the service's */
  put(origin: string, { documentId, route }: UntoldResult): void {
    this.connection.writing('other document', () =>
      this.connection.run(
        'INSERT INTO untold_results (document_id, route) VALUES (?, ?) ON CONFLICT DO NOTHING',
        ...[documentId, this.#routes.idOf(origin, route)],
      ),
    );
  }

  remove({ documentId, route: { kind, id } }: UntoldResult): void {
    this.connection.writing('other document', () =>
      this.connection.run(
        'DELETE FROM untold_results WHERE document_id = ? AND route IN (SELECT id FROM routes WHERE kind = ? AND service_id = ?)',
        ...[documentId, kind, id],
      ),
    );
  }
}
