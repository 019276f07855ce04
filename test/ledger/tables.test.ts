import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { describe, expect, it, onTestFinished } from 'vitest';
import type { CsvFile, TableRecord } from '../../electron/core/document/table.ts';
import { openLedger } from '../../electron/ledger/ledger.ts';
import { found, freshLedger, invoices, mail, origin, temporaryDirectory } from './fixture.ts';

const csv: CsvFile = {
  ...{ number: 1, path: '/scans/intray-invoices.csv', written: { sha256: 'aa', size: 3, mtimeMs: 1.5, ino: 2 ** 55 } },
  columns: [{ name: 'total', heading: 'Größe' }],
  ...{ values: 'printed', delimiter: ';', upTo: 1, saved: 0 },
};

function setUp() {
  const { ledger, folderId } = freshLedger();
  const columns = ['file', 'total', '__proto__'].map((name) => ({ name }));
  const table = { folderId, origin, route: invoices, columns, changes: 0, left: [] } as const satisfies Omit<TableRecord, 'id'>;
  const documents = (count: number) => Array.from({ length: count }, () => ledger.documents.add(found(folderId)).id);
  const put = (of: TableRecord, position: number, documentId: number, total = '1', number = 1) =>
    ledger.tables.putRow(of, { position, documentId, csv: number, cells: { total } });
  return { ledger, folderId, table, documents, put };
}

describe('a table in the ledger', () => {
  it('is that of its folder and route, with the files that show it', () => {
    const { ledger, folderId, table } = setUp();
    expect(ledger.tables.find(folderId, invoices)).toBeUndefined();
    const added = ledger.tables.add(table);
    expect(ledger.tables.find(folderId, invoices)).toEqual(added);
    expect(ledger.tables.find(folderId, mail)).toBeUndefined();
    const updated = ledger.tables.update(added.id, { csv, changes: 7 });
    expect(ledger.tables.all(folderId)).toEqual([{ ...table, id: added.id, csv, changes: 7 }]);
    expect(ledger.tables.get(added.id)).toEqual(updated);
    expect(() => ledger.tables.update(99, { changes: 1 })).toThrow('The ledger has no table 99.');
  });

  it('is as it was before a transaction that was rolled back', () => {
    const { ledger, folderId, table } = setUp();
    const { id } = ledger.tables.add(table);
    const undo = () => {
      ledger.tables.update(id, { changes: 1 });
      throw new Error('rolled back');
    };
    expect(() => ledger.transaction(undo)).toThrow('rolled back');
    expect(ledger.tables.find(folderId, invoices)?.changes).toBe(0);
  });
});

describe('the rows of a table', () => {
  it('do not repeat the names of their columns, and are the same when they are read again', () => {
    const file = join(temporaryDirectory(), 'ledger.sqlite');
    const before = openLedger(file);
    const folderId = before.folders.ensure('/scans').id;
    const [a, b] = [1, 2].map(() => before.documents.add(found(folderId)).id) as [number, number];
    const table = before.tables.add({ ...setUp().table, folderId });
    const first = { file: 'a.pdf', total: ['1,50 €', 'amount', '1.50'], ['__proto__']: 'odd' } as const;
    before.tables.putRow(table, { position: 1, documentId: a, csv: 1, cells: first });
    const wider = before.tables.update(table.id, { columns: [...table.columns, { name: 'a later one' }] });
    before.tables.putRow(wider, { position: 2, documentId: b, csv: 1, cells: { file: 'b.pdf', 'a later one': '2' } });
    before.close();
    const database = new DatabaseSync(file);
    const cells = '["a.pdf",["1,50 €","amount","1.50"],"odd"]';
    expect(database.prepare('SELECT cells FROM rows WHERE position = 1').get()?.cells).toBe(cells);
    database.close();
    const after = openLedger(file);
    onTestFinished(() => after.close());
    expect([...after.tables.rows(wider)].map((row) => row.cells)).toEqual([first, { file: 'b.pdf', 'a later one': '2' }]);
  });

  it('take the place of another, and are one a document', () => {
    const { ledger, table, documents, put } = setUp();
    const added = ledger.tables.add(table);
    const [a, b, c] = documents(3) as [number, number, number];
    put(added, 1, a);
    put(added, 2, b, '2');
    put(added, 1, c, '3');
    put(added, 3, b, '4');
    expect([...ledger.tables.rows(added)]).toEqual([
      { documentId: c, position: 1, csv: 1, cells: { total: '3' } },
      { documentId: b, position: 3, csv: 1, cells: { total: '4' } },
    ]);
    expect(ledger.tables.rowsOf(added, [a])).toEqual(new Map());
    ledger.tables.removeRow(added.id, c);
    expect([ledger.tables.rowCount(added.id), ledger.tables.lastPosition(added.id)]).toEqual([1, 3]);
  });

  it('say in which CSV they are, which may be one that was left', () => {
    const { ledger, folderId, table, documents, put } = setUp();
    const left = { number: 1, path: '/scans/left.csv', columns: [] };
    const added = ledger.tables.add({ ...table, left: [left], csv: { ...csv, number: 2, upTo: 2 } });
    const [a, b, c, d] = documents(4) as [number, number, number, number];
    put(added, 1, a, '1', 1);
    put(added, 2, b, '1', 2);
    put(added, 3, c, '1', 2);
    put(added, 4, d, '1', 0);
    const csvOf = (id: number) => ledger.tables.csvOf({ folderId, id, route: invoices });
    expect([a, b, c, d].map(csvOf)).toEqual([left.path, csv.path, undefined, undefined]);
    expect([...ledger.tables.rows(added, { csv: 2 })].map(({ documentId }) => documentId)).toEqual([b, c]);
    expect([ledger.tables.rowCount(added.id, 2), ledger.tables.lastIn(added.id, 2), ledger.tables.lastIn(added.id, 9)]).toEqual([
      2, 3, 0,
    ]);
  });

  it('are lacking where something was delivered and has none, and nowhere else', () => {
    const { ledger, folderId, table, documents, put } = setUp();
    const added = ledger.tables.add(table);
    const [one = 0, two = 0, three = 0] = documents(3);
    for (const id of [one, two]) ledger.documents.update(id, { delivery: { kind: 'done', at: 1 } });
    ledger.documents.update(three, { delivery: { kind: 'pending' } });
    put(added, 1, one);
    expect(ledger.tables.withoutRow(folderId, 0, 9)).toEqual([two]);
    expect(ledger.tables.withoutRow(folderId, two, 9)).toEqual([]);
  });

  it('come in order and once each, however many, while others are written', () => {
    const { ledger, table, documents, put } = setUp();
    const added = ledger.tables.add(table);
    const all = ledger.transaction(() => {
      const written = documents(1_200);
      for (const [index, document] of written.entries()) put(added, index + 1, document);
      return written;
    });
    const read: number[] = [];
    for (const { documentId, position } of ledger.tables.rows(added)) {
      read.push(documentId);
      expect(position).toBe(read.length);
      put(added, position, documentId, 'seen');
    }
    expect(read).toEqual(all);
  });
});
