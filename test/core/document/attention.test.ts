import { describe, expect, it } from 'vitest';
import type { Delivery } from '../../../electron/core/document/document.ts';
import type { DocumentResult } from '../../../electron/core/document/result.ts';
import { asksPerson, concernsPerson, isNewConcern, needsPerson } from '../../../electron/core/document/standing.ts';
import type { DocumentState } from '../../../electron/core/document/states.ts';
import type { HeldWhy } from '../../../electron/core/document/wait.ts';
import { foreign, type Message } from '../../../electron/core/messages/message.ts';
import { jobWith } from '../../support/jobs.ts';

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

describe('A document that was dismissed', () => {
  const message = foreign('full');
  const other = foreign('other');
  const finding = (rule: string, field: string, outcome: 'breach' | 'unchecked' = 'breach') => ({
    rule,
    field,
    outcome,
    message,
  });
  const passedOn = (asked?: true) =>
    ({ ...jobWith({ id: 9 }), state: { kind: 'passed-on', since: 1, ...(asked && { asked }) } }) as unknown as NonNullable<
      Concern['passedOn']
    >;
  type Concern = Parameters<typeof isNewConcern>[0];
  const open: Concern = {
    state: { kind: 'needs_review' },
    delivery: { kind: 'done', at: 1 },
    possibleDuplicate: false,
    result: extracted('needs_review'),
    findings: [finding('a', 'total'), finding('x', 'y', 'unchecked')],
  };
  const held = (why: HeldWhy): Concern => ({
    state: { kind: 'waiting', wait: { kind: 'held', why, message } },
    delivery: { kind: 'none' },
    possibleDuplicate: false,
  });

  it.each<[string, boolean, Partial<Concern>]>([
    ['it may be there twice', true, { possibleDuplicate: true }],
    ['it cannot be filed', true, { delivery: { kind: 'done', at: 1, unfiled: message } }],
    ['another check is broken', true, { findings: [finding('b', 'total')] }],
    ['a check is broken by another field', true, { findings: [finding('a', 'net')] }],
    ['no check is broken', true, { findings: [] }],
    ['a check is open', false, { findings: [finding('a', 'total'), finding('z', 'z', 'unchecked')] }],
    ['a check says it in other words', false, { findings: [{ ...finding('a', 'total'), message: other }] }],
    ['its values are asked for', true, { passedOn: passedOn(true) }],
    ['its values are awaited', false, { passedOn: passedOn() }],
    ['it was confirmed', false, { review: { confirmations: [{ at: 1, by: 'Anna', corrections: {} }], changes: [] } }],
    ['its file has gone', false, { state: { kind: 'gone', was: { kind: 'needs_review' } } }],
  ])('asks again where %s: %s', (_, again, change) => expect(isNewConcern(open, { ...open, ...change })).toBe(again));

  it('asks again where the disk refuses it for another reason, and not where it still does for the same', () => {
    const refused = (why: Message): Concern => ({ ...open, delivery: { kind: 'pending', message: why } });
    expect(isNewConcern(refused(message), refused(other))).toBe(true);
    expect(isNewConcern(refused(message), refused(message))).toBe(false);
    expect(isNewConcern(refused(message), { ...open, possibleDuplicate: true })).toBe(true);
  });

  it('does not ask again while it is looked at anew, or was not sent for that', () => {
    expect(isNewConcern(held('changed'), { ...held('changed'), state: { kind: 'settling', since: 1 } })).toBe(false);
    expect(isNewConcern(held('changed'), held('dismissed'))).toBe(false);
    expect(isNewConcern(held('changed'), held('pages'))).toBe(true);
    const ready: Concern = { ...held('changed'), state: { kind: 'waiting', wait: { kind: 'ready', notBefore: 1 } } };
    expect(isNewConcern(held('changed'), ready)).toBe(false);
    expect(isNewConcern(ready, held('changed'))).toBe(false);
    expect(isNewConcern(ready, open)).toBe(true);
    expect(isNewConcern(ready, { ...open, state: { kind: 'duplicate', of: 1 } })).toBe(true);
    const uploading: Concern = { ...ready, state: { kind: 'uploading' } };
    expect(isNewConcern(ready, uploading)).toBe(false);
    expect(isNewConcern(uploading, { ...uploading, state: { kind: 'unresolved', message } })).toBe(true);
  });
});

describe('What asks for a person', () => {
  const done: Parameters<typeof concernsPerson>[0] = {
    state: { kind: 'processed' },
    delivery: { kind: 'done', at: 1 },
    possibleDuplicate: false,
    result: extracted('processed'),
  };
  const message = foreign('why');
  const passedOn = { ...jobWith({ id: 9 }), state: { kind: 'passed-on', since: 1, asked: true } } as const;
  const confirmed = { confirmations: [{ at: 1, by: 'Anna', corrections: {} }], changes: [] };

  it.each<[string, Partial<typeof done>, boolean, boolean]>([
    ['nothing', {}, false, false],
    ['a result that the disk refuses', { delivery: { kind: 'pending', message } }, true, false],
    ['a source that cannot be moved', { delivery: { kind: 'written', at: 1, message } }, true, false],
    ['a document that cannot be filed', { delivery: { kind: 'done', at: 1, unfiled: message } }, true, false],
    [
      'such a one that somebody has confirmed',
      { delivery: { kind: 'done', at: 1, unfiled: message }, review: confirmed },
      true,
      false,
    ],
    ['values that take long', { passedOn }, true, false],
    [
      'a disk that refuses what is not there',
      { state: { kind: 'queued', status: 'x' }, delivery: { kind: 'pending', message } },
      false,
      false,
    ],
    ['a broken check', { findings: [{ rule: 'r', field: 'f', outcome: 'breach', message }] }, true, true],
    ['an open check', { findings: [{ rule: 'r', field: 'f', outcome: 'unchecked', message }] }, false, false],
    ['a conflict', { review: { ...confirmed, conflict: ['total'] } }, true, true],
    ['a result to be reviewed', { state: { kind: 'needs_review' }, result: extracted('needs_review') }, true, true],
    ['such a one that was dropped', { state: { kind: 'needs_review' }, droppedAt: 1 }, false, false],
    ['a document sent twice', { possibleDuplicate: true }, true, true],
    ['such a one of which the result was dropped', { possibleDuplicate: true, droppedAt: 1 }, false, false],
  ])('%s: %s, by itself: %s', (_, change, concerns, asks) => {
    const document = { ...done, ...change };
    expect([concernsPerson(document), asksPerson(document)]).toEqual([concerns, asks]);
    expect(needsPerson(document)).toBe(concerns);
    expect(needsPerson({ ...document, dismissed: true })).toBe(false);
  });

  it('is a review that the service wants of a result that is not here', () => {
    const { result: _, ...without } = done;
    expect(asksPerson({ ...without, state: { kind: 'needs_review' } })).toBe(true);
    expect(asksPerson(without)).toBe(false);
  });
});
