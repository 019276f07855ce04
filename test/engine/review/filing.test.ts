/** What a person's word on a result does to where its source is filed. */
import { renameSync } from 'node:fs';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { FolderSettings } from '../../../electron/core/config/folder-settings.ts';
import { inEnglish } from '../../../electron/core/messages/wording.ts';
import { quickDocuments } from '../support/quick-documents.ts';
import type { Run } from '../support/run.ts';
import { type SceneSandbox, sandboxOf } from '../support/sandbox.ts';
import { hour, Timeline } from '../support/timeline.ts';

let scene: Timeline;
let sandbox: SceneSandbox;
let folder: FolderSettings;
beforeEach(async () => {
  scene = new Timeline();
  // The total is never found: a person has to look.
  const documents = {
    ...quickDocuments,
    findFields: (lines: readonly (readonly string[])[]) => ({ number: lines[0]?.[0] ?? '', total: '' }),
  };
  sandbox = await sandboxOf(scene, { documents });
  folder = filedBy('{total}/{file_name}.pdf');
});
afterEach(() => scene.end());

function filedBy(as: string | undefined, when?: 'delivered'): FolderSettings {
  return scene.folder('scans', sandbox.extraction, { fileAway: { kind: 'move', to: 'Filed', as, when } });
}

async function delivered(...names: readonly string[]): Promise<Run> {
  await scene.put(folder, ...names);
  const run = await scene.start({ url: sandbox.url, key: sandbox.key, folders: [folder] });
  await scene.until('all are delivered', () => run.delivered() === names.length);
  return run;
}

/** Confirms the only document, and waits until everything follows. */
async function confirm(run: Run, corrections: Readonly<Record<string, string>>, at: string): Promise<void> {
  const [document] = run.ledger.documents.page({}).documents;
  const answer = run.engine.act(document?.id ?? 0, { kind: 'confirm', corrections: corrections }, 'Anna');
  if (!answer.ok) throw new Error(inEnglish(answer.error.message));
  await scene.until(`it is done, at ${at}`, () => run.has(at) && run.document(at).delivery.kind === 'done');
}

const table = 'intray-Invoices.csv';

describe('A document that a person has to look at', () => {
  it('is filed once one has, and again by what is corrected later; its row follows', async () => {
    const run = await delivered('in/a.pdf');
    expect(scene.names(folder)).toEqual(['in/a.pdf', 'in/a.pdf.json', table]);
    expect(run.document('in/a.pdf').delivery).not.toHaveProperty('unfiled');
    await confirm(run, { total: '12.00' }, 'Filed/12.00/a.pdf');
    expect(scene.names(folder)).toEqual(['Filed/12.00/a.pdf', 'Filed/12.00/a.pdf.json', table]);
    expect(scene.tablesOf(folder)).toMatchObject([{ file: 'Filed/12.00/a.pdf', total: '12.00' }]);
    await confirm(run, { total: '1,250.00' }, 'Filed/1250.00/a.pdf');
    expect(scene.names(folder)).toEqual(['Filed/1250.00/a.pdf', 'Filed/1250.00/a.pdf.json', table]);
    expect(scene.tablesOf(folder)).toMatchObject([{ file: 'Filed/1250.00/a.pdf', total: '1,250.00' }]);
    expect(run.history('Filed/1250.00/a.pdf').filter((line) => line.startsWith('filed away'))).toHaveLength(2);
    expect(run.engine.status().attention).toBe(0);
    await run.engine.stop();
  });

  it('stays, flagged, while its value is missing, and is filed once somebody has corrected it', async () => {
    const run = await delivered('a.pdf');
    await confirm(run, {}, 'a.pdf');
    expect(run.document('a.pdf').delivery).toMatchObject({ unfiled: { code: 'filing.missing' } });
    expect(run.engine.status().attention).toBe(1);
    expect(scene.names(folder)).toEqual(['a.pdf', 'a.pdf.json', table]);
    expect(run.engine.dismiss([run.document('a.pdf').id], 'Anna')).toBe(1);
    expect(run.engine.status().attention).toBe(0);
    await confirm(run, { total: '12.00' }, 'Filed/12.00/a.pdf');
    expect(run.engine.status().attention).toBe(0);
  });

  it('stays flagged when it was renamed before it could be filed, and what was written followed its name', async () => {
    const first = await delivered('a.pdf');
    await confirm(first, {}, 'a.pdf');
    const { id, folderId, facts } = first.document('a.pdf');
    renameSync(scene.path(folder.path, 'a.pdf'), scene.path(folder.path, 'b.pdf'));
    // The process died when it had written the result and seen the new name, and filed nothing yet.
    const written = { kind: 'written', at: scene.clock.elapsed } as const;
    first.ledger.documents.update(id, { path: 'b.pdf', delivery: written, dueAt: 0 });
    first.ledger.files.remove(folderId, '', 'a.pdf');
    first.ledger.files.put({ folderId, directory: '', name: 'b.pdf', facts, documentId: id });
    first.kill();
    const run = await scene.start({ url: sandbox.url, key: sandbox.key, folders: [folder] });
    await scene.until('it is done', () => run.has('b.pdf') && run.document('b.pdf').delivery.kind === 'done');
    expect(scene.tablesOf(folder)).toMatchObject([{ file: 'b.pdf' }]);
    expect(run.document('b.pdf').delivery).toMatchObject({ unfiled: { code: 'filing.missing' } });
    expect(run.engine.status().attention).toBe(1);
  });

  it('is filed at once where the folder says so', async () => {
    folder = filedBy('{number}', 'delivered');
    const run = await delivered('a.pdf');
    expect(scene.names(folder)).toEqual(['Filed/content of a.pdf.pdf', 'Filed/content of a.pdf.pdf.json', table]);
    expect(run.engine.status().attention).toBe(1);
  });
});

describe('A move that the disk interrupts after it has taken the source along', () => {
  it.each([
    ['{number}', 'Filed/content of a.pdf.pdf'],
    [undefined, 'Filed/a.pdf'],
  ])('does not lose the document when the service says something newer then (%s)', async (as, at) => {
    folder = filedBy(as, as === undefined ? undefined : 'delivered');
    await scene.put(folder, 'a.pdf');
    const run = await scene.start({ url: sandbox.url, key: sandbox.key, folders: [folder] });
    run.refuse = (operation, path) => (operation === 'moveNew' && path.endsWith('.json') ? 'locked' : undefined);
    await scene.until('the source is there alone', () => scene.names(folder).includes(at));
    const { id } = run.document('a.pdf');
    const now = () => run.ledger.documents.get(id);
    for (const { extractionId, batches } of sandbox.control.extractions())
      for (const { batchId, files } of batches)
        for (const file of files) sandbox.control.confirmFile(extractionId, batchId, file.id, { total: '15.00' });
    await scene.until('it is confirmed', () => now()?.state.kind === 'confirmed', { within: hour, coarse: true });
    await scene.pass(10_000);
    run.refuse = () => undefined;
    await scene.until('it is done', () => now()?.delivery.kind === 'done');
    expect(now()).toMatchObject({ path: at, state: { kind: 'confirmed' } });
    expect(scene.names(folder)).toEqual([at, `${at}.json`, table]);
    expect(scene.resultOf(folder, at)).toMatchObject({ extracted_data: { total: '15.00' } });
  });
});
