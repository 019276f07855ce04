/** Another file, or another category, needs the content that the service passes on itself: a person says whether it is sent anyway. */
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { FolderSettings } from '../../../electron/core/config/folder-settings.ts';
import { standingOf } from '../../../electron/core/document/standing.ts';
import { sendAgainOf } from '../../../electron/core/document/transition.ts';
import { makeFile } from '../../support/make-files.ts';
import { quickDocuments } from '../support/quick-documents.ts';
import type { Run } from '../support/run.ts';
import { fields, type SceneSandbox, sandboxOf } from '../support/sandbox.ts';
import { hour, minute, Timeline } from '../support/timeline.ts';

let scene: Timeline;
let sandbox: SceneSandbox;
let orders: string;
let mail: string;
let folder: FolderSettings;
/** Straight to the extraction. */
let direct: FolderSettings;

beforeEach(async () => {
  scene = new Timeline();
  const findCategory = () => ({ categoryIndex: 0, confidence: 0.9, reasoning: 'By its name.' });
  sandbox = await sandboxOf(scene, { documents: { ...quickDocuments, findCategory } });
  orders = sandbox.control.createExtraction({ name: 'Orders', fields });
  const categories = [
    { name: 'Order', description: 'An order', linked_extraction_id: orders },
    { name: 'Notice', description: 'A notice' },
  ];
  mail = sandbox.control.createClassification({ name: 'Mail', description: '', categories }).id;
  folder = mailFolder('mail');
  direct = scene.folder('direct', { kind: 'extraction', id: orders });
});
afterEach(() => scene.end());

/** The service passes orders on itself; notices are sent to the same extraction. */
function mailFolder(name: string): FolderSettings {
  const categories = { Order: { extraction: orders, linked: true }, Notice: { extraction: orders, linked: false } };
  return scene.folder(name, { kind: 'classification', id: mail }, { next: { categories, otherwise: 'review' } });
}

async function begin(...folders: FolderSettings[]): Promise<Run> {
  const run = await scene.start({ url: sandbox.url, key: sandbox.key, folders });
  const known = sandbox.control.classifications().flatMap((each) => each.categories.map(({ id, name }) => ({ id, name })));
  run.ledger.categories.setTyped(new URL(sandbox.url).origin, mail, known);
  return run;
}

const put = (where: FolderSettings, name: string) => makeFile(join(where.path, name), 'an order');
const waits = (run: Run, name: string) => () => run.has(name) && run.document(name).passedOn !== undefined;
const hasValues = (run: Run, name: string) => () => {
  const { result, delivery } = run.document(name);
  return result?.kind === 'extraction' && delivery.kind === 'done';
};
const asks = (run: Run, name: string) => () => waits(run, name)() && standingOf(run.document(name)) === 'needs-you';
/** What went to the extraction. */
const sent = (run: Run) => run.uploads().filter(({ name }) => name === 'uploadFiles');
const batches = () => sandbox.control.extractions().find(({ extractionId }) => extractionId === orders)?.batches ?? [];
const hint = (run: Run) => {
  const [{ batchId = '' } = {}] = batches();
  run.engine.hint([orders, batchId], [batchId]);
};

describe('A content that the service passes on itself', () => {
  it('has its values once for its copies in all folders that wait for them', async () => {
    const other = mailFolder('other');
    await put(folder, 'a.pdf');
    const run = await begin(folder, other);
    await scene.until('it waits', waits(run, 'a.pdf'));
    await put(other, 'b.pdf');
    await scene.until('so does its copy', waits(run, 'b.pdf'));
    expect([standingOf(run.document('a.pdf')), standingOf(run.document('b.pdf'))]).toEqual(['on-the-way', 'on-the-way']);
    hint(run);
    await scene.until('both have their values', () => hasValues(run, 'a.pdf')() && hasValues(run, 'b.pdf')());
    expect(scene.resultOf(other, 'b.pdf')).toMatchObject({ extracted_data: { number: 'an order' } });
    expect([sent(run).length, batches().length]).toEqual([0, 1]);
  });

  it('is not sent for a folder that goes straight there: a person is asked, and its values come all the same', async () => {
    await put(folder, 'a.pdf');
    let run = await begin(folder, direct);
    await scene.until('it waits', waits(run, 'a.pdf'));
    await put(direct, 'b.pdf');
    await scene.until('it is asked about', asks(run, 'b.pdf'));
    expect(run.document('b.pdf').state).toMatchObject({ kind: 'waiting', wait: { kind: 'held', why: 'passed-on' } });
    expect(sendAgainOf(run.document('b.pdf'))).toBe('paid');
    run.kill();
    run = await begin(folder, direct);
    await scene.pass(3 * hour, { coarse: true });
    expect(asks(run, 'b.pdf')()).toBe(true);
    hint(run);
    await scene.until('both have their values', () => hasValues(run, 'a.pdf')() && hasValues(run, 'b.pdf')());
    expect([sent(run).length, batches().length]).toEqual([0, 1]);
    expect(run.document('b.pdf').possibleDuplicate).toBe(false);
  });

  it('is sent for that folder once a person says so, marked; what the service passed on is not taken then', async () => {
    await put(folder, 'a.pdf');
    const run = await begin(folder, direct);
    await scene.until('it waits', waits(run, 'a.pdf'));
    await put(direct, 'b.pdf');
    await scene.until('it is asked about', asks(run, 'b.pdf'));
    run.engine.sendAgain([run.document('b.pdf').id]);
    await scene.until('both have its values', () => hasValues(run, 'a.pdf')() && hasValues(run, 'b.pdf')());
    hint(run);
    await scene.pass(20 * minute);
    expect(sent(run)).toHaveLength(1);
    expect(run.document('b.pdf')).toMatchObject({ possibleDuplicate: true });
    expect(run.document('a.pdf').passedOn).toBeUndefined();
  });

  it('is not sent for that folder either where it was about to be when the verdict came', async () => {
    const fault = sandbox.faults.add('status:503,on=uploadFiles');
    await put(direct, 'b.pdf');
    const run = await begin(folder, direct);
    await scene.until('the service does not take it', () => run.has('b.pdf') && sent(run).length > 0);
    await put(folder, 'a.pdf');
    await scene.until('it waits', waits(run, 'a.pdf'));
    await scene.until('the other is asked about', asks(run, 'b.pdf'));
    const before = sent(run).length;
    sandbox.faults.remove(fault.id);
    await scene.pass(3 * hour, { coarse: true });
    expect(sent(run).length).toBe(before);
    hint(run);
    await scene.until('both have their values', () => hasValues(run, 'a.pdf')() && hasValues(run, 'b.pdf')());
    expect(batches()).toHaveLength(1);
  });

  it('is asked about at once where another category would have it sent there, and is sent once a person says so', async () => {
    await put(folder, 'a.pdf');
    const run = await begin(folder);
    await scene.until('it waits', waits(run, 'a.pdf'));
    const categories = sandbox.control.classifications().flatMap((each) => each.categories);
    const notice = categories.find(({ name }) => name === 'Notice')?.id ?? '';
    const { id } = run.document('a.pdf');
    expect(await scene.done(run.engine.overrideCategory(id, notice, 'Anna', true))).toMatchObject({ ok: true });
    await scene.until('it is asked about', asks(run, 'a.pdf'));
    await scene.pass(hour, { coarse: true });
    expect(sent(run)).toEqual([]);
    expect(scene.resultOf(folder, 'a.pdf')).toMatchObject({ category: { name: 'Notice' } });
    run.engine.sendAgain([id]);
    await scene.until('it has its values', hasValues(run, 'a.pdf'));
    expect(scene.resultOf(folder, 'a.pdf')).toMatchObject({ extracted_data: { number: 'an order' } });
    expect([sent(run).length, run.document('a.pdf').possibleDuplicate]).toEqual([1, true]);
  });

  it('is asked about after an hour, is not sent by the question, and is what a person makes of it', async () => {
    await put(folder, 'a.pdf');
    const run = await begin(folder);
    await scene.until('it waits', waits(run, 'a.pdf'));
    expect(sendAgainOf(run.document('a.pdf'))).toBe('no');
    await scene.pass(hour + 2 * minute, { coarse: true });
    expect(asks(run, 'a.pdf')()).toBe(true);
    expect(sendAgainOf(run.document('a.pdf'))).toBe('paid');
    await scene.pass(hour, { coarse: true });
    expect(sent(run)).toEqual([]);
    hint(run);
    await scene.until('its values came late', hasValues(run, 'a.pdf'));
    expect([sent(run).length, standingOf(run.document('a.pdf'))]).toEqual([0, 'done']);
  });
});
