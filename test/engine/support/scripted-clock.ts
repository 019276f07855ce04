/**
 * A clock that a test moves: time passes only while the test waits for something, and then from timer to timer, so that
 * an hour costs what its events cost. The sockets and the disk are real; nothing here waits for a fixed time.
 */
import type { Clock } from '../../../electron/engine/ports.ts';

interface Timer {
  readonly at: number;
  readonly order: number;
  readonly owner: object;
  readonly work: () => void;
}

export class ScriptedClock {
  /** Begins at the machine's time, because the times of files and the Date of an answer are the machine's. */
  #offset = Date.now();
  #elapsed = 0;
  #order = 0;
  #timers: Timer[] = [];

  now(): number {
    return this.#offset + this.#elapsed;
  }

  /** Milliseconds that have passed, whatever the clock was set to. */
  get elapsed(): number {
    return this.#elapsed;
  }

  /** Someone sets the clock, or the machine slept: what shows is another time, and no timer has moved. */
  set(byMilliseconds: number): void {
    this.#offset += byMilliseconds;
  }

  /** The clock as one process or service sees it: when that is dead, its timers are forgotten. */
  for(owner: object): Clock {
    return {
      now: () => this.now(),
      elapsed: () => this.#elapsed,
      after: (milliseconds, work) => {
        const timer: Timer = { at: this.#elapsed + Math.max(0, milliseconds), order: this.#order, owner, work };
        this.#order += 1;
        this.#timers.push(timer);
        return () => {
          this.#timers = this.#timers.filter((other) => other !== timer);
        };
      },
    };
  }

  /** Whether a timer of this owner is still to ring: a process that has one does not end. */
  isWaitedFor(owner: object): boolean {
    return this.#timers.some((timer) => timer.owner === owner);
  }

  forget(owner: object): void {
    this.#timers = this.#timers.filter((timer) => timer.owner !== owner);
  }

  /**
   * Lets the next timer ring, if that is not after `until` (elapsed milliseconds). @returns whether one did
   * @param stride time goes on by at least this much, so that the timer rings late, as on a busy machine
   */
  step(until: number, stride = 0): boolean {
    let next: Timer | undefined;
    for (const timer of this.#timers) {
      if (next === undefined || timer.at < next.at || (timer.at === next.at && timer.order < next.order)) next = timer;
    }
    if (next === undefined || next.at > until) {
      this.#elapsed = Math.max(this.#elapsed, until);
      return false;
    }
    const due = next;
    this.#timers = this.#timers.filter((timer) => timer !== due);
    if (due.at > this.#elapsed) this.#elapsed = Math.min(until, Math.max(due.at, this.#elapsed + stride));
    due.work();
    return true;
  }
}
