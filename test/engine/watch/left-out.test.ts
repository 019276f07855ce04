/** What a folder does not pick up is counted by reason, and one entry that cannot be looked at hides no other. */
import { execFileSync } from 'node:child_process';
import { chmodSync, existsSync, mkdirSync, mkdtempSync, renameSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { FolderSettings } from '../../../electron/core/config/folder-settings.ts';
import { createFiles } from '../../../electron/engine/disk/disk.ts';
import { asNobody } from '../../support/as-nobody.ts';
import { makeBytes } from '../../support/make-files.ts';
import type { Run } from '../support/run.ts';
import { type SceneSandbox, sandboxOf } from '../support/sandbox.ts';
import { minute, Timeline } from '../support/timeline.ts';

let scene: Timeline;
let sandbox: SceneSandbox;
let folder: FolderSettings;
beforeEach(async () => {
  scene = new Timeline();
  sandbox = await sandboxOf(scene);
  folder = scene.folder('scans', sandbox.extraction);
});
afterEach(() => scene.end());

const write = (name: string, bytes: Uint8Array = Buffer.from('something')) => writeFileSync(join(folder.path, name), bytes);
const begin = () => scene.start({ url: sandbox.url, key: sandbox.key, folders: [folder] });
const leftOut = (run: Run) =>
  (run.ledger.meta.read('left-out', 1) ?? []).map(({ reason, ending, count, paths }) => [
    reason + ending,
    count,
    paths.toSorted(),
  ]);

describe('what a folder leaves out', () => {
  it('is counted by reason, without what nobody misses', async () => {
    for (const name of ['a.tif', 'b.TIF', 'c.doc', 'note', '.hidden.tif', '~$c.docx', 'intray-x.csv', 'd.pdf.part']) write(name);
    write('good.pdf', makeBytes('pdf', 'a'));
    write('photo.jfif', makeBytes('jpg', 'b'));
    symlinkSync('good.pdf', join(folder.path, 'link.pdf'));
    const run = await begin();
    await scene.until('both are delivered', () => run.delivered() === 2);
    run.engine.lookNow();
    await scene.until('all is counted', () => leftOut(run).length > 0);
    expect(leftOut(run).toSorted()).toEqual([
      ['link', 1, ['link.pdf']],
      ['type', 1, ['note']],
      ['type.doc', 1, ['c.doc']],
      ['type.tif', 2, ['a.tif', 'b.TIF']],
    ]);
    rmSync(join(folder.path, 'c.doc'));
    run.engine.lookNow();
    await scene.until('it is gone', () => leftOut(run).length === 3);
  });

  it('includes a subfolder that cannot be read, and what was sent from it is not said to be gone', async () => {
    mkdirSync(join(folder.path, 'sub'));
    write('sub/in.pdf', makeBytes('pdf', 'in'));
    const run = await begin();
    await scene.until('it is known', () => run.documents().length === 1);
    run.refuse = (operation, path) => (operation === 'list' && path.endsWith('/sub') ? 'denied' : undefined);
    run.engine.lookNow();
    await scene.until('it is counted', () => leftOut(run).length === 1);
    expect(leftOut(run)).toEqual([['directory', 1, ['sub']]]);
    expect(run.documents()[0]?.state.kind).not.toBe('gone');
  });

  it.runIf(process.platform === 'linux')('includes a name that is not UTF-8', async () => {
    writeFileSync(Buffer.concat([Buffer.from(`${folder.path}/Rechnung M`), Buffer.from([0xfc]), Buffer.from('ller.pdf')]), 'x');
    const run = await begin();
    await scene.until('it is counted', () => leftOut(run).length === 1);
    expect(leftOut(run)).toEqual([['name', 1, ['Rechnung M\ufffdller.pdf']]]);
  });

  it.runIf(process.platform !== 'win32')('does not include what is in a directory with a line feed in its name', async () => {
    mkdirSync(join(folder.path, 'two\nlines'));
    write('two\nlines/a.pdf', makeBytes('pdf', 'a'));
    const run = await begin();
    await scene.until('it is delivered', () => run.delivered() === 1);
    expect(leftOut(run)).toEqual([]);
  });
});

describe('what was deleted', () => {
  it.each(['#recycle', '@Recycle', '$RECYCLE.BIN'])('is never sent from %s, and what is moved there is gone', async (bin) => {
    mkdirSync(join(folder.path, bin));
    write(`${bin}/old.pdf`, makeBytes('pdf', 'old'));
    write('wrong.pdf', makeBytes('pdf', 'wrong'));
    const run = await begin();
    await scene.until('it is known', () => run.documents().length === 1);
    renameSync(join(folder.path, 'wrong.pdf'), join(folder.path, bin, 'wrong.pdf'));
    write('good.pdf', makeBytes('pdf', 'good'));
    run.engine.lookNow();
    await scene.until('the other is delivered, and it is gone', () => {
      const { delivered, gone } = run.engine.status().balance;
      return delivered === 1 && gone === 1;
    });
    expect(sandbox.allAccepted()).toEqual(['good.pdf']);
  });
});

describe('where documents are filed away', () => {
  it('a file that somebody else put there is left out, by name, and those that were filed are not', async () => {
    folder = { ...folder, fileAway: { ...folder.fileAway, kind: 'move', to: 'Processed' } as FolderSettings['fileAway'] };
    write('a.pdf', makeBytes('pdf', 'a'));
    mkdirSync(join(folder.path, 'Processed/May'), { recursive: true });
    write('Processed/May/dropped.pdf', makeBytes('pdf', 'dropped'));
    write('Processed/note.txt');
    const run = await begin();
    await scene.until('it is filed', () => existsSync(join(folder.path, 'Processed/a.pdf')) && run.delivered() === 1);
    write('Processed/later.pdf', makeBytes('pdf', 'later'));
    rmSync(join(folder.path, 'Processed/a.pdf.json'), { force: true });
    await scene.pass(11 * minute);
    run.engine.lookNow();
    await scene.until('it is looked through again', () => leftOut(run)[0]?.[1] === 2);
    expect(leftOut(run)).toEqual([['filedAway', 2, ['Processed/May/dropped.pdf', 'Processed/later.pdf']]]);
    expect(sandbox.allAccepted()).toEqual(['a.pdf']);
  });

  it('a directory that cannot be read hides what is in it, and nothing else', async () => {
    folder = { ...folder, fileAway: { ...folder.fileAway, kind: 'move', to: 'Processed' } as FolderSettings['fileAway'] };
    for (const month of ['April', 'May']) {
      mkdirSync(join(folder.path, 'Processed', month), { recursive: true });
      write(`Processed/${month}/dropped.pdf`, makeBytes('pdf', month));
    }
    write('a.pdf', makeBytes('pdf', 'a'));
    const run = scene.prepare({ url: sandbox.url, key: sandbox.key, folders: [folder] });
    run.refuse = (operation, path) => (operation === 'list' && path.endsWith('April') ? 'denied' : undefined);
    await run.engine.start();
    await scene.until('the new one is filed', () => existsSync(join(folder.path, 'Processed/a.pdf')) && run.delivered() === 1);
    expect(leftOut(run)).toEqual([['filedAway', 1, ['Processed/May/dropped.pdf']]]);
    expect(run.engine.status().folders[0]?.health).toMatchObject({ kind: 'watching' });
  });
});

describe.runIf(process.platform === 'linux')('a directory', () => {
  let root: string;
  beforeEach(() => {
    root = mkdtempSync(join(tmpdir(), 'intray-list-'));
  });
  afterEach(() => rmSync(root, { recursive: true, force: true }));

  it('in which nothing can be looked at is a problem of the disk; one entry alone is not', async () => {
    chmodSync(root, 0o755);
    const [one, two] = [join(root, 'one'), join(root, 'two')];
    for (const [directory, names] of [
      [one, ['a.pdf']],
      [two, ['a.pdf', 'b.pdf']],
    ] as const) {
      mkdirSync(directory);
      for (const name of names) writeFileSync(join(directory, name), name);
      chmodSync(directory, 0o644);
    }
    await asNobody(async () => {
      expect(await createFiles().list(one)).toMatchObject([{ name: 'a.pdf', kind: 'unreadable' }]);
      await expect(createFiles().list(two)).rejects.toMatchObject({ kind: 'denied' });
    });
  });
});

it.runIf(process.platform !== 'win32')('a pipe is left out as what it is, and not as a link', async () => {
  execFileSync('mkfifo', [join(folder.path, 'pipe.pdf')]);
  const run = await begin();
  await scene.until('it is counted', () => leftOut(run).length > 0);
  expect(leftOut(run)).toEqual([['special', 1, ['pipe.pdf']]]);
});

it('an entry that the disk says nothing about is left out alone, and is not said to be gone', async () => {
  write('a.pdf', makeBytes('pdf', 'a'));
  write('b.pdf', makeBytes('pdf', 'b'));
  const run = await begin();
  await scene.until('both are delivered', () => run.delivered() === 2);
  run.refuse = (operation, path) => (operation === 'stat' && path.endsWith('a.pdf') ? 'other' : undefined);
  // Of another size: it cannot be taken for the first under another name.
  write('c.pdf', makeBytes('pdf', 'c'.repeat(100)));
  run.engine.lookNow();
  await scene.until('the new one is delivered', () => run.delivered() === 3);
  expect(leftOut(run)).toEqual([['entry', 1, ['a.pdf']]]);
  expect(run.ledger.files.get(1, '', 'a.pdf')).toBeDefined();
  expect(run.engine.status().folders[0]?.health).toMatchObject({ kind: 'watching' });
});
