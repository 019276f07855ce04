import { constants } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { type FileFacts, factsOf, sameFacts } from '../../core/document/document.ts';
import { say } from '../../core/messages/message.ts';
import { type Content, DiskProblem } from '../ports.ts';
import { type Directories, isSystemError, type SystemCalls, safely } from './directories.ts';
import { syncDirectory, syncFile } from './sync.ts';

/** One byte, so that a full disk says so. */
export function probeWrite(directories: Directories, directory: string): Promise<void> {
  const { calls } = directories;
  return directories.at('write', directory, (way) =>
    withTemporary(calls, `${way}/probe`, ({ fd }) => writeAll(calls, fd, new Uint8Array(1))),
  );
}

export async function createWhole(
  directories: Directories,
  path: string,
  bytes: Content,
  sources: readonly string[] = [],
): Promise<FileFacts | 'taken'> {
  const { calls } = directories;
  // What everybody may do with all of the sources, and their owner always. One that has gone, or has no permissions, forbids nothing.
  let mode = 0o666;
  for (const source of sources) {
    try {
      mode &= 0o600 | (await directories.inside('read', source, async (way) => calls.lstat(way))).mode;
    } catch {}
  }
  return await directories.inside('write', path, async (way) => {
    const write = async ({ fd, way: temporary, close }: TemporaryFile) => {
      await writeAll(calls, fd, bytes);
      await syncFile(calls, fd);
      await close();
      return giveName(calls, temporary, way);
    };
    if ((await withTemporary(calls, way, write, mode)) === 'taken') return 'taken';
    await syncDirectory(calls, dirname(way));
    return factsOf(await calls.lstat(way));
  });
}

/**
 * Gives a finished file its name, if that is free. Only a hard link can neither overwrite a file nor show an unfinished one.
 * Where there are no hard links (exFAT, some network shares) it checks that the name is free and renames the file: somebody
 * else would have to take that very name in the instant between. Claiming the name with an empty file first would close the
 * gap, but show an empty output to whatever watches the folder, every time.
 * `linked`: the file has both names now.
 */
export async function giveName(calls: SystemCalls, from: string, to: string): Promise<'linked' | 'renamed' | 'taken'> {
  try {
    await calls.link(from, to);
    return 'linked';
  } catch (error) {
    if (!isSystemError(error) || decisive.has(error.code)) {
      if (isSystemError(error) && error.code === 'EEXIST') return 'taken';
      throw error;
    }
  }
  if ((await calls.lstatIfAny(to)) !== undefined) return 'taken';
  await calls.rename(from, to);
  return 'renamed';
}

/** Errors of a link that concern the file or the disk. Any other error means that there are no hard links here. */
const decisive = new Set(['EEXIST', 'ENOENT', 'ENOTDIR', 'ENAMETOOLONG', 'ENOSPC', 'EDQUOT', 'EROFS', 'EXDEV', 'EIO']);

export function replaceWhole(directories: Directories, path: string, bytes: Content): Promise<FileFacts> {
  const { calls } = directories;
  return directories.inside('replace', path, async (way) => {
    await withTemporary(calls, way, async ({ fd, way: temporary, close }) => {
      await writeAll(calls, fd, bytes);
      try {
        // The new file keeps the permissions of the old one.
        const old = await calls.lstat(way);
        if (old.isFile()) await calls.fchmod(fd, old.mode & 0o777);
      } catch {
        // There is no old file, or this disk has no permissions.
      }
      await syncFile(calls, fd);
      await close();
      await calls.rename(temporary, way);
    });
    await syncDirectory(calls, dirname(way));
    return factsOf(await calls.lstat(way));
  });
}

/** A write that fails halfway (a full disk) is truncated again, so that the file ends where it did before. */
export function writeAt(
  directories: Directories,
  path: string,
  expected: FileFacts,
  position: number,
  bytes: Uint8Array,
): Promise<FileFacts> {
  const { calls } = directories;
  return directories.inside('write', path, async (way) => {
    const fd = await calls.open(way, constants.O_RDWR | safely);
    try {
      const now = await calls.fstat(fd);
      if (!now.isFile() || !sameFacts(now, expected) || expected.size < position) {
        throw new DiskProblem('changed', path, 'write');
      }
      await directories.confirm(way, path, now);
      if (expected.size > position) await calls.ftruncate(fd, position);
      try {
        await writeAll(calls, fd, bytes, position);
      } catch (error) {
        await Promise.resolve(calls.ftruncate(fd, position)).catch(() => undefined);
        throw error;
      }
      await syncFile(calls, fd);
    } finally {
      await calls.close(fd);
    }
    // Only now do Windows and network shares report the final time.
    return factsOf(await calls.lstat(way));
  });
}

export function sync(directories: Directories, path: string, expected: FileFacts): Promise<void> {
  const { calls } = directories;
  return directories.inside('write', path, async (way) => {
    const fd = await calls.open(way, constants.O_RDWR | safely);
    try {
      if (!sameFacts(await calls.fstat(fd), expected)) throw new DiskProblem('changed', path, 'write');
      await syncFile(calls, fd);
    } finally {
      await calls.close(fd);
    }
    await syncDirectory(calls, dirname(way));
  });
}

/** Creates a directory and those above it, each in the one that it belongs to. */
export async function makeDirectory(directories: Directories, path: string): Promise<void> {
  const { calls } = directories;
  try {
    return await directories.at('write', path, async () => {});
  } catch (error) {
    if (!(error instanceof DiskProblem) || dirname(path) === path) throw error;
    // Else it is a link.
    if (error.kind === 'not-a-directory' && isSystemError(error.cause))
      throw new DiskProblem('not-a-directory', path, 'write', { said: say('disk.isFile', { path }) });
    if (error.kind !== 'missing') throw error;
  }
  await makeDirectory(directories, dirname(path));
  await directories.inside('write', path, async (way) => {
    try {
      await calls.mkdir(way);
      await syncDirectory(calls, dirname(way));
    } catch (error) {
      if (!isSystemError(error) || error.code !== 'EEXIST') throw error;
    }
  });
  await directories.at('write', path, async () => {});
}

export async function writeAll(calls: SystemCalls, fd: number, bytes: Content, position = 0): Promise<void> {
  let next = position;
  for await (const piece of bytes instanceof Uint8Array ? [bytes] : bytes) {
    for (let written = 0; written < piece.length; ) {
      const now = await calls.write(fd, piece, written, piece.length - written, next);
      written += now;
      next += now;
    }
  }
}

/**
 * Files that are being written. They are in the directory of the file that they are to become, so that giving them its name
 * is one step. Their name says what they are: one that a crash left behind can be told from any other file.
 */
const pattern = /^\.intray-[0-9a-z-]+\.tmp$/;

/** Whether a file name is one of ours for a file that is being written. */
export function isTemporary(name: string): boolean {
  return pattern.test(name);
}

const ownPrefix = `.intray-${process.pid.toString(36)}-`;

/** A file of this process is never a leftover. One that has gone already is fine. */
export async function removeLeftover(directories: Directories, path: string): Promise<void> {
  const name = basename(path);
  if (!isTemporary(name) || name.startsWith(ownPrefix)) return;
  try {
    await directories.inside('write', path, async (way) => directories.calls.unlink(way));
  } catch (error) {
    if (!(error instanceof DiskProblem) || error.kind !== 'missing') throw error;
  }
}

interface TemporaryFile {
  readonly fd: number;
  readonly way: string;
  /** To be called before it gets its name: Windows renames no open file. */
  readonly close: () => Promise<void>;
}

let made = 0;

/**
 * Creates a temporary file beside `target` (a way), exclusively: two programs never get the same one. It is closed and, unless
 * it has been renamed, removed once `work` is over; if it cannot be removed, what was written is still fine. The umask applies
 * to `mode`.
 */
export async function withTemporary<Value>(
  calls: SystemCalls,
  target: string,
  work: (temporary: TemporaryFile) => Promise<Value>,
  mode = 0o666,
): Promise<Value> {
  for (;;) {
    made += 1;
    const name = `${ownPrefix}${process.hrtime.bigint().toString(36)}-${made.toString(36)}.tmp`;
    const way = join(dirname(target), name);
    let fd: number;
    try {
      fd = await calls.open(way, constants.O_CREAT | constants.O_EXCL | constants.O_WRONLY | safely, mode);
    } catch (error) {
      if (!isSystemError(error) || error.code !== 'EEXIST') throw error;
      continue;
    }
    let isOpen = true;
    const close = async () => {
      isOpen = false;
      await calls.close(fd);
    };
    try {
      return await work({ fd, way, close });
    } finally {
      if (isOpen) await quietly(close);
      try {
        await calls.unlink(way);
      } catch {}
    }
  }
}

async function quietly(work: () => unknown): Promise<void> {
  try {
    await work();
  } catch {}
}
