/** What the program may ask of a state, and the answer for each. */
import { describe, expect, it } from 'vitest';
import type { JobState } from '../../../electron/core/document/document.ts';
import {
  type AnyState,
  awaitsDecision,
  buckets,
  type DocumentState,
  endsWhenReplaced,
  goesOnAlone,
  hasResult,
  isAtService,
  isHeld,
  isHeldAs,
  isReady,
  isSentAnyway,
  isTerminal,
  jobStateSchema,
  mayBeAtService,
  mayChange,
  mayPayTwice,
  personNeeded,
  presentState,
  type StateName,
  stateNames,
  stateSchema,
  statesBeforeService,
  traitsOf,
  urgencyOf,
} from '../../../electron/core/document/states.ts';
import { type HeldWhy, heldReasons, type Wait, waitSchema } from '../../../electron/core/document/wait.ts';
import { foreign } from '../../../electron/core/messages/message.ts';

const message = foreign('why');
const held = (why: HeldWhy): DocumentState => ({ kind: 'waiting', wait: { kind: 'held', why, message } });
const waiting = (wait: Wait): DocumentState => ({ kind: 'waiting', wait });
const goneFrom = (was: DocumentState) => ({ kind: 'gone', was }) as DocumentState;

const examples = {
  settling: { kind: 'settling', since: 1 },
  ready: waiting({ kind: 'ready', notBefore: 1 }),
  held: held('changed'),
  'held, perhaps paid': held('unverified'),
  blocked: waiting({ kind: 'blocked', message }),
  uploading: { kind: 'uploading' },
  unresolved: { kind: 'unresolved', message },
  queued: { kind: 'queued', status: 'queued' },
  processing: { kind: 'processing', status: 'odd' },
  processed: { kind: 'processed' },
  needs_review: { kind: 'needs_review' },
  confirmed: { kind: 'confirmed' },
  failed: { kind: 'failed', by: 'service', message },
  duplicate: { kind: 'duplicate', of: 7 },
  rejected: { kind: 'rejected', by: 'intray', message },
  'gone, sent': goneFrom({ kind: 'processed' }),
  'gone, not sent': goneFrom({ kind: 'settling', since: 1 }),
} satisfies Record<string, DocumentState>;
type Example = keyof typeof examples;

const needed = (state: AnyState) => ({ true: 'person', false: 'nobody', 'by-result': 'by result' })[`${personNeeded(state)}`];
const flags = (state: DocumentState) =>
  Object.entries({
    'at service': mayBeAtService(state),
    'paid twice': mayPayTwice(state),
    'may change': mayChange(state),
    'ends when replaced': endsWhenReplaced(state),
    'has file': traitsOf[state.kind].hasFile,
  }).flatMap(([name, is]) => (is ? [name] : []));

const original = ['may change', 'ends when replaced', 'has file'];
const sent = ['at service', 'has file'];

describe('A document’s state', () => {
  it.each<[Example, string, string, string, string, string, string, number, readonly string[]]>([
    ['settling', 'moving', 'waiting', 'none', 'never', 'none', 'nobody', 0, original],
    ['ready', 'moving', 'waiting', 'none', 'never', 'none', 'nobody', 0, original],
    ['held', 'moving', 'waiting', 'none', 'never', 'none', 'person', 5, ['may change', 'has file']],
    ['held, perhaps paid', 'moving', 'waiting', 'none', 'never', 'none', 'person', 5, ['paid twice', 'may change', 'has file']],
    ['blocked', 'moving', 'waiting', 'none', 'never', 'none', 'person', 4, original],
    ['uploading', 'moving', 'uploading', 'none', 'never', 'none', 'nobody', 0, sent],
    ['unresolved', 'moving', 'none', 'none', 'noted', 'none', 'person', 6, ['at service', 'paid twice', 'has file']],
    ['queued', 'moving', 'atService', 'none', 'asked', 'none', 'nobody', 0, sent],
    ['processing', 'moving', 'atService', 'none', 'asked', 'none', 'nobody', 0, sent],
    ['processed', 'delivered', 'none', 'own', 'noted', 'none', 'by result', 0, sent],
    ['needs_review', 'delivered', 'none', 'own', 'noted', 'open', 'by result', 1, sent],
    ['confirmed', 'delivered', 'none', 'own', 'noted', 'done', 'by result', 0, sent],
    ['failed', 'failed', 'none', 'none', 'never', 'none', 'person', 3, ['at service', 'ends when replaced', 'has file']],
    ['duplicate', 'duplicate', 'none', 'copied', 'never', 'none', 'nobody', 0, ['has file']],
    ['rejected', 'rejected', 'none', 'none', 'never', 'none', 'person', 2, original],
    ['gone, sent', 'gone', 'none', 'none', 'never', 'none', 'nobody', 0, ['at service']],
    ['gone, not sent', 'gone', 'none', 'none', 'never', 'none', 'nobody', 0, []],
  ])('answers every question: %s', (label, bucket, progress, result, polling, review, whom, urgency, its) => {
    const state = examples[label];
    expect(traitsOf[state.kind]).toMatchObject({ bucket, progress, result, polling, review });
    expect([needed(state), urgencyOf(state), flags(state)]).toEqual([whom, urgency, its]);
  });

  it('has an example of each here', () => {
    expect([...new Set(Object.values(examples).map(({ kind }) => kind))]).toEqual(stateNames);
    expect([...new Set(stateNames.map((name) => traitsOf[name].bucket))].toSorted()).toEqual([...buckets].toSorted());
  });

  it('is one from before the service until the answer to its upload is awaited no more', () => {
    expect(statesBeforeService).toEqual(['settling', 'waiting', 'uploading']);
  });

  it('has a result, or is worked on at the service, or neither', () => {
    expect(stateNames.filter(hasResult)).toEqual(['processed', 'needs_review', 'confirmed', 'duplicate']);
    expect(Object.values(examples).filter(isAtService)).toEqual([examples.queued, examples.processing]);
  });

  it('is as it was before its file went', () => {
    expect(presentState(examples['gone, sent'])).toEqual({ kind: 'processed' });
    expect(presentState(examples.failed)).toBe(examples.failed);
  });

  it.each<[StateName, boolean]>([
    ['settling', true],
    ['uploading', true],
    ['queued', true],
    ['processing', true],
    ['unresolved', false],
    ['processed', false],
    ['failed', false],
    ['gone', false],
  ])('goes on alone or not: %s', (state, alone) => expect(goesOnAlone({ state })).toBe(alone));

  it.each([
    ['ready', true],
    ['held', false],
    ['blocked', false],
  ] as const)('goes on alone or not while it waits: %s', (wait, alone) =>
    expect(goesOnAlone({ state: 'waiting', wait })).toBe(alone),
  );
});

describe('A job that the service has passed on itself', () => {
  const passed: AnyState = { kind: 'passed-on', since: 1 };

  it('is at the service, costs twice if it is sent, and needs a person only once one is asked', () => {
    expect([mayBeAtService(passed), mayPayTwice(passed), personNeeded(passed)]).toEqual([true, true, false]);
    expect(personNeeded({ ...passed, asked: true })).toBe(true);
    expect([isAtService(passed), hasResult('passed-on')]).toEqual([false, false]);
    expect(traitsOf['passed-on']).toMatchObject({ bucket: 'moving', polling: 'never', review: 'none' });
  });
});

describe('A document that waits', () => {
  const whys = Object.keys(heldReasons) as HeldWhy[];

  it('is ready, held or blocked', () => {
    const which = (state: DocumentState) => [isReady(state), isHeld(state)];
    expect(which(examples.ready)).toEqual([true, false]);
    expect(which(examples.held)).toEqual([false, true]);
    expect(which(examples.blocked)).toEqual([false, false]);
    expect(which(goneFrom(examples.ready))).toEqual([false, false]);
  });

  it('is sent anyway where a person has said so', () => {
    expect(isSentAnyway(waiting({ kind: 'ready', notBefore: 1, anyway: true }))).toBe(true);
    expect(isSentAnyway(examples.ready)).toBe(false);
    expect(isSentAnyway(examples.held)).toBe(false);
    expect(isSentAnyway({ kind: 'uploading', anyway: true })).toBe(false);
  });

  it('is held for its own reason, and waits for one decision about many for two of them', () => {
    for (const why of whys) {
      expect(whys.filter((other) => isHeldAs(held(why), other))).toEqual([why]);
      expect(isHeldAs(held(why), ...whys)).toBe(true);
    }
    expect(whys.filter((why) => awaitsDecision(held(why)))).toEqual(['unverified', 'asked']);
    expect(whys.filter((why) => mayPayTwice(held(why)))).toEqual(['unverified', 'dropped', 'passed-on']);
    for (const label of ['ready', 'blocked', 'failed'] as const) expect(isHeldAs(examples[label], ...whys)).toBe(false);
  });
});

describe('A status of the service', () => {
  it.each([
    ['processed', true],
    ['needs_review', true],
    ['confirmed', true],
    ['failed', true],
    ['queued', false],
    ['processing', false],
    ['Processed', false],
    ['', false],
  ])('ends the wait or not: "%s"', (status, ends) => expect(isTerminal(status)).toBe(ends));
});

describe('A stored state', () => {
  it.each<JobState | DocumentState>([
    ...Object.values(examples),
    { kind: 'settling', since: 1, delayed: message },
    { kind: 'uploading', cohort: '1.2.0', approved: true, anyway: true },
    { kind: 'processing', status: 'x', redo: { since: 4 } },
    { kind: 'processing', status: 'x', redo: { since: 4, failed: true } },
    waiting({ kind: 'ready', notBefore: 1, cohort: '1.2.0', reason: message, approved: true, anyway: true }),
    ...(Object.keys(heldReasons) as HeldWhy[]).map(held),
    { kind: 'failed', by: 'intray', message },
    { kind: 'rejected', by: 'service', message },
    { kind: 'passed-on', since: 1 },
    { kind: 'passed-on', since: 1, asked: true, named: { batch: 'b' } },
    { kind: 'passed-on', since: 1, named: { batch: 'b', fileId: 'f' } },
  ])('is read as it was written: %j', (state) => {
    expect(jobStateSchema.parse(JSON.parse(JSON.stringify(state)))).toEqual(state);
    if (state.kind !== 'passed-on') expect(stateSchema.parse(state)).toEqual(state);
    else expect(stateSchema.safeParse(state).success).toBe(false);
  });

  it.each([
    { kind: 'settling' },
    { kind: 'waiting' },
    { kind: 'waiting', wait: { kind: 'held', why: 'whim', message } },
    { kind: 'uploading', approved: false },
    { kind: 'unresolved' },
    { kind: 'queued' },
    { kind: 'processing' },
    { kind: 'processing', status: 'x', redo: {} },
    { kind: 'failed', message },
    { kind: 'failed', by: 'nobody', message },
    { kind: 'rejected', by: 'intray' },
    { kind: 'duplicate' },
    { kind: 'gone' },
    { kind: 'gone', was: { kind: 'gone', was: { kind: 'processed' } } },
    { kind: 'passed-on' },
    { kind: 'passed-on', since: 1, named: {} },
    { kind: 'else' },
  ])('is refused where a part of it is missing, or is none: %j', (state) => {
    expect(jobStateSchema.safeParse(state).success).toBe(false);
  });

  it.each([{ kind: 'ready' }, { kind: 'held', why: 'asked' }, { kind: 'held', message }, { kind: 'blocked' }])(
    'says what it waits for: %j',
    (wait) => expect(waitSchema.safeParse(wait).success).toBe(false),
  );
});
