/** The settings file is watched by the machine's clock. */
import { mkdtempSync, realpathSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, vi } from 'vitest';
import { openConfStore } from '../../electron/settings/conf-store.ts';

it('the settings file reports when a person edits it, by writing or renaming, but not when Intray does', async () => {
  const directory = realpathSync(mkdtempSync(join(tmpdir(), 'intray-conf-')));
  const store = openConfStore(join(directory, 'data'));
  try {
    await store.write({ version: 1 });
    const heard: (string | undefined)[] = [];
    store.onEdited(() => heard.push(store.read()));
    await store.write({ version: 1, paused: true });
    // The watch begins with the first look at the file, which may be later than this: who saves again is heard.
    const save = () => {
      writeFileSync(store.file, '{"paused": tru');
      return vi.waitFor(() => expect(heard).toEqual(['{"paused": tru']), { timeout: 5_000 });
    };
    await save().catch(save);
    writeFileSync(`${store.file}.swp`, '{"paused": false}');
    renameSync(`${store.file}.swp`, store.file);
    await vi.waitFor(() => expect(heard).toEqual(['{"paused": tru', '{"paused": false}']), { timeout: 10_000 });
  } finally {
    store.close();
    rmSync(directory, { recursive: true, force: true });
  }
});
