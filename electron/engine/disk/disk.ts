import { constants, readdirSync, readFileSync, readlinkSync, type Stats } from 'node:fs';
import { basename, join } from 'node:path';
import { setImmediate } from 'node:timers/promises';
import { type FileFacts, sameFacts } from '../../core/document/document.ts';
import { say } from '../../core/messages/message.ts';
import { defined } from '../../core/plain-data.ts';
import { DiskProblem, type Entry, type Files, type Hash, type OpenFile } from '../ports.ts';
import { systemClock } from '../system.ts';
import { asDiskProblem, Directories, inTurn, isSystemError, linkTarget, realPath, safely } from './directories.ts';
import { moveNew } from './move.ts';
import { fill, hashBytes, hashOpen, lend, pieceBytes, type Reader, readFrom, typeLength, typeOf } from './read.ts';
import { exactVolumeAt } from './volumes.ts';
import { createWhole, makeDirectory, probeWrite, removeLeftover, replaceWhole, sync, writeAt } from './write.ts';

export { isTemporary } from './write.ts';

const operations = {
  stat,
  list,
  read,
  hash,
  contentType,
  open,
  probeWrite,
  createWhole,
  replaceWhole,
  writeAt,
  sync,
  makeDirectory,
  moveNew,
  removeLeftover,
  linkTarget,
};

export type DiskOperation = keyof typeof operations;

/** What can be done on one volume. Each takes a path first. */
export type VolumeFiles = Pick<Files, Exclude<DiskOperation, 'linkTarget'>> & {
  linkTarget(path: string): Promise<string | undefined>;
};

/** An operation, whichever it is: its arguments go with its name. */
type Perform = (path: string, ...given: readonly unknown[]) => unknown;

/** Each operation as `performing` says. */
export function eachOperation(performing: (name: DiskOperation) => Perform): VolumeFiles {
  const names = Object.keys(operations) as DiskOperation[];
  return Object.fromEntries(names.map((name) => [name, performing(name)])) as unknown as VolumeFiles;
}

/** The files of a volume, worked on by whoever calls. */
export function volumeFiles(directories: Directories): VolumeFiles {
  return eachOperation((name) =>
    (operations[name] as (on: Directories, ...given: unknown[]) => unknown).bind(undefined, directories),
  );
}

/**
 * All files: each is worked on by its volume's.
 * `resolve`: as `realPath`, but looked up each time: a person may lead a link elsewhere.
 */
export function filesOn(volumeOf: (path: string) => VolumeFiles): Files & { resolve(path: string): Promise<string> } {
  const named = new Map<string, string>();
  const resolve = (path: string) => realPath((part) => volumeOf(part).linkTarget(part), path);
  return {
    ...eachOperation(
      (name) =>
        (path, ...given) =>
          (volumeOf(path)[name] as Perform)(path, ...given),
    ),
    resolve,
    async realPath(path) {
      const known = named.get(path);
      if (known !== undefined) return known;
      const real = await resolve(path);
      const found = await volumeOf(real)
        .stat(real)
        .catch(() => undefined);
      if (found !== undefined) named.set(path, real);
      return real;
    },
    isBeingWritten: createWriters(),
  };
}

/** The real disk, worked on by whoever calls. A host takes the one of `shared-disk.ts`. */
export function createFiles(directories = new Directories(inTurn)): Files {
  const files = volumeFiles(directories);
  return filesOn(() => files);
}

/** After so many entries or milliseconds other work gets its turn: a look at an entry of a local disk is made on the spot. */
const turnEntries = 500;
const turnMs = 4;
let turnSince = systemClock.elapsed();
let turnEnd: Promise<void> | undefined;

/** Gives other work its turn, unless it has had one just now. */
async function leaveTurn(): Promise<void> {
  if (turnEnd === undefined && systemClock.elapsed() - turnSince < turnMs) return;
  turnEnd ??= setImmediate().then(() => {
    turnSince = systemClock.elapsed();
    turnEnd = undefined;
  });
  await turnEnd;
}

/** Calls at once on a disk that is waited for. */
const maxAtOnce = 16;

export async function stat(directories: Directories, path: string): ReturnType<Files['stat']> {
  const { calls } = directories;
  try {
    return await directories.inside('read', path, async (way) => {
      const facts = await calls.lstatIfAny(way);
      if (facts === undefined) return undefined;
      const entry = entryOf(basename(path), facts);
      if (entry.kind !== 'directory') return entry;
      const volume = await exactVolumeAt(path, facts.dev, calls.lstat);
      return { ...entry, ...defined({ volume }), ...(isOpenToOthers(facts) && { openToOthers: true }) };
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

/**
 * Opens a file, and nothing else: no link is followed, no pipe waited for. It is looked at on the handle: what is read is what was
 * opened, whatever has its name by now. One that fits a piece and is to be read whole is read in one go: its head, its tail, its type
 * and its hash then come from the same bytes, and cost no more than opening, reading and closing.
 *
 * @param facts absent: whatever file is there
 */
export async function open(directories: Directories, path: string, facts?: FileFacts, whole = false): Promise<OpenFile> {
  const { calls } = directories;
  let opened: number | undefined;
  /** Until they are handed out. */
  let lent: ReturnType<typeof lend> | undefined;
  const close = async () => {
    lent?.giveBack();
    if (opened !== undefined) await calls.close(opened);
  };
  await leaveTurn();
  try {
    const { fd, size } = await directories.inside('read', path, async (way) => {
      const handle = await calls.open(way, constants.O_RDONLY | safely);
      opened = handle;
      const now = await calls.fstat(handle);
      if (!now.isFile()) throw new DiskProblem('other', path, 'read', { said: say('disk.notAFile', { path }) });
      await directories.confirm(way, path, now);
      if (facts !== undefined && !sameFacts(now, facts)) throw new DiskProblem('changed', path, 'read');
      return { fd: handle, size: now.size };
    });
    let start: Buffer | undefined;
    const readInto: Reader = async (target, offset, length, position) => {
      if (start !== undefined) return start.copy(target, offset, position, position + length);
      try {
        return await calls.read(fd, target, offset, length, position);
      } catch (error) {
        throw asDiskProblem(error, path, 'read');
      }
    };
    if (whole && size < pieceBytes) {
      lent = lend(size + 1);
      start = lent.bytes.subarray(0, await fill(readInto, lent.bytes, 0, size));
    }
    return {
      readInto,
      read: async (position, length) =>
        start?.subarray(position, Math.min(position + length, size)) ?? (await readFrom(readInto, position, length)),
      contentType: async () => typeOf(start ?? (await readFrom(readInto, 0, typeLength)), size, readInto),
      hash: async (signal) => {
        signal?.throwIfAborted();
        if (start === undefined || lent === undefined) return hashOpen(readInto, size, signal);
        const { giveBack } = lent;
        lent = undefined;
        return { ...hashBytes(start), content: { bytes: start, giveBack } };
      },
      close,
    };
  } catch (error) {
    await close();
    throw error;
  }
}

async function ofOpen<Value>(directories: Directories, path: string, ask: (file: OpenFile) => Promise<Value>): Promise<Value> {
  const file = await open(directories, path);
  try {
    return await ask(file);
  } finally {
    await file.close();
  }
}

export function read(directories: Directories, path: string, position: number, length: number): Promise<Uint8Array> {
  return ofOpen(directories, path, (file) => file.read(position, length));
}

export function hash(directories: Directories, path: string, signal?: AbortSignal): Promise<Hash> {
  return ofOpen(directories, path, (file) => file.hash(signal));
}

export function contentType(directories: Directories, path: string): Promise<string | undefined> {
  return ofOpen(directories, path, (file) => file.contentType());
}

/** Where the kernel says which files are open, by path: `/proc/PID/fd/NUMBER` of each. */
type OpenFiles = ReadonlyMap<string, readonly string[]>;

/** One pass over all processes answers everybody who asks within this time, in milliseconds. */
const passMs = 1_000;

/**
 * Tells whether another program has a file open for writing, as far as the system says: on Linux that of the processes of the
 * same user, of root's all; elsewhere nothing, and the answer is no. Costs at most one pass over the processes a second, however
 * many files are asked about, and does not touch the file. Never throws.
 */
export function createWriters(look: () => Promise<OpenFiles> = openFiles): (path: string) => Promise<boolean> {
  let begunAt = Number.NEGATIVE_INFINITY;
  let open: Promise<OpenFiles> = Promise.resolve(new Map());
  return async (path) => {
    if (systemClock.elapsed() - begunAt >= passMs) {
      begunAt = systemClock.elapsed();
      open = look();
    }
    return (await open).get(path)?.some((place) => ifAny(linkAt, place) === path && isForWriting(place)) ?? false;
  };
}

const namesIn: (directory: string) => string[] = readdirSync;
const linkAt: (path: string) => string = readlinkSync;

/** Looks at the open files of all processes. */
async function openFiles(): Promise<OpenFiles> {
  const open = new Map<string, string[]>();
  if (process.platform !== 'linux') return open;
  for (const pid of ifAny(namesIn, '/proc') ?? []) {
    if (!/^\d+$/.test(pid) || pid === String(process.pid)) continue;
    for (const fd of ifAny(namesIn, `/proc/${pid}/fd`) ?? []) {
      const place = `/proc/${pid}/fd/${fd}`;
      const path = ifAny(linkAt, place);
      // Anything else is a pipe or a socket.
      if (path?.startsWith('/') !== true) continue;
      const places = open.get(path);
      if (places === undefined) open.set(path, [place]);
      else places.push(place);
    }
    await leaveTurn();
  }
  return open;
}

/** `flags` are octal; their last two bits say how a file was opened (proc_pid_fdinfo(5)). */
function isForWriting(place: string): boolean {
  const info = ifAny((path) => readFileSync(path, 'utf8'), place.replace('/fd/', '/fdinfo/'));
  const flags = Number.parseInt(/^flags:\s*([0-7]+)/m.exec(info ?? '')?.[1] ?? '0', 8);
  return (flags & 3) !== 0;
}

/** Processes end at any time, and those of others do not tell. */
function ifAny<Value>(read: (path: string) => Value, path: string): Value | undefined {
  try {
    return read(path);
  } catch {
    return undefined;
  }
}
