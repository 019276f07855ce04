/** An event whose hook was ended with Intray is told again by the next run, under the same id. */
import { afterEach, beforeEach, expect, it } from 'vitest';
import { hooksSchema } from '../../../electron/core/config/hooks.ts';
import type { HookRunner } from '../../../electron/engine/ports.ts';
import { type SceneSandbox, sandboxOf } from '../support/sandbox.ts';
import { minute, Timeline } from '../support/timeline.ts';

let scene: Timeline;
let sandbox: SceneSandbox;
beforeEach(async () => {
  scene = new Timeline();
  sandbox = await sandboxOf(scene);
});
afterEach(() => scene.end());

it('an event whose hook was ended with Intray is told again', async () => {
  const folder = scene.folder('scans', sandbox.extraction);
  await scene.put(folder, 'a.pdf');
  const told: string[] = [];
  const hookRunner: HookRunner = {
    tell(_, { id }, { signal }) {
      told.push(id);
      if (told.length > 1) return Promise.resolve({ kind: 'taken' });
      return new Promise((resolve) => signal.addEventListener('abort', () => resolve({ kind: 'aborted' }), { once: true }));
    },
  };
  const hooks = hooksSchema.parse({ onDelivered: { program: ['told'] } });
  const begin = () => scene.start({ url: sandbox.url, key: sandbox.key, folders: [folder], hooks, hookRunner });
  const run = await begin();
  await scene.until('it hears of it', () => told.length === 1);
  await run.end();
  const next = await begin();
  await scene.until('it hears of it again', () => told.length === 2);
  await scene.pass(minute);
  expect(told).toEqual([told[0], told[0]]);
  expect(next.ledger.hookEvents.counts()).toMatchObject({ pending: 0 });
});
