/** Where a process ends: at the nth time that it comes to a moment of an operation. */
export interface KillPoint {
  /** A method of a port, such as `createWhole`, or `commit` for a transaction of the ledger. */
  readonly operation: string;
  /**
   * `before` and `after` the call. `half`: with half of its traces on disk. Of an upload also `boundary` (all but the
   * closing boundary is out), `sent` (that is committed, and the boundary is not out) and `whole` (the service has it
   * all and has not answered).
   */
  readonly moment: 'before' | 'half' | 'after' | 'boundary' | 'sent' | 'whole';
  /** From 1. */
  readonly occurrence: number;
}

/** How often a process came to each point, and its end at one of them. */
export class Fate {
  readonly #kill: KillPoint | undefined;
  readonly #counts = new Map<string, number>();
  #isArmed: boolean;

  /** @param isArmed false: points count only from `arm` on */
  constructor(kill: KillPoint | undefined, isArmed = true) {
    this.#kill = kill;
    this.#isArmed = isArmed;
  }

  arm(): void {
    this.#isArmed = true;
  }

  /** `createWhole before` → how often it came there. */
  get points(): Readonly<Record<string, number>> {
    return Object.fromEntries(this.#counts);
  }

  /** Counts the point; true at the one that is the last. */
  isLast(operation: string, moment: KillPoint['moment']): boolean {
    if (!this.#isArmed) return false;
    const name = `${operation} ${moment}`;
    const count = (this.#counts.get(name) ?? 0) + 1;
    this.#counts.set(name, count);
    return this.#kill?.operation === operation && this.#kill.moment === moment && this.#kill.occurrence === count;
  }

  pass(operation: string, moment: KillPoint['moment']): void {
    if (this.isLast(operation, moment)) end();
  }
}

/** The signal is sent by the process to itself: nothing after it runs. */
export function end(): never {
  process.kill(process.pid, 'SIGKILL');
  for (;;);
}
