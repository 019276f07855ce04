import { pathIn, sameFacts } from '../../core/document/document.ts';
import type { FileRecord } from '../../core/document/records.ts';
import { csvsOf } from '../../core/document/table.ts';
import { say } from '../../core/messages/message.ts';
import { MessageError, messageOf } from '../../core/messages/message-error.ts';
import {
  compareDirectory,
  type DirectoryDifference,
  type Found,
  isWithin,
  type Known,
} from '../../core/watch/compare-directory.ts';
import type { LeftOutReason } from '../../core/watch/left-out.ts';
import { removeLeftovers } from '../loop/leftovers.ts';
import { absolutePath, type Folder, isOtherVolume } from '../loop/watched-folders.ts';
import { DiskProblem, type Entry, type World } from '../ports.ts';
import type { Filter } from './filter.ts';
import { type LeftOutFiles, reasonOf } from './left-out-files.ts';

/** All of a folder, or some of its directories (relative; with what is new below them). */
export type Scope = 'all' | ReadonlySet<string>;

export type Finding =
  | { readonly kind: 'fresh'; readonly found: Found }
  | { readonly kind: 'changed'; readonly found: Found; readonly row: FileRecord }
  | { readonly kind: 'renamed'; readonly found: Found; readonly from: FileRecord }
  | { readonly kind: 'vanished'; readonly row: FileRecord };

/** The folder itself cannot be read, or an empty mount point is in its place: nothing in it is marked gone. */
export class FolderUnreachable extends MessageError {}

/** Another Intray watches it: it stands still until a person has decided. */
export class FolderHeld extends FolderUnreachable {}

type ScanWorld = Pick<World, 'files' | 'ledger' | 'log' | 'clock'>;
type Difference = DirectoryDifference<FileRecord>;

/** Directories that are listed ahead while one is compared: a share takes its time for every answer. */
const listedAhead = 4;
/** This many rows are read before other work gets its turn. */
const pageRows = 2_000;

/**
 * Compares a folder on disk with what the ledger saw there last, directory by directory, so that memory does not depend on
 * the size of the folder. Vanished files come last, after everything that may be a rename. Unfinished files that a crash left
 * behind are removed on the way.
 *
 * @param leftOut learns what is left out
 * @param startedAt when this engine started (ms since the epoch): nobody writes an unfinished file from before any more
 * @param isClear asked before a folder that is there is scanned whole
 * @throws FolderUnreachable
 */
export async function* scanFolder(
  world: ScanWorld,
  folder: Folder,
  filter: Filter,
  scope: Scope,
  leftOut: LeftOutFiles,
  startedAt: number,
  isClear: () => Promise<void>,
): AsyncGenerator<readonly Finding[], void> {
  const stop = () => {
    throw new FolderUnreachable(say('disk.folder.replaced', { path: folder.path }));
  };
  const isOther = await checkRoot(world, folder);
  if (scope === 'all') await isClear();
  // Only a full scan tells what is on it.
  if (isOther && scope !== 'all') stop();
  const seen = new Set<string>();
  const unreadable: string[] = [];
  const vanished: FileRecord[] = [];
  const known = new Set(world.ledger.files.directories(folder.id));
  const queue = scope === 'all' ? [''] : [...scope];
  const underway: { readonly directory: string; readonly listed: ReturnType<typeof listDirectory> }[] = [];
  const next = () => {
    while (underway.length < listedAhead && queue.length > 0) {
      const directory = queue.pop() ?? '';
      if (seen.has(directory)) continue;
      seen.add(directory);
      const listed = listDirectory(world, folder, directory);
      // If another one fails first, nobody waits for this one.
      listed.catch(() => {});
      underway.push({ directory, listed });
    }
    return underway.shift();
  };

  for (let listing = next(); listing !== undefined; listing = next()) {
    const { directory } = listing;
    const entries = await listing.listed;
    if (entries === 'missing') {
      leftOut.saw(directory, []);
      if (scope !== 'all') vanished.push(...rowsWithin(world, folder, known, directory));
      continue;
    }
    if (entries === 'unreadable') {
      unreadable.push(directory);
      leftOut.saw(directory, [{ reason: 'directory', path: directory }]);
      continue;
    }
    await removeLeftovers(world, absolutePath(folder, directory), entries, startedAt);
    for (const entry of entries) {
      const path = pathIn(directory, entry.name);
      if (entry.kind === 'unreadable') unreadable.push(path);
      if (entry.kind !== 'directory') continue;
      if (path === filter.filedAway) seen.add(path);
      if (filter.directory(path) !== undefined) continue;
      if (scope === 'all' || !known.has(path)) queue.push(path);
    }
    const taken = takenFiles(world, folder, filter, directory, entries, leftOut);
    const difference = await differenceOf(world, folder, directory, taken);
    vanished.push(...difference.vanished.filter(({ name }) => !unreadable.includes(pathIn(directory, name))));
    const findings = await findingsOf(world, folder, difference);
    if (findings.length === 0) continue;
    // What was there before on a volume that has just been mounted is not new.
    if (await checkRoot(world, folder)) stop();
    yield findings;
  }

  if (scope === 'all') {
    leftOut.keepOnly(seen);
    for (const directory of known) {
      if (seen.has(directory) || unreadable.some((ancestor) => isWithin(directory, ancestor))) continue;
      vanished.push(...world.ledger.files.directory(folder.id, directory));
    }
  }
  if (!vanished.some(isMissed)) return;
  // The share may have been disconnected while it was being read.
  if (await checkRoot(world, folder)) stop();
  yield vanished.filter(isMissed).map((row) => ({ kind: 'vanished', row }));
}

/** What was left alone stays known when it is not there: it may come back, and is still not to be sent. */
function isMissed({ skipped }: FileRecord): boolean {
  return skipped === undefined;
}

/**
 * An unmounted share leaves nothing, or the directory it was mounted on, empty but for hidden files: that is not an emptied
 * folder. On another volume the first scan is made again.
 * @returns whether it is another volume
 */
async function checkRoot(world: ScanWorld, folder: Folder): Promise<boolean> {
  const { ledger, log } = world;
  const root = await world.files.stat(folder.path).catch((problem: unknown) => {
    throw new FolderUnreachable(messageOf(problem));
  });
  if (root === undefined) throw new FolderUnreachable(say('disk.folder.missing', { path: folder.path }));
  if (root.kind !== 'directory') throw new FolderUnreachable(say('disk.folder.isFile', { path: folder.path }));
  const openToOthers = root.openToOthers === true;
  if ((ledger.meta.read('open-to-others', folder.id) ?? false) !== openToOthers)
    ledger.meta.write('open-to-others', openToOthers, folder.id);
  const before = ledger.meta.read('root', folder.id);
  const volume = ledger.meta.read('volume', folder.id);
  const isOther = isOtherVolume(volume, root.volume);
  // Of one volume the longer text tells more.
  const known = isOther || (root.volume ?? '').length > (volume ?? '').length ? root.volume : volume;
  if (before === root.ino && known === volume) return false;
  // What was filed away has no record in the scan.
  const isUsed = ledger.files.count(folder.id) > 0 || ledger.documents.balance(folder.id).found > 0;
  if (before !== undefined && (before !== root.ino || isOther) && isUsed) {
    const entries = await listDirectory(world, folder, '');
    if (entries === 'missing' || entries === 'unreadable' || entries.every(({ name }) => name.startsWith('.'))) {
      throw new FolderUnreachable(say('disk.folder.empty', { path: folder.path }));
    }
  }
  ledger.transaction(() => {
    ledger.meta.write('root', root.ino, folder.id);
    ledger.meta.write('volume', known, folder.id);
    if (isOther) ledger.folders.setBaseline(folder.id, undefined);
  });
  if (isOther) log.info('a folder is on another volume', { folder: folder.path });
  return isOther;
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
    if (directory === '') throw new FolderUnreachable(problem.said);
    if (problem.kind === 'missing' || problem.kind === 'not-a-directory') return 'missing';
    world.log.warn('a subfolder cannot be read', { folder: folder.path, directory, problem: problem.message });
    return 'unreadable';
  }
}

/** Regular files that the folder takes; links and special files are not followed. */
function takenFiles(
  world: ScanWorld,
  folder: Folder,
  filter: Filter,
  directory: string,
  entries: readonly Entry[],
  leftOut: LeftOutFiles,
): Found[] {
  const taken: Found[] = [];
  const others: { reason: LeftOutReason; path: string }[] = [];
  for (const entry of entries) {
    const path = pathIn(directory, entry.name);
    const ignored = entry.kind === 'directory' ? filter.directory(path) : filter.file(path);
    // What is there, the disk does not say: it may be a directory, whatever its name is.
    const isUnknown = entry.kind === 'unreadable' && filter.directory(path) === undefined;
    const reason = ignored === undefined || isUnknown ? reasonOfKind[entry.kind] : reasonOf(ignored);
    if (reason !== undefined && !(/\.json$/i.test(path) && isBesideSource(path))) others.push({ reason, path });
    if (entry.kind !== 'file' || ignored !== undefined) continue;
    if (/\.(json|csv)$/i.test(path) && isOwnOutput(world, folder, path)) continue;
    taken.push({ directory, name: entry.name, facts: { size: entry.size, mtimeMs: entry.mtimeMs, ino: entry.ino } });
  }
  leftOut.saw(directory, others);
  return taken;

  /** Most JSON files are results. To ask the ledger about each would cost more than the scan. */
  function isBesideSource(path: string): boolean {
    const source = path.slice(0, path.lastIndexOf('.'));
    return filter.file(source) === undefined;
  }
}

const reasonOfKind = {
  file: undefined,
  directory: undefined,
  link: 'link',
  other: 'special',
  unreadable: 'entry',
  unnamed: 'name',
} as const;

function isOwnOutput(world: Pick<World, 'ledger'>, folder: Folder, path: string): boolean {
  const at = absolutePath(folder, path);
  return (
    world.ledger.documents.withJsonAt(at) !== undefined ||
    csvsOf(world.ledger.tables.all(folder.id)).some((csv) => csv.path === at)
  );
}

/** How the files of a directory differ from what the ledger knows about them at the end of the comparison. */
async function differenceOf(world: ScanWorld, folder: Folder, directory: string, taken: readonly Found[]): Promise<Difference> {
  const { files } = world.ledger;
  const known: Known[] = [];
  let page = files.known(folder.id, directory, '', pageRows);
  const isOnePage = page.length < pageRows;
  known.push(...page);
  while (page.length === pageRows) {
    await new Promise<void>((resolve) => world.clock.after(0, resolve));
    page = files.known(folder.id, directory, page.at(-1)?.name ?? '', pageRows);
    known.push(...page);
  }
  const { fresh, changed, vanished } = compareDirectory(known, taken);
  const rowOf = (name: string) => files.get(folder.id, directory, name);
  const rowsOfChanged = changed.flatMap(({ found }) => differing(found, rowOf(found.name)));
  if (isOnePage) return { fresh, changed: rowsOfChanged, vanished: vanished.flatMap(({ name }) => rowOf(name) ?? []) };
  // Other work had its turn: what it wrote about these files meanwhile holds.
  const stillFresh = fresh.map((found) => ({ found, row: rowOf(found.name) }));
  return {
    fresh: stillFresh.filter(({ row }) => row === undefined).map(({ found }) => found),
    changed: [...rowsOfChanged, ...stillFresh.flatMap(({ found, row }) => differing(found, row))],
    vanished: vanished.flatMap(({ name, facts }) => {
      const row = rowOf(name);
      return row !== undefined && sameFacts(row.facts, facts) ? [row] : [];
    }),
  };
}

function differing(found: Found, row: FileRecord | undefined): Difference['changed'] {
  return row === undefined || sameFacts(row.facts, found.facts) ? [] : [{ found, row }];
}

/** A fresh name whose inode, size and time are those of a file that is no longer at its own is that file, renamed. */
async function findingsOf(world: ScanWorld, folder: Folder, difference: Difference): Promise<Finding[]> {
  const { files } = world.ledger;
  const findings: Finding[] = difference.changed.map(({ found, row }) => ({ kind: 'changed', found, row }));
  for (let at = 0; at < difference.fresh.length; at += pageRows) {
    const fresh = difference.fresh.slice(at, at + pageRows);
    const inodes: number[] = [];
    for (const { facts } of fresh) inodes.push(facts.ino);
    const known = Map.groupBy(files.withInodes(folder.id, inodes), ({ facts }) => facts.ino);
    for (const found of fresh) {
      const rows = known.get(found.facts.ino);
      const from = rows === undefined ? undefined : await formerly(world, folder, found, rows);
      findings.push(from === undefined ? { kind: 'fresh', found } : { kind: 'renamed', found, from });
    }
  }
  return findings;
}

async function formerly(
  world: ScanWorld,
  folder: Folder,
  { directory, name, facts }: Found,
  known: readonly FileRecord[],
): Promise<FileRecord | undefined> {
  for (const each of known) {
    const { directory: at, name: was, aside } = each;
    if ((at === directory && was === name) || !sameFacts(each.facts, facts)) continue;
    const there = await world.files.stat(absolutePath(folder, pathIn(at, was)));
    if (there !== undefined && there.ino === facts.ino) continue;
    // Other work had its turn meanwhile.
    const row = aside === undefined ? world.ledger.files.get(folder.id, at, was) : each;
    if (row !== undefined && sameFacts(row.facts, facts)) return row;
  }
  return undefined;
}

function rowsWithin(world: ScanWorld, folder: Folder, known: ReadonlySet<string>, directory: string): FileRecord[] {
  return [...known]
    .filter((other) => isWithin(other, directory))
    .flatMap((other) => world.ledger.files.directory(folder.id, other));
}
