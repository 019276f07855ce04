import { relative, sep } from 'node:path';
import type { Ledger } from '../../ledger/ledger.ts';
import type { Scans } from '../loop/stage.ts';
import type { WatchedFolder, WatchedFolders } from '../loop/watched-folders.ts';
import { createFilter, type Filter } from './filter.ts';
import { FolderSchedule } from './folder-schedule.ts';
import { LeftOutFiles } from './left-out-files.ts';

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

  completed(folderId: number): number {
    return this.#folders.get(folderId)?.schedule.completed ?? 0;
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
