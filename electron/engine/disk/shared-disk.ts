import { type StartProcess, startNode } from '../../process.ts';
import { Directories, quick } from './directories.ts';
import { filesOn, type VolumeFiles, volumeFiles } from './disk.ts';
import { createRemoteFiles, type RemoteFiles } from './remote-files.ts';
import { volumeOf } from './volumes.ts';

/** A volume that does not answer for so long is given up for now, in milliseconds. A disk may have to spin up. */
const patienceMs = 15_000;

/** `close` gives up what is still waited for. */
export interface SharedDisk extends ReturnType<typeof filesOn> {
  hurry(milliseconds: number): void;
  close(): void;
}

interface SharedDiskParts {
  readonly volume?: typeof volumeOf;
  readonly patience?: number;
}

/**
 * The real disk. The fixed disks of this machine are worked on here; each other volume gets a process, which starts when it is
 * needed, because a thread that is stuck in a share cannot be ended, and those that wait with it hold up everything else.
 */
export function createSharedDisk(
  start: StartProcess = startNode,
  { volume = volumeOf, patience = patienceMs }: SharedDiskParts = {},
): SharedDisk {
  const volumes = new Map<string, RemoteFiles>();
  const local = volumeFiles(new Directories(quick));
  let hurriedMs = Number.POSITIVE_INFINITY;

  function on(path: string): VolumeFiles {
    const { name, isLocal } = volume(path);
    if (isLocal) return local;
    const known = volumes.get(name);
    if (known !== undefined) return known;
    // The key and all else that the environment has stays out of the processes.
    const files = createRemoteFiles(name, () => start('disk-process', { environment: {}, memoryMb: 128 }), patience);
    files.hurry(hurriedMs);
    volumes.set(name, files);
    return files;
  }

  return {
    ...filesOn(on),
    // Between two volumes, whatever is not local waits; a process can reach both.
    moveNew: (from, to, expected) => (volume(to).isLocal ? on(from) : on(to)).moveNew(from, to, expected),
    hurry(milliseconds) {
      hurriedMs = milliseconds;
      for (const files of volumes.values()) files.hurry(milliseconds);
    },
    close() {
      for (const files of volumes.values()) files.close();
    },
  };
}
