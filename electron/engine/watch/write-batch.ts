import type { Clock } from '../ports.ts';

/** At most this many are applied in one go, and then other work has its turn: each takes about a tenth of a millisecond. */
const maxItems = 200;
/** An item that comes this soon after the last ones were applied waits for more, in milliseconds. */
const soonMs = 100;

/**
 * Collects what comes in small pieces, because each application is a transaction that waits for the disk: a tree of 1,000
 * directories would need 1,000 of them. An item that comes alone is applied at once.
 */
export class WriteBatch<Item> {
  readonly #clock: Pick<Clock, 'elapsed' | 'after'>;
  readonly #apply: (items: readonly Item[]) => void;
  #items: Item[] = [];
  #appliedAt = Number.NEGATIVE_INFINITY;

  constructor(clock: Pick<Clock, 'elapsed' | 'after'>, apply: (items: readonly Item[]) => void) {
    this.#clock = clock;
    this.#apply = apply;
  }

  async add(items: readonly Item[]): Promise<void> {
    for (const item of items) {
      this.#items.push(item);
      if (this.#items.length < maxItems) continue;
      this.flush();
      await new Promise<void>((resolve) => this.#clock.after(0, resolve));
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
