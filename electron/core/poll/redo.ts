import type { Job } from '../document/job.ts';
import { sameJson } from '../plain-data.ts';
import type { PolledFile } from './poll-outcome.ts';

/** An answer that still shows the old verdict this long after the new run was requested is the new run's. */
export const redoSettlesMs = 60_000;

/**
 * Whether an answer may still be the one from before the redo, so that it must not end the wait.
 *
 * The service documents no answer to a redo, no status of a file that is done again, and no member that counts its runs.
 * Three things are certain: a file that is reported as not ended is being worked on, and whatever ends it after that is
 * the new verdict; a verdict that differs from the old one (in its category, confidence, reasoning or anything else) is
 * the new one; and the same verdict proves nothing, since the run may not show yet, may have had the same result, or may not
 * have been made because a person's category stands. So the same verdict counts only after a minute of ordinary polling.
 * A verdict that differs later still counts whenever the batch is polled again.
 */
export function maySayTheOld({ state, result }: Pick<Job, 'state' | 'result'>, file: PolledFile, now: number): boolean {
  if (state.kind !== 'processing' || state.redo === undefined || !file.ended) return false;
  // A clock that was set back ends the wait rather than prolonging it.
  const waited = now - state.redo.since;
  if (waited < 0 || waited >= redoSettlesMs) return false;
  if (file.result === undefined) return state.redo.failed === true;
  // Nobody knows the old verdict any more that was dropped from the ledger.
  return state.redo.failed !== true && (result === undefined || sameJson(file.result, result));
}
