/** Files that have settled are taken in together, in few transactions, folders in turn. */
import { createHash } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { makeBytes } from '../../support/make-files.ts';
import { type SceneSandbox, sandboxOf } from '../support/sandbox.ts';
import { Timeline } from '../support/timeline.ts';

let scene: Timeline;
let sandbox: SceneSandbox;
beforeEach(async () => {
  scene = new Timeline();
  sandbox = await sandboxOf(scene);
});
afterEach(() => scene.end());

/** An engine over folders with so many files each, before it starts. */
function prepared(counts: Readonly<Record<string, number>>) {
  const folders = Object.entries(counts).map(([name, count]) => {
    const folder = scene.folder(name, sandbox.extraction);
    for (let index = 0; index < count; index += 1)
      writeFileSync(join(folder.path, `${index}.pdf`), makeBytes('pdf', `${index} in ${name}`));
    return folder;
  });
  return scene.prepare({ url: sandbox.url, key: sandbox.key, folders });
}

it('one that cannot be taken in says why, is tried again, and holds up none of the others', async () => {
  const run = prepared({ scans: 12 });
  const odd = createHash('sha256').update(makeBytes('pdf', '7 in scans')).digest('hex');
  const { jobs } = run.ledger;
  const jobFor = jobs.jobFor.bind(jobs);
  let isBroken = true;
  vi.spyOn(jobs, 'jobFor').mockImplementation((...of) => {
    if (isBroken && of[2] === odd) throw new Error('a bug');
    return jobFor(...of);
  });
  await run.engine.start();
  await scene.until('the others are delivered', () => run.delivered() === 11);
  expect(run.document('7.pdf').state).toMatchObject({ kind: 'waiting', wait: { kind: 'blocked' } });
  isBroken = false;
  await scene.until('it is, too', () => run.delivered() === 12);
});

it('each folder has its turn, however many wait in another', async () => {
  const run = prepared({ many: 60, few: 4 });
  const opened: string[] = [];
  run.refuse = (operation, path) => {
    if (operation === 'open') opened.push(path.includes('few') ? 'few' : 'many');
    return undefined;
  };
  await run.engine.start();
  await scene.until('all are delivered', () => run.delivered() === 64);
  expect(opened.lastIndexOf('few')).toBeLessThan(20);
});
