/** Which filings can be taken back together. */
import { expect, it } from 'vitest';
import { DiskProblem, type Entry } from '../../../electron/engine/ports.ts';
import { filingBatches, movesIn, wishesBack } from '../../../electron/engine/review/filing-batches.ts';
import { freshLedger } from '../../ledger/fixture.ts';
import { found } from '../../support/jobs.ts';

const minute = 60_000;

/** A ledger in which documents were filed at these times, in milliseconds, each of them so often. */
function filedAt(times: readonly number[], often = 1) {
  const { ledger, folderId } = freshLedger();
  const filings = times.map((at, index) => ({ id: index + 1, from: `${index}.pdf`, to: `Filed/${index}.pdf`, at }));
  ledger.transaction(() => {
    for (let index = 0; index < filings.length; index += often) {
      const { id } = ledger.documents.add(found(folderId, { path: `Filed/${index}.pdf` }));
      ledger.documents.update(id, { filed: filings.slice(index, index + often) });
    }
  });
  return ledger;
}

it('ends a batch at a pause of more than a minute, and at a clock that was set back; the last one comes first', () => {
  const ledger = filedAt([0, minute, 2 * minute + 1, 2 * minute + 2, 5]);
  const batches = [...filingBatches(ledger)];
  expect(batches.map(({ id, from, until, filings }) => ({ id, from, until, count: filings.length }))).toEqual([
    { id: 5, from: 5, until: 5, count: 1 },
    { id: 3, from: 2 * minute + 1, until: 2 * minute + 2, count: 2 },
    { id: 1, from: 0, until: minute, count: 2 },
  ]);
  expect([...filingBatches(filedAt([]))]).toEqual([]);
});

it('finds a batch whole, however many filings it has and however many came after it: only 5,000 were looked through', () => {
  const ledger = filedAt(
    Array.from({ length: 5_200 }, (_, index) => (index < 100 ? index : 2 * minute + index)),
    100,
  );
  const [last, first, ...others] = [...filingBatches(ledger)];
  expect([last?.id, last?.filings.length, first?.id, first?.filings.length, others.length]).toEqual([101, 5_100, 1, 100, 0]);
});

it('has no moves left in a batch whose filings were all taken back', () => {
  const ledger = filedAt([0, 1, 2 * minute + 2, 2 * minute + 3]);
  const [last] = [...filingBatches(ledger)];
  ledger.transaction(() => {
    for (const { documentId, id, fromPath: from, toPath: to, at } of last?.filings ?? [])
      ledger.documents.update(documentId, { filed: [{ id, from, to, at, undoneAt: 1 }] });
  });
  expect([...filingBatches(ledger)].map((batch) => movesIn(batch).size)).toEqual([0, 2]);
});

it('takes a document that was filed twice back to where it was at first', () => {
  const { ledger, folderId } = freshLedger();
  const { id } = ledger.documents.add(found(folderId, { path: 'B/a.pdf' }));
  const filed = [
    { id: 1, from: 'a.pdf', to: 'A/a.pdf', at: 0 },
    { id: 2, from: 'A/a.pdf', to: 'B/a.pdf', at: 1 },
  ];
  ledger.documents.update(id, { filed });
  expect([...filingBatches(ledger)].map((batch) => [...movesIn(batch)])).toEqual([[[id, { from: 'a.pdf', to: 'B/a.pdf' }]]]);
});

it.each<[what: string, there: Readonly<Record<string, Partial<Entry> | 'denied'>>, why: string | undefined]>([
  ['is as it was filed', {}, undefined],
  ['was written since', { '/scans/A/a.pdf': { mtimeMs: 9 } }, 'answers.undo.changed'],
  ['is longer', { '/scans/A/a.pdf': { size: 9 } }, 'answers.undo.changed'],
  ['is another file', { '/scans/A/a.pdf': { ino: 9 } }, 'answers.undo.changed'],
  ['has gone', { '/scans/A/a.pdf': { name: '' } }, 'answers.undo.gone'],
  ['had its old name taken', { '/scans/a.pdf': {} }, 'filing.taken'],
  ['is in a folder that has gone', { '/scans': { name: '' } }, 'disk.folder.unreachable'],
  ['is in a folder that is a file now', { '/scans': { kind: 'file' } }, 'disk.folder.unreachable'],
  ['cannot be looked at', { '/scans/A/a.pdf': 'denied' }, 'disk.mayNotRead'],
])('of a document that %s says whether it can go back', async (_, there, why) => {
  const { ledger, folderId } = freshLedger();
  const facts = { size: 1, mtimeMs: 2, ino: 3 };
  const { id } = ledger.documents.add(found(folderId, { path: 'A/a.pdf', facts }));
  ledger.documents.update(id, { filed: [{ id: 1, from: 'a.pdf', to: 'A/a.pdf', at: 0 }] });
  const entries: typeof there = { '/scans': { kind: 'directory' }, '/scans/A/a.pdf': {}, ...there };
  const stat = async (path: string) => {
    const said = entries[path];
    if (said === 'denied') throw new DiskProblem('denied', path, 'read');
    return said === undefined || said.name === '' ? undefined : { kind: 'file' as const, name: path, ...facts, ...said };
  };
  const [batch] = [...filingBatches(ledger)];
  const wishes = batch === undefined ? [] : await wishesBack(ledger, { stat }, batch);
  expect(wishes.map((wish) => [wish.document.id, wish.to, wish.why?.code])).toEqual([[id, 'a.pdf', why]]);
});

it('of a document that was moved since says so', async () => {
  const { ledger, folderId } = freshLedger();
  const { id } = ledger.documents.add(found(folderId, { path: 'elsewhere/a.pdf' }));
  ledger.documents.update(id, { filed: [{ id: 1, from: 'a.pdf', to: 'A/a.pdf', at: 0 }] });
  const [batch] = [...filingBatches(ledger)];
  const wishes = batch === undefined ? [] : await wishesBack(ledger, { stat: async () => undefined }, batch);
  expect(wishes.map(({ why }) => why?.code)).toEqual(['answers.undo.elsewhere']);
});
