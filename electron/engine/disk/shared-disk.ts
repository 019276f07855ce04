import { type StartProcess, startNode } from '../../process.ts';
import type { Files } from '../ports.ts';
import { quick } from './calls.ts';
import { Directories, linkTarget, realPath } from './directories.ts';
import { createFiles } from './disk.ts';
import { bootOfMachine, flush } from './flush.ts';
import { createRemoteFiles, type RemoteFiles } from './remote-files.ts';
import { volumeOf } from './volumes.ts';

/** A volume that does not answer for so long is given up for now, in milliseconds. A disk may have to spin up. */
const patienceMs = 15_000;

/** `close` gives up what is still waited for. */
export interface SharedDisk extends Files {
  /** As `realPath`, but looked up each time: a person may lead a link elsewhere. */
  resolve(path: string): Promise<string>;
  hurry(milliseconds: number): void;
  close(): void;
}

interface SharedDiskParts {
  readonly volume?: typeof volumeOf;
  readonly patience?: number;
  readonly boot?: string | undefined;
}

/**
 * The real disk. The fixed disks of this machine are worked on here; each other volume gets a process, which starts when it is
 * needed, because a thread that is stuck in a share cannot be ended, and those that wait with it hold up everything else.
 */
export function createSharedDisk(
  start: StartProcess = startNode,
  { volume = volumeOf, patience = patienceMs, boot = bootOfMachine() }: SharedDiskParts = {},
): SharedDisk {
  const volumes = new Map<string, RemoteFiles>();
  const named = new Map<string, string>();
  const directories = new Directories(quick);
  const local = { ...createFiles(quick, directories), linkTarget: async (path: string) => linkTarget(quick, path) };
  let hurriedMs = Number.POSITIVE_INFINITY;

  function on(path: string): Omit<RemoteFiles, 'hurry' | 'close'> {
    const { name, isLocal } = volume(path);
    if (isLocal) return local;
    const known = volumes.get(name);
    if (known !== undefined) return known;
    const files = createRemoteFiles(name, () => start('disk-process', options()), patience);
    files.hurry(hurriedMs);
    volumes.set(name, files);
    return files;
  }

  const resolve = (path: string) => realPath((part) => on(part).linkTarget(part), path);

  return {
    resolve,
    async realPath(path) {
      const known = named.get(path);
      if (known !== undefined) return known;
      const real = await resolve(path);
      if (
        (await on(real)
          .stat(real)
          .catch(() => undefined)) !== undefined
      )
        named.set(path, real);
      return real;
    },
    isBeingWritten: local.isBeingWritten,
    stat: (path) => on(path).stat(path),
    list: (path, most) => on(path).list(path, most),
    read: (path, ...given) => on(path).read(path, ...given),
    hash: (path, signal) => on(path).hash(path, signal),
    contentType: (path) => on(path).contentType(path),
    whileOpen: (path, expected, work) => on(path).whileOpen(path, expected, work),
    openToSend: (path, expected) => on(path).openToSend(path, expected),
    probeWrite: (path) => on(path).probeWrite(path),
    createWhole: (path, ...given) => on(path).createWhole(path, ...given),
    replaceWhole: (path, bytes) => on(path).replaceWhole(path, bytes),
    writeAt: (path, ...given) => on(path).writeAt(path, ...given),
    makeDirectory: (path) => on(path).makeDirectory(path),
    // Between two volumes, whatever is not local waits; a process can reach both.
    moveNew: (from, to, expected) => (volume(to).isLocal ? on(from) : on(to)).moveNew(from, to, expected),
    removeLeftover: (path) => on(path).removeLeftover(path),
    boot: (path) => (volume(path).isLocal ? boot : undefined),
    flush: (paths) => flush({ calls: quick, directories }, paths, [...new Set(paths.map((path) => volume(path).name))]),
    hurry(milliseconds) {
      hurriedMs = milliseconds;
      for (const files of volumes.values()) files.hurry(milliseconds);
    },
    close() {
      for (const files of volumes.values()) files.close();
    },
  };
}

/** The key and all else that the environment has stays out of the processes. */
function options(): Parameters<StartProcess>[1] {
  return { environment: {}, memoryMb: 128 };
}
