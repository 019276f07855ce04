import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type Finding, nextStepRule } from '../../../electron/core/checks/rules.ts';
import type { DocumentResult } from '../../../electron/core/document/result.ts';
import type { TerminalStatus } from '../../../electron/core/document/states.ts';
import { type Message, say } from '../../../electron/core/messages/message.ts';
import { MessageError } from '../../../electron/core/messages/message-error.ts';
import type { Result } from '../../../electron/core/result.ts';
import {
  categorySet,
  confirm,
  correctionsOf,
  isCategorySet,
  isUndoable,
  type Review,
  received,
  resolveConflict,
  reviewedResult,
  reviewReasons,
  reviewSchema,
  sameVerdict,
  undo,
  withoutCategory,
  withoutConfirmations,
} from '../../../electron/core/review/local-review.ts';
import { callActSchema, personActSchema } from '../../../electron/core/review/person-act.ts';

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

  it('that filled in what did not come leaves nothing of it once it is undone, but the trail', () => {
    const review = good(undo(good(confirm(undefined, first, { iban: 'DE1' }, anna(5))), first, ben(6)));
    expect(dataOf(first, review)).toEqual(first.extractedData);
    expect(review.changes).toEqual([
      { at: 5, by: 'Anna', field: 'iban', to: 'DE1' },
      { at: 6, by: 'Ben', field: 'iban', from: 'DE1' },
    ]);
  });

  it('keeps an emptied value as one', () => {
    const review = good(confirm(undefined, first, { total: '' }, anna(5)));
    expect(dataOf(first, review)).toEqual({ number: '17', total: '' });
    expect(review.changes).toEqual([{ at: 5, by: 'Anna', field: 'total', from: '1.00', to: '' }]);
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

describe('A category that a person set', () => {
  const set = categorySet(categorySet(undefined, 'Mail', 'Invoice', anna(1)), 'Invoice', 'Letter', anna(2));

  it('counts if it was the last, whatever was corrected since', () => {
    const later = { ...set, changes: [...set.changes, { at: 3, by: 'Ben', field: 'total', to: 'Invoice' }] };
    for (const review of [set, later])
      expect(['Letter', 'Invoice', 'Mail'].map((name) => isCategorySet(review, name))).toEqual([true, false, false]);
    const named = { ...set, changes: [...set.changes, { at: 3, by: 'Ben', field: 'Letter', to: 'x' }] };
    expect([isCategorySet(named, 'Letter'), isCategorySet(named, 'x')]).toEqual([true, false]);
    expect(isCategorySet(undefined, 'Letter')).toBe(false);
    expect(isCategorySet({ confirmations: [], changes: [{ at: 1, by: 'Ben', field: 'x', to: 'Letter' }] }, 'Letter')).toBe(false);
  });

  it('of a document that had none has only what it is now', () => {
    expect(categorySet(undefined, undefined, 'Invoice', anna(3))).toEqual({
      confirmations: [{ at: 3, by: 'Anna', corrections: {}, category: true }],
      changes: [{ at: 3, by: 'Anna', to: 'Invoice' }],
    });
  });

  it('and that is changed back where nothing is known of what was before leaves nothing confirmed', () => {
    expect(withoutCategory(set, undefined).confirmations).toEqual([]);
    expect(withoutCategory(set, set).confirmations).toEqual(set.confirmations.slice(0, 1));
  });
});

describe('A new run', () => {
  it('takes back all that was confirmed, and keeps the trail', () => {
    const review = good(confirm(undefined, first, { total: '2.00' }, anna(1)));
    expect(withoutConfirmations({ ...review, conflict: ['total'] })).toEqual({ confirmations: [], changes: review.changes });
    expect(withoutConfirmations(undefined)).toBeUndefined();
  });
});

describe('Two verdicts', () => {
  const extraction = (data: object, status: TerminalStatus = 'processed') => extracted(data as Record<string, unknown>, status);
  const category = (categoryId?: string, categoryName?: string, confidence = 0.5): DocumentResult => ({
    ...{ kind: 'classification', status: 'processed', confidence, extra: {} },
    ...(categoryId !== undefined && { categoryId }),
    ...(categoryName !== undefined && { categoryName }),
  });

  it.each<[string, boolean, DocumentResult, DocumentResult]>([
    ['values in another order', true, extraction({ a: '1', b: '2' }), extraction({ b: '2', a: '1' }, 'confirmed')],
    ['another value', false, extraction({ a: '1' }), extraction({ a: '2' })],
    ['an extraction and a classification', false, extraction({}), category()],
    ['one id', true, category('c', 'A'), category('c', 'B', 0.9)],
    ['two ids of one name', false, category('c', 'A'), category('d', 'A')],
    ['one name, and one id', true, category('c', 'A'), category(undefined, 'A')],
    ['two names, and one id', false, category('c', 'A'), category(undefined, 'B')],
    ['no category', true, category(), category()],
  ])('are the same or not: %s: %s', (_, same, one, other) => {
    expect([sameVerdict(one, other), sameVerdict(other, one)]).toEqual([same, same]);
  });
});

describe('A conflict with a correction', () => {
  const corrected = good(confirm(undefined, first, { total: '2.00', iban: 'DE1' }, anna(5)));

  it('is about a field that the service says nothing of by now, or nothing of yet', () => {
    expect(received(corrected, first, extracted({ number: '17' }))?.conflict).toEqual(['total']);
    expect(received(corrected, first, extracted({ ...first.extractedData, iban: 'DE2' }))?.conflict).toEqual(['iban']);
    expect(received(corrected, first, extracted({ ...first.extractedData, iban: '' }))?.conflict).toBeUndefined();
  });

  it('stays while the service repeats itself, and names each field once, in order', () => {
    const newer = extracted({ total: '5.00', iban: 'DE2' });
    const open = received(corrected, first, newer);
    expect(open?.conflict).toEqual(['iban', 'total']);
    expect(received(open, newer, newer)?.conflict).toEqual(['iban', 'total']);
  });

  it('is new once the service confirms what it said before', () => {
    const done = extracted(first.extractedData, 'confirmed');
    expect(received(corrected, first, done)?.conflict).toEqual(['iban', 'total']);
    expect(received(corrected, done, done)?.conflict).toBeUndefined();
  });

  it('is none where nothing was known before, or nothing was corrected', () => {
    expect(received(corrected, undefined, extracted({}))).toBe(corrected);
    expect(received(corrected, first, classified('Mail'))?.confirmations).toEqual([]);
  });

  it('is told with both values, or with the one that there is', () => {
    const said = (data: Readonly<Record<string, unknown>>) =>
      reviewReasons(extracted(data), ['total'], true, { ...corrected, conflict: ['total'] });
    expect(said({ total: '5.00' })).toEqual([
      { kind: 'conflict', field: 'total', message: say('reasons.conflict', { field: 'total', theirs: '5.00', mine: '2.00' }) },
    ]);
    expect(said({})).toEqual([
      { kind: 'conflict', field: 'total', message: say('reasons.conflictNone', { field: 'total', mine: '2.00' }) },
    ]);
  });
});

describe('What the folder’s own checks find', () => {
  const finding = (rule: string, outcome: 'breach' | 'unchecked'): Finding => ({
    rule,
    outcome,
    field: 'total',
    message: say('reasons.asked'),
  });
  const findings = [finding('my rule', 'breach'), finding('other', 'unchecked'), finding(nextStepRule, 'breach')];
  const flagged = say('checks.flagged', { rule: 'my rule', message: say('reasons.asked') });

  it.each<[string, DocumentResult]>([
    ['an extraction', extracted({ a: '1' }, 'processed')],
    ['a classification', classified('Mail')],
  ])('flags %s, under the rule’s name; what the next step asks speaks for itself', (_, result) => {
    expect(reviewReasons(result, [], false, undefined, findings)).toEqual([
      { kind: 'check', rule: 'my rule', field: 'total', message: flagged },
      { kind: 'check', rule: nextStepRule, field: 'total', message: say('reasons.asked') },
    ]);
  });

  it('needs nobody where the service or a person has confirmed it', () => {
    expect(reviewReasons(extracted({ a: '1' }, 'confirmed'), [], false, undefined, findings)).toEqual([]);
    const review = good(confirm(undefined, first, {}, anna(1)));
    expect(reviewReasons(extracted({ a: '1' }, 'processed'), [], true, review, findings)).toEqual([]);
  });
});

it('A result without any value is looked at, and each of its fields is missing', () => {
  expect(reviewReasons(extracted({}, 'processed'), ['a'], false).map(({ kind }) => kind)).toEqual(['no-values', 'missing-field']);
});

describe('A stored review', () => {
  const review = {
    confirmations: [
      { at: 1, by: 'Anna', corrections: { total: '2', iban: null }, settled: ['total'] },
      { at: 2, by: 'Ben', corrections: {}, category: true },
    ],
    changes: [
      { at: 1, by: 'Anna', field: 'total', from: '1', to: '2' },
      { at: 2, by: 'Ben', to: 'Invoice' },
    ],
    conflict: ['total'],
  };

  it('is read as it was', () => expect(reviewSchema.parse(review)).toEqual(review));

  it.each<[string, boolean]>([
    ['confirm', true],
    ['undo', true],
    ['dismiss', true],
    ['send-again', true],
    ['file', true],
    ['burn', false],
  ])('is changed by what a person may do: %s', (kind, may) => {
    expect(personActSchema.safeParse({ kind, corrections: {} }).success).toBe(may);
  });

  it.each<[object, boolean]>([
    [{ kind: 'confirm' }, false],
    [{ kind: 'confirm', corrections: { a: 7 } }, false],
    [{ kind: 'resolve', take: 'mine' }, true],
    [{ kind: 'resolve', take: 'service' }, true],
    [{ kind: 'resolve', take: 'both' }, false],
    [{ kind: 'assign', fileId: 'f' }, true],
    [{ kind: 'assign' }, false],
    [{ kind: 'name-batch', batch: 'b', fileId: 'f' }, true],
    [{ kind: 'name-batch', batch: 'b' }, true],
    [{ kind: 'name-batch' }, false],
    [{ kind: 'undo-filing', to: 'a.pdf' }, true],
    [{ kind: 'undo-filing' }, false],
    [{ kind: 'apply', route: { kind: 'extraction', id: 'e' }, isNext: true }, true],
    [{ kind: 'apply', route: { kind: 'extraction', id: 'e' } }, false],
  ])('is changed by what is whole: %j', (act, may) => expect(personActSchema.safeParse(act).success).toBe(may));

  it.each<[object, boolean]>([
    [{ kind: 'set-category', categoryId: 'c', agreedPages: 3 }, true],
    [{ kind: 'set-category' }, false],
    [{ kind: 'classify-again', agreedPages: 3 }, true],
    [{ kind: 'classify-again' }, true],
    [{ kind: 'extract-again' }, false],
  ])('is changed by what the service is asked for: %j', (act, may) => {
    const { success, data } = callActSchema.safeParse(act);
    expect(success).toBe(may);
    if (may) expect(data).toEqual(act);
  });
});
