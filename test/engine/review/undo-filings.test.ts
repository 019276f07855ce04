/** Taking filings back: the same paths and bytes as before, and nothing is filed, sent or found again. */
import { createHash } from 'node:crypto';
import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { FolderSettings } from '../../../electron/core/config/folder-settings.ts';
import { createFiles } from '../../../electron/engine/disk/disk.ts';
import { filingBatches, movesIn, wishesToFile } from '../../../electron/engine/review/filing-batches.ts';
import { filingHandlers } from '../../../electron/workspace/handlers/documents.ts';
import type { WorkspaceContext } from '../../../electron/workspace/workspace-context.ts';
import { quickDocuments } from '../support/quick-documents.ts';
import type { Run } from '../support/run.ts';
import { type SceneSandbox, sandboxOf } from '../support/sandbox.ts';
import { Timeline } from '../support/timeline.ts';

let scene: Timeline;
let sandbox: SceneSandbox;
let folder: FolderSettings;
beforeEach(async () => {
  scene = new Timeline();
  const documents = {
    ...quickDocuments,
    findFields: (lines: readonly (readonly string[])[]) => ({ number: lines[0]?.[0] ?? '', total: '12.00' }),
  };
  sandbox = await sandboxOf(scene, { documents });
  folder = filedBy({ kind: 'leave' });
});
afterEach(() => scene.end());

const template = { kind: 'move', to: 'Filed', as: '{total}/{number}.pdf' } as const;

function filedBy(fileAway: FolderSettings['fileAway']): FolderSettings {
  return scene.folder('scans', sandbox.extraction, { fileAway });
}

const start = () => scene.start({ url: sandbox.url, key: sandbox.key, folders: [folder] });

/** Path → SHA-256 of every file but the table, whose rows have times. */
function treeOf(): Record<string, string> {
  const names = scene.names(folder).filter((name) => !name.endsWith('.csv'));
  return Object.fromEntries(
    names.map((name) => [
      name,
      createHash('sha256')
        .update(readFileSync(join(folder.path, name)))
        .digest('hex'),
    ]),
  );
}

/** Takes the newest batch back. */
async function undo(run: Run): Promise<void> {
  const [batch] = filingBatches(run.ledger);
  if (batch === undefined) throw new Error('Nothing was filed.');
  for (const [id, { from }] of movesIn(batch)) run.engine.act(id, { kind: 'undo-filing', to: from }, 'Anna');
}

/** Three documents, filed: what the folder was before that, and after. */
async function filed(): Promise<{ readonly run: Run; readonly before: Record<string, string> }> {
  const run = await start();
  await scene.put(folder, 'in/a.pdf', 'b.pdf', 'c.pdf');
  await scene.until('all are delivered', () => run.delivered() === 3);
  await scene.until('all are done', () =>
    run.ledger.documents.page({}).documents.every(({ delivery }) => delivery.kind === 'done'),
  );
  const before = treeOf();
  expect(await wanted(run)).toEqual([]);
  await run.end();
  // What was delivered before the folder filed anything is filed when a person says so.
  folder = filedBy(template);
  const again = await start();
  await scene.pass(60_000);
  expect(treeOf()).toEqual(before);
  const [{ id } = never()] = again.ledger.folders.all();
  expect(await askedBy(again).fileThere({ id })).toMatchObject({ count: 3 });
  again.engine.lookNow();
  await scene.until('all are filed', () => scene.names(folder).filter((name) => /^Filed\/12.00\/.*pdf$/.test(name)).length === 3);
  await scene.until('the ledger knows', () => allIn(again, /^Filed/));
  return { run: again, before };
}

/** What a window may ask about filings. */
function askedBy({ ledger }: Run) {
  const [watched = never()] = ledger.folders.all();
  const context = {
    keeper: { session: { ledger, files: createFiles() } },
    folders: { byId: () => ({ ...watched, settings: folder }) },
    world: { by: 'Anna' },
    clock: { now: () => 0 },
  };
  return filingHandlers(context as unknown as WorkspaceContext);
}

/** What the folder's settings would file elsewhere. */
function wanted({ ledger }: Run) {
  const [{ id, path } = never()] = ledger.folders.all();
  return wishesToFile({ ledger, files: createFiles() }, { id, path, settings: folder });
}

const allIn = (run: Run, path: RegExp) =>
  run.ledger.documents.page({}).documents.every((each) => path.test(each.path) && each.delivery.kind === 'done');

describe('Taking a batch of filings back', () => {
  it('gives the same paths and bytes as before, and rows that say so; nothing is filed, sent or found again', async () => {
    const { run, before } = await filed();
    expect(Object.keys(treeOf())).not.toContain('b.pdf');
    await undo(run);
    await scene.until('all are back', () => allIn(run, /^(in\/a|b|c)\.pdf$/));
    // What a person has taken back stays.
    expect(await wanted(run)).toEqual([]);
    expect(treeOf()).toEqual(before);
    expect(
      scene
        .tablesOf(folder)
        .map(({ file }) => file)
        .sort(),
    ).toEqual(['b.pdf', 'c.pdf', 'in/a.pdf']);
    run.engine.lookNow();
    await scene.pass(60_000);
    await run.end();
    const next = await start();
    await scene.pass(60_000);
    expect(treeOf()).toEqual(before);
    const { documents } = next.ledger.documents.page({});
    expect(documents).toHaveLength(3);
    for (const document of documents)
      expect(document).toMatchObject({ undone: { by: 'Anna' }, delivery: { kind: 'done' }, state: { kind: 'processed' } });
    expect(next.calls.filter(({ name }) => name.startsWith('upload'))).toEqual([]);
    // A correction writes the files, and moves nothing.
    const { id } = next.document('b.pdf');
    expect(next.engine.act(id, { kind: 'confirm', corrections: { total: '15.00' } }, 'Anna').ok).toBe(true);
    await scene.until('it is written', () => next.document('b.pdf').delivery.kind === 'done');
    expect(scene.resultOf(folder, 'b.pdf')).toMatchObject({ extracted_data: { total: '15.00' } });
    // Until a person says so.
    next.engine.act(id, { kind: 'file' }, 'Anna');
    await scene.until('it is filed again', () => next.has('Filed/15.00/content of b.pdf.pdf'));
    const [newest] = filingBatches(next.ledger);
    expect(movesIn(newest ?? never()).size).toBe(1);
  });

  it('leaves what a person has put in the way, says so, and goes on once it is free', async () => {
    const { run, before } = await filed();
    writeFileSync(join(folder.path, 'b.pdf'), 'of a person');
    const { id } = run.document('Filed/12.00/content of b.pdf.pdf');
    run.engine.act(id, { kind: 'undo-filing', to: 'b.pdf' }, 'Anna');
    await scene.until('it says so', () => {
      const { delivery } = run.ledger.documents.get(id) ?? never();
      return 'message' in delivery && delivery.message?.code === 'filing.taken';
    });
    expect(readFileSync(join(folder.path, 'b.pdf'), 'utf8')).toBe('of a person');
    expect(scene.names(folder)).toContain('Filed/12.00/content of b.pdf.pdf');
    rmSync(join(folder.path, 'b.pdf'));
    await scene.until('it is back', () => run.ledger.documents.get(id)?.path === 'b.pdf');
    expect(treeOf()['b.pdf']).toBe(before['b.pdf']);
  });

  it('is completed by the next start if the process dies in the middle of a move', async () => {
    const { run, before } = await filed();
    run.refuse = (operation, path) => (operation === 'moveNew' && path.endsWith('.json') ? 'locked' : undefined);
    await undo(run);
    await scene.until('a source is back alone', () => scene.names(folder).includes('b.pdf'));
    run.kill();
    const next = await start();
    await scene.until('all are back', () => allIn(next, /^(in\/a|b|c)\.pdf$/));
    expect(treeOf()).toEqual(before);
  });

  it('takes back what was just filed, and whose rows have not followed yet', async () => {
    const { run, before } = await filed();
    for (const { id, delivery } of run.ledger.documents.page({}).documents)
      if (delivery.kind === 'done')
        run.ledger.documents.update(id, {
          delivery: { kind: 'written', at: delivery.at, renamed: true },
          dueAt: Number.MAX_VALUE,
        });
    await undo(run);
    await scene.until('all are back', () => allIn(run, /^(in\/a|b|c)\.pdf$/));
    expect(treeOf()).toEqual(before);
  });

  it('takes back what is still to be written, in a folder that files nothing any more', async () => {
    const { run, before } = await filed();
    const { id } = run.document('Filed/12.00/content of b.pdf.pdf');
    run.ledger.documents.update(id, {
      delivery: { kind: 'pending' },
      undone: { at: 0, by: 'Anna', to: 'b.pdf' },
      dueAt: Number.MAX_VALUE,
    });
    await run.end();
    folder = filedBy({ kind: 'leave' });
    const next = await start();
    next.ledger.documents.update(id, { dueAt: 0 });
    next.engine.lookNow();
    await scene.until('it is back', () => next.ledger.documents.get(id)?.path === 'b.pdf');
    expect(treeOf()['b.pdf']).toBe(before['b.pdf']);
  });
});

function never(): never {
  throw new Error('It is not there.');
}
