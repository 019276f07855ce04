import { randomUUID } from 'node:crypto';
import { mkdirSync, renameSync, symlinkSync, writeFileSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { FolderSettings } from '../../electron/core/config/folder-settings.ts';
import { openWithSandbox, type TestWorkspace } from '../support/workspace.ts';

/** A session alone must not be worth any file of the person: a private key went out as the sample of an extraction. */
describe('A window that is served to browsers', () => {
  let test: TestWorkspace;
  let route: FolderSettings['route'];
  const at = (...names: string[]) => join(test.root, ...names);
  const outside = { kind: 'invalid-input', message: { code: 'workspace.folder.outside' } };

  beforeEach(async () => {
    const opened = await openWithSandbox({ roots: [] });
    ({ test } = opened);
    route = opened.extraction;
    for (const path of ['home/docs', 'home/.ssh/deep', 'mnt/share/.git', 'mnt/other']) mkdirSync(at(path), { recursive: true });
    for (const path of ['home/docs/a.pdf', 'home/.ssh/id', 'mnt/share/b.pdf', 'mnt/other/c.pdf']) writeFileSync(at(path), 'x');
    symlinkSync(at('mnt/other'), at('home/docs/out'));
    symlinkSync(at('home/.ssh'), at('home/docs/keys'));
    symlinkSync(at('home/docs'), at('home/same'));
    test = await test.again({ home: at('home'), roots: [at('mnt/share')], dataDirectory: at('data') });
  });
  afterEach(() => test.end());

  it('lists the home directory and the roots that the owner named, without links that lead out of them', async () => {
    const names = async (path?: string) => {
      const input = { ...(path !== undefined && { path }), files: true };
      return (await test.ask('listDirectories', input)).entries.map(({ name }) => name);
    };
    expect(await names()).toEqual(['docs', 'same']);
    expect(await names(at('home/docs'))).toEqual(['a.pdf']);
    expect(await names(at('home/same'))).toEqual(['a.pdf']);
    expect(await names(at('mnt/share'))).toEqual(['b.pdf']);
    const { parent, places } = await test.ask('listDirectories', {});
    expect(parent).toBeUndefined();
    expect(places.map(({ path }) => path)).toEqual([at('home'), at('mnt/share')]);
  });

  it.each([
    ...['/', '/etc', 'mnt', 'mnt/other', 'home/.ssh', 'home/.ssh/deep', 'home/.nothing', 'home/docs/out', 'home/docs/keys'],
    ...['mnt/share/.git', 'mnt/share/../other', 'data', 'mnt/nothing'],
  ])('lists nothing, makes nothing and watches nothing in %s', async (path) => {
    const place = path.startsWith('/') ? path : at(path);
    expect(await test.refused('listDirectories', { path: place })).toMatchObject(outside);
    expect(await test.refused('makeDirectory', { parent: place, name: 'x' })).toMatchObject(outside);
    expect((await test.ask('inspectFolder', { path: place })).problem).toMatchObject(outside.message);
    const settings = { path: place, route };
    expect(await test.refused('addFolder', { settings })).toMatchObject(outside);
    expect(await test.refused('planFolder', { plan: randomUUID(), settings })).toMatchObject(outside);
  });

  it.each(['home/.ssh/id', 'home/docs/keys/id', 'mnt/other/c.pdf', 'home/docs/out/c.pdf', 'data/ledger.sqlite'])(
    'sends no sample from %s',
    async (path) => {
      const input = { name: 'New', fields: [{ key: 'number', description: '', example: '' }], sample: at(path) };
      expect(await test.refused('createExtraction', input)).toMatchObject({ ...outside, field: 'sample' });
    },
  );

  it('says that something is missing only where it may look', async () => {
    expect(await test.refused('listDirectories', { path: at('home/nothing') })).toMatchObject({
      message: { code: 'workspace.folder.missing' },
    });
  });

  it('may look into a folder once it is watched, and watch it again', async () => {
    const settings = test.folder('mnt/elsewhere', route);
    expect(await test.refused('addFolder', { settings })).toMatchObject(outside);
    test = await test.again({ home: at('home'), roots: [at('mnt')], dataDirectory: at('data') });
    const { id } = await test.ask('addFolder', { settings });
    test = await test.again({ home: at('home'), roots: [], dataDirectory: at('data') });
    expect((await test.ask('listDirectories', { path: settings.path })).entries).toEqual([]);
    await test.ask('removeFolder', { id });
    await test.until('it is no longer watched', async () => (await test.ask('folders', {})).length === 0);
    expect(await test.refused('listDirectories', { path: settings.path })).toMatchObject(outside);
    await test.ask('addFolder', { settings });
    await test.ask('removeFolder', { id });
    // A link in its place is not the folder that was watched.
    renameSync(settings.path, at('moved-away'));
    symlinkSync(at('mnt/other'), settings.path);
    await test.until('it is no longer watched', async () => (await test.ask('folders', {})).length === 0);
    expect(await test.refused('addFolder', { settings })).toMatchObject(outside);
  });

  it.skipIf(process.platform === 'win32')(
    'stays where a watched folder was, after its path has become a link, over a restart too',
    async () => {
      const settings = test.folder('mnt/share/scans', route);
      await test.ask('addFolder', { settings });
      renameSync(settings.path, at('moved-away'));
      symlinkSync(at('mnt/other'), settings.path);
      for (const again of [false, true]) {
        if (again) test = await test.again({ home: at('home'), roots: [at('mnt/share')], dataDirectory: at('data') });
        expect((await test.ask('folders', {})).map((folder) => folder.settings.path)).toEqual([settings.path]);
        for (const path of [settings.path, at('mnt/other')])
          expect(await test.refused('listDirectories', { path })).toMatchObject(outside);
      }
    },
  );

  it('lets a desktop look everywhere', async () => {
    test = await test.again({ home: at('home'), roots: undefined as never, dataDirectory: at('data') });
    await rm(at('home/docs/out'));
    expect((await test.ask('listDirectories', { path: at('mnt/other'), files: true })).entries).toHaveLength(1);
  });
});
