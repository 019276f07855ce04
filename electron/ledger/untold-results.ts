import { z } from 'zod';
import type { Route } from '../core/protocol/route.ts';
import { parseRow, Table } from './columns.ts';
import type { Connection } from './connection.ts';
import { type Routes, routeKindColumn } from './routes.ts';

/** `redone`: a person had the document classified again. `changed`: the service changed it, such as when somebody confirms it there. */
export type NewResult = (typeof newResults)[number];

const newResults = ['changed', 'redone'] as const;

/** A document on a route where its result has changed since the register was told of it. */
export interface UntoldResult {
  readonly documentId: number;
  readonly route: Route;
  readonly why: NewResult;
}

const shape = z.object({
  documentId: z.number(),
  why: z.enum(newResults),
  routeKind: routeKindColumn,
  routeId: z.string(),
});

/** Results that have changed since other machines were told of them. Kept by a machine that is alone, too: it may join a register. */
export class UntoldResults extends Table {
  readonly #routes: Routes;

  constructor(connection: Connection, routes: Routes) {
    super(connection);
    this.#routes = routes;
  }

  all(): UntoldResult[] {
    const sql = `SELECT u.document_id, u.why, r.kind AS route_kind, r.service_id AS route_id
      FROM untold_results u CROSS JOIN routes r ON r.id = u.route ORDER BY u.document_id, u.route`;
    return this.connection.all(sql).map((row) => {
      const { documentId, why, routeKind: kind, routeId: id } = parseRow(shape, 'untold_results', ['document_id'], row);
      return { documentId, route: { kind, id }, why };
    });
  }

  /** @param origin the service's */
  put(origin: string, { documentId, route, why }: UntoldResult): void {
    this.connection.writing('other document', () =>
      this.connection.run(
        'INSERT INTO untold_results (document_id, route, why) VALUES (?, ?, ?) ON CONFLICT DO UPDATE SET why = max(why, excluded.why)',
        ...[documentId, this.#routes.idOf(origin, route), why],
      ),
    );
  }

  remove({ documentId, route: { kind, id } }: Omit<UntoldResult, 'why'>): void {
    this.connection.writing('other document', () =>
      this.connection.run(
        'DELETE FROM untold_results WHERE document_id = ? AND route IN (SELECT id FROM routes WHERE kind = ? AND service_id = ?)',
        ...[documentId, kind, id],
      ),
    );
  }
}
