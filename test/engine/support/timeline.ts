/**
 * A scene in which engines run: a real ledger, the real client over loopback, and a clock that the test moves. It outlives
 * its engines: `start` begins one on the same data, as a program that starts again does.
 */
import { setTimeout as pause, setImmediate } from 'node:timers/promises';
import { Scene } from '../../support/scene.ts';
import { Run, type RunOptions } from './run.ts';
import { ScriptedClock } from './scripted-clock.ts';

export const hour = 3_600_000;
export const minute = 60_000;

/** Real milliseconds after which a test that waits has gone wrong. */
const patience = 150_000;
/** What the scene does not count, such as the system's own closing of a watch, may end so much later by the real clock. */
const lastChance = 30_000;
/** While much time passes, timers may ring so much later: less than what the engine takes for a sleep of the machine. */
const longStride = 8_000;

export interface WaitOptions {
  /** Milliseconds of the scene's clock after which the wait has failed. Default: ten minutes. */
  readonly within?: number;
  /** Time passes although calls are under way: for an answer that the test holds back. */
  readonly although?: 'calls are under way';
  /** Timers may ring seconds late: for long waits. */
  readonly coarse?: boolean;
  /** The engines and the service run by the machine's clock: the scene's stands still, and limits nothing. */
  readonly by?: 'the machine';
}

export class Timeline extends Scene {
  readonly clock = new ScriptedClock();
  readonly runs: Run[] = [];
  #onCallEnded: () => void = () => undefined;
  /** A call to the outside world has ended, or nobody waits for it any more. */
  readonly callEnded = (): void => this.#onCallEnded();

  /** A process: an engine that has been started. */
  async start(options: RunOptions): Promise<Run> {
    const run = this.prepare(options);
    await run.engine.start();
    return run;
  }

  prepare(options: RunOptions): Run {
    const run = new Run(this, options);
    this.runs.push(run);
    return run;
  }

  /** Lets time pass until `condition` holds. */
  async until(what: string, condition: () => unknown, options: WaitOptions = {}): Promise<void> {
    const limit = this.clock.elapsed + (options.within ?? 10 * minute);
    let deadline = performance.now() + patience;
    let isOver = false;
    for (;;) {
      await this.#settled(options, deadline);
      if (condition()) return;
      if (performance.now() > deadline) throw new Error(`Waited in vain: ${what}.\n${this.#story()}`);
      if (options.by === 'the machine') {
        await pause(10);
        continue;
      }
      if (!isOver && this.clock.elapsed >= limit) {
        isOver = true;
        deadline = Math.min(deadline, performance.now() + lastChance);
      }
      if (isOver || !this.clock.step(limit, options.coarse === true ? longStride : 0)) await pause(5);
    }
  }

  /** Lets so many milliseconds of the scene's clock pass. */
  async pass(milliseconds: number, options: WaitOptions = {}): Promise<void> {
    const end = this.clock.elapsed + milliseconds;
    const deadline = performance.now() + patience;
    for (;;) {
      await this.#settled(options, deadline);
      if (this.clock.elapsed >= end) return;
      if (performance.now() > deadline) throw new Error(`Time does not pass.\n${this.#story()}`);
      this.clock.step(end, end - this.clock.elapsed > 3 * minute ? longStride : 0);
    }
  }

  /** Lets time pass until a promise is settled. */
  async done<Value>(promise: Promise<Value>, options: WaitOptions = {}): Promise<Value> {
    let settled = false;
    const mark = () => {
      settled = true;
    };
    promise.then(mark, mark);
    await this.until('a promise is settled', () => settled, { within: 2 * hour, ...options });
    return promise;
  }

  /** Resolves when no call to the outside world is under way and the engine has done what followed from the last one. */
  async #settled({ although }: WaitOptions, deadline: number): Promise<void> {
    for (let quiet = 0; quiet < 3; quiet += 1) {
      await setImmediate();
      const last = although === undefined ? deadline : Math.min(deadline, performance.now() + 25);
      while (this.#underWay() > 0) {
        if (performance.now() >= last) return;
        quiet = 0;
        await this.#nextEnd(last - performance.now());
        await setImmediate();
      }
    }
  }

  /** Waits until a call has ended, at most so many milliseconds. */
  async #nextEnd(most: number): Promise<void> {
    const ended = Promise.withResolvers<void>();
    this.#onCallEnded = ended.resolve;
    const timer = setTimeout(ended.resolve, most);
    await ended.promise;
    clearTimeout(timer);
  }

  /** Calls to the outside world of the processes that live. */
  #underWay(): number {
    return this.runs.reduce((sum, run) => sum + (run.dead ? 0 : run.busy.count), 0);
  }

  /** What is open in each process that lives, and what it has logged last. */
  #story(): string {
    const living = this.runs.filter((run) => !run.dead);
    const told = living.flatMap((run) => {
      const open = run.documents().filter(({ delivery }) => delivery.kind !== 'done');
      const documents = open.map(
        ({ path, state, delivery }) => `  ${path}: ${JSON.stringify(state)} ${JSON.stringify(delivery)}`,
      );
      const log = run.log
        .slice(-12)
        .map(({ level, message, details }) => `  ${level} ${message} ${JSON.stringify(details ?? {})}`);
      return [JSON.stringify(run.engine.status()), ...documents.slice(0, 20), ...log];
    });
    return [`under way: ${this.#underWay()}`, ...told].join('\n');
  }

  override async end(): Promise<void> {
    for (const run of this.runs) await run.end();
    await super.end();
  }
}
