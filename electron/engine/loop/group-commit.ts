import type { Clock } from '../ports.ts';

/** So many share a transaction at the most. */
const most = 16;
/** Nothing waits longer for others, in milliseconds: one of them may be reading a large file over a slow network. */
const timeoutMs = 20;

/**
 * Puts what several tasks write into one transaction, because each transaction waits for the disk, and while one waits the
 * next is ready. A task goes on once what it wrote is on disk. Whoever is alone waits for nobody.
 */
export class GroupCommit {
  readonly #clock: Pick<Clock, 'after'>;
  readonly #together: (work: () => void) => void;
  readonly #tasks: () => number;
  #waiting: { readonly work: () => void; readonly done: PromiseWithResolvers<void> }[] = [];
  #cancel: () => void = () => {};

  /**
   * @param together runs work in one transaction
   * @param tasks how many tasks are under way, those that wait here included: when no other is left, nothing more comes
   */
  constructor(clock: Pick<Clock, 'after'>, together: (work: () => void) => void, tasks: () => number) {
    this.#clock = clock;
    this.#together = together;
    this.#tasks = tasks;
  }

  /** How many wait. */
  get waiting(): number {
    return this.#waiting.length;
  }

  /** Resolves when `work` is committed. @throws what the transaction throws: then nothing of it was written */
  run(work: () => void): Promise<void> {
    const done = Promise.withResolvers<void>();
    this.#waiting.push({ work, done });
    if (this.#waiting.length === 1) this.#cancel = this.#clock.after(timeoutMs, () => this.#commit());
    this.lookAgain();
    return done.promise;
  }

  /** Another one waits, or a task has ended. */
  lookAgain(): void {
    if (this.#waiting.length >= most || this.#waiting.length >= this.#tasks()) this.#commit();
  }

  #commit(): void {
    const waiting = this.#waiting;
    if (waiting.length === 0) return;
    this.#waiting = [];
    this.#cancel();
    try {
      this.#together(() => {
        for (const { work } of waiting) work();
      });
      for (const { done } of waiting) done.resolve();
    } catch (error) {
      for (const { done } of waiting) done.reject(error);
    }
  }
}
