/** What was written for a document follows when a person renames its file. */
import { linkSync, mkdirSync, renameSync } from 'node:fs';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Document } from '../../../electron/core/document/document.ts';
import { renameRows } from '../../../electron/engine/deliver/tables/carry-table.ts';
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
const follow = (document: Document) => scene.follow(document);
const jsonOf = (document: Document) => scene.again(document).json?.path;
const renamed = (document: Document, to: string) => {
  mkdirSync(scene.path(to, '..'), { recursive: true });
  renameSync(scene.path(document.path), scene.path(to));
  return known(document, to);
};

describe('the JSON of a renamed document', () => {
  it('waits for a source that is not where it was found', async () => {
    const document = await delivered('b.pdf');
    const now = renamed(document, 'c.pdf');
    renameSync(scene.path('c.pdf'), scene.path('d.pdf'));
    expect(await follow(now)).toBe(false);
    expect(scene.names()).toEqual(['b.pdf.json', 'd.pdf', csv]);
    await follow(known(document, 'd.pdf'));
    expect(scene.names()).toEqual(['d.pdf', 'd.pdf.json', csv]);
  });

  it('comes along when the delivery that was writing it died before its directory was renamed', async () => {
    const document = scene.add('March/a.pdf');
    await scene.deliverOne(document);
    const { json } = scene.again(document);
    if (json === undefined) throw new Error('It has no JSON.');
    scene.ledger.documents.update(document.id, { json: { ...json, was: '' } });
    renameSync(scene.path('March'), scene.path('Spring'));
    const now = scene.ledger.documents.update(document.id, { path: 'Spring/a.pdf' });
    await follow(now);
    await scene.deliverOne(now);
    expect(scene.names()).toEqual(['Spring/a.pdf', 'Spring/a.pdf.json', csv]);
    expect(scene.rows(csv).map(({ file }) => file)).toEqual(['Spring/a.pdf']);
  });
});

describe('a death while the JSON is renamed', () => {
  /** The ledger has both names, and the process ends before or after the disk does its part, or in the middle. */
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
    expect([jsonOf(document), scene.again(document).moving]).toEqual([scene.path('c.pdf.json'), undefined]);
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
});
