import { chmodSync, mkdirSync, readdirSync, readFileSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import { maxFileBytes } from '../../electron/core/protocol/service-shapes.ts';
import { openWithSandbox, type TestWorkspace } from '../support/workspace.ts';

const open: TestWorkspace[] = [];
afterEach(async () => {
  for (const test of open.splice(0)) await test.end();
});

/** A paused folder: what is added stays as it was put there. */
async function openFolder(changes: Parameters<typeof openWithSandbox>[0] = {}) {
  const { test, extraction } = await openWithSandbox(changes);
  open.push(test);
  const settings = test.folder('scans', extraction, { paused: true });
  const { id } = await test.ask('addFolder', { settings });
  const outside = join(test.root, 'outside');
  mkdirSync(outside);
  return { test, id, folder: settings.path, outside };
}

describe('Adding files to a watched folder', () => {
  it('copies a file under the name that is free, and lets nobody do more with the copy', async () => {
    const { test, id, folder, outside } = await openFolder();
    const path = join(outside, 'invoice.pdf');
    writeFileSync(path, 'second');
    chmodSync(path, 0o600);
    writeFileSync(join(folder, 'invoice.pdf'), 'first');
    expect(await test.ask('addFile', { id, path })).toEqual({ name: 'invoice (2).pdf' });
    expect(readFileSync(join(folder, 'invoice.pdf'), 'utf8')).toBe('first');
    expect(readFileSync(join(folder, 'invoice (2).pdf'), 'utf8')).toBe('second');
    if (process.platform !== 'win32') expect(statSync(join(folder, 'invoice (2).pdf')).mode & 0o777).toBe(0o600);
    expect(readFileSync(path, 'utf8')).toBe('second');
  });

  it.each([
    ['a folder', 'workspace.document.notAFile', (path: string) => mkdirSync(path)],
    ['an empty file', 'workspace.sample.empty', (path: string) => writeFileSync(path, '')],
    ['what is not there', 'workspace.sample.missing', () => {}],
    [
      'more than the service takes',
      'workspace.sample.tooLarge',
      (path: string) => writeFileSync(path, Buffer.alloc(maxFileBytes + 1)),
    ],
  ])('says why it does not copy %s', async (_, code, make) => {
    const { test, id, folder, outside } = await openFolder();
    const path = join(outside, 'a.pdf');
    make(path);
    expect((await test.refused('addFile', { id, path })).message.code).toBe(code);
    expect(readdirSync(folder)).toEqual([]);
  });

  it('does not copy what would not be picked up, nor what is there already', async () => {
    const { test, id, folder, outside } = await openFolder();
    for (const name of ['notes.txt', '.hidden.pdf', 'half.pdf.part']) {
      writeFileSync(join(outside, name), 'content');
      expect((await test.refused('addFile', { id, path: join(outside, name) })).message.code).toMatch(/^ignored\./);
    }
    writeFileSync(join(folder, 'a.pdf'), 'content');
    expect((await test.refused('addFile', { id, path: join(folder, 'a.pdf') })).message.code).toBe('workspace.adding.isThere');
    expect(readdirSync(folder)).toEqual(['a.pdf']);
  });

  it.skipIf(process.platform === 'win32')('reads nothing for a browser that it may not look at, by whatever path', async () => {
    const { test, id, folder } = await openFolder({ roots: [] });
    const forbidden = test.scene.directory('.private');
    writeFileSync(join(forbidden, 'a.pdf'), 'secret');
    symlinkSync(join(forbidden, 'a.pdf'), join(test.root, 'b.pdf'));
    for (const path of [join(forbidden, 'a.pdf'), join(test.root, 'b.pdf')])
      expect((await test.refused('addFile', { id, path })).message.code).toBe('workspace.folder.outside');
    expect(readdirSync(folder)).toEqual([]);
  });

  it('puts pieces together, and forgets a file whose pieces do not follow each other', async () => {
    const { test, id, folder } = await openFolder();
    const upload = crypto.randomUUID();
    const piece = (position: number, text: string, other: object = {}) => ({
      ...{ id, upload, name: '../../up.pdf', size: 6, position, bytes: Buffer.from(text).toString('base64') },
      ...other,
    });
    expect(await test.ask('addPiece', piece(0, 'abc'))).toEqual({});
    expect(await test.ask('addPiece', piece(3, 'def'))).toEqual({ name: 'up.pdf' });
    expect(readFileSync(join(folder, 'up.pdf'), 'utf8')).toBe('abcdef');

    await test.ask('addPiece', piece(0, 'abc'));
    expect((await test.refused('addPiece', piece(4, 'f'))).message.code).toBe('workspace.adding.interrupted');
    expect((await test.refused('addPiece', piece(3, 'def'))).message.code).toBe('workspace.adding.interrupted');
    expect((await test.refused('addPiece', piece(0, 'abc', { size: maxFileBytes + 1 }))).message.code).toBe(
      'workspace.sample.tooLarge',
    );
    const begin = () => piece(0, 'abc', { upload: crypto.randomUUID() });
    await test.ask('addPiece', begin());
    await test.ask('addPiece', begin());
    expect((await test.refused('addPiece', begin())).message.code).toBe('workspace.adding.busy');
    expect(readdirSync(folder)).toEqual(['up.pdf']);
  });
});
