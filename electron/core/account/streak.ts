/** A minute, and a little more: a call begins a moment after it was permitted. */
const windowMs = 70_000;

/**
 * Limits how many calls may begin in a minute while all of them fail, whatever the reason. The first one that succeeds lifts
 * the limit. Times are milliseconds of a clock that nobody can set.
 */
export class Streak {
  readonly #perMinute: number;
  /** When the calls since the last success began; only the latest count. */
  #begun: number[] = [];
  #isFailing = false;

  constructor(perMinute: number) {
    this.#perMinute = perMinute;
  }

  /** Milliseconds until a call may begin; 0: now. */
  waitMs(now: number): number {
    const first = this.#begun.at(-this.#perMinute);
    return this.#isFailing && first !== undefined ? Math.max(0, first + windowMs - now) : 0;
  }

  begins(now: number): void {
    this.#begun = [...this.#begun.slice(1 - this.#perMinute), now];
  }

  failed(): void {
    this.#isFailing = true;
  }

  /** A call succeeded, or a person wants it tried. */
  ends(): void {
    this.#isFailing = false;
    this.#begun = [];
  }
}
