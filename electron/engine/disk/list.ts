import { lstatSync, type Stats } from 'node:fs';
import { join } from 'node:path';
import type { FileFacts } from '../../core/document/document.ts';
import { given } from '../../core/plain-data.ts';
import { DiskProblem, type Entry, type EntryKind, type Files } from '../ports.ts';
import { asDiskProblem, isSystemError, onDisk, type SystemCalls } from './calls.ts';
import type { Disk } from './directories.ts';
import { exactVolumeAt } from './volumes.ts';

/** So many entries are looked at before other work gets its turn: two milliseconds on a fast disk. */
const turnEntries = 500;
/** And no longer than this, in milliseconds. */
const turnMs = 4;
/** The time is asked for after each of the first entries of a turn, and then after as many again: it costs a tenth of a look. */
const timedEntries = 16;
/** After so many turns in a row that ended within their first entries it is the disk, or the network, and not a busy machine. */
const maxSlowTurns = 2;
/** Calls at once on a slow disk. */
const maxAtOnce = 16;

export async function stat({ calls, directories }: Disk, path: string): ReturnType<Files['stat']> {
  try {
    const facts = await directories.inside(path, async (way) => calls.lstat(way));
    if (!facts.isDirectory()) return entryOf(facts);
    const volume = await exactVolumeAt(path, facts.dev, calls.lstat);
    return { ...entryOf(facts), ...given({ volume }), ...(isOpenToOthers(facts) && { openToOthers: true }) };
  } catch (error) {
    if (isNothing(error)) return undefined;
    throw asDiskProblem(error, path, 'read');
  }
}

/**
 * Whether other users may write to a directory, as far as its mode says. Nobody else is in the group that many systems give
 * each user; in a directory with the sticky bit nobody touches another's files.
 */
export function isOpenToOthers({ mode, uid, gid }: Pick<Stats, 'mode' | 'uid' | 'gid'>): boolean {
  if (process.platform === 'win32' || (mode & 0o1000) !== 0) return false;
  return (mode & 0o002) !== 0 || ((mode & 0o020) !== 0 && (uid !== gid || gid !== process.getgid?.()));
}

/**
 * `lstat` of every entry. On a local disk a synchronous call costs a third of what handing it to a thread does, and a first
 * scan may make 100,000 of them; so they are made in short turns. Once calls turn out to be slow, the rest of the directory is
 * read without blocking.
 */
export function list({ calls, directories }: Disk, directory: string, most?: number): Promise<Entry[]> {
  return onDisk('read', directory, () => directories.at(directory, (way) => entriesOf(calls, way, directory, most)));
}

async function entriesOf(calls: SystemCalls, way: string, directory: string, most?: number): Promise<Entry[]> {
  const found = (await calls.readdir(way)).slice(0, most);
  const entries: Entry[] = [];
  const refused: unknown[] = [];
  let next = 0;
  let slowTurns = 0;
  while (next < found.length && slowTurns < maxSlowTurns) {
    slowTurns = lookForOneTurn() < timedEntries ? slowTurns + 1 : 0;
    // Going through the thread pool gives other work its turn, and says that the disk answers.
    if (next < found.length) await look(found[next++]);
  }
  await lookWithoutWaiting();
  if (refused.length > 1 && refused.length === found.length) throw refused[0];
  return entries;

  /** @returns how many were looked at */
  function lookForOneTurn(): number {
    const [begun, start] = [next, now()];
    const end = Math.min(found.length, next + turnEntries);
    while (next < end) {
      lookNow(found[next]);
      next += 1;
      const looked = next - begun;
      if ((looked < timedEntries || looked % timedEntries === 0) && now() - start > turnMs) break;
    }
    return next - begun;
  }

  async function lookWithoutWaiting(): Promise<void> {
    const worker = async (): Promise<void> => {
      while (next < found.length) await look(found[next++]);
    };
    await Promise.all(Array.from({ length: maxAtOnce }, worker));
  }

  async function look(name: string | undefined): Promise<void> {
    if (name === undefined) return;
    try {
      entries.push({ name, ...entryOf(await calls.lstatAside(join(way, name))) });
    } catch (error) {
      without(name, error);
    }
  }

  function lookNow(name: string | undefined): void {
    if (name === undefined) return;
    try {
      // Written out: joining, spreading and counting entries cost as much as a third of the calls.
      const facts = lstatSync(`${way}/${name}`);
      entries.push({ name, kind: kindOfEntry(facts), size: facts.size, mtimeMs: facts.mtimeMs, ino: facts.ino });
    } catch (error) {
      without(name, error);
    }
  }

  /** One entry that cannot be looked at does not hide the others. Bytes that are not UTF-8 come as U+FFFD, which names nothing. */
  function without(name: string, error: unknown): void {
    if (!isNothing(error)) refused.push(asDiskProblem(error, join(directory, name), 'read'));
    const kind = isNothing(error) ? 'unnamed' : 'unreadable';
    if (kind === 'unreadable' || name.includes('\ufffd')) entries.push({ name, kind, size: 0, mtimeMs: 0, ino: 0 });
  }
}

/** How long work takes, in milliseconds: the engine's clock may jump and is not for this. */
function now(): number {
  const [seconds, nanoseconds] = process.hrtime();
  return seconds * 1000 + nanoseconds / 1_000_000;
}

/** Below a link, too, is nothing of ours. */
function isNothing(error: unknown): boolean {
  if (error instanceof DiskProblem) return error.kind === 'not-a-directory';
  return isSystemError(error) && (error.code === 'ENOENT' || error.code === 'ENOTDIR');
}

function entryOf(facts: Stats): Omit<Entry, 'name'> {
  return { kind: kindOfEntry(facts), ...factsOf(facts) };
}

export function factsOf({ size, mtimeMs, ino }: FileFacts): FileFacts {
  return { size, mtimeMs, ino };
}

function kindOfEntry(facts: Stats): EntryKind {
  if (facts.isFile()) return 'file';
  if (facts.isDirectory()) return 'directory';
  return facts.isSymbolicLink() ? 'link' : 'other';
}
