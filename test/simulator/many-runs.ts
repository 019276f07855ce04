import { availableParallelism } from 'node:os';
import { Worker } from 'node:worker_threads';
import { foundBy } from './planted/found-by.ts';
import { isFound, type PlantedBug } from './planted/planted-bug.ts';
import type { RunResult } from './run.ts';

/** Seeds for one thread, and the name of the bug planted in their runs. */
export interface Work {
  readonly seeds: readonly number[];
  readonly bug?: string | undefined;
  /** Names of what every plan has more of. */
  readonly favours?: readonly string[] | undefined;
}

const seedsAtOnce = 5;

/** Threads that run seeds. */
export class Threads {
  readonly #idle: Worker[] = [];
  readonly #all: Worker[] = [];
  readonly #waiting: ((worker: Worker) => void)[] = [];

  constructor(count = availableParallelism()) {
    for (let number = 0; number < count; number += 1) {
      const worker = new Worker(new URL('./worker.ts', import.meta.url));
      this.#all.push(worker);
      this.#idle.push(worker);
    }
  }

  /** Runs these seeds one after another on the first free thread. */
  async run(work: Work): Promise<readonly RunResult[]> {
    const worker = this.#idle.pop() ?? (await new Promise<Worker>((resolve) => this.#waiting.push(resolve)));
    const { promise, resolve, reject } = Promise.withResolvers<readonly RunResult[]>();
    worker.once('message', resolve);
    worker.once('error', reject);
    worker.postMessage(work);
    try {
      return await promise;
    } finally {
      worker.off('message', resolve);
      worker.off('error', reject);
      const next = this.#waiting.shift();
      if (next === undefined) this.#idle.push(worker);
      else next(worker);
    }
  }

  get count(): number {
    return this.#all.length;
  }

  async end(): Promise<void> {
    await Promise.all(this.#all.map((worker) => worker.terminate()));
  }
}

/**
 * Runs seeds from `first` on all threads while `more` asks for some. Calls `onResult` for each run, in no particular
 * order.
 * @param more called with the number of runs started so far; returns how many more to run, 0 to stop
 */
export async function runSeeds(
  threads: Threads,
  first: number,
  more: (handedOut: number) => number,
  onResult: (result: RunResult) => void,
  what: Pick<Work, 'favours'> = {},
): Promise<void> {
  let handedOut = 0;
  const takeTurns = async (): Promise<void> => {
    for (;;) {
      const count = Math.min(seedsAtOnce, more(handedOut));
      if (count <= 0) return;
      const from = first + handedOut;
      handedOut += count;
      const seeds = Array.from({ length: count }, (_, offset) => from + offset);
      (await threads.run({ seeds, ...what })).forEach(onResult);
    }
  };
  await Promise.all(Array.from({ length: threads.count }, takeTurns));
}

/** Runs `runs` seeds from `first`. */
export function runMany(threads: Threads, first: number, runs: number, onResult: (result: RunResult) => void): Promise<void> {
  return runSeeds(threads, first, (handedOut) => runs - handedOut, onResult);
}

/** Whether a planted bug was found. */
export interface Hunt {
  readonly bug: string;
  /** The run that found it; undefined if none did. */
  readonly result: RunResult | undefined;
}

/**
 * Runs seed after seed with a planted bug, until the failed check is the one that the bug breaks: first the seed that found it when
 * somebody last looked (`planted/found-by.ts`), then the others from 1 on.
 */
export async function hunt(threads: Threads, bug: PlantedBug, maxRuns: number): Promise<Hunt> {
  const known = foundBy[bug.name];
  const [first] = known === undefined ? [] : await threads.run({ seeds: [known], bug: bug.name });
  if (first !== undefined && isFound(bug, first)) return { bug: bug.name, result: first };
  for (let from = 1; from <= maxRuns; from += seedsAtOnce) {
    const seeds = Array.from({ length: seedsAtOnce }, (_, index) => from + index);
    const results = await threads.run({ seeds, bug: bug.name });
    const result = results.find((each) => isFound(bug, each));
    if (result !== undefined) return { bug: bug.name, result };
  }
  return { bug: bug.name, result: undefined };
}
