/** Files of documents that have passed a step: what was paid for there stays with its content. */
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { FolderSettings } from '../../../electron/core/config/folder-settings.ts';
import { foreign } from '../../../electron/core/messages/message.ts';
import { become, goOn } from '../../support/jobs.ts';
import { makeFile } from '../../support/make-files.ts';
import type { Run } from '../support/run.ts';
import { type SceneSandbox, sandboxOf } from '../support/sandbox.ts';
import { minute, Timeline } from '../support/timeline.ts';

let scene: Timeline;
let sandbox: SceneSandbox;
let folder: FolderSettings;
let run: Run;

const begin = () => scene.start({ url: sandbox.url, key: sandbox.key, folders: [folder] });
const held = { kind: 'waiting', wait: { kind: 'held', why: 'budget', message: foreign('Too many pages.') } } as const;

/** `a.pdf` has been classified, and waits in the step after that. */
beforeEach(async () => {
  scene = new Timeline();
  sandbox = await sandboxOf(scene);
  const categories = [{ name: 'Letters', description: 'Letters' }];
  const { id } = sandbox.control.createClassification({ name: 'Mail', description: '', categories });
  folder = scene.folder('mail', { kind: 'classification', id });
  await scene.put(folder, 'a.pdf');
  run = await begin();
  await scene.until('it is classified', () => run.delivered() === 1);
  const next = { kind: 'extraction', id: sandbox.extraction } as const;
  goOn(run.ledger, run.document('a.pdf').id, next, { state: held });
});
afterEach(() => scene.end());

/** What its folder's settings say from now on: copies go on by them. */
async function goesOn(): Promise<void> {
  await run.end();
  const categories = { Letters: { extraction: sandbox.extraction, linked: false } };
  folder = { ...folder, next: { categories, otherwise: 'leave' } };
  run = await begin();
}

const kinds = () => run.documents().map(({ path, route, state }) => [path, route.kind, state.kind]);

describe('a document that has gone on', () => {
  it('is another one once its file changes: the new content begins with the first step', async () => {
    await makeFile(join(folder.path, 'a.pdf'), 'another content');
    await scene.until('the new content is delivered', () => run.delivered() === 1);
    expect(kinds()).toEqual([
      ['a.pdf', 'extraction', 'gone'],
      ['a.pdf', 'classification', 'processed'],
    ]);
    expect(sandbox.allAccepted()).toEqual(['a.pdf', 'a.pdf']);
  });

  it('stays there when Intray is started again', async () => {
    await run.end();
    run = await begin();
    await scene.pass(10 * minute);
    expect(kinds()).toEqual([['a.pdf', 'extraction', 'waiting']]);
    expect(sandbox.allAccepted()).toEqual(['a.pdf']);
  });

  it('is where it was when its file comes back, here or under another name', async () => {
    rmSync(join(folder.path, 'a.pdf'));
    await scene.until('it is gone', () => run.state('a.pdf') === 'gone');
    await makeFile(join(folder.path, 'b.pdf'), 'content of a.pdf');
    await scene.until('it is back', () => run.has('b.pdf') && run.state('b.pdf') === 'waiting');
    await scene.pass(10 * minute);
    expect(kinds()).toEqual([['b.pdf', 'extraction', 'waiting']]);
    expect(sandbox.allAccepted()).toEqual(['a.pdf']);
  });

  it('has its copies beside it, which have passed the first step with it', async () => {
    await goesOn();
    await makeFile(join(folder.path, 'b.pdf'), 'content of a.pdf');
    await scene.until('the copy goes on', () => run.has('b.pdf') && run.document('b.pdf').result?.kind === 'extraction');
    expect(kinds()).toEqual([
      ['a.pdf', 'extraction', 'duplicate'],
      ['b.pdf', 'extraction', 'processed'],
    ]);
    // Its classification is paid for once, by the one; its extraction by the other, whom nobody holds, and who brings it to both.
    expect(sandbox.control.classifications().flatMap(({ batches }) => batches)).toHaveLength(1);
    expect(sandbox.allAccepted().toSorted()).toEqual(['a.pdf', 'b.pdf']);
  });

  it('has failed for a copy, too, that comes after it has', async () => {
    await goesOn();
    const [old] = run.documents();
    become(run.ledger, old?.id ?? 0, { state: { kind: 'failed', by: 'service', message: foreign('No.') } });
    await makeFile(join(folder.path, 'b.pdf'), 'content of a.pdf');
    await scene.until('the copy has failed', () => run.has('b.pdf') && run.state('b.pdf') === 'failed');
    await scene.pass(10 * minute);
    expect(kinds()).toEqual(['a.pdf', 'b.pdf'].map((path) => [path, 'extraction', 'failed']));
    expect(sandbox.allAccepted()).toEqual(['a.pdf']);
  });
});
