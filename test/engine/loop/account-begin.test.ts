import { expect, it } from 'vitest';
import { foreign } from '../../../electron/core/messages/message.ts';
import type { Failure } from '../../../electron/core/protocol/failure.ts';
import { Account, type Ticket } from '../../../electron/engine/loop/account.ts';

function account() {
  let passed = 0;
  const clock = { now: () => 1_700_000_000_000 + passed, elapsed: () => passed, after: () => () => {} };
  const log = { debug() {}, info() {}, warn() {}, error() {} };
  const of = new Account(
    { clock, random: () => 0.5, log },
    200,
    () => {},
    () => {},
  );
  const ask = (call: 'upload' | 'other') => {
    const permission = of.ask(call);
    if (permission.kind !== 'go') throw new Error('No permission to call.');
    return permission.ticket;
  };
  return { of, ask, pass: (milliseconds: number) => (passed += milliseconds) };
}

const offline: Failure = { kind: 'offline', message: foreign('no network') };
const failures: readonly Failure[] = [
  { kind: 'key', reason: 'invalid', message: foreign('no such key'), status: 401 },
  { kind: 'forbidden', reason: 'pages', message: foreign('no pages'), status: 403 },
  { kind: 'rate', message: foreign('slow down'), status: 429 },
  offline,
];

it.for(failures)(
  'an upload that has permission does not begin any more once another call has shut the gate: $kind',
  (failure) => {
    const { of, ask } = account();
    const [upload, other] = [ask('upload'), ask('other')];
    expect(of.mayStillBegin(upload)).toBe(true);
    of.failed(failure, other);
    expect(of.mayStillBegin(upload)).toBe(false);
  },
);

it('a key that has been replaced shuts nothing any more, however late it is refused', () => {
  const { of, ask } = account();
  const before = ask('other');
  of.keyReplaced();
  of.failed({ kind: 'key', reason: 'revoked', message: foreign('no such key'), status: 401 }, before);
  expect(of.gate.kind).toBe('open');
  of.failed({ kind: 'key', reason: 'revoked', message: foreign('no such key'), status: 401 }, ask('other'));
  expect(of.gate.kind).toBe('key');
});

it('a call that is still under way from before the gate was shut keeps nobody from finding out', () => {
  const { of, ask, pass } = account();
  const [failing] = [ask('other'), ask('other')];
  of.failed(offline, failing);
  expect(of.ask('other')).toMatchObject({ kind: 'later', at: expect.any(Number) });
  pass(10 * 60_000);
  const probe = ask('other');
  expect(of.ask('other')).toEqual({ kind: 'later', at: undefined });
  of.answered(probe);
  expect(of.gate.kind).toBe('open');
});

it.each<[what: string, end: (of: Account, ticket: Ticket) => void, gate: string]>([
  ['is answered', (of, ticket) => of.answered(ticket), 'open'],
  [
    'fails by itself',
    (of, ticket) => of.failed({ kind: 'not-found', message: foreign('no such batch'), status: 404 }, ticket),
    'open',
  ],
  ['is withdrawn', (of, ticket) => of.returned(ticket), 'offline'],
  ['fails alone', (of, ticket) => of.failedAlone(ticket), 'offline'],
])('where the one call that finds out %s, the next one may begin, and the gate is then what it says', (_, end, gate) => {
  const { of, ask, pass } = account();
  of.failed(offline, ask('other'));
  pass(10 * 60_000);
  end(of, ask('other'));
  expect(of.gate.kind).toBe(gate);
  pass(10 * 60_000);
  expect(of.ask('other').kind).toBe('go');
});

it('an answer to a call that began before the gate was shut does not open it', () => {
  const { of, ask } = account();
  const [early, failing] = [ask('other'), ask('other')];
  of.failed(offline, failing);
  of.answered(early);
  of.reached(early);
  expect(of.gate.kind).toBe('offline');
});

it('a call of somebody else that was refused shuts the gate for all, and is not answered by one that began before', () => {
  const { of, ask } = account();
  const early = ask('other');
  of.heard({ kind: 'key', reason: 'invalid', message: foreign('no such key'), status: 401 });
  expect(of.gate.kind).toBe('key');
  of.answered(early);
  expect(of.gate.kind).toBe('key');
  of.keyReplaced();
  of.answered(ask('other'));
  expect(of.gate.kind).toBe('open');
});
