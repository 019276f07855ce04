import type { BigIntStats, Stats } from 'node:fs';
import fs from 'node:fs';
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
  lstatExact(path: string): Awaitable<BigIntStats>;
  fstat(fd: number): Awaitable<Stats>;
  fstatExact(fd: number): Awaitable<BigIntStats>;
  ftruncate(fd: number, length: number): Awaitable<void>;
  fsync(fd: number): Awaitable<void>;
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
  lstatExact: (path) => lstat(path, { bigint: true }),
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

/** More bytes than this are read and written in turn, so that nothing else waits for them. */
const fewBytes = 256 * 1024;
/** What `lstat` says of a name that nothing has, which is asked for each document: an error that is made anew takes ten times as long. */
const noEntry = Object.assign(new Error('no such file or directory'), { code: 'ENOENT', syscall: 'lstat' });

/** For fixed disks of this machine: whatever takes it less time than handing the call to a thread would is done at once. */
export const quick: SystemCalls = {
  ...inTurn,
  open: fs.openSync,
  close: fs.closeSync,
  read: (...given) => (given[3] > fewBytes ? inTurn.read(...given) : fs.readSync(...given)),
  write: (...given) => (given[3] > fewBytes ? inTurn.write(...given) : fs.writeSync(...given)),
  lstat(path) {
    const entry = fs.lstatSync(path, { throwIfNoEntry: false });
    if (entry === undefined) throw noEntry;
    return entry;
  },
  fstat: (fd) => fs.fstatSync(fd),
  link: fs.linkSync,
  unlink: fs.unlinkSync,
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
