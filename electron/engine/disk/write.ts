import { constants } from 'node:fs';
import { chmod, type FileHandle, link, lstat, mkdir, open, rename, unlink } from 'node:fs/promises';
import { join } from 'node:path';
import type { FileFacts } from '../../core/document/document.ts';
import { say } from '../../core/messages/message.ts';
import { DiskProblem } from '../ports.ts';
import { isSystemError, onDisk } from './problem.ts';
import { createTemporary, discard, syncDirectoryOf } from './temporary.ts';

/** One byte, so that a full disk says so. */
export function probeWrite(directory: string): Promise<void> {
  return onDisk('write', directory, async () => {
    const temporary = await createTemporary(join(directory, 'probe'));
    try {
      await writeAll(temporary.handle, new Uint8Array(1), 0);
      await temporary.handle.close();
    } catch (error) {
      await discard(temporary);
      throw error;
    }
    await unlink(temporary.path);
  });
}

export function createWhole(path: string, bytes: Uint8Array): Promise<FileFacts | 'taken'> {
  return onDisk('write', path, async () => {
    if (await isTaken(path)) return 'taken';
    const temporary = await createTemporary(path);
    try {
      await writeAll(temporary.handle, bytes, 0);
      await temporary.handle.sync();
      await temporary.handle.close();
      if ((await giveName(temporary.path, path)) === 'taken') return 'taken';
    } finally {
      await discard(temporary);
    }
    await syncDirectoryOf(path);
    return factsAt(path);
  });
}

/**
 * Gives a finished file its name, if that is free. Only a hard link can neither overwrite a file nor show an unfinished one.
 * Where there are no hard links (exFAT, some network shares) it checks that the name is free and renames the file: somebody
 * else would have to take that very name in the instant between. Claiming the name with an empty file first would close the
 * gap, but show an empty output to whatever watches the folder, every time.
 * `linked`: the file has both names now.
 */
export async function giveName(from: string, to: string): Promise<'linked' | 'renamed' | 'taken'> {
  try {
    await link(from, to);
    return 'linked';
  } catch (error) {
    if (!isSystemError(error) || decisive.has(error.code)) {
      if (isSystemError(error) && error.code === 'EEXIST') return 'taken';
      throw error;
    }
  }
  if (await isTaken(to)) return 'taken';
  await rename(from, to);
  return 'renamed';
}

/** Errors of a link that concern the file or the disk. Any other error means that there are no hard links here. */
const decisive = new Set(['EEXIST', 'ENOENT', 'ENOTDIR', 'ENAMETOOLONG', 'ENOSPC', 'EDQUOT', 'EROFS', 'EXDEV', 'EIO']);

export function replaceWhole(path: string, bytes: Uint8Array | Iterable<Uint8Array>): Promise<FileFacts> {
  return onDisk('replace', path, async () => {
    const temporary = await createTemporary(path);
    try {
      let position = 0;
      for (const piece of bytes instanceof Uint8Array ? [bytes] : bytes) {
        await writeAll(temporary.handle, piece, position);
        position += piece.length;
      }
      await temporary.handle.sync();
      await temporary.handle.close();
      await keepMode(path, temporary.path);
      await rename(temporary.path, path);
    } finally {
      await discard(temporary);
    }
    await syncDirectoryOf(path);
    return factsAt(path);
  });
}

/** The new file keeps the permissions of the old one, if the disk has any. */
async function keepMode(old: string, fresh: string): Promise<void> {
  try {
    const facts = await lstat(old);
    if (facts.isFile()) await chmod(fresh, facts.mode & 0o777);
  } catch {
    // There is no old file, or this disk has no permissions.
  }
}

/** A write that fails halfway (a full disk) is truncated again, so that the file ends where it did before. */
export function writeAt(path: string, position: number, bytes: Uint8Array): Promise<FileFacts> {
  return onDisk('write', path, async () => {
    const file = await open(path, constants.O_RDWR);
    try {
      const { size } = await file.stat();
      if (size < position) throw new DiskProblem('other', path, 'write', { said: say('disk.shorter', { path }) });
      if (size > position) await file.truncate(position);
      try {
        await writeAll(file, bytes, position);
      } catch (error) {
        await file.truncate(position).catch(() => undefined);
        throw error;
      }
      await file.sync();
    } finally {
      await file.close();
    }
    return factsAt(path);
  });
}

export function makeDirectory(path: string): Promise<void> {
  return onDisk('write', path, async () => {
    try {
      await mkdir(path, { recursive: true });
    } catch (error) {
      if (!isSystemError(error) || error.code !== 'EEXIST') throw error;
      // It is not a directory.
      throw new DiskProblem('not-a-directory', path, 'write', { said: say('disk.isFile', { path }) });
    }
  });
}

export async function writeAll(file: FileHandle, bytes: Uint8Array, position: number): Promise<void> {
  let written = 0;
  while (written < bytes.length) {
    const { bytesWritten } = await file.write(bytes, written, bytes.length - written, position + written);
    written += bytesWritten;
  }
}

export async function isTaken(path: string): Promise<boolean> {
  try {
    await lstat(path);
    return true;
  } catch (error) {
    if (isSystemError(error) && error.code === 'ENOENT') return false;
    throw error;
  }
}

/** To be called once the file is closed and has its name: only then do Windows and network shares report its final time. */
async function factsAt(path: string): Promise<FileFacts> {
  const { size, mtimeMs, ino } = await lstat(path);
  return { size, mtimeMs, ino };
}
