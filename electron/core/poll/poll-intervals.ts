import { backOff } from '../account/back-off.ts';

/** Never sooner: the service advises 2 to 5 seconds (electron/service/README.md, "Results and polling"). */
export const fastestPollMs = 2_000;
const slowestPollMs = 5_000;
const longAfterMs = 10 * 60_000;
const longPollMs = 60_000;
/** A batch that takes longer than this is flagged; it is never sent again for being slow. */
export const slowBatchMs = 60 * 60_000;

/**
 * When a batch is polled next: 2 s at first, easing to 5 s; every minute after ten minutes. Milliseconds from now.
 *
 * @param age how long ago the service accepted it
 * @param polls how many polls it has had
 */
export function pollInterval(age: number, polls: number): number {
  if (age >= longAfterMs) return longPollMs;
  return Math.min(slowestPollMs, fastestPollMs + polls * 250);
}

const minuteMs = 60_000;
const reviewForMs = 30 * 24 * 60 * minuteMs;

/**
 * A batch whose files have all ended, some of them `needs_review`, is looked at again slowly (minutes, then hours), so
 * that a later `confirmed` reaches the files. Milliseconds from now; undefined after 30 days.
 *
 * @param age how long ago the service accepted it
 */
export function reviewInterval(age: number): number | undefined {
  if (age < 30 * minuteMs) return 5 * minuteMs;
  if (age < 120 * minuteMs) return 15 * minuteMs;
  if (age < 24 * 60 * minuteMs) return 60 * minuteMs;
  return age < reviewForMs ? 6 * 60 * minuteMs : undefined;
}

/** How long a free call waits after it has failed this often in a row. Milliseconds. */
export function failedPollInterval(failures: number, random: () => number): number {
  return Math.max(fastestPollMs, backOff(failures, { firstMs: 4_000, maxMs: 60_000 }, random));
}
