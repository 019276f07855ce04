import { join, resolve, sep } from 'node:path';
import { secondScanRule } from '../../core/checks/rules.ts';
import type { FolderSettings } from '../../core/config/folder-settings.ts';
import { type Document, directoryOf, fileNameOf } from '../../core/document/document.ts';
import type { FileRecord } from '../../core/document/records.ts';
import { sameJson } from '../../core/plain-data.ts';
import type { FolderHealth, Notice } from '../api.ts';
import type { World } from '../ports.ts';

/** The clock of a share is at most this far ahead, in milliseconds. */
export const maxSkewMs = 10 * 60_000;

/** A folder that the engine works for: its ledger id, its real path, its settings. */
export interface Folder {
  readonly id: number;
  /** Absolute, links resolved. */
  readonly path: string;
  readonly settings: FolderSettings;
}

/** The absolute path of something that is relative to a folder with `/`. */
export function absolutePath(folder: Pick<Folder, 'path'>, relative: string): string {
  return join(folder.path, relative);
}

/** The ledger's record of the file at a document's path. */
export function fileRecordOf(document: Document, facts = document.facts): FileRecord {
  const { id, folderId, path } = document;
  return { folderId, directory: directoryOf(path), name: fileNameOf(path), facts, documentId: id };
}

/** Whether the folder is the one that was scanned: only then does a single file in it mean anything. */
export async function isRootAsKnown({ files, ledger }: Pick<World, 'files' | 'ledger'>, folder: Folder): Promise<boolean> {
  const root = await files.stat(folder.path);
  if (root?.kind !== 'directory' || ledger.meta.read('root', folder.id) !== root.ino) return false;
  return !isOtherVolume(ledger.meta.read('volume', folder.id), root.volume);
}

const born = /^([^\n]*) born \d+/;

/** Whether these are two volumes, as far as is known of both: when its root was made is not told of every one. */
export function isOtherVolume(before: string | undefined, now: string | undefined): boolean {
  if (before === undefined || now === undefined || before === now) return false;
  return (born.test(before) && born.test(now)) || before.replace(born, '$1') !== now.replace(born, '$1');
}

export interface WatchedFolder extends Folder {
  /** It is watched now; otherwise only what was sent before is still polled and delivered. */
  readonly active: boolean;
  /** It is one of the engine's folders, and a person has paused it: nothing new is picked up. */
  readonly paused: boolean;
  /** When the folder was first to be watched, or was added paused, ms since the epoch. A crash during its first scan does not change it. */
  readonly firstWatched: number;
}

/**
 * The folders that the engine works for, and their health. The settings of a folder that is no longer watched are kept, so
 * that it still gets its results.
 */
export class WatchedFolders {
  readonly #folders = new Map<number, WatchedFolder>();
  readonly #all: readonly WatchedFolder[];
  readonly #active: readonly WatchedFolder[];
  /** Active folders of which documents may be taken in and sent now. */
  #working: readonly WatchedFolder[];
  readonly #own: readonly WatchedFolder[];
  /** Nothing of these is taken in or sent now; and what is said of them for it. */
  readonly #held = new Map<number, FolderHealth | undefined>();
  readonly #health = new Map<number, FolderHealth>();
  readonly #world: Pick<World, 'ledger' | 'clock'>;
  readonly #announce: (notice: Notice) => void;

  constructor(world: Pick<World, 'ledger' | 'clock'>, settings: readonly FolderSettings[], announce: (notice: Notice) => void) {
    this.#world = world;
    this.#announce = announce;
    const { ledger } = world;
    const now = world.clock.now();
    ledger.transaction(() => {
      for (const each of settings) {
        const { id } = ledger.folders.ensure(each.path);
        keepSettings(ledger, id, each);
        const { path, paused } = each;
        const firstWatched = ledger.meta.read('first-watched', id) ?? now;
        ledger.meta.write('first-watched', firstWatched, id);
        this.#folders.set(id, { id, path, settings: each, active: !paused, paused, firstWatched });
        this.#health.set(id, paused ? { kind: 'resting' } : { kind: 'scanning' });
        if (paused) ledger.meta.write('folder-health', { kind: 'resting' }, id);
      }
    });
    for (const { id, path } of ledger.folders.all()) {
      const kept = ledger.meta.read('folder-settings', id);
      if (this.#folders.has(id) || kept === undefined) continue;
      const firstWatched = ledger.meta.read('first-watched', id) ?? now;
      this.#folders.set(id, { id, path, settings: kept, active: false, paused: false, firstWatched });
    }
    this.#all = [...this.#folders.values()];
    this.#active = this.#all.filter(({ active }) => active);
    this.#working = this.#active;
    this.#own = this.#all.filter(({ active, paused }) => active || paused);
  }

  get(id: number): WatchedFolder | undefined {
    return this.#folders.get(id);
  }

  /** Also those that are no longer watched. */
  all(): readonly WatchedFolder[] {
    return this.#all;
  }

  active(): readonly WatchedFolder[] {
    return this.#active;
  }

  /** Active folders of which documents may be taken in and sent now. */
  working(): readonly WatchedFolder[] {
    return this.#working;
  }

  isHeld(id: number): boolean {
    return this.#held.has(id);
  }

  /** Another Intray watches the folder, or may. */
  hold(id: number, health?: FolderHealth): void {
    const said = health && this.#dated(id, health);
    this.#held.set(id, said);
    this.#working = this.#working.filter((folder) => folder.id !== id);
    if (said !== undefined) this.setHealth(id, said);
  }

  release(id: number): void {
    const said = this.#held.get(id);
    this.#held.delete(id);
    this.#working = this.#active.filter((folder) => !this.#held.has(folder.id));
    // What a pause of its route says stays.
    if (said !== undefined && this.#health.get(id) === said) this.setHealth(id, { kind: 'scanning' });
  }

  /** The engine's folders, paused ones included. */
  own(): readonly WatchedFolder[] {
    return this.#own;
  }

  pathOf(id: number): string {
    return this.#folders.get(id)?.path ?? this.#world.ledger.folders.get(id)?.path ?? '';
  }

  health(id: number): FolderHealth {
    return this.#health.get(id) ?? { kind: 'scanning' };
  }

  /** A problem is as old as what was last said of the folder, in an earlier run too, if that is the same. */
  #dated(id: number, health: FolderHealth): FolderHealth {
    if (health.kind !== 'unreachable' && health.kind !== 'paused') return health;
    const before = this.#world.ledger.meta.read('folder-health', id);
    const known = before?.kind === health.kind ? before.since : undefined;
    return { ...health, since: known ?? health.since ?? this.#world.clock.now() };
  }

  setHealth(id: number, of: FolderHealth): void {
    const health = of === this.#held.get(id) ? of : this.#dated(id, of);
    const before = this.#health.get(id);
    this.#health.set(id, health);
    if (before === undefined || JSON.stringify(before) !== JSON.stringify(health)) {
      this.#world.ledger.meta.write('folder-health', health, id);
      this.#announce({ kind: 'folder', path: this.pathOf(id), health });
    }
  }
}

/** Keeps a folder's settings in the ledger. Where they decide how values are read, all are read again, a few at a time. */
export function keepSettings(ledger: Pick<World['ledger'], 'meta' | 'readAgain'>, id: number, settings: FolderSettings): void {
  const before = ledger.meta.read('folder-settings', id);
  ledger.meta.write('folder-settings', settings, id);
  if (before !== undefined && isReadOtherwise(before, settings)) ledger.readAgain();
}

/** Whether values of documents are kept otherwise with other settings. */
function isReadOtherwise(before: FolderSettings, now: FolderSettings): boolean {
  return before.dates !== now.dates || !sameJson(secondScanRule(before.checks), secondScanRule(now.checks));
}

/** How far the time of a file may be behind the clock: systems take it from their last tick. Milliseconds. */
const tickMs = 10;

/**
 * A person has chosen the folder at this moment (ms since the epoch): what comes from now on is new, even though the engine
 * begins to watch a little later. A folder that was chosen before keeps its moment.
 */
export function chooseFolder(ledger: Pick<World['ledger'], 'meta'>, folderId: number, at: number): void {
  if (ledger.meta.read('first-watched', folderId) === undefined) ledger.meta.write('first-watched', at - tickMs, folderId);
}

/** Whether a path of the folder (relative) is below where it files away to. */
export function isFiledAway({ path: root, settings: { fileAway } }: Pick<Folder, 'path' | 'settings'>, path: string): boolean {
  return fileAway.kind === 'move' && isIn(resolve(root, fileAway.to), absolutePath({ path: root }, path));
}

/** Whether a path is below a directory. */
export function isIn(directory: string, path: string): boolean {
  return resolve(path).startsWith(resolve(directory) + sep);
}
