/** File systems of a test's own: small ones that fill up, and ones that can only be read. Needs the right to mount. */
import { spawnSync } from 'node:child_process';
import { closeSync, fsyncSync, mkdirSync, mkdtempSync, openSync, rmdirSync, rmSync, writeSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

function run(program: string, ...args: readonly string[]): boolean {
  return spawnSync(program, args, { stdio: 'ignore' }).status === 0;
}

/** What is missing for these tests, for people; undefined if nothing is. */
export function missingForMounts(): string | undefined {
  if (process.platform !== 'linux' || process.getuid?.() !== 0) return 'the right to mount';
  const directory = mkdtempSync(join(tmpdir(), 'intray-mount-'));
  const can = run('mount', '-t', 'tmpfs', '-o', 'size=64k', 'tmpfs', directory);
  if (can) run('umount', directory);
  rmdirSync(directory);
  return can ? undefined : 'the right to mount';
}

export interface SmallDisk {
  /** Takes all the room that is left. */
  fill(): void;
  /** Gives it back. */
  makeRoom(): void;
  readOnly(on: boolean): void;
  unmount(): void;
}

/** Mounts a disk of so many kilobytes on a directory, which is made. */
export function mountSmallDisk(directory: string, kilobytes: number): SmallDisk {
  mkdirSync(directory, { recursive: true });
  if (!run('mount', '-t', 'tmpfs', '-o', `size=${kilobytes}k`, 'tmpfs', directory)) throw new Error(`Cannot mount ${directory}.`);
  const filler = join(directory, '.filler');
  return {
    fill() {
      const file = openSync(filler, 'a');
      try {
        for (const size of [65_536, 4_096, 1]) {
          for (const bytes = Buffer.alloc(size, 1); ; ) if (writeSync(file, bytes) < size) break;
        }
      } catch (error) {
        if (!(error instanceof Error && 'code' in error && error.code === 'ENOSPC')) throw error;
      } finally {
        fsyncSync(file);
        closeSync(file);
      }
    },
    makeRoom: () => rmSync(filler),
    readOnly(on) {
      if (!run('mount', '-o', `remount,${on ? 'ro' : 'rw'}`, directory)) throw new Error(`Cannot remount ${directory}.`);
    },
    unmount: () => void run('umount', '-l', directory),
  };
}
