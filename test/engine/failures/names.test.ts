/** Under which names files go out, and what a service makes of them. */
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import type { FolderSettings } from '../../../electron/core/config/folder-settings.ts';
import { ok } from '../../../electron/core/result.ts';
import { respellings } from '../../../electron/sandbox/faults/fault-words.ts';
import type { Run } from '../support/run.ts';
import { type SceneSandbox, sandboxOf } from '../support/sandbox.ts';
import { Timeline } from '../support/timeline.ts';

let scene: Timeline;
let sandbox: SceneSandbox;
let folder: FolderSettings;
beforeEach(async () => {
  scene = new Timeline();
  sandbox = await sandboxOf(scene);
  folder = scene.folder('scans', sandbox.extraction);
});
afterEach(() => scene.end());

const begin = (options: { readonly mode?: 'run' | 'watch'; readonly limits?: { readonly uploads: number } } = {}) =>
  scene.start({ url: sandbox.url, key: sandbox.key, folders: [folder], mode: 'watch', ...options });

const ascii = /^[\x20-\x7e]+$/;

/** Each upload's names, sorted. */
const sent = (run: Run) => run.uploads().map(({ fileNames = [] }) => fileNames.toSorted());

function expectEachItsOwn(run: Run): void {
  for (const { path, result } of run.documents())
    expect(result).toMatchObject({ extractedData: { number: `content of ${path}` } });
}

it('names with quotation marks and percent signs go out together, and come back as they went', async () => {
  sandbox.faults.add('respell:quotes');
  const names = ['Monitor 24".pdf', 'Monitor 27".pdf', 'Monitor 24%22.pdf', 'plain.pdf'];
  await scene.put(folder, ...names);
  const run = await begin();
  await scene.until('all are delivered', () => run.delivered() === 4);
  const quoted = [/^Monitor_24_22_\w{6}\.pdf$/, /^Monitor_24_\w{6}\.pdf$/, /^Monitor_27_\w{6}\.pdf$/];
  expect(sent(run)).toEqual([[...quoted.map((name) => expect.stringMatching(name)), 'plain.pdf']]);
  expectEachItsOwn(run);
  expect(
    run
      .documents()
      .map(({ path }) => path)
      .toSorted(),
  ).toEqual(names.toSorted());
});

it('an answer that has each entry twice is read as if it had it once', async () => {
  await scene.put(folder, 'a.pdf', 'b.pdf');
  const run = await scene.start({
    ...{ url: sandbox.url, key: sandbox.key, folders: [folder] },
    service: (client) => ({
      ...client,
      getBatchResults: async (...given) => {
        const answer = await client.getBatchResults(...given);
        return answer.ok ? ok({ ...answer.value, files: answer.value.files.flatMap((file) => [file, file]) }) : answer;
      },
    }),
  });
  await scene.until('both are delivered', () => run.delivered() === 2);
  expectEachItsOwn(run);
});

it.each(respellings)('names that come back otherwise (%s) find their results, all sent together', async (how) => {
  sandbox.faults.add(`respell:${how}`);
  await scene.put(folder, 'Müller 1.pdf', 'Müller 2.pdf', 'plain 3.pdf');
  const run = await begin();
  await scene.until('all are delivered', () => run.delivered() === 3);
  expect(
    sent(run)
      .flat()
      .every((name) => ascii.test(name)),
  ).toBe(true);
  expectEachItsOwn(run);
  expect(sandbox.allAccepted()).toHaveLength(3);
});

it('a classification whose files go on into an extraction gets every name with a part of the content’s hash', async () => {
  const categories = [{ name: 'Letters', description: 'Letters', linked_extraction_id: sandbox.extraction }];
  const { id } = sandbox.control.createClassification({ name: 'Mail', description: 'Mail', categories });
  const route = { kind: 'classification', id } as const;
  folder = scene.folder('mail', route);
  await scene.put(folder, 'scan.pdf', 'Süd.pdf');
  const run = scene.prepare({ url: sandbox.url, key: sandbox.key, folders: [folder] });
  run.ledger.routes.setNames(sandbox.url, route, { linked: true });
  await run.engine.start();
  await scene.until('both are delivered', () => run.delivered() === 2);
  expect(sent(run)).toEqual([[expect.stringMatching(/^Sued_\w{6}\.pdf$/), expect.stringMatching(/^scan_\w{6}\.pdf$/)]]);
});

it('a document that went out under another name is known again by its own, when the ledger is gone', async () => {
  const names = ['Monitor 24".pdf', 'Müller 1.pdf', 'Müller 2.pdf', 'plain.pdf'];
  await scene.put(folder, ...names);
  const first = await begin({ mode: 'run' });
  expect(await first.ending()).toEqual({ kind: 'done' });
  expect(scene.json(join(folder.path, 'Monitor 24".pdf.json')).source).toMatchObject({ file: 'Monitor 24".pdf' });
  await first.end();
  for (const ending of ['', '-wal', '-shm', '-promise']) rmSync(join(scene.root, `ledger.sqlite${ending}`), { force: true });
  const run = await begin({ mode: 'run' });
  expect(await run.ending()).toEqual({ kind: 'done' });
  expect(run.uploads()).toEqual([]);
  expect(run.documents().map(({ state }) => state.kind)).toEqual(Array(4).fill('processed'));
});
