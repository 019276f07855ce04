/** A file that is moved by being copied and removed has no inode that tells: its content does, as long as its old name is still known. */
import { copyFileSync, existsSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { type SceneSandbox, sandboxOf } from '../support/sandbox.ts';
import { minute, Timeline } from '../support/timeline.ts';

let scene: Timeline;
let sandbox: SceneSandbox;
beforeEach(async () => {
  scene = new Timeline();
  sandbox = await sandboxOf(scene);
});
afterEach(() => scene.end());

it('it stays the same document, and its JSON follows', async () => {
  const folder = scene.folder('scans', sandbox.extraction);
  const at = (name: string) => join(folder.path, name);
  await scene.put(folder, 'a.pdf');
  const run = await scene.start({ url: sandbox.url, key: sandbox.key, folders: [folder] });
  await scene.until('it is delivered', () => run.delivered() === 1);
  copyFileSync(at('a.pdf'), at('b.pdf'));
  rmSync(at('a.pdf'));
  run.engine.lookNow();
  await scene.until('its JSON follows', () => existsSync(at('b.pdf.json')));
  await scene.pass(minute);
  expect(run.documents().map(({ path }) => path)).toEqual(['b.pdf']);
  expect(existsSync(at('a.pdf.json'))).toBe(false);
  expect(scene.tablesOf(folder).map(({ file }) => file)).toEqual(['b.pdf']);
});

it('it is put in its own place before its result could be written: it has its JSON and its row all the same', async () => {
  const folder = scene.folder('scans', sandbox.extraction);
  const at = (name: string) => join(folder.path, name);
  await scene.put(folder, 'a.pdf');
  const begin = () => scene.start({ url: sandbox.url, key: sandbox.key, folders: [folder] });
  const first = await begin();
  first.refuse = (operation) => (operation === 'createWhole' ? 'denied' : undefined);
  await scene.until('its result cannot be written', () => first.seen.files()[0]?.hindrance !== undefined);
  first.refuse = (operation) => (/^(createWhole|probeWrite)$/.test(operation) ? 'denied' : undefined);
  await scene.pass(minute);
  copyFileSync(at('a.pdf'), at('copy'));
  renameSync(at('copy'), at('a.pdf'));
  first.engine.lookNow();
  await scene.until('its copy waits', () => first.stage('a.pdf') === 'blocked');
  first.kill();
  const run = await begin();
  await scene.until('its JSON is there', () => existsSync(at('a.pdf.json')));
  await scene.pass(minute);
  expect(scene.tablesOf(folder).map(({ file }) => file)).toEqual(['a.pdf']);
  expect(run.seen.files()).toMatchObject([{ isGone: false, outputs: 'done' }]);
  expect(sandbox.allAccepted()).toEqual(['a.pdf']);
});

it('it is renamed just before its result is written, and the disk lists slowly: it has never been gone', async () => {
  const folder = scene.folder('scans', sandbox.extraction);
  const at = (name: string) => join(folder.path, name);
  await scene.put(folder, 'a.pdf');
  let isRenamed = false;
  const run = await scene.start({
    ...{ url: sandbox.url, key: sandbox.key, folders: [folder], listingMs: 5_000 },
    service: (client) => ({
      ...client,
      getBatchResults: async (...given) => {
        const answer = await client.getBatchResults(...given);
        const isDone = answer.ok && answer.value.files.every(({ status }) => status === 'processed');
        if (isDone && !isRenamed) renameSync(at('a.pdf'), at('b.pdf'));
        isRenamed ||= isDone;
        return answer;
      },
    }),
  });
  await scene.until('it is delivered', () => run.delivered() === 1);
  expect([existsSync(at('b.pdf.json')), existsSync(at('a.pdf.json'))]).toEqual([true, false]);
  expect(run.history('b.pdf')).not.toContainEqual(expect.stringMatching(/^vanished/));
});
