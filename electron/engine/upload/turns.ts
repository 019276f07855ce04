/** The items, beginning with another one each turn. */
export function rotated<Item>(items: readonly Item[], turn: number): Item[] {
  const first = items.length === 0 ? 0 : turn % items.length;
  return [...items.slice(first), ...items.slice(0, first)];
}
