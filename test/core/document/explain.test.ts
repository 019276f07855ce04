import { describe, expect, it } from 'vitest';
import { explain, type Surroundings } from '../../../electron/core/document/explain.ts';
import type { DocumentState } from '../../../electron/core/document/states.ts';
import { foreign, type Message, say } from '../../../electron/core/messages/message.ts';
import { documentWith, type Members } from '../../support/jobs.ts';

const around: Surroundings = { now: 1_000, settleSeconds: 2, gate: { kind: 'open' }, outputs: [] };

const why = (state: DocumentState, more: Partial<Surroundings> = {}, set: Members = {}) =>
  explain(documentWith({ ...set, state }), { ...around, ...more });

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
    ['waits in a paused folder', ready, { resting: true }, say('explain.folderResting')],
    ['is gone', { kind: 'gone', was: { kind: 'processed' } }, {}, say('explain.gone')],
  ])('one that %s says so', (_, state, more, expected) => {
    expect(why(state, more)).toEqual([expected]);
  });

  it('one at the service says since when, its status, and when it is asked for again', () => {
    const batch = {
      id: 1,
      origin: 'o',
      route: { kind: 'extraction', id: 'e-1' },
      state: 'open',
      madeAt: 0,
      acceptedAt: 100,
      polls: 1,
      nextPollAt: 5_000,
    } as const;
    expect(why({ kind: 'processing', status: 'thinking' }, { batch })).toEqual([
      say('explain.atServiceSince', { status: 'thinking', at: 100 }),
      say('explain.askedAgainAt', { at: 5_000 }),
    ]);
  });

  it('one that is slow says that it is not sent again for that', () => {
    const batch = {
      id: 1,
      origin: 'o',
      route: { kind: 'extraction', id: 'e-1' },
      state: 'open',
      madeAt: 0,
      acceptedAt: 100,
      polls: 1,
    } as const;
    expect(why({ kind: 'queued', status: 'queued' }, { batch, now: 4_000_000 })).toContainEqual(say('explain.slow'));
  });

  it('one whose result the disk refuses says what the disk said', () => {
    const message = foreign('The disk is full.');
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
