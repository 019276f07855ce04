import { rmSync, writeFileSync } from 'node:fs';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Document } from '../../../electron/core/document/document.ts';
import { deliver } from '../../../electron/engine/deliver/deliver.ts';
import { become } from '../../support/jobs.ts';
import { Delivery, extracted, invoices, origin } from './delivery.ts';

let scene: Delivery;
beforeEach(() => {
  scene = new Delivery();
});
afterEach(() => scene.end());

const csv = 'intray-Invoices.csv';
const second = 'intray-Invoices (2).csv';

describe('a table that a person has edited', () => {
  it('keeps out what was taken from its middle, and is found out about again when nothing new comes', async () => {
    const documents = [];
    for (const name of ['a.pdf', 'b.pdf', 'c.pdf', 'd.pdf']) documents.push(scene.add(name));
    await scene.deliver(documents);
    const lines = scene.text(csv).split('\r\n');
    writeFileSync(scene.path(csv), Buffer.from(`\ufeff${[lines[0], lines[1], lines[3]].join('\n')}`, 'utf16le'));
    await scene.deliver(documents);
    expect(scene.rows(second).map((row) => row.file)).toEqual(['d.pdf']);
  });
});

describe('a JSON that the ledger does not know', () => {
  /** As it was written before the ledger was lost. */
  const written = async () => {
    const original = scene.add('a.pdf', { content: 'same' });
    const copy = scene.add('b.pdf', { content: 'same', state: { kind: 'duplicate', of: original.id } });
    await scene.deliverOne(copy);
    scene.ledger.documents.update(copy.id, { json: undefined });
    return copy;
  };
  const edit = (from: string, to: string) => {
    const text = scene.text('b.pdf.json');
    expect(text).toContain(from);
    writeFileSync(scene.path('b.pdf.json'), text.replace(from, to));
    return text.replace(from, to);
  };
  const jsons = () => scene.outputs().filter((name) => name.endsWith('.json'));

  it('is taken for that of the document if it is that to the byte', async () => {
    await scene.deliverOne(await written());
    expect(jsons()).toEqual(['b.pdf.json']);
  });

  it('and says that it repeats another document is left to whoever wrote it', async () => {
    const copy = await written();
    const text = edit('"file": "a.pdf"', '"file": "c.pdf"');
    await scene.deliverOne(copy);
    expect(jsons()).toEqual(['b.pdf (2).json', 'b.pdf.json']);
    expect(scene.text('b.pdf.json')).toBe(text);
  });

  it.each([
    ['a value', '"total": "1.00"', '"total": "1.01"'],
    ['the layout', '{\n  "intray": 1', '{ "intray": 1'],
    ['what it repeats, in words', '"file": "a.pdf"', '"file": "a.pdf", "note": "checked"'],
  ])('and in which a person has changed %s is left alone', async (_, from, to) => {
    const copy = await written();
    const text = edit(from, to);
    await scene.deliverOne(copy);
    const changed = become(scene.ledger, copy.id, { result: extracted({ total: '2' }, 'confirmed') });
    await scene.deliverOne(changed);
    expect(jsons()).toEqual(['b.pdf (2).json', 'b.pdf.json']);
    expect(scene.text('b.pdf.json')).toBe(text);
  });
});

/** With the same result, as if it had been classified anew. */
function onAnotherJob({ hash = '', id, result }: Document, route: Document['route']): Document {
  const { documents, jobs } = scene.ledger;
  const job = jobs.jobFor(origin, route, hash, 1);
  jobs.update(job.id, { state: { kind: 'processed' }, result });
  return documents.update(id, { job: job.id, route });
}

it('a table that was removed with a source keeps nothing waiting that has left it', async () => {
  const receipts = { ...invoices, name: 'Receipts', route: { kind: 'extraction', id: 'receipts' } as const };
  const document = scene.add('a.pdf');
  await scene.deliverOne(document);
  const moved = onAnotherJob(document, receipts.route);
  for (const name of ['a.pdf', csv]) rmSync(scene.path(name));
  const target = { folder: scene.watched, info: receipts, locale: scene.locale };
  const deliverWithout = () => deliver(scene.context, target, [moved]);
  expect((await deliverWithout()).get(moved.id)).toMatchObject({ kind: 'written' });
  expect(scene.ledger.tables.withRowsOf(scene.folderId, [moved.id])).toMatchObject([{ table: { route: receipts.route } }]);
});

it('what leaves a table without its source has its row where it goes, as its JSON is there', async () => {
  const receipts = { ...invoices, name: 'Receipts', route: { kind: 'extraction', id: 'receipts' } as const };
  const document = scene.add('a.pdf');
  await scene.deliverOne(document);
  const moved = onAnotherJob(document, receipts.route);
  rmSync(scene.path('a.pdf'));
  const target = { folder: scene.watched, info: receipts, locale: scene.locale };
  await deliver(scene.context, target, [moved]);
  expect(scene.rows(csv)).toEqual([]);
  expect(scene.rows('intray-Receipts.csv')).toMatchObject([{ file: 'a.pdf' }]);
  expect(scene.ledger.tables.csvOf(moved)).toBe(scene.path('intray-Receipts.csv'));
});

it('a document that a person removes once its JSON is there gets its row all the same, in a table that is there', async () => {
  const [first, document] = [scene.add('a.pdf'), scene.add('b.pdf')];
  await scene.deliverOne(first);
  const lock = scene.path(`.~lock.${csv}#`);
  writeFileSync(lock, ',ann,desk,01.05.2026 08:00');
  expect(await scene.deliverOne(document)).toMatchObject({ kind: 'blocked' });
  expect(scene.outputs()).toContain('b.pdf.json');
  for (const path of [lock, scene.path('b.pdf')]) rmSync(path);
  const target = { folder: scene.watched, info: invoices, locale: scene.locale };
  const outcomes = await deliver(scene.context, target, [scene.ledger.documents.get(document.id)!]);
  expect(outcomes.get(document.id)).toMatchObject({ kind: 'written', csv: scene.path(csv) });
  expect(scene.rows(csv).map((row) => row.file)).toEqual(['a.pdf', 'b.pdf']);
});
