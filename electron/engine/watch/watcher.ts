import { statfsSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { watch } from 'chokidar';
import type { Watched, Watcher } from '../ports.ts';

/**
 * The real watcher. chokidar watches directories only: files are ignored, so that those long done cost neither memory nor a
 * watch, and the raw events of their directory are the hints.
 */
export function createWatcher(): Watcher {
  return {
    watch(folder, onHint, onTrouble) {
      if (isNetworkPath(folder.path)) return { by: 'polling', close: async () => {} };
      const close = watchEvents(folder, onHint, onTrouble);
      return { by: 'events', close };
    },
  };
}

function watchEvents(
  folder: Watched,
  onHint: (directory?: string, name?: string) => void,
  onTrouble: (message: string) => void,
): () => Promise<void> {
  const chokidar = watch(folder.path, {
    ignoreInitial: true,
    followSymlinks: false,
    ignorePermissionErrors: true,
    ...(!folder.recursive && { depth: 0 }),
    ignored: (path, stats) => (stats !== undefined && !stats.isDirectory()) || (path !== folder.path && !folder.enters(path)),
  });
  chokidar.on('raw', (_event, name, details) => {
    const watched = watchedPath(details) ?? folder.path;
    if (!name) return onHint(watched);
    const path = join(watched, name);
    // A file that is not taken, such as our own output, is no reason to look. For directories there are the events below.
    if (folder.takes(path)) onHint(dirname(path), namesAreExact ? basename(path) : undefined);
  });
  chokidar.on('addDir', (path) => onHint(path));
  chokidar.on('unlinkDir', (path) => onHint(dirname(path)));
  // Something may have come to a directory after a scan had passed it and before it was watched.
  chokidar.once('ready', () => onHint());
  chokidar.on('error', (error) => onTrouble(error instanceof Error ? error.message : String(error)));
  return () => chokidar.close();
}

function watchedPath(details: unknown): string | undefined {
  if (typeof details !== 'object' || details === null || !('watchedPath' in details)) return undefined;
  return typeof details.watchedPath === 'string' ? details.watchedPath : undefined;
}

/**
 * Whether an event has exactly the name that the directory has. Elsewhere it may be spelled differently (case, short names,
 * composed characters), which would make two files of one: there only the directory is the hint.
 */
const namesAreExact = process.platform === 'linux';

/** File system numbers of Linux: NFS, SMB, CIFS, SMB2, AFS, Ceph, 9P, FUSE (sshfs and the like). */
const networkTypes: ReadonlySet<number> = new Set([
  0x6969, 0x517b, 0xff534d42, 0xfe534d42, 0x5346414f, 0x00c36400, 0x01021997, 0x65735546,
]);

/** Whether others may write to a path without this system noticing. */
export function isNetworkPath(path: string): boolean {
  if (process.platform === 'win32') return path.startsWith('\\\\');
  if (process.platform === 'darwin') return path.startsWith('/Volumes/');
  try {
    return networkTypes.has(statfsSync(path).type >>> 0);
  } catch {
    // The path is not there: the scans say what is wrong.
    return false;
  }
}
