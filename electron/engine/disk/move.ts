import { createHash } from 'node:crypto';
import { type BigIntStats, constants } from 'node:fs';
import { dirname } from 'node:path';
import { type FileFacts, sameFacts } from '../../core/document/document.ts';
import { say } from '../../core/messages/message.ts';
import { DiskProblem } from '../ports.ts';
import { type Directories, isSystemError, onDisk, type SystemCalls, safely } from './directories.ts';
import { lend } from './read.ts';
import { syncDirectory } from './sync.ts';
import { giveName, withTemporary, writeAll } from './write.ts';

/** FAT keeps times in steps of two seconds. Milliseconds. */
const coarsestTime = 2000n;

/**
 * Moves a file to a name that is free. On one file system the file gets the new name first and loses the old one after
 * that. A crash between the two leaves both; calling this again sees that and finishes. Across file systems the file is
 * copied whole, with its time, and the old one is removed only once the copy is on disk and its bytes, read again, have the same
 * SHA-256.
 */
export function moveNew(
  directories: Directories,
  fromPath: string,
  toPath: string,
  expected?: FileFacts,
): Promise<'moved' | 'taken'> {
  return directories.inside('write', toPath, (to) =>
    directories.inside('write', fromPath, (from) => move(directories.calls, { from, to, fromPath, toPath, expected })),
  );
}

/** `from`, `to`: the ways there; see `Directories`. */
interface Move {
  readonly from: string;
  readonly to: string;
  readonly fromPath: string;
  readonly toPath: string;
  readonly expected: FileFacts | undefined;
}

async function move(calls: SystemCalls, way: Move): Promise<'moved' | 'taken'> {
  const { from, to, fromPath, toPath, expected } = way;
  const source = await calls.lstatExactIfAny(from);
  if (source === undefined) throw new DiskProblem('missing', fromPath, 'read');
  if (expected !== undefined && !sameFacts(await calls.lstat(from), expected)) throw changed(fromPath);
  const target = await onDisk('write', toPath, async () => calls.lstatExactIfAny(to));
  if (target === undefined) {
    const how = await onDisk('write', toPath, () => nameOrCopy(calls, way, source));
    if (how === 'taken') return 'taken';
    await syncDirectory(calls, dirname(to));
    if (how === 'linked') await removeOld(calls, from, source);
  } else {
    if (fromPath === toPath || !(await isOurUnfinishedMove(calls, way, source, target))) return 'taken';
    // Whoever began it may not have lived to.
    await syncDirectory(calls, dirname(to));
    await removeOld(calls, from, source);
  }
  await syncDirectory(calls, dirname(from));
  return 'moved';
}

/** `linked`: the content has the new name, and the old one still has to go. */
async function nameOrCopy(calls: SystemCalls, way: Move, source: BigIntStats): Promise<'linked' | 'renamed' | 'taken'> {
  try {
    return await giveName(calls, way.from, way.to);
  } catch (error) {
    if (!isSystemError(error) || error.code !== 'EXDEV') throw error;
    return (await copyWhole(calls, way, source)) === 'taken' ? 'taken' : 'linked';
  }
}

function copyWhole(
  calls: SystemCalls,
  { from, to, fromPath, toPath }: Move,
  source: BigIntStats,
): Promise<'linked' | 'renamed' | 'taken'> {
  return withTemporary(calls, to, async (temporary) => {
    const copied = createHash('sha256');
    const isWhole = await withOpen(calls, from, async (fd) => {
      if (!isSame(source, await calls.fstatExact(fd))) return false;
      const size = await eachPiece(calls, fd, async (bytes, position) => {
        copied.update(bytes);
        await writeAll(calls, temporary.fd, bytes, position);
      });
      return size === source.size && isSame(source, await calls.fstatExact(fd));
    });
    if (!isWhole) throw changed(fromPath);
    // Without this, what is read again may never have been on the disk.
    await calls.fsync(temporary.fd);
    if ((await digestOf(calls, temporary.way)) !== copied.digest('hex'))
      throw new DiskProblem('other', toPath, 'write', { said: say('disk.copyDiffers', { path: toPath }) });
    await calls.futimes(temporary.fd, Number(source.atimeNs) / 1e9, Number(source.mtimeNs) / 1e9);
    try {
      await calls.fchmod(temporary.fd, Number(source.mode) & 0o777);
    } catch {
      // This disk has no permissions.
    }
    await calls.fsync(temporary.fd);
    await temporary.close();
    return giveName(calls, temporary.way, to);
  });
}

function changed(path: string): DiskProblem {
  return new DiskProblem('other', path, 'read', { said: say('disk.changedWhileMoved', { path }) });
}

/** Removes only the file that was moved: another one that has come to the old name meanwhile stays. */
async function removeOld(calls: SystemCalls, way: string, source: BigIntStats): Promise<void> {
  if (isSame(source, await calls.lstatExactIfAny(way))) await calls.unlink(way);
}

function isSame(a: BigIntStats, b: BigIntStats | undefined): boolean {
  return b !== undefined && a.dev === b.dev && a.ino === b.ino && a.size === b.size && a.mtimeNs === b.mtimeNs;
}

async function withOpen<Value>(calls: SystemCalls, way: string, work: (fd: number) => Promise<Value>): Promise<Value> {
  const fd = await calls.open(way, constants.O_RDONLY | safely);
  try {
    return await work(fd);
  } finally {
    await calls.close(fd);
  }
}

/** @returns how many bytes there were */
async function eachPiece(
  calls: SystemCalls,
  fd: number,
  work: (bytes: Uint8Array, position: number) => Promise<void>,
): Promise<bigint> {
  const { bytes, giveBack } = lend();
  try {
    for (let position = 0; ; ) {
      const length = await calls.read(fd, bytes, 0, bytes.length, position);
      if (length === 0) return BigInt(position);
      await work(bytes.subarray(0, length), position);
      position += length;
    }
  } finally {
    giveBack();
  }
}

async function digestOf(calls: SystemCalls, way: string): Promise<string> {
  const hash = createHash('sha256');
  await withOpen(calls, way, (fd) => eachPiece(calls, fd, async (bytes) => void hash.update(bytes)));
  return hash.digest('hex');
}

/** Two names of one file; or, across file systems, a copy of the same time, size and bytes. */
async function isOurUnfinishedMove(
  calls: SystemCalls,
  { from, to }: Move,
  source: BigIntStats,
  target: BigIntStats,
): Promise<boolean> {
  if (source.dev === target.dev) return source.ino !== 0n && source.ino === target.ino;
  const apart = source.mtimeMs - target.mtimeMs;
  const looksCopied = target.isFile() && source.size === target.size && apart <= coarsestTime && apart >= -coarsestTime;
  return looksCopied && (await digestOf(calls, from)) === (await digestOf(calls, to));
}
