import { constants } from 'node:fs';
import { type FileHandle, open, unlink } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { isSystemError, onDisk } from './problem.ts';

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
export function removeLeftover(path: string): Promise<void> {
  return onDisk('write', path, async () => {
    const name = basename(path);
    if (!isTemporary(name) || name.startsWith(ownPrefix)) return;
    await unlink(path).catch((error: unknown) => {
      if (!isSystemError(error) || error.code !== 'ENOENT') throw error;
    });
  });
}

export interface TemporaryFile {
  readonly path: string;
  readonly handle: FileHandle;
}

let made = 0;

/** Creates and opens a temporary file beside `target`, exclusively: two programs never get the same one. */
export async function createTemporary(target: string): Promise<TemporaryFile> {
  for (;;) {
    made += 1;
    const path = join(dirname(target), `${ownPrefix}${process.hrtime.bigint().toString(36)}-${made.toString(36)}.tmp`);
    try {
      return { path, handle: await open(path, constants.O_CREAT | constants.O_EXCL | constants.O_WRONLY) };
    } catch (error) {
      if (!isSystemError(error) || error.code !== 'EEXIST') throw error;
    }
  }
}

/** Removes a temporary file. If it has gone already, or cannot be removed, what was written is still fine. */
export async function discard(temporary: TemporaryFile): Promise<void> {
  await temporary.handle.close().catch(() => undefined);
  await unlink(temporary.path).catch(() => undefined);
}

/** Makes a change of names in a directory durable, if the platform can (Windows cannot open directories). */
export async function syncDirectoryOf(path: string): Promise<void> {
  if (process.platform === 'win32') return;
  let directory: FileHandle | undefined;
  try {
    directory = await open(dirname(path), constants.O_RDONLY);
    await directory.sync();
  } catch {
    // Some network file systems refuse this: the names are then as durable as the server makes them.
  } finally {
    await directory?.close().catch(() => undefined);
  }
}
