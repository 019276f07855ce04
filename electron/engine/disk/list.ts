import { lstatSync, type Stats } from 'node:fs';
import { lstat, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { Entry, EntryKind } from '../ports.ts';
import { asDiskProblem, isSystemError, onDisk } from './problem.ts';

/** Milliseconds of looking at entries in one go before other work gets its turn. */
const turn = 4;
/** A look that takes longer than this many milliseconds is one at a slow disk or over a network, or the machine is busy. */
const slow = 2;
/** After so many of them in one directory it is the disk. */
const slowLooks = 2;
/** Looks under way at once on a slow disk. */
const atOnce = 16;

export async function stat(path: string): Promise<Omit<Entry, 'name'> | undefined> {
  try {
    return factsOf(await lstat(path));
  } catch (error) {
    if (isNothing(error)) return undefined;
    throw asDiskProblem(error, path, 'read');
  }
}

/**
 * `lstat` of every entry. On a local disk a synchronous call costs a third of what handing it to a thread costs, and
 * 100,000 of them are what a first look consists of; so they are done in turns of a few milliseconds. Once calls
 * turn out to be slow, the rest of the directory is asked without holding up anything.
 */
export async function list(directory: string): Promise<Entry[]> {
  const found = await onDisk('read', directory, () => readdir(directory));
  const entries: Entry[] = [];
  let next = 0;
  let slowed = 0;
  while (next < found.length) {
    lookForOneTurn();
    if (next >= found.length) break;
    if (slowed >= slowLooks) {
      await lookWithoutWaiting();
      break;
    }
    // Going through the thread pool is what gives other work its turn.
    await look(found[next++]);
  }
  return entries;

  function lookForOneTurn(): void {
    const start = now();
    let before = start;
    while (next < found.length) {
      keep(found[next], lookNow(directory, found[next]));
      next += 1;
      const after = now();
      if (after - before > slow) slowed += 1;
      if (slowed >= slowLooks || after - start > turn) return;
      before = after;
    }
  }

  async function lookWithoutWaiting(): Promise<void> {
    const worker = async (): Promise<void> => {
      while (next < found.length) await look(found[next++]);
    };
    await Promise.all(Array.from({ length: atOnce }, worker));
  }

  async function look(name: string | undefined): Promise<void> {
    if (name === undefined) return;
    const path = join(directory, name);
    try {
      keep(name, await lstat(path));
    } catch (error) {
      if (!isNothing(error)) throw asDiskProblem(error, path, 'read');
    }
  }

  function keep(name: string | undefined, facts: Stats | undefined): void {
    if (name === undefined || facts === undefined) return;
    entries.push({ name, kind: kindOfEntry(facts), size: facts.size, mtimeMs: facts.mtimeMs, ino: facts.ino });
  }
}

function lookNow(directory: string, name: string | undefined): Stats | undefined {
  if (name === undefined) return undefined;
  const path = join(directory, name);
  try {
    return lstatSync(path, { throwIfNoEntry: false });
  } catch (error) {
    throw asDiskProblem(error, path, 'read');
  }
}

/** How long work takes, in milliseconds: the engine's clock may jump and is not for this. */
function now(): number {
  const [seconds, nanoseconds] = process.hrtime();
  return seconds * 1000 + nanoseconds / 1_000_000;
}

function isNothing(error: unknown): boolean {
  return isSystemError(error) && (error.code === 'ENOENT' || error.code === 'ENOTDIR');
}

export function factsOf(facts: Stats): Omit<Entry, 'name'> {
  return { kind: kindOfEntry(facts), size: facts.size, mtimeMs: facts.mtimeMs, ino: facts.ino };
}

function kindOfEntry(facts: Stats): EntryKind {
  if (facts.isFile()) return 'file';
  if (facts.isDirectory()) return 'directory';
  return facts.isSymbolicLink() ? 'link' : 'other';
}
