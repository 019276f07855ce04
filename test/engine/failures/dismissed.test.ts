/** What a person has dismissed before it was sent is not sent, whatever would have sent it, until a person says so. */
import { renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { FolderSettings } from '../../../electron/core/config/folder-settings.ts';
import { type Standing, standingOf } from '../../../electron/core/document/standing.ts';
import { usualGuard } from '../../../electron/engine/loop/guard.ts';
import { makeBytes, makeFile } from '../../support/make-files.ts';
import type { Run, RunOptions } from '../support/run.ts';
import { type SceneSandbox, sandboxOf } from '../support/sandbox.ts';
import { minute, Timeline } from '../support/timeline.ts';

let scene: Timeline;
let sandbox: SceneSandbox;
let folder: FolderSettings;
let isFull: boolean;
beforeEach(async () => {
  scene = new Timeline();
  sandbox = await sandboxOf(scene);
  folder = scene.folder('scans', sandbox.extraction);
  isFull = true;
});
afterEach(() => scene.end());

/** The disk is full as long as `isFull`. */
async function begin(options: Partial<RunOptions> = {}): Promise<Run> {
  const run = scene.prepare({ url: sandbox.url, key: sandbox.key, folders: [folder], ...options });
  run.refuse = (operation) => (operation === 'probeWrite' && isFull ? 'full' : undefined);
  await run.engine.start();
  return run;
}

const idOf = (run: Run, name: string) => run.document(name).id;
const count = (run: Run, standing: Standing) => run.documents().filter((document) => standingOf(document) === standing).length;

/** Nothing fits on the disk: two documents wait for it, and a person dismisses the first. */
async function dismissedWhileFull(): Promise<Run> {
  await scene.put(folder, 'a.pdf', 'b.pdf');
  const run = await begin();
  await scene.until('both wait for the disk', () => count(run, 'needs-you') === 2);
  expect(run.engine.dismiss([idOf(run, 'a.pdf')], 'Anna')).toBe(1);
  return run;
}

/** There is room, and all the time in the world. */
async function room(run: Run): Promise<void> {
  isFull = false;
  await scene.until('the other is delivered', () => run.delivered() === 1, { within: 2 * minute });
  await scene.pass(10 * minute);
}

describe('a document that is dismissed while the disk is full', () => {
  it('is not sent when there is room, and says so; restored, it is', async () => {
    const run = await dismissedWhileFull();
    await room(run);
    expect(sandbox.allAccepted()).toEqual(['b.pdf']);
    expect([count(run, 'dismissed'), run.engine.status().attention]).toEqual([1, 0]);
    expect(run.document('a.pdf').state).toMatchObject({ wait: { why: 'dismissed', message: { code: 'outcome.dismissed' } } });
    expect(run.engine.undismiss([idOf(run, 'a.pdf')], 'Anna')).toBe(1);
    await scene.until('it is delivered too', () => run.delivered() === 2);
    expect(sandbox.allAccepted().toSorted()).toEqual(['a.pdf', 'b.pdf']);
  });

  it('is not sent by another start, nor when the clock jumps or its file is moved away and back', async () => {
    const first = await dismissedWhileFull();
    await first.end();
    const run = await begin();
    scene.clock.set(-24 * 60 * minute);
    await scene.pass(minute);
    const [here, there] = [join(folder.path, 'a.pdf'), join(scene.root, 'a.pdf')];
    renameSync(here, there);
    run.engine.lookNow();
    await scene.until('it has gone', () => run.document('a.pdf').state.kind === 'gone');
    renameSync(there, here);
    run.engine.lookNow();
    await scene.until('it is back', () => run.document('a.pdf').state.kind !== 'gone');
    await room(run);
    expect(sandbox.allAccepted()).toEqual(['b.pdf']);
    expect(count(run, 'dismissed')).toBe(1);
  });

  it('is sent if a person says so, or if its file gets another content', async () => {
    const run = await dismissedWhileFull();
    await room(run);
    run.engine.sendAgain([idOf(run, 'a.pdf')]);
    await scene.until('it is delivered', () => run.delivered() === 2);
    isFull = true;
    await scene.pass(minute);
    await scene.put(folder, 'c.pdf');
    run.engine.lookNow();
    await scene.until('the third waits', () => count(run, 'needs-you') === 1);
    run.engine.dismiss([idOf(run, 'c.pdf')], 'Anna');
    isFull = false;
    await scene.pass(5 * minute);
    await makeFile(join(folder.path, 'c.pdf'), 'quite another content');
    run.engine.lookNow();
    await scene.until('it is delivered', () => run.delivered() === 3);
    expect(sandbox.allAccepted().toSorted()).toEqual(['a.pdf', 'b.pdf', 'c.pdf']);
  });
});

it('is not sent with the others once the question about them is answered', async () => {
  isFull = false;
  const run = await begin({ limits: { guard: { ...usualGuard, documents: 2 } } });
  await scene.put(folder, 'a.pdf', 'b.pdf', 'c.pdf', 'd.pdf');
  run.engine.lookNow();
  await scene.until('they are held', () => count(run, 'needs-you') === 4);
  run.engine.dismiss([idOf(run, 'a.pdf')], 'Anna');
  run.engine.answerQuestion(1, 'send');
  await scene.until('the others are delivered', () => run.delivered() === 3);
  await scene.pass(10 * minute);
  expect(sandbox.allAccepted().toSorted()).toEqual(['b.pdf', 'c.pdf', 'd.pdf']);
  expect([count(run, 'dismissed'), run.engine.status().folders[0]?.question]).toEqual([1, undefined]);
});

it('is not sent when its folder is told to send what is incomplete, or to send elsewhere', async () => {
  isFull = false;
  const photograph = makeBytes('jpg', 'a photograph');
  writeFileSync(join(folder.path, 'half.jpg'), photograph.subarray(0, photograph.length - 4));
  writeFileSync(join(folder.path, 'empty.pdf'), '');
  const first = await begin();
  await scene.until('both need a person', () => count(first, 'needs-you') + count(first, 'failed') === 2);
  expect(first.engine.dismiss([idOf(first, 'half.jpg'), idOf(first, 'empty.pdf')], 'Anna')).toBe(2);
  await first.end();
  const receipts = sandbox.control.createExtraction({ name: 'Receipts', fields: [{ key: 'number' }] });
  const run = await begin({ folders: [{ ...folder, incomplete: 'send', route: { kind: 'extraction', id: receipts } }] });
  await scene.pass(10 * minute);
  await scene.until('both are as they were', () => count(run, 'dismissed') === 2);
  expect(sandbox.allAccepted()).toEqual([]);
});
