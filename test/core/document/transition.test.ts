import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { FileState, JobState, PresentFile } from '../../../electron/core/document/document.ts';
import {
  type DocumentState,
  hasResult,
  isReady,
  mayBeAtService,
  type PresentState,
  presentState,
} from '../../../electron/core/document/states.ts';
import {
  type FileEvent,
  fileTransition,
  type JobEvent,
  jobTransition,
  ready as makeReady,
  mayBePassedOn,
  type SendAgain,
  sendAgainOf,
  withStatus,
} from '../../../electron/core/document/transition.ts';
import { foreign, say } from '../../../electron/core/messages/message.ts';
import { documentWith, jobWith } from '../../support/jobs.ts';

/** Data in the states before an event differ from those in the events, so that a state kept by mistake shows. */
const old = foreign('old');
const why = foreign('why');

const jobs = {
  ready: { kind: 'waiting', wait: { kind: 'ready', notBefore: 1, cohort: 'old', reason: old } },
  held: { kind: 'waiting', wait: { kind: 'held', why: 'unverified', message: old } },
  uploading: { kind: 'uploading', cohort: 'old' },
  unresolved: { kind: 'unresolved', message: old },
  queued: { kind: 'queued', status: 'old' },
  processing: { kind: 'processing', status: 'old' },
  redone: { kind: 'processing', status: 'old', redo: { since: 1 } },
  processed: { kind: 'processed' },
  needs_review: { kind: 'needs_review' },
  confirmed: { kind: 'confirmed' },
  failed: { kind: 'failed', by: 'service', message: old },
  'given-up': { kind: 'failed', by: 'intray', message: old },
  rejected: { kind: 'rejected', by: 'service', message: old },
} as const satisfies Record<string, JobState>;

const jobEvents = {
  sent: { kind: 'sent' },
  'put-back': { kind: 'put-back', notBefore: 500 },
  accepted: { kind: 'accepted', status: 'queued' },
  adopted: { kind: 'adopted' },
  disowned: { kind: 'disowned', message: why },
  lost: { kind: 'lost', message: why },
  'says-queued': { kind: 'reported', status: 'queued' },
  'says-processing': { kind: 'reported', status: 'processing' },
  'says-archived': { kind: 'reported', status: 'archived' },
  'says-processed': { kind: 'reported', status: 'processed' },
  'says-needs_review': { kind: 'reported', status: 'needs_review' },
  'says-confirmed': { kind: 'reported', status: 'confirmed' },
  'says-failed': { kind: 'reported', status: 'failed', message: why },
  'no-result-yet': { kind: 'reported', status: 'processed', lacking: true },
  refused: { kind: 'refused', message: why },
  'given-up': { kind: 'given-up', message: why },
  redone: { kind: 'redone', at: 500 },
  'redo-refused': { kind: 'redo-refused', was: { kind: 'confirmed' } },
  'send-again': { kind: 'send-again', at: 500 },
  'send-dropped': { kind: 'send-again', at: 500, isDropped: true },
} as const satisfies Record<string, JobEvent>;

const ready: JobState = { kind: 'waiting', wait: { kind: 'ready', notBefore: 500 } };

/** What a word in the table stands for; `-` drops the event. */
const jobOutcomes: Readonly<Record<string, JobState | undefined>> = {
  '-': undefined,
  ready,
  // A suspect stays with its cohort.
  again: { kind: 'waiting', wait: { kind: 'ready', notBefore: 500, cohort: 'old' } },
  unverified: { kind: 'waiting', wait: { kind: 'held', why: 'unverified', message: why } },
  uploading: { kind: 'uploading', cohort: 'old' },
  unresolved: { kind: 'unresolved', message: why },
  queued: { kind: 'queued', status: 'queued' },
  processing: { kind: 'processing', status: 'processing' },
  archived: { kind: 'processing', status: 'archived' },
  ended: { kind: 'processing', status: 'processed' },
  redone: { kind: 'processing', status: 'processing', redo: { since: 500 } },
  'redone-f': { kind: 'processing', status: 'processing', redo: { since: 500, failed: true } },
  processed: { kind: 'processed' },
  review: { kind: 'needs_review' },
  confirmed: { kind: 'confirmed' },
  failed: { kind: 'failed', by: 'service', message: why },
  'given-up': { kind: 'failed', by: 'intray', message: why },
  rejected: { kind: 'rejected', by: 'service', message: why },
};

const jobTable = `
  event             ready      held     uploading  unresolved queued     processing redone     processed needs_review confirmed failed   given-up rejected
  sent              uploading  -        -          -          -          -          -          -         -            -         -        -        -
  put-back          again      -        again      ready      -          -          -          -         -            -         -        -        -
  accepted          -          -        queued     -          -          -          -          -         -            -         -        -        -
  adopted           queued     queued   -          queued     -          -          -          -         -            -         queued   queued   queued
  disowned          -          -        -          -          unverified unverified unverified -         -            -         -        -        -
  lost              -          -        unresolved -          unresolved unresolved unresolved -         -            -         -        -        -
  says-queued       queued     -        queued     queued     queued     queued     queued     -         -            -         -        -        -
  says-processing   processing -        processing processing processing processing processing -         -            -         -        -        -
  says-archived     archived   -        archived   archived   archived   archived   archived   -         -            -         -        -        -
  says-processed    processed  -        processed  processed  processed  processed  processed  processed processed    processed -        -        -
  says-needs_review review     -        review     review     review     review     review     review    review       review    -        -        -
  says-confirmed    confirmed  -        confirmed  confirmed  confirmed  confirmed  confirmed  confirmed confirmed    confirmed -        -        -
  says-failed       -          -        failed     failed     failed     failed     failed     -         -            -         -        -        -
  no-result-yet     ended      -        ended      ended      ended      ended      ended      -         -            -         -        -        -
  refused           rejected   -        rejected   -          -          -          -          -         -            -         -        -        -
  given-up          given-up   -        given-up   given-up   given-up   given-up   given-up   -         -            -         -        -        -
  redone            -          -        -          -          -          -          -          redone    redone       redone    redone-f -        -
  redo-refused      -          -        -          -          -          -          confirmed  -         -            -         -        -        -
  send-again        -          ready    -          ready      -          -          -          -         -            -         ready    ready    ready
  send-dropped      -          ready    -          ready      -          -          -          ready     ready        ready     ready    ready    ready`;

const there = { kind: 'there' } as const;
const settling = { kind: 'settling', since: 1 } as const;
const heldAs = (reason: 'changed' | 'asked' | 'unverified') =>
  ({ kind: 'waiting', wait: { kind: 'held', why: reason, message: old } }) as const;

/** The states of documents that a file may be part of. */
const documents = {
  settling,
  held: heldAs('changed'),
  asked: heldAs('asked'),
  unverified: heldAs('unverified'),
  blocked: { kind: 'waiting', wait: { kind: 'blocked', message: old } },
  rejected: { kind: 'rejected', by: 'intray', message: old },
  ready: jobs.ready,
  uploading: jobs.uploading,
  unresolved: jobs.unresolved,
  queued: jobs.queued,
  processed: jobs.processed,
  failed: jobs.failed,
  refused: jobs.rejected,
  copy: { kind: 'duplicate', of: 1 },
  'gone-new': { kind: 'gone', was: settling },
  'gone-held': { kind: 'gone', was: heldAs('unverified') },
  'gone-ready': { kind: 'gone', was: jobs.ready },
  'gone-sent': { kind: 'gone', was: jobs.uploading },
  'gone-done': { kind: 'gone', was: jobs.needs_review },
  'gone-copy': { kind: 'gone', was: { kind: 'duplicate', of: 1 } },
} as const satisfies Record<string, DocumentState>;

const fileEvents = {
  touched: { kind: 'touched', at: 500 },
  delayed: { kind: 'delayed', message: why },
  ready: { kind: 'ready' },
  held: { kind: 'held', why: 'pages', message: why },
  blocked: { kind: 'blocked', message: why },
  unfit: { kind: 'unfit', message: why },
  vanished: { kind: 'vanished' },
  returned: { kind: 'returned', at: 500 },
  released: { kind: 'released', at: 500 },
} as const satisfies Record<string, FileEvent>;

/** `same` is the file as it was, `gone` remembers that, and `was` is what was remembered. */
const fileOutcomes: Readonly<Record<string, (before: FileState) => FileState | undefined>> = {
  '-': () => undefined,
  same: (before) => before,
  settling: () => ({ kind: 'settling', since: 500 }),
  delayed: () => ({ kind: 'settling', since: 1, delayed: why }),
  there: () => there,
  held: () => ({ kind: 'waiting', wait: { kind: 'held', why: 'pages', message: why } }),
  blocked: () => ({ kind: 'waiting', wait: { kind: 'blocked', message: why } }),
  unfit: () => ({ kind: 'rejected', by: 'intray', message: why }),
  gone: (before) => ({ kind: 'gone', was: before as PresentFile }),
  was: (before) => (before.kind === 'gone' ? before.was : undefined),
};

const onDisk = `
  event     settling held     asked    unverified blocked  rejected ready    uploading unresolved queued processed failed refused  copy
  touched   settling settling same     same       settling settling settling -         -          -      -         -      settling -
  delayed   delayed  -        -        -          -        -        -        -         -          -      -         -      -        -
  ready     there    there    there    there      there    -        -        -         -          -      -         -      -        -
  held      held     held     held     held       held     -        held     -         -          -      -         -      -        -
  blocked   blocked  blocked  blocked  blocked    blocked  -        blocked  -         -          -      -         -      -        -
  unfit     unfit    unfit    unfit    unfit      unfit    -        unfit    -         -          -      -         -      -        -
  vanished  gone     gone     gone     gone       gone     gone     gone     gone      gone       gone   gone      gone   gone     gone
  returned  -        -        -        -          -        -        -        -         -          -      -         -      -        -
  released  -        there    settling settling   -        settling -        -         -          -      -         -      -        -`;

const notOnDisk = `
  event     gone-new gone-held gone-ready gone-sent gone-done gone-copy
  touched   settling settling  settling   -         -         settling
  delayed   -        -         -          -         -         -
  ready     -        -         -          -         -         -
  held      -        -         -          -         -         -
  blocked   -        -         -          -         -         -
  unfit     -        -         -          -         -         -
  vanished  -        -         -          -         -         -
  returned  settling was       settling   was       was       was
  released  -        -         -          -         -         -`;

/** A table's cells, each with the names of its row and its column. */
function cellsOf(...tables: readonly string[]): { readonly state: string; readonly event: string; readonly outcome: string }[] {
  return tables.flatMap((table) => {
    const [head = [], ...rows] = table
      .trim()
      .split('\n')
      .map((line) => line.trim().split(/\s+/));
    return rows.flatMap(([event = '', ...cells]) =>
      cells.map((outcome, index) => ({ state: head[index + 1] ?? '', event, outcome })),
    );
  });
}

const pairs = (states: object, events: object) =>
  Object.keys(states).flatMap((state) => Object.keys(events).map((event) => `${state} × ${event}`));
const namesOf = (cells: ReturnType<typeof cellsOf>) => cells.map(({ state, event }) => `${state} × ${event}`);

const jobCells = cellsOf(jobTable);
const fileCells = cellsOf(onDisk, notOnDisk);
const stateOfJob = (name: string): JobState => jobs[name as keyof typeof jobs];
const jobEvent = (name: string): JobEvent => jobEvents[name as keyof typeof jobEvents];
const fileEvent = (name: string): FileEvent => fileEvents[name as keyof typeof fileEvents];
/** A document in a state, as its file and its job lead to it. */
const inState = (name: string) => documentWith({ state: documents[name as keyof typeof documents] });

describe('A job', () => {
  it('has an outcome in the table for every state and every event, once', () => {
    expect(namesOf(jobCells).toSorted()).toEqual(pairs(jobs, jobEvents).toSorted());
    expect(jobCells.filter(({ outcome }) => !(outcome in jobOutcomes))).toEqual([]);
  });

  it.for(jobCells)('that is $state, on "$event", becomes: $outcome', ({ state, event, outcome }) => {
    expect(jobTransition(stateOfJob(state), jobEvent(event))).toEqual(jobOutcomes[outcome]);
  });

  it('that is put back keeps its cohort and what a person allowed, unless it is given another, and says why', () => {
    const approved = {
      kind: 'waiting',
      wait: { kind: 'ready', notBefore: 1, cohort: 'old', approved: true, anyway: true },
    } as const;
    const sent = jobTransition(approved, jobEvents.sent) ?? approved;
    expect(sent).toEqual({ kind: 'uploading', cohort: 'old', approved: true, anyway: true });
    expect(jobTransition(sent, jobEvents['put-back'])).toMatchObject({ wait: { cohort: 'old', approved: true, anyway: true } });
    const busy = { kind: 'put-back', notBefore: 9, cohort: '4.1', reason: foreign('The service is busy.') } as const;
    expect(jobTransition(sent, busy)).toEqual({
      kind: 'waiting',
      wait: { kind: 'ready', notBefore: 9, cohort: '4.1', reason: foreign('The service is busy.'), approved: true, anyway: true },
    });
  });

  it('that failed without a reason says so', () => {
    const after = jobTransition(jobs.queued, { kind: 'reported', status: 'failed' });
    expect(after).toEqual({ kind: 'failed', by: 'service', message: say('explain.noReason') });
  });

  it('keeps an unlisted status of the answer to its upload as it came', () => {
    const after = jobTransition(jobs.uploading, { kind: 'accepted', status: 'accepted_for_ocr' });
    expect(after).toEqual({ kind: 'queued', status: 'accepted_for_ocr' });
  });

  it('is what its result says, once a person has judged that', () => {
    expect(withStatus(jobs.needs_review, 'confirmed')).toEqual(jobs.confirmed);
    expect(withStatus(jobs.needs_review, 'processing')).toEqual(jobs.needs_review);
    expect(withStatus(jobs.failed, 'processed')).toEqual(jobs.failed);
  });

  it('that is done again shows so as soon as the service says that it works', () => {
    for (const status of ['queued', 'processing'])
      expect(jobTransition(jobs.redone, { kind: 'reported', status })).not.toHaveProperty('redo');
  });
});

const anyJobEvent = fc.constantFrom<JobEvent[]>(...Object.values<JobEvent>(jobEvents));
const someJobEvents = fc.array(anyJobEvent, { maxLength: 60 });

describe('Whatever happens to a job, in any order', () => {
  it('one that the service may hold is to be sent again only by a person, or because it was not accepted', () => {
    const freed = jobCells.filter(({ state, event }) => {
      const after = jobTransition(stateOfJob(state), jobEvent(event));
      return mayBeAtService(stateOfJob(state)) && after !== undefined && isReady(after);
    });
    expect(namesOf(freed).toSorted()).toEqual([
      'confirmed × send-dropped',
      'failed × send-again',
      'failed × send-dropped',
      'given-up × send-again',
      'given-up × send-dropped',
      'needs_review × send-dropped',
      'processed × send-dropped',
      'unresolved × put-back',
      'unresolved × send-again',
      'unresolved × send-dropped',
      'uploading × put-back',
    ]);
  });

  it('it is sent once, and once more for each time that it was put back, or that a person wanted it', () => {
    fc.assert(
      fc.property(someJobEvents, (happened) => {
        let state: JobState = jobs.ready;
        let [sent, wanted] = [0, 1];
        for (const event of happened) {
          const next = jobTransition(state, event);
          if (next === undefined) continue;
          if (event.kind === 'sent') sent += 1;
          if (event.kind === 'put-back' || event.kind === 'send-again') wanted += 1;
          expect(sent).toBeLessThanOrEqual(wanted);
          if (next.kind === 'uploading') expect(event.kind).toBe('sent');
          state = next;
        }
      }),
      { numRuns: 500 },
    );
  });

  it('nothing is accepted, lost or done of it before it was sent, or the service was asked about it', () => {
    fc.assert(
      fc.property(someJobEvents, (happened) => {
        let state: JobState = jobs.ready;
        let isKnown = false;
        for (const event of happened) {
          const next = jobTransition(state, event);
          if (next === undefined) continue;
          isKnown ||= event.kind === 'sent' || event.kind === 'adopted' || event.kind === 'reported';
          if (!isKnown) expect(['waiting', 'rejected', 'failed']).toContain(next.kind);
          state = next;
        }
      }),
      { numRuns: 500 },
    );
  });

  it('a late answer takes it out of what is to be sent, and does so only with work or a result', () => {
    const status = fc.oneof(
      fc.constantFrom('queued', 'processing', 'processed', 'needs_review', 'confirmed', 'failed'),
      fc.string(),
    );
    fc.assert(
      fc.property(status, fc.boolean(), (said, lacking) => {
        const after = jobTransition(jobs.ready, { kind: 'reported', status: said, ...(lacking && { lacking: true }) });
        if (said === 'failed') expect(after).toBeUndefined();
        else expect(after && (['queued', 'processing'].includes(after.kind) || hasResult(after.kind))).toBe(true);
      }),
      { numRuns: 300 },
    );
  });

  it('a result is lost only to a new run, or to a person who sends it again', () => {
    const lost = jobCells.filter(({ state, event }) => {
      const after = jobTransition(stateOfJob(state), jobEvent(event));
      return hasResult(stateOfJob(state).kind) && after !== undefined && !hasResult(after.kind);
    });
    expect(new Set(lost.map(({ event }) => event))).toEqual(new Set(['redone', 'send-dropped']));
  });
});

describe('A file', () => {
  it('has an outcome in the tables for every state and every event, once', () => {
    expect(namesOf(fileCells).toSorted()).toEqual(pairs(documents, fileEvents).toSorted());
    expect(fileCells.filter(({ outcome }) => !(outcome in fileOutcomes))).toEqual([]);
  });

  it.for(fileCells)('of a document that is $state, on "$event", becomes: $outcome', ({ state, event, outcome }) => {
    const { file, state: seen } = inState(state);
    expect(fileTransition(file, seen, fileEvent(event))).toEqual(fileOutcomes[outcome]?.(file));
  });

  it.for(fileCells.filter(({ event }) => !['touched', 'returned', 'released'].includes(event)))(
    'whose document has gone on becomes what any other would: $state, on "$event"',
    ({ state, event }) => {
      const { file, state: seen } = inState(state);
      expect(fileTransition(file, seen, fileEvent(event), true)).toEqual(fileTransition(file, seen, fileEvent(event)));
    },
  );

  it('whose document has gone on to another job is not taken in anew, whatever becomes of it', () => {
    for (const name of Object.keys(documents)) {
      const { file, state } = inState(name);
      expect(fileTransition(file, state, fileEvents.touched, true), name).toBeUndefined();
      if (file.kind === 'gone') expect(fileTransition(file, state, fileEvents.returned, true)).toEqual(file.was);
    }
    for (const name of ['rejected', 'held', 'asked', 'unverified']) {
      const { file, state } = inState(name);
      expect(fileTransition(file, state, fileEvents.released, true), name).toEqual(there);
    }
  });

  it('whose content the service may hold stays that content’s, through anything but going and coming back', () => {
    const events = fc.array(fc.constantFrom<FileEvent[]>(...Object.values<FileEvent>(fileEvents)), { maxLength: 40 });
    const sent = Object.values<JobState>(jobs).filter((job) => job.kind !== 'passed-on' && mayBeAtService(job));
    const state = fc.constantFrom(...(sent as PresentState[]));
    fc.assert(
      fc.property(events, state, (happened, job) => {
        let file: FileState = there;
        for (const event of happened) {
          const now: DocumentState = file.kind === 'gone' ? { kind: 'gone', was: job } : job;
          file = fileTransition(file, now, event) ?? file;
          expect(file.kind === 'gone' ? file.was : file).toEqual(there);
        }
      }),
      { numRuns: 300 },
    );
  });

  it('is gone only where it has vanished, and comes back as what it was, or to be read anew', () => {
    const events = fc.array(fc.constantFrom<FileEvent[]>(...Object.values<FileEvent>(fileEvents)), { maxLength: 60 });
    fc.assert(
      fc.property(events, (happened) => {
        let file: FileState = settling;
        for (const event of happened) {
          const state: DocumentState =
            file.kind === 'gone'
              ? { kind: 'gone', was: file.was.kind === 'there' ? jobs.ready : file.was }
              : file.kind === 'there'
                ? jobs.ready
                : file;
          const next = fileTransition(file, state, event);
          if (next === undefined) continue;
          if (next.kind === 'gone') expect([event.kind, next.was]).toEqual(['vanished', file]);
          if (file.kind === 'gone') expect(['touched', 'returned']).toContain(event.kind);
          file = next;
        }
      }),
      { numRuns: 500 },
    );
  });
});

describe('Whether the service may hold a content', () => {
  it.for([
    ['settling', false],
    ['held', false],
    ['asked', false],
    ['unverified', false],
    ['blocked', false],
    ['rejected', false],
    ['ready', false],
    ['uploading', true],
    ['unresolved', true],
    ['queued', true],
    ['processed', true],
    ['failed', true],
    ['refused', false],
    ['copy', false],
    ['gone-new', false],
    ['gone-held', false],
    ['gone-ready', false],
    ['gone-sent', true],
    ['gone-done', true],
  ] as const)('in the state %s: %s', ([state, expected]) => {
    expect(mayBeAtService(documents[state])).toBe(expected);
    expect(mayBeAtService(presentState(documents[state]))).toBe(expected);
  });
});

describe('A job that the service passes on itself', () => {
  const passedOn = { kind: 'passed-on', since: 500, asked: true, named: { batch: 'b' } } as const;

  it.for(Object.keys(jobs) as (keyof typeof jobs)[])('is so only where nothing of it is known there, or to come: %s', (name) => {
    const may = ['ready', 'held', 'failed', 'given-up', 'rejected'].includes(name);
    expect(mayBePassedOn(jobs[name])).toBe(may);
    const after = jobTransition(jobs[name], { kind: 'passed on', at: 500 });
    expect(after).toEqual(may ? { kind: 'passed-on', since: 500 } : undefined);
  });

  it.for<readonly [keyof typeof jobEvents, JobState | undefined]>([
    ['sent', undefined],
    ['put-back', undefined],
    ['accepted', undefined],
    ['adopted', { kind: 'queued', status: 'queued' }],
    ['disowned', undefined],
    ['lost', undefined],
    ['says-queued', { kind: 'queued', status: 'queued' }],
    ['says-archived', { kind: 'processing', status: 'archived' }],
    ['says-processed', { kind: 'processed' }],
    ['says-failed', { kind: 'failed', by: 'service', message: why }],
    ['no-result-yet', { kind: 'processing', status: 'processed' }],
    ['refused', undefined],
    ['given-up', undefined],
    ['redone', undefined],
    ['redo-refused', undefined],
    ['send-again', { kind: 'waiting', wait: { kind: 'ready', notBefore: 500, anyway: true } }],
    ['send-dropped', { kind: 'waiting', wait: { kind: 'ready', notBefore: 500, anyway: true } }],
  ])('becomes, on "%s": %j', ([event, after]) => {
    expect(jobTransition(passedOn, jobEvent(event))).toEqual(after);
  });

  it('and what is refused after a new run is as it was, if one was asked for', () => {
    expect(jobTransition(jobs.processing, jobEvents['redo-refused'])).toBeUndefined();
  });
});

it('A job that nobody has sent is ready, as far as budgets go if nobody has approved it', () => {
  expect(makeReady(5)).toEqual({ kind: 'waiting', wait: { kind: 'ready', notBefore: 5 } });
  expect(makeReady(5, true)).toEqual({ kind: 'waiting', wait: { kind: 'ready', notBefore: 5, approved: true } });
});

describe('Sending a document again', () => {
  it.for<readonly [keyof typeof documents, SendAgain]>([
    ['settling', 'no'],
    ['held', 'yes'],
    ['asked', 'yes'],
    ['unverified', 'paid'],
    ['blocked', 'no'],
    ['rejected', 'yes'],
    ['ready', 'no'],
    ['uploading', 'no'],
    ['unresolved', 'paid'],
    ['queued', 'no'],
    ['processed', 'no'],
    ['failed', 'yes'],
    ['refused', 'yes'],
    ['copy', 'no'],
    ['gone-held', 'no'],
  ])('does something, or may pay twice: %s: %s', ([name, expected]) => {
    expect(sendAgainOf({ state: documents[name] })).toBe(expected);
  });

  it('may pay twice what the service was to pass on itself, once a person is asked for it', () => {
    const passedOn = (asked?: true) =>
      ({ ...jobWith(), state: { kind: 'passed-on', since: 1, ...(asked && { asked }) } }) as const;
    expect(sendAgainOf({ state: documents.processed, passedOn: passedOn(true) })).toBe('paid');
    expect(sendAgainOf({ state: documents.processed, passedOn: passedOn() })).toBe('no');
  });
});
