import { basename, dirname, join } from 'node:path';
import type { ContractError } from '../../core/contract/contract.ts';
import type { DirectoryListing } from '../../core/contract/folders.ts';
import { say } from '../../core/messages/message.ts';
import { messageOf } from '../../core/messages/message-error.ts';
import { ok, type Result } from '../../core/result.ts';
import { DiskProblem, type EntryKind } from '../../engine/ports.ts';
import { filesOf, invalid, type WorkspaceContext } from '../workspace-context.ts';
import { absoluteFrom, confined, folderProblem } from './folder-checks.ts';

/** Nobody scrolls through more. */
const maxEntries = 5_000;

/** The names in a directory, for a chooser in the window: directories, and files only if they are asked for; hidden ones are left out. */
export async function listDirectories(
  context: WorkspaceContext,
  path: string | undefined,
  files: boolean,
): Promise<Result<DirectoryListing, ContractError>> {
  const given = path === undefined ? context.world.home : absoluteFrom(context, path);
  if (given === undefined) return invalid('path', say('workspace.folder.wholePath'));
  const directory = await confined(context, given);
  if (directory === undefined) return invalid('path', say('workspace.folder.outside', { path: given }));
  const disk = filesOf(context);
  const problem = await folderProblem(disk, directory);
  if (problem !== undefined) return invalid('path', problem);
  const kept: { name: string; path: string; kind: 'directory' | 'file' }[] = [];
  for (const { name, kind: seen } of await disk.list(directory)) {
    if (name.startsWith('.') || kept.length >= maxEntries) continue;
    const at = join(directory, name);
    const kind = seen === 'link' ? await kindBehind(context, at) : seen;
    if (kind === 'directory' || (kind === 'file' && files)) kept.push({ name, path: at, kind });
  }
  kept.sort((a, b) => (a.kind === b.kind ? a.name.localeCompare(b.name) : a.kind === 'directory' ? -1 : 1));
  const parent = dirname(directory);
  return ok({
    path: directory,
    ...(parent !== directory && (await confined(context, parent)) !== undefined && { parent }),
    entries: kept,
    places: await placesToBegin(context),
  });
}

async function kindBehind(context: WorkspaceContext, path: string): Promise<EntryKind | undefined> {
  const real = await confined(context, path);
  const found =
    real === undefined
      ? undefined
      : await filesOf(context)
          .stat(real)
          .catch(() => undefined);
  return found?.kind;
}

async function placesToBegin(context: WorkspaceContext): Promise<DirectoryListing['places']> {
  const { home, roots = [] } = context.world;
  const inHome = ['Desktop', 'Documents', 'Downloads'].map((name) => join(home, name));
  const drives =
    process.platform === 'win32'
      ? Array.from({ length: 26 }, (_, index) => `${String.fromCharCode(65 + index)}:\\`)
      : ['/Volumes', '/media', '/mnt', '/'];
  const places = [home, ...inHome, ...roots, ...drives];
  const kinds = await Promise.all(places.map((path) => kindBehind(context, path)));
  return places.filter((_, index) => kinds[index] === 'directory').map((path) => ({ name: basename(path) || path, path }));
}

/** Makes a directory in another one. */
export async function makeDirectory(
  context: WorkspaceContext,
  parent: string,
  name: string,
): Promise<Result<{ path: string }, ContractError>> {
  const given = absoluteFrom(context, parent);
  if (given === undefined) return invalid('parent', say('workspace.folder.wholePath'));
  const directory = await confined(context, given);
  if (directory === undefined) return invalid('parent', say('workspace.folder.outside', { path: given }));
  const disk = filesOf(context);
  const problem = await folderProblem(disk, directory);
  if (problem !== undefined) return invalid('parent', problem);
  if (name === '.' || name === '..' || /[\\/\0]/.test(name) || (process.platform === 'win32' && /[<>:"|?*]|[. ]$/.test(name)))
    return invalid('name', say('workspace.folder.badName', { name }));
  const path = join(directory, name);
  try {
    if ((await disk.stat(path)) !== undefined) return invalid('name', say('workspace.folder.nameTaken', { name }));
    await disk.makeDirectory(path);
    return ok({ path });
  } catch (error) {
    if (error instanceof DiskProblem && (error.kind === 'denied' || error.kind === 'read-only'))
      return invalid('parent', say('workspace.folder.mayNotCreate', { path: directory }));
    return invalid('name', say('workspace.folder.notCreated', { message: messageOf(error) }));
  }
}
