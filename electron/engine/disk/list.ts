import { lstatSync, type Stats } from 'node:fs';
import { lstat, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { Entry, EntryKind } from '../ports.ts';
import { asDiskProblem, isSystemError, onDisk } from './problem.ts';

/** Entries are looked at for this long before other work gets its turn, in milliseconds. */
const turnMs = 4;
/** A call that takes longer than this is to a slow disk or over a network, or the machine is busy. Milliseconds. */
const slowMs = 2;
/** After this many slow calls in one directory it is the disk. */
const maxSlowCalls = 2;
/** Calls at once on a slow disk. */
const maxAtOnce = 16;

export async function stat(path: string): Promise<Omit<Entry, 'name'> | undefined> {
  try {
    return factsOf(await lstat(path));
  } catch (error) {
    if (isNothing(error)) return undefined;
    throw asDiskProblem(error, path, 'read');
  }
}

/**
 * `lstat` of every entry. On a local disk a synchronous call costs a third of what handing it to a thread does, and a first
 * scan may make 100,000 of them; so they are made in turns of a few milliseconds. Once calls turn out to be slow, the rest
 * of the directory is read without blocking.
 */
export async function list(directory: string): Promise<Entry[]> {
  const found = await onDisk('read', directory, () => readdir(directory));
  const entries: Entry[] = [];
  let next = 0;
  let slowed = 0;
  while (next < found.length) {
    lookForOneTurn();
    if (next >= found.length) break;
    if (slowed >= maxSlowCalls) {
      await lookWithoutWaiting();
      break;
    }
    // Going through the thread pool gives other work its turn.
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
      if (after - before > slowMs) slowed += 1;
      if (slowed >= maxSlowCalls || after - start > turnMs) return;
      before = after;
    }
  }

  async function lookWithoutWaiting(): Promise<void> {
    const worker = async (): Promise<void> => {
      while (next < found.length) await look(found[next++]);
    };
    await Promise.all(Array.from({ length: maxAtOnce }, worker));
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
