/** A directory tree that was made by mistake, or to do harm. Which levels are entered is in `filter.test.ts`. */
import { execFileSync } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, expect } from 'vitest';
import type { FolderSettings } from '../../../electron/core/config/folder-settings.ts';
import { makeBytes } from '../../support/make-files.ts';
import { itWith } from '../../support/programs.ts';
import { type SceneSandbox, sandboxOf } from '../support/sandbox.ts';
import { Timeline } from '../support/timeline.ts';

let scene: Timeline;
let sandbox: SceneSandbox;
let folder: FolderSettings;
beforeEach(async () => {
  scene = new Timeline();
  sandbox = await sandboxOf(scene);
  folder = scene.folder('scans', sandbox.extraction);
});
afterEach(() => scene.end());

/** Longer paths than the system takes are made, and removed, from within. */
const inside = (work: string): void => {
  execFileSync('python3', ['-c', `import os, sys\nos.chdir(sys.argv[1])\n${work}`, folder.path]);
};

itWith('python3', 'A tree is left out below a hundred levels, by name, and everything else is sent', async () => {
  inside('for _ in range(1500):\n os.mkdir("d")\n os.chdir("d")\nopen("x.pdf", "w")');
  scene.atEnd(() =>
    inside('while os.path.isdir("d"): os.chdir("d")\nos.remove("x.pdf")\nfor _ in range(1500):\n os.chdir("..")\n os.rmdir("d")'),
  );
  writeFileSync(join(folder.path, 'a.pdf'), makeBytes('pdf', 'a'));
  mkdirSync(join(folder.path, 'sub'));
  writeFileSync(join(folder.path, 'sub/b.pdf'), makeBytes('pdf', 'b'));
  const run = await scene.start({ url: sandbox.url, key: sandbox.key, folders: [folder], mode: 'run' });
  expect(await run.ending()).toEqual({ kind: 'done' });
  expect(sandbox.allAccepted().toSorted()).toEqual(['a.pdf', 'b.pdf']);
  const [leftOut, ...others] = run.ledger.meta.read('left-out', 1) ?? [];
  expect(leftOut).toMatchObject({ reason: 'deep', count: 1, paths: [Array.from({ length: 101 }, () => 'd').join('/')] });
  expect(others).toEqual([]);
});
