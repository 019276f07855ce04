/** An edit of a folder's settings moves what is unsent; what was sent under earlier ones goes there by a person's word alone. */
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { FolderSettings } from '../../../electron/core/config/folder-settings.ts';
import { applicableIn, askToApply } from '../../../electron/workspace/folders/applicable.ts';
import { makeFile } from '../../support/make-files.ts';
import { quickDocuments } from '../support/quick-documents.ts';
import type { Run } from '../support/run.ts';
import { fields, type SceneSandbox, sandboxOf } from '../support/sandbox.ts';
import { hour, minute, Timeline } from '../support/timeline.ts';

let scene: Timeline;
let sandbox: SceneSandbox;
let invoices: string;
let receipts: string;
let mail: string;

beforeEach(async () => {
  scene = new Timeline();
  // The first word of a file is its category.
  const findCategory = (text: string) => ({
    categoryIndex: text.includes('letter') ? 1 : 0,
    confidence: 0.9,
    reasoning: 'By it.',
  });
  sandbox = await sandboxOf(scene, {
    documents: { ...quickDocuments, findCategory: (lines) => findCategory(JSON.stringify(lines)) },
  });
  invoices = sandbox.control.createExtraction({ name: 'Invoices', fields });
  receipts = sandbox.control.createExtraction({ name: 'Receipts', fields });
  const categories = ['Invoice', 'Letter'].map((name) => ({ name, description: name }));
  mail = sandbox.control.createClassification({ name: 'Mail', description: '', categories }).id;
});
afterEach(() => scene.end());

const begin = (...folders: FolderSettings[]) => scene.start({ url: sandbox.url, key: sandbox.key, folders });
const isDelivered = (run: Run, names: readonly string[], route: string) => () =>
  names.every((name) => run.has(name) && run.document(name).delivery.kind === 'done' && run.document(name).route.id === route);
/** How many files an extraction has taken. */
const taken = (id: string) =>
  (sandbox.control.extractions().find(({ extractionId }) => extractionId === id)?.batches ?? []).flatMap(({ files }) => files)
    .length;

/** What a person is asked about a folder, and what comes of it if they agree. */
const find = (run: Run, settings: FolderSettings) => {
  const id = run.ledger.folders.ensure(settings.path).id;
  return applicableIn(run.ledger, { id, settings, origin: new URL(sandbox.url).origin });
};
const asks = async (run: Run, settings: FolderSettings) => {
  const { documents, pages } = await find(run, settings);
  return { documents, pages };
};
async function agree(run: Run, settings: FolderSettings): Promise<boolean> {
  const found = await find(run, settings);
  return askToApply(run.ledger, found, { documents: found.documents, pages: found.pages }, 'Anna');
}

describe('Another route of a folder', () => {
  const names = ['a.pdf', 'b.pdf', 'c.pdf'];
  let before: FolderSettings;
  let after: FolderSettings;
  beforeEach(async () => {
    before = scene.folder('scans', { kind: 'extraction', id: invoices });
    after = { ...before, route: { kind: 'extraction', id: receipts } };
    for (const name of names) await makeFile(join(before.path, name), name);
  });

  async function delivered(...folders: FolderSettings[]): Promise<void> {
    const run = await begin(...folders);
    await scene.until('they are delivered', isDelivered(run, names, invoices));
    run.kill();
  }

  it('sends nothing that was sent, until a person agrees; then each once, and never again', async () => {
    await delivered(before);
    let run = await begin(after);
    await scene.pass(hour, { coarse: true });
    expect([taken(invoices), taken(receipts)]).toEqual([3, 0]);
    expect(await asks(run, after)).toMatchObject({ documents: 3 });
    // Nobody has agreed to fewer.
    const found = await find(run, after);
    expect(askToApply(run.ledger, found, undefined, 'Anna')).toBe(false);
    expect(askToApply(run.ledger, found, { documents: 3, pages: found.pages - 1 }, 'Anna')).toBe(false);
    expect(askToApply(run.ledger, found, { documents: 2, pages: found.pages }, 'Anna')).toBe(false);
    await scene.pass(minute);
    expect(taken(receipts)).toBe(0);
    expect(await agree(run, after)).toBe(true);
    // The word outlives the process.
    run.kill();
    run = await begin(after);
    await scene.until('they are delivered there', isDelivered(run, names, receipts));
    expect([taken(invoices), taken(receipts)]).toEqual([3, 3]);
    expect(scene.resultOf(after, 'a.pdf')).toMatchObject({ route: { name: 'Receipts' }, extracted_data: { number: 'a.pdf' } });
    expect(await asks(run, after)).toEqual({ documents: 0, pages: 0 });
    expect(await agree(run, after)).toBe(true);
    await scene.pass(hour, { coarse: true });
    expect(taken(receipts)).toBe(3);
    expect(run.engine.status().balance).toMatchObject({ found: 3, delivered: 3 });
  });

  it('and back again costs nothing: what was paid for there is there', async () => {
    await delivered(before);
    let run = await begin(after);
    await agree(run, after);
    await scene.until('they are delivered there', isDelivered(run, names, receipts));
    run.kill();
    run = await begin(before);
    expect(await asks(run, before)).toEqual({ documents: 3, pages: 0 });
    await agree(run, before);
    await scene.until('they are back', isDelivered(run, names, invoices));
    expect([taken(invoices), taken(receipts)]).toEqual([3, 3]);
    expect(scene.resultOf(before, 'b.pdf')).toMatchObject({ route: { name: 'Invoices' } });
  });

  it('takes along what was not sent, and does not ask about it', async () => {
    sandbox.faults.add('status:503,on=uploadFiles');
    let run = await begin(before);
    await scene.until('they wait', () => names.every((name) => run.has(name) && run.state(name) === 'waiting'));
    run.kill();
    for (const { id } of sandbox.faults.list()) sandbox.faults.remove(id);
    run = await begin(after);
    expect(await asks(run, after)).toEqual({ documents: 0, pages: 0 });
    await scene.until('they are delivered there', isDelivered(run, names, receipts));
    expect([taken(invoices), taken(receipts)]).toEqual([0, 3]);
  });

  it('costs copies once, and a copy that is there already nothing', async () => {
    await makeFile(join(before.path, 'copy of a.pdf'), 'a.pdf');
    const direct = scene.folder('direct', { kind: 'extraction', id: receipts });
    await makeFile(join(direct.path, 'd.pdf'), 'b.pdf');
    await delivered(before, direct);
    const run = await begin(after, direct);
    await scene.until('the copy is there', () => run.has('copy of a.pdf') && run.document('d.pdf').delivery.kind === 'done');
    const { documents, pages } = await asks(run, after);
    expect(documents).toBe(4);
    const { pages: each = 3 } = run.document('a.pdf');
    expect(pages).toBe(2 * each);
    await agree(run, after);
    const all = [...names, 'copy of a.pdf'];
    await scene.until('all are delivered there', isDelivered(run, all, receipts));
    expect(taken(receipts)).toBe(3);
  });

  it('sends what a budget allows, and the rest when it allows more', async () => {
    await delivered(before);
    const frugal = { ...after, budget: { day: 2 } };
    const run = await begin(frugal);
    await scene.pass(minute);
    await agree(run, frugal);
    await scene.pass(10 * minute);
    expect(taken(receipts)).toBeLessThan(3);
    expect(names.filter((name) => run.state(name) === 'waiting').length).toBeGreaterThan(0);
  });

  it('finds what was filed away', async () => {
    const filing = { fileAway: { kind: 'move', to: 'Processed', when: 'delivered' } } as const;
    before = scene.folder('filed', { kind: 'extraction', id: invoices }, filing);
    after = { ...before, route: { kind: 'extraction', id: receipts } };
    for (const name of names) await makeFile(join(before.path, name), name);
    const filed = names.map((name) => `Processed/${name}`);
    let run = await begin(before);
    await scene.until('they are filed', isDelivered(run, filed, invoices));
    run.kill();
    run = await begin(after);
    await agree(run, after);
    await scene.until('they are delivered there', isDelivered(run, filed, receipts));
    expect([taken(invoices), taken(receipts)]).toEqual([3, 3]);
    expect(run.engine.status().balance).toMatchObject({ found: 3, delivered: 3 });
  });
});

describe('Another target of a category', () => {
  it('sends only what is in it, and only once a person agrees', async () => {
    const folder = (targets: NonNullable<FolderSettings['next']>['categories']) =>
      scene.folder('mail', { kind: 'classification', id: mail }, { next: { categories: targets, otherwise: 'review' } });
    const to = (extraction: string) => ({ extraction, linked: false });
    const before = folder({ Invoice: to(invoices), Letter: 'leave' });
    const after = folder({ Invoice: to(receipts), Letter: 'leave' });
    for (const name of ['1.pdf', '2.pdf']) await makeFile(join(before.path, name), `invoice ${name}`);
    await makeFile(join(before.path, 'l.pdf'), 'letter');
    let run = await begin(before);
    const isSettled = () => isDelivered(run, ['1.pdf', '2.pdf'], invoices)() && isDelivered(run, ['l.pdf'], mail)();
    await scene.until('all are delivered', isSettled);
    run.kill();
    run = await begin(after);
    await scene.pass(hour, { coarse: true });
    expect([taken(invoices), taken(receipts)]).toEqual([2, 0]);
    expect(await asks(run, after)).toMatchObject({ documents: 2 });
    await agree(run, after);
    await scene.until('they are delivered there', isDelivered(run, ['1.pdf', '2.pdf'], receipts));
    expect([taken(invoices), taken(receipts)]).toEqual([2, 2]);
    expect(scene.resultOf(after, '1.pdf')).toMatchObject({
      route: { name: 'Receipts' },
      classification: { category: { name: 'Invoice' } },
    });
    expect(run.document('l.pdf').route.id).toBe(mail);
    expect(await asks(run, after)).toEqual({ documents: 0, pages: 0 });
    run.kill();
    // A letter leads on from now on.
    const third = folder({ Invoice: to(receipts), Letter: to(invoices) });
    run = await begin(third);
    expect(await asks(run, third)).toMatchObject({ documents: 1 });
    await agree(run, third);
    await scene.until('the letter is delivered there', isDelivered(run, ['l.pdf'], invoices));
    expect([taken(invoices), taken(receipts)]).toEqual([3, 2]);
  });
});
