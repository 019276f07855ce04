import type { EngineOptions } from '../api.ts';
import type { Scans } from '../loop/control-loop.ts';
import type { Watched, World } from '../ports.ts';
import type { ScannedFolder } from './scan-schedule.ts';

/** The watches that the system keeps on folders, in `watch` only. They only say where to look: a scan finds out what happened. */
export class FolderWatches {
  readonly #world: Pick<World, 'watcher' | 'log'>;
  readonly #mode: EngineOptions['mode'];
  readonly #scans: Pick<Scans, 'request'>;
  readonly #by = new Map<number, 'events' | 'polling'>();
  readonly #close = new Map<number, () => Promise<void>>();
  #isClosed = false;

  constructor(world: Pick<World, 'watcher' | 'log'>, mode: EngineOptions['mode'], scans: Pick<Scans, 'request'>) {
    this.#world = world;
    this.#mode = mode;
    this.#scans = scans;
  }

  /** Begins to watch those of the folders that are active. */
  beginAll(folders: Iterable<ScannedFolder>): void {
    for (const scanned of folders) if (scanned.folder.active) this.begin(scanned);
  }

  /** Begins to watch a folder; an earlier watch of it ends. A scan that was abandoned may ask for it after the end: it gets none. */
  begin(scanned: Pick<ScannedFolder, 'folder' | 'filter'>): void {
    if (this.#mode !== 'watch' || this.#isClosed) return;
    const { id, path } = scanned.folder;
    void this.#close.get(id)?.();
    const { by, close } = this.#world.watcher.watch(
      watchedOf(scanned),
      (directory) => this.#scans.request(id, directory),
      (message) => {
        this.#world.log.warn('the system no longer reports changes', { folder: path, message });
        this.#by.set(id, 'polling');
        this.#scans.request(id);
      },
      () => {
        this.#world.log.info('another volume is mounted at a folder, or in it', { folder: path });
        this.begin(scanned);
        this.#scans.request(id);
      },
    );
    this.#by.set(id, by);
    this.#close.set(id, close);
  }

  /** How changes of a folder come to be known. */
  by(folderId: number): 'events' | 'polling' {
    return this.#by.get(folderId) ?? 'polling';
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    await Promise.all([...this.#close.values()].map((close) => close()));
  }
}

function watchedOf({ folder: { path, settings }, filter }: Pick<ScannedFolder, 'folder' | 'filter'>): Watched {
  const inside = (other: string) => other.slice(path.length + 1).replaceAll('\\', '/');
  return {
    path,
    recursive: settings.recursive,
    enters: (directory) => filter.directory(inside(directory)) === undefined,
    takes: (file) => filter.file(inside(file)) === undefined,
  };
}
