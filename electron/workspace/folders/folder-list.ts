import type { FolderSettings } from '../../core/config/folder-settings.ts';
import type { KeptFolder, Settings } from '../../core/config/preferences.ts';
import { sameJson } from '../../core/plain-data.ts';
import { keepSettings } from '../../engine/loop/watched-folders.ts';
import type { Files } from '../../engine/ports.ts';
import type { Ledger } from '../../ledger/ledger.ts';
import { expandPath, type PathContext } from '../../settings/paths.ts';

/** A folder of the settings, as the ledger knows it. */
export interface ListedFolder {
  readonly id: number;
  /** Absolute, links resolved if it is there. */
  readonly path: string;
  /** With the path above. */
  readonly settings: FolderSettings;
  /** The address of the service that its route belongs to; undefined: the chosen one. */
  readonly service: string | undefined;
  /** Its path as the settings have it, which no other folder has. */
  readonly storedPath: string;
}

export type FolderList = ReturnType<typeof createFolderList>;

/** The watched folders in the order in which they were added. */
export function createFolderList(options: {
  readonly settings: () => Settings;
  readonly ledger: () => Ledger | undefined;
  readonly realPath: Files['realPath'];
  readonly paths: PathContext;
}) {
  let all: readonly ListedFolder[] = [];
  let latest = Promise.resolve();
  let turn = 0;

  async function read(mine: number): Promise<void> {
    const kept = options.settings().folders;
    const real = await Promise.all(kept.map(({ path }) => placeOf(expandPath(path, options.paths))));
    // Newer settings are being read: they count.
    if (mine !== turn) return latest;
    const ledger = options.ledger();
    if (ledger === undefined) return;
    all = ledger.transaction(() => kept.map((folder, index) => listed(ledger, folder, real[index] ?? folder.path)));
  }

  /** A path of the ledger is real: it is not resolved again, which would follow a link that has come to its place. */
  async function placeOf(path: string): Promise<string> {
    return options.ledger()?.folders.byPath(path)?.path ?? (await options.realPath(path));
  }

  return {
    get all(): readonly ListedFolder[] {
      return all;
    },
    byId: (id: number) => all.find((folder) => folder.id === id),
    /** Reads the settings again. */
    refresh(): Promise<void> {
      turn += 1;
      latest = read(turn);
      return latest;
    },
  };
}

/** The engine delivers by the settings in the ledger, also to a paused folder. */
function listed(ledger: Ledger, { service, ...settings }: KeptFolder, path: string): ListedFolder {
  const { id } = ledger.folders.ensure(path);
  const folder = { id, path, settings: { ...settings, path }, service, storedPath: settings.path };
  if (!sameJson(ledger.meta.read('folder-settings', id), folder.settings)) keepSettings(ledger, id, folder.settings);
  return folder;
}
