import { expect, it, onTestFinished, vi } from 'vitest';
import type { Gate } from '../../../../electron/core/account/gate.ts';
import { foreign } from '../../../../electron/core/messages/message.ts';
import type { Ending, Engine } from '../../../../electron/engine/api.ts';
import { follow } from '../../../../electron/headless/commands/run/follow.ts';
import { openLedger } from '../../../../electron/ledger/ledger.ts';
import type { LogFile } from '../../../../electron/settings/log.ts';
import { testHost } from '../../test-host.ts';

const refused: Gate = { kind: 'key', message: foreign('revoked'), reason: 'revoked' };

it('tells the engine of a new key before it tries again, so that late refusals of the old one are ignored', async () => {
  const calls: string[] = [];
  const ended = Promise.withResolvers<Ending>();
  const engine = {
    start: async () => undefined,
    ended: ended.promise,
    status: () => ({ gate: refused }),
    onNotice: () => () => undefined,
    keyReplaced: () => calls.push('keyReplaced'),
    lookNow: () => calls.push('lookNow'),
  } as unknown as Engine;
  const log = { info: () => undefined } as unknown as LogFile;
  const ledger = openLedger(':memory:');
  onTestFinished(() => ledger.close());
  let current = 'old';
  const key = {
    current: () => current,
    async refresh() {
      const changed = current !== 'new';
      current = 'new';
      return changed;
    },
  };
  const waiting: (() => void)[] = [];
  const clock = {
    after(_milliseconds: number, work: () => void) {
      waiting.push(work);
      return () => undefined;
    },
  };
  const session = { engine, ledger, log, close: async () => undefined };
  const following = follow({ session, host: testHost(), json: false, url: 'https://a.example', key, clock });
  await vi.waitFor(() => expect(waiting).toHaveLength(1));
  waiting.shift()?.();
  await vi.waitFor(() => expect(waiting).toHaveLength(1));
  expect(calls).toEqual(['keyReplaced', 'lookNow']);
  // The same key again is no news.
  waiting.shift()?.();
  await vi.waitFor(() => expect(waiting).toHaveLength(1));
  expect(calls).toEqual(['keyReplaced', 'lookNow']);
  ended.resolve({ kind: 'done' });
  await following;
});
