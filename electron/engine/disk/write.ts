import { constants } from 'node:fs';
import { dirname } from 'node:path';
import { type FileFacts, sameFacts } from '../../core/document/document.ts';
import { say } from '../../core/messages/message.ts';
import { type Content, DiskProblem } from '../ports.ts';
import { isSystemError, onDisk, type SystemCalls } from './calls.ts';
import { type Disk, safely } from './directories.ts';
import { factsOf } from './list.ts';
import { syncDirectory, type TemporaryFile, withTemporary } from './temporary.ts';

/** One byte, so that a full disk says so. */
export function probeWrite({ calls, directories }: Disk, directory: string): Promise<void> {
  return onDisk('write', directory, () =>
    directories.at(directory, (way) =>
      withTemporary(calls, `${way}/probe`, ({ fd }) => writeAll(calls, fd, new Uint8Array(1), 0)),
    ),
  );
}

export function createWhole(
  disk: Disk,
  path: string,
  bytes: Content,
  sources: readonly string[] = [],
  durable: 'now' | 'later' = 'now',
): Promise<FileFacts | 'taken'> {
  const { calls, directories } = disk;
  return onDisk('write', path, () =>
    directories.inside(path, async (way) => {
      if (await isTaken(calls, way)) return 'taken';
      const write = async ({ fd, way: temporary, close }: TemporaryFile) => {
        await writePieces(calls, fd, bytes);
        if (durable === 'now') await calls.fsync(fd);
        await close();
        return giveName(calls, temporary, way);
      };
      const given = await withTemporary(calls, way, write, await sharedMode(disk, sources));
      if (given === 'taken') return 'taken';
      if (durable === 'now') await syncDirectory(calls, dirname(way));
      return factsOf(await calls.lstat(way));
    }),
  );
}

/** What everybody may do with all of these files, and its owner always. One that has gone, or has no permissions, forbids nothing. */
async function sharedMode({ calls, directories }: Disk, paths: readonly string[]): Promise<number> {
  let mode = 0o666;
  for (const path of paths) {
    try {
      mode &= 0o600 | (await directories.inside(path, async (way) => calls.lstat(way))).mode;
    } catch {}
  }
  return mode;
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
  if (await isTaken(calls, to)) return 'taken';
  await calls.rename(from, to);
  return 'renamed';
}

/** Errors of a link that concern the file or the disk. Any other error means that there are no hard links here. */
const decisive = new Set(['EEXIST', 'ENOENT', 'ENOTDIR', 'ENAMETOOLONG', 'ENOSPC', 'EDQUOT', 'EROFS', 'EXDEV', 'EIO']);

export function replaceWhole({ calls, directories }: Disk, path: string, bytes: Content): Promise<FileFacts> {
  return onDisk('replace', path, () =>
    directories.inside(path, async (way) => {
      await withTemporary(calls, way, async ({ fd, way: temporary, close }) => {
        await writePieces(calls, fd, bytes);
        await keepMode(calls, way, fd);
        await calls.fsync(fd);
        await close();
        await calls.rename(temporary, way);
      });
      await syncDirectory(calls, dirname(way));
      return factsOf(await calls.lstat(way));
    }),
  );
}

async function writePieces(calls: SystemCalls, fd: number, bytes: Content): Promise<void> {
  let position = 0;
  for await (const piece of bytes instanceof Uint8Array ? [bytes] : bytes) {
    await writeAll(calls, fd, piece, position);
    position += piece.length;
  }
}

/** The new file keeps the permissions of the old one, if the disk has any. */
async function keepMode(calls: SystemCalls, old: string, fd: number): Promise<void> {
  try {
    const facts = await calls.lstat(old);
    if (facts.isFile()) await calls.fchmod(fd, facts.mode & 0o777);
  } catch {
    // There is no old file, or this disk has no permissions.
  }
}

/** A write that fails halfway (a full disk) is truncated again, so that the file ends where it did before. */
export function writeAt(
  { calls, directories }: Disk,
  path: string,
  expected: FileFacts,
  position: number,
  bytes: Uint8Array,
): Promise<FileFacts> {
  return onDisk('write', path, () =>
    directories.inside(path, async (way) => {
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
        await calls.fsync(fd);
      } finally {
        await calls.close(fd);
      }
      // Only now do Windows and network shares report the final time.
      return factsOf(await calls.lstat(way));
    }),
  );
}

/** Creates a directory and those above it, each in the one that it belongs to. */
export function makeDirectory(disk: Disk, path: string): Promise<void> {
  const { calls, directories } = disk;
  return onDisk('write', path, async () => {
    try {
      return await directories.at(path, async () => {});
    } catch (error) {
      if (isSystemError(error) && error.code === 'ENOTDIR')
        throw new DiskProblem('not-a-directory', path, 'write', { said: say('disk.isFile', { path }) });
      if (!isSystemError(error) || error.code !== 'ENOENT' || dirname(path) === path) throw error;
    }
    await makeDirectory(disk, dirname(path));
    try {
      await directories.inside(path, async (way) => {
        await calls.mkdir(way);
        await syncDirectory(calls, dirname(way));
      });
    } catch (error) {
      if (!isSystemError(error) || error.code !== 'EEXIST') throw error;
    }
    await directories.at(path, async () => {});
  });
}

export async function writeAll(calls: SystemCalls, fd: number, bytes: Uint8Array, position: number): Promise<void> {
  let written = 0;
  while (written < bytes.length) {
    written += await calls.write(fd, bytes, written, bytes.length - written, position + written);
  }
}

async function isTaken(calls: SystemCalls, way: string): Promise<boolean> {
  try {
    await calls.lstat(way);
    return true;
  } catch (error) {
    if (isSystemError(error) && error.code === 'ENOENT') return false;
    throw error;
  }
}
