import { dirname, join } from 'node:path';
import { watch } from 'chokidar';
import { errorText } from '../../core/plain-data.ts';
import { isNetworkPath, watchMounts } from '../disk/volumes.ts';
import type { Clock, Watched, Watcher } from '../ports.ts';
import { systemClock } from '../system.ts';

/**
 * The real watcher. chokidar watches directories only: files are ignored, so that those long done cost neither memory nor a
 * watch, and the raw events of their directory are the hints.
 */
export function createWatcher(clock: Pick<Clock, 'after'> = systemClock): Watcher {
  return {
    watch(folder, onHint, onTrouble, onMount) {
      const ignoreMounts = watchMounts(folder.path, onMount, clock);
      if (isNetworkPath(folder.path)) return { by: 'polling', close: async () => ignoreMounts() };
      const close = watchEvents(folder, onHint, onTrouble);
      return {
        by: 'events',
        close() {
          ignoreMounts();
          return close();
        },
      };
    },
  };
}

function watchEvents(
  folder: Watched,
  onHint: (directory?: string) => void,
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
    if (folder.takes(path)) onHint(dirname(path));
  });
  chokidar.on('addDir', (path) => onHint(path));
  chokidar.on('unlinkDir', (path) => onHint(dirname(path)));
  // Something may have come to a directory after a scan had passed it and before it was watched.
  chokidar.once('ready', () => onHint());
  chokidar.on('error', (error) => onTrouble(errorText(error)));
  return () => chokidar.close();
}

function watchedPath(details: unknown): string | undefined {
  if (typeof details !== 'object' || details === null || !('watchedPath' in details)) return undefined;
  return typeof details.watchedPath === 'string' ? details.watchedPath : undefined;
}
