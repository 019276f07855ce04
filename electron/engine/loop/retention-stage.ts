import type { Limits } from '../api.ts';
import type { World } from '../ports.ts';
import type { Stage } from './control-loop.ts';

/** Other work has its turn between the steps. Milliseconds. */
const pauseMs = 50;
/** Between two looks through the ledger. Milliseconds. */
const everyMs = 6 * 3_600_000;

/** Drops results and history that are older than a person wants to keep, a few at a time, then gives their room back to the disk. */
export class RetentionStage implements Stage {
  readonly #world: Pick<World, 'ledger' | 'clock'>;
  readonly #keepMs: number | undefined;
  #next = Number.NEGATIVE_INFINITY;
  /** The last document that was looked at (its id). */
  #cursor: number | undefined;
  #isGivingBack = false;

  constructor({ world, limits }: { readonly world: Pick<World, 'ledger' | 'clock'>; readonly limits: Pick<Limits, 'keepMs'> }) {
    this.#world = world;
    this.#keepMs = limits.keepMs;
  }

  start(now: number): number | undefined {
    if (this.#keepMs === undefined) return undefined;
    const wait = Math.min(everyMs, Math.max(1_000, this.#keepMs / 4));
    if (now < this.#next && this.#next <= now + wait) return this.#next;
    const { retention } = this.#world.ledger;
    if (!this.#isGivingBack) this.#cursor = retention.dropSome(now - this.#keepMs, now, this.#cursor);
    this.#isGivingBack = this.#cursor === undefined && retention.giveBack();
    this.#next = now + (this.#cursor === undefined && !this.#isGivingBack ? wait : pauseMs);
    return this.#next;
  }
}
