import type { Files } from '../ports.ts';
import { inTurn, type SystemCalls } from './calls.ts';
import { Directories, type Disk, linkTarget, realPath } from './directories.ts';
import { list, stat } from './list.ts';
import { moveNew } from './move.ts';
import { contentType, hash, openToSend, read, whileOpen } from './open-file.ts';
import { removeLeftover } from './temporary.ts';
import { createWhole, makeDirectory, probeWrite, replaceWhole, writeAt } from './write.ts';
import { createWriters } from './writers.ts';

export { isTemporary } from './temporary.ts';

/** The real disk, worked on by whoever calls. A host takes the one of `shared-disk.ts`. */
export function createFiles(calls: SystemCalls = inTurn, directories = new Directories(calls)): Files {
  const disk: Disk = { calls, directories };
  const named = new Map<string, string>();
  const on =
    <Given extends unknown[], Value>(operation: (disk: Disk, ...given: Given) => Value) =>
    (...given: Given): Value =>
      operation(disk, ...given);
  return {
    async realPath(path) {
      const known = named.get(path);
      if (known !== undefined) return known;
      const real = await realPath((part) => linkTarget(calls, part), path);
      if ((await stat(disk, real).catch(() => undefined)) !== undefined) named.set(path, real);
      return real;
    },
    isBeingWritten: createWriters(),
    stat: on(stat),
    list: on(list),
    read: on(read),
    hash: on(hash),
    contentType: on(contentType),
    whileOpen: (path, expected, work) => whileOpen(disk, path, expected, work),
    openToSend: on(openToSend),
    probeWrite: on(probeWrite),
    createWhole: on(createWhole),
    replaceWhole: on(replaceWhole),
    writeAt: on(writeAt),
    makeDirectory: on(makeDirectory),
    moveNew: on(moveNew),
    removeLeftover: on(removeLeftover),
  };
}
