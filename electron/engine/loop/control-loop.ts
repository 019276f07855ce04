import type { Clock } from '../ports.ts';
import { earlier, type Stage } from './stage.ts';

/** The loop asks all stages at least this often, so that a clock that jumped is noticed. Milliseconds. */
const maxSleepMs = 30_000;
/** A sleep that took this much longer than asked for was the machine's. */
const jumpMs = 10_000;

/**
 * The one loop. It asks every stage to start what may start, and sleeps until the earliest time that a stage named or until
 * it is woken. Then it asks that stage, or, if it was woken, all of them again. Hints and the ends of steps only wake it.
 */
export class ControlLoop {
  readonly #clock: Clock;
  #wakeUp: (() => void) | undefined;
  #woken = false;

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  /** Asks all stages again, soon. */
  wake(): void {
    this.#woken = true;
    this.#wakeUp?.();
  }

  /**
   * Runs until `stopping`, or until `finished` gives an ending.
   *
   * @param ask asks one stage, and survives it
   * @param afterJump called when the clock jumped: the machine slept, or its clock was set
   */
  async run<Ending>(
    stages: readonly Stage[],
    ask: (stage: Stage, now: number) => number | undefined,
    finished: (now: number) => Ending | undefined,
    stopping: AbortSignal,
    afterJump: () => void,
  ): Promise<Ending | undefined> {
    const times = new Map<Stage, number | undefined>();
    this.#woken = true;
    while (!stopping.aborted) {
      const now = this.#clock.now();
      const due = stages.filter((stage) => (times.get(stage) ?? Number.POSITIVE_INFINITY) <= now);
      const asked = this.#woken || due.length === 0 ? stages : due;
      this.#woken = false;
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
      const cancel = this.#clock.after(this.#woken ? 0 : Math.max(1, Math.ceil(milliseconds)), () => wakeUp());
      const wakeUp = () => {
        this.#wakeUp = undefined;
        cancel();
        resolve();
      };
      this.#wakeUp = wakeUp;
    });
  }
}
