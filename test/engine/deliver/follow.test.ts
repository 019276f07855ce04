/** What was written for a document follows when a person renames its file. */
import { linkSync, mkdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Document } from '../../../electron/core/document/document.ts';
import { followSource, renameRows } from '../../../electron/engine/deliver/follow.ts';
import { createFiles } from '../../../electron/engine/disk/disk.ts';
import type { Files } from '../../../electron/engine/ports.ts';
import { Delivery, invoices } from './delivery.ts';

let scene: Delivery;
beforeEach(() => {
  scene = new Delivery();
});
afterEach(() => scene.end());

const csv = 'intray-Invoices.csv';
const delivered = async (...args: Parameters<Delivery['add']>) => {
  const document = scene.add(...args);
  expect((await scene.deliverOne(document)).kind).toBe('written');
  return scene.ledger.documents.update(document.id, { delivery: { kind: 'done', at: 1 } });
};
const known = (document: Document, path: string) =>
  scene.ledger.documents.update(document.id, { path, delivery: { kind: 'written', at: 1, renamed: true } });
const follow = (document: Document) => followSource(scene.context, scene.watched, document);
const jsonOf = (document: Document) => scene.ledger.outputs.of(document.id)[0]?.path;
const journal = () => scene.ledger.meta.read('file-away', scene.folderId);
const renamed = (document: Document, to: string) => {
  mkdirSync(scene.path(to, '..'), { recursive: true });
  renameSync(scene.path(document.path), scene.path(to));
  return known(document, to);
};

describe('the JSON of a renamed document', () => {
  it('is renamed with it, as it is', async () => {
    const document = await delivered('b.pdf');
    const text = scene.text('b.pdf.json');
    expect(await follow(renamed(document, 'June/c.pdf'))).toBe(true);
    expect(scene.names()).toEqual(['June/c.pdf', 'June/c.pdf.json', csv]);
    expect(scene.text('June/c.pdf.json')).toBe(text);
    expect([jsonOf(document), journal()]).toEqual([scene.path('June/c.pdf.json'), undefined]);
  });

  it('takes the next free name if a file is in the way', async () => {
    const document = await delivered('b.pdf');
    writeFileSync(scene.path('c.pdf.json'), 'mine');
    await follow(renamed(document, 'c.pdf'));
    expect(scene.names()).toEqual(['c.pdf', 'c.pdf (2).json', 'c.pdf.json', csv]);
    expect(scene.text('c.pdf.json')).toBe('mine');
    await follow(scene.again(document));
    expect(jsonOf(document)).toBe(scene.path('c.pdf (2).json'));
  });

  it('is recorded where its directory, or a person, has taken it', async () => {
    const [one, other] = [await delivered('March/a.pdf'), await delivered('b.pdf')];
    renameSync(scene.path('March'), scene.path('Spring'));
    await follow(known(one, 'Spring/a.pdf'));
    renameSync(scene.path('b.pdf.json'), scene.path('c.pdf.json'));
    await follow(renamed(other, 'c.pdf'));
    expect(scene.names()).toEqual(['Spring/a.pdf', 'Spring/a.pdf.json', 'c.pdf', 'c.pdf.json', csv]);
    expect([jsonOf(one), jsonOf(other)]).toEqual([scene.path('Spring/a.pdf.json'), scene.path('c.pdf.json')]);
  });

  it('is renamed in the directory that it was taken along to', async () => {
    const document = await delivered('March/a.pdf');
    renameSync(scene.path('March'), scene.path('Spring'));
    renameSync(scene.path('Spring/a.pdf'), scene.path('Spring/b.pdf'));
    await follow(known(document, 'Spring/b.pdf'));
    expect(scene.names()).toEqual(['Spring/b.pdf', 'Spring/b.pdf.json', csv]);
  });

  it('stays if a person has edited or removed it, or has put another file in its place', async () => {
    const [edited, removed] = [await delivered('a.pdf'), await delivered('b.pdf')];
    writeFileSync(scene.path('a.pdf.json'), 'edited');
    rmSync(scene.path('b.pdf.json'));
    await follow(renamed(edited, 'c.pdf'));
    await follow(renamed(removed, 'd.pdf'));
    expect(scene.names()).toEqual(['a.pdf.json', 'c.pdf', 'd.pdf', csv]);
  });

  it('stays if a person edits it at the last moment', async () => {
    const document = await delivered('b.pdf');
    const now = renamed(document, 'c.pdf');
    const files = createFiles();
    scene.files = {
      ...files,
      moveNew: (...given) => {
        writeFileSync(scene.path('b.pdf.json'), 'edited');
        return files.moveNew(...given);
      },
    };
    await expect(follow(now)).rejects.toMatchObject({ said: { code: 'disk.changedWhileMoved' } });
    expect(await follow(scene.again(document))).toBe(true);
    expect([scene.names(), journal()]).toEqual([['b.pdf.json', 'c.pdf', csv], undefined]);
  });

  it('waits for a source that is not where it was found', async () => {
    const document = await delivered('b.pdf');
    const now = renamed(document, 'c.pdf');
    renameSync(scene.path('c.pdf'), scene.path('d.pdf'));
    expect(await follow(now)).toBe(false);
    expect(scene.names()).toEqual(['b.pdf.json', 'd.pdf', csv]);
    await follow(known(document, 'd.pdf'));
    expect(scene.names()).toEqual(['d.pdf', 'd.pdf.json', csv]);
  });

  it('is not replaced by the result of another file that has taken the old name', async () => {
    const document = await delivered('b.pdf');
    const now = renamed(document, 'c.pdf');
    scene.ledger.files.put({
      ...{ folderId: scene.folderId, directory: '', name: 'c.pdf' },
      ...{ facts: now.facts, documentId: now.id },
    });
    const other = scene.add('b.pdf', { content: 'another', replaces: document.id });
    await follow(now);
    const text = scene.text('c.pdf.json');
    await scene.deliverOne(other);
    expect(scene.names()).toEqual(['b.pdf', 'b.pdf.json', 'c.pdf', 'c.pdf.json', csv]);
    expect(scene.text('c.pdf.json')).toBe(text);
    expect(scene.rows(csv)).toHaveLength(2);
  });

  it('comes along when the delivery that was writing it died before its directory was renamed', async () => {
    const document = scene.add('March/a.pdf');
    await scene.deliverOne(document);
    const [json] = scene.ledger.outputs.of(document.id);
    if (json === undefined) throw new Error('It has no JSON.');
    scene.ledger.outputs.put({ ...json, state: 'intended' });
    renameSync(scene.path('March'), scene.path('Spring'));
    const now = scene.ledger.documents.update(document.id, { path: 'Spring/a.pdf' });
    await follow(now);
    await scene.deliverOne(now);
    expect(scene.names()).toEqual(['Spring/a.pdf', 'Spring/a.pdf.json', csv]);
    expect(scene.rows(csv).map(({ file }) => file)).toEqual(['Spring/a.pdf']);
  });
});

describe('a death while the JSON is renamed', () => {
  /** Both names are in the journal, and the process ends before or after the disk does its part, or in the middle. */
  const moments: readonly { readonly name: string; readonly moveNew: Files['moveNew'] }[] = [
    { name: 'before', moveNew: () => Promise.reject(new Error('dead')) },
    {
      name: 'in the middle',
      moveNew: (from, to) => {
        linkSync(from, to);
        return Promise.reject(new Error('dead'));
      },
    },
    {
      name: 'after',
      moveNew: async (from, to) => {
        await createFiles().moveNew(from, to);
        throw new Error('dead');
      },
    },
  ];

  it.each(moments)('$name it is moved leaves it one name, and the right one', async ({ moveNew }) => {
    const document = await delivered('b.pdf');
    const now = renamed(document, 'c.pdf');
    scene.files = { ...createFiles(), moveNew };
    await expect(follow(now)).rejects.toThrow('dead');
    scene.files = createFiles();
    scene.restart();
    await follow(scene.again(document));
    expect(scene.names()).toEqual(['c.pdf', 'c.pdf.json', csv]);
    expect([jsonOf(document), journal()]).toEqual([scene.path('c.pdf.json'), undefined]);
  });

  it.each(moments)('$name it is moved, and another rename meanwhile: it has the last name', async ({ moveNew }) => {
    const document = await delivered('b.pdf');
    const now = renamed(document, 'c.pdf');
    scene.files = { ...createFiles(), moveNew };
    await expect(follow(now)).rejects.toThrow('dead');
    scene.files = createFiles();
    scene.restart();
    await follow(renamed(now, 'd.pdf'));
    expect(scene.names()).toEqual(['d.pdf', 'd.pdf.json', csv]);
  });

  it('in the middle, and somebody takes the second name along: it has that one', async () => {
    const document = await delivered('b.pdf');
    const now = renamed(document, 'c.pdf');
    const [, middle] = moments;
    scene.files = { ...createFiles(), moveNew: middle?.moveNew ?? createFiles().moveNew };
    await expect(follow(now)).rejects.toThrow('dead');
    scene.files = createFiles();
    scene.restart();
    const last = renamed(now, 'June/d.pdf');
    renameSync(scene.path('c.pdf.json'), scene.path('June/d.pdf.json'));
    await follow(last);
    expect(scene.names()).toEqual(['June/d.pdf', 'June/d.pdf.json', csv]);
    expect(jsonOf(document)).toBe(scene.path('June/d.pdf.json'));
  });
});

describe('the row of a renamed document', () => {
  const rename = (...documents: Document[]) =>
    renameRows(scene.context, { folder: scene.watched, info: invoices, locale: 'en' }, documents);

  it('says its new name, with everything else as it was', async () => {
    const [a, b] = [await delivered('a.pdf'), await delivered('b.pdf')];
    const before = scene.rows(csv);
    await rename(renamed(a, 'c.pdf'), b);
    expect(scene.rows(csv)).toEqual([{ ...before[0], file: 'c.pdf' }, before[1]]);
    expect((await scene.deliverOne(await scene.add('d.pdf'))).kind).toBe('written');
    expect(scene.rows(csv).map(({ file }) => file)).toEqual(['c.pdf', 'b.pdf', 'd.pdf']);
  });

  it('stays in a table that a person has edited: no new one is begun for a name', async () => {
    const document = await delivered('a.pdf');
    writeFileSync(scene.path(csv), `${scene.text(csv)}checked by Ann\r\n`);
    const edited = scene.text(csv);
    await rename(renamed(document, 'c.pdf'));
    expect(scene.text(csv)).toBe(edited);
    expect(scene.outputs()).toEqual(['a.pdf.json', csv]);
  });

  it('is still known to be ours after a death at its writing and a start without its share', async () => {
    const document = renamed(await delivered('a.pdf'), 'c.pdf');
    await follow(document);
    const files = createFiles();
    const replaceWhole: Files['replaceWhole'] = async (...given) => {
      await files.replaceWhole(...given);
      throw new Error('dead');
    };
    scene.files = { ...files, replaceWhole };
    await expect(rename(scene.again(document))).rejects.toThrow('dead');
    scene.restart();
    scene.files = { ...files, stat: async () => undefined };
    expect(await follow(scene.again(document))).toBe(false);
    await rename(scene.again(document));
    scene.files = files;
    await rename(scene.again(document));
    await scene.deliverOne(scene.add('d.pdf'));
    expect(scene.rows(csv).map(({ file }) => file)).toEqual(['c.pdf', 'd.pdf']);
    expect(scene.outputs().filter((name) => name.endsWith('.csv'))).toEqual([csv]);
  });

  it('waits while the table is open', async () => {
    const document = await delivered('a.pdf');
    writeFileSync(scene.path(`.~lock.${csv}#`), ',ann,desk,01.05.2026 08:00');
    await expect(rename(renamed(document, 'c.pdf'))).rejects.toMatchObject({ kind: 'locked' });
  });
});
