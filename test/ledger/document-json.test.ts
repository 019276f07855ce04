import { describe, expect, it } from 'vitest';
import { defined } from '../../electron/core/plain-data.ts';
import { found, freshLedger, sharedLedger } from './fixture.ts';

describe('the JSON of a document', () => {
  it('is found by the write that created it, in the order of the writes', () => {
    const { ledger, folderId } = freshLedger();
    expect(ledger.documents.lastWrite()).toBe(0);
    const written = [3, 1, 2, undefined].map((write) => {
      const { id } = ledger.documents.add(found(folderId));
      const json = { path: `/scans/${id}.pdf.json`, hash: 'aa', ...defined({ write }) };
      ledger.documents.update(id, { json });
      return { id, folderId, json };
    });
    const writes = (after: number, upTo?: number, limit?: number) =>
      ledger.documents.writtenBy({ after, ...defined({ upTo }) }, limit);
    expect(writes(0)).toEqual([written[1], written[2], written[0]]);
    expect(writes(1, 2)).toEqual([written[2]]);
    expect(writes(0, 3, 1)).toEqual([written[1]]);
    expect(ledger.documents.lastWrite()).toBe(3);
  });

  it('is what the ledger has, however often it was asked for and whatever was written since', () => {
    const { ledger, folderId, read } = sharedLedger();
    const { id } = ledger.documents.add(found(folderId));
    const known = () => {
      const { json } = ledger.documents.get(id) ?? {};
      expect(json).toEqual(read().documents.get(id)?.json);
      return json;
    };
    const json = { path: '/scans/a.pdf.json', hash: 'aa', write: 1 };
    expect(known()).toBeUndefined();
    ledger.documents.update(id, { json: { ...json, was: '' } });
    expect(known()).toEqual({ ...json, was: '' });
    ledger.documents.update(id, { json });
    const refused = () =>
      ledger.transaction(() => {
        ledger.documents.update(id, { json: { ...json, path: '/scans/a (2).pdf.json' } });
        throw new Error('refused');
      });
    expect(refused).toThrow('refused');
    expect(known()).toEqual(json);
  });

  it('is found by its path on every system', () => {
    const { ledger, folderId } = freshLedger();
    const paths = ['/a.json', 'C:\\Scans\\Ärger\\b.pdf.json', '\\\\nas\\x\\c.json', '/odd\\name/d\\e.json', 'f.json'];
    const documents = paths.map((path) =>
      ledger.documents.update(ledger.documents.add(found(folderId)).id, { json: { path, hash: 'aa' } }),
    );
    for (const [index, path] of paths.entries()) expect(ledger.documents.withJsonAt(path)).toEqual(documents[index]);
    expect(ledger.documents.withJsonAt('/scans/')).toBeUndefined();
  });
});
