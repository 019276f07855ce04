/** A small file is opened and read once, for its hash and for the request; a large one is opened again. What was hashed is what is sent. */
import { createHash } from 'node:crypto';
import { readFileSync, statSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { pagesOfPlainPdf } from '../../../electron/engine/intake/content/pdf.ts';
import type { FileToCount } from '../../../electron/engine/ports.ts';
import { makeBytes, makeFile } from '../../support/make-files.ts';
import { type SceneSandbox, sandboxOf } from '../support/sandbox.ts';
import { minute, Timeline } from '../support/timeline.ts';

let scene: Timeline;
let sandbox: SceneSandbox;
beforeEach(async () => {
  scene = new Timeline();
  sandbox = await sandboxOf(scene);
});
afterEach(() => scene.end());

const start = async () => {
  const folder = scene.folder('scans', sandbox.extraction);
  return { folder, run: await scene.start({ url: sandbox.url, key: sandbox.key, folders: [folder] }) };
};

it.each([
  ['a small file', 200_000, 1],
  ['a large file', 2_000_000, 2],
])('%s', async (_, size, times) => {
  const { folder, run } = await start();
  let opened = 0;
  run.refuse = (operation) => {
    if (operation === 'open') opened += 1;
    return undefined;
  };
  await makeFile(join(folder.path, 'a.pdf'), 'once', { size });
  await scene.until('it is delivered', () => run.delivered() === 1);
  expect(opened).toBe(times);
});

it('the pages of a small file that says them plainly are known with its hash, and no other process opens it', async () => {
  const folder = scene.folder('scans', sandbox.extraction);
  const counted: string[] = [];
  const countPages = async ({ path }: FileToCount) => {
    counted.push(path);
    return 7;
  };
  const world = { url: sandbox.url, key: sandbox.key, countPages, plainPages: pagesOfPlainPdf };
  const run = await scene.start({ ...world, folders: [folder] });
  const large = join(folder.path, 'large.pdf');
  await makeFile(join(folder.path, 'small.pdf'), 'small', { size: 200_000 });
  await makeFile(large, 'large', { size: 2_000_000 });
  await scene.until('both are delivered, and their pages known', () => run.delivered() === 2 && counted.length === 1);
  await scene.pass(minute);
  expect(counted).toEqual([large]);
  expect([run.document('small.pdf').pages, run.document('large.pdf').pages]).toEqual([1, 7]);
});

it('one whose content is replaced without a trace, once it is hashed, is sent as it was hashed', async () => {
  const { folder, run } = await start();
  const path = join(folder.path, 'a.pdf');
  const [one, two] = [makeBytes('pdf', 'one content'), makeBytes('pdf', 'two content')];
  let isReplaced = false;
  run.refuse = (operation, looked) => {
    if (operation !== 'stat' || looked !== path || isReplaced || run.documents()[0]?.state.kind !== 'waiting') return undefined;
    isReplaced = true;
    const { atime, mtime } = statSync(path);
    writeFileSync(path, two);
    utimesSync(path, atime, mtime);
    return undefined;
  };
  writeFileSync(path, one);
  utimesSync(path, 1_700_000_000, 1_700_000_000);
  await scene.until('it is delivered', () => isReplaced && run.delivered() === 1);
  await scene.pass(minute);
  expect(sandbox.allAccepted()).toEqual(['a.pdf']);
  expect(run.document('a.pdf').hash).toBe(createHash('sha256').update(one).digest('hex'));
});

it('a burst of them: no more is read than is about to go out, each is opened once, and what arrives is its own content', async () => {
  const folder = scene.folder('scans', sandbox.extraction);
  const names = Array.from({ length: 70 }, (_, index) => `${index}.pdf`);
  const hashes = new Map<string, string>();
  for (const name of names) {
    await makeFile(join(folder.path, name), `the content of ${name}`, { size: 900_000 });
    hashes.set(
      name,
      createHash('sha256')
        .update(readFileSync(join(folder.path, name)))
        .digest('hex'),
    );
  }
  const opened = new Map<string, number>();
  const run = scene.prepare({ url: sandbox.url, key: sandbox.key, folders: [folder] });
  run.refuse = (operation, path) => {
    if (operation === 'open') opened.set(path, (opened.get(path) ?? 0) + 1);
    return undefined;
  };
  await run.engine.start();
  await scene.until('all are delivered', () => run.delivered() === names.length);
  const taken = sandbox.control.extractions().flatMap(({ batches }) => batches.flatMap(({ files }) => files));
  expect(new Map(taken.map(({ fileName, sha256 }) => [fileName, sha256]))).toEqual(hashes);
  expect([...opened.values()].filter((times) => times > 1)).toEqual([]);
});
