/** A hint that names a file: that file is looked at alone, and what only a scan can tell is left to it. */
import { renameSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { FolderSettings } from '../../../electron/core/config/folder-settings.ts';
import type { Watcher } from '../../../electron/engine/ports.ts';
import { makeFile } from '../../support/make-files.ts';
import type { Run } from '../support/run.ts';
import { type SceneSandbox, sandboxOf } from '../support/sandbox.ts';
import { hour, minute, Timeline } from '../support/timeline.ts';

let scene: Timeline;
let sandbox: SceneSandbox;
beforeEach(async () => {
  scene = new Timeline();
  sandbox = await sandboxOf(scene);
});
afterEach(() => scene.end());

interface Named {
  readonly run: Run;
  readonly folder: FolderSettings;
  readonly hint: (directory: string) => void;
  /** Directories that were listed since. */
  readonly listed: string[];
}

/** An engine that has looked at its folder, and is told of nothing but what the test hints. */
async function begin(...names: readonly string[]): Promise<Named> {
  const folder = scene.folder('scans', sandbox.extraction);
  await scene.put(folder, ...names);
  return beginIn(folder, names.length);
}

async function beginIn(folder: FolderSettings, toDeliver: number): Promise<Named> {
  let hint: Named['hint'] = () => {};
  const watcher: Watcher = {
    watch(_, onHint) {
      hint = (directory) => onHint(join(folder.path, directory));
      return { by: 'events', close: async () => {} };
    },
  };
  const { url, key } = sandbox;
  const run = await scene.start({ url, key, folders: [folder], watcher, limits: { rescanMs: 10 * hour } });
  const listed: string[] = [];
  run.refuse = (operation, path) => {
    if (operation === 'list') listed.push(path);
    return undefined;
  };
  await scene.until('all is delivered', () => run.delivered() === toDeliver);
  await scene.pass(minute);
  listed.length = 0;
  return { run, folder, hint, listed };
}

describe('a file in a directory that a hint names', () => {
  it('is not taken if Intray has written it, though the folder takes all files', async () => {
    const folder = { ...scene.folder('scans', sandbox.extraction), include: ['*'] };
    await scene.put(folder, 'a.pdf');
    const { run, hint } = await beginIn(folder, 1);
    hint('');
    await scene.pass(5 * minute);
    expect(run.documents().map(({ path }) => path)).toEqual(['a.pdf']);
  });

  it('that has changed is sent again, as its replacement', async () => {
    const folder = scene.folder('scans', sandbox.extraction, { changed: 'send' });
    await scene.put(folder, 'a.pdf');
    const { run, hint, listed } = await beginIn(folder, 1);
    await scene.put({ path: join(folder.path, '..') }, 'other.pdf');
    renameSync(join(folder.path, '..', 'other.pdf'), join(folder.path, 'a.pdf'));
    hint('');
    await scene.until('it is known', () => run.documents().length === 2);
    expect(listed).toEqual([folder.path]);
    await scene.until('it is delivered', () => run.delivered() === 2);
    expect(run.document('a.pdf').replaces).toBe(run.documents()[0]?.id);
  });

  it('under another name is the same document', async () => {
    const { run, folder, hint } = await begin('a.pdf');
    renameSync(join(folder.path, 'a.pdf'), join(folder.path, 'b.pdf'));
    hint('');
    await scene.until('it has its name', () => run.has('b.pdf'));
    await scene.pass(minute);
    expect(run.documents().map(({ path }) => path)).toEqual(['b.pdf']);
    expect(run.history('b.pdf')).toContain('renamed: from a.pdf');
  });

  it('that is gone is gone once a scan says so', async () => {
    const { run, folder, hint } = await begin('a.pdf');
    sandbox.faults.add('status:404,on=uploadFiles');
    await scene.put(folder, 'b.pdf');
    hint('');
    await scene.until('it waits', () => run.has('b.pdf') && run.state('b.pdf') === 'waiting');
    rmSync(join(folder.path, 'b.pdf'));
    hint('');
    await scene.until('it is gone', () => run.state('b.pdf') === 'gone');
    expect(run.state('a.pdf')).not.toBe('gone');
  });

  it('is not picked up if the folder takes no such files, nor in another directory', async () => {
    const { run, folder, hint } = await begin('a.pdf');
    writeFileSync(join(folder.path, 'note.txt'), 'note');
    await scene.put(folder, '.hidden/b.pdf');
    hint('');
    hint('.hidden');
    hint('..');
    await scene.pass(minute);
    expect(run.documents().map(({ path }) => path)).toEqual(['a.pdf']);
  });
});

it('many files that hints tell of at once are found by one scan of their directory', async () => {
  const { run, folder, hint, listed } = await begin('a.pdf');
  const names = Array.from({ length: 200 }, (_, index) => `scan ${index}.pdf`);
  await scene.put(folder, ...names);
  for (const _ of names) hint('');
  await scene.until('all are known', () => run.documents().length === 201, { within: 1_000 });
  expect(listed).toEqual([folder.path]);
});

it('a file that comes after a scan has listed its directory and before it compares is not taken for gone', async () => {
  const folder = scene.folder('scans', sandbox.extraction, { existing: 'skip' });
  for (let index = 0; index < 2_500; index += 1) {
    const path = join(folder.path, `old${index}.pdf`);
    writeFileSync(path, '%PDF');
    utimesSync(path, 1, 1);
  }
  const { run, hint } = await beginIn(folder, 0);
  const known = vi.spyOn(run.ledger.files, 'known');
  await makeFile(join(scene.root, 'zz.pdf'), 'zz');
  known.mockImplementationOnce((...page) => {
    renameSync(join(scene.root, 'zz.pdf'), join(folder.path, 'zz.pdf'));
    hint('');
    known.mockRestore();
    return run.ledger.files.known(...page);
  });
  run.engine.lookNow();
  await scene.until('it is delivered', () => run.delivered() === 1);
  expect(run.documents().map(({ path }) => path)).toEqual(['zz.pdf']);
  expect(run.history('zz.pdf').join()).not.toMatch(/vanished|gone|returned/);
});
