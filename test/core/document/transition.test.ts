import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  type DocumentState,
  isUnverified,
  mayBeAtService,
  presentState,
  stateSchema,
} from '../../../electron/core/document/states.ts';
import { type DocumentEvent, transition } from '../../../electron/core/document/transition.ts';
import { foreign, say } from '../../../electron/core/messages/message.ts';

/** Data in the states before an event differ from those in the events, so that a state kept by mistake shows. */
const states = {
  settling: { kind: 'settling', since: 1 },
  ready: { kind: 'waiting', wait: { kind: 'ready', notBefore: 1, cohort: 'old', reason: foreign('old') } },
  behind: { kind: 'waiting', wait: { kind: 'behind', first: 1 } },
  held: { kind: 'waiting', wait: { kind: 'held', why: 'changed', message: foreign('old') } },
  blocked: { kind: 'waiting', wait: { kind: 'blocked', message: foreign('old') } },
  unsent: { kind: 'uploading', sent: false },
  sent: { kind: 'uploading', sent: true },
  unresolved: { kind: 'unresolved', message: foreign('old') },
  queued: { kind: 'queued', status: 'old' },
  processing: { kind: 'processing', status: 'old' },
  processed: { kind: 'processed' },
  needs_review: { kind: 'needs_review' },
  confirmed: { kind: 'confirmed' },
  failed: { kind: 'failed', by: 'service', message: foreign('old') },
  duplicate: { kind: 'duplicate', of: 1 },
  rejected: { kind: 'rejected', by: 'intray', message: foreign('old') },
  gone: { kind: 'gone', was: { kind: 'waiting', wait: { kind: 'behind', first: 1 } } },
  'gone-sent': { kind: 'gone', was: { kind: 'needs_review' } },
} satisfies Record<string, DocumentState>;

const events = {
  touched: { kind: 'touched', at: 500 },
  ready: { kind: 'ready', at: 500 },
  copied: { kind: 'copied', first: 7 },
  held: { kind: 'held', why: 'first-failed', message: foreign('why') },
  blocked: { kind: 'blocked', message: foreign('why') },
  refused: { kind: 'refused', by: 'service', message: foreign('why') },
  assigned: { kind: 'assigned' },
  sent: { kind: 'sent' },
  'put-back': { kind: 'put-back', notBefore: 500 },
  accepted: { kind: 'accepted', status: 'queued' },
  adopted: { kind: 'adopted' },
  disowned: { kind: 'disowned', message: foreign('why') },
  lost: { kind: 'lost', message: foreign('why') },
  'says-queued': { kind: 'reported', status: 'queued' },
  'says-processing': { kind: 'reported', status: 'processing' },
  'says-archived': { kind: 'reported', status: 'archived' },
  'says-processed': { kind: 'reported', status: 'processed' },
  'says-needs_review': { kind: 'reported', status: 'needs_review' },
  'says-confirmed': { kind: 'reported', status: 'confirmed' },
  'says-failed': { kind: 'reported', status: 'failed', message: foreign('why') },
  'given-up': { kind: 'given-up', message: foreign('why') },
  'result-taken': { kind: 'result-taken', of: 7 },
  resumed: { kind: 'resumed', state: { kind: 'confirmed' } },
  vanished: { kind: 'vanished' },
  returned: { kind: 'returned', at: 500 },
  'send-again': { kind: 'send-again', at: 500 },
} satisfies Record<string, DocumentEvent>;

type StateLabel = keyof typeof states;
type EventLabel = keyof typeof events;

/** What a word in the tables stands for. `gone` keeps the state it was in, `was` is that state again; `-` drops the event. */
const outcomes: Readonly<Record<string, (before: DocumentState) => DocumentState | undefined>> = {
  '-': () => undefined,
  settling: () => ({ kind: 'settling', since: 500 }),
  ready: () => ({ kind: 'waiting', wait: { kind: 'ready', notBefore: 500 } }),
  behind: () => ({ kind: 'waiting', wait: { kind: 'behind', first: 7 } }),
  held: () => ({ kind: 'waiting', wait: { kind: 'held', why: 'first-failed', message: foreign('why') } }),
  unverified: () => ({ kind: 'waiting', wait: { kind: 'held', why: 'unverified', message: foreign('why') } }),
  blocked: () => ({ kind: 'waiting', wait: { kind: 'blocked', message: foreign('why') } }),
  rejected: () => ({ kind: 'rejected', by: 'service', message: foreign('why') }),
  unsent: () => ({ kind: 'uploading', sent: false, cohort: 'old' }),
  sent: () => ({ kind: 'uploading', sent: true }),
  unresolved: () => ({ kind: 'unresolved', message: foreign('why') }),
  queued: () => ({ kind: 'queued', status: 'queued' }),
  processing: () => ({ kind: 'processing', status: 'processing' }),
  archived: () => ({ kind: 'processing', status: 'archived' }),
  processed: () => ({ kind: 'processed' }),
  review: () => ({ kind: 'needs_review' }),
  confirmed: () => ({ kind: 'confirmed' }),
  failed: () => ({ kind: 'failed', by: 'service', message: foreign('why') }),
  'given-up': () => ({ kind: 'failed', by: 'intray', message: foreign('why') }),
  duplicate: () => ({ kind: 'duplicate', of: 7 }),
  gone: (before) => ({ kind: 'gone', was: presentState(before) }),
  'gone-confirmed': () => ({ kind: 'gone', was: { kind: 'confirmed' } }),
  was: (before) => (before.kind === 'gone' ? before.was : undefined),
};

const beforeTheAnswer = `
  event              settling   ready      behind     held       blocked    unsent     sent       unresolved rejected
  touched            settling   settling   settling   settling   settling   -          -          -          settling
  ready              ready      ready      ready      ready      ready      -          -          -          -
  copied             behind     behind     behind     behind     behind     -          -          -          -
  held               held       held       held       held       held       -          -          held       -
  blocked            blocked    blocked    blocked    blocked    blocked    -          -          -          -
  refused            rejected   rejected   rejected   rejected   rejected   rejected   rejected   -          -
  assigned           -          unsent     -          -          -          -          -          -          -
  sent               -          -          -          -          -          sent       sent       -          -
  put-back           -          -          -          -          -          ready      ready      ready      -
  accepted           -          -          -          -          -          -          queued     -          -
  adopted            queued     queued     queued     queued     queued     -          -          -          -
  disowned           -          -          -          -          -          -          -          -          -
  lost               -          -          -          -          -          -          unresolved -          -
  says-queued        -          -          -          -          -          -          queued     queued     -
  says-processing    -          -          -          -          -          -          processing processing -
  says-archived      -          -          -          -          -          -          archived   archived   -
  says-processed     -          -          -          -          -          -          processed  processed  -
  says-needs_review  -          -          -          -          -          -          review     review     -
  says-confirmed     -          -          -          -          -          -          confirmed  confirmed  -
  says-failed        -          -          -          -          -          -          failed     failed     -
  given-up           -          given-up   given-up   given-up   given-up   given-up   given-up   given-up   -
  result-taken       duplicate  duplicate  duplicate  duplicate  duplicate  -          -          -          -
  resumed            -          confirmed  confirmed  confirmed  confirmed  -          -          -          -
  vanished           gone       gone       gone       gone       gone       gone       -          -          gone
  returned           -          -          -          -          -          -          -          -          -
  send-again         -          -          -          ready      -          -          -          ready      settling`;

const afterTheAnswer = `
  event              queued     processing processed  needs_review confirmed failed    duplicate  gone       gone-sent
  touched            -          -          -          -            -         -         -          settling   -
  ready              -          -          -          -            -         -         -          -          -
  copied             -          -          -          -            -         -         -          -          -
  held               -          -          -          -            -         -         -          -          -
  blocked            -          -          -          -            -         -         -          -          -
  refused            -          -          -          -            -         -         -          -          -
  assigned           -          -          -          -            -         -         -          -          -
  sent               -          -          -          -            -         -         -          -          -
  put-back           -          -          -          -            -         -         -          -          -
  accepted           -          -          -          -            -         -         -          -          -
  adopted            -          -          -          -            -         -         -          -          -
  disowned           unverified unverified -          -            -         -         -          -          -
  lost               unresolved unresolved -          -            -         -         -          -          -
  says-queued        queued     queued     -          -            -         -         -          -          -
  says-processing    processing processing -          -            -         -         -          -          -
  says-archived      archived   archived   -          -            -         -         -          -          -
  says-processed     processed  processed  processed  processed    processed -         -          -          -
  says-needs_review  review     review     review     review       review    -         -          -          -
  says-confirmed     confirmed  confirmed  confirmed  confirmed    confirmed -         -          -          -
  says-failed        failed     failed     -          -            -         -         -          -          -
  given-up           given-up   given-up   -          -            -         -         -          -          -
  result-taken       -          -          -          -            -         -         duplicate  duplicate  duplicate
  resumed            -          -          -          -            -         -         confirmed  gone-confirmed gone-confirmed
  vanished           -          -          gone       gone         gone      gone      gone       -          -
  returned           -          -          -          -            -         -         -          settling   was
  send-again         -          -          -          -            -         ready     -          -          -`;

interface Cell {
  readonly state: StateLabel;
  readonly event: EventLabel;
  readonly outcome: string;
}

function cellsOf(table: string): Cell[] {
  const [head = [], ...rows] = table
    .trim()
    .split('\n')
    .map((line) => line.trim().split(/\s+/));
  return rows.flatMap(([event, ...cells]) =>
    cells.map((outcome, index) => ({ state: head[index + 1] as StateLabel, event: event as EventLabel, outcome })),
  );
}

const cells = [...cellsOf(beforeTheAnswer), ...cellsOf(afterTheAnswer)];

describe('A document', () => {
  it('has an outcome in the tables for every state and every event, once', () => {
    const written = cells.map(({ state, event }) => `${state} × ${event}`);
    const all = Object.keys(states).flatMap((state) => Object.keys(events).map((event) => `${state} × ${event}`));
    expect(written.toSorted()).toEqual(all.toSorted());
    expect(cells.filter(({ outcome }) => outcomes[outcome] === undefined)).toEqual([]);
  });

  it.for(cells)('that is $state, on "$event", becomes: $outcome', ({ state, event, outcome }) => {
    const before: DocumentState = states[state];
    expect(transition(before, events[event])).toEqual(outcomes[outcome]?.(before));
  });

  it('that is put back keeps its cohort and the reason', () => {
    const event: DocumentEvent = { kind: 'put-back', notBefore: 9, cohort: '4.1', reason: foreign('The service is busy.') };
    expect(transition(states.sent, event)).toEqual({
      kind: 'waiting',
      wait: { kind: 'ready', notBefore: 9, cohort: '4.1', reason: foreign('The service is busy.') },
    });
  });

  it('that failed without a reason says so', () => {
    const after = transition(states.queued, { kind: 'reported', status: 'failed' });
    expect(after).toEqual({ kind: 'failed', by: 'service', message: say('explain.noReason') });
  });

  it('keeps an unlisted status of the answer to its upload as it came', () => {
    expect(transition(states.sent, { kind: 'accepted', status: 'accepted_for_ocr' })).toEqual({
      kind: 'queued',
      status: 'accepted_for_ocr',
    });
  });

  it.for(['settling', 'ready', 'behind', 'held', 'blocked', 'unsent', 'rejected'] as const)(
    'that was %s when it went settles again when it is back',
    (was) => {
      const gone = transition(states[was], { kind: 'vanished' });
      expect(gone).toEqual({ kind: 'gone', was: states[was] });
      expect(gone && transition(gone, { kind: 'returned', at: 500 })).toEqual({ kind: 'settling', since: 500 });
    },
  );

  it.for(['processed', 'needs_review', 'confirmed', 'failed', 'duplicate'] as const)(
    'that was %s when it went is %s when it is back',
    (was) => {
      const gone = transition(states[was], { kind: 'vanished' });
      expect(gone && transition(gone, { kind: 'returned', at: 500 })).toEqual(states[was]);
    },
  );

  it('that is put back stays with its cohort, unless it is given another', () => {
    const assigned = transition(states.ready, { kind: 'assigned' });
    const sent = assigned && transition(assigned, { kind: 'sent' });
    const back = sent && transition(sent, { kind: 'put-back', notBefore: 500 });
    expect(back).toMatchObject({ wait: { kind: 'ready', cohort: 'old' } });
    expect(sent && transition(sent, { kind: 'put-back', notBefore: 500, cohort: 'new' })).toMatchObject({
      wait: { cohort: 'new' },
    });
  });

  it('that a ledger says went twice comes back once', () => {
    const nested = stateSchema.parse({ kind: 'gone', was: { kind: 'gone', was: { kind: 'processed' } } });
    expect(nested).toEqual({ kind: 'gone', was: { kind: 'processed' } });
    expect(transition(nested, { kind: 'returned', at: 500 })).toEqual({ kind: 'processed' });
  });
});

describe('Whether the service may hold a content', () => {
  it.for([
    ['settling', false],
    ['ready', false],
    ['behind', false],
    ['held', false],
    ['blocked', false],
    ['unsent', false],
    ['sent', true],
    ['unresolved', true],
    ['queued', true],
    ['processing', true],
    ['processed', true],
    ['needs_review', true],
    ['confirmed', true],
    ['failed', true],
    ['duplicate', false],
    ['rejected', false],
    ['gone', false],
    ['gone-sent', true],
  ] as const)('in the state %s: %s', ([state, expected]) => {
    expect(mayBeAtService(states[state])).toBe(expected);
  });

  it('is yes while a person decides about a lost answer', () => {
    const held = transition(states.unresolved, { kind: 'held', why: 'unresolved', message: foreign('The answer was lost.') });
    expect(held && mayBeAtService(held)).toBe(true);
  });
});

const anyEvent = fc.constantFrom<DocumentEvent[]>(...Object.values<DocumentEvent>(events));

describe('Whatever happens, in any order', () => {
  it('a content that the service may hold is free to be sent only by these events', () => {
    const freed = cells.filter(({ state, event }) => {
      const after = transition(states[state], events[event]);
      return mayBeAtService(states[state]) && after !== undefined && after.kind !== 'duplicate' && !mayBeAtService(after);
    });
    expect(freed.map(({ state, event }) => `${state} × ${event}`).toSorted()).toEqual([
      'failed × send-again',
      'processing × disowned',
      'queued × disowned',
      'sent × put-back',
      'sent × refused',
      'unresolved × held',
      'unresolved × put-back',
      'unresolved × send-again',
    ]);
  });

  it.for([
    ['its file is touched', [events.touched]],
    ['its file goes and comes back', [events.vanished, events.returned]],
  ] as const)('a lost answer that a person decides about is not forgotten when %s', ([, happened]) => {
    let state: DocumentState = {
      kind: 'waiting',
      wait: { kind: 'held', why: 'unresolved', message: foreign('The answer was lost.') },
    };
    for (const event of happened) state = transition(state, event) ?? state;
    expect(mayBeAtService(state)).toBe(true);
  });

  it('only a request that was whole, of this or another document of its content, or an earlier result that the service is asked about, is ever accepted or lost', () => {
    fc.assert(
      fc.property(fc.array(anyEvent, { maxLength: 60 }), (happened) => {
        let state: DocumentState = { kind: 'settling', since: 0 };
        let sent = false;
        for (const event of happened) {
          const next: DocumentState = transition(state, event) ?? state;
          const wasSent = event.kind === 'resumed' || (event.kind === 'adopted' && next.kind === 'queued');
          sent ||= (next.kind === 'uploading' && next.sent) || wasSent;
          if (['unresolved', 'queued', 'processing', 'processed', 'needs_review', 'confirmed'].includes(next.kind))
            expect(sent).toBe(true);
          state = next;
        }
      }),
      { numRuns: 500 },
    );
  });
});

describe('A document that is held because the ledger was lost', () => {
  const unverified: DocumentState = { kind: 'waiting', wait: { kind: 'held', why: 'unverified', message: foreign('why') } };

  it('is not sent for being touched, or for coming back: only a person frees it', () => {
    expect(transition(unverified, events.touched)).toEqual(unverified);
    expect(transition(unverified, events.assigned)).toBeUndefined();
    const gone = transition(unverified, events.vanished);
    expect(gone && transition(gone, events.returned)).toEqual(unverified);
    expect(isUnverified(unverified)).toBe(true);
    expect(isUnverified(states.held)).toBe(false);
  });

  it('is looked at anew when a person sends it', () => {
    expect(transition(unverified, events['send-again'])).toEqual({ kind: 'settling', since: 500 });
  });
});

describe('A new classification run', () => {
  const was = { kind: 'needs_review' } as const;
  const redone = transition(was, { kind: 'redone', at: 7 });

  it('is asked for of what has ended at the service', () => {
    expect(redone).toEqual({ kind: 'processing', status: 'processing', redo: { since: 7 } });
    const failed = { kind: 'failed', by: 'service', message: foreign('') } as const;
    expect(transition(failed, { kind: 'redone', at: 7 })).toMatchObject({ redo: { since: 7, failed: true } });
    expect(transition({ ...failed, by: 'intray' }, { kind: 'redone', at: 7 })).toBeUndefined();
    expect(transition({ kind: 'queued', status: 'queued' }, { kind: 'redone', at: 7 })).toBeUndefined();
  });

  it('that is refused leaves the document as it was', () => {
    if (redone === undefined) throw new Error();
    expect(transition(redone, { kind: 'redo-refused', was })).toEqual(was);
    expect(transition({ kind: 'processing', status: 'processing' }, { kind: 'redo-refused', was })).toBeUndefined();
  });

  it('is seen as soon as the service says that it works', () => {
    if (redone === undefined) throw new Error();
    expect(transition(redone, { kind: 'reported', status: 'queued' })).toEqual({ kind: 'queued', status: 'queued' });
    expect(transition(redone, { kind: 'reported', status: 'processing' })).toEqual({ kind: 'processing', status: 'processing' });
  });
});

describe('A document that has passed a step before', () => {
  const waiting = (['ready', 'held'] as const).map((name) => states[name]);

  it('is not taken in anew, whatever its file does', () => {
    for (const state of waiting) {
      expect(transition(state, events.touched)).toMatchObject({ kind: 'settling' });
      expect(transition(state, events.touched, true)).toBeUndefined();
      const gone = transition(state, events.vanished, true);
      expect(gone && transition(gone, events.returned)).toMatchObject({ kind: 'settling' });
      expect(gone && transition(gone, events.returned, true)).toEqual(state);
    }
  });

  it('waits for the same step when a person sends it again', () => {
    const unverified: DocumentState = { kind: 'waiting', wait: { kind: 'held', why: 'unverified', message: foreign('why') } };
    for (const state of [states.rejected, unverified]) {
      expect(transition(state, events['send-again'])).toMatchObject({ kind: 'settling' });
      expect(transition(state, events['send-again'], true)).toEqual({ kind: 'waiting', wait: { kind: 'ready', notBefore: 500 } });
    }
  });
});
