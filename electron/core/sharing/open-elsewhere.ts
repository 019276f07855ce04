/** A document that somebody has open for review at another machine. */
export interface OpenElsewhere {
  readonly documentId: number;
  /** The name of the machine. */
  readonly machine: string;
  /** Milliseconds since the epoch, by the clock here. */
  readonly since: number;
}

/** Where one document is open, each machine once, the one where it was opened first in front. */
export interface OpenPlaces {
  readonly machines: readonly string[];
  /** Milliseconds since the epoch. */
  readonly since: number;
}

/**
 * Where people have documents open: it warns, and forbids nothing. Pure.
 * @returns by the document's id; a document that is open nowhere else is missing
 */
export function placesOf(open: readonly OpenElsewhere[]): ReadonlyMap<number, OpenPlaces> {
  const places = new Map<number, OpenPlaces>();
  for (const [documentId, all] of Map.groupBy(open, (each) => each.documentId)) {
    const inOrder = all.toSorted((one, other) => one.since - other.since);
    places.set(documentId, { machines: [...new Set(inOrder.map(({ machine }) => machine))], since: inOrder[0]?.since ?? 0 });
  }
  return places;
}
