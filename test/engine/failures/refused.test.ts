/** The failure table, row "400": a route that has taken a document is not blamed for those that it refuses. */
import { expect, it, onTestFinished } from 'vitest';
import { sandboxOf } from '../support/sandbox.ts';
import { minute, Timeline } from '../support/timeline.ts';

it('two documents that a route refuses once it has taken another are rejected, and no folder is paused', async () => {
  const scene = new Timeline();
  onTestFinished(() => scene.end());
  const sandbox = await sandboxOf(scene);
  for (const name of ['bad.pdf', 'worse.pdf']) sandbox.faults.add(`poison:${name}`);
  const folder = scene.folder('scans', sandbox.extraction, { batchSize: 1 });
  await scene.put(folder, 'good.pdf');
  const run = await scene.start({ url: sandbox.url, key: sandbox.key, folders: [folder] });
  await scene.until('it is delivered', () => run.delivered() === 1);
  await scene.put(folder, 'bad.pdf', 'worse.pdf');
  await scene.until('both are rejected', () => run.engine.status().balance.rejected === 2);
  await scene.pass(minute);
  expect(run.engine.status().folders).toMatchObject([{ health: { kind: 'watching' }, balance: { rejected: 2, moving: 0 } }]);
  expect(run.uploads()).toHaveLength(3);
});
