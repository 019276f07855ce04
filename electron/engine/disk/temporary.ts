import { constants } from 'node:fs';
import { type FileHandle, open, unlink } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { isSystemError, onDisk } from './problem.ts';
import { isTemporary } from './temporary-name.ts';

/**
 * Files that are being written. They live in the directory of the file they are to become, so that giving them its
 * name is one step. Their name says what they are: one that a crash left behind can be told from anything else.
 */
const ownPrefix = `.intray-${process.pid.toString(36)}-`;

/** One of this process is never a leftover. That it is gone already is as good. */
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

/** Creates and opens a temporary file beside `target`. Two programs never get the same one: it is created exclusively. */
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

/** Removes a temporary file. That it is gone already, or cannot go, changes nothing of what was written. */
export async function discard(temporary: TemporaryFile): Promise<void> {
  await temporary.handle.close().catch(() => undefined);
  await unlink(temporary.path).catch(() => undefined);
}

/** Makes a change of names in a directory durable, where the platform can (Windows cannot open directories). */
export async function syncDirectoryOf(path: string): Promise<void> {
  if (process.platform === 'win32') return;
  let directory: FileHandle | undefined;
  try {
    directory = await open(dirname(path), constants.O_RDONLY);
    await directory.sync();
  } catch {
    // Some network file systems refuse it. The names are then as durable as the server makes them.
  } finally {
    await directory?.close().catch(() => undefined);
  }
}
