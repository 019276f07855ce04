/** The failure table's last row: after a lost ledger, what nothing proves is held for one decision, and not sent. */
import { mkdirSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { FolderSettings } from '../../../electron/core/config/folder-settings.ts';
import { makeBackup } from '../../../electron/ledger/backups.ts';
import { openKeptLedger } from '../../../electron/ledger/safekeeping.ts';
import { makeFile } from '../../support/make-files.ts';
import { reads } from '../../support/reads.ts';
import type { Run, RunOptions } from '../support/run.ts';
import { type SceneSandbox, sandboxOf } from '../support/sandbox.ts';
import { Timeline } from '../support/timeline.ts';

let scene: Timeline;
let sandbox: SceneSandbox;
let folder: FolderSettings;
beforeEach(async () => {
  scene = new Timeline();
  sandbox = await sandboxOf(scene);
  folder = scene.folder('scans', sandbox.extraction, { unresolved: 'resend' });
});
afterEach(() => scene.end());

const options = (more: Partial<RunOptions> = {}): RunOptions => ({
  url: sandbox.url,
  key: sandbox.key,
  mode: 'run',
  folders: [folder],
  ...more,
});
const file = () => join(scene.root, 'ledger.sqlite');
const backUp = () => makeBackup(file(), join(scene.root, 'backups'), Date.parse('2026-05-04T13:02:07.123Z'));

async function runOnce(more: Partial<RunOptions> = {}): Promise<Run> {
  const run = await scene.start(options(more));
  expect(await run.ending()).toEqual({ kind: 'done' });
  await run.end();
  return run;
}

/** The ledger's file goes; the next opening takes up what backups there are. */
function loseLedger(): void {
  for (const ending of ['', '-wal', '-shm', '-promise']) rmSync(`${file()}${ending}`, { force: true });
  const { ledger, recovery } = openKeptLedger(file(), scene.clock.now());
  ledger.close();
  expect(recovery).toBeDefined();
}

/** `known.pdf` is delivered and in the backup; `later.pdf` is delivered after it, and `fresh.pdf` never sent. */
async function livedAndLost(): Promise<void> {
  await scene.put(folder, 'known.pdf');
  const first = await scene.start(options());
  await first.ending();
  await backUp();
  await first.end();
  await scene.put(folder, 'later.pdf');
  await runOnce();
  await scene.put(folder, 'fresh.pdf');
  loseLedger();
}

const heldUnverified = {
  kind: 'waiting',
  wait: { kind: 'held', why: 'unverified', message: reads('Decide once') },
};

describe('after a lost ledger', () => {
  it('what the backup knows as delivered is left alone, and every other file is held, with a reason', async () => {
    await livedAndLost();
    const run = await scene.start(options());
    expect(await run.ending()).toEqual({ kind: 'done' });
    expect(run.document('known.pdf')).toMatchObject({ state: { kind: 'processed' }, delivery: { kind: 'done' } });
    for (const name of ['later.pdf', 'fresh.pdf']) expect(run.document(name).state).toMatchObject(heldUnverified);
    expect(run.uploads()).toEqual([]);
    expect(run.engine.status()).toMatchObject({ attention: 2, unverified: { message: reads('missing') } });
    await run.end();
    // Nothing is forgotten by starting again.
    const again = await runOnce();
    expect(again.uploads()).toEqual([]);
    expect(sandbox.accepted('later.pdf')).toBe(1);
  });

  it('send: those whose result the service confirms cost nothing, the others are sent once and marked; then the matter is closed', async () => {
    await livedAndLost();
    await makeFile(join(folder.path, 'copy of fresh.pdf'), 'content of fresh.pdf');
    const run = await scene.start(options({ mode: 'watch' }));
    await scene.until('they are held', () => run.engine.status().attention === 3);
    run.engine.decideUnverified('send');
    await scene.until('all are delivered', () => run.delivered() === 3);
    await scene.until('the copy is, too', () => run.engine.status().balance.duplicate === 1);
    expect(sandbox.accepted('later.pdf')).toBe(1);
    expect(sandbox.accepted('fresh.pdf') + sandbox.accepted('copy of fresh.pdf')).toBe(1);
    expect(
      run
        .documents()
        .filter(({ possibleDuplicate }) => possibleDuplicate)
        .map(({ path }) => path)
        .sort(),
    ).toEqual(['copy of fresh.pdf', 'fresh.pdf']);
    expect(run.engine.status().unverified).toBeUndefined();
    expect(run.ledger.meta.read('unverified')).toBeUndefined();
    // What comes from now on is as ever.
    await scene.put(folder, 'new.pdf');
    run.engine.lookNow();
    await scene.until('it is delivered', () => run.delivered() === 4);
    expect(run.document('new.pdf').possibleDuplicate).toBe(false);
  });

  it('leave: they are left out like files that were there before, also by later runs, until they change', async () => {
    await livedAndLost();
    const run = await scene.start(options({ mode: 'watch' }));
    await scene.until('they are held', () => run.engine.status().attention === 2);
    run.engine.decideUnverified('leave');
    expect(run.documents().map(({ path }) => path)).toEqual(['known.pdf']);
    expect(run.engine.status().balance).toMatchObject({ found: 1, delivered: 1 });
    await run.end();
    const next = await runOnce();
    expect(next.uploads()).toEqual([]);
    await makeFile(join(folder.path, 'fresh.pdf'), 'another content');
    const after = await scene.start(options());
    await after.ending();
    expect(after.uploads().flatMap(({ fileNames }) => fileNames)).toEqual(['fresh.pdf']);
  });

  it.each(['send', 'leave'] as const)('a decision may come before the start: %s', async (decision) => {
    await livedAndLost();
    const run = scene.prepare(options());
    run.engine.decideUnverified(decision);
    await run.engine.start();
    expect(await run.ending()).toEqual({ kind: 'done' });
    expect(
      run
        .uploads()
        .flatMap(({ fileNames }) => fileNames ?? [])
        .sort(),
    ).toEqual(decision === 'send' ? ['fresh.pdf'] : []);
    expect(
      run
        .documents()
        .map(({ path }) => path)
        .sort(),
    ).toEqual(decision === 'send' ? ['fresh.pdf', 'known.pdf', 'later.pdf'] : ['known.pdf']);
    // A possible duplicate wants a look.
    expect(run.engine.status().attention).toBe(decision === 'send' ? 1 : 0);
    expect(run.ledger.meta.read('unverified')).toBeUndefined();
  });

  it('touching or renaming a held file does not send it', async () => {
    await livedAndLost();
    const run = await scene.start(options({ mode: 'watch' }));
    await scene.until('they are held', () => run.engine.status().attention === 2);
    const look = async () => {
      run.engine.lookNow();
      await scene.pass(10_000);
    };
    await makeFile(join(folder.path, 'fresh.pdf'), 'another content');
    await look();
    expect(run.document('fresh.pdf').state).toMatchObject(heldUnverified);
    renameSync(join(folder.path, 'fresh.pdf'), join(folder.path, 'renamed.pdf'));
    await look();
    expect(run.document('renamed.pdf').state).toMatchObject(heldUnverified);
    expect(run.uploads()).toEqual([]);
  });

  it('a file that comes later is sent, unless it is a copy of one that is held and known', async () => {
    await livedAndLost();
    const run = await scene.start(options({ mode: 'watch' }));
    await scene.until('they are held', () => run.engine.status().attention === 2);
    await scene.put(folder, 'new.pdf');
    run.engine.lookNow();
    await scene.until('it is delivered', () => run.delivered() === 2);
    expect(run.uploads().flatMap(({ fileNames }) => fileNames)).toEqual(['new.pdf']);
  });

  it('what is at the service is asked for and delivered; what was about to be sent, or may have been, is held', async () => {
    sandbox.faults.add('stuck:processing,times=1');
    await scene.put(folder, 'sent.pdf');
    const first = await scene.start(options({ mode: 'watch' }));
    await scene.until(
      'it is accepted',
      () => first.has('sent.pdf') && ['queued', 'processing'].includes(first.state('sent.pdf')),
    );
    await scene.put(folder, 'settling.pdf');
    first.engine.lookNow();
    await scene.until('it is seen', () => first.has('settling.pdf'));
    await backUp();
    first.kill();
    loseLedger();
    const run = await scene.start(options());
    expect(await run.ending()).toEqual({ kind: 'done' });
    expect(run.document('sent.pdf')).toMatchObject({ state: { kind: 'processed' }, delivery: { kind: 'done' } });
    expect(run.document('settling.pdf').state).toMatchObject(heldUnverified);
    expect(run.uploads()).toEqual([]);
  });

  it('holds existing files even where they would be skipped, and where there was no backup at all', async () => {
    await scene.put(folder, 'a.pdf');
    await runOnce();
    await scene.put(folder, 'b.pdf');
    mkdirSync(join(scene.root, 'quarantine'));
    renameSync(file(), join(scene.root, 'quarantine', 'ledger.sqlite'));
    loseLedger();
    const skipping: FolderSettings = { ...folder, existing: 'skip' };
    const run = await scene.start(options({ folders: [skipping] }));
    await run.ending();
    for (const name of ['a.pdf', 'b.pdf']) expect(run.document(name).state).toMatchObject(heldUnverified);
    expect(run.uploads()).toEqual([]);
  });

  it('looks at a folder that is paused once that is resumed: until then its files are neither held nor counted', async () => {
    await scene.put(folder, 'a.pdf');
    await runOnce();
    mkdirSync(join(scene.root, 'quarantine'));
    renameSync(file(), join(scene.root, 'quarantine', 'ledger.sqlite'));
    loseLedger();
    const paused: FolderSettings = { ...folder, existing: 'skip', paused: true };
    const first = await scene.start(options({ folders: [paused], mode: 'watch' }));
    first.engine.lookNow();
    await scene.pass(60_000);
    expect(first.documents()).toEqual([]);
    expect(first.engine.status().unverified).toBeDefined();
    await first.end();
    const second = await scene.start(options({ folders: [{ ...paused, paused: false }] }));
    await second.ending();
    expect(second.document('a.pdf').state).toMatchObject(heldUnverified);
  });

  it('one of them can be sent by hand, and is marked', async () => {
    await livedAndLost();
    const run = await scene.start(options({ mode: 'watch' }));
    await scene.until('they are held', () => run.engine.status().attention === 2);
    run.engine.sendAgain([run.document('fresh.pdf').id]);
    await scene.until('it is delivered', () => run.delivered() === 2);
    expect(run.document('fresh.pdf').possibleDuplicate).toBe(true);
    expect(run.document('later.pdf').state).toMatchObject(heldUnverified);
  });

  it('a decision without a question does nothing', async () => {
    await scene.put(folder, 'a.pdf');
    const run = scene.prepare(options());
    run.engine.decideUnverified('leave');
    await run.engine.start();
    await run.ending();
    expect(run.delivered()).toBe(1);
  });
});
