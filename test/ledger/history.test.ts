import { describe, expect, it } from 'vitest';
import type { HistoryEntry } from '../../electron/core/document/records.ts';
import { say } from '../../electron/core/messages/message.ts';
import { found, freshLedger } from './fixture.ts';

const from = (path: string) => say('notes.renamed', { path });

describe('history', () => {
  it('is told oldest first, and at one time as it was written', () => {
    const { ledger, folderId } = freshLedger();
    const documentId = ledger.documents.add(found(folderId, { foundAt: 1 })).id;
    const other = ledger.documents.add(found(folderId)).id;
    const entries: readonly HistoryEntry[] = [
      { documentId, at: 2, event: 'settled', note: say('notes.by', { by: 'Ann' }) },
      { documentId, at: 2, event: 'ready' },
      { documentId, at: 3, event: 'delivered', note: say('notes.written', { paths: ['/scans/a.pdf.json', '/scans/ü.csv'] }) },
      { documentId, at: 4, event: 'delivered', note: say('notes.written', { paths: ['/scans/b.pdf.json'] }) },
      { documentId, at: 5, event: 'delivered' },
    ];
    ledger.documents.note({ documentId: other, at: 1, event: 'settled' });
    for (const entry of entries) ledger.documents.note(entry);
    expect(ledger.history.of(documentId)).toEqual([{ documentId, at: 1, event: 'found' }, ...entries]);
    expect(ledger.history.of(99)).toEqual([]);
  });

  it('finds the documents of which a thing was noted, each once, newest first', () => {
    const { ledger, folderId } = freshLedger();
    const [first, second, other] = [1, 2, 3].map(() => ledger.documents.add(found(folderId)).id);
    for (const documentId of [first, second, second])
      ledger.documents.note({ documentId: documentId ?? 0, at: 1, event: 'renamed', note: from('a.pdf') });
    ledger.documents.note({ documentId: other ?? 0, at: 1, event: 'renamed', note: from('b.pdf') });
    ledger.documents.note({ documentId: other ?? 0, at: 1, event: 'found', note: from('a.pdf') });
    expect(ledger.history.whereNoted('renamed', from('a.pdf'))).toEqual([second, first]);
  });
});
