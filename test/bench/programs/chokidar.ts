/** chokidar alone, as a program that relies on it would use it. */
import { type FSWatcher, watch } from 'chokidar';
import { serve } from '../kit/serve.ts';
import { moment } from '../kit/usage.ts';

let watcher: FSWatcher | undefined;
let added: { readonly path: string; readonly at: number }[] = [];

serve({
  /** Resolves when it knows every file. `settleMs`: how long it waits for writes to finish. */
  watch({ directories, settleMs }: { readonly directories: readonly string[]; readonly settleMs?: number }) {
    const waiting = settleMs === undefined ? {} : { awaitWriteFinish: { stabilityThreshold: settleMs, pollInterval: 100 } };
    const watching = watch([...directories], { ignoreInitial: true, ...waiting });
    watcher = watching;
    watching.on('add', (path) => added.push({ path, at: moment() }));
    return new Promise<void>((resolve, reject) => {
      watching.once('ready', () => resolve());
      watching.once('error', reject);
    });
  },
  /** The files added since the last call, and when each was reported (ms since the epoch). */
  added() {
    const news = added;
    added = [];
    return news;
  },
  async close() {
    await watcher?.close();
  },
});
