import type { Clock } from '../ports.ts';

/** At most this many share a transaction. */
const maxShared = 16;
/** Nothing waits longer than this for others, in milliseconds: one of them may be reading a large file over a slow network. */
const maxWaitMs = 20;

/**
 * Commits what several tasks write in one transaction: each transaction waits for the disk, and while one waits the next is
 * ready. A task goes on once what it wrote is on disk. A task that is alone waits for nobody.
 */
export class GroupCommit {
  readonly #clock: Pick<Clock, 'after'>;
  readonly #together: (work: () => void) => void;
  readonly #tasks: { readonly size: number };
  #waiting: { readonly work: () => void; readonly done: PromiseWithResolvers<void> }[] = [];
  #cancel: () => void = () => {};

  /**
   * @param together runs work in one transaction
   * @param tasks those that are under way, including those that wait here: when all of them wait, nothing more comes
   */
  constructor(clock: Pick<Clock, 'after'>, together: (work: () => void) => void, tasks: { readonly size: number }) {
    this.#clock = clock;
    this.#together = together;
    this.#tasks = tasks;
  }

  /** Resolves when `work` is committed. @throws what the transaction throws: then none of it was written */
  run(work: () => void): Promise<void> {
    const done = Promise.withResolvers<void>();
    this.#waiting.push({ work, done });
    if (this.#waiting.length === 1) this.#cancel = this.#clock.after(maxWaitMs, () => this.#commit());
    this.commitIfComplete();
    return done.promise;
  }

  /** Commits if nobody is left to wait for. To be called when a task has ended. */
  commitIfComplete(): void {
    if (this.#waiting.length >= maxShared || this.#waiting.length >= this.#tasks.size) this.#commit();
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
