import type { Log } from '../ports.ts';

/**
 * The steps under way. Each ends by applying its outcome and waking the loop; an error that no step expects stops the
 * engine, which loses nothing: the ledger has everything.
 */
export class Tasks {
  #running = new Set<Promise<void>>();
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

  /** The first error that no step expected. */
  get failure(): Error | undefined {
    return this.#failure;
  }

  launch(name: string, work: () => Promise<void>): void {
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
    this.#running.add(task);
  }

  /** Resolves when nothing is under way. */
  async allDone(): Promise<void> {
    while (this.#running.size > 0) await Promise.all(this.#running);
  }
}
