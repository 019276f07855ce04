import type { Clock } from '../ports.ts';

/**
 * One stage of a document's life. The control loop asks every stage to start what may start. Stages never call each other:
 * they share the ledger and the parts in `engine-context.ts`.
 */
export interface Stage {
  /**
   * It asks the ledger this often, in milliseconds, whatever wakes the loop, unless it named an earlier time; and at once if another
   * process has written.
   */
  readonly everyMs?: number;
  /**
   * Starts the steps that may start now, as tasks.
   * @returns when to ask again if nothing else happens, ms since the epoch
   */
  start(now: number): number | undefined;
  /** Tries at once whatever waits for a time: a person asked for it, or the clock jumped. */
  retryNow?(): void;
  /** The machine slept or its clock was set: how long something has lasted is no longer known. */
  clockJumped?(): void;
  /** The engine is stopping and has waited long enough: ends the calls whose answers it still waits for. */
  abandon?(): void;
}

/** Where a stage that finds something other than it expected asks for another look at the disk. */
export interface Scans {
  /** Asks for a scan of a folder, or of one of its directories (absolute). Wakes the stage that scans. */
  request(folderId: number, directory?: string): void;
  /** Whether every folder that can be reached has been scanned whole, and nothing more is asked for. */
  readonly isIdle: boolean;
}

/** The earlier of two times, either of which may be "never". */
export function earlier(a: number | undefined, b: number | undefined): number | undefined {
  if (a === undefined) return b;
  return b === undefined ? a : Math.min(a, b);
}

/** The longest sleep, so that a clock that jumped is noticed, and what another process has written. Milliseconds. */
const maxSleepMs = 1_000;
/** How often it is asked whether another process has written, in a burst. Milliseconds. */
const elsewhereMs = 250;
/** A sleep that took this much longer than asked for was the machine's. */
const jumpMs = 10_000;

/** What is done in each turn of the loop. */
export interface Turns<Ending> {
  /** Asks one stage, and survives it. @returns when to ask it again */
  ask(stage: Stage, now: number): number | undefined;
  finished(now: number): Ending | undefined;
  /** The clock jumped: the machine slept, or its clock was set. */
  afterJump(): void;
  /** Whether another process has written to the ledger since it was asked last. */
  changedElsewhere(): boolean;
}

/**
 * The one loop. It asks every stage to start what may start, and sleeps until the earliest time that a stage named or until
 * it is woken. Then it asks that stage, or, if it was woken for all, all of them again. Hints, the ends of steps and what another
 * process has written only wake it.
 */
export class ControlLoop {
  readonly #clock: Clock;
  #wakeUp: (() => void) | undefined;
  /** Whether all stages are to be asked. */
  #woken = false;
  /** Stages that are to be asked, whenever they wanted to be. */
  readonly #wanted = new Set<Stage>();

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  /** Asks all stages again, soon; or one that alone has something new to do: in a burst, for each file that was reported or read. */
  wake(only?: Stage): void {
    if (only === undefined) this.#woken = true;
    else this.#wanted.add(only);
    this.#wakeUp?.();
  }

  /** Runs until `stopping`, or until `finished` gives an ending. */
  async run<Ending>(stages: readonly Stage[], turns: Turns<Ending>, stopping: AbortSignal): Promise<Ending | undefined> {
    /** When each stage is to be asked next. */
    const times = new Map(stages.map((stage) => [stage, Number.NEGATIVE_INFINITY]));
    let askedAt = Number.NEGATIVE_INFINITY;
    while (!stopping.aborted) {
      const now = this.#clock.now();
      if (now < askedAt || now >= askedAt + elsewhereMs) {
        askedAt = now;
        if (turns.changedElsewhere()) for (const stage of stages) this.#wanted.add(stage);
      }
      const areAllAsked = this.#woken;
      const wanted = new Set(this.#wanted);
      this.#woken = false;
      this.#wanted.clear();
      for (const stage of stages) {
        const { everyMs = Number.POSITIVE_INFINITY } = stage;
        const at = times.get(stage) ?? now;
        // A time further ahead was named before the clock was set back.
        const isDue = at <= now || at > now + everyMs;
        if (isDue || wanted.has(stage) || (areAllAsked && stage.everyMs === undefined))
          times.set(stage, Math.min(turns.ask(stage, now) ?? Number.POSITIVE_INFINITY, now + everyMs));
      }
      const next = Math.min(...times.values());
      const ending = turns.finished(this.#clock.now());
      if (ending !== undefined) return ending;
      const before = this.#clock.now();
      const sleep = Math.max(0, Math.min(maxSleepMs, next - before));
      const { promise, resolve } = Promise.withResolvers<void>();
      // Woken while the stages were being asked: only lets whatever is ready to run have its turn.
      const isWoken = this.#woken || this.#wanted.size > 0;
      let isSoon = isWoken;
      let cancel = this.#clock.after(isWoken ? 0 : Math.max(1, Math.ceil(sleep)), resolve);
      this.#wakeUp = () => {
        if (stopping.aborted) return resolve();
        if (isSoon) return;
        // What is about to wake it, too, is done in the same turn.
        isSoon = true;
        cancel();
        cancel = this.#clock.after(0, resolve);
      };
      await promise;
      this.#wakeUp = undefined;
      cancel();
      const took = this.#clock.now() - before;
      if (took < 0 || took > sleep + jumpMs) {
        this.#woken = true;
        turns.afterJump();
      }
    }
    return undefined;
  }
}
