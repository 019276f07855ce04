import type { ContractError, Handlers } from '../../core/contract/contract.ts';
import type { Done } from '../../core/contract/status.ts';
import type { KeptFolder } from '../../core/preferences.ts';
import { ok, type Result } from '../../core/result.ts';
import { chooseFolder } from '../../engine/folder-book.ts';
import { listDirectories, makeDirectory } from '../directories.ts';
import { dropSamples } from '../drop-samples.ts';
import { checkFolder } from '../folder-checks.ts';
import type { ListedFolder } from '../folder-list.ts';
import { inspectFolder } from '../inspect-folder.ts';
import { ledgerOf, noService, type Parts, type Refused, unavailable } from '../parts.ts';
import { adoptSamples } from '../sample-document.ts';

type Names =
  | 'folders'
  | 'chooseFolder'
  | 'chooseFiles'
  | 'listDirectories'
  | 'makeDirectory'
  | 'inspectFolder'
  | 'addFolder'
  | 'updateFolder'
  | 'removeFolder'
  | 'pauseFolder'
  | 'resumeFolder'
  | 'dropSamples'
  | 'openFolder';

export function folderHandlers(parts: Parts): Pick<Handlers, Names> {
  const { world, settings, folders } = parts;

  /** Writes the folders anew; resolves when they are listed. The engine follows. */
  async function change(update: (kept: readonly KeptFolder[]) => KeptFolder[]): Promise<void> {
    await settings.change((kept) => ({ ...kept, folders: update(kept.folders) }));
    await folders.refresh();
  }

  /**
   * Changes one folder as it is when its turn comes: others may have been changed, added or removed meanwhile. Whether it
   * was still there.
   */
  async function changeOne(folder: ListedFolder, update: (kept: KeptFolder) => KeptFolder | undefined): Promise<boolean> {
    let found = false;
    await change((all) =>
      all.flatMap((kept) => {
        if (kept.path !== folder.keptPath && kept.path !== folder.path) return [kept];
        found = true;
        return update(kept) ?? [];
      }),
    );
    return found;
  }

  async function setPaused(id: number, paused: boolean): Promise<Result<Done, ContractError>> {
    const folder = folders.byId(id);
    if (folder === undefined) return noFolder;
    return (await changeOne(folder, (kept) => ({ ...kept, paused }))) ? ok({}) : noFolder;
  }

  return {
    folders: async () => ok(folders.all.map(({ id, settings: own }) => ({ id, settings: own }))),
    chooseFolder: async () => unavailable('There is no chooser of the system here.'),
    chooseFiles: async () => unavailable('There is no chooser of the system here.'),
    listDirectories: ({ path, files }) => listDirectories(parts, path, files),
    makeDirectory: ({ parent, name }) => makeDirectory(parts, parent, name),
    inspectFolder: async ({ path, recursive }) => ok(await inspectFolder(parts, path, recursive)),
    async addFolder({ settings: given }) {
      const ledger = ledgerOf(parts);
      if (!ledger.ok) return ledger;
      const checked = await checkFolder(parts, given);
      if (!checked.ok) return checked;
      const origin = parts.origin();
      if (origin === undefined) return unavailable(noService);
      const { id, path } = ledger.value.folders.ensure(checked.value.path);
      const at = parts.clock.now();
      chooseFolder(ledger.value, id, at);
      adoptSamples(ledger.value, { id, path, recursive: checked.value.recursive }, at);
      // Asked twice, it is added once.
      const added = { ...checked.value, service: origin };
      await change((kept) => (kept.some((other) => other.path === path) ? [...kept] : [...kept, added]));
      return ok({ id });
    },
    async updateFolder({ id, settings: given }) {
      const folder = folders.byId(id);
      if (folder === undefined) return noFolder;
      const checked = await checkFolder(parts, given, folder);
      if (!checked.ok) return checked;
      const service = parts.origin();
      const put = { ...checked.value, ...(service !== undefined && { service }) };
      return (await changeOne(folder, () => put)) ? ok({}) : noFolder;
    },
    async removeFolder({ id }) {
      const folder = folders.byId(id);
      if (folder === undefined) return noFolder;
      return (await changeOne(folder, () => undefined)) ? ok({ settings: folder.settings }) : noFolder;
    },
    pauseFolder: ({ id }) => setPaused(id, true),
    resumeFolder: ({ id }) => setPaused(id, false),
    openFolder: async () => unavailable('There is no file manager of the system here.'),
    async dropSamples({ id }) {
      const folder = folders.byId(id);
      if (folder === undefined) return noFolder;
      try {
        return ok({ files: await dropSamples(world.samplesDirectory, folder.path) });
      } catch (error) {
        const why = error instanceof Error ? error.message : String(error);
        return unavailable(`The sample documents could not be copied to ${folder.path}: ${why}`);
      }
    },
  };
}

const noFolder: Refused = unavailable('This folder is not watched any more.');
