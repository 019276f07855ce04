import { describe, expect, it } from 'vitest';
import type { Gate } from '../../../electron/core/account/gate.ts';
import type { Delivery, PassedOn } from '../../../electron/core/document/document.ts';
import { explain, type Surroundings } from '../../../electron/core/document/explain.ts';
import type { DocumentState } from '../../../electron/core/document/states.ts';
import { foreign, type Message, say } from '../../../electron/core/messages/message.ts';
import { defined } from '../../../electron/core/plain-data.ts';
import { documentWith, jobWith, type Members } from '../../support/jobs.ts';

const around: Surroundings = { now: 1_000, settleSeconds: 2, gate: { kind: 'open' }, outputs: [] };

const why = (state: DocumentState, more: Partial<Surroundings> = {}, set: Members = {}) =>
  explain(documentWith({ ...set, state }), { ...around, ...more });

const message = foreign('The disk is full.');
const result = { kind: 'extraction', status: 'processed', extractedData: {}, extra: {} } as const;
const batch = {
  id: 1,
  origin: 'o',
  route: { kind: 'extraction', id: 'e-1' },
  state: 'open',
  madeAt: 0,
  acceptedAt: 100,
  polls: 1,
} as const;

const beneath = { kind: 'forbidden', message: foreign('no pages'), reason: 'pages', until: 90 } as const;

const ready = { kind: 'waiting', wait: { kind: 'ready', notBefore: 5 } } as const;

describe('Why a document is not done', () => {
  it.each<[string, DocumentState, Partial<Surroundings>, Message]>([
    ['is settling', { kind: 'settling', since: 7 }, {}, say('explain.settling', { at: 7, seconds: 2 })],
    [
      'settles in a folder that cannot be reached',
      { kind: 'settling', since: 7 },
      { unreachable: foreign('no share') },
      say('explain.folderUnreachable', { message: foreign('no share') }),
    ],
    ['goes out next', ready, {}, say('explain.ready')],
    [
      'is tried again',
      { kind: 'waiting', wait: { kind: 'ready', notBefore: 9_000, reason: foreign('reset') } },
      {},
      say('explain.retryBecause', { at: 9_000, message: foreign('reset') }),
    ],
    [
      'waits for a route',
      ready,
      { routePaused: foreign('It is gone') },
      say('explain.folderPaused', { message: foreign('It is gone') }),
    ],
    [
      'waits for a connection',
      ready,
      { gate: { kind: 'offline', message: foreign('refused'), since: 0, until: 50, tries: 1 } },
      say('explain.offline', { message: foreign('refused'), at: 50 }),
    ],
    [
      'waits for a key',
      ready,
      { gate: { kind: 'key', message: foreign('revoked'), reason: 'revoked' } },
      say('explain.keyRefused', { message: foreign('revoked') }),
    ],
    [
      'waits for pages',
      ready,
      { gate: { kind: 'forbidden', message: foreign('out of pages'), reason: 'pages', until: 60 } },
      say('explain.uploadsRefused', { message: foreign('out of pages'), at: 60 }),
    ],
    [
      'waits for pages as for a budget, where it is known what waits',
      ready,
      { gate: { kind: 'forbidden', message: foreign('out of pages'), reason: 'pages', until: 60 }, budget: foreign('none left') },
      say('explain.budget', { message: foreign('none left') }),
    ],
    [
      'waits for a person',
      { kind: 'waiting', wait: { kind: 'held', why: 'changed', message: foreign('It changed') } },
      {},
      say('explain.held', { message: foreign('It changed') }),
    ],
    [
      'waits for a disk',
      { kind: 'waiting', wait: { kind: 'blocked', message: foreign('read-only') } },
      {},
      say('explain.blocked', { message: foreign('read-only') }),
    ],
    ['awaits the answer', { kind: 'uploading' }, {}, say('explain.awaitingAnswer')],
    [
      'may be at the service',
      { kind: 'unresolved', message: foreign('lost') },
      {},
      say('explain.unresolved', { message: foreign('lost') }),
    ],
    [
      'failed there',
      { kind: 'failed', by: 'service', message: foreign('unreadable') },
      {},
      say('explain.failedAtService', { message: foreign('unreadable') }),
    ],
    [
      'failed here',
      { kind: 'failed', by: 'intray', message: foreign('five times') },
      {},
      say('explain.givenUp', { message: foreign('five times') }),
    ],
    [
      'was refused',
      { kind: 'rejected', by: 'service', message: foreign('damaged') },
      {},
      say('explain.refusedByService', { message: foreign('damaged') }),
    ],
    [
      'was not sent',
      { kind: 'rejected', by: 'intray', message: foreign('It is empty.') },
      {},
      say('explain.notSent', { message: foreign('It is empty.') }),
    ],
    [
      'is classified again',
      { kind: 'processing', status: 'processing', redo: { since: 9 } },
      {},
      say('explain.redoing', { at: 9 }),
    ],
    ['waits while everything is paused', ready, { paused: true }, say('explain.paused')],
    ['settles while everything is paused', { kind: 'settling', since: 7 }, { paused: true }, say('explain.paused')],
    ['waits in a paused folder', ready, { resting: true }, say('explain.folderResting')],
    ['settles in a paused folder', { kind: 'settling', since: 7 }, { resting: true }, say('explain.folderResting')],
    [
      'settles in a paused folder that cannot be reached',
      { kind: 'settling', since: 7 },
      { resting: true, unreachable: foreign('no share') },
      say('explain.folderUnreachable', { message: foreign('no share') }),
    ],
    [
      'takes long to settle',
      { kind: 'settling', since: 7, delayed: foreign('its end is missing') },
      {},
      foreign('its end is missing'),
    ],
    [
      'goes out next in a folder that cannot be reached',
      ready,
      { unreachable: foreign('no share'), resting: true },
      say('explain.folderUnreachable', { message: foreign('no share') }),
    ],
    [
      'goes out next on a paused route of a paused folder',
      ready,
      { routePaused: foreign('It is gone'), unreachable: foreign('no share'), resting: true },
      say('explain.folderPaused', { message: foreign('It is gone') }),
    ],
    [
      'waits because the service asked for a pause',
      ready,
      { gate: { kind: 'rate', message: foreign('slower'), until: 70, tries: 1 }, budget: foreign('none left') },
      say('explain.pauseAsked', { message: foreign('slower'), at: 70 }),
    ],
    [
      'waits because uploads are refused, whatever a budget says',
      ready,
      {
        gate: { kind: 'forbidden', message: foreign('suspended'), reason: 'revoked', until: 60 },
        budget: foreign('none left'),
      },
      say('explain.uploadsRefused', { message: foreign('suspended'), at: 60 }),
    ],
    ['waits for a budget', ready, { budget: foreign('none left') }, say('explain.budget', { message: foreign('none left') })],
    ['goes out at this moment', { kind: 'waiting', wait: { kind: 'ready', notBefore: 1_000 } }, {}, say('explain.ready')],
    [
      'waits for a budget from this moment on',
      { kind: 'waiting', wait: { kind: 'ready', notBefore: 1_000 } },
      { budget: foreign('none left') },
      say('explain.budget', { message: foreign('none left') }),
    ],
    [
      'is tried again later, whatever a budget says',
      { kind: 'waiting', wait: { kind: 'ready', notBefore: 1_001 } },
      { budget: foreign('none left') },
      say('explain.retryAt', { at: 1_001 }),
    ],
    ['is at the service', { kind: 'queued', status: 'queued' }, {}, say('explain.atService', { status: 'queued' })],
    ['is gone', { kind: 'gone', was: { kind: 'processed' } }, {}, say('explain.gone')],
  ])('one that %s says so', (_, state, more, expected) => {
    expect(why(state, more)).toEqual([expected]);
  });

  it.each<[Gate, Message]>([
    [
      { kind: 'offline', message: foreign('off'), since: 0, until: 50, tries: 1, beneath },
      say('explain.offline', { message: foreign('off'), at: 50 }),
    ],
    [
      { kind: 'key', message: foreign('bad'), reason: 'unclear', until: 50, beneath },
      say('explain.keyRefused', { message: foreign('bad') }),
    ],
    [
      { kind: 'rate', message: foreign('slower'), until: 50, tries: 1, beneath },
      say('explain.pauseAsked', { message: foreign('slower'), at: 50 }),
    ],
  ])('one that waits for two reasons says the one above: %j', (gate, expected) => {
    expect(why(ready, { gate })).toEqual([expected]);
  });

  it('one that a person has dismissed says that, whatever it waits for', () => {
    expect(why(ready, { resting: true }, { dismissed: true })).toEqual([say('outcome.dismissed')]);
  });

  it('one that is gone says what is left of it', () => {
    const gone = { kind: 'gone', was: { kind: 'processed' } } as const;
    expect(why(gone, {}, { result })).toEqual([say('explain.goneWithResult')]);
    expect(why(gone, {}, { droppedAt: 3 })).toEqual([say('explain.gone'), say('explain.dropped', { at: 3 })]);
  });

  it.each<DocumentState>([{ kind: 'uploading' }, { kind: 'queued', status: 'queued' }, { kind: 'processing', status: 'a' }])(
    'one whose content goes out from another file says so while it is on its way: $kind',
    (state) => expect(why(state, { firstPath: 'a.pdf' })).toContainEqual(say('explain.copy', { path: 'a.pdf' })),
  );

  it.each<DocumentState>([ready, { kind: 'settling', since: 7 }, { kind: 'processed' }])(
    'and not before or after that: $kind',
    (state) => expect(why(state, { firstPath: 'a.pdf' })).not.toContainEqual(say('explain.copy', { path: 'a.pdf' })),
  );

  it('one that has gone on into an extraction says so last', () => {
    const goneOn = { category: 'Invoices', name: 'Invoice data' };
    expect(why({ kind: 'uploading' }, { goneOn })).toEqual([say('explain.awaitingAnswer'), say('explain.goesOn', goneOn)]);
  });

  it.each<[string, Partial<Surroundings>, readonly Message[]]>([
    ['when', { batch: { ...batch, nextPollAt: 5_000 } }, [say('explain.askedAgainAt', { at: 5_000 })]],
    ['at once, where that is past', { batch: { ...batch, nextPollAt: 7 } }, [say('explain.askedAgainAt', { at: 1_000 })]],
    ['not that it is not', { batch }, []],
    [
      'what prevents it: no connection',
      {
        batch: { ...batch, nextPollAt: 5_000 },
        gate: { kind: 'offline', message: foreign('off'), since: 0, until: 50, tries: 1 },
      },
      [say('explain.offline', { message: foreign('off'), at: 50 })],
    ],
    [
      'what prevents it: no key',
      { batch: { ...batch, nextPollAt: 5_000 }, gate: { kind: 'key', message: foreign('revoked'), reason: 'revoked' } },
      [say('explain.keyRefused', { message: foreign('revoked') })],
    ],
    [
      'when, though uploads are refused',
      {
        batch: { ...batch, nextPollAt: 5_000 },
        gate: { kind: 'forbidden', message: foreign('no pages'), reason: 'pages', until: 60 },
      },
      [say('explain.askedAgainAt', { at: 5_000 })],
    ],
    [
      'what it said last, when it failed',
      { batch: { ...batch, nextPollAt: 5_000, message: foreign('500') } },
      [say('explain.askedAgainAt', { at: 5_000 }), say('explain.lastAskFailed', { message: foreign('500') })],
    ],
  ])('one that the service does again says of the next time it is asked %s', (_, more, expected) => {
    const redo = { kind: 'processing', status: 'processing', redo: { since: 9 } } as const;
    expect(why(redo, more)).toEqual([say('explain.redoing', { at: 9 }), ...expected]);
  });

  it.each(['processed', 'failed', 'confirmed', 'needs_review'])(
    'one that is said to have ended, %s, and has no result says that that is missing',
    (status) => expect(why({ kind: 'processing', status })).toContainEqual(say('explain.noResultYet')),
  );

  it('one at the service for an hour is not slow yet', () => {
    const at = (now: number) => why({ kind: 'queued', status: 'queued' }, { batch, now });
    expect(at(100 + 3_600_000)).not.toContainEqual(say('explain.slow'));
    expect(at(101 + 3_600_000)).toContainEqual(say('explain.slow'));
    expect(why({ kind: 'queued', status: 'queued' }, { now: 9_000_000 })).not.toContainEqual(say('explain.slow'));
  });

  it.each<[string, Delivery, readonly Message[]]>([
    ['is not asked for', { kind: 'none' }, []],
    ['is to be written', { kind: 'pending' }, [say('explain.toBeWritten')]],
    ['is to be moved', { kind: 'written', at: 1 }, [say('explain.toBeMoved')]],
    ['cannot be moved', { kind: 'written', at: 1, message }, [say('explain.notMoved', { message })]],
    ['is to follow its source', { kind: 'written', at: 1, renamed: true }, [say('explain.toFollow')]],
    ['cannot follow its source', { kind: 'written', at: 1, renamed: true, message }, [say('explain.notFollowed', { message })]],
    [
      'stays, though it should be filed',
      { kind: 'done', at: 1, unfiled: message },
      [say('explain.writesNothing'), say('filing.stays', { message })],
    ],
  ])('one whose result %s says so', (_, delivery, expected) => {
    expect(why({ kind: 'confirmed' }, {}, { delivery })).toEqual([say('explain.confirmed'), ...expected]);
  });

  it('one whose filing was taken back says so', () => {
    const delivery = { kind: 'done', at: 1 } as const;
    expect(why({ kind: 'processed' }, { outputs: ['a.json'] }, { delivery, undone: { at: 2, by: 'Anna' } })).toEqual([
      say('explain.processed'),
      say('explain.written', { paths: ['a.json'] }),
      say('filing.undone'),
    ]);
  });

  it('one that a person has confirmed says who, rather than what the service said', () => {
    const review = { confirmations: [{ at: 7, by: 'Anna', corrections: { total: '1' } }], changes: [] };
    const here = say('explain.confirmedHere', { by: 'Anna', at: 7 });
    expect(why({ kind: 'needs_review' }, {}, { review })).toEqual([here]);
    expect(why({ kind: 'needs_review' }, {}, { review, droppedAt: 9 })).toEqual([here, say('explain.dropped', { at: 9 })]);
    expect(why({ kind: 'needs_review' }, {}, { review: { ...review, conflict: ['total'] } })).toEqual([
      here,
      say('explain.conflict'),
    ]);
    expect(why({ kind: 'processed' }, {}, { droppedAt: 9 })).toEqual([
      say('explain.processed'),
      say('explain.dropped', { at: 9 }),
    ]);
  });

  it('a copy says whose, if that is known, and when its result was dropped', () => {
    const copy = { kind: 'duplicate', of: 2 } as const;
    expect(why(copy)).toEqual([say('explain.duplicateUnknown')]);
    expect(why(copy, { firstPath: 'first.pdf' }, { droppedAt: 9 })).toEqual([
      say('explain.duplicate', { path: 'first.pdf' }),
      say('explain.dropped', { at: 9 }),
    ]);
  });

  it.each<[string, PassedOn['state'], string | undefined, Message]>([
    ['from which extraction', { kind: 'passed-on', since: 5 }, 'Invoices', say('explain.awaits', { name: 'Invoices', at: 5 })],
    ['by its id where it has no name', { kind: 'passed-on', since: 5 }, undefined, say('explain.awaits', { name: 'e-2', at: 5 })],
    [
      'that it takes long',
      { kind: 'passed-on', since: 5, asked: true },
      'Invoices',
      say('explain.awaitsLong', { name: 'Invoices', at: 5 }),
    ],
    [
      'in which batch',
      { kind: 'passed-on', since: 5, asked: true, named: { batch: 'b-7' } },
      'Invoices',
      say('explain.awaitsBatch', { name: 'Invoices', at: 5, batch: 'b-7' }),
    ],
  ])('one whose values the service extracts by itself says that it awaits them: %s', (_, state, awaitedFrom, expected) => {
    const passedOn = { ...jobWith({ id: 2, route: { kind: 'extraction', id: 'e-2' } }), state };
    const document = { ...documentWith({ state: { kind: 'processed' } }), passedOn };
    const surroundings = { ...around, passedOnTo: 'Invoices', ...defined({ awaitedFrom }) };
    expect(explain(document, surroundings)).toEqual([say('explain.processed'), expected]);
  });

  it('one at the service says since when, its status, and when it is asked for again', () => {
    expect(why({ kind: 'processing', status: 'thinking' }, { batch: { ...batch, nextPollAt: 5_000 } })).toEqual([
      say('explain.atServiceSince', { status: 'thinking', at: 100 }),
      say('explain.askedAgainAt', { at: 5_000 }),
    ]);
  });

  it('one that is slow says that it is not sent again for that', () => {
    expect(why({ kind: 'queued', status: 'queued' }, { batch, now: 4_000_000 })).toContainEqual(say('explain.slow'));
  });

  it('one whose result the disk refuses says what the disk said', () => {
    expect(why({ kind: 'processed' }, {}, { delivery: { kind: 'pending', message } })).toEqual([
      say('explain.processed'),
      say('explain.notWritten', { message }),
    ]);
  });

  it('one whose file has another content by now says so, and where its own outputs are', () => {
    const delivery = { kind: 'done', at: 500 } as const;
    expect(why({ kind: 'processed' }, { replaced: true }, { delivery })).toEqual([
      say('explain.processed'),
      say('explain.replaced'),
    ]);
    expect(why({ kind: 'processed' }, { replaced: true, outputs: ['/a.csv'] }, { delivery })).toEqual([
      say('explain.processed'),
      say('explain.replaced'),
      say('explain.written', { paths: ['/a.csv'] }),
    ]);
    expect(why({ kind: 'processed' }, {}, { delivery })).toContainEqual(say('explain.writesNothing'));
  });

  it('one that the service itself passes on to an extraction says so', () => {
    const delivery = { kind: 'done', at: 500 } as const;
    expect(why({ kind: 'processed' }, { passedOnTo: 'Invoices', outputs: ['a.json'] }, { delivery })).toEqual([
      say('explain.processed'),
      say('explain.passedOn', { name: 'Invoices' }),
      say('explain.written', { paths: ['a.json'] }),
    ]);
  });

  it('one that is done says where its outputs are', () => {
    const delivery = { kind: 'done', at: 1 } as const;
    expect(why({ kind: 'needs_review' }, { outputs: ['a.json', 'b.csv'] }, { delivery })).toEqual([
      say('explain.reviewAsked'),
      say('explain.written', { paths: ['a.json', 'b.csv'] }),
    ]);
    expect(why({ kind: 'duplicate', of: 2 }, { firstPath: 'first.pdf' }, { delivery })).toEqual([
      say('explain.duplicate', { path: 'first.pdf' }),
      say('explain.writesNothing'),
    ]);
  });
});
