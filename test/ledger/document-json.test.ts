import { describe, expect, it } from 'vitest';
import { found, freshLedger, sharedLedger } from './fixture.ts';

describe('the JSON of a document', () => {
  it('is what the ledger has, however often it was asked for and whatever was written since', () => {
    const { ledger, folderId, read } = sharedLedger();
    const { id } = ledger.documents.add(found(folderId));
    const known = () => {
      const { json } = ledger.documents.get(id) ?? {};
      expect(json).toEqual(read().documents.get(id)?.json);
      return json;
    };
    const json = { path: '/scans/a.pdf.json', hash: 'aa' };
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
