import { expect, it } from 'vitest';
import { folderSettingsSchema } from '../../../electron/core/config/folder-settings.ts';
import { createFilter } from '../../../electron/engine/watch/filter.ts';
import { FolderWatches } from '../../../electron/engine/watch/folder-watches.ts';

it('begins no watch after the end, for which an abandoned scan may ask', async () => {
  let open = 0;
  const watch = () => {
    open += 1;
    const close = async () => {
      open -= 1;
    };
    return { by: 'events' as const, close };
  };
  const log = { debug() {}, info() {}, warn() {}, error() {} };
  const watches = new FolderWatches({ watcher: { watch }, log }, 'watch', { request: () => {} });
  const settings = folderSettingsSchema.parse({ path: '/scans', route: { kind: 'extraction', id: 'e' } });
  const folder = { id: 1, path: '/scans', settings, active: true, paused: false, firstWatched: 0 };
  const scanned = { folder, filter: createFilter(settings) };
  watches.begin(scanned);
  expect(open).toBe(1);
  await watches.close();
  watches.begin(scanned);
  expect(open).toBe(0);
});
