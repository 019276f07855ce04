/** Many files at once, and new subfolders, on the machine's own clock: the system's events alone must lead to all of them. */
import { mkdirSync, renameSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { FolderSettings } from '../../../electron/core/config/folder-settings.ts';
import { systemClock } from '../../../electron/engine/system.ts';
import { makeFile } from '../../support/make-files.ts';
import { type StrictService, startStrictService } from '../../support/strict/strict-service.ts';
import type { Run, RunOptions } from '../support/run.ts';
import { hour, Timeline } from '../support/timeline.ts';

let scene: Timeline;
let service: StrictService;
beforeEach(async () => {
  scene = new Timeline();
  service = await startStrictService();
  scene.atEnd(() => service.close());
});
afterEach(() => scene.end());

/** No scan but the first one comes by itself. */
const begin = (folder: FolderSettings, options: Partial<RunOptions> = {}): Promise<Run> =>
  scene.start({
    url: service.url,
    key: service.key,
    folders: [folder],
    clock: systemClock,
    limits: { rescanMs: 10 * hour, extractionBatch: 30 },
    ...options,
  });
const eventually = (condition: () => void) => vi.waitFor(condition, { timeout: 110_000, interval: 50 });
const watches = (run: Run) => eventually(() => expect(run.engine.status().folders[0]?.health.kind).toBe('watching'));

/** Directories and names as a person might drop them. */
const path = (index: number) => `${['', 'Januar/', 'Januar/Woche 1/', 'Februar/'][index % 4]}scan${index}.pdf`;

async function drop(folder: FolderSettings, count: number): Promise<void> {
  const atOnce = 50;
  for (let index = 0; index < count; index += atOnce) {
    const some = Array.from({ length: atOnce }, (_, offset) => index + offset);
    await Promise.all(some.map((each) => makeFile(join(folder.path, path(each)), `burst ${each}`)));
  }
}

it('a burst of 300 files: each is delivered, once', async () => {
  const folder = scene.folder('scans', service.addExtraction(), {
    ...{ askAbove: 0, settleSeconds: 0.3 },
    outputs: { json: false, csv: 'folder' },
  });
  const run = await begin(folder);
  await watches(run);
  await drop(folder, 300);
  await eventually(() => expect(run.delivered()).toBe(300));
  expect(run.engine.status().balance).toMatchObject({ found: 300, delivered: 300 });
  expect(service.uploads.size).toBe(300);
  expect([...service.uploads.values()].every((times) => times === 1)).toBe(true);
  expect(new Set(scene.tablesOf(folder).map(({ file }) => file)).size).toBe(300);
  expect(service.violations).toEqual([]);
});

it('a burst of 5,000 files: none is missed', async () => {
  const folder = scene.folder('scans', service.addExtraction(), { askAbove: 0 });
  const run = await begin(folder);
  await watches(run);
  run.engine.pause();
  await drop(folder, 5_000);
  await eventually(() => expect(run.engine.status().balance.found).toBe(5_000));
  expect(service.uploads.size).toBe(0);
});

it('a new subtree, made step by step, is found whole; one that is moved in is, too', async () => {
  const folder = scene.folder('scans', service.addExtraction(), { settleSeconds: 0.2 });
  const run = await begin(folder);
  await watches(run);
  await makeFile(join(folder.path, 'a/b/c/d/deep.pdf'), 'deep');
  await eventually(() => expect(run.has('a/b/c/d/deep.pdf')).toBe(true));
  await makeFile(join(folder.path, 'a/b/c/d/later.pdf'), 'later');
  await eventually(() => expect(run.has('a/b/c/d/later.pdf')).toBe(true));

  await makeFile(join(scene.root, 'elsewhere/x/y/moved.pdf'), 'moved');
  renameSync(join(scene.root, 'elsewhere'), join(folder.path, 'arrived'));
  await eventually(() => expect(run.has('arrived/x/y/moved.pdf')).toBe(true));
  mkdirSync(join(folder.path, 'arrived/x/y/z'));
  await makeFile(join(folder.path, 'arrived/x/y/z/last.pdf'), 'last');
  await eventually(() => expect(run.delivered()).toBe(4));
});

it('a subfolder removed and made again is watched again', async () => {
  const folder = scene.folder('scans', service.addExtraction(), { settleSeconds: 0.2 });
  await makeFile(join(folder.path, 'sub/first.pdf'), 'first');
  const run = await begin(folder);
  await watches(run);
  await eventually(() => expect(run.delivered()).toBe(1));
  renameSync(join(folder.path, 'sub'), join(scene.root, 'taken away'));
  mkdirSync(join(folder.path, 'sub'));
  await makeFile(join(folder.path, 'sub/second.pdf'), 'second');
  await eventually(() => expect(run.has('sub/second.pdf')).toBe(true));
  await makeFile(join(folder.path, 'sub/third.pdf'), 'third');
  await eventually(() => expect(run.delivered()).toBe(3));
});

it('only one folder deep, if the folder is not to be watched below', async () => {
  const folder = scene.folder('scans', service.addExtraction(), { settleSeconds: 0.2, recursive: false });
  const run = await begin(folder);
  await watches(run);
  await makeFile(join(folder.path, 'sub/below.pdf'), 'below');
  await makeFile(join(folder.path, 'here.pdf'), 'here');
  await eventually(() => expect(run.delivered()).toBe(1));
  expect(run.documents().map((document) => document.path)).toEqual(['here.pdf']);
});
