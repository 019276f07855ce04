import { describe, expect, it } from 'vitest';
import type { Delivery } from '../../../electron/core/document/document.ts';
import type { DocumentResult } from '../../../electron/core/document/result.ts';
import { isNewConcern, needsPerson } from '../../../electron/core/document/standing.ts';
import type { DocumentState } from '../../../electron/core/document/states.ts';
import { foreign } from '../../../electron/core/messages/message.ts';

const extracted = (status: 'processed' | 'needs_review' | 'confirmed'): DocumentResult => ({
  kind: 'extraction',
  status,
  extractedData: { total: '1.00' },
  extra: {},
});
const uncategorised: DocumentResult = { kind: 'classification', status: 'processed', extra: {} };
const categorised: DocumentResult = { ...uncategorised, categoryId: 'c', categoryName: 'Invoice' };

const asks = (state: DocumentState, result?: DocumentResult, more: { possibleDuplicate?: boolean; delivery?: Delivery } = {}) =>
  needsPerson({
    state,
    delivery: more.delivery ?? { kind: 'done', at: 1 },
    possibleDuplicate: more.possibleDuplicate ?? false,
    ...(result !== undefined && { result }),
  });

describe('A person is needed', () => {
  it.each<[string, boolean]>([
    ['for what may be at the service', asks({ kind: 'unresolved', message: foreign('') })],
    ['for what failed', asks({ kind: 'failed', by: 'service', message: foreign('') })],
    ['for what was refused', asks({ kind: 'rejected', by: 'intray', message: foreign('') })],
    ['for what is held', asks({ kind: 'waiting', wait: { kind: 'held', why: 'changed', message: foreign('') } })],
    ['for what has nowhere to be written', asks({ kind: 'waiting', wait: { kind: 'blocked', message: foreign('') } })],
    ['for a review', asks({ kind: 'needs_review' }, extracted('needs_review'))],
    [
      'for a result without values',
      asks({ kind: 'processed' }, { kind: 'extraction', status: 'processed', extractedData: {}, extra: {} }),
    ],
    ['for what is in no category', asks({ kind: 'processed' }, uncategorised)],
    ['for what may be at the service twice', asks({ kind: 'processed' }, extracted('processed'), { possibleDuplicate: true })],
    [
      'when the disk refuses a result',
      asks({ kind: 'processed' }, extracted('processed'), { delivery: { kind: 'pending', message: foreign('full') } }),
    ],
    [
      'when the disk refuses a copy’s result',
      asks({ kind: 'duplicate', of: 1 }, undefined, { delivery: { kind: 'pending', message: foreign('full') } }),
    ],
  ])('%s', (_, needed) => {
    expect(needed).toBe(true);
  });

  it.each<[string, boolean]>([
    ['for what settles', asks({ kind: 'settling', since: 0 })],
    ['for what goes out next', asks({ kind: 'waiting', wait: { kind: 'ready', notBefore: 0 } })],
    ['for what the service works on', asks({ kind: 'processing', status: 'thinking' })],
    ['for what was processed', asks({ kind: 'processed' }, extracted('processed'))],
    ['for what is in a category', asks({ kind: 'processed' }, categorised)],
    ['for what was confirmed', asks({ kind: 'confirmed' }, extracted('confirmed'))],
    ['for a copy of what needs a review', asks({ kind: 'duplicate', of: 1 }, extracted('needs_review'))],
    [
      'for a result that is about to be written',
      asks({ kind: 'processed' }, extracted('processed'), { delivery: { kind: 'pending' } }),
    ],
    ['for what has gone', asks({ kind: 'gone', was: { kind: 'failed', by: 'service', message: foreign('') } })],
  ])('not %s', (_, needed) => {
    expect(needed).toBe(false);
  });
});

describe('A person who has confirmed or dismissed it', () => {
  const confirmation = { at: 1, by: 'Anna', corrections: {} };
  const open = {
    state: { kind: 'needs_review' },
    delivery: { kind: 'done', at: 1 },
    possibleDuplicate: false,
    result: extracted('needs_review'),
  } as const;

  it('is asked no more', () => {
    expect(needsPerson(open)).toBe(true);
    expect(needsPerson({ ...open, review: { confirmations: [confirmation], changes: [] } })).toBe(false);
    expect(needsPerson({ ...open, dismissed: true })).toBe(false);
    const twice = { ...open, possibleDuplicate: true, review: { confirmations: [confirmation], changes: [] } };
    expect(needsPerson(twice)).toBe(false);
  });

  it('is asked again by a conflict, and by a disk that refuses', () => {
    const review = { confirmations: [confirmation], changes: [] };
    expect(needsPerson({ ...open, review: { ...review, conflict: ['total'] } })).toBe(true);
    expect(needsPerson({ ...open, review, delivery: { kind: 'pending', message: foreign('full') } })).toBe(true);
  });

  it.each<[string, boolean, Partial<Parameters<typeof isNewConcern>[0]>]>([
    ['another state', true, { state: { kind: 'confirmed' } }],
    ['another result', true, { result: extracted('processed') }],
    ['a disk that refuses', true, { delivery: { kind: 'pending', message: foreign('full') } }],
    ['a conflict', true, { review: { confirmations: [], changes: [], conflict: ['total'] } }],
    ['nothing', false, {}],
    ['being written', false, { delivery: { kind: 'pending' } }],
    ['having been written', false, { delivery: { kind: 'written', at: 7 } }],
  ])('is asked again after dismissing it, by %s: %s', (_, again, change) => {
    expect(isNewConcern(open, { ...open, ...change })).toBe(again);
  });

  it('is not asked again because the disk has given in', () => {
    expect(isNewConcern({ ...open, delivery: { kind: 'pending', message: foreign('full') } }, open)).toBe(false);
  });
});
