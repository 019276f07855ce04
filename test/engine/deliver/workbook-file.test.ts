/** The file of a workbook, and a person who works with it at the same time. */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { isBookBehind, writeBook } from '../../../electron/engine/deliver/tables/workbook.ts';
import { Delivery, invoices, origin } from './delivery.ts';

async function withBook() {
  const scene = new Delivery({ outputs: { json: true, csv: 'off', xlsx: 'folder' } });
  onTestFinished(() => scene.end());
  scene.ledger.routes.setInfo(origin, invoices);
  const table = () => {
    const [found] = scene.ledger.tables.all(scene.folderId);
    if (found === undefined) throw new Error('There is no table.');
    return found;
  };
  await scene.deliver([scene.add('a.pdf')]);
  const write = () => writeBook(scene.context, scene.watched, table());
  const { path } = await write();
  await scene.deliver([scene.add('b.pdf')]);
  const isBehind = () => isBookBehind(scene.ledger, scene.watched, table());
  expect(isBehind()).toBe(true);
  return { scene, write, path, isBehind };
}

it('A workbook that somebody saves while it is made anew stays theirs, and all rows go into the next free name', async () => {
  const { scene, write, path, isBehind } = await withBook();
  const { files } = scene;
  scene.files = {
    ...files,
    replaceWhole(at, pieces) {
      writeFileSync(at, 'by a person');
      return files.replaceWhole(at, pieces);
    },
  };
  await expect(write()).rejects.toMatchObject({ kind: 'changed' });
  expect(readFileSync(path, 'utf8')).toBe('by a person');
  scene.files = files;
  const next = await write();
  expect([next.path, next.notes.map(({ code }) => code)]).toEqual([
    join(scene.folderPath, 'intray-Invoices (2).xlsx'),
    ['delivery.sheet.edited'],
  ]);
  expect(readFileSync(path, 'utf8')).toBe('by a person');
  expect(isBehind()).toBe(false);
});

it('A workbook that a spreadsheet opens while it is made anew is not written, and is written once that has closed it', async () => {
  const { scene, write, path, isBehind } = await withBook();
  const lock = join(scene.folderPath, '.~lock.intray-Invoices.xlsx#');
  const before = readFileSync(path);
  const { files } = scene;
  scene.files = {
    ...files,
    replaceWhole(at, pieces) {
      writeFileSync(lock, '');
      scene.now = Date.now();
      return files.replaceWhole(at, pieces);
    },
  };
  await expect(write()).rejects.toMatchObject({ kind: 'locked' });
  expect(readFileSync(path)).toEqual(before);
  scene.files = files;
  await scene.files.moveNew(lock, join(scene.root, 'closed'));
  expect(await write()).toEqual({ path, notes: [] });
  expect(isBehind()).toBe(false);
});
