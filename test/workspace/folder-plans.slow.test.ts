/** What a window is shown before it has many files sent. */
import { createHash, randomUUID } from 'node:crypto';
import { readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type FolderSettings, folderSettingsSchema } from '../../electron/core/config/folder-settings.ts';
import type { RequestInput } from '../../electron/core/contract/contract.ts';
import type { FolderPlan } from '../../electron/core/contract/folders.ts';
import { createFolderPlans } from '../../electron/workspace/folders/folder-plans.ts';
import { makeFile } from '../support/make-files.ts';
import { Scene } from '../support/scene.ts';
import { waitFor } from '../support/wait-for.ts';
import { openWithSandbox, type TestWorkspace } from '../support/workspace.ts';

type Done = Extract<FolderPlan, { kind: 'done' }>;

describe('A plan of a folder', () => {
  let test: TestWorkspace;
  let extraction: FolderSettings['route'];
  beforeEach(async () => {
    ({ test, extraction } = await openWithSandbox());
  });
  afterEach(() => test.end());

  const planned = async (input: Omit<RequestInput<'planFolder'>, 'plan'>): Promise<Done> => {
    const plan = randomUUID();
    return test.until('it is planned', async () => {
      const state = await test.ask('planFolder', { plan, ...input });
      return state.kind === 'done' ? state : undefined;
    });
  };
  const tree = (folder: string) =>
    readdirSync(folder, { recursive: true, encoding: 'utf8' })
      .toSorted()
      .map((name) => {
        const path = join(folder, name);
        return [name, statSync(path).isFile() && createHash('sha256').update(readFileSync(path)).digest('hex')];
      });

  it('says what would be sent, what is a copy, and what cannot be sent and why, and changes nothing', async () => {
    const settings = test.folder('scans', extraction);
    for (const name of ['a.pdf', 'deep/b.png', 'c.docx']) await makeFile(join(settings.path, name), name);
    await makeFile(join(settings.path, 'copy of a.pdf'), 'a.pdf');
    writeFileSync(join(settings.path, 'd.pdf'), 'no document');
    const before = tree(test.root);
    const done = await planned({ settings });
    expect(done).toMatchObject({
      send: 3,
      pages: 2,
      unknownPages: 1,
      known: 1,
      unsettled: 0,
      budgets: [],
      held: { documents: 0 },
    });
    expect(done.rejected).toMatchObject({ count: 1, files: [{ path: 'd.pdf', message: { code: expect.any(String) } }] });
    // The ledger is open, so its files are left out.
    const outside = (all: typeof before) => all.filter(([name]) => !String(name).startsWith('data'));
    expect(outside(tree(test.root))).toEqual(outside(before));
    expect((await test.ask('status', {})).balance.found).toBe(0);
    expect(await test.ask('folders', {})).toEqual([]);
  });

  it('is of what was left alone in a folder that is watched', async () => {
    const settings = test.folder('scans', extraction, { existing: 'skip' });
    const before = join(settings.path, 'before.pdf');
    await makeFile(before, 'before');
    // What comes within a tick of the clock before a folder is chosen counts as new.
    await waitFor(() => expect(Date.now()).toBeGreaterThan(statSync(before).mtimeMs + 20));
    const { id } = await test.ask('addFolder', { settings, countedAt: Date.now() + 60_000 });
    await test.until('it is left alone', async () => (await test.ask('status', {})).folders[0]?.leftAlone === 1);
    expect(await planned({ id })).toMatchObject({ send: 1, pages: 1 });
    expect(await planned({ id, settings: { ...settings, ignore: ['before*'] } })).toMatchObject({ send: 0, pages: 0 });
    expect((await test.ask('status', {})).folders[0]?.leftAlone).toBe(1);
  });

  it('ends when another one begins, when its window says so, and when the workspace closes', async () => {
    const settings = test.folder('scans', extraction, { settleSeconds: 3_600 });
    const slow = { settings: { ...settings, settleSeconds: 30 } };
    await makeFile(join(settings.path, 'a.pdf'), 'a');
    const [first, second] = [randomUUID(), randomUUID()];
    expect(await test.ask('planFolder', { plan: first, ...slow })).toMatchObject({ kind: 'looking' });
    expect(await test.ask('planFolder', { plan: second, ...slow })).toMatchObject({ kind: 'looking' });
    expect(await test.ask('planFolder', { plan: first, ...slow })).toEqual({ kind: 'ended' });
    await test.until('its file is found', async () => {
      const state = await test.ask('planFolder', { plan: second, ...slow });
      return state.kind === 'looking' && state.of === 1;
    });
    await test.ask('endPlan', { plan: second });
    expect(await test.ask('planFolder', { plan: second, ...slow })).toEqual({ kind: 'ended' });
    const third = randomUUID();
    await test.ask('planFolder', { plan: third, ...slow });
    const begun = performance.now();
    await test.close();
    expect(performance.now() - begun).toBeLessThan(5_000);
  });

  it('is refused with a plain sentence where the folder cannot be watched or is not there', async () => {
    const settings = test.folder('scans', extraction);
    const plan = () => randomUUID();
    expect(
      await test.refused('planFolder', { plan: plan(), settings: { ...settings, path: join(settings.path, 'gone') } }),
    ).toMatchObject({
      kind: 'invalid-input',
      field: 'settings.path',
      message: { code: 'workspace.folder.missing' },
    });
    expect(await test.refused('planFolder', { plan: plan(), id: 99 })).toMatchObject({ kind: 'unavailable' });
    expect(await test.refused('planFolder', { plan: plan() })).toMatchObject({ kind: 'unavailable' });
  });
});

describe('Plans', () => {
  it('end when nobody has asked for two minutes, and begin no more once they are closed', async () => {
    const scene = new Scene();
    let elapsed = 0;
    let timers: { readonly at: number; readonly work: () => void }[] = [];
    const clock = {
      elapsed: () => elapsed,
      after(milliseconds: number, work: () => void) {
        const timer = { at: elapsed + milliseconds, work };
        timers.push(timer);
        return () => {
          timers = timers.filter((each) => each !== timer);
        };
      },
    };
    const pass = (milliseconds: number) => {
      elapsed += milliseconds;
      const due = timers.filter(({ at }) => at <= elapsed);
      timers = timers.filter(({ at }) => at > elapsed);
      for (const { work } of due) work();
    };
    try {
      const path = scene.directory('scans');
      await makeFile(join(path, 'a.pdf'), 'a');
      const folder = folderSettingsSchema.parse({
        path,
        route: { kind: 'extraction', id: 'e' },
        settleSeconds: 0.1,
        existing: 'send',
      });
      // No page is ever counted.
      const parser = { call: () => new Promise<never>(() => {}) };
      const plans = createFolderPlans({ world: { dataDirectory: scene.directory('data') }, clock, parser });
      const planned = { folder, beside: [], origin: 'https://service.example' };
      plans.begin('a', planned);
      pass(100_000);
      expect(plans.state('a')).not.toEqual({ kind: 'ended' });
      pass(100_000);
      expect(plans.state('a')).not.toEqual({ kind: 'ended' });
      pass(120_000);
      pass(120_000);
      expect(plans.state('a')).toEqual({ kind: 'ended' });
      plans.begin('b', planned);
      expect(plans.state('b')).toMatchObject({ kind: 'looking' });
      await waitFor(() => {
        const state = plans.state('b');
        if (state?.kind !== 'looking' || state.of === 0) throw new Error('not yet');
      });
      await plans.close();
      expect(timers).toEqual([]);
      expect(plans.begin('c', planned)).toEqual({ kind: 'ended' });
    } finally {
      await scene.end();
    }
  });
});
