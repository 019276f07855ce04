import { existsSync } from 'node:fs';
import { mkdir, readdir, stat } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import type { ContractError } from '../../core/contract/contract.ts';
import type { DirectoryListing } from '../../core/contract/folders.ts';
import { say } from '../../core/messages/message.ts';
import { messageOf } from '../../core/messages/message-error.ts';
import { ok, type Result } from '../../core/result.ts';
import { invalid, type WorkspaceContext } from '../workspace-context.ts';
import { confined } from './confinement.ts';
import { absoluteFrom, folderProblem } from './folder-checks.ts';

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
  const problem = await folderProblem(directory);
  if (problem !== undefined) return invalid('path', problem);
  const found = await readdir(directory, { withFileTypes: true });
  const kept: { name: string; path: string; kind: 'directory' | 'file' }[] = [];
  for (const entry of found) {
    if (entry.name.startsWith('.') || kept.length >= maxEntries) continue;
    const at = join(directory, entry.name);
    const kind = entry.isSymbolicLink()
      ? await kindBehind(context, at)
      : entry.isDirectory()
        ? 'directory'
        : entry.isFile()
          ? 'file'
          : undefined;
    if (kind === 'directory' || (kind === 'file' && files)) kept.push({ name: entry.name, path: at, kind });
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

async function kindBehind(context: WorkspaceContext, path: string): Promise<'directory' | 'file' | undefined> {
  try {
    const real = await confined(context, path);
    if (real === undefined) return undefined;
    const facts = await stat(real);
    return facts.isDirectory() ? 'directory' : facts.isFile() ? 'file' : undefined;
  } catch {
    return undefined;
  }
}

async function placesToBegin(context: WorkspaceContext): Promise<DirectoryListing['places']> {
  const { home, roots = [] } = context.world;
  const inHome = ['Desktop', 'Documents', 'Downloads'].map((name) => join(home, name));
  const drives =
    process.platform === 'win32'
      ? Array.from({ length: 26 }, (_, index) => `${String.fromCharCode(65 + index)}:\\`)
      : ['/Volumes', '/media', '/mnt', '/'];
  const places = [home, ...inHome, ...roots, ...drives].filter((path) => existsSync(path));
  const isOpen = await Promise.all(places.map(async (path) => (await confined(context, path)) !== undefined));
  return places.filter((_, index) => isOpen[index]).map((path) => ({ name: basename(path) || path, path }));
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
  const problem = await folderProblem(directory);
  if (problem !== undefined) return invalid('parent', problem);
  if (name === '.' || name === '..' || /[\\/\0]/.test(name) || (process.platform === 'win32' && /[<>:"|?*]|[. ]$/.test(name)))
    return invalid('name', say('workspace.folder.badName', { name }));
  const path = join(directory, name);
  try {
    await mkdir(path);
    return ok({ path });
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? error.code : undefined;
    if (code === 'EEXIST') return invalid('name', say('workspace.folder.nameTaken', { name }));
    if (code === 'EACCES' || code === 'EPERM' || code === 'EROFS')
      return invalid('parent', say('workspace.folder.mayNotCreate', { path: directory }));
    return invalid('name', say('workspace.folder.notCreated', { message: messageOf(error) }));
  }
}
