import { expect, it, onTestFinished, vi } from 'vitest';
import type { Gate } from '../../../../electron/core/account/gate.ts';
import { folderSettingsSchema } from '../../../../electron/core/config/folder-settings.ts';
import { foreign, say } from '../../../../electron/core/messages/message.ts';
import type { Ending, Engine } from '../../../../electron/engine/api.ts';
import { follow } from '../../../../electron/headless/commands/run/follow.ts';
import { openLedger } from '../../../../electron/ledger/ledger.ts';
import type { LogFile } from '../../../../electron/settings/log.ts';
import { testHost } from '../../test-host.ts';

const gates: readonly Gate[] = [
  { kind: 'key', message: foreign('revoked'), reason: 'revoked' },
  { kind: 'forbidden', message: foreign('revoked'), reason: 'revoked', until: 0 },
  { kind: 'forbidden', message: foreign('no'), reason: 'unclear', until: 0 },
];

it('takes up the folders of a changed config file within half a minute, without a signal, after what is under way', async () => {
  const ended = Promise.withResolvers<Ending>();
  const stops: (number | undefined)[] = [];
  const engine = {
    start: async () => undefined,
    ended: ended.promise,
    status: () => ({ gate: { kind: 'open' }, folders: [] }),
    onNotice: () => () => undefined,
    async stop(timeoutMs?: number) {
      stops.push(timeoutMs);
      ended.resolve({ kind: 'stopped' });
    },
  } as unknown as Engine;
  const log = { info: () => undefined, warn: () => undefined } as unknown as LogFile;
  const ledger = openLedger(':memory:');
  onTestFinished(() => ledger.close());
  const waiting: { readonly after: number; readonly work: () => void }[] = [];
  const clock = {
    after(after: number, work: () => void) {
      waiting.push({ after, work });
      return () => undefined;
    },
  };
  const config = { folders: [folderSettingsSchema.parse({ path: '/faxes', route: { kind: 'extraction', id: 'e' } })] };
  const reloaded = { messages: [say('commandLine.configReloaded', { path: 'intray.json' })], config };
  const said = [undefined, reloaded];
  const host = testHost();
  const session = { engine, ledger, log, recovery: undefined, close: async () => undefined };
  const following = follow({ session, host, json: false, url: 'https://a.example', clock, news: async () => said.shift() });
  for (const looks of [1, 2]) {
    await vi.waitFor(() => expect(waiting).toHaveLength(looks));
    waiting.at(-1)?.work();
  }
  expect(await following).toEqual({ ending: { kind: 'stopped' }, news: reloaded });
  expect(waiting[0]?.after).toBe(30_000);
  expect(stops).toEqual([expect.any(Number)]);
  expect(host.messages.text).toContain('intray.json has been edited. Its folders are taken up.');
});

it.each(gates)('looks for another key ($kind, $reason), and tells the engine of it before it tries again', async (gate) => {
  const calls: string[] = [];
  const ended = Promise.withResolvers<Ending>();
  const engine = {
    start: async () => undefined,
    ended: ended.promise,
    status: () => ({ gate }),
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
  const session = { engine, ledger, log, recovery: undefined, close: async () => undefined };
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
