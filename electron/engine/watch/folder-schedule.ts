import type { Scope } from './scan.ts';

const minRestMs = 25;
const maxRestMs = 5_000;

/**
 * When one folder is scanned: what is asked for, what is under way, and how long it rests between scans. Times are
 * milliseconds since the epoch.
 */
export class FolderSchedule {
  /** Whether a scan of the whole folder is asked for. */
  all = true;
  /** Directories (relative) whose scan is asked for. */
  directories = new Set<string>();
  /** Full scans that were completed. */
  completed = 0;
  isUnreachable = false;
  /** A scan is under way. */
  isScanning = false;
  /** When the next full scan is due. */
  nextFull = 0;
  #notBefore = 0;
  #allNotBefore = 0;

  /** Whether the folder has been scanned whole, or cannot be, and nothing more is asked for. */
  get isIdle(): boolean {
    if (this.isScanning) return false;
    return this.isUnreachable || (this.completed > 0 && !this.all && this.directories.size === 0);
  }

  /**
   * The scan that may begin now; else when the next may.
   * @param maxWaitMs the longest time that it is ever made to wait
   */
  nextScan(now: number, maxWaitMs: number): Scope | number {
    if (this.completed > 0 && now >= this.nextFull) this.all = true;
    const mayBeginAt = (at: number) => (isTime(at, now, maxWaitMs) ? now : at);
    const directoriesAt = mayBeginAt(this.#notBefore);
    const allAt = Math.max(directoriesAt, mayBeginAt(this.#allNotBefore));
    if (this.all && allAt <= now) return 'all';
    if (this.directories.size > 0) return directoriesAt <= now ? this.directories : directoriesAt;
    return this.all ? allAt : this.nextFull;
  }

  restUntil(at: number): void {
    this.#notBefore = at;
  }

  /**
   * A folder that takes long to list must not be listed without end while files keep coming. How long all of it took says
   * nothing about the one directory that a hint names.
   */
  restAfter(scope: Scope, begun: number, now: number): void {
    const rest = (times: number) => Math.min(maxRestMs, Math.max(minRestMs, times * (now - begun)));
    if (scope === 'all') this.#allNotBefore = now + rest(4);
    this.restUntil(now + (scope === 'all' ? minRestMs : rest(2)));
  }
}

/** A time further ahead than any wait can be was set before the clock was set back. */
function isTime(at: number, now: number, maxWaitMs: number): boolean {
  return now >= at || at - now > maxWaitMs;
}
