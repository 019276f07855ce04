import { realpath } from 'node:fs/promises';
import { isAbsolute, relative, sep } from 'node:path';
import type { WorkspaceContext } from '../workspace-context.ts';

/**
 * Where a window may look at all (`WorkspaceWorld.roots`): below the home directory, the watched folders and the roots that
 * the owner named; never below a name that begins with a dot, nor in Intray's own data. A link may not lead out of there.
 * @param path absolute
 * @returns the path, with its links resolved if it exists; undefined if it may not be looked at
 */
export async function confined(
  { world, folders }: Pick<WorkspaceContext, 'world' | 'folders'>,
  path: string,
): Promise<string | undefined> {
  if (world.roots === undefined) return path;
  const roots = [world.home, ...world.roots, ...folders.all.map((folder) => folder.path)];
  const [realRoots, [data = ''], [real]] = await Promise.all([
    resolved(roots),
    resolved([world.dataDirectory]),
    resolved([path], ''),
  ]);
  // Of what does not exist, only the path itself can be judged; whether it exists is nobody's business outside.
  const [place, around] = real === '' || real === undefined ? [path, [...roots, ...realRoots]] : [real, realRoots];
  const isOwn = inside(data, place) !== undefined;
  return !isOwn && around.some((root) => inside(root, place)?.every((name) => !name.startsWith('.'))) ? place : undefined;
}

/** The real paths; in place of one that does not exist, `missing` or the path itself. */
function resolved(paths: readonly string[], missing?: string): Promise<string[]> {
  return Promise.all(paths.map((path) => realpath(path).catch(() => missing ?? path)));
}

/** The names that lead from a directory to a path in it; undefined if it is not inside. */
function inside(directory: string, path: string): readonly string[] | undefined {
  const between = relative(directory, path);
  const names = between.split(sep);
  return isAbsolute(between) || names[0] === '..' ? undefined : names;
}
