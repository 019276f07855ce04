/** Many files that are created at once share the syncs of their directory, and none is done before one that counts for it. */
import { constants, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { Directories, inTurn, type SystemCalls } from '../../../electron/engine/disk/directories.ts';
import { createFiles } from '../../../electron/engine/disk/disk.ts';

let root: string;
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'intray-syncs-'));
});
afterEach(() => rmSync(root, { recursive: true, force: true }));

it.skipIf(process.platform === 'win32')('syncs a directory for all files that were named in it meanwhile', async () => {
  const directories = new Set<number>();
  let moment = 0;
  const namedAt = new Map<string, number>();
  /** When each sync of the directory that has ended began. */
  const synced: number[] = [];
  const calls: SystemCalls = {
    ...inTurn,
    async open(way, flags, mode) {
      const fd = await inTurn.open(way, flags, mode);
      if ((flags & constants.O_CREAT) === 0 && (await inTurn.fstat(fd)).isDirectory()) directories.add(fd);
      else directories.delete(fd);
      return fd;
    },
    async link(from, to) {
      await inTurn.link(from, to);
      namedAt.set(basename(to), ++moment);
    },
    async fsync(fd) {
      const begun = ++moment;
      await inTurn.fsync(fd);
      if (directories.has(fd)) synced.push(begun);
    },
  };
  const files = createFiles(new Directories(calls));
  const names = Array.from({ length: 40 }, (_, index) => `${index}.json`);
  await Promise.all(
    names.map(async (name) => {
      await files.createWhole(join(root, name), new TextEncoder().encode(name));
      expect(Math.max(...synced), `a sync of ${name}`).toBeGreaterThan(namedAt.get(name) ?? Number.POSITIVE_INFINITY);
    }),
  );
  expect(synced.length).toBeLessThan(names.length / 2);
});
