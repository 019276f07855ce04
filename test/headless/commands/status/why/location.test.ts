import { mkdir, mkdtemp, realpath, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { locate } from '../../../../../electron/headless/commands/status/why/location.ts';
import type { RecordedFolder } from '../../../../../electron/workspace/engine/engine-snapshot.ts';

let root: string;
beforeEach(async () => {
  root = await realpath(await mkdtemp(join(tmpdir(), 'intray-location-')));
  await mkdir(join(root, 'scans', 'June'), { recursive: true });
  await mkdir(join(root, 'elsewhere'));
  await writeFile(join(root, 'scans', 'June', 'a.pdf'), 'a');
  await writeFile(join(root, 'elsewhere', 'b.pdf'), 'b');
});
afterEach(() => rm(root, { recursive: true, force: true }));

const folder = (id: number, path: string): RecordedFolder => ({ id, path, settings: undefined, health: undefined, active: true });
const find = (path: string, ...folders: RecordedFolder[]) =>
  locate(join(root, path), folders.length > 0 ? folders : [folder(1, join(root, 'scans'))]);

describe('where a path is', () => {
  it('is relative to its folder', async () => {
    expect(await find('scans/June/a.pdf')).toMatchObject({
      kind: 'inside',
      inside: 'June/a.pdf',
      disk: { kind: 'file', size: 1 },
    });
    expect(await find('scans')).toMatchObject({ kind: 'inside', inside: '', disk: { kind: 'directory' } });
    expect(await find('scans/May/gone.pdf')).toMatchObject({ kind: 'inside', inside: 'May/gone.pdf', disk: { kind: 'nothing' } });
    expect(await find('elsewhere/b.pdf')).toMatchObject({ kind: 'outside', disk: { kind: 'file' } });
    expect(await find('scans-2/a.pdf')).toMatchObject({ kind: 'outside', disk: { kind: 'nothing' } });
  });

  it('is in the innermost of the folders that were ever watched', async () => {
    const inner = folder(2, join(root, 'scans', 'June'));
    expect(await find('scans/June/a.pdf', folder(1, join(root, 'scans')), inner)).toMatchObject({
      folder: inner,
      inside: 'a.pdf',
    });
  });

  it('is found through a link that leads to the folder', async () => {
    await symlink(join(root, 'scans'), join(root, 'inbox'), 'junction');
    expect(await find('inbox/June/a.pdf')).toMatchObject({
      kind: 'inside',
      inside: 'June/a.pdf',
      path: join(root, 'scans/June/a.pdf'),
    });
    expect(await find('inbox/June/not/there.pdf')).toMatchObject({ kind: 'inside', inside: 'June/not/there.pdf' });
  });

  it('is behind a link that leads out of the folder, which is named', async () => {
    await symlink(join(root, 'elsewhere'), join(root, 'scans', 'out'), 'junction');
    expect(await find('scans/out/b.pdf')).toMatchObject({ kind: 'inside', inside: 'out/b.pdf', link: 'out' });
    expect(await find('scans/out')).toMatchObject({ kind: 'inside', inside: 'out', disk: { kind: 'link' } });
  });

  it('is spelled as on disk, whichever Unicode form was typed', async () => {
    const onDisk = 'Müller.pdf'.normalize('NFD');
    await writeFile(join(root, 'scans', onDisk), 'm');
    expect(await find(`scans/${'Müller.pdf'.normalize('NFC')}`)).toMatchObject({ inside: onDisk, disk: { kind: 'file' } });
  });
});
