import { z } from 'zod';
import type { Message } from '../core/messages/message.ts';
import { type Immutable, sameJson } from '../core/plain-data.ts';
import { type Route, type RouteInfo, type RouteKind, routeKey } from '../core/protocol/route.ts';
import type { Connection, Row } from './connection.ts';
import { boolean, columnsOf, json, messageColumn, rowReader, Table, TransactionCache } from './table-base.ts';

/** The columns of a route. */
export const routeColumns = z.object({ kind: z.enum(['extraction', 'classification']), id: z.string() });

const readInfo = rowReader('routes', ['id'], {
  name: z.string(),
  fields: json(z.array(z.string())),
  descriptions: json(z.record(z.string(), z.string())).exactOptional(),
  seenAt: z.number(),
});
/** A category of a classification. `source`: seen in a result, typed by a person, or created by Intray with its classification. */
const categorySchema = z.object({
  id: z.string(),
  name: z.string(),
  source: z.enum(['result', 'typed', 'made']),
  /** The extraction that the service itself passes its files on to: known if Intray made the classification with it. */
  linkedExtractionId: z.string().exactOptional(),
});
export type KnownCategory = Readonly<z.output<typeof categorySchema>>;
const readCategories = rowReader('routes', ['id'], { categories: json(z.array(categorySchema)).exactOptional() });

const describedSchema = z.object({
  description: z.string().exactOptional(),
  fields: z.array(z.object({ key: z.string(), description: z.string().exactOptional(), example: z.string().exactOptional() })),
});
/** What the window shows of a route beyond what the engine needs. */
export type DescribedRoute = Immutable<z.output<typeof describedSchema>>;
const readDescribed = rowReader('routes', ['id'], { described: json(describedSchema).exactOptional() });

const readListed = rowReader('routes', ['id'], routeColumns.shape);
const readNamed = rowReader('routes', ['id'], { ...routeColumns.shape, name: z.string() });
const readPause = rowReader('routes', ['id'], {
  pausedMessage: messageColumn,
  pausedAt: z.number(),
  pausedUntil: z.number().exactOptional(),
  pausedTries: z.number(),
});

const readNames = rowReader('routes', ['id'], {
  linked: boolean,
  alone: boolean,
});

/** How names of files fare on a route. */
interface RouteNames {
  /** Files go on from here into other batches, where they meet those of other uploads. */
  readonly linked: boolean;
  /** Results came back under names that fit no document: documents go one by one. */
  readonly alone: boolean;
}

/** Nothing is sent on the route but one document at `until`, to find out; `tries` have failed in a row. */
interface RoutePause {
  readonly message: Message;
  readonly at: number;
  readonly until: number;
  readonly tries: number;
}

/** The routes of each service origin: what is known of them, whether anything ever passed, and whether they are paused. */
export class Routes extends Table {
  readonly #known = new TransactionCache<Row | undefined>(this.connection);
  /** Ids never change; those of a transaction that is rolled back are none. */
  readonly #ids = this.connection.remembering(new Map<string, number>());

  /** What the service last said of the route; undefined before `setInfo`. */
  info(origin: string, route: Route): RouteInfo | undefined {
    const row = this.#row(origin, route);
    if (row === undefined || row.seen_at === null) return undefined;
    return { route, ...readInfo(row) };
  }

  /**
   * Every route that is known by a name of its own, by name, but for those that a person has taken off the list. One that the service does
   * not know has its id for a name.
   */
  named(origin: string): { readonly kind: RouteKind; readonly id: string; readonly name: string }[] {
    const sql = `SELECT kind, service_id AS id, name FROM routes WHERE origin = ? AND seen_at IS NOT NULL AND name <> service_id
      AND listed IS NOT 0 ORDER BY name, service_id`;
    return this.connection.all(sql, origin).map(readNamed);
  }

  /** @returns whether the values of its documents are to be read again, because their fields are described otherwise */
  setInfo(origin: string, { route, ...known }: RouteInfo): boolean {
    const before = this.info(origin, route)?.descriptions;
    this.#set(origin, route, known);
    return known.descriptions !== undefined && !sameJson(known.descriptions, before ?? {});
  }

  /** Whether anything on this route was ever accepted. */
  passed(origin: string, route: Route): boolean {
    return this.#row(origin, route)?.passed === 1;
  }

  setPassed(origin: string, route: Route): void {
    if (!this.passed(origin, route)) this.#set(origin, route, { passed: true });
  }

  names(origin: string, route: Route): RouteNames {
    const row = this.#row(origin, route);
    return row === undefined ? { linked: false, alone: false } : readNames(row);
  }

  setNames(origin: string, route: Route, names: Partial<RouteNames>): void {
    this.#set(origin, route, names);
  }

  /** Those that a person has made or looked up, or those that were taken off the list again. */
  listed(origin: string, isListed: boolean): Route[] {
    const sql = 'SELECT kind, service_id AS id FROM routes WHERE origin = ? AND listed = ? ORDER BY routes.id';
    return this.connection.all(sql, origin, isListed ? 1 : 0).map(readListed);
  }

  setListed(origin: string, route: Route, isListed: boolean): void {
    this.#set(origin, route, { listed: isListed });
  }

  described(origin: string, route: Route): DescribedRoute | undefined {
    const row = this.#row(origin, route);
    return row && readDescribed(row).described;
  }

  setDescribed(origin: string, route: Route, described: DescribedRoute): void {
    this.#set(origin, route, { described });
  }

  categories(origin: string, route: Route): readonly KnownCategory[] {
    const row = this.#row(origin, route);
    return (row && readCategories(row).categories) ?? [];
  }

  setCategories(origin: string, route: Route, categories: readonly KnownCategory[]): void {
    if (!sameJson(categories, this.categories(origin, route))) this.#set(origin, route, { categories });
  }

  pause(origin: string, route: Route, { message, at, until, tries }: RoutePause): void {
    this.#set(origin, route, { pausedMessage: message, pausedAt: at, pausedUntil: until, pausedTries: tries });
  }

  /** Brings the end of every pause forward to `at` at the latest: a person asked for it, or the clock was set. */
  hurry(at: number): void {
    this.#known.clear();
    this.connection.run('UPDATE routes SET paused_until = ? WHERE paused_until > ?', at, at);
  }

  resume(origin: string, route: Route): void {
    this.#set(origin, route, { pausedMessage: undefined, pausedAt: undefined });
  }

  paused(origin: string, route: Route): RoutePause | undefined {
    const row = this.#row(origin, route);
    if (row === undefined || row.paused_at === null) return undefined;
    const { pausedMessage, pausedAt, pausedUntil, pausedTries } = readPause(row);
    return { message: pausedMessage, at: pausedAt, until: pausedUntil ?? pausedAt, tries: pausedTries };
  }

  /** The ledger's id of a route; created on first use. */
  idOf(origin: string, route: Route): number {
    const key = `${origin} ${routeKey(route)}`;
    const known = this.#ids.get(key);
    if (known !== undefined) return known;
    const row = this.#row(origin, route);
    const id = row === undefined ? this.#added(origin, route) : Number(row.id);
    this.#ids.set(key, id);
    return id;
  }

  #added(origin: string, { kind, id }: Route): number {
    this.#known.clear();
    const sql = 'INSERT INTO routes (origin, kind, service_id) VALUES (?, ?, ?)';
    return this.connection.write('restorable', sql, origin, kind, id);
  }

  #set(origin: string, route: Route, members: object): void {
    const id = this.idOf(origin, route);
    this.#known.clear();
    this.set('routes', columnsOf(members), id);
  }

  #row(origin: string, route: Route) {
    const sql = 'SELECT * FROM routes WHERE origin = ? AND kind = ? AND service_id = ?';
    return this.#known.get(`${origin} ${routeKey(route)}`, () => this.connection.get(sql, origin, route.kind, route.id));
  }
}

type Told = Pick<KnownCategory, 'id' | 'name' | 'linkedExtractionId'>;

/** What is known of each classification's categories, by service origin: the service has no call to list them. */
export class Categories {
  readonly #connection: Connection;
  readonly #routes: Routes;

  constructor(connection: Connection, routes: Routes) {
    this.#connection = connection;
    this.#routes = routes;
  }

  /** By name. */
  of(origin: string, classificationId: string): readonly KnownCategory[] {
    return this.#routes.categories(origin, { kind: 'classification', id: classificationId });
  }

  /**
   * The service's name of a category takes precedence over a typed one, and its newest name over an older one. What it is linked
   * to stays known: no result tells.
   */
  learn(origin: string, classificationId: string, categories: readonly Told[], source: 'result' | 'made'): void {
    this.#change(origin, classificationId, (known) => {
      for (const { id, name, linkedExtractionId } of categories) {
        const before = known.get(id);
        const isNews = before?.name !== name || before.source === 'typed' || linkedExtractionId !== undefined;
        if (isNews)
          known.set(id, { ...before, id, name, source, ...(linkedExtractionId !== undefined && { linkedExtractionId }) });
      }
    });
  }

  /** Replaces what was typed before; what the service itself said is never overwritten. */
  setTyped(origin: string, classificationId: string, categories: readonly Pick<KnownCategory, 'id' | 'name'>[]): void {
    this.#change(origin, classificationId, (known) => {
      for (const { id, source } of [...known.values()]) if (source === 'typed') known.delete(id);
      for (const { id, name } of categories) if (!known.has(id)) known.set(id, { id, name, source: 'typed' });
    });
  }

  #change(origin: string, classificationId: string, change: (known: Map<string, KnownCategory>) => void): void {
    this.#connection.transaction(() => {
      const known = new Map(this.of(origin, classificationId).map((each) => [each.id, each]));
      change(known);
      const sorted = [...known.values()].sort((one, other) => (key(one) < key(other) ? -1 : 1));
      this.#routes.setCategories(origin, { kind: 'classification', id: classificationId }, sorted);
    });
  }
}

function key({ name, id }: KnownCategory): string {
  return `${name}\0${id}`;
}
