import { expect, it } from 'vitest';
import { foreign } from '../../../electron/core/messages/message.ts';
import { DocumentWriter } from '../../../electron/engine/loop/document-writer.ts';
import { found, freshLedger } from '../../ledger/fixture.ts';

function open() {
  const { ledger, folderId } = freshLedger();
  const world = {
    ledger,
    clock: { now: () => 10, elapsed: () => 10, after: () => () => {} },
    log: { debug() {}, info() {}, warn() {}, error() {} },
  };
  const writer = new DocumentWriter(world, { get: () => undefined, pathOf: () => '/scans' }, () => {});
  const refused = ledger.documents.add(found(folderId, { state: { kind: 'rejected', by: 'service', message: foreign('No.') } }));
  return { ledger, folderId, writer, refused };
}

it('a document that is sent again settles if its file is there', () => {
  const { ledger, folderId, writer, refused } = open();
  const { facts, path: name } = refused;
  ledger.files.put({ folderId, directory: '', name, facts, documentId: refused.id });
  writer.apply([{ id: refused.id, event: { kind: 'send-again', at: 10 } }]);
  expect(ledger.documents.get(refused.id)?.state.kind).toBe('settling');
});

it('a document that is sent again is gone if its file went while the service refused it: no scan would ever tell', () => {
  const { ledger, writer, refused } = open();
  writer.apply([{ id: refused.id, event: { kind: 'send-again', at: 10 } }]);
  expect(ledger.documents.get(refused.id)?.state.kind).toBe('gone');
});

it('a document whose request was not accepted is gone if another one has its path by now', () => {
  const { ledger, folderId, writer } = open();
  const sent = ledger.documents.add(found(folderId, { path: 'sent.pdf', state: { kind: 'uploading', sent: true } }));
  const { facts, path } = sent;
  const next = ledger.documents.add(found(folderId, { path, replaces: sent.id }));
  ledger.files.put({ folderId, directory: '', name: path, facts, documentId: next.id });
  writer.apply([{ id: sent.id, event: { kind: 'put-back', notBefore: 10 } }]);
  expect(ledger.documents.get(sent.id)?.state.kind).toBe('gone');
});
