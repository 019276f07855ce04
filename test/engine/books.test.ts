import { expect, it } from 'vitest';
import { Books } from '../../electron/engine/books.ts';
import { found, freshLedger } from '../ledger/fixture.ts';

function open() {
  const { ledger, folderId } = freshLedger();
  const world = {
    ledger,
    clock: { now: () => 10, elapsed: () => 10, after: () => () => {} },
    log: { debug() {}, info() {}, warn() {}, error() {} },
  };
  const books = new Books(world, { settleMs: () => 500, folderPath: () => '/scans', announce: () => {} });
  const refused = ledger.documents.add(found(folderId, { state: { kind: 'rejected', by: 'service', message: 'No.' } }));
  return { ledger, folderId, books, refused };
}

it('a document that is sent again settles, if its file is there', () => {
  const { ledger, folderId, books, refused } = open();
  const { facts, path: name } = refused;
  ledger.files.put({ folderId, directory: '', name, facts, documentId: refused.id });
  books.apply([{ id: refused.id, event: { kind: 'send-again', at: 10 } }]);
  expect(ledger.documents.get(refused.id)?.state.kind).toBe('settling');
});

it('one whose file went while the service refused it is gone: no scan would ever tell', () => {
  const { ledger, books, refused } = open();
  books.apply([{ id: refused.id, event: { kind: 'send-again', at: 10 } }]);
  expect(ledger.documents.get(refused.id)?.state.kind).toBe('gone');
});
