import { readdirSync, rmSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { logPath } from './log.ts';

const dayMs = 24 * 60 * 60_000;

/** Removes older log files that were last written more than `days` ago; the one that is written now stays. @param now ms since the epoch */
export function removeOldLogs(dataDirectory: string, days: number, now: number): void {
  const directory = dirname(logPath(dataDirectory));
  let names: string[];
  try {
    names = readdirSync(directory);
  } catch {
    return;
  }
  for (const name of names.filter((each) => /^intray\.\d+\.log$/.test(each))) {
    const file = join(directory, name);
    try {
      if (now - statSync(file).mtimeMs > days * dayMs) rmSync(file);
    } catch {
      // It was rotated away meanwhile, or the disk refuses: the next time.
    }
  }
}
