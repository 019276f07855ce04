import { describe, expect, it } from 'vitest';
import type { OutputRecord } from '../../electron/core/document/records.ts';
import { found, freshLedger } from './fixture.ts';

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

  it('say whose a path is', () => {
    const { ledger, folderId } = freshLedger();
    const [a, b] = [1, 2].map(() => ledger.documents.add(found(folderId)).id as number) as [number, number];
    for (const documentId of [a, b]) ledger.outputs.put({ documentId, kind: 'csv', path: '/scans/intray.csv', state: 'written' });
    ledger.outputs.put({ documentId: a, kind: 'json', path: '/scans/a.pdf.json', state: 'written' });
    expect(ledger.outputs.atPath('/scans/a.pdf.json')?.documentId).toBe(a);
    expect(ledger.outputs.atPath('/scans/intray.csv')?.documentId).toBe(b);
    expect(ledger.outputs.atPath('/scans/other.csv')).toBeUndefined();
  });
});
