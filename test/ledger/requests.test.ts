import { describe, expect, it } from 'vitest';
import { goOn, putDocument } from '../support/jobs.ts';
import { found, freshLedger } from './fixture.ts';

describe('Requests of a person', () => {
  it('wait in their order, and are taken once', () => {
    const { ledger, folderId: folder } = freshLedger();
    const [a, b] = ['a.pdf', 'b.pdf'].map((path) => ledger.documents.add(found(folder, { path })).id);
    for (const documentId of [b, a])
      if (documentId !== undefined) ledger.requests.add({ documentId, act: { kind: 'send-again' }, by: 'Anna' });

    expect(ledger.requests.take()).toMatchObject([
      { documentId: b, act: { kind: 'send-again' }, by: 'Anna' },
      { documentId: a, act: { kind: 'send-again' }, by: 'Anna' },
    ]);
    expect(ledger.requests.take()).toEqual([]);
  });
});

describe('Files of a folder that goes another way', () => {
  it('are forgotten where their document went the earlier one, and only there', () => {
    const { ledger, folderId: folder } = freshLedger();
    const facts = { size: 1, mtimeMs: 1, ino: 1 };
    const before = ledger.documents.add(found(folder, { path: 'before.pdf', route: { kind: 'extraction', id: 'old' } }));
    const now = ledger.documents.add(found(folder, { path: 'now.pdf', route: { kind: 'classification', id: 'new' } }));
    const classified = putDocument(ledger, folder, { path: 'gone on.pdf', route: now.route, state: { kind: 'processed' } });
    const goneOn = goOn(ledger, classified.id, before.route);
    for (const { id, path } of [before, now, goneOn])
      ledger.files.put({ folderId: folder, directory: '', name: path, facts, documentId: id });

    ledger.files.forgetOtherRoutes(folder, now.origin, now.route);

    expect(ledger.files.directory(folder, '').map(({ name }) => name)).toEqual(['gone on.pdf', 'now.pdf']);
  });
});
