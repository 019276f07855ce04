/** The failure table, row about the ledger, where its disk refuses at once; another program’s lock is in `ledger-locked.slow.test.ts`. */
import { afterEach, expect, it } from 'vitest';
import { foreign } from '../../../electron/core/messages/message.ts';
import { LedgerUnavailable } from '../../../electron/ledger/ledger.ts';
import { sandboxOf } from '../support/sandbox.ts';
import { minute, Timeline } from '../support/timeline.ts';

const scene = new Timeline();
afterEach(() => scene.end());

it('a run waits ten minutes for a ledger whose disk is full, and ends; the next one goes on', async () => {
  const sandbox = await sandboxOf(scene);
  const folder = scene.folder('scans', sandbox.extraction);
  await scene.put(folder, 'a.pdf', 'b.pdf');
  const options = { url: sandbox.url, key: sandbox.key, folders: [folder], mode: 'run' } as const;
  const run = scene.prepare(options);
  const refuse = (): never => {
    throw new LedgerUnavailable('ledger.sqlite', foreign('The disk is full.'));
  };
  let since = Number.NaN;
  run.beforeSent = () => {
    since = scene.clock.elapsed;
    run.ledger.durably = async () => refuse();
    run.ledger.probe = refuse;
  };
  await run.engine.start();
  expect(await run.ending()).toMatchObject({ kind: 'halted', message: { code: 'ledger.unavailable' } });
  const waited = scene.clock.elapsed - since;
  expect(waited).toBeGreaterThanOrEqual(10 * minute);
  expect(waited).toBeLessThan(11 * minute);
  await run.end();
  const next = await scene.start(options);
  expect(await next.ending()).toEqual({ kind: 'done' });
  expect(next.delivered()).toBe(2);
  expect(sandbox.allAccepted().sort()).toEqual(['a.pdf', 'b.pdf']);
});
