/** A folder that a person has paused: nothing is taken in; what was sent is polled and delivered. */
import { renameSync, utimesSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { FolderSettings } from '../../../electron/core/config/folder-settings.ts';
import { makeFile } from '../../support/make-files.ts';
import { reads } from '../../support/reads.ts';
import { inBetween } from '../support/in-between.ts';
import type { Run } from '../support/run.ts';
import { type SceneSandbox, sandboxOf } from '../support/sandbox.ts';
import { minute, Timeline } from '../support/timeline.ts';

let scene: Timeline;
let sandbox: SceneSandbox;
beforeEach(async () => {
  scene = new Timeline();
  sandbox = await sandboxOf(scene);
});
afterEach(() => scene.end());

const begin = (folder: FolderSettings, more: { readonly mode?: 'run'; readonly url?: string } = {}): Promise<Run> =>
  scene.start({ url: sandbox.url, key: sandbox.key, folders: [folder], ...more });
const paused = (folder: FolderSettings): FolderSettings => ({ ...folder, paused: true });

/** An engine that is ended when its document is at the service. */
async function sent(folder: FolderSettings): Promise<void> {
  await scene.put(folder, 'a.pdf');
  const run = await begin(folder);
  await scene.until('it is at the service', () => run.has('a.pdf') && run.state('a.pdf') === 'queued');
  await run.end();
}

describe('A paused folder', () => {
  it('picks up nothing, and still counts in the status', async () => {
    const folder = scene.folder('scans', sandbox.extraction);
    await sent(folder);
    const run = await begin(paused(folder));
    await scene.put(folder, 'late.pdf');
    run.engine.lookNow();
    await scene.pass(10 * minute);
    expect(run.has('late.pdf')).toBe(false);
    expect(run.uploads()).toHaveLength(0);
    const [status] = run.engine.status().folders;
    expect(status).toMatchObject({ path: folder.path, health: { kind: 'resting' }, balance: { found: 1, delivered: 1 } });
    expect(run.engine.status().balance).toMatchObject({ found: 1, delivered: 1 });
    expect(run.ledger.meta.read('folder-health', status?.id ?? 0)).toEqual({ kind: 'resting' });
  });

  it('gets results of what was sent before, and picks up the rest once it is resumed', async () => {
    const folder = scene.folder('scans', sandbox.extraction);
    await sent(folder);
    const run = await begin(paused(folder));
    await scene.until('it is delivered', () => run.delivered() === 1);
    expect(scene.resultOf(folder, 'a.pdf')).toMatchObject({ status: 'processed' });
    await scene.put(folder, 'late.pdf');
    await run.end();
    const again = await begin(folder);
    await scene.until('both are delivered', () => again.delivered() === 2);
    expect(again.engine.status().folders[0]?.health).toMatchObject({ kind: 'watching' });
  });

  it('keeps what was ready and not sent for later, and lets a run end', async () => {
    const folder = scene.folder('scans', sandbox.extraction);
    const between = await inBetween(scene, sandbox.url);
    between.onWhole = ({ path }) => (path.endsWith('uploadFiles') ? { status: 503, body: { error: 'Busy.' } } : undefined);
    await scene.put(folder, 'a.pdf');
    const first = await begin(folder, { url: between.url });
    await scene.until('it waits', () => first.uploads().length > 0 && first.state('a.pdf') === 'waiting');
    await first.end();
    const run = await begin(paused(folder), { mode: 'run', url: between.url });
    expect(await run.ending()).toEqual({ kind: 'done' });
    expect(run.state('a.pdf')).toBe('waiting');
    expect(run.uploads()).toHaveLength(0);
  });

  it('loses no result whose file is not where it was: it is written once the folder is resumed', async () => {
    const folder = scene.folder('scans', sandbox.extraction);
    await sent(folder);
    renameSync(join(folder.path, 'a.pdf'), join(folder.path, 'renamed.pdf'));
    const run = await begin(paused(folder));
    await scene.until('a person is told', () => run.engine.status().attention === 1);
    expect(run.document('a.pdf').delivery).toMatchObject({
      kind: 'pending',
      message: reads('paused'),
    });
    await run.end();
    const again = await begin(folder);
    await scene.until('it is delivered', () => again.delivered() === 1);
    expect(scene.names(folder)).toEqual(['intray-Invoices.csv', 'renamed.pdf', 'renamed.pdf.json']);
    expect(sandbox.accepted('a.pdf')).toBe(1);
  });

  it('that was never watched: existing files are skipped, and what comes while it is paused is picked up later', async () => {
    const folder = scene.folder('scans', sandbox.extraction, { existing: 'skip' });
    await longAgo(folder, 'old.pdf');
    const run = await begin(paused(folder));
    await scene.until('it was looked through', () => hasBaseline(run, folder));
    // Moved in, it keeps the time at which it was written.
    await longAgo(folder, 'moved in.pdf');
    await scene.put(folder, 'new.pdf');
    await scene.pass(10 * minute);
    expect(run.documents()).toEqual([]);
    expect(run.engine.status().folders[0]?.health).toEqual({ kind: 'resting' });
    await run.end();
    const again = await begin(folder);
    await scene.until('both are delivered', () => again.delivered() === 2);
    await scene.pass(minute);
    expect(sandbox.allAccepted().sort()).toEqual(['moved in.pdf', 'new.pdf']);
  });

  it('whose share is away while it is paused is scanned once the share is back', async () => {
    const folder = scene.folder('scans', sandbox.extraction, { existing: 'skip' });
    await longAgo(folder, 'old.pdf');
    renameSync(folder.path, `${folder.path} away`);
    const run = await begin(paused(folder));
    await scene.pass(minute);
    expect(run.engine.status().folders[0]?.health).toEqual({ kind: 'resting' });
    renameSync(`${folder.path} away`, folder.path);
    await scene.until('it was looked through', () => hasBaseline(run, folder));
    await run.end();
    const again = await begin(folder);
    await scene.until('it is watched', () => again.engine.status().folders[0]?.health.kind === 'watching');
    await scene.pass(minute);
    expect(again.documents()).toEqual([]);
  });

  it.each([
    ['before the other copy came', false],
    ['while the other copy waited for it', true],
  ])('holds up no copy of what waits in it, and pays once: it was paused %s', async (_, late) => {
    const first = scene.folder('first', sandbox.extraction);
    const second = scene.folder('second', sandbox.extraction);
    const between = await inBetween(scene, sandbox.url);
    const busy = { status: 503, body: { error: 'Busy.' } };
    between.onWhole = ({ path }) => (path.endsWith('uploadFiles') ? busy : undefined);
    await makeFile(join(first.path, 'a.pdf'), 'the same');
    const start = (folders: readonly FolderSettings[]) => scene.start({ url: between.url, key: sandbox.key, folders });
    const before = await start([first, second]);
    await scene.until('it waits', () => before.uploads().length > 0 && before.state('a.pdf') === 'waiting');
    const copy = () => makeFile(join(second.path, 'b.pdf'), 'the same');
    if (late) {
      await copy();
      await scene.until('the copy waits', () => before.has('b.pdf') && before.state('b.pdf') === 'waiting');
    }
    await before.end();
    between.onWhole = () => undefined;
    const run = await start([paused(first), second]);
    if (!late) await copy();
    await scene.until('the copy is delivered', () => run.delivered() === 1);
    expect(run.state('b.pdf')).toBe('processed');
    await run.end();
    const again = await start([first, second]);
    await scene.until('the other has its result too', () => again.document('a.pdf').delivery.kind === 'done');
    expect(again.state('a.pdf')).toBe('duplicate');
    expect(sandbox.allAccepted()).toEqual(['b.pdf']);
  });
});

async function longAgo(folder: FolderSettings, name: string): Promise<void> {
  const at = new Date('2020-01-02T03:04:05Z');
  const aside = join(scene.root, name);
  await makeFile(aside, name);
  utimesSync(aside, at, at);
  renameSync(aside, join(folder.path, name));
}

function hasBaseline(run: Run, { path }: FolderSettings): boolean {
  return run.ledger.folders.byPath(path)?.baselineAt !== undefined;
}
