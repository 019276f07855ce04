/** What another machine has at the service: no document of this one gets it, whatever lies beside it, and whatever the service says. */
import { createHash } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { FolderSettings } from '../../../electron/core/config/folder-settings.ts';
import { startInFront } from '../support/in-front.ts';
import type { Run } from '../support/run.ts';
import { type SceneSandbox, sandboxOf } from '../support/sandbox.ts';
import { minute, Timeline } from '../support/timeline.ts';
import { Machines } from './machines.ts';

let scene: Timeline;
let sandbox: SceneSandbox;
let machines: Machines;
let [ours, theirs]: FolderSettings[] = [];
let first: Run;
let url: string;
/** The batch that uploads are answered with, in place of their own. */
let batchId: string | undefined;
beforeEach(async () => {
  scene = new Timeline();
  sandbox = await sandboxOf(scene);
  machines = new Machines(scene, sandbox);
  [ours, theirs] = [scene.folder('ours', sandbox.extraction), scene.folder('theirs', sandbox.extraction)];
  batchId = undefined;
  url = await startInFront(scene, sandbox.url, (text, path) =>
    batchId !== undefined && path.endsWith('/uploadFiles')
      ? JSON.stringify({ ...(JSON.parse(text) as object), batchId, files: [] })
      : text,
  );
  await scene.put(theirs, 'a.pdf');
  first = await machines.start('first', { folders: [theirs], url });
  await scene.until('it is delivered', () => first.delivered() === 1 && machines.states().done === 1);
});
afterEach(() => scene.end());

/** A new document, beside which lies a JSON with the ids of the one that the first machine has delivered. */
async function plant(change: Record<string, unknown> = {}): Promise<void> {
  const elsewhere = scene.folder('elsewhere', sandbox.extraction);
  await scene.put(elsewhere, 'new.pdf');
  const bytes = readFileSync(join(elsewhere.path, 'new.pdf'));
  const source = { file: 'a.pdf', sha256: createHash('sha256').update(bytes).digest('hex') };
  const claim = { ...scene.json(join(theirs!.path, 'a.pdf.json')), source, ...change };
  writeFileSync(join(ours!.path, 'new.pdf.json'), JSON.stringify(claim));
  writeFileSync(join(ours!.path, 'new.pdf'), bytes);
}

function expectQuestion(run: Run): void {
  const { result, state } = run.document('new.pdf');
  expect(state).toMatchObject({ kind: 'waiting', wait: { kind: 'held' } });
  expect(result).toBeUndefined();
  expect(run.uploads()).toEqual([]);
  expect(machines.database.contentOf(...fileOf('a.pdf'))).toBe(first.document('a.pdf').hash);
}

function fileOf(name: string): [origin: string, batch: string, file: string] {
  const { batchId = 0, fileId = '', origin } = first.document(name);
  return [origin, first.ledger.batches.get(batchId)?.serviceBatchId ?? '', fileId];
}

describe('A JSON with the ids of what another machine has delivered', () => {
  it.each([
    ['with the id of the file', {}, 'sending.claimOfAnother'],
    ['without it', { file_id: null }, 'sending.claimUnknown'],
  ])('(%s) gives a new document neither its values nor a request unasked', async (_, change, code) => {
    await plant(change);
    const run = await machines.start('second', { folders: [ours!], url });
    await scene.until('a person is asked', () => run.engine.status().attention === 1, { within: 5 * minute });
    expectQuestion(run);
    expect(run.document('new.pdf').state).toMatchObject({ wait: { message: { code } } });
    run.engine.sendAgain([run.document('new.pdf').id]);
    await scene.until('it is delivered', () => run.delivered() === 1, { within: minute });
    expect(run.document('new.pdf').result).toMatchObject({ extractedData: { number: expect.stringMatching('new') } });
    await scene.until('the register knows it', () => machines.states().done === 2, { within: minute });
  });

  it('gives it nothing while the register does not answer, and is a question once it does', async () => {
    const run = await machines.start('second', { folders: [ours!], url });
    await scene.pass(minute);
    machines.way('second').fate = 'cut';
    await plant();
    await scene.pass(10 * minute);
    expect(run.document('new.pdf').result).toBeUndefined();
    expect(run.uploads()).toEqual([]);
    machines.way('second').fate = 'answered';
    await scene.until('a person is asked', () => run.engine.status().attention === 1, { within: 5 * minute });
    expectQuestion(run);
  });
});

describe('An upload that is answered with the batch of another machine', () => {
  it('gets nothing of it', async () => {
    [, batchId] = fileOf('a.pdf');
    writeFileSync(join(ours!.path, 'a.pdf'), readFileSync(join(theirs!.path, 'a.pdf')).toString('latin1').concat('\n'), 'latin1');
    const run = await machines.start('second', { folders: [ours!], url });
    await scene.until('a person is asked', () => run.has('a.pdf') && run.state('a.pdf') === 'unresolved', {
      within: 60 * minute,
    });
    expect(run.document('a.pdf').result).toBeUndefined();
    expect(scene.names(ours!)).not.toContain('a.pdf.json');
  });
});
