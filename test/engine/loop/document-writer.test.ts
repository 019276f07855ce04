import { expect, it } from 'vitest';
import { foreign } from '../../../electron/core/messages/message.ts';
import { DocumentWriter } from '../../../electron/engine/loop/document-writer.ts';
import { freshLedger } from '../../ledger/fixture.ts';
import { found, putDocument } from '../../support/jobs.ts';

function open() {
  const { ledger, folderId } = freshLedger();
  const world = {
    ledger,
    clock: { now: () => 10, elapsed: () => 10, after: () => () => {} },
    log: { debug() {}, info() {}, warn() {}, error() {} },
  };
  const writer = new DocumentWriter(world, { get: () => undefined, pathOf: () => '/scans' }, () => {});
  const refused = putDocument(ledger, folderId, { state: { kind: 'rejected', by: 'service', message: foreign('No.') } });
  const sendAgain = () => writer.apply([{ job: refused.job ?? 0, event: { kind: 'send-again', at: 10 } }]);
  return { ledger, folderId, writer, refused, sendAgain };
}

it('a document that is sent again waits if its file is there', () => {
  const { ledger, folderId, refused, sendAgain } = open();
  const { facts, path: name } = refused;
  ledger.files.put({ folderId, directory: '', name, facts, documentId: refused.id });
  sendAgain();
  expect(ledger.documents.get(refused.id)?.state).toMatchObject({ kind: 'waiting', wait: { kind: 'ready' } });
});

it('a document that is sent again is gone if its file went while the service refused it: no scan would ever tell', () => {
  const { ledger, refused, sendAgain } = open();
  sendAgain();
  expect(ledger.documents.get(refused.id)?.state.kind).toBe('gone');
});

it('a document whose request was not accepted is gone if another one has its path by now', () => {
  const { ledger, folderId, writer } = open();
  const sent = putDocument(ledger, folderId, { path: 'sent.pdf', state: { kind: 'uploading' } });
  const { facts, path } = sent;
  const next = ledger.documents.add(found(folderId, { path, replaces: sent.id }));
  ledger.files.put({ folderId, directory: '', name: path, facts, documentId: next.id });
  writer.apply([{ job: sent.job ?? 0, event: { kind: 'put-back', notBefore: 10 } }]);
  expect(ledger.documents.get(sent.id)?.state.kind).toBe('gone');
});
