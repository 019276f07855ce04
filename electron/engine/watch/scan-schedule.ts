import { relative, sep } from 'node:path';
import type { Ledger } from '../../ledger/ledger.ts';
import type { Scans } from '../loop/control-loop.ts';
import type { WatchedFolder, WatchedFolders } from '../loop/watched-folders.ts';
import { createFilter, type Filter } from './filter.ts';
import { LeftOutFiles } from './left-out-files.ts';
import type { Scope } from './scan.ts';

/** A folder that is scanned, what of it is taken, and when it is scanned next. */
export interface ScannedFolder {
  readonly folder: WatchedFolder;
  readonly filter: Filter;
  readonly schedule: FolderSchedule;
  readonly leftOut: LeftOutFiles;
}

/** Which folders are scanned, and what other parts of the engine ask for. `ScanStage` carries it out. */
export class ScanSchedule implements Scans {
  readonly #folders = new Map<number, ScannedFolder>();
  readonly #wake: () => void;

  constructor(ledger: Pick<Ledger, 'folders'>, folders: Pick<WatchedFolders, 'own'>, wake: () => void) {
    this.#wake = wake;
    for (const folder of folders.own()) {
      if (folder.paused && !lacksBaseline(ledger, folder)) continue;
      this.#folders.set(folder.id, {
        folder,
        filter: createFilter(folder.settings),
        schedule: new FolderSchedule(),
        leftOut: new LeftOutFiles(),
      });
    }
  }

  all(): Iterable<ScannedFolder> {
    return this.#folders.values();
  }

  request(folderId: number, directory?: string): void {
    this.#request(folderId, directory);
    this.#wake();
  }

  /** Asks for a full scan of every folder. */
  requestAll(): void {
    for (const { schedule } of this.#folders.values()) schedule.all = true;
  }

  get isIdle(): boolean {
    return [...this.#folders.values()].every(({ schedule }) => schedule.isIdle);
  }

  /** The folder is not scanned any more. */
  drop(folderId: number): void {
    this.#folders.delete(folderId);
  }

  #request(folderId: number, directory?: string): void {
    const scanned = this.#folders.get(folderId);
    if (scanned === undefined) return;
    const { folder, filter, schedule } = scanned;
    if (directory === undefined) {
      schedule.all = true;
      return;
    }
    const inside = relative(folder.path, directory).split(sep).join('/');
    if (inside === '..' || inside.startsWith('../')) return;
    if (inside !== '' && filter.directory(inside) !== undefined) return;
    schedule.directories.add(inside);
  }
}

/**
 * Whether files that are in the folder now count as there before: it skips them, and has not been scanned whole yet. That
 * is why a folder that is paused is still scanned once: what comes while it is paused is taken in when it is resumed.
 */
export function lacksBaseline({ folders }: Pick<Ledger, 'folders'>, { id, settings }: WatchedFolder): boolean {
  return settings.existing === 'skip' && folders.get(id)?.baselineAt === undefined;
}

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
