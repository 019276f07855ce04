import { type Message, say } from '../../core/messages/message.ts';
import { messageOf } from '../../core/messages/message-error.ts';
import { LedgerDamaged, LedgerNewer, LedgerUnavailable } from '../../ledger/ledger.ts';
import type { Clock, Log } from '../ports.ts';

/** Which part of the engine a task belongs to: the folder of its source. */
export type TaskOwner = 'watch' | 'intake' | 'upload' | 'poll' | 'deliver' | 'review' | 'loop' | 'hooks' | 'sharing';

/** What a step was about that met an error which it does not expect. */
interface Fault {
  readonly count: number;
  /** When it may be tried again, in elapsed milliseconds. */
  readonly until: number;
  readonly message: Message;
}

const firstRestMs = 1_000;
const longestRestMs = 60_000;

/**
 * The steps under way, supervised. Each ends by applying its outcome and waking the loop. An error that no step expects
 * concerns what the step was about, a document, a batch or a folder: that rests for growing times, its stage says why, and
 * everything else goes on. Only a ledger that cannot be used ends the engine; nothing is lost, because it has everything.
 */
export class Tasks {
  readonly #running = new Map<Promise<void>, TaskOwner>();
  readonly #faults = new Map<string, Fault>();
  #failure: Error | undefined;
  readonly #wake: () => void;
  readonly #log: Log;
  readonly #clock: Pick<Clock, 'elapsed'>;

  constructor(clock: Pick<Clock, 'elapsed'>, log: Log, wake: () => void) {
    this.#clock = clock;
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

  /** Why the ledger cannot be used. */
  get failure(): Error | undefined {
    return this.#failure;
  }

  /** What rests now after an error that no step expects. */
  get faults(): readonly Message[] {
    return [...this.#faults.values()].map(({ message }) => message);
  }

  /** Whether a task of this name failed unexpectedly a moment ago. */
  isResting(name: string): boolean {
    return this.restsUntil(name) > this.#clock.elapsed();
  }

  /** When a task of this name that failed unexpectedly may be tried again, in elapsed milliseconds; 0 if at once. */
  restsUntil(name: string): number {
    return this.#faults.get(name)?.until ?? 0;
  }

  /**
   * @param name what the log calls the task, and what rests if it fails
   * @param onFault records why what it was about waits
   */
  launch(owner: TaskOwner, name: string, work: () => Promise<void>, onFault?: (message: Message) => void): void {
    const task = work()
      .then(
        () => void this.#faults.delete(name),
        (error: unknown) => this.#failed(name, error, onFault),
      )
      .finally(() => {
        this.#running.delete(task);
        this.#wake();
      });
    this.#running.set(task, owner);
  }

  /** The same for work that is done at once. `undefined` if it failed. */
  attempt<Value>(name: string, work: () => Value): Value | undefined {
    try {
      const value = work();
      this.#faults.delete(name);
      return value;
    } catch (error) {
      this.#failed(name, error);
      return undefined;
    }
  }

  #failed(name: string, error: unknown, onFault?: (message: Message) => void): void {
    const failure = error instanceof Error ? error : new Error(String(error));
    this.#log.error(`${name} failed unexpectedly`, faultDetails(error));
    if (isOfLedger(failure)) {
      this.#failure ??= failure;
      return;
    }
    const count = (this.#faults.get(name)?.count ?? 0) + 1;
    const restMs = Math.min(longestRestMs, firstRestMs * 4 ** (count - 1));
    const message = faultMessage(failure);
    this.#faults.set(name, { count, until: this.#clock.elapsed() + restMs, message });
    if (onFault !== undefined) this.attempt(`the record of why ${name} failed`, () => onFault(message));
  }

  /** Resolves when nothing is under way. */
  async allDone(): Promise<void> {
    while (this.#running.size > 0) await Promise.all(this.#running.keys());
  }
}

/** What a person reads about an error that no step expects. */
export function faultMessage(error: unknown): Message {
  return say('outcome.fault', { message: messageOf(error) });
}

/** The same for the log. */
export function faultDetails(error: unknown): object {
  return error instanceof Error ? { error: error.message, stack: error.stack } : { error: String(error) };
}

/** Whether the ledger as a whole cannot be used: nothing can go on without it. */
export function isOfLedger(error: unknown): boolean {
  return [LedgerDamaged, LedgerNewer, LedgerUnavailable].some((kind) => error instanceof kind);
}
