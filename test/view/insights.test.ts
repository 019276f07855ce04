import { describe, expect, it } from 'vitest';
import type { DocumentResult } from '../../electron/core/document/result.ts';
import { foreign } from '../../electron/core/messages/message.ts';
import { extracted, found, freshLedger, viewOf } from '../ledger/fixture.ts';
import { become, type Members } from '../support/jobs.ts';

type Change = Pick<Members, 'state' | 'delivery' | 'result' | 'changedAt' | 'review'>;

const starts = [0, 100, 200];
const needsReview: DocumentResult = { kind: 'extraction', status: 'needs_review', extractedData: {}, extra: {} };
const processed = { state: { kind: 'processed' }, result: extracted({ total: '1.00' }) } as const;
const done = (at: number) => ({ delivery: { kind: 'done', at } }) as const;

type Story = readonly [foundAt: number, ...changes: Change[]];

/** Documents that were found at a time, and what became of them, change by change. */
function scene(...documents: Story[]) {
  const { ledger, folderId } = freshLedger();
  for (const [foundAt, ...changes] of documents) {
    const { id } = ledger.documents.add(found(folderId, { foundAt }));
    for (const change of changes) become(ledger, id, change);
  }
  return { ledger, folderId };
}

const factsOf = (...documents: Story[]) => {
  const { ledger, folderId } = scene(...documents);
  return viewOf(ledger).facts(starts, folderId);
};

describe('What the plots are made of', () => {
  it('counts what was found on each day, and only in the folder that is asked for', () => {
    const { ledger, folderId } = scene([5], [99], [100], [200]);
    const other = ledger.folders.ensure('/other').id;
    ledger.documents.add(found(other, { foundAt: 150 }));
    expect(viewOf(ledger).facts(starts, folderId).found).toEqual([
      { day: 0, folderId, count: 2 },
      { day: 1, folderId, count: 1 },
    ]);
    expect(viewOf(ledger).facts(starts).found).toContainEqual({ day: 1, folderId: other, count: 1 });
  });

  it('takes the time to the first delivery, however often it is written again', () => {
    const { delivered } = factsOf([
      10,
      { ...processed, delivery: { kind: 'pending' } },
      { delivery: { kind: 'written', at: 30 } },
      done(31),
      { delivery: { kind: 'pending' } },
      done(150),
    ]);
    expect(delivered).toEqual([{ folderId: 1, deliveredAt: 30, duplicate: false, straightThrough: true }]);
  });

  it.each<[string, boolean, readonly Change[]]>([
    ['processed', true, [processed]],
    ['refused by the disk for a while', true, [{ ...processed, delivery: { kind: 'pending', message: foreign('full') } }]],
    ['to be reviewed', false, [{ state: { kind: 'needs_review' }, result: needsReview }]],
    ['confirmed by the service', false, [{ state: { kind: 'confirmed' }, result: extracted({}) }]],
    [
      'held at first',
      false,
      [{ state: { kind: 'waiting', wait: { kind: 'held', why: 'changed', message: foreign('') } } }, processed],
    ],
    ['failed at first', false, [{ state: { kind: 'failed', by: 'service', message: foreign('') } }, processed]],
    ['corrected', false, [{ ...processed, review: { confirmations: [{ at: 1, by: 'A', corrections: {} }], changes: [] } }]],
  ])('one that was %s went straight through: %s', (_, straightThrough, changes) => {
    expect(factsOf([10, ...changes, done(20)]).delivered).toMatchObject([{ straightThrough }]);
  });

  it('counts a failure on its day, until it is sent again', () => {
    const failed = { state: { kind: 'failed', by: 'service', message: foreign('') }, changedAt: 120 } as const;
    expect(factsOf([10, failed]).failed).toEqual([{ day: 1, folderId: 1, count: 1 }]);
    expect(factsOf([10, failed, { changedAt: 130 }]).failed).toHaveLength(1);
    const again = { state: { kind: 'waiting', wait: { kind: 'ready', notBefore: 0 } } } as const;
    expect(factsOf([10, failed, again]).failed).toEqual([]);
  });

  it('keeps copies apart', () => {
    const copy = { state: { kind: 'duplicate', of: 1 }, result: extracted({}) } as const;
    expect(factsOf([10, { ...copy, ...done(20) }]).delivered).toMatchObject([{ duplicate: true }]);
  });
});
