/** The failure table, row about the ledger, where its disk refuses at once; another program’s lock is in `ledger-locked.slow.test.ts`. */
import { afterEach, beforeEach, expect, it } from 'vitest';
import type { FolderSettings } from '../../../electron/core/config/folder-settings.ts';
import { foreign } from '../../../electron/core/messages/message.ts';
import { LedgerUnavailable } from '../../../electron/ledger/ledger.ts';
import type { Run, RunOptions } from '../support/run.ts';
import { type SceneSandbox, sandboxOf } from '../support/sandbox.ts';
import { minute, Timeline } from '../support/timeline.ts';

let scene: Timeline;
let sandbox: SceneSandbox;
let folder: FolderSettings;
beforeEach(async () => {
  scene = new Timeline();
  sandbox = await sandboxOf(scene);
  folder = scene.folder('scans', sandbox.extraction);
  await scene.put(folder, 'a.pdf', 'b.pdf');
});
afterEach(() => scene.end());

const optionsIn = (mode: RunOptions['mode']) => ({
  url: sandbox.url,
  key: sandbox.key,
  folders: [folder],
  ...(mode && { mode }),
});

/** The disk of the ledger has no room from now on, until there is some again. */
function fill({ ledger }: Run): () => void {
  const { durably, probe, transaction } = ledger;
  const refuse = (): never => {
    throw new LedgerUnavailable('ledger.sqlite', foreign('The disk is full.'));
  };
  Object.assign(ledger, { durably: async () => refuse(), probe: refuse, transaction: refuse });
  return () => void Object.assign(ledger, { durably, probe, transaction });
}

it('a run waits ten minutes for a ledger whose disk is full, and ends; the next one goes on', async () => {
  const run = scene.prepare(optionsIn('run'));
  let since = Number.NaN;
  run.beforeSent = () => {
    since = scene.clock.elapsed;
    fill(run);
  };
  await run.engine.start();
  expect(await run.ending()).toMatchObject({ kind: 'halted', message: { code: 'ledger.unavailable' } });
  const waited = scene.clock.elapsed - since;
  expect(waited).toBeGreaterThanOrEqual(10 * minute);
  expect(waited).toBeLessThan(11 * minute);
  await run.end();
  const next = await scene.start(optionsIn('run'));
  expect(await next.ending()).toEqual({ kind: 'done' });
  expect(next.delivered()).toBe(2);
  expect(sandbox.allAccepted().sort()).toEqual(['a.pdf', 'b.pdf']);
});

it('the answer to an upload is written once there is room for it: nothing was in doubt', async () => {
  const run = scene.prepare(optionsIn('watch'));
  let empty = (): void => undefined;
  run.afterSent = () => {
    run.afterSent = () => undefined;
    empty = fill(run);
  };
  await run.engine.start();
  await scene.until('it says why it waits', () => run.engine.status().ledger !== undefined);
  await scene.pass(5 * minute);
  expect(sandbox.allAccepted().sort()).toEqual(['a.pdf', 'b.pdf']);
  empty();
  await scene.until('both are delivered', () => run.delivered() === 2, { within: minute });
  expect(sandbox.allAccepted()).toHaveLength(2);
  for (const name of ['a.pdf', 'b.pdf']) {
    expect(run.document(name).possibleDuplicate).toBe(false);
    expect(run.history(name).join()).not.toContain('lost');
  }
});
