import { mkdir, mkdtemp, realpath, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { foreign } from '../../../../electron/core/messages/message.ts';
import { type Ledger, openLedger } from '../../../../electron/ledger/ledger.ts';
import { ledgerPath } from '../../../../electron/settings/data-directory.ts';
import { intray, type TypedFlags } from '../../intray.ts';
import { testHost } from '../../test-host.ts';

let root: string;
let dataDir: string;
beforeEach(async () => {
  root = await realpath(await mkdtemp(join(tmpdir(), 'intray-hooks-')));
  dataDir = join(root, 'data');
  await mkdir(dataDir);
});
afterEach(() => rm(root, { recursive: true, force: true }));

function inLedger<Value>(work: (ledger: Ledger) => Value): Value {
  const ledger = openLedger(ledgerPath(dataDir));
  try {
    return work(ledger);
  } finally {
    ledger.close();
  }
}

/** One event that waits, one that was refused, one that was given up, and one that was taken. */
function know(): void {
  inLedger((ledger) => {
    const folderId = ledger.folders.ensure('/scans').id;
    for (const prefix of ['waits', 'refused', 'up', 'taken'])
      ledger.hookEvents.add({ prefix, name: 'onDelivered', folderId, documentId: 0, at: Date.now(), body: () => '{}' });
    const message = foreign('no room');
    ledger.hookEvents.update(2, { attempts: 2, message, nextAt: Date.now() + 60_000 });
    ledger.hookEvents.update(3, { state: 'given-up', attempts: 9, message, output: 'disk full' });
    ledger.hookEvents.update(4, { state: 'done', triedAt: Date.now(), body: undefined });
  });
}

async function ask(words: readonly string[], flags: TypedFlags) {
  const host = testHost();
  await intray(words, { dataDir, ...flags }, host);
  return host.output.text;
}

describe('intray status --hooks', () => {
  it('lists what no hook has taken, and why', async () => {
    know();
    const text = await ask(['status'], { hooks: 'open' });
    expect(text).toMatch(/2 to be told, of which 1 were refused so far; 1 given up/);
    expect(text).toMatch(/waits-1 onDelivered \/scans: to be told\./);
    expect(text).toMatch(/refused-2 onDelivered \/scans: refused 2 times, told again at .* no room/);
    expect(text).toMatch(/up-3 onDelivered \/scans: given up after 9 tries\. no room/);
    expect(text).not.toContain('taken-4');
    const machine = JSON.parse(await ask(['status'], { json: true, hooks: 'all' })) as { events: Record<string, unknown>[] };
    expect(machine).toMatchObject({ event: 'hooks', pending: 2, failing: 1, givenUp: 1 });
    expect(machine.events.map(({ id, state }) => [id, state])).toEqual([
      ['taken-4', 'done'],
      ['up-3', 'given-up'],
      ['refused-2', 'pending'],
      ['waits-1', 'pending'],
    ]);
    expect(machine.events[1]).toMatchObject({ hook: 'onDelivered', output: 'disk full', message: 'no room' });
  });

  it('has events told again, all or those that are named, and none that there is not', async () => {
    know();
    expect(await ask(['answer', 'up-3'], { retryHooks: true })).toMatch(/^1 event is told again/);
    expect(inLedger((ledger) => ledger.hookEvents.get(3))).toMatchObject({ state: 'pending', attempts: 0 });
    expect(inLedger((ledger) => ledger.hookEvents.due(Date.now(), 9)).map(({ eventId }) => eventId)).toEqual(['waits-1']);
    expect(await ask(['answer'], { retryHooks: true })).toMatch(/^3 events are told again/);
    await expect(ask(['answer', 'taken-4'], { retryHooks: true })).rejects.toThrow(/No event taken-4 waits/);
  });

  it('says so when there is nothing', async () => {
    inLedger(() => undefined);
    expect(await ask(['status'], { hooks: 'open' })).toBe('No event waits for a hook, and none was given up.\n');
  });
});

it('intray status counts them', async () => {
  know();
  const host = testHost();
  await intray(['status'], { dataDir }, host);
  expect(host.output.text).toMatch(/Events for hooks: 2 to be told/);
  const machine = testHost();
  await intray(['status'], { dataDir, json: true }, machine);
  expect(JSON.parse(machine.output.text)).toMatchObject({ hooks: { pending: 2, failing: 1, givenUp: 1 } });
});
