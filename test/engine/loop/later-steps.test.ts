/** Documents that wait in a later step go out on that step's route, from a folder that has another. */
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { FolderSettings } from '../../../electron/core/config/folder-settings.ts';
import { goOn } from '../../support/jobs.ts';
import type { Run, RunOptions } from '../support/run.ts';
import { type SceneSandbox, sandboxOf } from '../support/sandbox.ts';
import { hour, minute, Timeline } from '../support/timeline.ts';

let scene: Timeline;
let sandbox: SceneSandbox;
let mail: string;

beforeEach(async () => {
  scene = new Timeline();
  // Noon, so that no midnight comes unexpectedly.
  scene.clock.set(12 * hour - (scene.clock.now() % (24 * hour)));
  sandbox = await sandboxOf(scene);
  const categories = [{ name: 'Letters', description: 'Letters' }];
  mail = sandbox.control.createClassification({ name: 'Mail', description: '', categories }).id;
});
afterEach(() => scene.end());

const begin = (folder: FolderSettings, options: Partial<RunOptions> = {}) =>
  scene.start({ url: sandbox.url, key: sandbox.key, folders: [folder], ...options });

/** These have been classified, and are to go on into the extraction. */
function extract(run: Run, ...names: readonly string[]): void {
  const next = { kind: 'extraction', id: sandbox.extraction } as const;
  for (const name of names) goOn(run.ledger, run.document(name).id, next);
  run.engine.lookNow();
}

const extracted = () =>
  sandbox.control.extractions().flatMap(({ batches }) => batches.flatMap(({ files }) => files.map(({ fileName }) => fileName)));

describe('what waits in its second step', () => {
  it('goes out once, in one request with others, and its result comes', async () => {
    const folder = scene.folder('mail', { kind: 'classification', id: mail });
    await scene.put(folder, 'a.pdf', 'b.pdf', 'c.pdf');
    const run = await begin(folder);
    await scene.until('all are classified', () => run.delivered() === 3);
    extract(run, 'a.pdf', 'b.pdf');
    await scene.until('two are extracted', () =>
      ['a.pdf', 'b.pdf'].every((name) => run.document(name).result?.kind === 'extraction'),
    );
    await scene.pass(10 * minute);
    expect(extracted().toSorted()).toEqual(['a.pdf', 'b.pdf']);
    expect(sandbox.allAccepted()).toHaveLength(5);
    expect(run.uploads()).toHaveLength(2);
    for (const name of ['a.pdf', 'b.pdf'])
      expect(run.document(name)).toMatchObject({
        state: { kind: 'processed' },
        verdict: { result: { kind: 'classification' } },
      });
    expect(run.document('c.pdf').verdict).toBeUndefined();
  });

  it('goes out after a kill, and documents of the first step go on beside it', async () => {
    const folder = scene.folder('mail', { kind: 'classification', id: mail });
    await scene.put(folder, 'a.pdf');
    const run = await begin(folder);
    await scene.until('it is classified', () => run.delivered() === 1);
    extract(run, 'a.pdf');
    run.kill();
    await scene.put(folder, 'b.pdf');
    const next = await begin(folder);
    await scene.until('both are done', () => next.delivered() === 2);
    expect(extracted()).toEqual(['a.pdf']);
    expect(sandbox.allAccepted().toSorted()).toEqual(['a.pdf', 'a.pdf', 'b.pdf']);
  });

  it('is charged to the budget of its folder, and waits where that is used up', async () => {
    const folder = scene.folder('mail', { kind: 'classification', id: mail }, { budget: { day: 9 } });
    await scene.put(folder, 'a.pdf', 'b.pdf');
    const run = await begin(folder);
    await scene.until('both are classified', () => run.delivered() === 2);
    extract(run, 'a.pdf', 'b.pdf');
    await scene.until('one is extracted', () => run.documents().some(({ result }) => result?.kind === 'extraction'));
    await scene.pass(10 * minute);
    expect(extracted()).toHaveLength(1);
    expect(run.document(extracted()[0] === 'a.pdf' ? 'b.pdf' : 'a.pdf')).toMatchObject({
      route: { kind: 'extraction' },
      state: { kind: 'waiting', wait: { kind: 'ready' } },
    });
    expect(run.engine.status().budgets).toMatchObject([{ period: 'day', used: 9, waiting: { documents: 1 } }]);
  });

  it('keeps a run going until it is done', async () => {
    const folder = scene.folder('mail', { kind: 'classification', id: mail });
    await scene.put(folder, 'a.pdf');
    const run = await begin(folder);
    await scene.until('it is classified', () => run.delivered() === 1);
    extract(run, 'a.pdf');
    run.kill();
    const again = await begin(folder, { mode: 'run' });
    expect(await again.ending()).toEqual({ kind: 'done' });
    expect(again.document('a.pdf').result?.kind).toBe('extraction');
  });
});

it('what came in an odd number is asked about before its first step only', async () => {
  const folder = scene.folder('mail', { kind: 'classification', id: mail });
  await scene.put(folder, 'a.pdf');
  const run = await begin(folder);
  await scene.until('it is classified', () => run.delivered() === 1);
  const { id } = run.document('a.pdf');
  const folderId = run.document('a.pdf').folderId;
  run.ledger.meta.write('question', { since: 0, why: 'many', first: id }, folderId);
  extract(run, 'a.pdf');
  await scene.until('it is extracted', () => run.document('a.pdf').result?.kind === 'extraction');
  expect(run.history('a.pdf').filter((line) => line.startsWith('held'))).toEqual([]);
});
