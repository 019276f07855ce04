import type { World } from '../ports.ts';
import type { Stage } from './stage.ts';

/** So many documents are read at a time: that takes some hundredths of a second. */
const atOnce = 50;
/** Other work has its turn between them. Milliseconds. */
const pauseMs = 25;

/** Reads the values of documents that an earlier version has recorded, or that are to be read otherwise now, in small steps. */
export class ValueStage implements Stage {
  readonly #world: Pick<World, 'ledger'>;
  #next = 0;

  constructor({ world }: { readonly world: Pick<World, 'ledger'> }) {
    this.#world = world;
  }

  start(now: number): number | undefined {
    if (now < this.#next && this.#next <= now + pauseMs) return this.#next;
    const isMore = this.#world.ledger.documents.readValues(atOnce);
    this.#next = isMore ? now + pauseMs : 0;
    return isMore ? this.#next : undefined;
  }
}
