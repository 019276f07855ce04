import { Worker } from 'node:worker_threads';
import { type OwnProcess, type StartProcess, scriptPath, startNode } from '../../process.ts';
import type { Files } from '../ports.ts';
import { realPath } from './directories.ts';
import { createRemoteFiles, type RemoteFiles, type VolumeWorker } from './remote-files.ts';
import { volumeOf } from './volumes.ts';

/** A volume that does not answer for so long is given up for now, in milliseconds. A local disk may have to spin up. */
const patienceMs = 15_000;
const localPatienceMs = 120_000;

/** `close` gives up what is still waited for. */
export interface SharedDisk extends Files {
  hurry(milliseconds: number): void;
  close(): void;
}

/**
 * The real disk, which no call waits for in this thread: one thread for the fixed disks of this machine, and a process for each
 * other volume, because a thread that is stuck in a share cannot be ended. They start when they are needed.
 */
export function createSharedDisk(
  start: StartProcess = startNode,
  { volume = volumeOf, patience = patienceMs }: { readonly volume?: typeof volumeOf; readonly patience?: number } = {},
): SharedDisk {
  const volumes = new Map<string, RemoteFiles>();
  const named = new Map<string, string>();
  let hurriedMs = Number.POSITIVE_INFINITY;

  function on(path: string): RemoteFiles {
    const { name, isLocal } = volume(path);
    const key = isLocal ? '' : name;
    let files = volumes.get(key);
    if (files === undefined) {
      files = isLocal
        ? createRemoteFiles(name, startThread, localPatienceMs)
        : createRemoteFiles(name, () => start('disk-process', options()), patience);
      files.hurry(hurriedMs);
      volumes.set(key, files);
    }
    return files;
  }

  return {
    async realPath(path) {
      const known = named.get(path);
      if (known !== undefined) return known;
      const real = await realPath((part) => on(part).linkTarget(part), path);
      if (
        (await on(real)
          .stat(real)
          .catch(() => undefined)) !== undefined
      )
        named.set(path, real);
      return real;
    },
    stat: (path) => on(path).stat(path),
    list: (path) => on(path).list(path),
    read: (path, ...given) => on(path).read(path, ...given),
    hash: (path, signal) => on(path).hash(path, signal),
    contentType: (path) => on(path).contentType(path),
    whileOpen: (path, expected, work) => on(path).whileOpen(path, expected, work),
    openToSend: (path, expected) => on(path).openToSend(path, expected),
    probeWrite: (path) => on(path).probeWrite(path),
    createWhole: (path, bytes) => on(path).createWhole(path, bytes),
    replaceWhole: (path, bytes) => on(path).replaceWhole(path, bytes),
    writeAt: (path, ...given) => on(path).writeAt(path, ...given),
    makeDirectory: (path) => on(path).makeDirectory(path),
    // Between two volumes, whatever is not local waits; a process can reach both.
    moveNew: (from, to) => (volume(to).isLocal ? on(from) : on(to)).moveNew(from, to),
    removeLeftover: (path) => on(path).removeLeftover(path),
    hurry(milliseconds) {
      hurriedMs = milliseconds;
      for (const files of volumes.values()) files.hurry(milliseconds);
    },
    close() {
      for (const files of volumes.values()) files.close();
    },
  };
}

/** Only a thread's own memory: the key and all else that the environment has stays out of the processes. */
function options(): Parameters<StartProcess>[1] {
  return { environment: {}, memoryMb: 128 };
}

/** Does not keep this program from ending. */
function startThread(): VolumeWorker & OwnProcess {
  const thread = new Worker(scriptPath('disk-process'), {
    name: 'disk',
    env: {},
    resourceLimits: { maxYoungGenerationSizeMb: 8 },
  });
  thread.unref();
  return {
    send: (message) => thread.postMessage(message),
    onMessage: (listener) => void thread.on('message', listener),
    onExit(listener) {
      thread.once('error', () => undefined);
      thread.once('exit', (code) => listener(String(code)));
    },
    kill: () => void thread.terminate(),
  };
}
