import type { Clock } from '../ports.ts';
import { earlier, type Stage } from './stage.ts';

/** The longest sleep, so that a clock that jumped is noticed, and what another process has written. Milliseconds. */
const maxSleepMs = 1_000;
/** How often it is asked whether another process has written, in a burst. Milliseconds. */
const elsewhereMs = 250;
/** A sleep that took this much longer than asked for was the machine's. */
const jumpMs = 10_000;

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

  /**
   * Runs until `stopping`, or until `finished` gives an ending.
   *
   * @param ask asks one stage, and survives it
   * @param changedElsewhere whether another process has written to the ledger since it was asked last
   * @param afterJump called when the clock jumped: the machine slept, or its clock was set
   */
  async run<Ending>(
    stages: readonly Stage[],
    ask: (stage: Stage, now: number) => number | undefined,
    finished: (now: number) => Ending | undefined,
    stopping: AbortSignal,
    afterJump: () => void,
    changedElsewhere: () => boolean,
  ): Promise<Ending | undefined> {
    const times = new Map<Stage, number | undefined>();
    this.#woken = true;
    let askedAt = Number.NEGATIVE_INFINITY;
    while (!stopping.aborted) {
      const now = this.#clock.now();
      if (now < askedAt || now >= askedAt + elsewhereMs) {
        askedAt = now;
        if (changedElsewhere()) this.#woken = true;
      }
      const due = stages.filter((stage) => this.#wanted.has(stage) || (times.get(stage) ?? Number.POSITIVE_INFINITY) <= now);
      const asked = this.#woken ? stages : due;
      this.#woken = false;
      this.#wanted.clear();
      for (const stage of asked) times.set(stage, ask(stage, now));
      const next = [...times.values()].reduce(earlier, undefined);
      const ending = finished(this.#clock.now());
      if (ending !== undefined) return ending;
      const sleep = Math.max(0, Math.min(maxSleepMs, next === undefined ? maxSleepMs : next - this.#clock.now()));
      const before = this.#clock.now();
      await this.#sleep(sleep);
      const took = this.#clock.now() - before;
      if (took < 0 || took > sleep + jumpMs) {
        this.#woken = true;
        afterJump();
      }
    }
    return undefined;
  }

  #sleep(milliseconds: number): Promise<void> {
    return new Promise((resolve) => {
      // Woken while the stages were being asked: only let whatever is ready to run have its turn.
      const isWoken = this.#woken || this.#wanted.size > 0;
      const cancel = this.#clock.after(isWoken ? 0 : Math.max(1, Math.ceil(milliseconds)), () => wakeUp());
      const wakeUp = () => {
        this.#wakeUp = undefined;
        cancel();
        resolve();
      };
      this.#wakeUp = wakeUp;
    });
  }
}
