/**
 * What a power cut may take: calls on the real disk are watched, and a small model says what is not on it yet: bytes that no sync of
 * their file has followed, and changes of names that no sync of their directory has.
 */
import { type BigIntStats, constants, fstatSync, lstatSync, realpathSync } from 'node:fs';
import { basename, dirname } from 'node:path';
import { inTurn, type SystemCalls } from '../../../electron/engine/disk/directories.ts';
import { isTemporary } from '../../../electron/engine/disk/disk.ts';

/** A name that a file has got or lost, and which file that is. */
interface Change {
  readonly directory: string;
  readonly name: string;
  readonly file: string;
}

const idOf = ({ dev, ino }: Pick<BigIntStats, 'dev' | 'ino'>): string => `${dev}:${ino}`;

function changeAt(way: string): Change {
  return { directory: realpathSync(dirname(way)), name: basename(way), file: idOf(lstatSync(way, { bigint: true })) };
}

/**
 * Calls on the real disk. `left`: what is not synced yet; `tooEarly`: what was done although something was not.
 *
 * @param more calls that are to behave otherwise
 */
export function watchedCalls(more: Partial<SystemCalls> = {}) {
  const real: SystemCalls = { ...inTurn, ...more };
  const tooEarly: string[] = [];
  const unsyncedFiles = new Set<string>();
  let unsynced: readonly Change[] = [];
  const opened = new Map<number, { readonly file: string; readonly directory?: string }>();
  const changing = (fd: number) => unsyncedFiles.add(opened.get(fd)?.file ?? '');
  const named = (way: string) => {
    const change = changeAt(way);
    if (unsyncedFiles.has(change.file)) tooEarly.push(`${change.name} has its name before its bytes are there`);
    unsynced = [...unsynced, change];
  };
  const calls: SystemCalls = {
    ...real,
    async open(way, flags, mode) {
      const fd = await real.open(way, flags, mode);
      const facts = fstatSync(fd, { bigint: true });
      opened.set(fd, { file: idOf(facts), ...(facts.isDirectory() && { directory: realpathSync(way) }) });
      if ((flags & constants.O_EXCL) !== 0) unsyncedFiles.delete(idOf(facts));
      return fd;
    },
    write(fd, ...given) {
      changing(fd);
      return real.write(fd, ...given);
    },
    ftruncate(fd, length) {
      changing(fd);
      return real.ftruncate(fd, length);
    },
    fchmod(fd, mode) {
      changing(fd);
      return real.fchmod(fd, mode);
    },
    futimes(fd, ...times) {
      changing(fd);
      return real.futimes(fd, ...times);
    },
    async fsync(fd) {
      await real.fsync(fd);
      const { file = '', directory } = opened.get(fd) ?? {};
      unsyncedFiles.delete(file);
      unsynced = unsynced.filter((change) => change.directory !== directory);
    },
    async syncVolume(fd) {
      const before = [...unsyncedFiles];
      if ((await real.syncVolume?.(fd)) !== true) return false;
      for (const file of before) unsyncedFiles.delete(file);
      return true;
    },
    async link(from, to) {
      await real.link(from, to);
      named(to);
    },
    async rename(from, to) {
      const before = changeAt(from);
      await real.rename(from, to);
      named(to);
      if (!isTemporary(before.name)) unsynced = [...unsynced, before];
    },
    async mkdir(way) {
      await real.mkdir(way);
      named(way);
    },
    async unlink(way) {
      const change = changeAt(way);
      const { nlink } = lstatSync(way);
      await real.unlink(way);
      if (isTemporary(change.name)) {
        if (nlink === 1) unsyncedFiles.delete(change.file);
        return;
      }
      const isLeft = unsynced.length === 0 && unsyncedFiles.size === 0;
      if (!isLeft) tooEarly.push(`${change.name} goes before what is to stay is there`);
      unsynced = [...unsynced, change];
    },
  };
  const left = () => [...unsynced.map(({ directory, name }) => `${basename(directory)}/${name}`), ...unsyncedFiles];
  /** @param path an earlier process gave a file this name, and did not live to sync it */
  const takeUp = (path: string) => named(path);
  return { calls, tooEarly, left, takeUp };
}
