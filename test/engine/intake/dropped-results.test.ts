/** A copy of a document whose result is no longer in the ledger. */
import { copyFileSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { FolderSettings } from '../../../electron/core/config/folder-settings.ts';
import { openLedger } from '../../../electron/ledger/ledger.ts';
import { makeFile } from '../../support/make-files.ts';
import { reads } from '../../support/reads.ts';
import type { Run } from '../support/run.ts';
import { type SceneSandbox, sandboxOf } from '../support/sandbox.ts';
import { Timeline } from '../support/timeline.ts';

let scene: Timeline;
let sandbox: SceneSandbox;
let folder: FolderSettings;
let last: Run | undefined;
beforeEach(async () => {
  scene = new Timeline();
  sandbox = await sandboxOf(scene);
  folder = scene.folder('scans', sandbox.extraction);
  await scene.put(folder, 'first.pdf');
  await runOnce();
  await dropAll();
});
afterEach(() => scene.end());

async function runOnce(): Promise<Run> {
  const run = await scene.start({ url: sandbox.url, key: sandbox.key, mode: 'run', folders: [folder] });
  expect(await run.ending()).toEqual({ kind: 'done' });
  last = run;
  return run;
}

async function dropAll(): Promise<void> {
  await last?.end();
  const ledger = openLedger(join(scene.root, 'ledger.sqlite'));
  const later = Date.now() + 1_000_000_000;
  let cursor = ledger.retention.dropSome(later, later, undefined);
  while (cursor !== undefined) cursor = ledger.retention.dropSome(later, later, cursor);
  expect(ledger.documents.page({}).documents.every(({ result }) => result === undefined)).toBe(true);
  ledger.close();
}

const at = (name: string) => join(folder.path, name);
const copy = (name: string) => copyFileSync(at('first.pdf'), at(name));
const valuesIn = (json: string) => (JSON.parse(readFileSync(at(json), 'utf8')) as { extracted_data: unknown }).extracted_data;

const held = {
  state: { kind: 'waiting', wait: { kind: 'held', why: 'dropped', message: reads('paid for on') } },
  delivery: { kind: 'none' },
};

it('a copy of what was classified and extracted takes both from the JSON beside the first one', async () => {
  const categories = [{ name: 'Letters', description: 'Letters' }];
  const { id } = sandbox.control.createClassification({ name: 'Mail', description: '', categories });
  const next = { categories: { Letters: { extraction: sandbox.extraction, linked: false } }, otherwise: 'leave' } as const;
  folder = scene.folder('mail', { kind: 'classification', id }, { next });
  await makeFile(at('first.pdf'), 'a letter');
  await last?.end();
  await runOnce();
  await dropAll();
  copy('copy.pdf');
  const run = await runOnce();
  expect(run.uploads()).toEqual([]);
  const [first, second] = ['first.pdf', 'copy.pdf'].map((name) => scene.resultOf(folder, name));
  expect(second).toMatchObject({ duplicate_of: { file: 'first.pdf' }, classification: { category: { name: 'Letters' } } });
  expect(second?.extracted_data).toEqual(first?.extracted_data);
  expect(second?.classification).toEqual(first?.classification);
});

it('what is held for the values that its category leads to is classified again when a person says so', async () => {
  await last?.end();
  rmSync(at('first.pdf.json'));
  const first = at('first.pdf');
  const categories = [{ name: 'Letters', description: 'Letters' }];
  const { id } = sandbox.control.createClassification({ name: 'Mail', description: '', categories });
  const next = { categories: { Letters: { extraction: sandbox.extraction, linked: false } }, otherwise: 'leave' } as const;
  const mail = scene.folder('mail', { kind: 'classification', id }, { next });
  copyFileSync(first, join(mail.path, 'letter.pdf'));
  const run = await scene.start({ url: sandbox.url, key: sandbox.key, folders: [folder, mail] });
  const isHeld = () => run.has('letter.pdf') && run.document('letter.pdf').state.kind === 'waiting';
  await scene.until('it is classified, and held', () => isHeld() && run.document('letter.pdf').verdict !== undefined);
  expect(run.document('letter.pdf')).toMatchObject(held);
  await scene.done(run.engine.redo(run.document('letter.pdf').id, 'Anna'));
  expect(run.document('letter.pdf').state.kind).toBe('processing');
  await scene.until('it is held again', () => isHeld() && run.document('letter.pdf').verdict !== undefined);
  expect(run.document('letter.pdf')).toMatchObject(held);
  expect(run.uploads().flatMap(({ fileNames }) => fileNames)).toEqual(['letter.pdf']);
});

describe('a copy of what was paid for, and whose result was dropped from the ledger', () => {
  it('takes it from the JSON beside the first one', async () => {
    const values = valuesIn('first.pdf.json');
    copy('copy.pdf');
    const run = await runOnce();
    expect(run.uploads()).toEqual([]);
    expect(run.document('copy.pdf')).toMatchObject({ state: { kind: 'duplicate' }, delivery: { kind: 'done' } });
    expect(valuesIn('copy.pdf.json')).toEqual(values);
    expect(valuesIn('first.pdf.json')).toEqual(values);
  });

  it('takes it, and the JSON of the first one says what the folder’s own checks find in it by now', async () => {
    folder = { ...folder, checks: [{ check: 'pattern', field: 'number', pattern: 'RE-.*', name: 'Our numbers' }] };
    copy('copy.pdf');
    const run = await runOnce();
    expect(run.uploads()).toEqual([]);
    for (const json of ['first.pdf.json', 'copy.pdf.json'])
      expect(JSON.parse(readFileSync(at(json), 'utf8'))).toMatchObject({ checks: [{ rule: 'Our numbers', outcome: 'breach' }] });
  });

  it('takes it with what people have made of it, and nothing of that is lost when the JSON is written again', async () => {
    await scene.put(folder, 'second.pdf');
    await last?.end();
    const watching = await scene.start({ url: sandbox.url, key: sandbox.key, folders: [folder] });
    await scene.until(
      'it is delivered',
      () => watching.has('second.pdf') && watching.document('second.pdf').delivery.kind === 'done',
    );
    for (const total of ['12', '13']) {
      expect(
        watching.engine.act(watching.document('second.pdf').id, { kind: 'confirm', corrections: { total } }, 'Anna'),
      ).toMatchObject({ ok: true });
      await scene.pass(1_000);
    }
    await scene.until('it is written', () => watching.document('second.pdf').delivery.kind === 'done');
    last = watching;
    await dropAll();
    const before = scene.resultOf(folder, 'second.pdf');
    expect(before).toMatchObject({ extracted_data: { total: '13' }, reviewed: { by: 'Anna', changes: [{}, { to: '13' }] } });
    folder = { ...folder, checks: [{ check: 'pattern', field: 'number', pattern: 'RE-.*', name: 'Our numbers' }] };
    copyFileSync(at('second.pdf'), at('copy.pdf'));
    const run = await runOnce();
    expect(run.uploads()).toEqual([]);
    const { checks, delivered_at: _, ...now } = scene.resultOf(folder, 'second.pdf') ?? {};
    const { delivered_at: __, ...was } = before ?? {};
    expect(checks).toHaveLength(1);
    expect(now).toEqual(was);
    expect(scene.resultOf(folder, 'copy.pdf')).toMatchObject({ reviewed: { by: 'Anna', changes: [{}, { to: '13' }] } });
  });

  it('takes it from the JSON that came along with the copy, when the first one is gone', async () => {
    mkdirSync(at('below'));
    const json = readFileSync(at('first.pdf.json'));
    copy('below/first.pdf');
    rmSync(at('first.pdf'));
    rmSync(at('first.pdf.json'));
    writeFileSync(at('below/first.pdf.json'), json);
    const run = await runOnce();
    expect(run.uploads()).toEqual([]);
  });

  it.each<[what: string, damage: () => void]>([
    ['is not there any more', () => rmSync(at('first.pdf.json'))],
    [
      'was edited',
      () =>
        writeFileSync(at('first.pdf.json'), readFileSync(at('first.pdf.json'), 'utf8').replace('"intray": 1', '"intray":  1')),
    ],
  ])('is held when that JSON %s, and is neither sent nor delivered', async (_, damage) => {
    damage();
    copy('copy.pdf');
    const run = await runOnce();
    expect(run.uploads()).toEqual([]);
    expect(run.document('copy.pdf')).toMatchObject(held);
    await last?.end();
    const again = await runOnce();
    expect(again.uploads()).toEqual([]);
    expect(again.document('copy.pdf')).toMatchObject(held);
  });

  it('takes it when the JSON is back', async () => {
    renameSync(at('first.pdf.json'), join(scene.root, 'away.json'));
    copy('copy.pdf');
    const run = await runOnce();
    expect(run.document('copy.pdf')).toMatchObject(held);
    await run.end();
    renameSync(join(scene.root, 'away.json'), at('first.pdf.json'));
    const next = await runOnce();
    expect(next.uploads()).toEqual([]);
    expect(next.document('copy.pdf')).toMatchObject({ state: { kind: 'duplicate' }, delivery: { kind: 'done' } });
  });

  it('is sent again when a person says so, and marked', async () => {
    rmSync(at('first.pdf.json'));
    copy('copy.pdf');
    const run = await runOnce();
    const { id } = run.document('copy.pdf') ?? { id: 0 };
    await run.end();
    const ledger = openLedger(join(scene.root, 'ledger.sqlite'));
    ledger.requests.add({ documentId: id, act: { kind: 'send-again' }, by: 'Anna' });
    ledger.close();
    const next = await runOnce();
    expect(next.uploads().flatMap(({ fileNames }) => fileNames)).toEqual(['first.pdf']);
    for (const [name, kind] of [
      ['first.pdf', 'processed'],
      ['copy.pdf', 'duplicate'],
    ] as const) {
      expect(next.document(name)).toMatchObject({ state: { kind }, possibleDuplicate: true, delivery: { kind: 'done' } });
      expect(scene.resultOf(folder, name)).toMatchObject({ status: 'processed' });
    }
  });
});
