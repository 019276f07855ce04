import { createHash } from 'node:crypto';
import { mkdirSync, readdirSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import type { Document } from '../../../electron/core/document/document.ts';
import { say } from '../../../electron/core/messages/message.ts';
import type { RouteInfo } from '../../../electron/core/protocol/route.ts';
import { become } from '../../support/jobs.ts';
import { Delivery, extracted, invoices } from './delivery.ts';

let scene: Delivery;
const open = (settings: ConstructorParameters<typeof Delivery>[0] = {}) => {
  scene = new Delivery(settings);
  return scene;
};
afterEach(() => scene.end());

const csv = 'intray-Invoices.csv';

describe('delivering', () => {
  it('writes a JSON beside the source and a row in the folder', async () => {
    const document = open().add('June/invoice.pdf', { data: { total: '-12.50', invoice_number: 'R-1' } });
    expect(await scene.deliverOne(document)).toEqual({
      kind: 'written',
      json: scene.path('June', 'invoice.pdf.json'),
      csv: scene.path(csv),
    });
    expect(scene.json('June/invoice.pdf.json')).toMatchObject({
      source: { file: 'June/invoice.pdf', sha256: document.hash, size: document.facts.size },
      batch_id: `batch-${document.batchId}`,
      file_id: `file-${document.id}`,
      extracted_data: { invoice_number: 'R-1', total: '-12.50' },
    });
    expect(scene.text(csv)).toMatch(
      /^\ufefffile,status,invoice_number,total,review,.*\r\nJune\/invoice\.pdf,processed,R-1,-12\.50,.*\r\n$/,
    );
    const hash = createHash('sha256').update(scene.text('June/invoice.pdf.json')).digest('hex');
    expect(scene.again(document).json).toMatchObject({ path: scene.path('June', 'invoice.pdf.json'), hash });
    expect(scene.ledger.tables.csvOf(document)).toBe(scene.path(csv));
    expect(scene.outputs()).toEqual(['June/invoice.pdf.json', csv]);
  });

  it('writes what the folder wants and no more', async () => {
    open({ outputs: { json: false, csv: 'folder' } });
    expect(await scene.deliverOne(scene.add('a.pdf'))).toEqual({ kind: 'written', csv: scene.path(csv) });
    scene.settings = { ...scene.settings, outputs: { json: true, csv: 'off' } };
    expect(await scene.deliverOne(scene.add('b.pdf'))).toEqual({ kind: 'written', json: scene.path('b.pdf.json') });
    scene.settings = { ...scene.settings, outputs: { json: false, csv: 'off' } };
    expect(await scene.deliverOne(scene.add('c.pdf'))).toEqual({ kind: 'written' });
    expect(scene.outputs()).toEqual(['b.pdf.json', csv]);
    expect(scene.rows(csv)).toHaveLength(1);
  });

  it('appends hundreds of rows in the order of their documents, fifty at a time', async () => {
    open({ outputs: { json: false, csv: 'folder' } });
    const documents = Array.from({ length: 200 }, (_, index) => scene.add(`scan${index}.pdf`));
    const appended: number[] = [];
    const { files } = scene;
    scene.files = {
      ...files,
      writeAt: (path, expected, position, bytes) => {
        appended.push(bytes.length);
        return files.writeAt(path, expected, position, bytes);
      },
      read: () => Promise.reject(new Error('Appending reads nothing.')),
      hash: () => Promise.reject(new Error('Appending reads nothing.')),
    };
    for (let start = 0; start < 200; start += 50) await scene.deliver(documents.slice(start, start + 50));
    expect(scene.rows(csv).map((row) => row.file)).toEqual(documents.map((document) => document.path));
    expect(appended).toHaveLength(3);
    expect(Math.max(...appended)).toBeLessThan(2 * Math.min(...appended));
  });

  it('keeps two sources of one stem apart, and one name in two subfolders', async () => {
    open();
    const documents = ['invoice.pdf', 'invoice.png', 'a/scan.pdf', 'b/scan.pdf'].map((path) => scene.add(path));
    await scene.deliver(documents);
    expect(scene.outputs()).toEqual(['a/scan.pdf.json', 'b/scan.pdf.json', csv, 'invoice.pdf.json', 'invoice.png.json']);
    expect(scene.rows(csv).map((row) => row.file)).toEqual(documents.map((document) => document.path));
  });

  it('manages every name that a disk can hold', async () => {
    open();
    const names = [
      'Rechnung "März" für Müller & Söhne.pdf',
      'Bu\u0308ro.pdf',
      'B\u00fcro.pdf',
      '👩‍👩‍👧 Familie 🧾.pdf',
      "O'Brien; total=5, 100%.pdf",
      '=cmd.pdf',
      ' leading and trailing .pdf',
      `${'n'.repeat(196)}.pdf`,
      `${'m'.repeat(251)}.pdf`,
      `${'ü'.repeat(125)}.pdf`,
      `${'😀'.repeat(62)}.pdf`,
    ];
    const documents = names.map((name) => scene.add(name));
    const outcomes = await scene.deliver(documents);
    for (const document of documents) {
      const outcome = outcomes.get(document.id);
      if (outcome?.kind !== 'written') throw new Error(JSON.stringify(outcome));
      expect(scene.json(outcome.json?.slice(scene.folderPath.length + 1) ?? '')).toMatchObject({
        source: { file: document.path },
      });
    }
    expect(new Set([...outcomes.values()].map((outcome) => outcome.kind === 'written' && outcome.json)).size).toBe(names.length);
    expect(scene.outputs()).toHaveLength(names.length + 1);
    const written = scene.rows(csv).map((row) => row.file);
    expect(written).toEqual(names.map((name) => (name.startsWith('=') ? `'${name}` : name)));
  });

  it('takes the delimiter of the locale or the one that was chosen, and keeps it', async () => {
    open();
    scene.locale = 'de-DE';
    await scene.deliverOne(scene.add('a.pdf', { data: { total: '1.234,56' } }));
    scene.locale = 'en-GB';
    await scene.deliverOne(scene.add('b.pdf', { data: { total: '1,5' } }));
    expect(scene.rows(csv).map((row) => row.total)).toEqual(['1.234,56', '1,5']);
    scene.settings = { ...scene.settings, delimiter: '\t' };
    await scene.deliverOne(scene.add('c.pdf', { data: { total: '2' } }));
    expect(scene.rows(csv).map((row) => row.total)).toEqual(['1.234,56', '1,5', '2']);
  });

  it('writes the verdicts of a classification', async () => {
    const mail: RouteInfo = { route: { kind: 'classification', id: 'c-1' }, name: 'c-1', fields: [], seenAt: 0 };
    open({ route: mail.route });
    const verdict = {
      kind: 'classification',
      status: 'processed',
      categoryId: 'k-1',
      categoryName: 'Letters',
      confidence: 0.97,
      reasoning: 'It greets.',
      extra: {},
    } as const;
    await scene.deliverOne(scene.add('a.pdf', { route: mail.route, result: verdict }), mail);
    expect(scene.rows('intray-scans.csv')).toMatchObject([
      { file: 'a.pdf', category: 'Letters', confidence: '0.97', reasoning: 'It greets.' },
    ]);
    expect(scene.json('a.pdf.json')).toMatchObject({ category: { id: 'k-1', name: 'Letters' } });
  });

  it('says whose copy a duplicate is', async () => {
    open();
    const first = scene.add('first.pdf', { content: 'same' });
    const copy = scene.add('June/copy.pdf', { content: 'same' });
    const elsewhere = scene.ledger.folders.ensure('/scans/mail').id;
    scene.ledger.documents.update(scene.add('far.pdf', { content: 'far' }).id, { folderId: elsewhere });
    const farCopy = scene.add('copy of far.pdf', { content: 'far' });
    await scene.deliver([first, copy, farCopy]);
    expect(scene.rows(csv).map((row) => row.duplicate_of)).toEqual(['', 'first.pdf', '/scans/mail/far.pdf']);
    expect(scene.json('June/copy.pdf.json')).toMatchObject({
      duplicate_of: { file: 'first.pdf' },
      batch_id: `batch-${first.batchId}`,
      file_id: `file-${first.id}`,
    });
    expect(scene.json('copy of far.pdf.json')).toMatchObject({ duplicate_of: { file: 'far.pdf', folder: '/scans/mail' } });
  });

  it('keeps the routes of a folder in tables of their own, even under one name', async () => {
    open();
    const other: RouteInfo = { ...invoices, route: { kind: 'extraction', id: 'e-2' } };
    await scene.deliverOne(scene.add('a.pdf'));
    await scene.deliverOne(scene.add('b.pdf', { route: other.route }), other);
    await scene.deliverOne(scene.add('c.pdf'));
    expect(scene.rows(csv).map((row) => row.file)).toEqual(['a.pdf', 'c.pdf']);
    expect(scene.rows('intray-Invoices (2).csv').map((row) => row.file)).toEqual(['b.pdf']);
  });
});

describe('a result whose content is not where it was', () => {
  it('is not written', async () => {
    open();
    const [gone, changed, replaced, there] = ['gone.pdf', 'changed.pdf', 'replaced.pdf', 'there.pdf'].map((path) =>
      scene.add(path),
    );
    if (!gone || !changed || !replaced || !there) throw new Error();
    rmSync(scene.path('gone.pdf'));
    writeFileSync(scene.path('changed.pdf'), 'other content');
    rmSync(scene.path('replaced.pdf'));
    mkdirSync(scene.path('replaced.pdf'));
    const outcomes = await scene.deliver([gone, changed, replaced, there]);
    expect([...outcomes.values()].map((outcome) => outcome.kind)).toEqual(['gone', 'gone', 'gone', 'written']);
    expect(scene.outputs()).toEqual([csv, 'there.pdf.json']);
    expect(scene.rows(csv)).toHaveLength(1);
  });

  it('waits while the folder itself cannot be reached', async () => {
    open();
    const documents = [scene.add('a.pdf'), scene.add('b.pdf')];
    renameSync(scene.folderPath, join(scene.root, 'unmounted'));
    const outcomes = await scene.deliver(documents);
    for (const outcome of outcomes.values())
      expect(outcome).toMatchObject({ kind: 'blocked', message: say('disk.folder.unreachable', { path: scene.path() }) });
    renameSync(join(scene.root, 'unmounted'), scene.folderPath);
    expect((await scene.deliver(documents)).get(documents[0]?.id ?? 0)?.kind).toBe('written');
  });

  it('waits while there is no result', async () => {
    const document = open().add('a.pdf');
    expect((await scene.deliverOne(become(scene.ledger, document.id, { result: undefined }))).kind).toBe('blocked');
    expect(scene.outputs()).toEqual([]);
  });
});

describe('a result that changes later', () => {
  it('rewrites its own JSON and row in place', async () => {
    open();
    const documents = ['a.pdf', 'b.pdf', 'c.pdf'].map((path) => scene.add(path));
    await scene.deliver(documents);
    const [, b] = documents;
    if (b === undefined) throw new Error();
    const confirmed = become(scene.ledger, b.id, {
      result: extracted({ invoice_number: 'R-2', total: '9.99' }, 'confirmed'),
    });
    expect(await scene.deliverOne(confirmed)).toMatchObject({ kind: 'written', json: scene.path('b.pdf.json') });
    expect(scene.rows(csv).map((row) => [row.file, row.status, row.total])).toEqual([
      ['a.pdf', 'processed', '1.00'],
      ['b.pdf', 'confirmed', '9.99'],
      ['c.pdf', 'processed', '1.00'],
    ]);
    expect(scene.json('b.pdf.json')).toMatchObject({ status: 'confirmed', extracted_data: { total: '9.99' } });
    expect(scene.outputs()).toHaveLength(4);
  });

  it('is not written again when it says the same', async () => {
    open();
    const document = scene.add('a.pdf');
    const outcome = await scene.deliverOne(document);
    const before = scene.outputs().map((name) => [scene.text(name), statSync(scene.path(name)).mtimeMs]);
    expect(await scene.deliverOne(document)).toEqual(outcome);
    expect(scene.outputs().map((name) => [scene.text(name), statSync(scene.path(name)).mtimeMs])).toEqual(before);
  });

  it('adds columns at the end when values come that no earlier document had', async () => {
    open();
    await scene.deliverOne(scene.add('a.pdf'));
    await scene.deliverOne(scene.add('b.pdf', { data: { total: '2', iban: 'DE1', 'due date': 'soon' } }));
    await scene.deliverOne(scene.add('c.pdf', { data: { total: '3', iban: 'DE2' } }));
    expect(scene.text(csv).split('\r\n')[0]).toMatch(/,delivered_at,iban,due date$/);
    expect(scene.rows(csv).map((row) => [row.total, row.iban, row['due date']])).toEqual([
      ['1.00', '', ''],
      ['2', 'DE1', 'soon'],
      ['3', 'DE2', ''],
    ]);
  });

  it('begins another table when a field takes the name of one of our columns', async () => {
    open();
    await scene.deliverOne(scene.add('a.pdf'));
    const outcome = await scene.deliverOne(scene.add('b.pdf', { data: { status: 'paid' } }), { ...invoices, fields: ['status'] });
    expect(outcome).toMatchObject({
      csv: scene.path('intray-Invoices (2).csv'),
      notes: [say('delivery.csv.columnTaken', { path: scene.path(csv), next: scene.path('intray-Invoices (2).csv') })],
    });
    expect(scene.rows('intray-Invoices (2).csv')).toMatchObject([{ intray_status: 'processed', status: 'paid' }]);
  });
});

describe('a source that was changed after its delivery', () => {
  const goes = ({ id }: Document) => scene.ledger.documents.update(id, { file: { kind: 'gone', was: { kind: 'there' } } });

  it('takes over the JSON of the earlier content, whose row stays and is marked', async () => {
    open();
    const [a, b] = [scene.add('a.pdf'), scene.add('b.pdf')];
    await scene.deliver([a, b]);
    const second = scene.add('a.pdf', { content: 'corrected', data: { invoice_number: 'R-9', total: '9' }, replaces: a.id });
    goes(a);
    expect(await scene.deliverOne(second)).toMatchObject({ json: scene.path('a.pdf.json'), csv: scene.path(csv) });
    const third = scene.add('a.pdf', {
      content: 'corrected again',
      data: { invoice_number: 'R-10', total: '10' },
      replaces: second.id,
    });
    goes(second);
    await scene.deliverOne(third);
    expect(scene.rows(csv).map((row) => [row.file, row.invoice_number, row.status])).toEqual([
      ['a.pdf', 'a.pdf', 'replaced'],
      ['b.pdf', 'b.pdf', 'processed'],
      ['a.pdf', 'R-9', 'replaced'],
      ['a.pdf', 'R-10', 'processed'],
    ]);
    expect(scene.json('a.pdf.json')).toMatchObject({ source: { sha256: third.hash }, extracted_data: { total: '10' } });
    expect(scene.outputs()).toEqual(['a.pdf.json', 'b.pdf.json', csv]);
    expect([a, second].flatMap((document) => scene.again(document).json ?? [])).toEqual([]);
  });

  it('gives the row of the earlier one the name that it was replaced under, if it was renamed just before', async () => {
    open();
    const first = scene.add('a.pdf');
    await scene.deliverOne(first);
    scene.ledger.documents.update(first.id, { path: 'c.pdf' });
    const second = scene.add('c.pdf', { content: 'another', data: { total: '7' }, replaces: first.id });
    await scene.deliverOne(second);
    expect(scene.rows(csv).map((row) => [row.file, row.total, row.status])).toEqual([
      ['c.pdf', '1.00', 'replaced'],
      ['c.pdf', '7', 'processed'],
    ]);
  });

  it('takes over the JSON of the content before, where the one between was never delivered', async () => {
    open();
    const first = scene.add('a.pdf');
    await scene.deliverOne(first);
    const refused = scene.add('a.pdf', { content: 'empty', replaces: first.id });
    const last = scene.add('a.pdf', { content: 'whole', data: { total: '7' }, replaces: refused.id });
    await scene.deliverOne(last);
    expect(scene.rows(csv).map((row) => [row.total, row.status])).toEqual([
      ['1.00', 'replaced'],
      ['7', 'processed'],
    ]);
    expect(scene.outputs()).toEqual(['a.pdf.json', csv]);
  });

  it('has a JSON under its own name, where the results of both contents come at once and the earlier one has no source any more', async () => {
    open();
    const first = scene.add('a.pdf');
    const second = scene.add('a.pdf', { content: 'corrected', data: { total: '7' }, replaces: first.id });
    const outcomes = await scene.deliver([first, second]);
    expect([...outcomes.values()].map(({ kind }) => kind)).toEqual(['gone', 'written']);
    expect(scene.json('a.pdf.json')).toMatchObject({ extracted_data: { total: '7' } });
    expect(scene.outputs()).toEqual(['a.pdf.json', csv]);
  });
});

describe('the ledger', () => {
  it('keeps nothing about a delivery that is done', async () => {
    open();
    await scene.deliver([scene.add('a.pdf'), scene.add('b.pdf')]);
    expect(readdirSync(scene.folderPath).filter((name) => name.startsWith('.'))).toEqual([]);
  });
});
