import { describe, expect, it } from 'vitest';
import type { Review } from '../../electron/core/review/local-review.ts';
import { openLedger } from '../../electron/ledger/ledger.ts';
import { become } from '../support/jobs.ts';
import { extracted, found, freshLedger, ids, temporaryDirectory, viewOf } from './fixture.ts';

const review: Review = {
  confirmations: [
    { at: 5, by: 'Anna', corrections: { total: '2.00', iban: null }, settled: ['iban'] },
    { at: 6, by: 'Ben', corrections: {}, category: true },
  ],
  changes: [
    { at: 5, by: 'Anna', field: 'total', from: '1.00', to: '2.00' },
    { at: 6, by: 'Ben', to: 'Invoice' },
  ],
  conflict: ['number'],
};
const needsReview = { ...extracted({ total: '1.00' }), status: 'needs_review' } as const;

describe('What people made of a result', () => {
  it('comes back as it was written, after a restart too', () => {
    const file = `${temporaryDirectory()}/ledger.sqlite`;
    const first = openLedger(file);
    const { id } = first.documents.add(found(first.folders.ensure('/scans').id));
    become(first, id, { result: needsReview, review, dismissed: true });
    first.close();
    const again = openLedger(file);
    expect(again.documents.get(id)).toMatchObject({ review, dismissed: true });
    become(again, id, { review: undefined, dismissed: undefined });
    expect(again.documents.get(id)).not.toHaveProperty('review');
    expect(again.documents.get(id)).not.toHaveProperty('dismissed');
    again.close();
  });

  it('is found by its corrections', () => {
    const { ledger, folderId } = freshLedger();
    const { id } = ledger.documents.add(found(folderId));
    become(ledger, id, { result: needsReview });
    expect(viewOf(ledger).page({ text: '2.00' }).total).toBe(0);
    become(ledger, id, { review });
    expect(ids(viewOf(ledger).page({ text: '2.00' }).documents)).toEqual([id]);
    expect(viewOf(ledger).page({ text: '1.00' }).total).toBe(0);
  });

  it('counts as attention until it is confirmed or dismissed', () => {
    const { ledger, folderId } = freshLedger();
    const add = () => ledger.documents.add(found(folderId)).id;
    const [confirmed, dismissed, open] = [add(), add(), add()];
    const state = { kind: 'needs_review' } as const;
    for (const id of [confirmed, dismissed, open]) become(ledger, id, { state, result: needsReview });
    expect(ledger.documents.attention(folderId)).toBe(3);
    const { conflict: _, ...standing } = review;
    become(ledger, confirmed, { review: standing });
    ledger.documents.update(dismissed, { dismissed: true });
    expect(ledger.documents.standings(folderId)).toMatchObject({ 'needs-you': 1, confirmed: 1, dismissed: 1 });
    expect(ledger.documents.attention(folderId)).toBe(1);
    expect(ids(ledger.documents.page({ standings: ['needs-you'] }).documents)).toEqual([open]);
    become(ledger, confirmed, { review });
    ledger.documents.update(dismissed, { dismissed: undefined });
    expect(ledger.documents.attention(folderId)).toBe(3);
  });
});
