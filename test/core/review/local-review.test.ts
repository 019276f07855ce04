import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { DocumentResult } from '../../../electron/core/document/result.ts';
import type { TerminalStatus } from '../../../electron/core/document/states.ts';
import type { Message } from '../../../electron/core/messages/message.ts';
import { MessageError } from '../../../electron/core/messages/message-error.ts';
import type { Result } from '../../../electron/core/result.ts';
import {
  categorySet,
  confirm,
  correctionsOf,
  isUndoable,
  type Review,
  received,
  resolveConflict,
  reviewedResult,
  undo,
  withoutCategory,
} from '../../../electron/core/review/local-review.ts';

const extracted = (
  extractedData: Readonly<Record<string, unknown>>,
  status: TerminalStatus = 'needs_review',
): Extract<DocumentResult, { kind: 'extraction' }> => ({ kind: 'extraction', status, extractedData, extra: {} });
const classified = (categoryName?: string): DocumentResult => ({
  kind: 'classification',
  status: 'processed',
  ...(categoryName !== undefined && { categoryId: `id of ${categoryName}`, categoryName }),
  extra: {},
});

const anna = (at: number) => ({ at, by: 'Anna' });
const ben = (at: number) => ({ at, by: 'Ben' });

function good(result: Result<Review, Message>): Review {
  if (!result.ok) throw new MessageError(result.error);
  return result.value;
}

const dataOf = (result: DocumentResult, review: Review | undefined) => {
  const reviewed = reviewedResult(result, review);
  return reviewed.kind === 'extraction' ? reviewed.extractedData : undefined;
};

const first = extracted({ number: '17', total: '1.00' });

describe('Confirming a result', () => {
  it('counts a correction before what the service said, which stays as it was', () => {
    const review = good(confirm(undefined, first, { total: '2.00' }, anna(5)));
    expect(dataOf(first, review)).toEqual({ number: '17', total: '2.00' });
    expect(first.extractedData).toEqual({ number: '17', total: '1.00' });
    expect(review.changes).toEqual([{ at: 5, by: 'Anna', field: 'total', from: '1.00', to: '2.00' }]);
  });

  it('writes down no change where nothing changes', () => {
    const review = good(confirm(undefined, first, { total: '1.00' }, anna(5)));
    expect(review.changes).toEqual([]);
    expect(review.confirmations).toMatchObject([{ at: 5, by: 'Anna', corrections: {} }]);
  });

  it('fills in what did not come', () => {
    const review = good(confirm(undefined, first, { iban: 'DE1' }, anna(5)));
    expect(dataOf(first, review)).toEqual({ number: '17', total: '1.00', iban: 'DE1' });
    expect(review.changes).toEqual([{ at: 5, by: 'Anna', field: 'iban', to: 'DE1' }]);
  });

  it('compares values that are no text as they are shown', () => {
    const lines = extracted({ lines: [1, 2], amount: 12, none: null });
    const review = good(confirm(undefined, lines, { lines: '[1,2]', amount: '12', none: 'x' }, anna(5)));
    expect(review.changes).toEqual([{ at: 5, by: 'Anna', field: 'none', to: 'x' }]);
  });

  it('is done again by the next person, and undone one after the other', () => {
    const once = good(confirm(undefined, first, { total: '2.00' }, anna(1)));
    const twice = good(confirm(once, first, { total: '3.00', number: '18' }, ben(2)));
    expect(dataOf(first, twice)).toEqual({ number: '18', total: '3.00' });
    const undone = good(undo(twice, first, anna(3)));
    expect(dataOf(first, undone)).toEqual({ number: '17', total: '2.00' });
    const all = good(undo(undone, first, anna(4)));
    expect(dataOf(first, all)).toEqual(first.extractedData);
    expect(all.confirmations).toEqual([]);
    expect(isUndoable(all)).toBe(false);
    expect(undo(all, first, anna(5)).ok).toBe(false);
    expect(all.changes.map(({ field, from, to }) => `${field} ${from}→${to}`)).toEqual([
      'total 1.00→2.00',
      'total 2.00→3.00',
      'number 17→18',
      'total 3.00→2.00',
      'number 18→17',
      'total 2.00→1.00',
    ]);
  });

  it('never shortens the trail, whatever is done, and undoing all of it gives the service’s values', () => {
    const values = fc.dictionary(fc.constantFrom('number', 'total', 'iban'), fc.constantFrom('1', '2', ''));
    fc.assert(
      fc.property(fc.array(fc.oneof(values, fc.constant('undo' as const)), { maxLength: 12 }), (acts) => {
        let review: Review | undefined;
        for (const [at, act] of acts.entries()) {
          const before = review?.changes ?? [];
          const next = act === 'undo' ? undo(review, first, anna(at)) : confirm(review, first, act, ben(at));
          if (!next.ok) continue;
          review = next.value;
          expect(review.changes.slice(0, before.length)).toEqual(before);
        }
        while (isUndoable(review)) review = good(undo(review, first, anna(99)));
        expect(dataOf(first, review)).toEqual(first.extractedData);
      }),
    );
  });
});

describe('A newer result of the service', () => {
  const corrected = good(confirm(undefined, first, { total: '2.00' }, anna(5)));

  it('is taken without a correction made here, and ends a confirmation of other values', () => {
    const confirmed = good(confirm(undefined, first, {}, anna(5)));
    expect(received(confirmed, first, extracted({ number: '17', total: '1.00' }, 'confirmed'))).toBe(confirmed);
    const other = received(confirmed, first, extracted({ number: '18', total: '1.00' }, 'confirmed'));
    expect(other).toEqual({ confirmations: [], changes: [] });
    expect(received(undefined, first, first)).toBeUndefined();
  });

  it('that is confirmed with another value than the correction is in conflict with it', () => {
    const newer = extracted({ number: '17', total: '1.00' }, 'confirmed');
    const review = received(corrected, first, newer);
    expect(review?.conflict).toEqual(['total']);
    expect(dataOf(newer, review)).toEqual({ number: '17', total: '2.00' });
    expect(confirm(review, newer, {}, anna(6)).ok).toBe(false);
  });

  it('that agrees with the correction is in no conflict, whatever it says of other fields', () => {
    const newer = extracted({ number: '99', total: '2.00' }, 'confirmed');
    const review = received(corrected, first, newer);
    expect(review?.conflict).toBeUndefined();
    expect(dataOf(newer, review)).toEqual({ number: '99', total: '2.00' });
  });

  it('that says of the field what it said before is no news, unless it is confirmed since', () => {
    const review = received(corrected, first, extracted({ number: '18', total: '1.00' }));
    expect(review?.conflict).toBeUndefined();
    expect(received(corrected, first, extracted({ total: '5.00' }))?.conflict).toEqual(['total']);
  });

  it('comes and goes: the conflict ends when the service comes round', () => {
    const inConflict = received(corrected, first, extracted({ total: '5.00' }));
    expect(received(inConflict, extracted({ total: '5.00' }), extracted({ total: '2.00' }))?.conflict).toBeUndefined();
  });

  it.each([
    ['mine', '2.00', []],
    ['service', '5.00', ['Ben 2.00→5.00']],
  ] as const)('is resolved in favour of %s, and the decision is undone', (take, value, changes) => {
    const newer = extracted({ number: '17', total: '5.00' }, 'confirmed');
    const inConflict = received(corrected, first, newer);
    const resolved = good(resolveConflict(inConflict, newer, take, ben(7)));
    expect(resolved.conflict).toBeUndefined();
    expect(dataOf(newer, resolved)).toEqual({ number: '17', total: value });
    expect(resolved.changes.slice(1).map(({ from, to, by }) => `${by} ${from}→${to}`)).toEqual(changes);
    expect(resolveConflict(resolved, newer, take, ben(8)).ok).toBe(false);
    const undone = good(undo(resolved, newer, ben(9)));
    expect(undone.conflict).toEqual(['total']);
    expect(dataOf(newer, undone)).toEqual({ number: '17', total: '2.00' });
  });

  it('wins when the correction it contradicts is undone', () => {
    const newer = extracted({ number: '17', total: '5.00' }, 'confirmed');
    const undone = good(undo(received(corrected, first, newer), newer, ben(9)));
    expect(undone.conflict).toBeUndefined();
    expect(correctionsOf(undone).size).toBe(0);
    expect(undone.changes.at(-1)).toEqual({ at: 9, by: 'Ben', field: 'total', from: '2.00', to: '5.00' });
  });
});

describe('A category', () => {
  it('that was set stands, and is not undone here', () => {
    const review = categorySet(undefined, 'Mail', 'Invoice', anna(3));
    expect(review.changes).toEqual([{ at: 3, by: 'Anna', from: 'Mail', to: 'Invoice' }]);
    expect(isUndoable(review)).toBe(false);
    expect(undo(review, classified('Invoice'), anna(4)).ok).toBe(false);
  });

  it('that is changed back takes itself back, and nothing that somebody else has confirmed', () => {
    const back = (before: Review) => withoutCategory(categorySet(before, 'Invoice', 'Mail', anna(9)), before);
    const chosen = categorySet(undefined, 'Mail', 'Invoice', anna(3));
    expect(back(chosen)).toMatchObject({ confirmations: [], changes: [{ to: 'Invoice' }, { to: 'Mail' }] });
    const confirmed = good(confirm(chosen, classified('Invoice'), {}, ben(5)));
    expect(back(confirmed).confirmations).toEqual(confirmed.confirmations);
  });

  it('that the service changes ends a confirmation of another', () => {
    const review = good(confirm(undefined, classified('Mail'), {}, anna(3)));
    expect(received(review, classified('Mail'), { ...classified('Mail'), confidence: 0.3 } as DocumentResult)).toBe(review);
    expect(received(review, classified('Mail'), classified('Invoice'))?.confirmations).toEqual([]);
    expect(received(review, classified('Mail'), classified())?.confirmations).toEqual([]);
  });
});
