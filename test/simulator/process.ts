import type { VirtualClock } from './virtual-clock.ts';

/** Thrown at calls of a dead process; nobody sees it. */
export class Died extends Error {}

/** An error that no step of the engine expects. */
export class DrawnFault extends Error {}

/** A new promise for each call, because whoever waits for a promise stays in memory as long as it does. */
const never = () => new Promise<never>(() => {});

/** Decides whether the process dies at a step, and how long the step takes (ms). */
export interface Fate {
  isLast(step: string): boolean;
  /** Whether the step fails with an error that nobody expects. */
  isFaulty(step: string): boolean;
  latency(): number;
}

/**
 * One life of Intray's process. Every call to the outside world passes a named step here, which takes a little time and
 * may be the last. After death nothing of this process runs any more: its timers are dropped and its calls never return.
 */
export class Process {
  alive = true;
  /** Elapsed ms. */
  readonly startedAt: number;
  readonly #clock: VirtualClock;
  readonly #fate: Fate;

  constructor(clock: VirtualClock, fate: Fate) {
    this.#clock = clock;
    this.startedAt = clock.elapsed;
    this.#fate = fate;
  }

  kill(): void {
    this.alive = false;
    this.#clock.forget(this);
  }

  /** Wraps an asynchronous call. */
  async step(name: string): Promise<void> {
    if (!this.alive || this.#dies(name)) return never();
    const latency = this.#fate.latency();
    if (latency > 0) await this.#clock.delay(latency, this);
    if (!this.alive) return never();
    if (this.#fate.isFaulty(name)) throw new DrawnFault(`a fault at ${name}`);
    return undefined;
  }

  /** Wraps a synchronous call. @throws Died */
  stepNow(name: string): void {
    if (!this.alive || this.#dies(name)) throw new Died(name);
  }

  #dies(name: string): boolean {
    if (!this.#fate.isLast(name)) return false;
    this.kill();
    return true;
  }
}
