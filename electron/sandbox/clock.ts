/** The sandbox's source of time. Times are milliseconds since the epoch. */
export interface Clock {
  now(): number;
  /** Runs once after that many milliseconds, and returns a function that cancels it. Must not keep the process alive. */
  after(milliseconds: number, run: () => void): () => void;
}

export const systemClock: Clock = {
  now: () => Date.now(),
  after(milliseconds, run) {
    const timer = setTimeout(run, milliseconds);
    timer.unref();
    return () => clearTimeout(timer);
  },
};

export type Timers = ReturnType<typeof createTimers>;

/** Timers that are cancelled together: what is pending when the sandbox closes never runs. */
export function createTimers(clock: Clock) {
  const pending = new Set<() => void>();
  let closed = false;
  return {
    after(milliseconds: number, run: () => void): void {
      if (closed) return;
      const cancel = clock.after(milliseconds, () => {
        pending.delete(cancel);
        run();
      });
      pending.add(cancel);
    },
    cancelAll(): void {
      closed = true;
      for (const cancel of pending) cancel();
      pending.clear();
    },
  };
}

/** Writes a line for people about what the sandbox did. Never a key, a secret or the content of a document. */
export type Log = (line: string) => void;
