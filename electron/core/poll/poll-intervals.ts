import { backOff } from '../account/back-off.ts';

/** Never sooner: the service advises 2 to 5 seconds (electron/service/README.md, "Results and polling"). */
export const fastestPollMs = 2_000;
const slowestPollMs = 5_000;
/** A batch is asked this seldom when there is nothing to wait for, or when it takes long. */
export const longPollMs = 60_000;
/** So many polls take about ten minutes. */
const longAfterPolls = 120;
/** A batch that takes longer than this is flagged; it is never sent again for being slow. */
export const slowBatchMs = 60 * 60_000;

/**
 * When a batch is polled next: 2 s at first, easing to 5 s; every minute after some ten minutes of polling. The machine's
 * clock, which may be set, has no part in it. Milliseconds from now.
 *
 * @param polls how many answers there have been since it was accepted
 */
export function pollInterval(polls: number): number {
  return polls >= longAfterPolls ? longPollMs : Math.min(slowestPollMs, fastestPollMs + polls * 250);
}

const hourMs = 60 * 60_000;
const dayMs = 24 * hourMs;

/** What an answer lacks is waited for this long before its documents are said to be in doubt; it is still asked for then. */
export const missingMs = 10 * 60_000;

/**
 * When a batch is asked again that the service does not know, or whose answer lacks a file or a result: ever more seldom, up
 * to half an hour. Milliseconds from now; undefined after seven days.
 *
 * @param age since when that is so, in milliseconds
 */
export function missingInterval(age: number): number | undefined {
  if (age >= 7 * dayMs) return undefined;
  // It is said as soon as it is due.
  const untilSaid = age < missingMs ? missingMs - age : Number.POSITIVE_INFINITY;
  return Math.min(hourMs / 2, Math.max(slowestPollMs, Math.min(age / 2, untilSaid)));
}

/**
 * A batch whose files have all ended is looked at again each hour for a day, then each day, so that what a person says at the
 * service reaches the files. Milliseconds from now; undefined once it is not looked at any more.
 *
 * @param age how long ago the service accepted it
 * @param review whether a person is still to review one of its files there: then for 30 days, otherwise for seven
 */
export function lookInterval(age: number, review: boolean): number | undefined {
  if (age >= (review ? 30 : 7) * dayMs) return undefined;
  return age < dayMs ? hourMs : dayMs;
}

/** All looks at what has ended together: at most one begins in this time. Milliseconds. */
export const betweenLooksMs = 10_000;

/** How long a free call waits after it has failed this often in a row. Milliseconds. */
export function failedPollInterval(failures: number, random: () => number): number {
  return Math.max(fastestPollMs, backOff(failures, { firstMs: 4_000, maxMs: 60_000 }, random));
}
