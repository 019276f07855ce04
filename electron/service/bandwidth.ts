/** How fast bodies may go out, for all uploads of a client together. */
export interface Bandwidth {
  /** The most bytes to hand out at once, so that the line carries the same in each part of a second. */
  readonly portion: number;
  /** Resolves when so many bytes may go out. */
  take(bytes: number): Promise<void>;
}

/** What was not used is made up for so many milliseconds later; more would come in bursts. */
const slackMs = 100;
const portionsASecond = 20;
const leastPortion = 4 * 1024;
const mostPortion = 1024 * 1024;

/** A token bucket with room for a tenth of a second. It goes by a clock that nobody can set. */
export function createBandwidth(bytesPerSecond: number): Bandwidth {
  /** When all that was handed out will have gone out. */
  let free = Number.NEGATIVE_INFINITY;
  return {
    portion: Math.round(Math.min(mostPortion, Math.max(leastPortion, bytesPerSecond / portionsASecond))),
    async take(bytes) {
      const now = performance.now();
      const begins = Math.max(now - slackMs, free);
      free = begins + (bytes / bytesPerSecond) * 1_000;
      if (begins > now) await new Promise<void>((resolve) => setTimeout(resolve, begins - now));
    },
  };
}
