import type { Log } from '../ports.ts';

/** Which part of the engine a task belongs to: the folder of its source. */
export type TaskOwner = 'watch' | 'intake' | 'upload' | 'poll' | 'deliver' | 'review';

/**
 * The steps under way. Each ends by applying its outcome and waking the loop. An error that no step expects stops the
 * engine; nothing is lost, because the ledger has everything.
 */
export class Tasks {
  readonly #running = new Map<Promise<void>, TaskOwner>();
  #failure: Error | undefined;
  readonly #wake: () => void;
  readonly #log: Log;

  constructor(log: Log, wake: () => void) {
    this.#log = log;
    this.#wake = wake;
  }

  get count(): number {
    return this.#running.size;
  }

  /** Whether a task of this part is under way. */
  isRunning(owner: TaskOwner): boolean {
    return [...this.#running.values()].includes(owner);
  }

  /** The first error that no step expected. */
  get failure(): Error | undefined {
    return this.#failure;
  }

  /** @param name what the log calls the task */
  launch(owner: TaskOwner, name: string, work: () => Promise<void>): void {
    const task = work()
      .catch((error: unknown) => {
        const failure = error instanceof Error ? error : new Error(String(error));
        this.#log.error(`${name} failed unexpectedly`, { error: failure.message, stack: failure.stack });
        this.#failure ??= failure;
      })
      .finally(() => {
        this.#running.delete(task);
        this.#wake();
      });
    this.#running.set(task, owner);
  }

  /** Resolves when nothing is under way. */
  async allDone(): Promise<void> {
    while (this.#running.size > 0) await Promise.all(this.#running.keys());
  }
}
