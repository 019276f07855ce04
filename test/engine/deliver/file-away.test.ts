import { existsSync, linkSync, readFileSync, renameSync, rmSync, statSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Document } from '../../../electron/core/document/document.ts';
import { targetDirectory } from '../../../electron/engine/deliver/place.ts';
import { createFiles } from '../../../electron/engine/disk/disk.ts';
import { DiskProblem } from '../../../electron/engine/ports.ts';
import { reads } from '../../support/reads.ts';
import { Delivery } from './delivery.ts';

let scene: Delivery;
beforeEach(() => {
  scene = new Delivery({ fileAway: { kind: 'move', to: 'Processed' } });
});
afterEach(() => scene.end());

const csv = 'intray-Invoices.csv';
const file = (document: Document) => scene.fileAway(document);
const delivered = async (...args: Parameters<Delivery['add']>) => {
  const document = scene.add(...args);
  expect((await scene.deliverOne(document)).kind).toBe('written');
  return document;
};

/** Filed away, but the process died before it had recorded anything. */
const interrupted = async (path: string) => {
  const document = await delivered(path);
  const { json } = scene.again(document);
  if (json === undefined) throw new Error('It has no JSON.');
  await file(document);
  const to = scene.again(document).json?.path ?? '';
  scene.ledger.documents.update(document.id, { json: { ...json, path: to, from: json.path } });
  return document;
};

describe('filing away', () => {
  it('is the same when it is asked for again before or after the caller has recorded it', async () => {
    const document = await delivered('a.pdf');
    const outcome = await file(document);
    expect(await file(document)).toEqual(outcome);
    const recorded = scene.ledger.documents.update(document.id, { path: 'Processed/a.pdf' });
    expect(await file(recorded)).toMatchObject({ kind: 'moved', path: 'Processed/a.pdf' });
  });

  it('takes the JSON along that an interrupted move has left elsewhere, when a person renames the source meanwhile', async () => {
    const document = await interrupted('a.pdf');
    renameSync(scene.path('Processed/a.pdf'), scene.path('b.pdf'));
    await file(await delivered('c.pdf'));
    expect(await file(scene.ledger.documents.update(document.id, { path: 'b.pdf' }))).toMatchObject({ path: 'Processed/b.pdf' });
    expect(scene.names()).toEqual(['Processed/b.pdf', 'Processed/b.pdf.json', 'Processed/c.pdf', 'Processed/c.pdf.json', csv]);
  });

  it('leaves no second name of the source or its JSON that an interrupted move has made, when a person renames the source', async () => {
    const document = await interrupted('a.pdf');
    // Both have their new names, and the old ones had not gone.
    linkSync(scene.path('Processed/a.pdf'), scene.path('b.pdf'));
    linkSync(scene.path('Processed/a.pdf.json'), scene.path('a.pdf.json'));
    expect(await file(scene.ledger.documents.update(document.id, { path: 'b.pdf' }))).toMatchObject({ path: 'Processed/b.pdf' });
    expect(scene.names()).toEqual(['Processed/b.pdf', 'Processed/b.pdf.json', csv]);
  });

  it('leaves a document where it is that somebody has classified again while its new names were being chosen', async () => {
    const document = await delivered('a.pdf');
    const names = scene.names();
    const plain = scene.files;
    const makeDirectory: typeof plain.makeDirectory = async (path) => {
      scene.ledger.documents.update(document.id, { delivery: { kind: 'none' } });
      return plain.makeDirectory(path);
    };
    scene.files = { ...plain, makeDirectory };
    expect(await file(document)).toMatchObject({ kind: 'moved', path: 'a.pdf' });
    expect(scene.names()).toEqual(names);
    expect(scene.again(document).moving).toBeUndefined();
  });

  it('takes a name that is free for both, where somebody has put a JSON of the first one', async () => {
    const document = await delivered('a.pdf');
    scene.write('Processed/a.pdf.json', '{"mine": true}');
    expect(await file(document)).toMatchObject({ kind: 'moved', path: 'Processed/a (2).pdf' });
    expect(scene.names()).toEqual(['Processed/a (2).pdf', 'Processed/a (2).pdf.json', 'Processed/a.pdf.json', csv]);
  });

  it('goes on with an interrupted move although all times have moved since', async () => {
    const document = await interrupted('a.pdf');
    utimesSync(scene.path('Processed/a.pdf'), 1, 1);
    expect(await file(document)).toMatchObject({ kind: 'moved', path: 'Processed/a.pdf' });
    expect(scene.again(document).json?.path).toBe(scene.path('Processed/a.pdf.json'));
  });

  it('knows the JSON where an interrupted move has left it, although the source has another content now', async () => {
    const document = await interrupted('a.pdf');
    const bytes = readFileSync(scene.path('Processed/a.pdf'));
    writeFileSync(
      scene.path('Processed/a.pdf'),
      bytes.map((byte) => byte ^ 1),
    );
    utimesSync(scene.path('Processed/a.pdf'), 1, 1);
    expect(await file(document)).toEqual({ kind: 'missing' });
    expect(scene.again(document).json?.path).toBe(scene.path('Processed/a.pdf.json'));
  });

  describe('knows the JSON where an interrupted move has left it, and leaves the next document of the name its own', () => {
    const next = (document: Document) => scene.add('a.pdf', { content: 'the next one', replaces: document.id });
    const jsonOf = (document: Document) => scene.again(document).json?.path;

    it('when that one is delivered first', async () => {
      const document = await interrupted('a.pdf');
      const second = next(document);
      await scene.deliverOne(second);
      expect(await file(scene.again(document))).toMatchObject({ kind: 'moved', path: 'Processed/a.pdf' });
      expect(jsonOf(document)).toBe(scene.path('Processed/a.pdf.json'));
      expect(jsonOf(second)).toBe(scene.path('a.pdf.json'));
      expect(scene.names()).toEqual(['Processed/a.pdf', 'Processed/a.pdf.json', 'a.pdf', 'a.pdf.json', csv]);
    });

    it('when its delivery is interrupted, too', async () => {
      const document = await interrupted('a.pdf');
      const second = next(document);
      const files = createFiles();
      scene.files = {
        ...files,
        createWhole: async (...args) => {
          await files.createWhole(...args);
          throw new DiskProblem('locked', args[0], 'write');
        },
      };
      await scene.deliverOne(second);
      scene.files = files;
      expect(await file(scene.again(document))).toMatchObject({ kind: 'moved', path: 'Processed/a.pdf' });
      await scene.deliverOne(second);
      expect(jsonOf(document)).toBe(scene.path('Processed/a.pdf.json'));
      expect(jsonOf(second)).toBe(scene.path('a.pdf.json'));
      expect(scene.names()).toEqual(['Processed/a.pdf', 'Processed/a.pdf.json', 'a.pdf', 'a.pdf.json', csv]);
    });
  });

  it('leaves a file alone that has come to the name of an interrupted move', async () => {
    const document = await delivered('a.pdf');
    await file(document);
    renameSync(scene.path('Processed/a.pdf'), scene.path('b.pdf'));
    writeFileSync(scene.path('Processed/a.pdf'), 'of a person');
    expect(await file(scene.ledger.documents.update(document.id, { path: 'b.pdf' }))).toMatchObject({ path: 'Processed/b.pdf' });
    expect(scene.names()).toContain('Processed/a.pdf');
  });

  it('waits while something else is mounted in place of the folder', async () => {
    const document = await delivered('a.pdf');
    scene.ledger.meta.write('root', statSync(scene.path('.')).ino + 1, scene.folderId);
    renameSync(scene.path('a.pdf'), scene.path('elsewhere.pdf'));
    await expect(file(document)).rejects.toMatchObject({ said: { code: 'disk.folder.unreachable' } });
    scene.ledger.meta.write('root', statSync(scene.path('.')).ino, scene.folderId);
    expect(await file(document)).toEqual({ kind: 'missing' });
  });

  it('waits while a volume is in its place on which the interrupted move was not made, and goes on when its own is back', async () => {
    const { ledger, folderId } = scene;
    const { ino } = statSync(scene.path('.'));
    ledger.meta.write('root', ino, folderId);
    ledger.meta.write('volume', 'uuid:first', folderId);
    const document = await interrupted('a.pdf');
    renameSync(scene.path('Processed'), join(scene.root, 'first-volume'));
    // What is in its place has been taken for the folder.
    const second = (await scene.files.stat(scene.path('.')))?.volume;
    if (second === undefined) throw new Error('Its volume is not known.');
    ledger.meta.write('volume', second, folderId);
    await expect(file(document)).rejects.toMatchObject({ said: { code: 'disk.folder.unreachable' } });
    renameSync(join(scene.root, 'first-volume'), scene.path('Processed'));
    ledger.meta.write('volume', 'uuid:first', folderId);
    expect(await file(document)).toMatchObject({ kind: 'moved', path: 'Processed/a.pdf' });
    expect(ledger.documents.get(document.id)?.json?.path).toBe(scene.path('Processed/a.pdf.json'));
  });
});

describe('a source that is not where it was', () => {
  it('is missing, and so is one with another content', async () => {
    const [gone, changed] = [await delivered('a.pdf'), await delivered('b.pdf')];
    rmSync(scene.path('a.pdf'));
    writeFileSync(scene.path('b.pdf'), 'written since');
    expect(await file(gone)).toEqual({ kind: 'missing' });
    expect(await file(changed)).toEqual({ kind: 'missing' });
    expect(existsSync(scene.path('b.pdf'))).toBe(true);
  });

  it('waits while the folder cannot be reached', async () => {
    const document = await delivered('a.pdf');
    renameSync(scene.folderPath, join(scene.root, 'unmounted'));
    await expect(file(document)).rejects.toThrow(DiskProblem);
    renameSync(join(scene.root, 'unmounted'), scene.folderPath);
    expect((await file(document)).kind).toBe('moved');
  });
});

describe('a directory that cannot be used', () => {
  it.each(['..', '../elsewhere', 'a/../../b', '.', 'a/..'])('is refused with a sentence: %s', async (to) => {
    const document = await delivered('a.pdf');
    scene.settings = { ...scene.settings, fileAway: { kind: 'move', to } };
    await expect(file(document)).rejects.toMatchObject({ said: reads(/name a subfolder/) });
    expect(existsSync(scene.path('a.pdf'))).toBe(true);
  });

  it('may be below, or anywhere on the drive if it is absolute', () => {
    expect(targetDirectory(scene.watched, 'done/2026')).toEqual({ kind: 'directory', path: scene.path('done', '2026') });
    expect(targetDirectory(scene.watched, join(scene.root, 'archive'))).toEqual({
      kind: 'directory',
      path: join(scene.root, 'archive'),
    });
    expect(targetDirectory(scene.watched, '..done')).toEqual({ kind: 'directory', path: scene.path('..done') });
  });

  it('is reached by a path from the folder when it is absolute', async () => {
    const document = await delivered('June/a.pdf');
    scene.settings = { ...scene.settings, fileAway: { kind: 'move', to: join(scene.root, 'archive') } };
    expect(await file(document)).toMatchObject({ kind: 'moved', path: '../archive/June/a.pdf' });
    expect(existsSync(join(scene.root, 'archive/June/a.pdf.json'))).toBe(true);
  });
});
