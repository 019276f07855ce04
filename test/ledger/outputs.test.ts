import { describe, expect, it } from 'vitest';
import type { OutputRecord } from '../../electron/core/document/records.ts';
import { found, freshLedger, sharedLedger } from './fixture.ts';

describe('the outputs of a document', () => {
  it('are one of each kind, the latest', () => {
    const { ledger, folderId } = freshLedger();
    const documentId = ledger.documents.add(found(folderId)).id;
    const json: OutputRecord = { documentId, kind: 'json', path: '/scans/a.pdf.json', hash: 'aa', state: 'written' };
    const csv: OutputRecord = { documentId, kind: 'csv', path: '/scans/intray.csv', state: 'intended' };
    ledger.outputs.put({ ...json, path: '/scans/earlier.json', state: 'intended' });
    ledger.outputs.put(csv);
    ledger.outputs.put(json);
    expect(ledger.outputs.of(documentId)).toEqual([json, csv]);
    expect(ledger.outputs.atPath('/scans/earlier.json')).toBeUndefined();
    ledger.outputs.remove(documentId, 'json');
    expect(ledger.outputs.of(documentId)).toEqual([csv]);
  });

  it('are on the disk only as they were when they were synced: not what was written since, there or elsewhere', () => {
    const { ledger, folderId } = freshLedger();
    const documentId = ledger.documents.add(found(folderId)).id;
    const json: OutputRecord = {
      documentId,
      kind: 'json',
      path: '/scans/a.pdf.json',
      hash: 'aa',
      unsynced: 'b',
      state: 'written',
    };
    for (const since of [{ hash: 'bb' }, { path: '/scans/done/a.pdf.json' }]) {
      ledger.outputs.put({ ...json, ...since });
      ledger.outputs.setSynced([json]);
      expect(ledger.outputs.unsynced()).toEqual([{ ...json, ...since }]);
    }
  });

  it('are what the ledger has, however often they were asked for and whatever was written since', () => {
    const { ledger, folderId, read } = sharedLedger();
    const documentId = ledger.documents.add(found(folderId)).id;
    const outputs = () => {
      const known = ledger.outputs.of(documentId);
      expect(known).toEqual(read().outputs.of(documentId));
      return known;
    };
    const json: OutputRecord = {
      documentId,
      kind: 'json',
      path: '/scans/a.pdf.json',
      hash: 'aa',
      unsynced: 'b',
      state: 'intended',
    };
    const csv: OutputRecord = { documentId, kind: 'csv', path: '/scans/intray.csv', state: 'written' };
    expect(outputs()).toEqual([]);
    ledger.outputs.put(csv);
    expect(outputs()).toEqual([csv]);
    ledger.outputs.put(json);
    expect(outputs()).toEqual([json, csv]);
    ledger.outputs.put({ ...json, state: 'written' });
    const refused = () =>
      ledger.transaction(() => {
        ledger.outputs.put({ ...json, path: '/scans/a (2).pdf.json' });
        throw new Error('refused');
      });
    expect(refused).toThrow('refused');
    expect(outputs()).toEqual([{ ...json, state: 'written' }, csv]);
    ledger.outputs.setSynced([json]);
    expect(outputs()).toEqual([{ documentId, kind: 'json', path: json.path, hash: 'aa', state: 'written' }, csv]);
    ledger.outputs.remove(documentId, 'csv');
    expect(outputs()).toHaveLength(1);
  });

  it('say whose a path is', () => {
    const { ledger, folderId } = freshLedger();
    const [a, b] = [1, 2].map(() => ledger.documents.add(found(folderId)).id as number) as [number, number];
    for (const documentId of [a, b]) ledger.outputs.put({ documentId, kind: 'csv', path: '/scans/intray.csv', state: 'written' });
    ledger.outputs.put({ documentId: a, kind: 'json', path: '/scans/a.pdf.json', state: 'written' });
    expect(ledger.outputs.atPath('/scans/a.pdf.json')?.documentId).toBe(a);
    expect(ledger.outputs.atPath('/scans/intray.csv')?.documentId).toBe(b);
    expect(ledger.outputs.atPath('/scans/other.csv')).toBeUndefined();
  });

  it('are found on every system', () => {
    const jsons = [
      '/scans/a.pdf.json',
      '/a.json',
      'C:\\Scans\\Ärger\\b.pdf.json',
      '\\\\nas\\x\\c.json',
      '/odd\\name/d\\e.json',
      'f.json',
    ];
    const outputs: readonly OutputRecord[] = [
      ...jsons.map((path) => ({ kind: 'json', path, hash: 'ab'.repeat(32), unsynced: 'boot 1' }) as const),
      { kind: 'csv', path: '/scans/table.csv' } as const,
    ].map((output, index) => ({ ...output, documentId: index + 1, state: 'written' }));
    const { ledger, folderId } = freshLedger();
    for (const output of outputs) {
      ledger.documents.add(found(folderId));
      ledger.outputs.put(output);
    }
    const areRead = () => {
      for (const output of outputs) {
        expect(ledger.outputs.of(output.documentId)).toEqual([output]);
        expect(ledger.outputs.atPath(output.path)).toEqual(output);
      }
    };
    areRead();
    for (const output of outputs) ledger.outputs.put(output);
    areRead();
    expect(ledger.outputs.atPath('/scans/')).toBeUndefined();
    ledger.outputs.setSynced(outputs);
    expect(ledger.outputs.unsynced()).toEqual([]);
  });
});
