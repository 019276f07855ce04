import { pauseMs } from './account/back-off.ts';
import { failedPollInterval } from './poll/poll-intervals.ts';

/** When something that failed is tried again by itself, and from when on a person is told. Milliseconds. */
interface RetryPolicy {
  /** How long it rests after it has failed so many times in a row. */
  readonly restMs: (times: number, random: () => number) => number;
  /** Once it has failed for so long, people are told. */
  readonly toldAfterMs: number;
}

const seconds = 1_000;
const minutes = 60 * seconds;

/**
 * The one table of what is tried again and remembered in memory only, because a new start may try it at once. What must not be tried
 * at once has its time in the ledger: an upload that failed, a hook, a pause of a route.
 */
export const retryPolicies = {
  /** The ledger cannot be written: its disk is full, or another program locks it. */
  ledger: { restMs: () => seconds, toldAfterMs: 0 },
  /** A step has met an error that it does not expect. */
  fault: { restMs: (times) => Math.min(minutes, seconds * 4 ** (times - 1)), toldAfterMs: 0 },
  /** Another program holds a file, or it may not be read. */
  unreadable: { restMs: () => 2 * seconds, toldAfterMs: minutes },
  /** A file whose pages are to be counted cannot be read now. */
  uncounted: { restMs: () => 2 * seconds, toldAfterMs: Number.POSITIVE_INFINITY },
  /** The service does not answer for a batch, or not so that it can be read. */
  poll: { restMs: failedPollInterval, toldAfterMs: 10 * minutes },
  /** The same of what a route is called and has in it. */
  route: { restMs: failedPollInterval, toldAfterMs: 10 * minutes },
  /** The service says that there is no such extraction. */
  'unknown route': { restMs: pauseMs, toldAfterMs: 0 },
  /** A workbook cannot be written, for example because a spreadsheet has it open. */
  workbook: { restMs: () => 10 * seconds, toldAfterMs: 0 },
  /** What a person has asked from outside to have the service do. */
  call: { restMs: () => minutes, toldAfterMs: Number.POSITIVE_INFINITY },
} as const satisfies Record<string, RetryPolicy>;

export type RetryReason = keyof typeof retryPolicies;
