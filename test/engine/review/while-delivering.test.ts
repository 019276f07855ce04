/** A person's word that comes in while the disk refuses what was decided before. */
import { renameSync } from 'node:fs';
import { join } from 'node:path';
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

it('a correction is written although the outputs could not follow the renamed source at that moment', async () => {
  const folder = scene.folder('scans', sandbox.extraction);
  await scene.put(folder, 'a.pdf');
  const run = await scene.start({ url: sandbox.url, key: sandbox.key, folders: [folder] });
  await scene.until('it is delivered', () => run.delivered() === 1);
  let corrected = false;
  run.refuse = (operation) => {
    if (operation !== 'moveNew' || corrected) return undefined;
    corrected = true;
    expect(run.engine.act(run.document('b.pdf').id, { kind: 'confirm', corrections: { number: 'mine' } }, 'Anna').ok).toBe(true);
    return 'locked';
  };
  renameSync(join(folder.path, 'a.pdf'), join(folder.path, 'b.pdf'));
  await scene.until('all has followed', () => corrected && run.document('b.pdf').delivery.kind === 'done');
  expect(scene.names(folder)).toContain('b.pdf.json');
  expect(scene.tablesOf(folder)).toMatchObject([{ file: 'b.pdf', number: 'mine' }]);
});
