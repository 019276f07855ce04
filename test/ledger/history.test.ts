import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { describe, expect, it, onTestFinished } from 'vitest';
import type { HistoryEntry } from '../../electron/core/document/records.ts';
import { foreign, say } from '../../electron/core/messages/message.ts';
import { openLedger } from '../../electron/ledger/ledger.ts';
import { found, freshLedger, temporaryDirectory } from './fixture.ts';

const from = (path: string) => say('notes.renamed', { path });

describe('history', () => {
  it('is told oldest first, and at one time as it was written', () => {
    const { ledger, folderId } = freshLedger();
    const documentId = ledger.documents.add(found(folderId)).id;
    const other = ledger.documents.add(found(folderId)).id;
    const entries: readonly HistoryEntry[] = [
      { documentId, at: 1, event: 'found' },
      { documentId, at: 2, event: 'settled', note: say('notes.by', { by: 'Ann' }) },
      { documentId, at: 2, event: 'ready' },
      { documentId, at: 3, event: 'delivered', note: say('notes.written', { paths: ['/scans/a.pdf.json', '/scans/ü.csv'] }) },
      { documentId, at: 4, event: 'delivered', note: say('notes.written', { paths: ['/scans/b.pdf.json'] }) },
      { documentId, at: 5, event: 'delivered' },
    ];
    ledger.history.add({ documentId: other, at: 1, event: 'found' });
    for (const entry of entries) ledger.history.add(entry);
    expect(ledger.history.of(documentId)).toEqual(entries);
    expect(ledger.history.of(99)).toEqual([]);
  });

  it('reads the notes of older versions, also one that only looks like a message', () => {
    const file = join(temporaryDirectory(), 'ledger.sqlite');
    const older = openLedger(file);
    const documentId = older.documents.add(found(older.folders.ensure('/scans').id)).id;
    older.close();
    const notes = ['After 2 s.', '{"code":"busy","message":"Try again"}', '{"code":"bus'];
    const database = new DatabaseSync(file);
    const insert = database.prepare('INSERT INTO history (document_id, position, at, event, note) VALUES (?, ?, 1, ?, ?)');
    notes.forEach((note, position) => void insert.run(documentId, position, 'lost', note));
    database.close();
    const ledger = openLedger(file);
    onTestFinished(() => ledger.close());
    expect(ledger.history.of(documentId).map(({ note }) => note)).toEqual(notes.map(foreign));
  });

  it('finds the documents of which a thing was noted, each once, newest first', () => {
    const { ledger, folderId } = freshLedger();
    const [first, second, other] = [1, 2, 3].map(() => ledger.documents.add(found(folderId)).id);
    for (const [documentId, note] of [
      [first, foreign('from a.pdf')],
      [second, from('a.pdf')],
      [second, from('a.pdf')],
    ] as const) {
      ledger.history.add({ documentId: documentId ?? 0, at: 1, event: 'renamed', note });
    }
    ledger.history.add({ documentId: other ?? 0, at: 1, event: 'renamed', note: from('b.pdf') });
    ledger.history.add({ documentId: other ?? 0, at: 1, event: 'found', note: from('a.pdf') });
    expect(ledger.history.whereNoted('renamed', [from('a.pdf'), foreign('from a.pdf')])).toEqual([second, first]);
  });
});
