import type { Clock } from '../ports.ts';

/** At most this many are applied in one go, so that nothing else waits long for its turn. */
const maxItems = 1_000;
/** An item that comes this soon after the last ones were applied waits for more, in milliseconds. */
const soonMs = 100;

/**
 * Collects what comes in small pieces, because each application is a transaction that waits for the disk: a tree of 1,000
 * directories would need 1,000 of them. An item that comes alone is applied at once.
 */
export class WriteBatch<Item> {
  readonly #clock: Pick<Clock, 'elapsed'>;
  readonly #apply: (items: readonly Item[]) => void;
  #items: Item[] = [];
  #appliedAt = Number.NEGATIVE_INFINITY;

  constructor(clock: Pick<Clock, 'elapsed'>, apply: (items: readonly Item[]) => void) {
    this.#clock = clock;
    this.#apply = apply;
  }

  add(items: readonly Item[]): void {
    for (const item of items) {
      this.#items.push(item);
      if (this.#items.length >= maxItems) this.flush();
    }
    if (this.#clock.elapsed() - this.#appliedAt >= soonMs) this.flush();
  }

  /** Applies what is left. To be called when nothing more comes. */
  flush(): void {
    if (this.#items.length === 0) return;
    const items = this.#items;
    this.#items = [];
    this.#apply(items);
    this.#appliedAt = this.#clock.elapsed();
  }
}
