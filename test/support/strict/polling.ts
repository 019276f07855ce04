/**
 * Watches how often batches are polled (electron/service/README.md, "Results and polling"): never sooner than 2 s after
 * the last answer or the acceptance, one request at a time, and at most once a minute when nothing is left to wait for.
 */

const shortest = 2000;
const shortestWhenComplete = 60_000;
/** What two clocks may differ by, in milliseconds. */
const tolerance = 20;

export interface PollWatch {
  /** The answer that accepted the batch goes out. Times in milliseconds on one monotonic clock. */
  accepted(batch: string, at: number): void;
  /** A question arrives. @returns what is wrong with its timing, if anything is */
  asked(batch: string, at: number): string | undefined;
  /** The answer goes out; `complete`: every file in it is terminal. */
  answered(batch: string, at: number, complete: boolean): void;
  /** Something in the batch is being worked on again (redo): the wait begins anew. */
  reopened(batch: string): void;
  /** The shortest time from an answer to the next question about the same batch, in milliseconds; Infinity before there is one. */
  readonly shortestGap: number;
}

export function createPollWatch(): PollWatch {
  const batches = new Map<string, { lastAnswer: number; open: boolean; complete: boolean }>();
  let shortestGap = Number.POSITIVE_INFINITY;
  return {
    accepted(batch, at) {
      batches.set(batch, { lastAnswer: at, open: false, complete: false });
    },
    asked(batch, at) {
      const state = batches.get(batch);
      if (state === undefined) return undefined;
      if (state.open) return 'asked again before the last question was answered';
      state.open = true;
      const gap = at - state.lastAnswer;
      shortestGap = Math.min(shortestGap, gap);
      if (gap < shortest - tolerance) return `asked ${Math.round(gap)} ms after its last answer, sooner than ${shortest} ms`;
      if (state.complete && gap < shortestWhenComplete - tolerance)
        return `asked ${Math.round(gap)} ms after every file was terminal`;
      return undefined;
    },
    answered(batch, at, complete) {
      const state = batches.get(batch);
      if (state === undefined) return;
      state.lastAnswer = at;
      state.open = false;
      state.complete ||= complete;
    },
    reopened(batch) {
      const state = batches.get(batch);
      if (state !== undefined) state.complete = false;
    },
    get shortestGap() {
      return shortestGap;
    },
  };
}
