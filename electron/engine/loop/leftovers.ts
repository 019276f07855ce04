import { join } from 'node:path';
import { isTemporary } from '../disk/write.ts';
import { DiskProblem, type Entry, type World } from '../ports.ts';
import { maxSkewMs } from './watched-folders.ts';

/** Nobody writes a file any more that has not grown for this long, in milliseconds. */
const writingMs = 60_000;

/**
 * Removes the unfinished files that a crash has left in a directory (absolute).
 *
 * @param entries what is in it
 * @param startedAt when this engine started (ms since the epoch): nobody writes an unfinished file from before any more
 */
export async function removeLeftovers(
  { files, clock, log }: Pick<World, 'files' | 'clock' | 'log'>,
  directory: string,
  entries: readonly Entry[],
  startedAt: number,
): Promise<void> {
  const now = clock.now();
  for (const { name, kind, mtimeMs } of entries) {
    if (!isTemporary(name) || kind !== 'file') continue;
    // Another Intray may be writing one now. One from the future was written before the clock was set back.
    if (mtimeMs >= Math.max(startedAt, now - writingMs) && mtimeMs <= now + maxSkewMs) continue;
    try {
      await files.removeLeftover(join(directory, name));
    } catch (problem) {
      if (!(problem instanceof DiskProblem)) throw problem;
      log.warn('an unfinished file cannot be removed', { directory, name, problem: problem.message });
    }
  }
}
