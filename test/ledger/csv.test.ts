import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { describe, expect, it, onTestFinished } from 'vitest';
import type { CsvRecord } from '../../electron/core/document/records.ts';
import { openLedger } from '../../electron/ledger/ledger.ts';
import { found, freshLedger, invoices, mail, temporaryDirectory } from './fixture.ts';

function setUp() {
  const { ledger, folderId } = freshLedger();
  const csv: Omit<CsvRecord, 'id'> = {
    folderId,
    route: invoices,
    path: '/scans/intray-invoices.csv',
    columns: ['file', 'total', 'Größe'],
    delimiter: ';',
    facts: { size: 3, mtimeMs: 1.5, ino: 2 ** 55 },
    state: 'current',
  };
  const documents = (count: number) => Array.from({ length: count }, () => ledger.documents.add(found(folderId)).id);
  return { ledger, folderId, csv, documents };
}

describe('a CSV in the ledger', () => {
  it('is current for its folder and route until it is left', () => {
    const { ledger, folderId, csv } = setUp();
    expect(ledger.csv.current(folderId, invoices)).toBeUndefined();
    const first = ledger.csv.add(csv);
    expect(ledger.csv.current(folderId, invoices)).toEqual({ ...csv, id: first.id });
    expect(ledger.csv.current(folderId, mail)).toBeUndefined();
    const left = ledger.csv.update(first.id, { state: 'left' });
    expect(ledger.csv.current(folderId, invoices)).toBeUndefined();
    const second = ledger.csv.add({ ...csv, path: '/scans/intray-invoices (2).csv' });
    expect(ledger.csv.current(folderId, invoices)).toEqual(second);
    expect(ledger.csv.all(folderId)).toEqual([left, second]);
  });

  it('keeps what the last write left', () => {
    const { ledger, folderId, csv } = setUp();
    const { id } = ledger.csv.add(csv);
    const updated = ledger.csv.update(id, {
      columns: ['file', 'total', 'Größe', 'tax'],
      facts: { size: 99, mtimeMs: 2, ino: 7 },
    });
    expect(ledger.csv.current(folderId, invoices)).toEqual(updated);
    expect(updated.columns).toHaveLength(4);
    expect(() => ledger.csv.update(99, { state: 'left' })).toThrow('The ledger has no CSV 99.');
  });
});

describe('the rows of a CSV', () => {
  it('do not repeat the names of their columns, and are the same when they are read again', () => {
    const file = join(temporaryDirectory(), 'ledger.sqlite');
    const before = openLedger(file);
    const folderId = before.folders.ensure('/scans').id;
    const [a, b] = [1, 2].map(() => before.documents.add(found(folderId)).id) as [number, number];
    const { id } = before.csv.add({ ...setUp().csv, folderId });
    const first = { file: 'a.pdf', total: '1', ['__proto__']: 'odd' };
    before.csv.putRow(id, a, first);
    before.csv.putRow(id, b, { file: 'b.pdf', total: '', 'a later one': '2' });
    before.close();
    const database = new DatabaseSync(file);
    expect(database.prepare('SELECT cells FROM csv_rows WHERE position = 1').get()?.cells).toBe('["a.pdf","1","odd"]');
    database.close();
    const after = openLedger(file);
    onTestFinished(() => after.close());
    expect([...after.csv.rows(id)].map(({ cells }) => cells)).toEqual([first, { file: 'b.pdf', total: '', 'a later one': '2' }]);
  });

  it('are read again after a transaction that would have begun them was rolled back', () => {
    const { ledger, csv, documents } = setUp();
    const { id } = ledger.csv.add(csv);
    const [a, b] = documents(2) as [number, number];
    const undo = () => {
      ledger.csv.putRow(id, a, { total: '1' });
      throw new Error('rolled back');
    };
    expect(() => ledger.transaction(undo)).toThrow('rolled back');
    ledger.csv.putRow(id, b, { total: '2' });
    expect([...ledger.csv.rows(id)].map(({ cells }) => cells)).toEqual([{ total: '2' }]);
  });

  it('are appended, and written anew in their place', () => {
    const { ledger, csv, documents } = setUp();
    const { id } = ledger.csv.add(csv);
    const [a, b] = documents(2) as [number, number];
    expect(ledger.csv.putRow(id, a, { total: '-12.50' })).toEqual({
      csvId: id,
      documentId: a,
      position: 1,
      cells: { total: '-12.50' },
    });
    ledger.csv.putRow(id, b, { total: '2' });
    ledger.csv.putRow(id, a, { total: '1', 'a "b"': 'ü\n' });
    expect([...ledger.csv.rows(id)]).toEqual([
      { csvId: id, documentId: a, position: 1, cells: { total: '1', 'a "b"': 'ü\n' } },
      { csvId: id, documentId: b, position: 2, cells: { total: '2' } },
    ]);
    expect(ledger.csv.rowCount(id)).toBe(2);
    expect(ledger.csv.rowIn(id, b)?.position).toBe(2);
  });

  it('change hands when a document replaces another; said twice, once', () => {
    const { ledger, csv, documents } = setUp();
    const { id } = ledger.csv.add(csv);
    const [a, b, c] = documents(3) as [number, number, number];
    for (const document of [a, b]) ledger.csv.putRow(id, document, { total: '1' });
    for (const total of ['7', '8'])
      expect(ledger.csv.replaceRow(id, a, c, { total })).toMatchObject({ documentId: c, position: 1 });
    expect([...ledger.csv.rows(id)].map(({ documentId, cells }) => [documentId, cells.total])).toEqual([
      [c, '8'],
      [b, '1'],
    ]);
    expect(ledger.csv.rowIn(id, a)).toBeUndefined();
    expect(ledger.csv.rowCount(id)).toBe(2);
  });

  it('are one a document, even if it had its own before it replaced another', () => {
    const { ledger, csv, documents } = setUp();
    const { id } = ledger.csv.add(csv);
    const [a, b, c] = documents(3) as [number, number, number];
    for (const document of [a, b]) ledger.csv.putRow(id, document, {});
    ledger.csv.replaceRow(id, a, b, {});
    expect([...ledger.csv.rows(id)].map(({ documentId }) => documentId)).toEqual([b]);
    expect(ledger.csv.rowCount(id)).toBe(1);
    expect(ledger.csv.replaceRow(id, a, c, {}).position).toBe(2);
    expect(ledger.csv.rowCount(id)).toBe(2);
  });

  it('belong to the current CSV, when an earlier one was left', () => {
    const { ledger, csv, documents } = setUp();
    const [a] = documents(1) as [number];
    const first = ledger.csv.add(csv);
    ledger.csv.putRow(first.id, a, { total: '1' });
    ledger.csv.update(first.id, { state: 'left' });
    expect(ledger.csv.current(first.folderId, first.route)).toBeUndefined();
    const second = ledger.csv.add(csv);
    ledger.csv.putRow(second.id, a, { total: '2' });
    expect(ledger.csv.rowIn(second.id, a)?.cells).toEqual({ total: '2' });
    expect([...ledger.csv.rows(first.id)]).toHaveLength(1);
  });

  it('come in order and once each, however many, while others are written', () => {
    const { ledger, csv, documents } = setUp();
    const { id } = ledger.csv.add(csv);
    const all = ledger.transaction(() => {
      const written = documents(1_200);
      for (const document of written) ledger.csv.putRow(id, document, {});
      return written;
    });
    const read: number[] = [];
    for (const { documentId, position } of ledger.csv.rows(id)) {
      read.push(documentId);
      expect(position).toBe(read.length);
      ledger.csv.putRow(id, documentId, { seen: 'yes' });
    }
    expect(read).toEqual(all);
  });
});
