import { lstatSync, type Stats } from 'node:fs';
import { basename, join } from 'node:path';
import type { FileFacts } from '../../core/document/document.ts';
import { given } from '../../core/plain-data.ts';
import { DiskProblem, type Entry, type Files } from '../ports.ts';
import { asDiskProblem, isSystemError, type SystemCalls } from './calls.ts';
import type { Directories } from './directories.ts';
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

export async function stat(directories: Directories, path: string): ReturnType<Files['stat']> {
  const { calls } = directories;
  try {
    return await directories.inside('read', path, async (way) => {
      const facts = await calls.lstat(way);
      const entry = entryOf(basename(path), facts);
      if (entry.kind !== 'directory') return entry;
      const volume = await exactVolumeAt(path, facts.dev, calls.lstat);
      return { ...entry, ...given({ volume }), ...(isOpenToOthers(facts) && { openToOthers: true }) };
    });
  } catch (error) {
    // Below a link, too, is nothing of ours.
    if (error instanceof DiskProblem && (error.kind === 'missing' || error.kind === 'not-a-directory')) return undefined;
    throw error;
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
export function list(directories: Directories, directory: string, most?: number): Promise<Entry[]> {
  return directories.at('read', directory, (way) => entriesOf(directories.calls, way, directory, most));
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
      entries.push(entryOf(name, await calls.lstatAside(join(way, name))));
    } catch (error) {
      without(name, error);
    }
  }

  function lookNow(name: string | undefined): void {
    if (name === undefined) return;
    try {
      // Written out: joining costs a part of the call that counts.
      entries.push(entryOf(name, lstatSync(`${way}/${name}`)));
    } catch (error) {
      without(name, error);
    }
  }

  /** One entry that cannot be looked at does not hide the others. Bytes that are not UTF-8 come as U+FFFD, which names nothing. */
  function without(name: string, error: unknown): void {
    const isGone = isSystemError(error) && (error.code === 'ENOENT' || error.code === 'ENOTDIR');
    if (!isGone) refused.push(asDiskProblem(error, join(directory, name), 'read'));
    if (!isGone || name.includes('\ufffd'))
      entries.push({ name, kind: isGone ? 'unnamed' : 'unreadable', size: 0, mtimeMs: 0, ino: 0 });
  }
}

/** How long work takes, in milliseconds: the engine's clock may jump and is not for this. */
function now(): number {
  const [seconds, nanoseconds] = process.hrtime();
  return seconds * 1000 + nanoseconds / 1_000_000;
}

function entryOf(name: string, facts: Stats): Entry {
  const { size, mtimeMs, ino } = facts;
  const others = facts.isDirectory() ? 'directory' : facts.isSymbolicLink() ? 'link' : 'other';
  return { name, kind: facts.isFile() ? 'file' : others, size, mtimeMs, ino };
}

export function factsOf({ size, mtimeMs, ino }: FileFacts): FileFacts {
  return { size, mtimeMs, ino };
}
