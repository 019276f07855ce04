import { spawn } from 'node:child_process';
import fs, { type BigIntStats, constants, existsSync, readlinkSync, type Stats } from 'node:fs';
import type { Socket } from 'node:net';
import { basename, dirname, join, parse, resolve } from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout as pass } from 'node:timers/promises';
import { promisify } from 'node:util';
import { say } from '../../core/messages/message.ts';
import { type DiskAction, DiskProblem, type DiskProblemKind } from '../ports.ts';

export type Awaitable<Value> = Value | Promise<Value>;

/**
 * The system calls that the disk is made of. `inTurn` hands each to a thread; `quick` makes some on the spot, which costs a
 * tenth, but whoever calls waits for the disk.
 */
export interface SystemCalls {
  open(path: string, flags: number, mode?: number): Awaitable<number>;
  close(fd: number): Awaitable<void>;
  /** How many bytes were read into `target` at `offset`. */
  read(fd: number, target: Uint8Array, offset: number, length: number, position: number): Awaitable<number>;
  write(fd: number, bytes: Uint8Array, offset: number, length: number, position: number): Awaitable<number>;
  lstat(path: string): Awaitable<Stats>;
  /** Undefined where nothing is: the usual answer for each document, and no error. */
  lstatIfAny(path: string): Awaitable<Stats | undefined>;
  lstatExactIfAny(path: string): Awaitable<BigIntStats | undefined>;
  fstat(fd: number): Awaitable<Stats>;
  fstatExact(fd: number): Awaitable<BigIntStats>;
  ftruncate(fd: number, length: number): Awaitable<void>;
  fsync(fd: number): Awaitable<void>;
  /** Makes all of the volume durable that a file is on; false: it cannot. Absent: one that may hang. */
  syncVolume?(fd: number): Promise<boolean>;
  fchmod(fd: number, mode: number): Awaitable<void>;
  futimes(fd: number, atime: number, mtime: number): Awaitable<void>;
  readdir(path: string): Awaitable<string[]>;
  readlink(path: string): Awaitable<string>;
  mkdir(path: string): Awaitable<unknown>;
  link(from: string, to: string): Awaitable<void>;
  rename(from: string, to: string): Awaitable<void>;
  unlink(path: string): Awaitable<void>;
}

const [lstat, fstat] = [promisify(fs.lstat), promisify(fs.fstat)];
const [read, write] = [promisify(fs.read), promisify(fs.write)];

export const inTurn: SystemCalls = {
  open: promisify(fs.open),
  close: promisify(fs.close),
  read: async (...given) => (await read(...given)).bytesRead,
  write: async (...given) => (await write(...given)).bytesWritten,
  lstat: (path) => lstat(path),
  lstatIfAny: (path) => lstat(path).catch(undefinedIfNone),
  lstatExactIfAny: (path) => lstat(path, { bigint: true }).catch(undefinedIfNone),
  fstat: (fd) => fstat(fd),
  fstatExact: (fd) => fstat(fd, { bigint: true }),
  ftruncate: promisify(fs.ftruncate),
  fsync: promisify(fs.fsync),
  fchmod: promisify(fs.fchmod),
  futimes: promisify(fs.futimes),
  readdir: promisify<string, string[]>(fs.readdir),
  readlink: promisify<string, string>(fs.readlink),
  mkdir: promisify<string>(fs.mkdir),
  link: promisify(fs.link),
  rename: promisify(fs.rename),
  unlink: promisify(fs.unlink),
};

/** A volume to which others write a lot may take so long, in milliseconds; then nobody waits for it, and its files are synced one by one. */
const longestMs = 20_000;

/** Syncs the volume of each file that is named to it in a line, and says whether it could. It ends with this process. */
const syncer = 'while IFS= read -r file; do if sync -f -- "$file" 2>/dev/null; then echo yes; else echo no; fi; done';

/** To start a process for each sync takes this one longer than to write what is synced. */
function startSyncer() {
  const child = spawn('/bin/sh', ['-c', syncer], { env: { PATH: '/usr/bin:/bin' }, stdio: ['pipe', 'pipe', 'ignore'] });
  const waiting: ((isSynced: boolean) => void)[] = [];
  const answer = (isSynced: boolean) => {
    waiting.shift()?.(isSynced);
    if (waiting.length === 0) child.unref();
  };
  const end = () => {
    if (running === ask) running = undefined;
    while (waiting.length > 0) answer(false);
  };
  createInterface(child.stdout).on('line', (line) => answer(line === 'yes'));
  for (const part of [child, child.stdin]) part.on('error', end);
  child.on('exit', end);
  for (const stream of [child.stdin, child.stdout]) (stream as Socket).unref();
  const ask = async (file: string): Promise<boolean> => {
    const answered = new Promise<boolean>((synced) => waiting.push(synced));
    child.ref();
    child.stdin.write(`${file}\n`);
    // While it waits for the disk, nothing ends it.
    const isSynced = await Promise.race([answered, pass(longestMs, undefined, { ref: false })]);
    if (isSynced === undefined) end();
    return isSynced === true;
  };
  return ask;
}

let running: ReturnType<typeof startSyncer> | undefined;

/** Makes all of a volume durable that an open file is on. @returns false: it has to be done file by file */
async function syncVolume(fd: number): Promise<boolean> {
  if (process.platform !== 'linux') return false;
  running ??= startSyncer();
  return running(`/proc/${process.pid}/fd/${fd}`);
}

/** More bytes than this are read and written in turn, so that nothing else waits for them. */
const fewBytes = 256 * 1024;

/** For fixed disks of this machine: whatever takes it less time than handing the call to a thread would is done at once. */
export const quick: SystemCalls = {
  ...inTurn,
  open: fs.openSync,
  close: fs.closeSync,
  read: (...given) => (given[3] > fewBytes ? inTurn.read(...given) : fs.readSync(...given)),
  write: (...given) => (given[3] > fewBytes ? inTurn.write(...given) : fs.writeSync(...given)),
  lstat: (path) => fs.lstatSync(path),
  lstatIfAny: (path) => fs.lstatSync(path, { throwIfNoEntry: false }),
  fstat: (fd) => fs.fstatSync(fd),
  link: fs.linkSync,
  unlink: fs.unlinkSync,
  syncVolume,
};

/**
 * Does `work` on `path`, and turns an error of the operating system into a `DiskProblem`: here, once. Any other error (an
 * AbortSignal, a mistake in the program) passes through.
 */
export async function onDisk<Value>(action: DiskAction, path: string, work: () => Promise<Value>): Promise<Value> {
  try {
    return await work();
  } catch (error) {
    throw asDiskProblem(error, path, action);
  }
}

export function asDiskProblem(error: unknown, path: string, action: DiskAction): unknown {
  if (error instanceof DiskProblem || !isSystemError(error)) return error;
  const said = error.code === 'ELOOP' ? { said: say('disk.link', { path }) } : undefined;
  return new DiskProblem(kindOf(error.code, action, process.platform), path, action, { error, ...said });
}

const kinds: Readonly<Record<string, DiskProblemKind>> = {
  ENOENT: 'missing',
  EACCES: 'denied',
  EPERM: 'denied',
  EBUSY: 'locked',
  ETXTBSY: 'locked',
  EAGAIN: 'locked',
  ENOSPC: 'full',
  EDQUOT: 'full',
  EROFS: 'read-only',
  ENOTDIR: 'not-a-directory',
  ENAMETOOLONG: 'name-too-long',
};

/** The kind of a system error by its code. Windows says EPERM where a file that is open elsewhere is to be replaced. */
export function kindOf(code: string, action: DiskAction, platform: NodeJS.Platform): DiskProblemKind {
  const kind = Object.hasOwn(kinds, code) ? kinds[code] : undefined;
  return kind === 'denied' && platform === 'win32' && action === 'replace' ? 'locked' : (kind ?? 'other');
}

/** What Node throws for a system call that failed. */
export function isSystemError(error: unknown): error is Error & { readonly code: string } {
  return error instanceof Error && 'syscall' in error && 'code' in error && typeof error.code === 'string';
}

function undefinedIfNone(error: unknown): undefined {
  if (!isSystemError(error) || error.code !== 'ENOENT') throw error;
}

/** Opens a directory without the right to read it (Linux). Node has no name for it. */
const pathOnly = 0o10000000;
/** What no platform but Windows lacks. */
const { O_DIRECTORY = 0, O_NOFOLLOW = 0, O_NONBLOCK = 0 } = constants as Partial<typeof constants>;
/** A file is opened with these: a link is refused, and a pipe does not keep anybody waiting. */
export const safely = O_NOFOLLOW | O_NONBLOCK;

/** Where this process finds what it has open, without the detour by `self`. */
const ownHandles =
  process.platform === 'linux' && existsSync('/proc/self/fd') ? `/proc/${readlinkSync('/proc/self')}/fd` : undefined;

/** Directories that are kept open, and for how long after the last use (ms): an open one keeps its share from being unmounted. */
const maxOpen = 64;
const idleMs = 300;

/** How often an opened file is compared with what is at its path, where there are no handles of directories. */
const looks = 4;

interface Held {
  readonly fd: number;
  readonly dev: number;
  readonly ino: number;
  users: number;
  dropped: boolean;
  /** It was found at its path in this turn of the event loop. */
  isFresh: boolean;
}

/**
 * The way to every file: no directory on it may be a link, from the root of the disk on, so that nobody who may write to a
 * watched folder can lead Intray elsewhere. The paths that a person named have had their links resolved (`realPath`).
 *
 * With handles (Linux): each directory is opened from the handle of the one that it is in, links not followed, and all that is
 * done in it goes through `/proc/self/fd`. Whatever is swapped meanwhile, it is done there or not at all. A directory that is
 * still open is used again if its path still leads to it.
 *
 * Without: each directory on the way is looked at before and after. What was read meanwhile is thrown away if one is a link or
 * is not the same any more. A file that was opened is compared with what is at its path, several times with the way in between:
 * whoever swaps a directory would have to be right in every one of these instants. Node has no other means there; what is left
 * is a listing or a new file within one instant.
 */
export class Directories {
  readonly calls: SystemCalls;
  readonly #hasHandles: boolean;
  readonly #held = new Map<string, Held>();
  #closing: NodeJS.Timeout | undefined;

  constructor(calls: SystemCalls, hasHandles = ownHandles !== undefined) {
    this.calls = calls;
    this.#hasHandles = hasHandles;
  }

  /**
   * Does `work` on the way to an entry of a directory: the path that it gets is for system calls only. Whatever the operating system
   * refuses meanwhile is thrown as a `DiskProblem` of the path.
   */
  async inside<Value>(
    action: DiskAction,
    path: string,
    work: (way: string) => Promise<Value>,
    directory = dirname(path),
    entry = `/${basename(path)}`,
  ): Promise<Value> {
    try {
      if (!this.#hasHandles) return await this.#checked(directory, () => work(join(directory, entry)));
      const held = await this.#hold(directory);
      try {
        return await work(`${ownHandles}/${held.fd}${entry}`);
      } finally {
        await this.#release(held);
      }
    } catch (error) {
      throw asDiskProblem(error, path, action);
    }
  }

  /** The same on the way to a directory. */
  at<Value>(action: DiskAction, directory: string, work: (way: string) => Promise<Value>): Promise<Value> {
    return this.inside(action, directory, work, directory, '');
  }

  /** Makes sure that a file that was opened is the one at the end of the way. With handles it cannot be another. */
  async confirm(way: string, path: string, opened: Pick<Stats, 'dev' | 'ino'>): Promise<void> {
    if (this.#hasHandles) return;
    for (let look = 0; look < looks; look += 1) {
      await this.#onTheWay(dirname(path));
      const now = await this.calls.lstat(way);
      if (now.dev !== opened.dev || now.ino !== opened.ino) throw changedOnTheWay(path);
    }
  }

  async #hold(path: string): Promise<Held> {
    const known = this.#held.get(path);
    if (known !== undefined) {
      known.users += 1;
      if (known.isFresh) return known;
      try {
        const now = await this.calls.lstat(path);
        if (now.dev === known.dev && now.ino === known.ino) return this.#fresh(known);
      } catch {}
      await this.#drop(path, known);
      await this.#release(known);
    }
    const held = await this.#openFrom(path);
    // Somebody else may have opened it meanwhile.
    const other = this.#held.get(path);
    if (other?.dev === held.dev && other.ino === held.ino) {
      other.users += 1;
      await this.calls.close(held.fd);
      return other;
    }
    this.#held.set(path, this.#fresh(held));
    if (other !== undefined) await this.#drop(path, other);
    for (const [eldest, one] of this.#held) {
      if (this.#held.size <= maxOpen) break;
      if (one !== held) await this.#drop(eldest, one);
    }
    return held;
  }

  async #openFrom(path: string): Promise<Held> {
    const parent = dirname(path);
    const flags = O_DIRECTORY | O_NOFOLLOW | pathOnly;
    if (parent === path) return await this.#opened(await this.calls.open(path, flags));
    const above = await this.#hold(parent);
    const way = `${ownHandles}/${above.fd}/${basename(path)}`;
    try {
      return await this.#opened(await this.calls.open(way, flags));
    } catch (error) {
      if (isSystemError(error) && error.code === 'ENOTDIR' && (await this.calls.lstat(way)).isSymbolicLink()) throw linkAt(path);
      throw error;
    } finally {
      await this.#release(above);
    }
  }

  async #opened(fd: number): Promise<Held> {
    const { dev, ino } = await this.calls.fstat(fd);
    return { fd, dev, ino, users: 1, dropped: false, isFresh: false };
  }

  /** Whatever is done in the same turn is done at once, as far as anybody else can tell. */
  #fresh(held: Held): Held {
    held.isFresh = true;
    setImmediate(() => {
      held.isFresh = false;
    });
    return held;
  }

  async #drop(path: string, held: Held): Promise<void> {
    if (held.dropped) return;
    held.dropped = true;
    if (this.#held.get(path) === held) this.#held.delete(path);
    if (held.users === 0) await this.calls.close(held.fd);
  }

  async #release(held: Held): Promise<void> {
    held.users -= 1;
    if (held.dropped && held.users === 0) await this.calls.close(held.fd);
    if (this.#closing === undefined) this.#closing = setTimeout(() => void this.#closeIdle(), idleMs).unref();
    else this.#closing.refresh();
  }

  async #closeIdle(): Promise<void> {
    for (const [path, held] of [...this.#held]) {
      if (held.users === 0) await this.#drop(path, held);
    }
  }

  async #checked<Value>(directory: string, work: () => Promise<Value>): Promise<Value> {
    const before = await this.#onTheWay(directory);
    const value = await work();
    const after = await this.#onTheWay(directory);
    const changed = after.findIndex(({ dev, ino }, index) => dev !== before[index]?.dev || ino !== before[index]?.ino);
    if (changed >= 0) throw changedOnTheWay(directory);
    return value;
  }

  async #onTheWay(directory: string): Promise<Stats[]> {
    const facts: Stats[] = [];
    const { root } = parse(directory);
    let path = root;
    for (const name of ['', ...directory.slice(root.length).split(/[\\/]/).filter(Boolean)]) {
      path = join(path, name);
      const found = await this.calls.lstat(path);
      if (found.isSymbolicLink()) throw linkAt(path);
      facts.push(found);
    }
    return facts;
  }
}

function changedOnTheWay(path: string): DiskProblem {
  return new DiskProblem('other', path, 'read', { said: say('disk.changedOnTheWay', { path }) });
}

function linkAt(path: string): DiskProblem {
  return new DiskProblem('not-a-directory', path, 'read', { said: say('disk.link', { path }) });
}

/** The path with its links resolved, also where its end, or what a link leads to, is not there (yet). */
export async function realPath(look: (path: string) => Promise<string | undefined>, path: string): Promise<string> {
  const { root } = parse(resolve(path));
  let real = root;
  const names = resolve(path).slice(root.length).split(/[\\/]/).filter(Boolean);
  for (let links = 0; names.length > 0; ) {
    const next = join(real, names.shift() ?? '');
    const target = await look(next).catch(() => undefined);
    if (target === undefined || links > 40) real = next;
    else {
      links += 1;
      const leads = resolve(real, target);
      real = parse(leads).root;
      names.unshift(...leads.slice(real.length).split(/[\\/]/).filter(Boolean));
    }
  }
  return real;
}

/** Where a link leads; undefined for anything else. */
export async function linkTarget({ calls }: Directories, path: string): Promise<string | undefined> {
  try {
    return (await calls.lstat(path)).isSymbolicLink() ? await calls.readlink(path) : undefined;
  } catch {
    return undefined;
  }
}
