/** Results that come back one after another are written together; one that comes alone is written at once. */
import { afterEach, beforeEach, expect, it } from 'vitest';
import { type SceneSandbox, sandboxOf } from '../support/sandbox.ts';
import { Timeline } from '../support/timeline.ts';

let scene: Timeline;
let sandbox: SceneSandbox;
beforeEach(async () => {
  scene = new Timeline();
  sandbox = await sandboxOf(scene);
});
afterEach(() => scene.end());

it('a burst of batches takes a few writes of the table, and no result waits long', async () => {
  const folder = scene.folder('scans', sandbox.extraction, { batchSize: 1 });
  const names = Array.from({ length: 40 }, (_, index) => `scan ${index}.pdf`);
  await scene.put(folder, ...names);
  const run = await scene.start({ url: sandbox.url, key: sandbox.key, folders: [folder] });
  let writes = 0;
  run.refuse = (operation, path) => {
    if (['createWhole', 'writeAt', 'replaceWhole'].includes(operation) && path.endsWith('.csv')) writes += 1;
    return undefined;
  };
  await scene.until('all are delivered', () => run.delivered() === names.length);
  expect(sandbox.allAccepted()).toHaveLength(names.length);
  expect(scene.tablesOf(folder)).toHaveLength(names.length);
  expect(writes).toBeLessThanOrEqual(names.length / 4);
});

it('a document that comes alone is written as soon as its result is there', async () => {
  const folder = scene.folder('scans', sandbox.extraction);
  await scene.put(folder, 'a.pdf');
  const run = await scene.start({ url: sandbox.url, key: sandbox.key, folders: [folder] });
  await scene.until('it is delivered', () => run.delivered() === 1);
  const at = (event: string) => run.ledger.history.of(1).findLast((line) => line.event === event)?.at ?? Number.NaN;
  expect(at('delivered') - at('reported')).toBeLessThan(100);
});
