import { expect, it } from 'vitest';
import { foreign } from '../../../electron/core/messages/message.ts';
import type { Failure } from '../../../electron/core/protocol/failure.ts';
import { Account } from '../../../electron/engine/loop/account.ts';

function account() {
  const clock = { now: () => 1_700_000_000_000, elapsed: () => 0, after: () => () => {} };
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
  return { of, ask };
}

const failures: readonly Failure[] = [
  { kind: 'key', reason: 'invalid', message: foreign('no such key'), status: 401 },
  { kind: 'forbidden', reason: 'pages', message: foreign('no pages'), status: 403 },
  { kind: 'rate', message: foreign('slow down'), status: 429 },
  { kind: 'offline', message: foreign('no network') },
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
