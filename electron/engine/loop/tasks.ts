import { type Message, say } from '../../core/messages/message.ts';
import { messageOf } from '../../core/messages/message-error.ts';
import { type Ledger, LedgerDamaged, LedgerOfOtherVersion, LedgerUnavailable } from '../../ledger/ledger.ts';
import type { Log } from '../ports.ts';
import type { Retries } from './retries.ts';

/** Which part of the engine a task belongs to: the folder of its source. */
type TaskOwner = 'watch' | 'intake' | 'upload' | 'poll' | 'deliver' | 'review' | 'loop' | 'hooks';

interface TasksWorld {
  readonly ledger: Pick<Ledger, 'durably'>;
  readonly log: Log;
}

/**
 * The steps under way, supervised, and what of each name is under way. Each ends by applying its outcome and waking the loop. An error
 * that no step expects concerns what the step was about, a document, a batch or a folder: that rests for growing times (`Retries`), its
 * stage says why, and everything else goes on. While the ledger cannot be written (its disk is full, another program locks it), no step begins, and what
 * only memory knows waits to be written. Only one that is damaged ends the engine; nothing is lost, because it has everything.
 */
export class Tasks {
  readonly #running = new Map<Promise<void>, { readonly owner: TaskOwner; readonly name: string }>();
  #failure: Error | undefined;
  #unwritable: LedgerUnavailable | undefined;
  /** Resolves when the ledger can be written again, or the engine ends. */
  #writable = Promise.withResolvers<void>();
  #isEnding = false;
  readonly #wake: () => void;
  readonly #log: Log;
  readonly #retries: Retries;
  readonly #ledger: Pick<Ledger, 'durably'>;

  constructor({ ledger, log }: TasksWorld, retries: Retries, wake: () => void) {
    this.#retries = retries;
    this.#ledger = ledger;
    this.#log = log;
    this.#wake = wake;
  }

  get count(): number {
    return this.#running.size;
  }

  /** Whether a task of one of these parts is under way. */
  isRunning(...owners: readonly TaskOwner[]): boolean {
    for (const { owner } of this.#running.values()) if (owners.includes(owner)) return true;
    return false;
  }

  /** Whether a task of this name is under way. */
  isUnderWay(name: string): boolean {
    for (const running of this.#running.values()) if (running.name === name) return true;
    return false;
  }

  /** Why the ledger cannot be used any more. */
  get failure(): Error | undefined {
    return this.#failure;
  }

  /** Why the ledger cannot be written now; it is tried again (`tryLedger`). */
  get unwritable(): LedgerUnavailable | undefined {
    return this.#unwritable;
  }

  /** The same for people. */
  get waiting(): Message | undefined {
    return this.#unwritable && say('outcome.ledgerWaits', { message: this.#unwritable.said });
  }

  /** Whether a task of this name failed unexpectedly a moment ago. */
  isResting(name: string): boolean {
    return this.#retries.rests('fault', name);
  }

  /**
   * @param name what the log calls the task, and what rests if it fails
   * @param onFault records why what it was about waits
   */
  launch(owner: TaskOwner, name: string, work: () => Promise<void>, onFault?: (message: Message) => void): void {
    const begun = work();
    const run = async () => {
      try {
        await begun;
        this.#retries.done('fault', name);
      } catch (error) {
        this.failed(name, error, onFault);
      }
      this.#running.delete(task);
      this.#wake();
    };
    const task = run();
    this.#running.set(task, { owner, name });
  }

  /** The same for work that is done at once. `undefined` if it failed. */
  attempt<Value>(name: string, work: () => Value): Value | undefined {
    try {
      const value = work();
      this.#retries.done('fault', name);
      return value;
    } catch (error) {
      this.failed(name, error);
      return undefined;
    }
  }

  /** The ledger could not be written: nothing begins until it can be again. */
  noteUnwritable(error: LedgerUnavailable): void {
    this.#unwritable ??= error;
    this.#wake();
  }

  /** Whether the ledger took this. If so, it can be written again. @throws what else `work` throws */
  tryLedger(work: () => void): boolean {
    try {
      work();
    } catch (error) {
      return this.#refused(error);
    }
    if (this.#unwritable === undefined) return true;
    this.#unwritable = undefined;
    this.#writable.resolve();
    this.#writable = Promise.withResolvers();
    return true;
  }

  /** Whether the ledger took this, and has it on disk. @throws what else `work` throws */
  async tryDurably(work: () => void): Promise<boolean> {
    try {
      await this.#ledger.durably(work);
      return true;
    } catch (error) {
      return this.#refused(error);
    }
  }

  #refused(error: unknown): false {
    if (!(error instanceof LedgerUnavailable)) throw error;
    this.noteUnwritable(error);
    return false;
  }

  /** Writes what nobody could find out again, as soon as the ledger takes it. @throws LedgerUnavailable if the engine ends before */
  async written(work: () => void): Promise<void> {
    for (;;) {
      if (this.#unwritable !== undefined && !this.#isEnding) await this.#writable.promise;
      try {
        await this.#ledger.durably(work);
        return;
      } catch (error) {
        if (!(error instanceof LedgerUnavailable) || this.#isEnding) throw error;
        this.noteUnwritable(error);
      }
    }
  }

  /** The engine ends: what waits for the ledger is tried once more. */
  end(): void {
    this.#isEnding = true;
    this.#writable.resolve();
  }

  /**
   * A step has met an error that it does not expect.
   * @param onFault records why what it was about waits
   */
  failed(name: string, error: unknown, onFault?: (message: Message) => void): void {
    const failure = error instanceof Error ? error : new Error(String(error));
    this.#log.error(`${name} failed unexpectedly`, faultDetails(error));
    if (failure instanceof LedgerUnavailable) {
      this.noteUnwritable(failure);
      return;
    }
    if (isOfLedger(failure)) {
      this.#failure ??= failure;
      return;
    }
    const message = faultMessage(failure);
    this.#retries.failed('fault', name, message);
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

/** Whether the ledger as a whole cannot be used, now or ever: nothing can go on without it. */
export function isOfLedger(error: unknown): boolean {
  return [LedgerDamaged, LedgerOfOtherVersion, LedgerUnavailable].some((kind) => error instanceof kind);
}
