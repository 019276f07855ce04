import { type FolderSettings, folderSettingsSchema } from '../../core/config/folder-settings.ts';
import { routeKey } from '../../core/protocol/route.ts';
import type { FolderHealth, Notice } from '../api.ts';
import type { World } from '../ports.ts';
import { createFilter, type Filter } from '../watch/filter.ts';
import type { Folder } from './folder.ts';

export interface WatchedFolder extends Folder {
  readonly filter: Filter;
  /** It is watched now; otherwise only what was sent before is still polled and delivered. */
  readonly active: boolean;
  /** It is one of the engine's folders, and a person lets it rest: nothing of it is looked at or taken in. */
  readonly resting: boolean;
  /** When it was first to be watched, or to rest, ms since the epoch: a crash during its first scan changes nothing of that. */
  readonly firstWatched: number;
}

/** The folders that the engine works for, and how they are. A folder's settings are kept, so that one that is no longer watched still gets its results. */
export class WatchedFolders {
  readonly #folders = new Map<number, WatchedFolder>();
  readonly #health = new Map<number, FolderHealth>();
  readonly #world: Pick<World, 'ledger'>;
  readonly #announce: (notice: Notice) => void;

  constructor(world: Pick<World, 'ledger' | 'clock'>, settings: readonly FolderSettings[], announce: (notice: Notice) => void) {
    this.#world = world;
    this.#announce = announce;
    const { ledger } = world;
    const now = world.clock.now();
    ledger.transaction(() => {
      for (const each of settings) {
        const { id } = ledger.folders.ensure(each.path);
        ledger.meta.set(settingsKey(id), each);
        const resting = each.paused;
        const firstWatched = firstWatchedIn(ledger, id) ?? now;
        ledger.meta.set(firstWatchedKey(id), firstWatched);
        const members = { path: each.path, settings: each, filter: createFilter(each), firstWatched };
        this.#folders.set(id, { id, active: !resting, resting, ...members });
        this.#health.set(id, resting ? { kind: 'resting' } : { kind: 'scanning' });
        if (resting) ledger.meta.set(healthKey(id), { kind: 'resting' });
      }
    });
    for (const { id, path } of ledger.folders.all()) {
      const kept = folderSettingsSchema.safeParse(ledger.meta.get(settingsKey(id)));
      if (this.#folders.has(id) || !kept.success) continue;
      const firstWatched = firstWatchedIn(ledger, id) ?? now;
      const members = { path, settings: kept.data, filter: createFilter(kept.data), firstWatched };
      this.#folders.set(id, { id, active: false, resting: false, ...members });
    }
  }

  get(id: number): WatchedFolder | undefined {
    return this.#folders.get(id);
  }

  all(): WatchedFolder[] {
    return [...this.#folders.values()];
  }

  active(): WatchedFolder[] {
    return this.all().filter(({ active }) => active);
  }

  /** The engine's folders, those that rest among them. */
  own(): WatchedFolder[] {
    return this.all().filter(({ active, resting }) => active || resting);
  }

  pathOf(id: number): string {
    return this.#folders.get(id)?.path ?? this.#world.ledger.folders.get(id)?.path ?? '';
  }

  health(id: number): FolderHealth {
    return this.#health.get(id) ?? { kind: 'scanning' };
  }

  become(id: number, health: FolderHealth): void {
    const before = this.#health.get(id);
    this.#health.set(id, health);
    if (before === undefined || JSON.stringify(before) !== JSON.stringify(health)) {
      this.#world.ledger.meta.set(healthKey(id), health);
      this.#announce({ kind: 'folder', path: this.pathOf(id), health });
    }
  }

  /** Active folders by route, in the order they were given. */
  byRoute(): Map<string, WatchedFolder[]> {
    return Map.groupBy(this.active(), (folder) => routeKey(folder.settings.route));
  }
}

/** Where the ledger keeps how a folder is, for who looks at it from outside. */
export function healthKey(folderId: number): string {
  return `folder-health:${folderId}`;
}

export function settingsKey(folderId: number): string {
  return `folder-settings:${folderId}`;
}

function firstWatchedKey(folderId: number): string {
  return `first-watched:${folderId}`;
}

/** The time of a file may lie so far behind the clock: systems take it from their last tick. Milliseconds. */
const tickMs = 10;

/**
 * A person has chosen the folder at this moment (ms since the epoch): what comes from now on is new, though the engine begins
 * to watch it a little later. One that was chosen before keeps that.
 */
export function chooseFolder(ledger: Pick<World['ledger'], 'meta'>, folderId: number, at: number): void {
  if (ledger.meta.get(firstWatchedKey(folderId)) === undefined) ledger.meta.set(firstWatchedKey(folderId), at - tickMs);
}

function firstWatchedIn(ledger: World['ledger'], folderId: number): number | undefined {
  const known = ledger.meta.get(firstWatchedKey(folderId));
  return typeof known === 'number' ? known : undefined;
}
