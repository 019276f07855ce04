/** Links and special files in a watched folder are not followed into harm, and hold up nothing. */
import { execFileSync } from 'node:child_process';
import { linkSync, mkdirSync, renameSync, rmSync, symlinkSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import type { FolderSettings } from '../../../electron/core/config/folder-settings.ts';
import type { Run } from '../support/run.ts';
import { type SceneSandbox, sandboxOf } from '../support/sandbox.ts';
import { hour, minute, Timeline } from '../support/timeline.ts';

let scene: Timeline;
let sandbox: SceneSandbox;
let folder: FolderSettings;
beforeEach(async () => {
  scene = new Timeline();
  sandbox = await sandboxOf(scene);
  folder = scene.folder('scans', sandbox.extraction);
});
afterEach(() => scene.end());

const begin = (): Promise<Run> => scene.start({ url: sandbox.url, key: sandbox.key, folders: [folder] });
const at = (...parts: string[]) => join(folder.path, ...parts);
const delivered = (run: Run, count: number) =>
  scene.until(`${count} are delivered`, () => run.delivered() === count, { within: hour });

it('links out of the folder, within it, in circles and to nothing are not followed', async () => {
  await scene.put({ path: scene.root }, 'private/secret.pdf');
  await scene.put(folder, 'a.pdf', 'sub/b.pdf');
  symlinkSync(join(scene.root, 'private/secret.pdf'), at('link.pdf'));
  symlinkSync(join(scene.root, 'private'), at('private'));
  symlinkSync(folder.path, at('sub/circle'));
  symlinkSync('.', at('here'));
  symlinkSync(at('sub/b.pdf'), at('within.pdf'));
  symlinkSync(at('nothing.pdf'), at('dangling.pdf'));
  symlinkSync('self.pdf', at('self.pdf'));
  const run = await begin();
  await delivered(run, 2);
  symlinkSync(join(scene.root, 'private'), at('sub/late'));
  symlinkSync(join(scene.root, 'private/secret.pdf'), at('sub/late.pdf'));
  await scene.pass(20 * minute);
  expect(run.documents().map(({ path }) => path)).toEqual(['a.pdf', 'sub/b.pdf']);
  expect(sandbox.allAccepted().toSorted()).toEqual(['a.pdf', 'b.pdf']);
});

it('pipes and sockets with the names of documents hold up nothing', async () => {
  execFileSync('mkfifo', [at('pipe.pdf')]);
  mkdirSync(at('sub'));
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(at('sub/socket.pdf'), resolve));
  scene.atEnd(() => void server.close());
  mkdirSync(at('folder.pdf'));
  await scene.put(folder, 'a.pdf', 'folder.pdf/b.pdf', 'sub/c.pdf');
  const run = await begin();
  await delivered(run, 3);
  expect(run.documents()).toHaveLength(3);
  expect(run.engine.status().folders[0]?.health.kind).toBe('watching');
});

it('a document that becomes a pipe or a link while it waits is not opened, and not sent', async () => {
  const added = sandbox.faults.add('403-pages,on=uploads');
  await scene.put({ path: scene.root }, 'private/secret.pdf');
  await scene.put(folder, 'a.pdf', 'b.pdf', 'c.pdf');
  const run = await begin();
  await scene.until('they wait', () => run.gate() === 'forbidden');
  rmSync(at('a.pdf'));
  execFileSync('mkfifo', [at('a.pdf')]);
  rmSync(at('b.pdf'));
  symlinkSync(join(scene.root, 'private/secret.pdf'), at('b.pdf'));
  sandbox.faults.remove(added.id);
  run.engine.lookNow();
  await delivered(run, 1);
  await scene.until('the others are gone', () => run.state('a.pdf') === 'gone' && run.state('b.pdf') === 'gone');
  expect(sandbox.allAccepted()).toEqual(['c.pdf']);
});

it('a hard link is a copy: its content is sent once', async () => {
  await scene.put(folder, 'a.pdf');
  linkSync(at('a.pdf'), at('b.pdf'));
  const run = await begin();
  await scene.until(
    'both are done',
    () => run.engine.status().balance.delivered === 1 && run.engine.status().balance.duplicate === 1,
  );
  expect(sandbox.allAccepted()).toHaveLength(1);
  expect(scene.resultOf(folder, 'b.pdf') ?? scene.resultOf(folder, 'a.pdf')).toBeDefined();
  renameSync(at('b.pdf'), at('c.pdf'));
  await scene.pass(10 * minute);
  expect(run.documents()).toHaveLength(2);
  expect(sandbox.allAccepted()).toHaveLength(1);
});
