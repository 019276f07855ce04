import { describe, expect, it } from 'vitest';
import { foreign, say } from '../../../electron/core/messages/message.ts';
import type { Failure } from '../../../electron/core/protocol/failure.ts';
import {
  decideUpload,
  lost,
  maxAttempts,
  type UploadFailureFacts,
  type UploadVerdict,
} from '../../../electron/core/upload/upload-outcome.ts';

type Sent = UploadFailureFacts['jobs'][number];

const now = 1_000_000;
const jobOf = (id: number, rest: Partial<Sent> = {}): Sent => ({
  id,
  attempts: 0,
  possibleDuplicate: false,
  unresolved: 'hold',
  ...rest,
});
/** `count` documents with the ids 1, 2, 3, … in batch 7, on a route that has taken something before. */
const factsOf = (count: number, rest: Partial<UploadFailureFacts> = {}): UploadFailureFacts => ({
  batchId: 7,
  jobs: Array.from({ length: count }, (_, index) => jobOf(index + 1)),
  elsewhere: 'not-asked',
  routePassed: true,
  refusedBefore: false,
  routePaused: false,
  refusedWhole: false,
  othersTaken: true,
  now,
  random: () => 1,
  ...rest,
});
const eventsOf = (verdict: UploadVerdict) => verdict.jobs.map(({ id, event }) => ({ id, ...event }));
const countedOf = (verdict: UploadVerdict) => verdict.jobs.filter(({ counted }) => counted).map(({ id }) => id);

const offline: Failure = { kind: 'offline', message: foreign('No connection.') };
const server: Failure = { kind: 'server', message: foreign('Overloaded.'), status: 503 };
const badRequest: Failure = { kind: 'bad-request', message: foreign('Page 1 is broken.'), status: 400 };
const tooLarge: Failure = { kind: 'too-large', message: foreign('File exceeds 25 MB.'), status: 413 };
const notFound: Failure = { kind: 'not-found', message: foreign('Extraction not found.'), status: 404 };
const inDoubt: Failure = { kind: 'unresolved', message: foreign('The answer was lost.') };
const unreadable: Failure = { kind: 'unreadable', message: foreign('batchId is missing.'), status: 200 };
const key: Failure = { kind: 'key', message: foreign('Invalid key.'), status: 401, reason: 'invalid' };
const forbidden: Failure = { kind: 'forbidden', message: foreign('Out of pages.'), status: 403, reason: 'pages' };
const rate: Failure = { kind: 'rate', message: foreign('Slow down.'), status: 429, retryAfterMs: 9_000 };
const withdrawn: Failure = { kind: 'withdrawn', message: foreign('a.pdf changed.') };
const aborted: Failure = { kind: 'aborted', message: foreign('Stopped.') };

describe('An upload whose connection fails before it is whole', () => {
  it.for([1, 4])('and so does a fresh one: offline, no attempt counted (%i documents)', (count) => {
    const verdict = decideUpload(offline, factsOf(count, { elsewhere: 'failing' }));
    expect(eventsOf(verdict)).toEqual(
      factsOf(count).jobs.map(({ id }) => ({ id, kind: 'put-back', notBefore: now, reason: foreign('No connection.') })),
    );
    expect(countedOf(verdict)).toEqual([]);
    expect(verdict).toMatchObject({ batch: 'dropped', gate: { kind: 'offline' } });
  });

  it('alone of all calls: the batch is halved, and its route pauses; only a document that stands alone is counted', () => {
    const verdict = decideUpload(offline, factsOf(5, { elsewhere: 'fine' }));
    expect(eventsOf(verdict).map((event) => 'cohort' in event && [event.id, event.kind, event.cohort, event.notBefore])).toEqual([
      [1, 'put-back', '7.7.0', now],
      [2, 'put-back', '7.7.0', now],
      [3, 'put-back', '7.7.0', now],
      [4, 'put-back', '7.7.1', now],
      [5, 'put-back', '7.7.1', now],
    ]);
    expect(countedOf(verdict)).toEqual([]);
    expect(verdict).not.toHaveProperty('gate');
    expect(verdict.pauseRoute).toEqual(say('sending.routeFails', { problem: offline.message }));
  });

  it.for([
    [0, 15_000],
    [1, 180_000],
    [2, 1_800_000],
    [3, 1_800_000],
  ] as const)(
    'alone in its request after %i attempts: counted, tried again up to %i ms later, still alone',
    ([attempts, wait]) => {
      const verdict = decideUpload(offline, factsOf(1, { elsewhere: 'fine', jobs: [jobOf(1, { attempts })] }));
      expect(verdict.jobs).toEqual([
        {
          id: 1,
          counted: true,
          event: { kind: 'put-back', notBefore: now + wait, cohort: '7.7.0', reason: foreign('No connection.') },
        },
      ]);
    },
  );

  it('alone, but its route has taken nothing since it began to fail: not counted, and still alone', () => {
    const jobs = [jobOf(1, { attempts: maxAttempts - 1 })];
    const verdict = decideUpload(server, factsOf(1, { jobs, elsewhere: 'fine', othersTaken: false, cohort: '3.5.1' }));
    expect(verdict.jobs).toEqual([
      { id: 1, event: { kind: 'put-back', notBefore: now, cohort: '3.7.0', reason: server.message } },
    ]);
    expect(verdict.pauseRoute).toEqual(say('sending.routeFails', { problem: server.message }));
  });

  it('is not counted when nobody could ask whether other calls are answered, and its route pauses', () => {
    const jobs = [jobOf(1, { attempts: maxAttempts - 1 })];
    const verdict = decideUpload(server, factsOf(1, { jobs, elsewhere: 'not-asked' }));
    expect(verdict.jobs).toEqual([{ id: 1, event: { kind: 'put-back', notBefore: now, reason: server.message } }]);
    expect(verdict.pauseRoute).toEqual(say('sending.routeFails', { problem: server.message }));
  });

  it('alone in its request for the fifth time: failed', () => {
    const verdict = decideUpload(offline, factsOf(1, { elsewhere: 'fine', jobs: [jobOf(1, { attempts: maxAttempts - 1 })] }));
    expect(verdict.jobs).toEqual([
      {
        id: 1,
        counted: true,
        event: { kind: 'given-up', message: say('sending.failedOften', { attempts: 5, message: foreign('No connection.') }) },
      },
    ]);
  });

  it('in company, however often, is never given up', () => {
    const jobs = [jobOf(1, { attempts: 20 }), jobOf(2, { attempts: 20 })];
    expect(eventsOf(decideUpload(offline, factsOf(2, { elsewhere: 'fine', jobs }))).map(({ kind }) => kind)).toEqual([
      'put-back',
      'put-back',
    ]);
  });
});

describe('5xx with the service’s JSON error', () => {
  it('is not accepted: counted and tried again after a wait', () => {
    const verdict = decideUpload(server, factsOf(1, { elsewhere: 'fine' }));
    expect(verdict.jobs).toEqual([
      {
        id: 1,
        counted: true,
        event: { kind: 'put-back', notBefore: now + 15_000, cohort: '7.7.0', reason: foreign('Overloaded.') },
      },
    ]);
    expect(verdict.batch).toBe('dropped');
  });
});

describe.each([
  ['an answer that was lost', inDoubt],
  ['a 2xx that cannot be read', unreadable],
])('A whole upload with %s', (_, failure) => {
  it.for([
    ['hold', false, 'lost', undefined],
    ['hold', true, 'lost', undefined],
    ['resend', false, 'put-back', true],
    ['resend', true, 'lost', undefined],
  ] as const)(
    'in a folder with unresolved: "%s", sent twice already: %s → %s',
    ([unresolved, possibleDuplicate, kind, resent]) => {
      const verdict = decideUpload(failure, factsOf(1, { jobs: [jobOf(1, { unresolved, possibleDuplicate })] }));
      expect(verdict.jobs).toMatchObject([{ id: 1, event: { kind } }]);
      expect(verdict.jobs[0]?.resent).toBe(resent);
      expect(verdict.batch).toBe('unresolved');
      expect(countedOf(verdict)).toEqual([]);
    },
  );

  it('is decided for each document by its own folder', () => {
    const jobs = [jobOf(1), jobOf(2, { unresolved: 'resend' })];
    expect(eventsOf(decideUpload(failure, factsOf(2, { jobs }))).map(({ kind }) => kind)).toEqual(['lost', 'put-back']);
  });
});

describe('A crash after "sent", before the answer', () => {
  it('is the same', () => {
    expect(lost(jobOf(1), foreign('Intray stopped.'), now)).toEqual({
      id: 1,
      event: { kind: 'lost', message: foreign('Intray stopped.') },
    });
    expect(lost(jobOf(1, { unresolved: 'resend' }), foreign('Intray stopped.'), now)).toEqual({
      id: 1,
      resent: true,
      event: { kind: 'put-back', notBefore: now, reason: foreign('Intray stopped.') },
    });
  });
});

describe.each([
  ['400', badRequest, badRequest.message],
  ['413', tooLarge, say('sending.tooLarge', { message: tooLarge.message })],
])('%s', (_, failure, said) => {
  it('for several files: halved at once, nothing counted', () => {
    const verdict = decideUpload(failure, factsOf(3));
    expect(eventsOf(verdict)).toEqual([
      { id: 1, kind: 'put-back', notBefore: now, cohort: '7.7.0', reason: failure.message },
      { id: 2, kind: 'put-back', notBefore: now, cohort: '7.7.0', reason: failure.message },
      { id: 3, kind: 'put-back', notBefore: now, cohort: '7.7.1', reason: failure.message },
    ]);
    expect(countedOf(verdict)).toEqual([]);
    expect(verdict).not.toHaveProperty('pauseRoute');
  });

  it('for one file: rejected with the service’s message', () => {
    const verdict = decideUpload(failure, factsOf(1));
    expect(eventsOf(verdict)).toEqual([{ id: 1, kind: 'refused', message: said }]);
    expect(verdict).toMatchObject({ batch: 'dropped' });
  });
});

describe('A lone 400', () => {
  it.for([
    { routePassed: false, refusedBefore: false, pauses: false },
    { routePassed: false, refusedBefore: true, pauses: true },
    { routePassed: true, refusedBefore: false, pauses: false },
    { routePassed: true, refusedBefore: true, pauses: false },
    { routePassed: false, refusedBefore: false, routePaused: true, pauses: true },
    { routePassed: true, refusedBefore: false, routePaused: true, pauses: false },
  ])(
    'pauses the folder only if nothing ever passed, and it is the second or tries a paused route: %j',
    ({ pauses, ...known }) => {
      const verdict = decideUpload(badRequest, factsOf(1, known));
      expect(verdict.pauseRoute !== undefined).toBe(pauses);
      expect(eventsOf(verdict)[0]?.kind).toBe(pauses ? 'put-back' : 'refused');
      expect(verdict.batch).toBe('dropped');
      if (pauses) expect(verdict.pauseRoute).toEqual(say('sending.routeRefusesAll', { problem: badRequest.message }));
    },
  );

  it('is not what a 413 is: that says nothing about the route', () => {
    expect(decideUpload(tooLarge, factsOf(1, { routePassed: false, refusedBefore: true }))).not.toHaveProperty('pauseRoute');
  });

  it('is reached from thirty files in five halvings, and only the culprit is refused', () => {
    let requests = 0;
    const refused: number[] = [];
    const send = (ids: readonly number[]): void => {
      requests += 1;
      if (!ids.includes(17)) return;
      const verdict = decideUpload(badRequest, factsOf(0, { batchId: requests, jobs: ids.map((id) => jobOf(id)) }));
      const cohorts = new Map<string, number[]>();
      for (const { id, event } of verdict.jobs) {
        if (event.kind === 'refused') refused.push(id);
        if (event.kind === 'put-back' && event.cohort !== undefined)
          cohorts.set(event.cohort, [...(cohorts.get(event.cohort) ?? []), id]);
      }
      for (const half of cohorts.values()) send(half);
    };
    send(Array.from({ length: 30 }, (_, index) => index + 1));
    expect(refused).toEqual([17]);
    expect(requests).toBeLessThanOrEqual(11);
  });
});

describe('A failure that is about the account', () => {
  it.for([key, forbidden, rate])('puts everything back uncounted and shuts the gate: $kind', (failure) => {
    const verdict = decideUpload(failure, factsOf(2));
    expect(eventsOf(verdict)).toEqual([1, 2].map((id) => ({ id, kind: 'put-back', notBefore: now, reason: failure.message })));
    expect(countedOf(verdict)).toEqual([]);
    expect(verdict).toMatchObject({ batch: 'dropped', gate: failure });
    expect(verdict).not.toHaveProperty('pauseRoute');
  });
});

describe('404 on an upload', () => {
  it('pauses the route and keeps its documents; the gate stays open for the others', () => {
    const verdict = decideUpload(notFound, factsOf(2));
    expect(eventsOf(verdict).map(({ kind }) => kind)).toEqual(['put-back', 'put-back']);
    expect(verdict.pauseRoute).toEqual(say('sending.routeUnknown', { problem: notFound.message }));
    expect(verdict).not.toHaveProperty('gate');
  });
});

describe('An upload that was taken back', () => {
  it.for([withdrawn, aborted])('counts for nothing: $kind', (failure) => {
    const verdict = decideUpload(failure, factsOf(2));
    expect(verdict).toEqual({
      batch: 'dropped',
      jobs: [1, 2].map((id) => ({ id, event: { kind: 'put-back', notBefore: now } })),
    });
  });
});

describe('Whatever the failure', () => {
  const all = [offline, server, inDoubt, unreadable, badRequest, tooLarge, notFound, key, forbidden, rate, withdrawn, aborted];
  const known = [1, 2, 30].flatMap((count) =>
    (['fine', 'failing', 'not-asked'] as const).map((elsewhere) => ({ count, elsewhere })),
  );

  it.for(all)('$kind: every document has one event, and its own', (failure) => {
    for (const { count, elsewhere } of known) {
      const verdict = decideUpload(failure, factsOf(count, { elsewhere }));
      expect(verdict.jobs.map(({ id }) => id)).toEqual(factsOf(count).jobs.map(({ id }) => id));
    }
  });

  it.for(all)('$kind: nothing is counted while the account or the connection is to blame', (failure) => {
    for (const { count, elsewhere } of known) {
      const verdict = decideUpload(failure, factsOf(count, { elsewhere }));
      if (verdict.gate !== undefined) expect(countedOf(verdict)).toEqual([]);
    }
  });
});
