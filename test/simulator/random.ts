/** A small seeded generator (mulberry32), uniform in [0, 1): the same seed gives the same run. */
export function seededRandom(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}

export interface Dice {
  readonly next: () => number;
  /** True with the given probability. */
  chance(probability: number): boolean;
  /** An integer from `least` to `most`, inclusive. */
  whole(least: number, most: number): number;
  pick<Item>(items: readonly Item[]): Item;
  /** One of several items, by weight. */
  weighted<Item extends { readonly weight: number }>(items: readonly Item[]): Item;
}

export function createDice(next: () => number): Dice {
  const whole = (least: number, most: number) => least + Math.floor(next() * (most - least + 1));
  return {
    next,
    chance: (probability) => next() < probability,
    whole,
    pick: (items) => {
      if (items.length === 0) throw new Error('There is nothing to pick from.');
      return items[whole(0, items.length - 1)] as (typeof items)[number];
    },
    weighted(items) {
      let left = next() * items.reduce((sum, { weight }) => sum + weight, 0);
      const chosen = items.find(({ weight }) => {
        left -= weight;
        return left < 0;
      });
      if (chosen === undefined) throw new Error('There is nothing to pick from.');
      return chosen;
    },
  };
}

/** A generator for each actor, so that a change in one actor does not affect the others. */
export function diceFor(seed: number, actor: string): Dice {
  let mixed = seed;
  for (const character of actor) mixed = Math.imul(mixed ^ character.charCodeAt(0), 0x01000193) + 0x9e3779b9;
  return createDice(seededRandom(mixed));
}
