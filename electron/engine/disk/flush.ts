import { execFile } from 'node:child_process';
import { constants, readFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { promisify } from 'node:util';
import { isSystemError, onDisk, type SystemCalls } from './calls.ts';
import { type Disk, safely } from './directories.ts';
import { syncDirectory } from './temporary.ts';

const run = promisify(execFile);

/** Up to this many files are synced one by one: that takes no longer than a flush of their volume. */
const few = 2;
/** A volume to which others write a lot may take so long, in milliseconds; then the files are synced one by one. */
const longestMs = 20_000;

/**
 * The kernel's id of the time since the machine was started (Linux); undefined on other systems, where no program flushes one
 * volume.
 */
export function bootOfMachine(): string | undefined {
  try {
    return readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim();
  } catch {
    return undefined;
  }
}

/** @param volumes where the volumes are mounted that the files are on */
export async function flush(disk: Disk, paths: readonly string[], volumes: readonly string[]): Promise<void> {
  if (paths.length > few && (await flushVolumes(volumes))) return;
  let isAll = true;
  for (const path of paths) {
    isAll = (await onDisk('write', path, () => disk.directories.inside(path, (way) => syncOne(disk.calls, way)))) && isAll;
  }
  // Somebody may have given one another name.
  if (!isAll) await flushVolumes(volumes);
}

async function flushVolumes(volumes: readonly string[]): Promise<boolean> {
  try {
    await run('sync', ['-f', '--', ...volumes], { timeout: longestMs, env: { PATH: '/usr/bin:/bin' } });
    return true;
  } catch {
    return false;
  }
}

/** @returns whether it is there */
async function syncOne(calls: SystemCalls, way: string): Promise<boolean> {
  try {
    const fd = await calls.open(way, constants.O_RDONLY | safely);
    try {
      await calls.fsync(fd);
    } finally {
      await calls.close(fd);
    }
  } catch (error) {
    if (!isSystemError(error) || error.code !== 'ENOENT') throw error;
    return false;
  }
  await syncDirectory(calls, dirname(way));
  return true;
}
