/** A file that is moved by being copied and removed has no inode that tells: its content does, as long as its old name is still known. */
import { copyFileSync, existsSync, rmSync } from 'node:fs';
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
