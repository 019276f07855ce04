/** A number in [0, 1), like Math.random. */
export type Random = () => number;

/** The same seed gives the same numbers (mulberry32, a well-known 32-bit generator). */
export function seededRandom(seed: number): Random {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296;
  };
}

/** Milliseconds: fixed, or anything from the first to the second. */
export type Duration = number | readonly [min: number, max: number];

export function pickDuration(duration: Duration, random: Random): number {
  if (typeof duration === 'number') return duration;
  const [min, max] = duration;
  return Math.round(min + random() * (max - min));
}

/** The same items in another order; two or more never keep their order. */
export function shuffled<Item>(items: readonly Item[], random: Random): Item[] {
  const keyed = items.map((item) => ({ item, key: random() })).sort((first, second) => first.key - second.key);
  const result = keyed.map(({ item }) => item);
  const unchanged = result.every((item, index) => item === items[index]);
  return unchanged ? result.reverse() : result;
}
