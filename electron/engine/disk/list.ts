import type { Stats } from 'node:fs';
import { basename, join } from 'node:path';
import { setImmediate } from 'node:timers/promises';
import { given } from '../../core/plain-data.ts';
import { DiskProblem, type Entry, type Files } from '../ports.ts';
import { systemClock } from '../system.ts';
import { asDiskProblem, isSystemError } from './calls.ts';
import type { Directories } from './directories.ts';
import { exactVolumeAt } from './volumes.ts';

/** After so many entries or milliseconds other work gets its turn: a look at an entry of a local disk is made on the spot. */
const turnEntries = 500;
const turnMs = 4;
/** Calls at once on a disk that is waited for. */
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

/** `lstat` of every entry. */
export function list(directories: Directories, directory: string, most?: number): Promise<Entry[]> {
  const { calls } = directories;
  return directories.at('read', directory, async (way) => {
    const found = (await calls.readdir(way)).slice(0, most);
    const entries: Entry[] = [];
    const refused: unknown[] = [];
    const names = found.values();
    let looked = 0;
    let turn = systemClock.elapsed();
    let turnEnd: Promise<void> | undefined;
    const look = async () => {
      for (const name of names) {
        try {
          entries.push(entryOf(name, await calls.lstat(`${way}/${name}`)));
        } catch (error) {
          // One entry that cannot be looked at does not hide the others. Bytes that are not UTF-8 come as U+FFFD, which names nothing.
          const isGone = isSystemError(error) && (error.code === 'ENOENT' || error.code === 'ENOTDIR');
          if (!isGone) refused.push(asDiskProblem(error, join(directory, name), 'read'));
          if (!isGone || name.includes('\ufffd'))
            entries.push({ name, kind: isGone ? 'unnamed' : 'unreadable', size: 0, mtimeMs: 0, ino: 0 });
        }
        looked += 1;
        if (looked % turnEntries === 0 || systemClock.elapsed() - turn > turnMs)
          turnEnd ??= setImmediate().then(() => {
            turn = systemClock.elapsed();
            turnEnd = undefined;
          });
        if (turnEnd !== undefined) await turnEnd;
      }
    };
    await Promise.all(Array.from({ length: maxAtOnce }, look));
    if (refused.length > 1 && refused.length === found.length) throw refused[0];
    return entries;
  });
}

function entryOf(name: string, facts: Stats): Entry {
  const { size, mtimeMs, ino } = facts;
  const others = facts.isDirectory() ? 'directory' : facts.isSymbolicLink() ? 'link' : 'other';
  return { name, kind: facts.isFile() ? 'file' : others, size, mtimeMs, ino };
}
