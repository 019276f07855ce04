import { basename, dirname, join } from 'node:path';
import type { DirectoryListing } from '../../core/contract/folders.ts';
import { say } from '../../core/messages/message.ts';
import { messageOf } from '../../core/messages/message-error.ts';
import { DiskProblem, type EntryKind } from '../../engine/ports.ts';
import { filesOf, invalid, type WorkspaceContext } from '../workspace-context.ts';
import { allowedPath, confined, folderProblem } from './folder-checks.ts';

/** Nobody scrolls through more. */
const maxEntries = 5_000;

/**
 * The names in a directory, for a chooser in the window: directories, and files only if they are asked for; hidden ones are left out.
 * @throws RequestRefused
 */
export async function listDirectories(
  context: WorkspaceContext,
  path: string | undefined,
  files: boolean,
): Promise<DirectoryListing> {
  const directory = await allowedDirectory(context, path ?? context.world.home, 'path');
  const kept: { name: string; path: string; kind: 'directory' | 'file' }[] = [];
  for (const { name, kind: seen } of await filesOf(context).list(directory)) {
    if (name.startsWith('.') || kept.length >= maxEntries) continue;
    const at = join(directory, name);
    const kind = seen === 'link' ? await kindBehind(context, at) : seen;
    if (kind === 'directory' || (kind === 'file' && files)) kept.push({ name, path: at, kind });
  }
  kept.sort((a, b) => (a.kind === b.kind ? a.name.localeCompare(b.name) : a.kind === 'directory' ? -1 : 1));
  const parent = dirname(directory);
  return {
    path: directory,
    ...(parent !== directory && (await confined(context, parent)) !== undefined && { parent }),
    entries: kept,
    places: await placesToBegin(context),
  };
}

async function allowedDirectory(context: WorkspaceContext, given: string, field: string): Promise<string> {
  const directory = await allowedPath(context, given, field);
  const problem = await folderProblem(filesOf(context), directory);
  return problem === undefined ? directory : invalid(field, problem);
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

/** Makes a directory in another one. @throws RequestRefused */
export async function makeDirectory(context: WorkspaceContext, parent: string, name: string): Promise<{ path: string }> {
  const directory = await allowedDirectory(context, parent, 'parent');
  if (name === '.' || name === '..' || /[\\/\0]/.test(name) || (process.platform === 'win32' && /[<>:"|?*]|[. ]$/.test(name)))
    invalid('name', say('workspace.folder.badName', { name }));
  const path = join(directory, name);
  const disk = filesOf(context);
  try {
    if ((await disk.stat(path)) === undefined) {
      await disk.makeDirectory(path);
      return { path };
    }
  } catch (error) {
    if (error instanceof DiskProblem && (error.kind === 'denied' || error.kind === 'read-only'))
      invalid('parent', say('workspace.folder.mayNotCreate', { path: directory }));
    invalid('name', say('workspace.folder.notCreated', { message: messageOf(error) }));
  }
  return invalid('name', say('workspace.folder.nameTaken', { name }));
}
