import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { isBreached } from '../../core/checks/rules.ts';
import type { FolderSettings } from '../../core/config/folder-settings.ts';
import type { KeptFolder } from '../../core/config/preferences.ts';
import { say } from '../../core/messages/message.ts';
import { messageOf } from '../../core/messages/message-error.ts';
import { defined } from '../../core/plain-data.ts';
import { ok } from '../../core/result.ts';
import { columnProblemIn } from '../../engine/loop/own-checks.ts';
import { chooseFolder } from '../../engine/loop/watched-folders.ts';
import type { Files } from '../../engine/ports.ts';
import { wishesToFile } from '../../engine/review/filing-batches.ts';
import { openAt } from '../documents/preview.ts';
import { belongs } from '../engine/status.ts';
import { copyInto, createUnderFreeName, createUploadsInPieces, putInto } from '../folders/add-files.ts';
import { applicableIn, askToApply } from '../folders/applicable.ts';
import { listDirectories, makeDirectory } from '../folders/directories.ts';
import { allowedPath, checkFolder, checkFolderPath, folderProblem, inspectFolder } from '../folders/folder-checks.ts';
import type { ListedFolder } from '../folders/folder-list.ts';
import type { PlannedFolder } from '../folders/folder-plans.ts';
import { sampleNames } from '../service/sandbox-keeper.ts';
import { trySettings } from '../settings-trial.ts';
import {
  type Answers,
  chosenService,
  engineOf,
  filesOf,
  invalid,
  ledgerOf,
  notWatched,
  unavailable,
  type WorkspaceContext,
  watchedFolder,
} from '../workspace-context.ts';

export function folderHandlers(context: WorkspaceContext) {
  const { world, settings, folders, plans, keeper } = context;
  const { choose = () => unavailable(say('workspace.noChooser')) } = world;
  const uploads = createUploadsInPieces(context.clock);

  /** Changes the list of folders; resolves when it is in use. The engine follows. */
  async function change(update: (kept: readonly KeptFolder[]) => KeptFolder[]): Promise<void> {
    await settings.change((kept) => ({ ...kept, folders: update(kept.folders) }));
    await folders.refresh();
  }

  /**
   * Changes one folder of the list as it is when its turn comes: others may have been changed, added or removed meanwhile.
   * @throws RequestRefused if the folder was removed
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
    if (!found) notWatched();
  }

  /** A person has put this file into the folder. */
  function want(id: number, name: string): void {
    ledgerOf(context).arrivals.want(id, name, context.clock.now());
  }

  /** @param countedAt when a person was shown what is there: what comes later is new */
  async function add(given: FolderSettings, countedAt?: number): Promise<{ readonly id: number }> {
    const ledger = ledgerOf(context);
    const checked = await checkFolder(context, given);
    const origin = chosenService(context);
    const { id, path } = ledger.folders.ensure(checked.path);
    refuseColumns({ id, path, settings: checked }, origin);
    const at = context.clock.now();
    chooseFolder(ledger, id, Math.min(countedAt ?? at, at));
    // A request that comes twice adds it once.
    const added = { ...checked, service: origin };
    await change((kept) => (kept.some((other) => other.path === path) ? [...kept] : [...kept, added]));
    ledger.meta.write('removed', undefined, id);
    return { id };
  }

  const watched = (id: number) => watchedFolder(context, id);
  const refuseColumns = (folder: Parameters<typeof columnProblemIn>[1], origin: string) => {
    const problem = columnProblemIn(ledgerOf(context), folder, origin);
    if (problem !== undefined) invalid('settings.outputs.columns', problem);
  };

  return {
    folders: () => folders.all.map(({ id, settings: own }) => ({ id, settings: own })),
    chooseFolder: async ({ title }) => ({ path: (await choose(title, 'folder'))[0] ?? null }),
    chooseFiles: async ({ title }) => ({ paths: await choose(title, 'files') }),
    listDirectories: ({ path, files }) => listDirectories(context, path, files),
    makeDirectory: ({ parent, name }) => makeDirectory(context, parent, name),
    inspectFolder: ({ path, recursive }) => inspectFolder(context, path, recursive),
    addFolder: ({ settings: given, countedAt }) => add(given, countedAt),
    async updateFolder({ id, settings: given }) {
      const folder = watched(id);
      const checked = await checkFolder(context, given, folder);
      const service = context.origin();
      refuseColumns({ ...folder, settings: checked }, service ?? '');
      await changeOne(folder, () => ({ ...checked, ...defined({ service }) }));
      return {};
    },
    async removeFolder({ id }) {
      await changeOne(watched(id), () => undefined);
      ledgerOf(context).meta.write('removed', { at: context.clock.now(), by: world.by }, id);
      return {};
    },
    removedFolders() {
      const ledger = ledgerOf(context);
      const removed = ledger.folders.all().flatMap(({ id, path }) => {
        const said = ledger.meta.read('removed', id);
        return said === undefined || folders.byId(id) !== undefined ? [] : [{ id, path, ...said }];
      });
      return removed.sort((a, b) => b.at - a.at);
    },
    async restoreFolder({ id }) {
      await add(ledgerOf(context).meta.read('folder-settings', id) ?? unavailable(say('workspace.folder.notKept')));
      return {};
    },
    sendLeftAlone({ id }) {
      const [ledger, engine] = [ledgerOf(context), engineOf(context)];
      watched(id);
      const count = ledger.files.countSkipped(id);
      ledger.files.forgetSkipped(id);
      engine.lookNow();
      return { count };
    },
    async addFile({ id, path: given }) {
      const folder = watched(id);
      const added = await copyInto(filesOf(context), folder, await allowedPath(context, given, 'path'));
      if (!added.ok) invalid('path', added.error);
      want(id, added.value);
      return { name: added.value };
    },
    async addPiece({ id, name, bytes, ...piece }) {
      const folder = watched(id);
      const whole = uploads.take(piece, Buffer.from(bytes, 'base64'));
      if (!whole.ok) unavailable(whole.error);
      if (whole.value === undefined) return {};
      const added = await putInto(filesOf(context), folder, name, whole.value);
      if (!added.ok) unavailable(added.error);
      want(id, added.value);
      return { name: added.value };
    },
    async setPaused({ paused, folderId }) {
      if (folderId !== undefined) await changeOne(watched(folderId), (kept) => ({ ...kept, paused }));
      else await settings.change((kept) => ({ ...kept, paused }));
      // Of what had ended by itself nothing can be asked before it is begun again.
      if (folderId === undefined && !paused && keeper.stopped !== undefined) await keeper.tryAgain();
      return {};
    },
    async trySettings({ id, settings: tried }) {
      const ledger = ledgerOf(context);
      const folder = { ...watched(id), settings: tried };
      const trial = await trySettings(ledger, id, tried);
      const elsewhere = await wishesToFile({ ledger, files: filesOf(context) }, folder);
      const documents = trial.documents.toSorted((a, b) => Number(isBreached(b.findings)) - Number(isBreached(a.findings)));
      return { ...trial, documents: documents.slice(0, 200), elsewhere: elsewhere.length };
    },
    async applySettings({ id, agreed }) {
      const ledger = ledgerOf(context);
      const found = await applicableIn(ledger, { id, settings: watched(id).settings, origin: chosenService(context) });
      const { documents, pages } = found;
      return { documents, pages, done: askToApply(ledger, found, agreed, context.world.by) };
    },
    checkAgain({ id }) {
      engineOf(context).checkAgain(watched(id).id);
      return {};
    },
    openFolder: ({ id }) => openAt(context, watched(id).path, 'open'),
    async planFolder({ plan, id, settings: draft }) {
      const known = plans.state(plan);
      if (known !== undefined) return known;
      const folder = id === undefined ? undefined : watched(id);
      return plans.begin(plan, await plannedFolder(context, draft ?? folder?.settings ?? notWatched(), folder));
    },
    endPlan({ plan }) {
      plans.end(plan);
      return {};
    },
    async dropSamples({ id }) {
      const folder = watched(id);
      try {
        const files = await dropSamples(filesOf(context), world.samplesDirectory, folder.path);
        for (const name of files) want(id, name);
        return { files };
      } catch (error) {
        return unavailable(say('workspace.samplesNotCopied', { path: folder.path, message: messageOf(error) }));
      }
    },
  } satisfies Partial<Answers>;
}

/**
 * What a window wants to be planned, if it may.
 * @param watched the folder that is being changed, or of which more is to be sent
 * @throws RequestRefused
 */
async function plannedFolder(
  context: WorkspaceContext,
  settings: FolderSettings,
  watched: ListedFolder | undefined,
): Promise<PlannedFolder> {
  ledgerOf(context);
  const origin = chosenService(context);
  const isThere = watched !== undefined && [watched.path, watched.settings.path].includes(settings.path);
  const path = isThere ? ok(watched.path) : await checkFolderPath(context, settings.path, watched?.id);
  if (!path.ok) invalid('settings.path', path.error);
  const problem = isThere ? await folderProblem(filesOf(context), watched.path) : undefined;
  if (problem !== undefined) unavailable(problem);
  const others = context.folders.all.filter((folder) => folder.id !== watched?.id && belongs(folder, origin));
  return {
    folder: { ...settings, path: path.value, paused: false, existing: 'send' },
    beside: others.map((folder) => folder.settings),
    origin,
  };
}

/** Copies the sample documents into a folder, each under a free name; gives the names. @throws Error if the disk refuses it */
async function dropSamples(files: Pick<Files, 'createWhole'>, samplesDirectory: string, folder: string): Promise<string[]> {
  const dropped: string[] = [];
  // Reads and writes: on some systems a copy keeps its age, and would count as a file that was there before.
  for (const name of await sampleNames(samplesDirectory))
    dropped.push(await createUnderFreeName(files, folder, name, await readFile(join(samplesDirectory, name))));
  return dropped;
}
