/** A CSV write that was not made or recorded, while its volume is another one or has other times: it is known afterwards. */
import { mkdirSync, renameSync, rmSync, utimesSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import type { Document } from '../../../electron/core/document/document.ts';
import { carryTable } from '../../../electron/engine/deliver/tables/carry-table.ts';
import { createFiles } from '../../../electron/engine/disk/disk.ts';
import { DiskProblem, type Files } from '../../../electron/engine/ports.ts';
import { become } from '../../support/jobs.ts';
import { Delivery, extracted, invoices } from './delivery.ts';

let scene: Delivery;
beforeEach(() => {
  scene = new Delivery();
});
afterEach(() => scene.end());

const isTable = (path: string) => path.endsWith('.csv');

/** The process dies once a table is written, and starts again where another volume is mounted, which is taken away after that. */
async function diedBeforeAnother(files: Partial<Files>, document: Document): Promise<void> {
  scene.files = { ...createFiles(), ...files };
  await expect(scene.deliverOne(document)).rejects.toThrow('killed');
  scene.files = createFiles();
  scene.restart();
  const away = `${scene.folderPath} away`;
  renameSync(scene.folderPath, away);
  mkdirSync(scene.folderPath);
  const target = { folder: scene.watched, info: invoices, locale: scene.locale };
  await carryTable(scene.context, target, { wanted: [] }).catch(() => undefined);
  rmSync(scene.folderPath, { recursive: true });
  renameSync(away, scene.folderPath);
}

/** Its row is there, and is to be another one. */
async function deliveredAndCorrected(): Promise<Document> {
  const document = scene.add('a.pdf');
  await scene.deliverOne(document);
  const result = extracted({ invoice_number: 'a.pdf', total: '2.00' });
  return become(scene.ledger, document.id, { result });
}

const totals = () => scene.rows('intray-Invoices.csv').map(({ invoice_number, total }) => `${invoice_number} ${total}`);

it('a table that was rewritten goes on', async () => {
  const corrected = await deliveredAndCorrected();
  const replaceWhole: Files['replaceWhole'] = async (path, bytes) => {
    const facts = await createFiles().replaceWhole(path, bytes);
    if (isTable(path)) throw new Error('killed');
    return facts;
  };
  await diedBeforeAnother({ replaceWhole }, corrected);
  expect(await scene.deliverOne(scene.again(corrected))).toMatchObject({ kind: 'written' });
  await scene.deliverOne(scene.add('b.pdf'));
  expect(totals()).toEqual(['a.pdf 2.00', 'b.pdf 1.00']);
  expect(scene.outputs().filter(isTable)).toEqual(['intray-Invoices.csv']);
});

it('a table that was to be rewritten and was not goes on, too', async () => {
  const corrected = await deliveredAndCorrected();
  const replaceWhole: Files['replaceWhole'] = async (path, bytes) => {
    if (isTable(path)) throw new Error('killed');
    return createFiles().replaceWhole(path, bytes);
  };
  await diedBeforeAnother({ replaceWhole }, corrected);
  expect(await scene.deliverOne(scene.again(corrected))).toMatchObject({ kind: 'written' });
  expect(totals()).toEqual(['a.pdf 2.00']);
});

it('a row that was added is there once', async () => {
  await scene.deliverOne(scene.add('a.pdf'));
  const added = scene.add('b.pdf');
  const writeAt: Files['writeAt'] = async (...values) => {
    await createFiles().writeAt(...values);
    throw new Error('killed');
  };
  await diedBeforeAnother({ writeAt }, added);
  expect(await scene.deliverOne(scene.again(added))).toMatchObject({ kind: 'written' });
  expect(totals()).toEqual(['a.pdf 1.00', 'b.pdf 1.00']);
  expect(scene.outputs().filter(isTable)).toEqual(['intray-Invoices.csv']);
});

it('a table that was begun goes on', async () => {
  const document = scene.add('a.pdf');
  const createWhole: Files['createWhole'] = async (path, ...rest) => {
    const facts = await createFiles().createWhole(path, ...rest);
    if (isTable(path)) throw new Error('killed');
    return facts;
  };
  await diedBeforeAnother({ createWhole }, document);
  expect(await scene.deliverOne(scene.again(document))).toMatchObject({ kind: 'written' });
  expect(totals()).toEqual(['a.pdf 1.00']);
  expect(scene.outputs().filter(isTable)).toEqual(['intray-Invoices.csv']);
});

it('a table that waits to be rewritten goes on, though all times on its share are others by then', async () => {
  const corrected = await deliveredAndCorrected();
  const replaceWhole: Files['replaceWhole'] = (path, bytes) => {
    if (isTable(path)) throw new DiskProblem('locked', path, 'write');
    return createFiles().replaceWhole(path, bytes);
  };
  scene.files = { ...createFiles(), replaceWhole };
  expect(await scene.deliverOne(corrected)).toMatchObject({ kind: 'blocked' });
  utimesSync(join(scene.folderPath, 'intray-Invoices.csv'), 1, 1);
  expect(await scene.deliverOne(scene.again(corrected))).toMatchObject({ kind: 'blocked' });
  scene.files = createFiles();
  expect(await scene.deliverOne(scene.again(corrected))).toMatchObject({ kind: 'written' });
  await scene.deliverOne(scene.add('b.pdf'));
  expect(totals()).toEqual(['a.pdf 2.00', 'b.pdf 1.00']);
  expect(scene.outputs().filter(isTable)).toEqual(['intray-Invoices.csv']);
});
