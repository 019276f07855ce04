import { pathIn } from '../../core/watch/compare-directory.ts';
import type { Finding, Scope } from './scan.ts';

const minRestMs = 25;
const maxRestMs = 5_000;
/** When more files are hinted at than this, their directories are scanned instead. */
const maxHints = 32;
/** A directory of which only hinted files were looked at is scanned this much later, in milliseconds. */
const followUpMs = 2_000;

/**
 * When one folder is scanned: what is asked for, what is under way, and how long it rests between scans. Times are
 * milliseconds since the epoch.
 */
export class FolderSchedule {
  /** Whether a scan of the whole folder is asked for. */
  all = true;
  /** Directories (relative) whose scan is asked for. */
  directories = new Set<string>();
  /** Files (relative) that hints named and that are to be looked at on their own. */
  readonly hinted = new Set<string>();
  /** Full scans that were completed. */
  completed = 0;
  isUnreachable = false;
  /** A scan is under way. */
  isScanning = false;
  /** Hinted files are being looked at. */
  isCheckingHints = false;
  /** How many times the findings of a scan have been applied. */
  applied = 0;
  /** Hinted files that were looked at during the scan that is under way: it may have seen an older version of them. */
  readonly seenMeanwhile = new Set<string>();
  /** When the next full scan is due. */
  nextFull = 0;
  #notBefore = 0;
  #allNotBefore = 0;
  #hintsNotBefore = 0;
  #followUp: { readonly directories: Set<string>; readonly at: number } | undefined;

  /** When the directories of hinted files are scanned. */
  get followUpAt(): number | undefined {
    return this.#followUp?.at;
  }

  /** Whether anything is asked for. */
  get isAsked(): boolean {
    return this.all || this.directories.size > 0 || this.hinted.size > 0;
  }

  /** Whether the folder has been scanned whole, or cannot be, and nothing more is asked for. */
  get isIdle(): boolean {
    if (this.isScanning || this.isCheckingHints) return false;
    return this.isUnreachable || (this.completed > 0 && !this.isAsked);
  }

  /**
   * Asks for a look at one file.
   * @returns false if its directory has to be scanned instead: no scan has been completed, or too many files wait already
   */
  hint(path: string): boolean {
    if (this.completed === 0 || this.isUnreachable || (this.hinted.size >= maxHints && !this.hinted.has(path))) return false;
    this.hinted.add(path);
    return true;
  }

  /** Hinted files of these directories were looked at: the directories are scanned a little later, once for many hints. */
  followUp(directories: Iterable<string>, now: number): void {
    this.#followUp ??= { directories: new Set(), at: now + followUpMs };
    for (const directory of directories) this.#followUp.directories.add(directory);
  }

  /** Asks for what is due now: the next full scan, and the directories of hinted files. */
  takeDue(now: number): void {
    if (this.completed > 0 && now >= this.nextFull) this.all = true;
    if (this.#followUp === undefined || !isTime(this.#followUp.at, now, followUpMs)) return;
    for (const directory of this.#followUp.directories) this.directories.add(directory);
    this.#followUp = undefined;
  }

  /**
   * The scan that may begin now; else when the next may.
   * @param maxWaitMs the longest time that it is ever made to wait
   */
  nextScan(now: number, maxWaitMs: number): Scope | number {
    const mayBeginAt = (at: number) => (isTime(at, now, maxWaitMs) ? now : at);
    const directoriesAt = mayBeginAt(this.#notBefore);
    const allAt = Math.max(directoriesAt, mayBeginAt(this.#allNotBefore));
    if (this.all && allAt <= now) return 'all';
    if (this.directories.size > 0) return directoriesAt <= now ? this.directories : directoriesAt;
    return this.all ? allAt : this.nextFull;
  }

  /** When the hinted files may be looked at; undefined: now. */
  hintsWaitUntil(now: number): number | undefined {
    return isTime(this.#hintsNotBefore, now, minRestMs) ? undefined : this.#hintsNotBefore;
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

  restAfterHints(now: number): void {
    this.#hintsNotBefore = now + minRestMs;
  }

  /** Whether a finding is about a file that was looked at on its own while the scan was under way. */
  isOvertaken(finding: Finding): boolean {
    return this.seenMeanwhile.size > 0 && pathsOf(finding).some((path) => this.seenMeanwhile.has(path));
  }
}

/** The files that a finding is about, relative to the folder. */
function pathsOf(finding: Finding): string[] {
  const at = (file: { readonly directory: string; readonly name: string }) => pathIn(file.directory, file.name);
  if (finding.kind === 'vanished') return [at(finding.row)];
  return finding.kind === 'renamed' ? [at(finding.found), at(finding.from)] : [at(finding.found)];
}

/** A time further ahead than any wait can be was set before the clock was set back. */
function isTime(at: number, now: number, maxWaitMs: number): boolean {
  return now >= at || at - now > maxWaitMs;
}
