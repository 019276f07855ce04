import { type BigIntStats, constants } from 'node:fs';
import { chmod, type FileHandle, lstat, open, unlink, utimes } from 'node:fs/promises';
import { say } from '../../core/messages/message.ts';
import { DiskProblem } from '../ports.ts';
import { isSystemError, onDisk } from './problem.ts';
import { givePiece, takePiece } from './read.ts';
import { createTemporary, discard, syncDirectoryOf } from './temporary.ts';
import { giveName, writeAll } from './write.ts';

/** FAT keeps times in steps of two seconds. Milliseconds. */
const coarsestTime = 2000n;

/**
 * Moves a file to a name that is free. On one file system the file gets the new name first and loses the old one after
 * that. A crash between the two leaves both; calling this again sees that and finishes. Across file systems the file is
 * copied whole, with its time, and the old one is removed only once the copy is on disk and has its size.
 */
export function moveNew(from: string, to: string): Promise<'moved' | 'taken'> {
  return onDisk('write', to, async () => {
    const source = await factsIfAny(from);
    if (source === undefined) throw new DiskProblem('missing', from, 'read');
    const target = await factsIfAny(to);
    if (target === undefined) {
      const how = await nameOrCopy(from, source, to);
      if (how === 'taken') return 'taken';
      await syncDirectoryOf(to);
      if (how === 'linked') await removeOld(from, source);
    } else {
      if (from === to || !(await isOurUnfinishedMove(from, source, to, target))) return 'taken';
      await removeOld(from, source);
    }
    await syncDirectoryOf(from);
    return 'moved';
  });
}

/** `linked`: the content has the new name, and the old one still has to go. */
async function nameOrCopy(from: string, source: BigIntStats, to: string): Promise<'linked' | 'renamed' | 'taken'> {
  try {
    return await giveName(from, to);
  } catch (error) {
    if (!isSystemError(error) || error.code !== 'EXDEV') throw error;
    return (await copyWhole(from, source, to)) === 'taken' ? 'taken' : 'linked';
  }
}

async function copyWhole(from: string, source: BigIntStats, to: string): Promise<'linked' | 'renamed' | 'taken'> {
  const temporary = await createTemporary(to);
  try {
    const copied = await copyBytes(from, temporary.handle);
    await temporary.handle.sync();
    await temporary.handle.close();
    if (copied !== source.size || !isSame(source, await factsIfAny(from))) {
      throw new DiskProblem('other', from, 'read', { said: say('disk.changedWhileMoved', { path: from }) });
    }
    await utimes(temporary.path, Number(source.atimeNs) / 1e9, Number(source.mtimeNs) / 1e9);
    await chmod(temporary.path, Number(source.mode) & 0o777).catch(() => undefined);
    return await giveName(temporary.path, to);
  } finally {
    await discard(temporary);
  }
}

/** Removes only the file that was moved: another one that has come to the old name meanwhile stays. */
async function removeOld(path: string, source: BigIntStats): Promise<void> {
  if (isSame(source, await factsIfAny(path))) await unlink(path);
}

function isSame(a: BigIntStats, b: BigIntStats | undefined): boolean {
  return b !== undefined && a.dev === b.dev && a.ino === b.ino && a.size === b.size && a.mtimeNs === b.mtimeNs;
}

async function copyBytes(from: string, to: FileHandle): Promise<bigint> {
  const file = await open(from, constants.O_RDONLY);
  const piece = takePiece();
  try {
    let position = 0;
    for (;;) {
      const { bytesRead } = await file.read(piece, 0, piece.length, position);
      if (bytesRead === 0) return BigInt(position);
      await writeAll(to, piece.subarray(0, bytesRead), position);
      position += bytesRead;
    }
  } finally {
    givePiece(piece);
    await file.close();
  }
}

/** Two names of one file; or, across file systems, a copy of the same time, size and bytes. */
async function isOurUnfinishedMove(from: string, source: BigIntStats, to: string, target: BigIntStats): Promise<boolean> {
  if (source.dev === target.dev) return source.ino !== 0n && source.ino === target.ino;
  const apart = source.mtimeMs - target.mtimeMs;
  const looksCopied = target.isFile() && source.size === target.size && apart <= coarsestTime && apart >= -coarsestTime;
  return looksCopied && (await sameBytes(from, to));
}

async function sameBytes(one: string, other: string): Promise<boolean> {
  const a = await open(one, constants.O_RDONLY);
  const b = await open(other, constants.O_RDONLY).catch(async (error: unknown) => {
    await a.close();
    throw error;
  });
  const left = takePiece();
  const right = takePiece();
  try {
    for (let position = 0; ; ) {
      const { bytesRead } = await a.read(left, 0, left.length, position);
      let filled = 0;
      while (filled < bytesRead) {
        const more = await b.read(right, filled, bytesRead - filled, position + filled);
        if (more.bytesRead === 0) return false;
        filled += more.bytesRead;
      }
      if (!left.subarray(0, bytesRead).equals(right.subarray(0, bytesRead))) return false;
      if (bytesRead === 0) return true;
      position += bytesRead;
    }
  } finally {
    givePiece(left);
    givePiece(right);
    await Promise.all([a.close(), b.close()]);
  }
}

async function factsIfAny(path: string): Promise<BigIntStats | undefined> {
  try {
    return await lstat(path, { bigint: true });
  } catch (error) {
    if (isSystemError(error) && error.code === 'ENOENT') return undefined;
    throw error;
  }
}
