/** The items, those with a smaller rank before the others. */
export function byRank<Item>(items: readonly Item[], rankOf: (item: Item) => number): Item[] {
  return items
    .map((item) => ({ item, rank: rankOf(item) }))
    .toSorted((one, other) => (one.rank === other.rank ? 0 : one.rank - other.rank))
    .map(({ item }) => item);
}

/** The items, beginning with another one each turn. */
export function rotated<Item>(items: readonly Item[], turn: number): Item[] {
  const first = items.length === 0 ? 0 : turn % items.length;
  return [...items.slice(first), ...items.slice(0, first)];
}
