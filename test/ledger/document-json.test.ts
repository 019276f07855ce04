import { describe, expect, it } from 'vitest';
import { found, freshLedger, sharedLedger } from './fixture.ts';

describe('the JSON of a document', () => {
  it('is on the disk only as it was when it was synced: not what was written since, there or elsewhere', () => {
    const { ledger, folderId } = freshLedger();
    const { id } = ledger.documents.add(found(folderId));
    const json = { path: '/scans/a.pdf.json', hash: 'aa', boot: 'b' };
    ledger.documents.update(id, { json });
    for (const since of [{ hash: 'bb' }, { path: '/scans/done/a.pdf.json' }]) {
      const now = ledger.documents.update(id, { json: { ...json, ...since } });
      ledger.documents.setSynced([{ id, folderId, json }]);
      expect(ledger.documents.unsynced()).toEqual([{ id, folderId, json: now.json }]);
    }
  });

  it('is what the ledger has, however often it was asked for and whatever was written since', () => {
    const { ledger, folderId, read } = sharedLedger();
    const { id } = ledger.documents.add(found(folderId));
    const known = () => {
      const { json } = ledger.documents.get(id) ?? {};
      expect(json).toEqual(read().documents.get(id)?.json);
      return json;
    };
    const json = { path: '/scans/a.pdf.json', hash: 'aa', boot: 'b' };
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
    ledger.documents.setSynced([{ id, folderId, json }]);
    expect(known()).toEqual({ path: json.path, hash: 'aa' });
  });

  it('is found by its path on every system', () => {
    const { ledger, folderId } = freshLedger();
    const paths = ['/a.json', 'C:\\Scans\\Ärger\\b.pdf.json', '\\\\nas\\x\\c.json', '/odd\\name/d\\e.json', 'f.json'];
    const documents = paths.map((path) =>
      ledger.documents.update(ledger.documents.add(found(folderId)).id, { json: { path, hash: 'aa', boot: 'boot 1' } }),
    );
    for (const [index, path] of paths.entries()) expect(ledger.documents.withJsonAt(path)).toEqual(documents[index]);
    expect(ledger.documents.withJsonAt('/scans/')).toBeUndefined();
    expect(ledger.documents.unsynced(folderId)).toHaveLength(paths.length);
    ledger.documents.setSynced(ledger.documents.unsynced());
    expect(ledger.documents.unsynced()).toEqual([]);
  });
});
