/** What becomes of work whose key the service refuses before it has begun. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { folderSettingsSchema } from '../../../../electron/core/config/folder-settings.ts';
import type { Clock } from '../../../../electron/engine/ports.ts';
import { systemClock } from '../../../../electron/engine/system.ts';
import { run } from '../../../../electron/headless/commands/run/run.ts';
import { watch } from '../../../../electron/headless/commands/run/watch.ts';
import { keepAtWork } from '../../../../electron/headless/commands/run/work.ts';
import { openLedgerReadOnly } from '../../../../electron/ledger/ledger.ts';
import { createServiceClient } from '../../../../electron/service/client.ts';
import { ledgerPath } from '../../../../electron/settings/data-directory.ts';
import { createRedaction } from '../../../../electron/settings/redact.ts';
import { Scene } from '../../../support/scene.ts';
import { type StrictService, startStrictService } from '../../../support/strict/strict-service.ts';
import { testHost } from '../../test-host.ts';

let scene: Scene;
let service: StrictService;
beforeEach(async () => {
  scene = new Scene();
  service = await startStrictService({
    keys: ['key-good'],
    refusedKeys: { 'key-gone': { status: 403, error: 'This API key has been revoked.' } },
  });
  scene.atEnd(() => service.close());
  await scene.put({ path: scene.folderPath }, 'a.pdf');
});
afterEach(() => scene.end());

const patience = { timeout: 30_000, interval: 20 };

it.each([
  [
    'key-bad',
    'extraction',
    'key',
    /^Key problem: .*invalid.* Everything is waiting for a valid key \(intray key set --url http/i,
  ],
  ['key-bad', 'classification', 'key', /^Key problem: /],
  ['key-gone', 'extraction', 'forbidden', /^Key revoked: .* Uploads wait for a valid key \(intray key set --url http/],
  ['key-gone', 'classification', 'forbidden', /^Key revoked: /],
] as const)('watch waits for another key, and says so (%s, %s)', async (key, kind, gate, said) => {
  const dataDir = join(scene.root, 'data');
  const config = join(scene.root, 'config.json');
  const folder = { path: scene.folderPath, route: { kind, id: 'r-1' }, existing: 'send', settleSeconds: 0.1 };
  writeFileSync(config, JSON.stringify({ url: service.url, folders: [folder] }));
  const host = testHost({ kept: { [service.url]: key }, directory: scene.root });
  const watching = watch({ config, dataDir }, host);
  watching.catch(() => undefined);
  await vi.waitFor(() => expect(host.messages.text.split('\n')).toContainEqual(expect.stringMatching(said)), patience);
  await vi.waitFor(() => expect(openGate(dataDir)).toBe(gate), patience);
  host.raise('SIGTERM');
  expect(await watching).toBe(0);
  expect(service.uploads.size).toBe(0);
});

it.each(['key-bad', 'key-gone'])('looks for another key within half a minute, and goes on with it (%s)', async (refused) => {
  let known = refused;
  const looks: string[] = [];
  const key = {
    current: () => known,
    async refresh() {
      looks.push(known);
      // The first look finds the same one.
      if (looks.length > 1) known = 'key-good';
      return looks.length === 2;
    },
  };
  const after: Clock['after'] = (ms, work) => systemClock.after(ms === 30_000 ? 20 : ms, work);
  const route = { kind: 'extraction', id: service.addExtraction() };
  const folder = { path: scene.folderPath, route, existing: 'send', settleSeconds: 0.1 };
  const connect = () => createServiceClient({ url: service.url, key: key.current });
  const folders = [folderSettingsSchema.parse(folder)];
  const host = testHost();
  const working = keepAtWork(
    {
      wanted: { mode: 'watch', url: service.url, connect, key: key.current, folders, limits: {} },
      ...{ json: false, key, dataDirectory: join(scene.root, 'data'), redaction: createRedaction() },
      clock: { ...systemClock, after },
    },
    host,
    ({ ending }) => ending.kind,
  );
  await vi.waitFor(() => expect(service.uploads.size).toBe(1), patience);
  expect(looks.slice(0, 2)).toEqual([refused, refused]);
  host.raise('SIGTERM');
  expect(await working).toBe('stopped');
});

function openGate(dataDir: string): string | undefined {
  const ledger = openLedgerReadOnly(ledgerPath(dataDir));
  try {
    return ledger.meta.read('gate')?.kind;
  } finally {
    ledger.close();
  }
}

it('run does not begin', async () => {
  const host = testHost({ kept: { [service.url]: 'key-bad' }, directory: scene.root });
  const flags = { extraction: 'r-1', url: service.url, dataDir: join(scene.root, 'data') };
  await expect(run(scene.folderPath, flags, host)).rejects.toThrow(/refused the API key: .*intray key set/);
});
