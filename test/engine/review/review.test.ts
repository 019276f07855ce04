/** A person's word on an extraction: in both files, taken back, contradicted, kept over a restart. */
import { mkdirSync, readFileSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { readXlsx } from 'hucre/xlsx';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { FolderSettings } from '../../../electron/core/config/folder-settings.ts';
import { inEnglish } from '../../../electron/core/messages/wording.ts';
import { ok } from '../../../electron/core/result.ts';
import type { ReviewAct } from '../../../electron/core/review/local-review.ts';
import { makeFile } from '../../support/make-files.ts';
import { quickDocuments } from '../support/quick-documents.ts';
import type { Run } from '../support/run.ts';
import { type SceneSandbox, sandboxOf } from '../support/sandbox.ts';
import { hour, minute, Timeline } from '../support/timeline.ts';

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
  folder = scene.folder('scans', sandbox.extraction);
});
afterEach(() => scene.end());

const begin = (): Promise<Run> => scene.start({ url: sandbox.url, key: sandbox.key, folders: [folder] });
const written = (run: Run, path: string) => scene.until(`${path} is written`, () => run.document(path).delivery.kind === 'done');

/** An engine with delivered documents of these names. */
async function delivered(...names: readonly string[]): Promise<Run> {
  await scene.put(folder, ...names);
  const run = await begin();
  await scene.until('all are delivered', () => run.delivered() === names.length);
  return run;
}

function good(answer: ReturnType<Run['engine']['act']>): { readonly undoable: boolean } {
  if (!answer.ok) throw new Error(inEnglish(answer.error.message));
  return answer.value;
}

/** The service's own review: somebody confirms all files there. */
function confirmAtService(corrections: Readonly<Record<string, string>>): void {
  for (const { extractionId, batches } of sandbox.control.extractions())
    for (const { batchId, files } of batches)
      for (const { id } of files) sandbox.control.confirmFile(extractionId, batchId, id, corrections);
}

const changeOfTotal = { field: 'total', from: '', to: '12.00', by: 'Anna', at: expect.stringMatching(/^\d{4}-.*Z$/) as string };

describe('A confirmation', () => {
  it('with a correction reaches JSON and CSV, with who changed what and when, and needs no review any more', async () => {
    const run = await delivered('a.pdf', 'b.pdf');
    const { id } = run.document('a.pdf');
    expect(run.engine.status().attention).toBe(2);
    expect(scene.resultOf(folder, 'a.pdf')).toMatchObject({ status: 'needs_review', extracted_data: { total: '' } });
    expect(Object.keys(scene.tablesOf(folder)[0] ?? {})).not.toContain('reviewed_by');

    expect(good(run.engine.act(id, { kind: 'confirm', corrections: { total: '12.00' } }, 'Anna'))).toEqual({ undoable: true });
    expect(run.engine.status().attention).toBe(1);
    await written(run, 'a.pdf');

    expect(scene.resultOf(folder, 'a.pdf')).toMatchObject({
      status: 'needs_review',
      review: [],
      extracted_data: { number: 'content of a.pdf', total: '12.00' },
      reviewed: { by: 'Anna', at: changeOfTotal.at, changes: [changeOfTotal] },
    });
    const rows = scene.tablesOf(folder);
    expect(rows).toHaveLength(2);
    expect(rows.find(({ file }) => file === 'a.pdf')).toMatchObject({
      status: 'confirmed',
      total: '12.00',
      review: '',
      reviewed_by: 'Anna',
      reviewed_changes: 'total: "" → "12.00"',
    });
    expect(rows.find(({ file }) => file === 'b.pdf')).toMatchObject({
      status: 'needs_review',
      total: '',
      reviewed_by: '',
      reviewed_at: '',
    });
    expect(Object.keys(rows[0] ?? {}).slice(-4)).toEqual(['delivered_at', 'reviewed_by', 'reviewed_at', 'reviewed_changes']);
    expect(run.history('a.pdf')).toContain('reviewed: By Anna. total: "" → "12.00"');
    expect(scene.names(folder)).toHaveLength(5);
  });

  it('is undone, with its corrections; the trail keeps both', async () => {
    const run = await delivered('a.pdf');
    const { id } = run.document('a.pdf');
    good(run.engine.act(id, { kind: 'confirm', corrections: { total: '12.00' } }, 'Anna'));
    await written(run, 'a.pdf');
    expect(good(run.engine.act(id, { kind: 'undo' }, 'Ben'))).toEqual({ undoable: false });
    expect(run.engine.status().attention).toBe(1);
    await written(run, 'a.pdf');
    const json = scene.resultOf(folder, 'a.pdf');
    expect(json).toMatchObject({ extracted_data: { total: '' } });
    expect(json).not.toHaveProperty('reviewed');
    expect(scene.tablesOf(folder)).toMatchObject([{ status: 'needs_review', total: '', reviewed_by: '', reviewed_changes: '' }]);
    expect(run.document('a.pdf').review?.changes).toMatchObject([
      { by: 'Anna', to: '12.00' },
      { by: 'Ben', from: '12.00', to: '' },
    ]);
    expect(run.engine.act(id, { kind: 'undo' }, 'Ben')).toMatchObject({ ok: false, error: { kind: 'not-now' } });
  });

  it('of a document that does not exist, or with a field that the extraction does not have, changes nothing', async () => {
    const run = await delivered('a.pdf');
    const { id } = run.document('a.pdf');
    expect(run.engine.act(99, { kind: 'confirm', corrections: {} }, 'Anna')).toMatchObject({
      ok: false,
      error: { kind: 'unknown-document' },
    });
    expect(run.engine.act(id, { kind: 'confirm', corrections: { totel: '1' } }, 'Anna')).toMatchObject({
      ok: false,
      error: { kind: 'unknown-field', field: 'totel' },
    });
    await scene.put(folder, 'late.pdf');
    await scene.until('it is found', () => run.has('late.pdf'));
    expect(run.engine.act(run.document('late.pdf').id, { kind: 'confirm', corrections: {} }, 'Anna')).toMatchObject({
      ok: false,
      error: { kind: 'not-now' },
    });
    expect(run.document('a.pdf')).not.toHaveProperty('review');
  });

  it('gives a value to a field of the extraction that the result does not have at all', async () => {
    await scene.put(folder, 'a.pdf');
    const run = await scene.start({
      ...{ url: sandbox.url, key: sandbox.key, folders: [folder] },
      service: (client) => ({
        ...client,
        async getBatchResults(...given) {
          const answer = await client.getBatchResults(...given);
          if (!answer.ok) return answer;
          const files = answer.value.files.map(({ result, ...file }) =>
            result === undefined ? file : { ...file, result: { ...result, extractedData: { number: '17' } } },
          );
          return ok({ ...answer.value, files });
        },
      }),
    });
    await scene.until('it is delivered', () => run.delivered() === 1);
    good(run.engine.act(run.document('a.pdf').id, { kind: 'confirm', corrections: { total: '12.00' } }, 'Anna'));
    await written(run, 'a.pdf');
    expect(scene.resultOf(folder, 'a.pdf')).toMatchObject({ extracted_data: { number: '17', total: '12.00' } });
  });

  it('of a document or of its copy holds for both', async () => {
    const run = await delivered('a.pdf');
    await makeFile(join(folder.path, 'copy.pdf'), 'content of a.pdf');
    await scene.until('the copy has its result', () => run.has('copy.pdf') && run.document('copy.pdf').delivery.kind === 'done');
    good(run.engine.act(run.document('copy.pdf').id, { kind: 'confirm', corrections: { total: '12.00' } }, 'Anna'));
    await written(run, 'a.pdf');
    await written(run, 'copy.pdf');
    for (const name of ['a.pdf', 'copy.pdf']) {
      expect(scene.resultOf(folder, name)).toMatchObject({ extracted_data: { total: '12.00' }, reviewed: { by: 'Anna' } });
    }
    expect(scene.tablesOf(folder).map(({ total }) => total)).toEqual(['12.00', '12.00']);
    await makeFile(join(folder.path, 'late.pdf'), 'content of a.pdf');
    await scene.until('a later copy has it too', () => run.has('late.pdf') && run.document('late.pdf').delivery.kind === 'done');
    expect(scene.resultOf(folder, 'late.pdf')).toMatchObject({ extracted_data: { total: '12.00' }, reviewed: { by: 'Anna' } });
    good(run.engine.act(run.document('a.pdf').id, { kind: 'undo' }, 'Anna'));
    await written(run, 'copy.pdf');
    expect(scene.resultOf(folder, 'copy.pdf')).not.toHaveProperty('reviewed');
  });

  it('reaches the outputs of a document whose file a person has removed since, and creates nothing new', async () => {
    const run = await delivered('a.pdf', 'b.pdf');
    mkdirSync(join(scene.root, 'archive'));
    for (const name of ['a.pdf', 'a.pdf.json', 'b.pdf']) renameSync(join(folder.path, name), join(scene.root, 'archive', name));
    for (const name of ['a.pdf', 'b.pdf'])
      good(run.engine.act(run.document(name).id, { kind: 'confirm', corrections: { total: '12.00' } }, 'Anna'));
    await written(run, 'a.pdf');
    await written(run, 'b.pdf');
    expect(scene.names(folder)).toEqual(['b.pdf.json', 'intray-Invoices.csv']);
    expect(scene.resultOf(folder, 'b.pdf')).toMatchObject({ extracted_data: { total: '12.00' } });
    expect(scene.tablesOf(folder).map(({ total }) => total)).toEqual(['12.00', '12.00']);
    expect(run.engine.status().balance).toMatchObject({ delivered: 2, gone: 0 });
    rmSync(join(folder.path, 'b.pdf.json'));
    rmSync(join(folder.path, 'intray-Invoices.csv'));
    good(run.engine.act(run.document('b.pdf').id, { kind: 'undo' }, 'Anna'));
    await scene.until('there is nothing left to write it to', () => run.state('b.pdf') === 'gone');
    expect(scene.names(folder)).toEqual([]);
  });

  it('reaches the workbook of a document whose file a person has removed since, where the folder has no CSV', async () => {
    folder = { ...folder, outputs: { json: true, csv: 'off', xlsx: 'folder' } };
    const run = await delivered('a.pdf');
    rmSync(join(folder.path, 'a.pdf'));
    good(run.engine.act(run.document('a.pdf').id, { kind: 'confirm', corrections: { total: '12.00' } }, 'Anna'));
    await written(run, 'a.pdf');
    await scene.until('the workbook is written', () => run.seen.sheets().every(({ isWritten, isDue }) => isWritten && !isDue));
    const { sheets } = await readXlsx(readFileSync(join(folder.path, 'intray-Invoices.xlsx')));
    expect(sheets[0]?.rows[1]).toEqual(expect.arrayContaining([12, 'Anna']));
  });
});

describe('A program that ends between a confirmation and the files', () => {
  it('writes them after the next start, with the trail', async () => {
    const run = await delivered('a.pdf');
    run.refuse = (operation) => (operation === 'replaceWhole' ? 'locked' : undefined);
    good(run.engine.act(run.document('a.pdf').id, { kind: 'confirm', corrections: { total: '12.00' } }, 'Anna'));
    await scene.until(
      'the disk has refused',
      () => run.document('a.pdf').delivery.kind === 'pending' && run.engine.status().attention === 1,
    );
    run.kill();
    expect(scene.resultOf(folder, 'a.pdf')).not.toHaveProperty('reviewed');
    const again = await begin();
    await written(again, 'a.pdf');
    expect(scene.resultOf(folder, 'a.pdf')).toMatchObject({ extracted_data: { total: '12.00' }, reviewed: { by: 'Anna' } });
    expect(scene.tablesOf(folder)).toMatchObject([{ total: '12.00', reviewed_by: 'Anna' }]);
    expect(again.engine.status().attention).toBe(0);
    good(again.engine.act(again.document('a.pdf').id, { kind: 'undo' }, 'Anna'));
    await written(again, 'a.pdf');
    expect(scene.resultOf(folder, 'a.pdf')).not.toHaveProperty('reviewed');
  });

  it('or at once: what was confirmed before it was killed is confirmed', async () => {
    const run = await delivered('a.pdf');
    good(run.engine.act(run.document('a.pdf').id, { kind: 'confirm', corrections: { total: '12.00' } }, 'Anna'));
    run.kill();
    const again = await begin();
    await written(again, 'a.pdf');
    expect(scene.tablesOf(folder)).toMatchObject([{ total: '12.00', reviewed_by: 'Anna' }]);
    expect(scene.names(folder)).toEqual(['a.pdf', 'a.pdf.json', 'intray-Invoices.csv']);
  });
});

describe('A later `confirmed` of the service', () => {
  it('is taken over if nothing was corrected here', async () => {
    const run = await delivered('a.pdf');
    good(run.engine.act(run.document('a.pdf').id, { kind: 'confirm', corrections: {} }, 'Anna'));
    confirmAtService({ total: '15.00' });
    await scene.until('it is confirmed', () => run.state('a.pdf') === 'confirmed', { within: hour, coarse: true });
    await written(run, 'a.pdf');
    expect(scene.resultOf(folder, 'a.pdf')).toMatchObject({ status: 'confirmed', extracted_data: { total: '15.00' } });
    expect(scene.resultOf(folder, 'a.pdf')).not.toHaveProperty('reviewed');
    expect(run.engine.status().attention).toBe(0);
  });

  it('is taken over after more than a week, too, as long as somebody is to review it there', async () => {
    // Nobody runs in between: a week in which the folder is looked at takes long.
    await (await delivered('a.pdf')).end();
    await scene.pass(8 * 24 * hour);
    const later = await begin();
    await scene.until('it is asked about', () => later.polls().length > 0);
    await later.end();
    confirmAtService({ total: '15.00' });
    await scene.pass(25 * hour);
    const run = await begin();
    await scene.until('it is confirmed', () => run.state('a.pdf') === 'confirmed');
  });

  it('reaches the document that was sent, although a copy which was there before it has gone', async () => {
    sandbox.faults.add('poison:a.pdf');
    await scene.put(folder, 'a.pdf');
    const run = await begin();
    await scene.until('it is rejected', () => run.has('a.pdf') && run.state('a.pdf') === 'rejected');
    await scene.put(folder, 'b.pdf');
    await scene.until('the other is delivered', () => run.delivered() === 1);
    run.refuse = (_, path) => (path.includes('a.pdf.json') ? 'locked' : undefined);
    await makeFile(join(folder.path, 'a.pdf'), 'content of b.pdf');
    await scene.until('it is a copy now', () => run.state('a.pdf') === 'duplicate');
    rmSync(join(folder.path, 'a.pdf'));
    run.refuse = () => undefined;
    await scene.until('it has gone', () => run.state('a.pdf') === 'gone');
    confirmAtService({ total: '15.00' });
    await scene.until('it is confirmed', () => run.state('b.pdf') === 'confirmed', { within: 2 * hour, coarse: true });
  });

  it('reaches what was written, although the source has been removed, and nobody has reviewed it here', async () => {
    const run = await delivered('a.pdf');
    rmSync(join(folder.path, 'a.pdf'));
    await scene.pass(minute);
    confirmAtService({ total: '15.00' });
    const statusIn = () => scene.resultOf(folder, 'a.pdf')?.status;
    await scene.until('the JSON says so', () => statusIn() === 'confirmed', { within: 2 * hour, coarse: true });
    await written(run, 'a.pdf');
    expect(scene.rows(join(folder.path, 'intray-Invoices.csv'))).toMatchObject([{ status: 'confirmed', total: '15.00' }]);
    expect(scene.names(folder)).toEqual(['a.pdf.json', 'intray-Invoices.csv']);
  });

  it('reaches the file, although it was another one in between', async () => {
    folder = { ...folder, changed: 'send' };
    const run = await delivered('a.pdf');
    const path = join(folder.path, 'a.pdf');
    await makeFile(path, 'another content');
    await scene.until('the other is delivered', () => run.documents().length === 2 && run.delivered() === 2);
    await makeFile(path, 'content of a.pdf');
    const numberIn = () => JSON.stringify(scene.resultOf(folder, 'a.pdf')?.extracted_data);
    await scene.until('the first is there again', () => numberIn().includes('content of a.pdf'));
    expect(run.documents()).toHaveLength(2);
    confirmAtService({ total: '15.00' });
    const isConfirmed = () => run.documents().some(({ state }) => state.kind === 'confirmed');
    await scene.until('it is confirmed', isConfirmed, { within: hour, coarse: true });
    await scene.until('nothing is left to be written', () => run.documents().every(({ delivery }) => delivery.kind === 'done'), {
      within: hour,
    });
    expect(scene.resultOf(folder, 'a.pdf')).toMatchObject({ extracted_data: { number: 'content of a.pdf', total: '15.00' } });
  });

  it.each([
    ['mine', '12.00'],
    ['service', '15.00'],
  ] as const)('that contradicts a correction waits for a person, also over a restart, who takes %s', async (take, total) => {
    const first = await delivered('a.pdf');
    good(first.engine.act(first.document('a.pdf').id, { kind: 'confirm', corrections: { total: '12.00' } }, 'Anna'));
    confirmAtService({ total: '15.00' });
    await scene.until('it is confirmed', () => first.state('a.pdf') === 'confirmed', { within: hour, coarse: true });
    await written(first, 'a.pdf');
    expect(first.engine.status().attention).toBe(1);
    expect(scene.resultOf(folder, 'a.pdf')).toMatchObject({
      status: 'confirmed',
      extracted_data: { total: '12.00' },
      review: [{ kind: 'conflict', field: 'total' }],
      reviewed: { by: 'Anna', service: { total: '15.00' } },
    });
    await first.end();

    const run = await begin();
    const { id } = run.document('a.pdf');
    expect(run.engine.act(id, { kind: 'confirm', corrections: {} }, 'Ben')).toMatchObject({
      ok: false,
      error: { kind: 'not-now' },
    });
    good(run.engine.act(id, { kind: 'resolve', take: take }, 'Ben'));
    expect(run.engine.status().attention).toBe(0);
    await written(run, 'a.pdf');
    const json = scene.resultOf(folder, 'a.pdf') as { reviewed: object };
    expect(json).toMatchObject({ review: [], extracted_data: { total }, reviewed: { by: 'Ben' } });
    expect(json.reviewed).not.toHaveProperty('service');
    expect(scene.tablesOf(folder)).toMatchObject([{ total, reviewed_by: 'Ben', review: '' }]);
    expect(run.engine.act(id, { kind: 'resolve', take: take }, 'Ben')).toMatchObject({ ok: false, error: { kind: 'not-now' } });
  });
});

describe('A document that a person has dismissed', () => {
  it('needs no attention until something else is the matter', async () => {
    const run = await delivered('a.pdf', 'b.pdf');
    const { id, changedAt } = run.document('a.pdf');
    expect(run.engine.dismiss([id, 99], 'Anna')).toBe(1);
    expect(run.engine.dismiss([id], 'Anna')).toBe(0);
    expect(run.engine.status().attention).toBe(1);
    expect(run.document('a.pdf')).toMatchObject({ dismissed: true, changedAt });
    expect(run.ledger.documents.page({ standings: ['needs-you'] }).documents.map(({ path }) => path)).toEqual(['b.pdf']);
    expect(run.engine.undismiss([id], 'Anna')).toBe(1);
    expect(run.engine.status().attention).toBe(2);

    run.engine.dismiss([id], 'Anna');
    renameSync(join(folder.path, 'a.pdf'), join(folder.path, 'c.pdf'));
    await scene.until('it is found again', () => run.has('c.pdf'));
    expect(run.document('c.pdf').dismissed).toBe(true);
    good(run.engine.act(id, { kind: 'confirm', corrections: { total: '1' } }, 'Anna'));
    confirmAtService({ total: '2' });
    await scene.until('the service contradicts', () => run.document('c.pdf').review?.conflict, { within: hour, coarse: true });
    expect(run.document('c.pdf').dismissed).toBeUndefined();
    expect(run.engine.status().attention).toBe(1);
  });

  it('stays so over a restart', async () => {
    const run = await delivered('a.pdf');
    run.engine.dismiss([run.document('a.pdf').id], 'Anna');
    await run.end();
    const again = await begin();
    expect(again.engine.status().attention).toBe(0);
  });
});

describe('What a person has asked for on the command line', () => {
  const ask = (run: Run, act: ReviewAct) => run.ledger.requests.add({ documentId: run.document('a.pdf').id, act, by: 'Anna' });

  it('is done within seconds, and can be taken back so', async () => {
    const run = await delivered('a.pdf');
    ask(run, { kind: 'confirm', corrections: { total: '12.00' } });
    await scene.until('it is confirmed', () => scene.resultOf(folder, 'a.pdf')?.reviewed !== undefined);
    expect(scene.resultOf(folder, 'a.pdf')).toMatchObject({ extracted_data: { total: '12.00' }, reviewed: { by: 'Anna' } });
    ask(run, { kind: 'undo' });
    await scene.until('it is taken back', () => scene.resultOf(folder, 'a.pdf')?.reviewed === undefined);
    expect(run.engine.status().attention).toBe(1);
    ask(run, { kind: 'dismiss' });
    await scene.until('it is dismissed', () => run.engine.status().attention === 0);
    ask(run, { kind: 'undo' });
    await scene.until('it counts again', () => run.engine.status().attention === 1);
  });

  it('is done by the next start, and its history says why it was not', async () => {
    const run = await delivered('a.pdf');
    await run.end();
    const next = scene.prepare({ url: sandbox.url, key: sandbox.key, folders: [folder] });
    ask(next, { kind: 'confirm', corrections: {} });
    ask(next, { kind: 'dismiss' });
    await next.engine.start();
    await scene.until('both have been looked at', () => next.history('a.pdf').some((line) => line.startsWith('not done:')));
    expect(next.history('a.pdf')).toContain('not done: By Anna: a.pdf does not need you.');
    expect(next.ledger.requests.areWaiting()).toBe(false);
    expect(next.engine.status().attention).toBe(0);
  });
});
