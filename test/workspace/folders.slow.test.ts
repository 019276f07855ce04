import { chmodSync, existsSync, mkdirSync, readdirSync, symlinkSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { FolderSettings } from '../../electron/core/config/folder-settings.ts';
import type { MessageCode } from '../../electron/core/messages/message.ts';
import { makeFile } from '../support/make-files.ts';
import { openTestWorkspace, openWithSandbox, type TestWorkspace } from '../support/workspace.ts';

let test: TestWorkspace;
let extraction: FolderSettings['route'];
let classification: FolderSettings['route'];
beforeEach(async () => {
  ({ test, extraction, classification } = await openWithSandbox());
});
afterEach(() => test.end());

const health = async () => (await test.ask('status', {})).folders.map((folder) => folder.health.kind);

describe('a folder', () => {
  it.skipIf(process.platform === 'win32')('says whether others may write to it, as of the last scan', async () => {
    const settings = test.folder('scans', extraction);
    chmodSync(settings.path, 0o777);
    await test.ask('addFolder', { settings });
    const isOpen = async () => (await test.ask('status', {})).folders[0]?.openToOthers;
    await test.until('it is said', async () => (await isOpen()) === true);
    chmodSync(settings.path, 0o755);
    await test.ask('lookNow', {});
    await test.until('it is taken back', async () => (await isOpen()) === false);
  });

  it('is added, watched, changed and removed, and what was sent is still delivered', async () => {
    const settings = test.folder('scans', extraction);
    const { id } = await test.ask('addFolder', { settings });
    expect(await test.ask('folders', {})).toEqual([{ id, settings }]);
    await test.until('it is watched', async () => (await health())[0] === 'watching');
    await test.ask('updateFolder', { id, settings: { ...settings, route: classification, outputs: { json: true, csv: 'off' } } });
    await test.until('it goes the new way', async () => (await test.ask('status', {})).folders[0]?.routeName !== extraction.id);
    await makeFile(join(settings.path, 'a.pdf'), 'content');
    await test.until(
      'it is sent',
      async () => (await test.ask('documents', {})).documents.map(({ state }) => state !== 'settling')[0] === true,
    );
    const before = await test.ask('folders', {});
    expect(await test.ask('removedFolders', {})).toEqual([]);
    await test.ask('removeFolder', { id });
    expect(await test.ask('folders', {})).toEqual([]);
    expect(await test.refused('updateFolder', { id, settings })).toMatchObject({ kind: 'unavailable' });
    test = await test.again();
    expect(await test.ask('removedFolders', {})).toMatchObject([{ id, path: settings.path, by: 'ada' }]);
    // Also what became of its documents is still counted.
    expect(await test.ask('hours', { since: 1 })).toMatchObject([{ folderId: id, path: settings.path }]);
    await test.ask('restoreFolder', { id });
    expect(await test.ask('folders', {})).toEqual(before);
    expect(before).toMatchObject([{ settings: { route: classification } }]);
    expect(await test.ask('removedFolders', {})).toEqual([]);
    expect(await test.refused('restoreFolder', { id: 999 })).toMatchObject({ kind: 'unavailable' });
    await test.until('it is delivered', () => existsSync(join(settings.path, 'a.pdf.json')));
  });

  it('takes what came since its files were counted, and sends what was there before once a person wants it', async () => {
    const settings = test.folder('scans', extraction);
    const hours = 3_600_000;
    const now = Date.now();
    const [before, meanwhile] = ['before.pdf', 'meanwhile.pdf'].map((name) => join(settings.path, name)) as [string, string];
    for (const [path, at] of [
      [before, now - 3 * hours],
      [meanwhile, now - hours],
    ] as const) {
      await makeFile(path, path);
      utimesSync(path, at / 1_000, at / 1_000);
    }
    const { id } = await test.ask('addFolder', { settings, countedAt: now - 2 * hours });
    await test.until('it is delivered', () => existsSync(`${meanwhile}.json`));
    const leftAlone = async () => (await test.ask('status', {})).folders[0]?.leftAlone;
    expect(await leftAlone()).toBe(1);
    expect((await test.ask('documents', {})).documents.map(({ path }) => path)).toEqual(['meanwhile.pdf']);
    expect(await test.ask('sendLeftAlone', { id })).toEqual({ count: 1 });
    await test.until('it is delivered', () => existsSync(`${before}.json`));
    expect(await leftAlone()).toBe(0);
  });

  it('tells what it knows from before, and what is new, when it is to be added again', async () => {
    const settings = test.folder('scans', extraction);
    const { id } = await test.ask('addFolder', { settings });
    await makeFile(join(settings.path, 'a.pdf'), 'content');
    await test.until('it is delivered', () => existsSync(join(settings.path, 'a.pdf.json')));
    await test.ask('removeFolder', { id });
    await makeFile(join(settings.path, 'b.pdf'), 'new');
    expect(await test.ask('inspectFolder', { path: settings.path })).toMatchObject({ known: 1, files: 1 });
  });

  it('rests when a person pauses it, over a restart too', async () => {
    const settings = test.folder('scans', extraction);
    const { id } = await test.ask('addFolder', { settings });
    await test.until('it is watched', async () => (await health())[0] === 'watching');
    await test.ask('setPaused', { paused: true, folderId: id });
    expect(await health()).toEqual(['resting']);
    test = await test.again();
    expect(await health()).toEqual(['resting']);
    await makeFile(join(settings.path, 'a.pdf'), 'content');
    await test.ask('setPaused', { paused: false, folderId: id });
    await test.until('it is delivered', () => existsSync(join(settings.path, 'a.pdf.json')));
  });

  it('is meant by a request whatever others change meanwhile', async () => {
    const added = [];
    for (const name of ['a', 'b', 'c', 'd']) {
      const settings = test.folder(name, extraction);
      added.push({ settings, ...(await test.ask('addFolder', { settings })) });
    }
    const [a, b, c, d] = added.map(({ id }) => id);
    const names = async () => (await test.ask('folders', {})).map(({ settings }) => settings.path.at(-1));
    const changed = { ...added[2]!.settings, settleSeconds: 7 };
    await Promise.all([
      test.ask('removeFolder', { id: a! }),
      test.ask('updateFolder', { id: c!, settings: changed }),
      test.ask('setPaused', { paused: true, folderId: c! }),
      test.ask('removeFolder', { id: b! }),
    ]);
    expect(await names()).toEqual(['c', 'd']);
    expect((await test.ask('folders', {}))[0]?.settings).toMatchObject({ settleSeconds: 7 });

    // A second click means nobody else's folder.
    const twice = await Promise.allSettled([test.ask('removeFolder', { id: c! }), test.ask('removeFolder', { id: c! })]);
    expect(twice.map(({ status }) => status)).toEqual(['fulfilled', 'rejected']);
    expect(await names()).toEqual(['d']);
    const { settings } = added[0]!;
    await Promise.all([test.ask('addFolder', { settings }), test.ask('addFolder', { settings })]);
    expect(await names()).toEqual(['d', 'a']);
    await test.ask('setPaused', { paused: true, folderId: d! });
    expect((await test.ask('folders', {})).map(({ settings: { paused } }) => paused)).toEqual([true, false]);
  });

  it.skipIf(process.platform === 'win32')('is known by its real path', async () => {
    const settings = test.folder('scans', extraction);
    symlinkSync(settings.path, join(test.root, 'link'));
    await test.ask('addFolder', { settings: { ...settings, path: join(test.root, 'link') } });
    expect((await test.ask('folders', {}))[0]?.settings.path).toBe(settings.path);
    expect(await test.refused('addFolder', { settings })).toMatchObject({ field: 'settings.path' });
  });

  it('is refused at its path if it cannot be watched', async () => {
    const settings = test.folder('scans', extraction);
    await test.ask('addFolder', { settings });
    writeFileSync(join(test.root, 'file.pdf'), 'x');
    mkdirSync(join(settings.path, 'inner'));
    const cases: readonly (readonly [string, MessageCode])[] = [
      [settings.path, 'workspace.folder.watchedAlready'],
      [join(settings.path, 'inner'), 'workspace.folder.insideWatched'],
      [test.root, 'workspace.folder.containsWatched'],
      [join(test.root, 'file.pdf'), 'workspace.folder.isFile'],
      [join(test.root, 'missing'), 'workspace.folder.missing'],
      ['relative', 'workspace.folder.wholePath'],
      [test.dataDirectory, 'workspace.folder.ownData'],
    ];
    for (const [path, code] of cases) {
      const refused = await test.refused('addFolder', { settings: { ...settings, path } });
      expect(refused).toMatchObject({ kind: 'invalid-input', field: 'settings.path', message: { code } });
    }
    expect(await test.ask('folders', {})).toHaveLength(1);
  });

  it('is refused at its route if the service does not know it', async () => {
    const id = '00000000-0000-4000-8000-000000000000';
    const settings = test.folder('scans', { kind: 'extraction', id });
    expect(await test.refused('addFolder', { settings })).toMatchObject({
      kind: 'invalid-input',
      field: 'settings.route.id',
      message: { code: 'workspace.route.unknownExtraction', values: { id } },
    });
    expect(await test.refused('addFolder', { settings: { ...settings, route: { kind: 'extraction', id: ' ' } } })).toMatchObject({
      field: 'settings.route.id',
    });
    expect(await test.refused('addFolder', { settings: { ...settings, settleSeconds: 0 } })).toMatchObject({
      field: 'settings.settleSeconds',
    });
  });

  it('cannot be added before a service was chosen', async () => {
    const other = await openTestWorkspace();
    const settings = other.folder('scans', extraction);
    expect(await other.refused('addFolder', { settings })).toMatchObject({ kind: 'unavailable' });
    await other.end();
  });

  it('takes what comes as soon as it is chosen, though the engine begins to watch it a little later', async () => {
    const settings = test.folder('scans', extraction, { existing: 'skip' });
    await test.ask('addFolder', { settings });
    writeFileSync(join(settings.path, 'at-once.pdf'), 'x');
    await test.until('it is known', async () => (await test.ask('documents', {})).total === 1);
  });

  it('gets sample documents under free names', async () => {
    const settings = test.folder('scans', extraction);
    const { id } = await test.ask('addFolder', { settings: { ...settings, paused: true } });
    const first = await test.ask('dropSamples', { id });
    const second = await test.ask('dropSamples', { id });
    expect(first.files).toContain('invoice-2026-0417.pdf');
    expect(second.files).toContain('invoice-2026-0417 (2).pdf');
    expect(readdirSync(settings.path)).toHaveLength(first.files.length * 2);
    expect(await test.refused('dropSamples', { id: 99 })).toMatchObject({ kind: 'unavailable' });
  });
});

describe('looking at a folder before it is added', () => {
  it('counts what would be taken', async () => {
    const { path } = test.folder('scans', extraction);
    await makeFile(join(path, 'a.pdf'), 'a', { size: 2_000 });
    await makeFile(join(path, 'deep/b.pdf'), 'b', { size: 3_000 });
    writeFileSync(join(path, 'notes.txt'), 'no');
    writeFileSync(join(path, '.hidden.pdf'), 'no');
    expect(await test.ask('inspectFolder', { path })).toEqual({
      countedAt: expect.any(Number),
      path,
      notes: [],
      files: 2,
      known: 0,
      more: false,
      bytes: 5_000,
    });
    expect(await test.ask('inspectFolder', { path, recursive: false })).toMatchObject({ files: 1 });
    expect(await test.ask('inspectFolder', { path: '~/scans' })).toMatchObject({ path, files: 2 });
  });

  it('says what stands in the way', async () => {
    expect(await test.ask('inspectFolder', { path: join(test.root, 'missing') })).toMatchObject({
      problem: { code: 'workspace.folder.missing' },
      files: 0,
    });
  });

  it.skipIf(process.platform === 'win32' || process.getuid?.() === 0)('says that results could not be written', async () => {
    const { path } = test.folder('scans', extraction);
    chmodSync(path, 0o500);
    expect((await test.ask('inspectFolder', { path })).notes).toMatchObject([{ code: 'workspace.folder.notWritable' }]);
    chmodSync(path, 0o700);
  });

  it('stops counting in good time', async () => {
    const { path } = test.folder('many', extraction);
    for (let index = 0; index < 10_050; index += 1) writeFileSync(join(path, `${index}.txt`), '');
    expect(await test.ask('inspectFolder', { path })).toMatchObject({ files: 0, more: true });
  });
});

describe('a chooser in the window', () => {
  it('lists directories, files only if it is asked, and nothing hidden', async () => {
    mkdirSync(join(test.root, 'pick', 'Zebra'), { recursive: true });
    mkdirSync(join(test.root, 'pick', 'apple'));
    mkdirSync(join(test.root, 'pick', '.hidden'));
    writeFileSync(join(test.root, 'pick', 'a.pdf'), '');
    const path = join(test.root, 'pick');
    const names = async (files: boolean) => (await test.ask('listDirectories', { path, files })).entries.map(({ name }) => name);
    expect(await names(false)).toEqual(['apple', 'Zebra']);
    expect(await names(true)).toEqual(['apple', 'Zebra', 'a.pdf']);
    const home = await test.ask('listDirectories', {});
    expect(home.path).toBe(test.root);
    expect(home.places[0]).toEqual({ name: expect.any(String), path: test.root });
    expect(await test.refused('listDirectories', { path: join(path, 'missing') })).toMatchObject({ field: 'path' });
    expect(await test.refused('listDirectories', { path: 'pick' })).toMatchObject({ field: 'path' });
  });

  it('makes a directory, under a name that can be one', async () => {
    expect(await test.ask('makeDirectory', { parent: test.root, name: 'new' })).toEqual({ path: join(test.root, 'new') });
    expect(await test.refused('makeDirectory', { parent: test.root, name: 'new' })).toMatchObject({ field: 'name' });
    for (const name of ['..', 'a/b', '.'])
      expect(await test.refused('makeDirectory', { parent: test.root, name })).toMatchObject({ field: 'name' });
    expect(await test.refused('makeDirectory', { parent: join(test.root, 'none'), name: 'x' })).toMatchObject({
      field: 'parent',
    });
  });

  it('of the system is the host’s to show', async () => {
    for (const name of ['chooseFolder', 'chooseFiles'] as const)
      expect(await test.refused(name, { title: 'Folder' })).toMatchObject({ kind: 'unavailable' });
    expect(await test.refused('openFile', { id: 1, what: 'source', how: 'open' })).toMatchObject({ kind: 'unavailable' });
  });
});
