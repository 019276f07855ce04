/** A table that another machine has written is taken up with the rows that it has. */
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, expect, it } from 'vitest';
import { takeUpTable } from '../../../electron/engine/deliver/table-on-disk.ts';
import { Delivery, invoices, origin } from './delivery.ts';

let scene: Delivery;
afterEach(() => scene.end());

const takeUp = (waits: boolean) => takeUpTable(scene.context, scene.watched, origin, invoices, undefined, waits);
const current = () => scene.ledger.csv.current(scene.folderId, invoices.route);

/** Rows of two files of one content; the second one is not known here. */
async function begin(): Promise<string> {
  scene = new Delivery();
  await scene.deliverOne(scene.add('a.pdf'));
  const own = scene.text('intray-Invoices.csv');
  const [row = ''] = own.split('\r\n').slice(1);
  const theirs = `${own}${row.replace('a.pdf', 'b.pdf')}\r\n`;
  scene.write('intray-Invoices.csv', theirs);
  return theirs;
}

it('A table is not taken up before the files that have rows in it have been read', async () => {
  await begin();
  scene.write('b.pdf', 'content of a.pdf');
  const before = current();
  expect(await takeUp(true)).toBe(false);
  expect(current()).toEqual(before);
  const b = scene.add('b.pdf', { content: 'content of a.pdf' });
  expect(await takeUp(true)).toBe(true);
  expect([...scene.ledger.csv.rows(current()?.id ?? 0)].map(({ documentId, cells }) => [documentId, cells.file])).toContainEqual([
    b.id,
    'b.pdf',
  ]);
});

it('A table waits neither for a file that is gone, nor for ever', async () => {
  const theirs = await begin();
  scene.write('b.pdf', 'content of a.pdf');
  expect(await takeUp(false)).toBe(true);
  rmSync(join(scene.watched.path, 'b.pdf'));
  expect(await takeUp(true)).toBe(true);
  expect(scene.text('intray-Invoices.csv')).toBe(theirs);
});
