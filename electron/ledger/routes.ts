import { z } from 'zod';
import { messageSchema } from '../core/messages/message.ts';
import { defined, type Immutable, sameJson } from '../core/plain-data.ts';
import { type Route, type RouteInfo, type RouteKind, routeKey } from '../core/protocol/route.ts';
import type { Connection, Value } from './connection.ts';
import { boolean, columnsOf, json, rowReader, Table, TransactionCache } from './table-base.ts';

/** The columns of a route. */
export const routeColumns = z.object({ kind: z.enum(['extraction', 'classification']), id: z.string() });

/** A category of a classification. `source`: seen in a result, typed by a person, or created by Intray with its classification. */
const categorySchema = z.object({
  id: z.string(),
  name: z.string(),
  source: z.enum(['result', 'typed', 'made']),
  /** The extraction that the service itself passes its files on to: known if Intray made the classification with it. */
  linkedExtractionId: z.string().exactOptional(),
});
export type KnownCategory = Readonly<z.output<typeof categorySchema>>;

const describedSchema = z.object({
  description: z.string().exactOptional(),
  fields: z.array(z.object({ key: z.string(), description: z.string().exactOptional(), example: z.string().exactOptional() })),
});
/** What the window shows of a route beyond what the engine needs. */
export type DescribedRoute = Immutable<z.output<typeof describedSchema>>;

const pauseSchema = z.object({ message: messageSchema, at: z.number(), until: z.number(), tries: z.number() });
/** Nothing is sent on the route but one document at `until`, to find out; `tries` have failed in a row. */
type RoutePause = Readonly<z.output<typeof pauseSchema>>;

const readRoute = rowReader('routes', ['id'], {
  id: z.number(),
  kind: routeColumns.shape.kind,
  serviceId: z.string(),
  name: z.string().exactOptional(),
  fields: json(z.array(z.string())).exactOptional(),
  descriptions: json(z.record(z.string(), z.string())).exactOptional(),
  seenAt: z.number().exactOptional(),
  passed: boolean,
  paused: json(pauseSchema).exactOptional(),
  linked: boolean,
  alone: boolean,
  categories: json(z.array(categorySchema)).exactOptional(),
  described: json(describedSchema).exactOptional(),
});
type RouteRecord = ReturnType<typeof readRoute>;

/** How names of files fare on a route. */
interface RouteNames {
  /** Files go on from here into other batches, where they meet those of other uploads. */
  readonly linked: boolean;
  /** Results came back under names that fit no document: documents go one by one. */
  readonly alone: boolean;
}

/** The routes of each service origin: what is known of them, whether anything ever passed, and whether they are paused. */
export class Routes extends Table {
  readonly #known = new TransactionCache<RouteRecord | undefined>(this.connection);

  /** What the service last said of the route; undefined before `setInfo`. */
  info(origin: string, route: Route): RouteInfo | undefined {
    const { name = route.id, fields = [], descriptions, seenAt } = this.#get(origin, route) ?? {};
    return seenAt === undefined ? undefined : { route, name, fields, ...defined({ descriptions }), seenAt };
  }

  /**
   * Every route that is known by a name of its own, by name, but for those that a person has taken off the list. One that the service does
   * not know has its id for a name.
   */
  named(origin: string): { readonly kind: RouteKind; readonly id: string; readonly name: string }[] {
    const condition = 'seen_at IS NOT NULL AND name <> service_id AND listed IS NOT 0 ORDER BY name, service_id';
    return this.#where(origin, condition).map(({ kind, serviceId: id, name = id }) => ({ kind, id, name }));
  }

  /** @returns whether the values of its documents are to be read again, because their fields are described otherwise */
  setInfo(origin: string, { route, ...known }: RouteInfo): boolean {
    const before = this.info(origin, route)?.descriptions;
    this.#set(origin, route, known);
    return known.descriptions !== undefined && !sameJson(known.descriptions, before ?? {});
  }

  /** Whether anything on this route was ever accepted. */
  passed(origin: string, route: Route): boolean {
    return this.#get(origin, route)?.passed ?? false;
  }

  setPassed(origin: string, route: Route): void {
    if (!this.passed(origin, route)) this.#set(origin, route, { passed: true });
  }

  names(origin: string, route: Route): RouteNames {
    const { linked = false, alone = false } = this.#get(origin, route) ?? {};
    return { linked, alone };
  }

  setNames(origin: string, route: Route, names: Partial<RouteNames>): void {
    this.#set(origin, route, names);
  }

  /** Those that a person has made or looked up, or those that were taken off the list again. */
  listed(origin: string, isListed: boolean): Route[] {
    const those = this.#where(origin, 'listed = ? ORDER BY id', isListed ? 1 : 0);
    return those.map(({ kind, serviceId: id }) => ({ kind, id }));
  }

  setListed(origin: string, route: Route, isListed: boolean): void {
    this.#set(origin, route, { listed: isListed });
  }

  described(origin: string, route: Route): DescribedRoute | undefined {
    return this.#get(origin, route)?.described;
  }

  setDescribed(origin: string, route: Route, described: DescribedRoute): void {
    this.#set(origin, route, { described });
  }

  categories(origin: string, route: Route): readonly KnownCategory[] {
    return this.#get(origin, route)?.categories ?? [];
  }

  setCategories(origin: string, route: Route, categories: readonly KnownCategory[]): void {
    if (!sameJson(categories, this.categories(origin, route))) this.#set(origin, route, { categories });
  }

  pause(origin: string, route: Route, paused: RoutePause): void {
    this.#set(origin, route, { paused });
  }

  /** Brings the end of every pause forward to `at` at the latest: a person asked for it, or the clock was set. */
  hurry(at: number): void {
    this.#known.clear();
    this.connection.run("UPDATE routes SET paused = json_set(paused, '$.until', ?) WHERE paused ->> 'until' > ?", at, at);
  }

  resume(origin: string, route: Route): void {
    this.#set(origin, route, { paused: undefined });
  }

  paused(origin: string, route: Route): RoutePause | undefined {
    return this.#get(origin, route)?.paused;
  }

  /** The ledger's id of a route; created on first use. */
  idOf(origin: string, route: Route): number {
    const known = this.#get(origin, route);
    if (known !== undefined) return known.id;
    this.#known.clear();
    return this.insert('routes', { origin, kind: route.kind, service_id: route.id }, 'restorable');
  }

  #set(origin: string, route: Route, members: object): void {
    const id = this.idOf(origin, route);
    this.#known.clear();
    this.set('routes', columnsOf(members), id);
  }

  #get(origin: string, route: Route): RouteRecord | undefined {
    const read = () => this.#where(origin, 'kind = ? AND service_id = ?', route.kind, route.id)[0];
    return this.#known.get(`${origin} ${routeKey(route)}`, read);
  }

  #where(origin: string, condition: string, ...values: readonly Value[]): RouteRecord[] {
    return this.connection.all(`SELECT * FROM routes WHERE origin = ? AND ${condition}`, origin, ...values).map(readRoute);
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
