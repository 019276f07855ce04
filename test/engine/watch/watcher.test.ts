/** What the real watcher hints at. */
import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { createWatcher } from '../../../electron/engine/watch/watcher.ts';
import { waitFor } from '../../support/wait-for.ts';

it('hints at the whole folder once it watches it, then at the directory of what is taken, and never at what is not', async () => {
  const path = realpathSync(mkdtempSync(join(tmpdir(), 'intray-watcher-')));
  onTestFinished(() => rmSync(path, { recursive: true, force: true }));
  mkdirSync(join(path, 'sub'));
  const hints: (string | undefined)[] = [];
  const folder = { path, recursive: true, takes: (file: string) => file.endsWith('.pdf'), enters: () => true };
  const { close } = createWatcher().watch(
    folder,
    (directory) => hints.push(directory),
    () => {},
    () => {},
  );
  try {
    await waitFor(() => expect(hints).toContain(undefined));
    hints.length = 0;
    writeFileSync(join(path, 'sub', 'a.json'), '{}');
    writeFileSync(join(path, 'b.pdf'), 'b');
    await waitFor(() => expect(hints).toContain(path));
    writeFileSync(join(path, 'sub', 'a.pdf'), 'a');
    await waitFor(() => expect(hints).toContain(join(path, 'sub')));
    expect(hints.indexOf(join(path, 'sub'))).toBeGreaterThan(hints.indexOf(path));
    mkdirSync(join(path, 'new'));
    await waitFor(() => expect(hints).toContain(join(path, 'new')));
  } finally {
    await close();
  }
});
