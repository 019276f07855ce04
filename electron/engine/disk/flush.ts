import { execFile } from 'node:child_process';
import { constants, readFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { promisify } from 'node:util';
import { DiskProblem } from '../ports.ts';
import { type Directories, safely } from './directories.ts';
import { syncDirectory } from './write.ts';

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
export async function flush(directories: Directories, paths: readonly string[], volumes: readonly string[]): Promise<void> {
  if (paths.length > few && (await flushVolumes(volumes))) return;
  let isAll = true;
  for (const path of paths) isAll = (await syncOne(directories, path)) && isAll;
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
async function syncOne(directories: Directories, path: string): Promise<boolean> {
  const { calls } = directories;
  try {
    await directories.inside('write', path, async (way) => {
      const fd = await calls.open(way, constants.O_RDONLY | safely);
      try {
        await calls.fsync(fd);
      } finally {
        await calls.close(fd);
      }
      await syncDirectory(calls, dirname(way));
    });
    return true;
  } catch (error) {
    if (!(error instanceof DiskProblem) || error.kind !== 'missing') throw error;
    return false;
  }
}
