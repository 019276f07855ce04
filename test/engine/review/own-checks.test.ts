/** A folder's own checks: in both files, in what needs a person, run again after a correction and when somebody asks. */
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { FolderSettings } from '../../../electron/core/config/folder-settings.ts';
import { hashOf, putDocument } from '../../support/jobs.ts';
import { makeFile } from '../../support/make-files.ts';
import type { Run } from '../support/run.ts';
import { type SceneSandbox, sandboxOf } from '../support/sandbox.ts';
import { Timeline } from '../support/timeline.ts';

let scene: Timeline;
let sandbox: SceneSandbox;
let folder: FolderSettings;
/** What the service finds in a file, by what is in it: `number total`. */
const documents = {
  async readDocument(bytes: Uint8Array) {
    const text = /% ([^\n]*)\n/.exec(Buffer.from(bytes.subarray(0, 400)).toString())?.[1] ?? '';
    return { kind: 'text' as const, pages: 1, lines: [[text]] };
  },
  countPages: async () => 1,
  findFields: (lines: readonly (readonly string[])[]) => {
    const [number = '', total = ''] = (lines[0]?.[0] ?? '').split(' ');
    return { number, total };
  },
  findCategory: () => ({ categoryIndex: 0, confidence: 0.9, reasoning: 'The first one.' }),
};
beforeEach(async () => {
  scene = new Timeline();
  sandbox = await sandboxOf(scene, { documents });
  folder = {
    ...scene.folder('scans', sandbox.extraction),
    checks: [
      { check: 'pattern', field: 'number', pattern: 'RE-\\d+', name: 'Our numbers' },
      { check: 'amount', field: 'total', to: '100.00' },
    ],
  };
});
afterEach(() => scene.end());

const begin = (): Promise<Run> => scene.start({ url: sandbox.url, key: sandbox.key, folders: [folder] });
const put = (name: string, text: string) => makeFile(join(folder.path, name), text);
const written = (run: Run, path: string) => scene.until(`${path} is written`, () => run.document(path).delivery.kind === 'done');

async function delivered(files: Readonly<Record<string, string>>): Promise<Run> {
  for (const [name, text] of Object.entries(files)) await put(name, text);
  const run = await begin();
  await scene.until('all are delivered', () => run.delivered() === Object.keys(files).length);
  return run;
}

const breach = {
  kind: 'check',
  field: 'number',
  rule: 'Our numbers',
  message: 'Check “Our numbers”: “17” in “number” does not fit the pattern RE-\\d+.',
};

describe('A check of the folder’s own', () => {
  it('flags what breaks it in JSON and CSV and needs a person, though the service asks for nobody', async () => {
    const run = await delivered({ 'a.pdf': '17 12.00', 'b.pdf': 'RE-18 12.00' });
    expect(run.document('a.pdf').state.kind).toBe('processed');
    expect(run.engine.status().attention).toBe(1);
    expect(scene.resultOf(folder, 'a.pdf')).toMatchObject({
      status: 'processed',
      review: [breach],
      checks: [{ rule: 'Our numbers', field: 'number', outcome: 'breach' }],
    });
    expect(scene.resultOf(folder, 'b.pdf')).toMatchObject({ review: [] });
    expect(scene.resultOf(folder, 'b.pdf')).not.toHaveProperty('checks');
    const rows = scene.tablesOf(folder);
    expect(rows.find(({ file }) => file === 'a.pdf')).toMatchObject({ checks: 'Our numbers', review: breach.message });
    expect(rows.find(({ file }) => file === 'b.pdf')).toMatchObject({ checks: '', review: '' });
  });

  it('says what it cannot check, and flags nothing for it', async () => {
    const run = await delivered({ 'a.pdf': 'RE-17 many' });
    expect(run.engine.status().attention).toBe(0);
    expect(scene.resultOf(folder, 'a.pdf')).toMatchObject({
      review: [],
      checks: [{ rule: 'amount: total', outcome: 'unchecked', message: expect.stringContaining('not read as an amount') }],
    });
  });

  it('runs again when somebody corrects a value, and when that is undone; a confirmed document stays confirmed', async () => {
    const run = await delivered({ 'a.pdf': '17 12.00' });
    const { id } = run.document('a.pdf');
    run.engine.act(id, { kind: 'confirm', corrections: { number: 'RE-17' } }, 'Anna');
    expect(run.document('a.pdf').findings).toBeUndefined();
    await written(run, 'a.pdf');
    expect(scene.resultOf(folder, 'a.pdf')).not.toHaveProperty('checks');
    expect(scene.tablesOf(folder)).toMatchObject([{ number: 'RE-17', checks: '' }]);

    run.engine.act(id, { kind: 'undo' }, 'Anna');
    expect(run.engine.status().attention).toBe(1);
    run.engine.act(id, { kind: 'confirm', corrections: { total: '500.00' } }, 'Anna');
    expect(run.engine.status().attention).toBe(0);
    await written(run, 'a.pdf');
    expect(scene.resultOf(folder, 'a.pdf')).toMatchObject({
      review: [],
      checks: [{ rule: 'Our numbers' }, { rule: 'amount: total', outcome: 'breach' }],
    });
  });

  it('that was changed flags no older document by itself, and all of them when somebody asks', async () => {
    const first = await delivered({ 'a.pdf': '17 12.00', 'b.pdf': 'RE-18 300.00' });
    expect(first.engine.status().attention).toBe(2);
    await first.end();

    folder = { ...folder, checks: [{ check: 'amount', field: 'total', from: '20.00', to: '200.00' }] };
    const run = await begin();
    await scene.pass(10_000);
    expect(run.document('a.pdf').findings).toMatchObject([{ rule: 'Our numbers' }]);
    expect(scene.resultOf(folder, 'a.pdf')).toMatchObject({ checks: [{ rule: 'Our numbers' }] });

    run.engine.act(run.document('b.pdf').id, { kind: 'confirm', corrections: {} }, 'Anna');
    run.engine.dismiss([run.document('a.pdf').id], 'Anna');
    run.engine.checkAgain(run.document('a.pdf').folderId);
    await scene.until('a.pdf is checked again', () => run.document('a.pdf').findings?.[0]?.rule === 'amount: total');
    await written(run, 'a.pdf');
    await written(run, 'b.pdf');
    expect(run.document('a.pdf').dismissed).toBeUndefined();
    expect(run.engine.status().attention).toBe(1);
    expect(scene.resultOf(folder, 'a.pdf')).toMatchObject({ checks: [{ rule: 'amount: total', outcome: 'breach' }] });
    expect(scene.resultOf(folder, 'b.pdf')).toMatchObject({ review: [], reviewed: { by: 'Anna' } });
    expect(run.history('a.pdf')).toContain('checked again: The folder’s own checks were run again: 1 flags something.');
    expect(scene.tablesOf(folder)).toHaveLength(2);
  });
});

it('Checks are run again on all documents, however many there are, and one handful right after the other', async () => {
  const run = scene.prepare({ url: sandbox.url, key: sandbox.key, folders: [folder] });
  const { ledger } = run;
  const { id: folderId } = ledger.folders.ensure(folder.path);
  const of = { origin: new URL(sandbox.url).origin, route: folder.route, delivery: { kind: 'done', at: 1 } } as const;
  const result = { kind: 'extraction', status: 'processed', extractedData: { number: '17' }, extra: {} } as const;
  ledger.transaction(() => {
    for (let index = 1; index <= 260; index += 1)
      putDocument(ledger, folderId, { ...of, path: `${index}.pdf`, hash: hashOf(index), result });
  });
  await run.engine.start();
  run.engine.checkAgain(folderId);
  await scene.until('all are flagged', () => run.documents().every(({ findings }) => findings !== undefined), { within: 5_000 });
});

describe('A second scan of one invoice', () => {
  beforeEach(() => {
    folder = { ...folder, checks: [{ check: 'second-scan', vendor: 'number', number: 'number', date: 'total', days: 3 }] };
  });

  it('is flagged with the document that it repeats, is delivered, and the first stays as it is', async () => {
    const run = await delivered({ 'a.pdf': 'RE-17 2026-03-14', 'b.pdf': 'RE-18 2026-03-14' });
    expect(run.engine.status().attention).toBe(0);
    await put('again.pdf', 're17 2026-03-16');
    await put('later.pdf', 'RE-17 2026-06-16');
    await scene.until('they are delivered', () => run.delivered() === 4);
    const first = run.document('a.pdf');
    expect(run.document('again.pdf').findings).toMatchObject([{ outcome: 'breach', others: [first.id] }]);
    expect(run.document('later.pdf').findings).toBeUndefined();
    expect(first.findings).toBeUndefined();
    expect(run.engine.status().attention).toBe(1);
    expect(scene.resultOf(folder, 'again.pdf')).toMatchObject({
      review: [{ kind: 'check', message: expect.stringContaining('second scan of “a.pdf”') }],
    });
    // Who judges the first does not make it the second.
    run.engine.act(first.id, { kind: 'confirm', corrections: {} }, 'Anna');
    run.engine.act(first.id, { kind: 'undo' }, 'Anna');
    expect(run.document('a.pdf').findings).toBeUndefined();
  });

  it.each([
    ['the first', 'RE-17', 're17 2026-03-14', { code: 'checks.unchecked.secondScan', values: { path: 'a.pdf' } }],
    ['the second', 'RE-17 2026-03-14', 're17', { code: 'checks.unchecked.noValue', values: { field: 'total' } }],
    ['any', 'RE-17', 're17', { code: 'checks.unchecked.noValue', values: { field: 'total' } }],
  ])('is not told where the date of %s of them is missing: that is said', async (_, first, second, message) => {
    const run = await delivered({ 'a.pdf': first });
    await put('b.pdf', second);
    await scene.until('it is delivered', () => run.delivered() === 2);
    expect(run.document('b.pdf').findings).toMatchObject([{ outcome: 'unchecked', message }]);
  });

  it('is known among documents that were there before the folder looked for it', async () => {
    const { checks } = folder;
    folder = { ...folder, checks: undefined };
    const before = await delivered({ 'a.pdf': 'RE-17 2026-03-14' });
    await before.end();
    folder = { ...folder, checks };
    await put('again.pdf', 'RE-17 2026-03-15');
    const run = await begin();
    await scene.until('it is delivered', () => run.delivered() === 2);
    expect(run.document('again.pdf').findings).toMatchObject([{ others: [run.document('a.pdf').id] }]);
  });

  it('is not a copy of the file, nor the file with another content', async () => {
    folder = { ...folder, changed: 'send' };
    const run = await delivered({ 'a.pdf': 'RE-17 2026-03-14' });
    await put('copy.pdf', 'RE-17 2026-03-14');
    await scene.until('the copy is delivered', () => run.has('copy.pdf') && run.document('copy.pdf').delivery.kind === 'done');
    await put('a.pdf', 'RE-17 2026-03-14 corrected');
    await scene.until(
      'the change is delivered',
      () =>
        scene.resultOf(folder, 'a.pdf')?.file_id !== undefined &&
        run.documents().length === 3 &&
        run.document('a.pdf').delivery.kind === 'done',
    );
    expect(run.engine.status().attention).toBe(0);
  });
});
