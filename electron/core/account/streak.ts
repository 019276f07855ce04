/** A minute, and a little more: a call begins a moment after it was permitted. */
const windowMs = 70_000;

/**
 * Limits how many calls may begin in a minute while all of them fail, whatever the reason. The first one that succeeds lifts
 * the limit; those that were under way then and fail after it still count. A call is known by its number. Times are
 * milliseconds of a clock that nobody can set.
 */
export class Streak {
  readonly #perMinute: number;
  /** When the calls since the last success began; only the latest count. */
  #begun: { readonly call: number; readonly at: number }[] = [];
  readonly #underWay = new Set<number>();
  #isFailing = false;

  constructor(perMinute: number) {
    this.#perMinute = perMinute;
  }

  /** Milliseconds until a call may begin; 0: now. */
  waitMs(now: number): number {
    const first = this.#begun.at(-this.#perMinute);
    return this.#isFailing && first !== undefined ? Math.max(0, first.at + windowMs - now) : 0;
  }

  begins(call: number, now: number): void {
    this.#underWay.add(call);
    this.#begun = [...this.#begun.slice(1 - this.#perMinute), { call, at: now }];
  }

  /** It says nothing: it was withdrawn, or its answer did not come. */
  returned(call: number): void {
    this.#underWay.delete(call);
  }

  failed(call: number): void {
    this.#underWay.delete(call);
    this.#isFailing = true;
  }

  /** A call succeeded, or a person wants it tried. */
  ends(call?: number): void {
    if (call !== undefined) this.#underWay.delete(call);
    this.#isFailing = false;
    this.#begun = this.#begun.filter((each) => this.#underWay.has(each.call));
  }
}
