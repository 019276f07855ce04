/** chokidar alone, as a program would use it that has nothing but chokidar. */
import { type FSWatcher, watch } from 'chokidar';
import { serve } from '../kit/serve.ts';
import { moment } from '../kit/usage.ts';

let watcher: FSWatcher | undefined;
let added: { readonly path: string; readonly at: number }[] = [];

serve({
  /** Resolves when it knows every file. `settleMs`: it waits for files to be written to their end. */
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
  /** What was added since it was asked last, and when it said so (ms since the epoch). */
  added() {
    const news = added;
    added = [];
    return news;
  },
  async close() {
    await watcher?.close();
  },
});
