/** The failure table, row "404 on poll": what was paid for is asked for again and again, and is in doubt only after ten minutes. */
import { afterEach, beforeEach, expect, it } from 'vitest';
import { foreign } from '../../../electron/core/messages/message.ts';
import { err } from '../../../electron/core/result.ts';
import { reads } from '../../support/reads.ts';
import { type SceneSandbox, sandboxOf } from '../support/sandbox.ts';
import { minute, Timeline } from '../support/timeline.ts';

let scene: Timeline;
let sandbox: SceneSandbox;
beforeEach(async () => {
  scene = new Timeline();
  sandbox = await sandboxOf(scene);
});
afterEach(() => scene.end());

it('a batch that the service does not know is in doubt after ten minutes, and delivered once it knows it', async () => {
  const folder = scene.folder('scans', sandbox.extraction);
  await scene.put(folder, 'a.pdf');
  let isKnown = false;
  const run = await scene.start({
    ...{ url: sandbox.url, key: sandbox.key, folders: [folder] },
    service: (client) => ({
      ...client,
      getBatchResults: async (...given) =>
        isKnown ? client.getBatchResults(...given) : err({ kind: 'not-found', message: foreign('no such batch'), status: 404 }),
    }),
  });
  await scene.until('it is asked for', () => run.polls().length > 0);
  await scene.pass(9 * minute);
  expect(run.state('a.pdf')).toBe('queued');
  await scene.pass(2 * minute);
  expect(run.document('a.pdf').state).toMatchObject({ kind: 'unresolved', message: reads('no such batch') });
  isKnown = true;
  await scene.until('it is delivered', () => run.delivered() === 1, { within: 60 * minute, coarse: true });
  expect(sandbox.accepted('a.pdf')).toBe(1);
});
