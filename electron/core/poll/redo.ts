import type { Document } from '../document/document.ts';
import { sameJson } from '../plain-data.ts';
import type { PolledFile } from './poll-outcome.ts';

/** An answer that shows the old verdict for so long after the service was asked for a new run is the new run's. */
export const redoSettlesMs = 60_000;

/**
 * Whether an answer may still be the one from before the redo, so that it must not end the wait.
 *
 * The service documents no answer to a redo, no status of a file that is done again, and no member that counts its runs.
 * Three things are certain: a file that is reported as not ended is being worked on, and whatever ends it after that is
 * the new verdict; a verdict that differs from the old one (in its category, confidence, reasoning or anything else) is
 * the new one; and the same verdict proves nothing, since the run may not have begun to show, may have come to the same,
 * or may not have been made because a person's category stands. So the same verdict is waited out for a minute of
 * ordinary polling, and then taken at its word. A verdict that differs later is still taken whenever the batch is asked
 * for again.
 */
export function maySayTheOld({ state, result }: Pick<Document, 'state' | 'result'>, file: PolledFile, now: number): boolean {
  if (state.kind !== 'processing' || state.redo === undefined || !file.ended) return false;
  // A clock that was set back ends the wait rather than prolonging it.
  const waited = now - state.redo.since;
  if (waited < 0 || waited >= redoSettlesMs) return false;
  if (file.result === undefined) return state.redo.failed === true;
  return state.redo.failed !== true && sameJson(file.result, result);
}
