import { readdir, readFile } from 'node:fs/promises';
import { extname, join } from 'node:path';
import type { KeptFolder } from '../../core/config/preferences.ts';
import type { Handlers } from '../../core/contract/contract.ts';
import type { Done } from '../../core/contract/status.ts';
import { say } from '../../core/messages/message.ts';
import { messageOf } from '../../core/messages/message-error.ts';
import { ok, type Result } from '../../core/result.ts';
import { chooseFolder } from '../../engine/loop/watched-folders.ts';
import type { Files } from '../../engine/ports.ts';
import { adoptSamples } from '../documents/sample-document.ts';
import { listDirectories, makeDirectory } from '../folders/directories.ts';
import { checkFolder, inspectFolder } from '../folders/folder-checks.ts';
import type { ListedFolder } from '../folders/folder-list.ts';
import {
  chosenService,
  engineOf,
  filesOf,
  ledgerOf,
  Unavailable,
  unavailable,
  type WorkspaceContext,
} from '../workspace-context.ts';

export function folderHandlers(context: WorkspaceContext) {
  const { world, settings, folders } = context;

  /** Changes the list of folders; resolves when it is in use. The engine follows. */
  async function change(update: (kept: readonly KeptFolder[]) => KeptFolder[]): Promise<void> {
    await settings.change((kept) => ({ ...kept, folders: update(kept.folders) }));
    await folders.refresh();
  }

  /**
   * Changes one folder of the list as it is when its turn comes: others may have been changed, added or removed meanwhile.
   * @throws Unavailable if the folder was removed
   */
  async function changeOne(folder: ListedFolder, update: (kept: KeptFolder) => KeptFolder | undefined): Promise<void> {
    let found = false;
    await change((all) =>
      all.flatMap((kept) => {
        if (kept.path !== folder.storedPath && kept.path !== folder.path) return [kept];
        found = true;
        return update(kept) ?? [];
      }),
    );
    if (!found) throw notWatched();
  }

  async function setPaused(id: number, paused: boolean): Promise<Result<Done, never>> {
    await changeOne(watched(id), (kept) => ({ ...kept, paused }));
    return ok({});
  }

  function watched(id: number): ListedFolder {
    const folder = folders.byId(id);
    if (folder === undefined) throw notWatched();
    return folder;
  }

  return {
    folders: async () => ok(folders.all.map(({ id, settings: own }) => ({ id, settings: own }))),
    chooseFolder: async () => unavailable(say('workspace.noChooser')),
    chooseFiles: async () => unavailable(say('workspace.noChooser')),
    listDirectories: ({ path, files }) => listDirectories(context, path, files),
    makeDirectory: ({ parent, name }) => makeDirectory(context, parent, name),
    inspectFolder: async ({ path, recursive }) => ok(await inspectFolder(context, path, recursive)),
    async addFolder({ settings: given, countedAt }) {
      const ledger = ledgerOf(context);
      const checked = await checkFolder(context, given);
      if (!checked.ok) return checked;
      const origin = chosenService(context);
      const { id, path } = ledger.folders.ensure(checked.value.path);
      const at = context.clock.now();
      chooseFolder(ledger, id, Math.min(countedAt ?? at, at));
      adoptSamples(ledger, { id, path, recursive: checked.value.recursive }, at);
      // A request that comes twice adds it once.
      const added = { ...checked.value, service: origin };
      await change((kept) => (kept.some((other) => other.path === path) ? [...kept] : [...kept, added]));
      return ok({ id });
    },
    async updateFolder({ id, settings: given }) {
      const folder = watched(id);
      const checked = await checkFolder(context, given, folder);
      if (!checked.ok) return checked;
      const service = context.origin();
      const put = { ...checked.value, ...(service !== undefined && { service }) };
      await changeOne(folder, () => put);
      return ok({});
    },
    async removeFolder({ id }) {
      const folder = watched(id);
      await changeOne(folder, () => undefined);
      return ok({ settings: folder.settings });
    },
    async sendLeftAlone({ id }) {
      const [ledger, engine] = [ledgerOf(context), engineOf(context)];
      watched(id);
      const count = ledger.files.countSkipped(id);
      ledger.files.forgetSkipped(id);
      engine.lookNow();
      return ok({ count });
    },
    pauseFolder: ({ id }) => setPaused(id, true),
    resumeFolder: ({ id }) => setPaused(id, false),
    openFolder: async () => unavailable(say('workspace.noFileManager')),
    async dropSamples({ id }) {
      const folder = watched(id);
      try {
        return ok({ files: await dropSamples(filesOf(context), world.samplesDirectory, folder.path) });
      } catch (error) {
        return unavailable(say('workspace.samplesNotCopied', { path: folder.path, message: messageOf(error) }));
      }
    },
  } satisfies Partial<Handlers>;
}

const notWatched = () => new Unavailable(say('workspace.folder.notWatched'));

type Creating = Pick<Files, 'createWhole'>;

/** Copies the sample documents into a folder, each under a free name; gives the names. @throws Error if the disk refuses it */
async function dropSamples(files: Creating, samplesDirectory: string, folder: string): Promise<string[]> {
  const samples = (await readdir(samplesDirectory)).filter((name) => extname(name) !== '.json' && !name.startsWith('.')).sort();
  const dropped: string[] = [];
  for (const name of samples) dropped.push(await copyToFreeName(files, join(samplesDirectory, name), folder, name));
  return dropped;
}

async function copyToFreeName(files: Creating, from: string, folder: string, name: string): Promise<string> {
  const ending = extname(name);
  // Reads and writes: on some systems a copy keeps its age, and would count as a file that was there before.
  const bytes = await readFile(from);
  for (let number = 1; ; number += 1) {
    const free = number === 1 ? name : `${name.slice(0, name.length - ending.length)} (${number})${ending}`;
    if ((await files.createWhole(join(folder, free), bytes)) !== 'taken') return free;
  }
}
