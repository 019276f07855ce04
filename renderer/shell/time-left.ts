/** How many documents were on their way, and when; milliseconds since the epoch. */
export interface Progress {
  readonly at: number;
  readonly count: number;
}

/** Below this many documents, nobody asks how long it takes. */
const longList = 50;
/** What is told is how fast it went lately. */
const lateMs = 120_000;
/** Before that, it is not known how fast it goes. */
const leastMs = 5_000;
const minuteMs = 60_000;

/** What was seen lately, with what is seen now. Pure. */
export function withSeen(seen: readonly Progress[], now: Progress): readonly Progress[] {
  const late = seen.filter(({ at }) => at > now.at - lateMs);
  // More of them arrived: it is counted from there.
  return [...((late.at(-1)?.count ?? now.count) < now.count ? [] : late), now];
}

/**
 * How long the rest of a long list takes, rounded up to ten seconds or to a minute; undefined before it is known how fast it
 * goes. Pure.
 * @param seen what `withSeen` has kept
 */
export function timeLeft([first]: readonly Progress[], now: Progress): number | undefined {
  if (first === undefined || now.count < longList || first.count <= now.count || now.at - first.at < leastMs) return undefined;
  const leftMs = ((now.at - first.at) / (first.count - now.count)) * now.count;
  const roundMs = leftMs > minuteMs ? minuteMs : minuteMs / 6;
  return Math.ceil(leftMs / roundMs) * roundMs;
}
