import { describe, expect, it } from 'vitest';
import { needsPerson } from '../../electron/core/attention.ts';
import type { Delivery, DocumentResult, DocumentState } from '../../electron/core/document.ts';

const extracted = (status: 'processed' | 'needs_review' | 'confirmed'): DocumentResult => ({
  kind: 'extraction',
  status,
  extractedData: {},
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
    ['for what may be at the service', asks({ kind: 'unresolved', message: '' })],
    ['for what failed', asks({ kind: 'failed', by: 'service', message: '' })],
    ['for what was refused', asks({ kind: 'rejected', by: 'intray', message: '' })],
    ['for what is held', asks({ kind: 'waiting', wait: { kind: 'held', why: 'changed', message: '' } })],
    ['for what has nowhere to be written', asks({ kind: 'waiting', wait: { kind: 'blocked', message: '' } })],
    ['for a review', asks({ kind: 'needs_review' }, extracted('needs_review'))],
    ['for what is in no category', asks({ kind: 'processed' }, uncategorised)],
    ['for what may be at the service twice', asks({ kind: 'processed' }, extracted('processed'), { possibleDuplicate: true })],
    [
      'when the disk refuses a result',
      asks({ kind: 'processed' }, extracted('processed'), { delivery: { kind: 'pending', message: 'full' } }),
    ],
    [
      'when the disk refuses a copy’s result',
      asks({ kind: 'duplicate', of: 1 }, undefined, { delivery: { kind: 'pending', message: 'full' } }),
    ],
  ])('%s', (_, needed) => {
    expect(needed).toBe(true);
  });

  it.each<[string, boolean]>([
    ['for what settles', asks({ kind: 'settling', since: 0 })],
    ['for what goes out next', asks({ kind: 'waiting', wait: { kind: 'ready', notBefore: 0 } })],
    ['for a copy on its way', asks({ kind: 'waiting', wait: { kind: 'behind', first: 1 } })],
    ['for what the service works on', asks({ kind: 'processing', status: 'thinking' })],
    ['for what was processed', asks({ kind: 'processed' }, extracted('processed'))],
    ['for what is in a category', asks({ kind: 'processed' }, categorised)],
    ['for what was confirmed', asks({ kind: 'confirmed' }, extracted('confirmed'))],
    ['for a copy of what needs a review', asks({ kind: 'duplicate', of: 1 }, extracted('needs_review'))],
    [
      'for a result that is about to be written',
      asks({ kind: 'processed' }, extracted('processed'), { delivery: { kind: 'pending' } }),
    ],
    ['for what has gone', asks({ kind: 'gone', was: { kind: 'failed', by: 'service', message: '' } })],
  ])('not %s', (_, needed) => {
    expect(needed).toBe(false);
  });
});
