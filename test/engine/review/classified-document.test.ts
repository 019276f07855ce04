import { expect, it } from 'vitest';
import { classifiable } from '../../../electron/engine/review/classified-document.ts';
import { extracted, freshLedger, invoices, mail, origin } from '../../ledger/fixture.ts';
import { putDocument } from '../../support/jobs.ts';

it('The service is asked about what it has classified, and about nothing else', () => {
  const { ledger, folderId } = freshLedger();
  const batchId = ledger.batches.add({ origin, route: mail, madeAt: 1 }).id;
  const result = { kind: 'classification', status: 'processed', categoryId: 'c', extra: {} } as const;
  const put = (path: string, members: Parameters<typeof putDocument>[2]) =>
    putDocument(ledger, folderId, { path, ...members }).id;
  const own = put('a.pdf', { route: mail, result, batchId, fileId: 'f-1' });
  const awaited = put('b.pdf', { route: mail, state: { kind: 'waiting', wait: { kind: 'ready', notBefore: 1 } } });
  const values = put('c.pdf', { route: invoices, result: extracted({}) });
  const codeOf = (of: string, id: number) => {
    const found = classifiable(ledger, of, id);
    return found.ok ? found.value.fileId : found.error.message.code;
  };
  expect(codeOf(origin, own)).toBe('f-1');
  expect(codeOf('https://other.example', own)).toBe('reviewing.otherService');
  expect(codeOf(origin, awaited)).toBe('reviewing.noFileId');
  expect(codeOf(origin, values)).toBe('reviewing.notClassified');
  expect(codeOf(origin, 4711)).toBe('reviewing.unknownDocument');
});
