import { setImmediate } from 'node:timers/promises';
import type { Clock } from '../support/inside/engine.ts';

interface Timer {
  readonly at: number;
  readonly order: number;
  readonly owner: object;
  /** Whether the process itself began it, not what simulates the world for it. */
  readonly isOwn: boolean;
  work: (() => void) | undefined;
}

const startsAt = 1_700_000_000_000;

/** Time that passes only when nothing else can happen. Timers belong to an owner, so that a dead process leaves none. */
export class VirtualClock {
  /** The monotonic time, and the machine clock's offset from it. Milliseconds. */
  #elapsed = 0;
  #offset = startsAt;
  #order = 0;
  /** How often the machine's clock has been set, and when it last was (elapsed ms). */
  timesSet = 0;
  lastSetAt = Number.NEGATIVE_INFINITY;
  /** A binary heap, earliest first. Cancelled timers stay until they are due. */
  readonly #timers: Timer[] = [];
  readonly #forgotten = new WeakSet<object>();

  get elapsed(): number {
    return this.#elapsed;
  }

  now(): number {
    return this.#elapsed + this.#offset;
  }

  /** Somebody sets the clock, or the machine slept; running timers are not affected. */
  set(byMilliseconds: number): void {
    this.#offset += byMilliseconds;
    this.timesSet += 1;
    this.lastSetAt = this.#elapsed;
  }

  after(milliseconds: number, work: () => void, owner: object, isOwn = false): () => void {
    const timer: Timer = { at: this.#elapsed + Math.max(0, milliseconds), order: this.#order++, owner, isOwn, work };
    this.#add(timer);
    return () => {
      timer.work = undefined;
    };
  }

  /** Cancels all timers of this owner, now and in future. */
  forget(owner: object): void {
    this.#forgotten.add(owner);
  }

  /** Whether a timer that this process began is still to ring: then it does not end. */
  isWaitedFor(process: object): boolean {
    return this.#timers.some(({ owner, isOwn, work }) => owner === process && isOwn && work !== undefined);
  }

  clockFor(owner: object): Clock {
    return {
      now: () => this.now(),
      elapsed: () => this.#elapsed,
      after: (milliseconds, work) => this.after(milliseconds, work, owner, true),
    };
  }

  /** Resolves after this much virtual time. */
  delay(milliseconds: number, owner: object): Promise<void> {
    return new Promise((resolve) => this.after(milliseconds, resolve, owner));
  }

  /**
   * Runs everything that can run, then advances to the next timer, until `until` (elapsed ms) or until `stop` says so.
   * Calls `between` whenever nothing can run before time passes.
   */
  async run(until: number, stop: () => boolean, between: () => void): Promise<void> {
    for (;;) {
      await setImmediate();
      between();
      if (stop()) return;
      const next = this.#next(until);
      if (next === undefined) {
        this.#elapsed = Math.max(this.#elapsed, until);
        return;
      }
      this.#elapsed = Math.max(this.#elapsed, next.at);
      next.work?.();
    }
  }

  #next(until: number): Timer | undefined {
    for (;;) {
      const first = this.#timers[0];
      if (first === undefined) return undefined;
      const isDead = first.work === undefined || this.#forgotten.has(first.owner);
      if (!isDead && first.at > until) return undefined;
      this.#removeFirst();
      if (!isDead) return first;
    }
  }

  #add(timer: Timer): void {
    const heap = this.#timers;
    let place = heap.push(timer) - 1;
    while (place > 0) {
      const above = (place - 1) >> 1;
      const parent = heap[above];
      if (parent === undefined || isBefore(parent, timer)) break;
      heap[place] = parent;
      place = above;
    }
    heap[place] = timer;
  }

  #removeFirst(): void {
    const heap = this.#timers;
    const last = heap.pop();
    if (last === undefined || heap.length === 0) return;
    let place = 0;
    for (;;) {
      const left = 2 * place + 1;
      const [one, other] = [heap[left], heap[left + 1]];
      const child = other !== undefined && one !== undefined && isBefore(other, one) ? left + 1 : left;
      const below = heap[child];
      if (below === undefined || isBefore(last, below)) break;
      heap[place] = below;
      place = child;
    }
    heap[place] = last;
  }
}

function isBefore(one: Timer, other: Timer): boolean {
  return one.at < other.at || (one.at === other.at && one.order < other.order);
}
