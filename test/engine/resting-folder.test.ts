/** A folder that a person has paused: nothing is taken in; what was sent is polled and delivered. */
import { renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { FolderSettings } from '../../electron/core/settings.ts';
import { healthKey } from '../../electron/engine/folder-book.ts';
import { makeFile } from '../support/make-files.ts';
import { inBetween } from './support/in-between.ts';
import type { Run } from './support/run.ts';
import { type SceneSandbox, sandboxOf } from './support/sandbox.ts';
import { minute, Scene } from './support/scene.ts';

let scene: Scene;
let sandbox: SceneSandbox;
beforeEach(async () => {
  scene = new Scene();
  sandbox = await sandboxOf(scene);
});
afterEach(() => scene.end());

const begin = (folder: FolderSettings, more: { readonly mode?: 'run'; readonly url?: string } = {}): Promise<Run> =>
  scene.start({ url: sandbox.url, key: sandbox.key, folders: [folder], ...more });
const resting = (folder: FolderSettings): FolderSettings => ({ ...folder, paused: true });

/** An engine that is ended when its document is at the service. */
async function sent(folder: FolderSettings): Promise<void> {
  await scene.put(folder, 'a.pdf');
  const run = await begin(folder);
  await scene.until('it is at the service', () => run.has('a.pdf') && run.state('a.pdf') === 'queued');
  await run.end();
}

describe('A resting folder', () => {
  it('takes nothing in, is not scanned, and still counts in the status', async () => {
    const folder = scene.folder('scans', sandbox.extraction);
    await sent(folder);
    const run = await begin(resting(folder));
    await scene.put(folder, 'late.pdf');
    run.engine.lookNow();
    await scene.pass(10 * minute);
    expect(run.has('late.pdf')).toBe(false);
    expect(run.uploads()).toHaveLength(0);
    const [status] = run.engine.status().folders;
    expect(status).toMatchObject({ path: folder.path, health: { kind: 'resting' }, balance: { found: 1, delivered: 1 } });
    expect(run.engine.status().balance).toMatchObject({ found: 1, delivered: 1 });
    expect(run.ledger.meta.get(healthKey(status?.id ?? 0))).toEqual({ kind: 'resting' });
  });

  it('gets what was sent before, and takes the rest in once it goes on', async () => {
    const folder = scene.folder('scans', sandbox.extraction);
    await sent(folder);
    const run = await begin(resting(folder));
    await scene.until('it is delivered', () => run.delivered() === 1);
    expect(scene.json(folder, 'a.pdf')).toMatchObject({ status: 'processed' });
    await scene.put(folder, 'late.pdf');
    await run.end();
    const again = await begin(folder);
    await scene.until('both are delivered', () => again.delivered() === 2);
    expect(again.engine.status().folders[0]?.health).toMatchObject({ kind: 'watching' });
  });

  it('keeps what was settled and not sent for later, and lets a run end', async () => {
    const folder = scene.folder('scans', sandbox.extraction);
    const between = await inBetween(scene, sandbox.url);
    between.onWhole = ({ path }) => (path.endsWith('uploadFiles') ? { status: 503, body: { error: 'Busy.' } } : undefined);
    await scene.put(folder, 'a.pdf');
    const first = await begin(folder, { url: between.url });
    await scene.until('it waits', () => first.has('a.pdf') && first.document('a.pdf').attempts > 0);
    await first.end();
    const run = await begin(resting(folder), { mode: 'run', url: between.url });
    expect(await run.ending()).toEqual({ kind: 'done' });
    expect(run.state('a.pdf')).toBe('waiting');
    expect(run.uploads()).toHaveLength(0);
  });

  it('loses no result whose file is not where it was: it is written once the folder goes on', async () => {
    const folder = scene.folder('scans', sandbox.extraction);
    await sent(folder);
    renameSync(join(folder.path, 'a.pdf'), join(folder.path, 'renamed.pdf'));
    const run = await begin(resting(folder));
    await scene.until('a person is told', () => run.engine.status().attention === 1);
    expect(run.document('a.pdf').delivery).toMatchObject({
      kind: 'pending',
      message: expect.stringContaining('paused') as string,
    });
    await run.end();
    const again = await begin(folder);
    await scene.until('it is delivered', () => again.delivered() === 1);
    expect(scene.names(folder)).toEqual(['intray-Invoices.csv', 'renamed.pdf', 'renamed.pdf.json']);
    expect(sandbox.accepted('a.pdf')).toBe(1);
  });

  it('that was never watched begins when it goes on: what came before then was there before', async () => {
    const folder = scene.folder('scans', sandbox.extraction, { existing: 'skip' });
    const run = await begin(resting(folder));
    await makeFile(join(folder.path, 'a.pdf'), 'while it rested');
    await scene.pass(minute);
    await run.end();
    const again = await begin(folder);
    await scene.until('it is watched', () => again.engine.status().folders[0]?.health.kind === 'watching');
    await scene.pass(minute);
    expect(again.documents()).toEqual([]);
    rmSync(join(folder.path, 'a.pdf'));
  });
});
