import { describe, expect, it } from 'vitest';
import type { Document } from '../../../electron/core/document/document.ts';
import { explain, type Surroundings } from '../../../electron/core/document/explain.ts';
import type { DocumentState } from '../../../electron/core/document/states.ts';
import { foreign } from '../../../electron/core/messages/message.ts';
import { createWording } from '../../../electron/core/messages/wording.ts';

const document: Document = {
  id: 1,
  folderId: 1,
  path: 'invoice.pdf',
  facts: { size: 1, mtimeMs: 1, ino: 1 },
  origin: 'https://service.example',
  route: { kind: 'extraction', id: 'x' },
  state: { kind: 'processed' },
  delivery: { kind: 'none' },
  attempts: 0,
  possibleDuplicate: false,
  foundAt: 0,
  changedAt: 0,
};

const around: Surroundings = { now: 1_000, settleSeconds: 2, gate: { kind: 'open' }, outputs: [] };

const why = (state: DocumentState, more: Partial<Surroundings> = {}, set: Partial<Document> = {}) =>
  createWording('en', { now: () => 0, timeZone: 'UTC' }).text(explain({ ...document, state, ...set }, { ...around, ...more }));

describe('Why a document is not done', () => {
  it.each<[string, DocumentState, Partial<Surroundings>, RegExp]>([
    ['is settling', { kind: 'settling', since: 7 }, {}, /last changed at t7.*not changed for 2 s/],
    [
      'settles where no one can look',
      { kind: 'settling', since: 7 },
      { unreachable: foreign('no share') },
      /cannot be reached: no share\./,
    ],
    ['goes out next', { kind: 'waiting', wait: { kind: 'ready', notBefore: 5 } }, {}, /next request/],
    [
      'is tried again',
      { kind: 'waiting', wait: { kind: 'ready', notBefore: 9_000, reason: foreign('reset') } },
      {},
      /again at t9000: reset\./,
    ],
    [
      'waits for a route',
      { kind: 'waiting', wait: { kind: 'ready', notBefore: 5 } },
      { routePaused: foreign('It is gone') },
      /paused: It is gone\./,
    ],
    [
      'waits for a connection',
      { kind: 'waiting', wait: { kind: 'ready', notBefore: 5 } },
      { gate: { kind: 'offline', message: foreign('refused'), since: 0, until: 50, tries: 1 } },
      /no connection.*refused.*again at t50/,
    ],
    [
      'waits for a key',
      { kind: 'waiting', wait: { kind: 'ready', notBefore: 5 } },
      { gate: { kind: 'key', message: foreign('revoked'), reason: 'revoked' } },
      /does not accept the key: revoked\./,
    ],
    [
      'waits for pages',
      { kind: 'waiting', wait: { kind: 'ready', notBefore: 5 } },
      { gate: { kind: 'forbidden', message: foreign('out of pages'), reason: 'pages', until: 60 } },
      /no uploads: out of pages.*t60/,
    ],
    [
      'waits behind its copy',
      { kind: 'waiting', wait: { kind: 'behind', first: 2 } },
      { firstPath: 'first.pdf' },
      /as first\.pdf/,
    ],
    [
      'waits for a person',
      { kind: 'waiting', wait: { kind: 'held', why: 'changed', message: foreign('It changed') } },
      {},
      /your word\. It changed\./,
    ],
    [
      'waits for a disk',
      { kind: 'waiting', wait: { kind: 'blocked', message: foreign('read-only') } },
      {},
      /before its file can be read and its result be written\. read-only\./,
    ],
    ['is on its way', { kind: 'uploading', sent: false }, {}, /being uploaded/],
    ['awaits the answer', { kind: 'uploading', sent: true }, {}, /answer of the service is awaited/],
    ['may be at the service', { kind: 'unresolved', message: foreign('lost') }, {}, /lost\. Look for it at the service/],
    [
      'failed there',
      { kind: 'failed', by: 'service', message: foreign('unreadable') },
      {},
      /service failed on it: unreadable\..*by hand/,
    ],
    ['failed here', { kind: 'failed', by: 'intray', message: foreign('five times') }, {}, /gave up on it/],
    ['was refused', { kind: 'rejected', by: 'service', message: foreign('damaged') }, {}, /refused it: damaged\./],
    ['was not sent', { kind: 'rejected', by: 'intray', message: foreign('It is empty.') }, {}, /was not sent: It is empty\.$/],
    [
      'is classified anew',
      { kind: 'processing', status: 'processing', redo: { since: 9 } },
      {},
      /^A new classification run was asked for at t9; its verdict is awaited\.$/,
    ],
    ['waits in a folder at rest', { kind: 'waiting', wait: { kind: 'ready', notBefore: 5 } }, { resting: true }, /at rest/],
    ['has gone', { kind: 'gone', was: { kind: 'processed' } }, {}, /no longer where it was/],
  ])('one that %s says so', (_, state, more, expected) => {
    expect(why(state, more)).toMatch(expected);
  });

  it('one at the service says since when, its status, and when it is asked for again', () => {
    const batch = {
      id: 1,
      origin: 'o',
      route: document.route,
      state: 'open',
      madeAt: 0,
      acceptedAt: 100,
      polls: 1,
      nextPollAt: 5_000,
    } as const;
    expect(why({ kind: 'processing', status: 'thinking' }, { batch })).toBe(
      'The service has it since t100 and says "thinking". It is asked again at t5000.',
    );
  });

  it('one that is slow says that it is not sent again for it', () => {
    const batch = { id: 1, origin: 'o', route: document.route, state: 'open', madeAt: 0, acceptedAt: 100, polls: 1 } as const;
    expect(why({ kind: 'queued', status: 'queued' }, { batch, now: 4_000_000 })).toMatch(/unusually long; it is not sent again/);
  });

  it('one whose result the disk refuses says what the disk said', () => {
    expect(why({ kind: 'processed' }, {}, { delivery: { kind: 'pending', message: foreign('The disk is full.') } })).toBe(
      'The service has processed it. Its result could not be written yet: The disk is full. It is tried again, and nothing is lost.',
    );
  });

  it('one that is done says where its outputs are', () => {
    expect(why({ kind: 'needs_review' }, { outputs: ['a.json', 'b.csv'] }, { delivery: { kind: 'done', at: 1 } })).toBe(
      'The service asks for a review. Written to a.json and b.csv.',
    );
    expect(why({ kind: 'duplicate', of: 2 }, { firstPath: 'first.pdf' }, { delivery: { kind: 'done', at: 1 } })).toMatch(
      /that of first\.pdf.*nothing was sent or paid for.*writes no files/,
    );
  });
});
