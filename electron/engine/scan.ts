import type { FileRecord } from '../core/records.ts';
import { compareDirectory, type DirectoryDifference, type Found, isWithin, pathIn } from '../core/scan.ts';
import { isTemporary } from './disk/temporary-name.ts';
import type { Filter } from './filter.ts';
import { absolutePath, type Folder } from './folder.ts';
import { DiskProblem, type Entry, type World } from './ports.ts';

/** All of a folder, or some of its directories (relative; with what is new below them). */
export type Scope = 'all' | ReadonlySet<string>;

export type Finding =
  | { readonly kind: 'fresh'; readonly found: Found }
  | { readonly kind: 'changed'; readonly found: Found; readonly row: FileRecord }
  | { readonly kind: 'renamed'; readonly found: Found; readonly from: FileRecord }
  | { readonly kind: 'vanished'; readonly row: FileRecord };

/** The folder itself cannot be read, or an empty mount point is in its place: nothing in it is marked gone. */
export class FolderUnreachable extends Error {}

type ScanWorld = Pick<World, 'files' | 'ledger' | 'log'>;

/**
 * Compares a folder on disk with what the ledger saw there last, directory by directory, so that memory does not
 * depend on how much there is. What has vanished is told last, after all that may be a rename. Unfinished files that a
 * crash left behind are removed on the way.
 *
 * @param startedAt when this engine started (ms since the epoch): what is unfinished since before is nobody's any more
 * @throws FolderUnreachable
 */
export async function* scanFolder(
  world: ScanWorld,
  folder: Folder,
  filter: Filter,
  scope: Scope,
  startedAt: number,
): AsyncGenerator<readonly Finding[], void> {
  await checkRoot(world, folder);
  const seen = new Set<string>();
  const unreadable: string[] = [];
  const vanished: FileRecord[] = [];
  const known = new Set(world.ledger.files.directories(folder.id));
  const queue = scope === 'all' ? [''] : [...scope];

  for (let directory = queue.pop(); directory !== undefined; directory = queue.pop()) {
    if (seen.has(directory)) continue;
    seen.add(directory);
    const entries = await listDirectory(world, folder, directory);
    if (entries === 'missing') {
      if (scope !== 'all') vanished.push(...rowsWithin(world, folder, known, directory));
      continue;
    }
    if (entries === 'unreadable') {
      unreadable.push(directory);
      continue;
    }
    for (const entry of entries) {
      const path = pathIn(directory, entry.name);
      if (isTemporary(entry.name) && entry.kind === 'file' && entry.mtimeMs < startedAt) await clear(world, folder, path);
      if (entry.kind !== 'directory' || filter.directory(path) !== undefined) continue;
      if (scope === 'all' || !known.has(path)) queue.push(path);
    }
    const difference = compareDirectory(
      world.ledger.files.directory(folder.id, directory),
      takenFiles(world, folder, filter, directory, entries),
    );
    vanished.push(...difference.vanished);
    const findings = await findingsOf(world, folder, difference);
    if (findings.length > 0) yield findings;
  }

  if (scope === 'all') {
    for (const directory of known) {
      if (seen.has(directory) || unreadable.some((ancestor) => isWithin(directory, ancestor))) continue;
      vanished.push(...world.ledger.files.directory(folder.id, directory));
    }
  }
  if (vanished.length === 0) return;
  // The share may have gone while it was being read.
  await checkRoot(world, folder);
  yield vanished.map((row) => ({ kind: 'vanished', row }));
}

/** An unmounted share leaves nothing, or the empty directory it was mounted on: that is not an emptied folder. */
async function checkRoot(world: ScanWorld, folder: Folder): Promise<void> {
  const root = await world.files.stat(folder.path).catch((problem: unknown) => {
    throw new FolderUnreachable(problem instanceof Error ? problem.message : String(problem));
  });
  if (root === undefined)
    throw new FolderUnreachable(`The folder ${folder.path} is not there. Connect its drive or share, or create it.`);
  if (root.kind !== 'directory') throw new FolderUnreachable(`${folder.path} is not a folder.`);
  const key = `root:${folder.id}`;
  const before = world.ledger.meta.get(key);
  if (before === root.ino) return;
  if (before !== undefined && world.ledger.files.count(folder.id) > 0) {
    const entries = await listDirectory(world, folder, '');
    if (entries === 'missing' || entries === 'unreadable' || entries.length === 0) {
      throw new FolderUnreachable(
        `The folder ${folder.path} is empty and is not the one that was watched: its drive or share is not connected.`,
      );
    }
  }
  world.ledger.meta.set(key, root.ino);
}

async function listDirectory(
  world: ScanWorld,
  folder: Folder,
  directory: string,
): Promise<readonly Entry[] | 'missing' | 'unreadable'> {
  try {
    return await world.files.list(absolutePath(folder, directory));
  } catch (problem) {
    if (!(problem instanceof DiskProblem)) throw problem;
    if (directory === '') throw new FolderUnreachable(problem.message);
    if (problem.kind === 'missing' || problem.kind === 'not-a-directory') return 'missing';
    world.log.warn('a subfolder cannot be read', { folder: folder.path, directory, problem: problem.message });
    return 'unreadable';
  }
}

async function clear(world: ScanWorld, folder: Folder, path: string): Promise<void> {
  try {
    await world.files.removeLeftover(absolutePath(folder, path));
  } catch (problem) {
    if (!(problem instanceof DiskProblem)) throw problem;
    world.log.warn('an unfinished file cannot be removed', { folder: folder.path, path, problem: problem.message });
  }
}

/** Regular files that the folder takes; links and special files are not followed. */
function takenFiles(world: ScanWorld, folder: Folder, filter: Filter, directory: string, entries: readonly Entry[]): Found[] {
  const taken: Found[] = [];
  for (const entry of entries) {
    if (entry.kind !== 'file') continue;
    const path = pathIn(directory, entry.name);
    if (filter.file(path) !== undefined || isOwnOutput(world, folder, path)) continue;
    taken.push({ directory, name: entry.name, facts: { size: entry.size, mtimeMs: entry.mtimeMs, ino: entry.ino } });
  }
  return taken;
}

function isOwnOutput(world: ScanWorld, folder: Folder, path: string): boolean {
  return /\.(json|csv)$/i.test(path) && world.ledger.outputs.atPath(absolutePath(folder, path)) !== undefined;
}

/** A fresh name whose inode, size and time are those of a file that is no longer at its own is that file, renamed. */
async function findingsOf(world: ScanWorld, folder: Folder, difference: DirectoryDifference): Promise<Finding[]> {
  const findings: Finding[] = difference.changed.map(({ found, row }) => ({ kind: 'changed', found, row }));
  for (const found of difference.fresh) {
    const from = found.facts.ino === 0 ? undefined : await formerly(world, folder, found);
    findings.push(from === undefined ? { kind: 'fresh', found } : { kind: 'renamed', found, from });
  }
  return findings;
}

async function formerly(world: ScanWorld, folder: Folder, found: Found): Promise<FileRecord | undefined> {
  for (const row of world.ledger.files.byInode(folder.id, found.facts)) {
    if (row.directory === found.directory && row.name === found.name) continue;
    const there = await world.files.stat(absolutePath(folder, pathIn(row.directory, row.name)));
    if (there === undefined || there.ino !== found.facts.ino) return row;
  }
  return undefined;
}

function rowsWithin(world: ScanWorld, folder: Folder, known: ReadonlySet<string>, directory: string): FileRecord[] {
  return [...known]
    .filter((other) => isWithin(other, directory))
    .flatMap((other) => world.ledger.files.directory(folder.id, other));
}
