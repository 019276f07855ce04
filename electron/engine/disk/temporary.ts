import { constants } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { DiskProblem } from '../ports.ts';
import { isSystemError, type SystemCalls } from './calls.ts';
import { type Directories, safely } from './directories.ts';

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

export interface TemporaryFile {
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

interface DirectorySync {
  readonly ended: Promise<void>;
  next?: Promise<void>;
}

/** By way: nobody else's leads to the same directory while it is used. */
const syncsUnderWay = new Map<string, DirectorySync>();

/**
 * Makes a change of names in a directory (a way) durable, if the platform can (Windows cannot open directories). Whoever
 * comes while it is being synced shares the next sync with all others that do: that one begins after their change.
 */
export function syncDirectory(calls: SystemCalls, way: string): Promise<void> {
  const underWay = syncsUnderWay.get(way);
  if (underWay === undefined) return beginSync(calls, way);
  underWay.next ??= underWay.ended.then(() => beginSync(calls, way));
  return underWay.next;
}

function beginSync(calls: SystemCalls, way: string): Promise<void> {
  const ended = syncNow(calls, way).finally(() => {
    if (syncsUnderWay.get(way) === sync) syncsUnderWay.delete(way);
  });
  const sync: DirectorySync = { ended };
  syncsUnderWay.set(way, sync);
  return ended;
}

async function syncNow(calls: SystemCalls, way: string): Promise<void> {
  if (process.platform === 'win32') return;
  // Some network file systems refuse this: the names are then as durable as the server makes them.
  await quietly(async () => {
    const fd = await calls.open(way, constants.O_RDONLY);
    try {
      await calls.fsync(fd);
    } finally {
      await calls.close(fd);
    }
  });
}

async function quietly(work: () => unknown): Promise<void> {
  try {
    await work();
  } catch {}
}
