/** This process's wall clock, set and stopped by hand. Timers run as ever. */
export interface StageClock {
  /** It goes on from there (ms since the epoch). */
  set(at: number): void;
  stop(at: number): void;
}

/** Takes the place of `Date.now` for the rest of the process: every part of the program asks that one. */
export function takeOverClock(at: number): StageClock {
  let base = at;
  let since: number | undefined = performance.now();
  Date.now = () => base + (since === undefined ? 0 : Math.round(performance.now() - since));
  return {
    set(next) {
      base = next;
      since = performance.now();
    },
    stop(next) {
      base = next;
      since = undefined;
    },
  };
}
