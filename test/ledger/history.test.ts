import { describe, expect, it } from 'vitest';
import { found, freshLedger } from './fixture.ts';

describe('history', () => {
  it('is told oldest first, and at one time as it was written', () => {
    const { ledger, folderId } = freshLedger();
    const documentId = ledger.documents.add(found(folderId)).id;
    const other = ledger.documents.add(found(folderId)).id;
    const entries = [
      { documentId, at: 1, event: 'found' },
      { documentId, at: 2, event: 'settled', note: 'after 2 s' },
      { documentId, at: 2, event: 'ready' },
    ];
    ledger.history.add({ documentId: other, at: 1, event: 'found' });
    for (const entry of entries) ledger.history.add(entry);
    expect(ledger.history.of(documentId)).toEqual(entries);
    expect(ledger.history.of(99)).toEqual([]);
  });
});
