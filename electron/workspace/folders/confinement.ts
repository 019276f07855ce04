import { isAbsolute, relative, sep } from 'node:path';
import { filesOf, type WorkspaceContext } from '../workspace-context.ts';

/**
 * Where a window may look at all (`WorkspaceWorld.roots`): below the home directory, the watched folders and the roots that
 * the owner named; never below a name that begins with a dot, nor in Intray's own data. A link may not lead out of there.
 * @param path absolute
 * @returns the path with its links resolved, for the disk of `filesOf`: that follows no link that comes there later.
 *   Undefined if it may not be looked at
 */
export async function confined(
  context: Pick<WorkspaceContext, 'world' | 'folders' | 'keeper'>,
  path: string,
): Promise<string | undefined> {
  const { world, folders } = context;
  const { resolve, realPath } = filesOf(context);
  const place = await resolve(path);
  if (world.roots === undefined) return place;
  const [data = '', ...named] = await Promise.all([world.dataDirectory, world.home, ...world.roots].map(realPath));
  const isOwn = inside(data, place) !== undefined;
  // A watched folder is where it was when it was added, even if its path is a link by now.
  const roots = [...named, ...folders.all.map((folder) => folder.path)];
  return !isOwn && roots.some((root) => inside(root, place)?.every((name) => !name.startsWith('.'))) ? place : undefined;
}

/** The names that lead from a directory to a path in it; undefined if it is not inside. */
function inside(directory: string, path: string): readonly string[] | undefined {
  const between = relative(directory, path);
  const names = between.split(sep);
  return isAbsolute(between) || names[0] === '..' ? undefined : names;
}
