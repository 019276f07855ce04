/** Where a folder's documents go: an extraction, or a classification. */
export type Route =
  | { readonly kind: 'extraction'; readonly id: string }
  | { readonly kind: 'classification'; readonly id: string };

export type RouteKind = Route['kind'];

/** What is known of a route, asked of the service where it has a call for it (viewExtraction). */
export interface RouteInfo {
  readonly route: Route;
  /** The extraction's name; a classification has no call to ask, so its id stands in. */
  readonly name: string;
  /** Field keys in the extraction's own order; empty for a classification. */
  readonly fields: readonly string[];
  /** What the extraction says of a field, by key, where it is known. */
  readonly descriptions?: Readonly<Record<string, string>>;
  readonly seenAt: number;
}

/** What is kept of an extraction's fields: their keys, and what it says of each. */
export function fieldsOf(
  fields: readonly { readonly key: string; readonly description?: string }[],
): Pick<RouteInfo, 'fields' | 'descriptions'> {
  const described = fields.flatMap(({ key, description = '' }) => (description === '' ? [] : [[key, description] as const]));
  return { fields: fields.map(({ key }) => key), descriptions: Object.fromEntries(described) };
}

export function sameRoute(one: Route, other: Route): boolean {
  return one.kind === other.kind && one.id === other.id;
}

export function routeKey(route: Route): string {
  return `${route.kind}:${route.id}`;
}

/** The route that `routeKey` made this of. */
export function routeOf(key: string): Route {
  const colon = key.indexOf(':');
  return { kind: key.slice(0, colon) === 'classification' ? 'classification' : 'extraction', id: key.slice(colon + 1) };
}
