import { z } from 'zod';
import type { Message } from '../core/messages/message.ts';
import type { Route, RouteInfo } from '../core/protocol/route.ts';
import { json, messageColumn, parseRow } from './columns.ts';
import type { Connection } from './connection.ts';

/** The column that says a route's kind. */
export const routeKindColumn = z.enum(['extraction', 'classification']);

const infoShape = z.object({ name: z.string(), fields: json(z.array(z.string())), seen_at: z.number() });
const pauseShape = z.object({ paused_message: messageColumn, paused_at: z.number() });

/** The routes of each service origin: what is known of them, whether anything ever passed, and whether they are paused. */
export class Routes {
  readonly #connection: Connection;

  constructor(connection: Connection) {
    this.#connection = connection;
  }

  /** What the service last said of the route; undefined before `setInfo`. */
  info(origin: string, route: Route): RouteInfo | undefined {
    const row = this.#row(origin, route);
    if (row === undefined || row.seen_at === null) return undefined;
    const { name, fields, seen_at } = parseRow(infoShape, 'routes', ['id'], row);
    return { route, name, fields, seenAt: seen_at };
  }

  setInfo(origin: string, info: RouteInfo): void {
    const id = this.idOf(origin, info.route);
    this.#connection.run(
      'UPDATE routes SET name = ?, fields = ?, seen_at = ? WHERE id = ?',
      info.name,
      JSON.stringify(info.fields),
      info.seenAt,
      id,
    );
  }

  /** Whether anything on this route was ever accepted. */
  passed(origin: string, route: Route): boolean {
    return this.#row(origin, route)?.passed === 1;
  }

  setPassed(origin: string, route: Route): void {
    this.#connection.run('UPDATE routes SET passed = 1 WHERE id = ?', this.idOf(origin, route));
  }

  /** Records that nothing is to be sent on this route, and why. */
  pause(origin: string, route: Route, message: Message, at: number): void {
    const id = this.idOf(origin, route);
    this.#connection.run('UPDATE routes SET paused_message = ?, paused_at = ? WHERE id = ?', JSON.stringify(message), at, id);
  }

  resume(origin: string, route: Route): void {
    const id = this.idOf(origin, route);
    this.#connection.run('UPDATE routes SET paused_message = NULL, paused_at = NULL WHERE id = ?', id);
  }

  paused(origin: string, route: Route): { readonly message: Message; readonly at: number } | undefined {
    const row = this.#row(origin, route);
    if (row === undefined || row.paused_at === null) return undefined;
    const { paused_message, paused_at } = parseRow(pauseShape, 'routes', ['id'], row);
    return { message: paused_message, at: paused_at };
  }

  /** The ledger's id of a route; created on first use. */
  idOf(origin: string, route: Route): number {
    const key = [origin, route.kind, route.id] as const;
    const id = this.#connection.number('SELECT id FROM routes WHERE origin = ? AND kind = ? AND service_id = ?', ...key);
    return id ?? this.#connection.run('INSERT INTO routes (origin, kind, service_id) VALUES (?, ?, ?)', ...key);
  }

  #row(origin: string, route: Route) {
    const sql = 'SELECT * FROM routes WHERE origin = ? AND kind = ? AND service_id = ?';
    return this.#connection.get(sql, origin, route.kind, route.id);
  }
}
