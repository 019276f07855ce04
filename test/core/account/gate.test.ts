import { describe, expect, it } from 'vitest';
import {
  asksForKey,
  forbiddenIn,
  type Gate,
  gateAfterAnswer,
  gateAfterFailure,
  gateOpensAt,
  gateSchema,
  gateTriedNow,
  mayCall,
  openGate,
} from '../../../electron/core/account/gate.ts';
import { foreign } from '../../../electron/core/messages/message.ts';
import type { Failure } from '../../../electron/core/protocol/failure.ts';

const now = 1_000_000;
const second = 1_000;
const hour = 3_600_000;
const most = () => 1;
const gateAfter = (gate: Gate, failure: Failure, at = now) => gateAfterFailure(gate, failure, at, most);

const offline: Failure = { kind: 'offline', message: foreign('No connection.') };
const rate: Failure = { kind: 'rate', message: foreign('Slow down.'), status: 429 };
const forbidden: Failure = { kind: 'forbidden', message: foreign('Out of pages.'), status: 403, reason: 'pages' };
const badKey: Failure = { kind: 'key', message: foreign('Invalid key.'), status: 401, reason: 'invalid' };
const unclearKey: Failure = { kind: 'key', message: foreign('No.'), status: 401, reason: 'unclear' };

const gates = {
  open: openGate,
  offline: { kind: 'offline', message: foreign('old'), since: now - 9 * second, until: now + 9 * second, tries: 3 },
  rate: { kind: 'rate', message: foreign('old'), until: now + 9 * second, tries: 2 },
  forbidden: { kind: 'forbidden', message: foreign('old'), reason: 'revoked', until: now + hour / 2 },
  key: { kind: 'key', message: foreign('old'), reason: 'invalid' },
  'unclear key': { kind: 'key', message: foreign('old'), reason: 'unclear', until: now + hour / 2 },
} satisfies Record<string, Gate>;
type GateLabel = keyof typeof gates;
const labels = Object.keys(gates) as GateLabel[];

describe('A failure that is about one request', () => {
  const failures: readonly Failure[] = [
    { kind: 'unresolved', message: foreign('') },
    { kind: 'server', message: foreign(''), status: 500 },
    { kind: 'unreadable', message: foreign(''), status: 200 },
    { kind: 'bad-request', message: foreign(''), status: 400 },
    { kind: 'too-large', message: foreign(''), status: 413 },
    { kind: 'not-found', message: foreign(''), status: 404 },
    { kind: 'withdrawn', message: foreign('') },
    { kind: 'aborted', message: foreign('') },
  ];

  it.for(failures)('leaves every gate as it was: $kind', (failure) => {
    for (const label of labels) expect(gateAfter(gates[label], failure)).toBe(gates[label]);
  });
});

describe('A gate after a failure that is about all', () => {
  /** `same`: it does not change. Otherwise the kind it becomes. */
  it.for([
    ['open', 'offline', 'rate', 'forbidden', 'key'],
    ['offline', 'same', 'rate', 'offline', 'key'],
    ['rate', 'offline', 'rate', 'rate', 'key'],
    ['forbidden', 'offline', 'rate', 'forbidden', 'key'],
    ['key', 'same', 'same', 'key', 'key'],
    ['unclear key', 'same', 'same', 'key', 'key'],
  ] as const)('%s: no connection → %s, 429 → %s, 403 → %s, 401 → %s', ([label, ...expected]) => {
    const kinds = [offline, rate, forbidden, badKey].map((failure) => {
      const next = gateAfter(gates[label], failure);
      return next === gates[label] ? 'same' : next.kind;
    });
    expect(kinds).toEqual(expected);
  });

  it('says what the service said', () => {
    for (const failure of [offline, rate, forbidden, badKey])
      expect(gateAfter(openGate, failure)).toMatchObject({ message: failure.message });
  });
});

describe('Offline', () => {
  it('is tried again after about 15 seconds, and ever more seldom up to half an hour', () => {
    const waits: number[] = [];
    let [gate, at] = [openGate, now];
    for (let tries = 0; tries < 9; tries += 1) {
      gate = gateAfter(gate, offline, at);
      const until = gateOpensAt(gate) ?? at;
      waits.push(until - at);
      at = until;
    }
    expect(waits).toEqual([15, 30, 60, 120, 240, 480, 960, 1_800, 1_800].map((seconds) => seconds * second));
    expect(gate).toMatchObject({ kind: 'offline', since: now, tries: 9 });
  });

  it('counts calls that fail together as one try', () => {
    const once = gateAfter(openGate, offline);
    expect(gateAfter(gateAfter(once, offline, now + 1), offline, now + 15 * second - 1)).toBe(once);
  });

  it('does not shorten the pause that the service asked for', () => {
    const paused = gateAfter(openGate, { ...rate, retryAfterMs: hour });
    const offlineSince = gateAfter(paused, offline, now + second);
    expect(gateOpensAt(offlineSince)).toBe(now + hour);
    expect(gateOpensAt(gateAfter(offlineSince, { ...rate, retryAfterMs: second }, now + 2 * second))).toBe(now + hour);
  });
});

describe('429', () => {
  it.for([
    [9_000, 9_000],
    [0, 250],
    [-5, 250],
    [undefined, 2_000],
  ] as const)('with Retry-After of %s ms pauses for %i ms', ([retryAfterMs, wait]) => {
    const failure: Failure = retryAfterMs === undefined ? rate : { ...rate, retryAfterMs };
    expect(gateOpensAt(gateAfter(openGate, failure))).toBe(now + wait);
  });

  it('again and again waits longer, up to two minutes', () => {
    const waits: number[] = [];
    let [gate, at] = [openGate, now];
    for (let tries = 0; tries < 8; tries += 1) {
      gate = gateAfter(gate, rate, at);
      const until = gateOpensAt(gate) ?? at;
      waits.push(until - at);
      at = until;
    }
    expect(waits).toEqual([2, 4, 8, 16, 32, 64, 120, 120].map((seconds) => seconds * second));
  });

  it('for calls that were under way together counts once and keeps the longest pause', () => {
    const first = gateAfter(openGate, { ...rate, retryAfterMs: 9_000 });
    const second429 = gateAfter(first, { ...rate, retryAfterMs: 1_000 }, now + 10);
    expect(second429).toMatchObject({ kind: 'rate', tries: 1, until: now + 9_000 });
    expect(gateAfter(second429, { ...rate, retryAfterMs: 20_000 }, now + 20)).toMatchObject({ tries: 1, until: now + 20_020 });
  });
});

describe('403', () => {
  it('stops uploads for an hour, and polling goes on', () => {
    const gate = gateAfter(openGate, forbidden);
    expect(gate).toMatchObject({ reason: 'pages', until: now + hour });
    expect([mayCall(gate, 'upload', now + hour - 1), mayCall(gate, 'upload', now + hour), mayCall(gate, 'other', now)]).toEqual([
      'no',
      'probe',
      'yes',
    ]);
  });
});

describe('403 to a call that began before another gate was shut', () => {
  it.for(['rate', 'offline'] as const)('does not open that gate early, and stops uploads after it: %s', (label) => {
    const gate = gateAfter(gates[label], forbidden);
    const { until } = gates[label];
    expect(mayCall(gate, 'other', until - 1)).toBe('no');
    expect(mayCall(gate, 'other', until)).not.toBe('no');
    expect(mayCall(gate, 'upload', now + hour - 1)).toBe('no');
    expect(mayCall(gate, 'upload', now + hour)).toBe('probe');
  });

  it.for(['rate', 'offline'] as const)('shows once it is time to try: %s', (label) => {
    expect(gateAfter(gates[label], forbidden, gates[label].until).kind).toBe('forbidden');
  });
});

describe('401', () => {
  it('stops every call until there is a new key', () => {
    const gate = gateAfter(openGate, badKey);
    expect(gateOpensAt(gate)).toBeUndefined();
    for (const call of ['upload', 'other'] as const) expect(mayCall(gate, call, now + 1_000 * hour)).toBe('no');
  });

  it('of unclear wording is tried once an hour', () => {
    const gate = gateAfter(openGate, unclearKey);
    expect([mayCall(gate, 'other', now + hour - 1), mayCall(gate, 'other', now + hour)]).toEqual(['no', 'probe']);
    expect(gateOpensAt(gateAfter(gate, unclearKey, now + hour))).toBe(now + 2 * hour);
  });
});

describe('Another key', () => {
  const pages = gateAfter(openGate, forbidden);
  it.for<readonly [string, Gate, boolean]>([
    ['nothing', openGate, false],
    ['no connection', gates.offline, false],
    ['too many requests', gates.rate, false],
    ['a refused key', gates.key, true],
    ['a refusal that names the key', gates.forbidden, true],
    ['a refusal that may be about the key', { ...pages, reason: 'unclear' } as Gate, true],
    ['no pages', pages, false],
    ['no pages, without a connection', gateAfter(pages, offline), false],
    ['a refusal that names the key, without a connection', gateAfter(gates.forbidden, offline), true],
  ])('may help or not: %s', ([, gate, helps]) => expect(asksForKey(gate)).toBe(helps));

  it('is not asked for less clearly by a second answer', () => {
    expect(gateAfter(gates.key, unclearKey)).toBe(gates.key);
    expect(gateAfter(gates['unclear key'], badKey)).toMatchObject({ reason: 'invalid' });
    expect(gateAfter(gates['unclear key'], unclearKey)).toMatchObject({ reason: 'unclear', until: now + hour });
  });
});

describe('A call that was to find out whether an unclear key is good', () => {
  const key = gates['unclear key'];
  const tried = key.until;

  it('and found no connection, or too many requests, is followed by another after a wait', () => {
    expect(gateAfter(key, offline, tried)).toEqual({ ...key, until: tried + 15 * second });
    expect(gateAfter(key, rate, tried)).toEqual({ ...key, until: tried + 2 * second });
    expect(gateAfter(key, { ...rate, retryAfterMs: 70_000 }, tried + 1)).toEqual({ ...key, until: tried + 1 + 70_000 });
  });

  it('changes nothing if it began before that', () => {
    expect(gateAfter(key, offline, tried - 1)).toBe(key);
    expect(gateAfter(key, rate, tried - 1)).toBe(key);
  });

  it('and found uploads refused says that the key is good', () => {
    expect(gateAfter(key, forbidden, tried)).toMatchObject({ kind: 'forbidden', reason: 'pages' });
    expect(gateAfter(key, forbidden, tried - 1)).toMatchObject({
      kind: 'key',
      beneath: { reason: 'pages', until: tried - 1 + hour },
    });
    expect(gateAfter(gates.key, forbidden)).toMatchObject({ kind: 'key', beneath: { reason: 'pages' } });
  });
});

describe('A gate that a person wants tried', () => {
  it.for(labels)('may be tried at once, and says what it said: %s', (label) => {
    const gate: Gate = gates[label];
    expect(gateTriedNow(gate, now)).toEqual(label === 'open' ? openGate : { ...gate, until: now });
  });

  it('and the refusal beneath it', () => {
    const above: Gate = { ...gates.rate, beneath: gates.forbidden };
    expect(gateTriedNow(above, now)).toEqual({ ...gates.rate, until: now, beneath: { ...gates.forbidden, until: now } });
  });
});

describe('When a gate is tried again', () => {
  it.for([
    ['open', undefined, undefined],
    ['key', undefined, undefined],
    ['offline', now + 9 * second, now + 9 * second],
    ['rate', now + 9 * second, now + 9 * second],
    ['forbidden', now + hour / 2, now + hour / 2],
    ['unclear key', now + hour / 2, now + hour / 2],
  ] as const)('%s', ([label, other, upload]) => {
    expect([gateOpensAt(gates[label]), gateOpensAt(gates[label], 'upload')]).toEqual([other, upload]);
  });

  it('is, for uploads, when the refusal beneath it is, if that is later', () => {
    const until = (beneath: number, at: number) =>
      gateOpensAt({ ...gates.rate, until: at, beneath: { ...gates.forbidden, until: beneath } }, 'upload');
    expect([until(5, 9), until(9, 5)]).toEqual([9, 9]);
    expect(forbiddenIn({ ...gates.rate, beneath: gates.forbidden })).toBe(gates.forbidden);
  });
});

describe('Leave to call', () => {
  it.for([
    ['open', 'yes', 'yes', 'yes', 'yes'],
    ['offline', 'no', 'no', 'probe', 'probe'],
    ['rate', 'no', 'no', 'yes', 'yes'],
    ['forbidden', 'no', 'yes', 'probe', 'yes'],
    ['key', 'no', 'no', 'no', 'no'],
    ['unclear key', 'no', 'no', 'probe', 'probe'],
  ] as const)('%s: upload %s and other %s now; upload %s and other %s when it is time', ([label, ...expected]) => {
    const gate: Gate = gates[label];
    const later = gateOpensAt(gate) ?? now + 1_000 * hour;
    const answers = [now, later].flatMap((at) => [mayCall(gate, 'upload', at), mayCall(gate, 'other', at)]);
    expect(answers).toEqual(expected);
  });

  it('comes to the millisecond', () => {
    for (const label of ['offline', 'rate', 'forbidden', 'unclear key'] as const) {
      const gate: Gate = gates[label];
      expect(mayCall(gate, 'upload', (gateOpensAt(gate) ?? 0) - 1)).toBe('no');
    }
  });
});

describe('A refusal of uploads under another gate', () => {
  it.for([
    ['no connection', offline],
    ['too many requests', rate],
  ] as const)('is not forgotten: %s', ([, failure]) => {
    const above = gateAfter(gates.forbidden, failure);
    const { until } = gates.forbidden;
    expect(above).toMatchObject({ beneath: gates.forbidden });
    expect(gateOpensAt(above, 'upload')).toBe(until);
    expect(gateOpensAt(above)).toBeLessThan(until);
    expect(mayCall(above, 'upload', until - 1)).toBe('no');
    expect(mayCall(above, 'upload', until)).toBe('probe');
    expect(mayCall(above, 'other', until - 1)).not.toBe('no');
    expect(mayCall(above, 'other', until)).toBe(mayCall({ ...above, beneath: undefined } as unknown as Gate, 'other', until));
    expect(gateAfterAnswer(above, 'other')).toEqual(gates.forbidden);
    expect(gateAfterAnswer(above, 'upload')).toEqual(openGate);
    expect(mayCall(gateTriedNow(above, now), 'upload', now)).toBe('probe');
  });
});

describe('A refusal of uploads under any gate', () => {
  const beneath = gates.forbidden;
  const above: readonly Gate[] = [
    { ...gates.offline, beneath },
    { ...gates.rate, beneath },
    { ...gates.key, beneath },
    { ...gates['unclear key'], beneath },
  ];

  it.for([offline, rate, badKey, unclearKey])('is remembered through a failure that says nothing of it: $kind', (failure) => {
    for (const gate of above)
      for (const at of [now, now + hour]) expect(forbiddenIn(gateAfter(gate, failure, at))).toEqual(beneath);
  });

  it('is replaced by a newer one', () => {
    for (const gate of above)
      expect(forbiddenIn(gateAfter(gate, forbidden))).toMatchObject({ reason: 'pages', until: now + hour });
  });
});

describe('A refusal of uploads under a refused key', () => {
  it.for([
    ['by its failure', gateAfter(gates.forbidden, unclearKey)],
    ['by a call that began before', gateAfter(gates['unclear key'], forbidden)],
  ] as const)('is not forgotten, and one upload tries it: %s', ([, above]) => {
    expect(above.kind).toBe('key');
    expect(mayCall(above, 'other', now + hour)).toBe('probe');
    const reached = gateAfterAnswer(above, 'other');
    expect(reached.kind).toBe('forbidden');
    expect(mayCall(reached, 'upload', now + hour)).toBe('probe');
    expect(mayCall(gateTriedNow(above, now), 'upload', now)).toBe('probe');
  });
});

describe('An answer of the service', () => {
  it.for(labels)('opens the gate: %s, but a poll says nothing about pages', (label) => {
    expect(gateAfterAnswer(gates[label], 'upload')).toEqual(openGate);
    expect(gateAfterAnswer(gates[label], 'other')).toEqual(label === 'forbidden' ? gates.forbidden : openGate);
  });
});

describe('A stored gate', () => {
  it.each<Gate>([
    { kind: 'open' },
    { kind: 'offline', message: foreign('no route'), since: 1, until: 2, tries: 3 },
    { kind: 'key', message: foreign('revoked'), reason: 'revoked' },
    { kind: 'key', message: foreign('no'), reason: 'unclear', until: 5 },
    { kind: 'forbidden', message: foreign('out of pages'), reason: 'pages', until: 5 },
    { kind: 'rate', message: foreign('slow down'), until: 5, tries: 1 },
    { ...gates.rate, beneath: gates.forbidden },
    { ...gates.offline, beneath: gates.forbidden },
    { ...gates['unclear key'], beneath: gates.forbidden },
    ...(['missing', 'invalid', 'revoked', 'unclear'] as const).map((reason) => ({ ...gates.key, reason })),
    ...(['pages', 'revoked', 'unclear'] as const).map((reason) => ({ ...gates.forbidden, reason })),
  ])('is read as it was: $kind', (gate) => {
    expect(gateSchema.parse(JSON.parse(JSON.stringify(gate)))).toEqual(gate);
  });

  it.each([undefined, 'open', { kind: 'ajar' }, { kind: 'rate' }, { kind: 'key', message: 1, reason: 'invalid' }])(
    'is none of: %j',
    (value) => {
      expect(gateSchema.safeParse(value).success).toBe(false);
    },
  );
});
