import type { Files } from '../ports.ts';
import { inTurn } from './calls.ts';
import { Directories, linkTarget, realPath } from './directories.ts';
import { list, stat } from './list.ts';
import { moveNew } from './move.ts';
import { contentType, hash, open, read } from './open-file.ts';
import { removeLeftover } from './temporary.ts';
import { createWhole, makeDirectory, probeWrite, replaceWhole, writeAt } from './write.ts';
import { createWriters } from './writers.ts';

export { isTemporary } from './temporary.ts';

const operations = {
  stat,
  list,
  read,
  hash,
  contentType,
  open,
  probeWrite,
  createWhole,
  replaceWhole,
  writeAt,
  makeDirectory,
  moveNew,
  removeLeftover,
  linkTarget,
};

export type DiskOperation = keyof typeof operations;

/** What can be done on one volume. Each takes a path first. */
export type VolumeFiles = Pick<Files, Exclude<DiskOperation, 'linkTarget'>> & {
  linkTarget(path: string): Promise<string | undefined>;
};

/** An operation, whichever it is: its arguments go with its name. */
type Perform = (path: string, ...given: readonly unknown[]) => unknown;

/** Each operation as `performing` says. */
export function eachOperation(performing: (name: DiskOperation) => Perform): VolumeFiles {
  const names = Object.keys(operations) as DiskOperation[];
  return Object.fromEntries(names.map((name) => [name, performing(name)])) as unknown as VolumeFiles;
}

/** The files of a volume, worked on by whoever calls. */
export function volumeFiles(directories: Directories): VolumeFiles {
  return eachOperation((name) =>
    (operations[name] as (on: Directories, ...given: unknown[]) => unknown).bind(undefined, directories),
  );
}

/**
 * All files: each is worked on by its volume's.
 * `resolve`: as `realPath`, but looked up each time: a person may lead a link elsewhere.
 */
export function filesOn(volumeOf: (path: string) => VolumeFiles): Files & { resolve(path: string): Promise<string> } {
  const named = new Map<string, string>();
  const resolve = (path: string) => realPath((part) => volumeOf(part).linkTarget(part), path);
  return {
    ...eachOperation(
      (name) =>
        (path, ...given) =>
          (volumeOf(path)[name] as Perform)(path, ...given),
    ),
    resolve,
    async realPath(path) {
      const known = named.get(path);
      if (known !== undefined) return known;
      const real = await resolve(path);
      const found = await volumeOf(real)
        .stat(real)
        .catch(() => undefined);
      if (found !== undefined) named.set(path, real);
      return real;
    },
    isBeingWritten: createWriters(),
  };
}

/** The real disk, worked on by whoever calls. A host takes the one of `shared-disk.ts`. */
export function createFiles(directories = new Directories(inTurn)): Files {
  const files = volumeFiles(directories);
  return filesOn(() => files);
}
