/** The category of a document that the service itself passes on is changed: by a person, or by another run. */
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { FolderSettings } from '../../../electron/core/config/folder-settings.ts';
import { makeFile } from '../../support/make-files.ts';
import { quickDocuments } from '../support/quick-documents.ts';
import type { Run } from '../support/run.ts';
import { fields, type SceneSandbox, sandboxOf } from '../support/sandbox.ts';
import { Timeline } from '../support/timeline.ts';

const categories = ['Order', 'Letter', 'Notice'] as const;
type Category = (typeof categories)[number];

let scene: Timeline;
let sandbox: SceneSandbox;
let folder: FolderSettings;
let orders: string;
let mail: string;
/** What the classifier says of everything. */
let verdict: Category;

beforeEach(async () => {
  scene = new Timeline();
  verdict = 'Order';
  const findCategory = () => ({
    categoryIndex: categories.indexOf(verdict),
    confidence: 0.9,
    reasoning: `It is for ${verdict}.`,
  });
  sandbox = await sandboxOf(scene, { documents: { ...quickDocuments, findCategory } });
  orders = sandbox.control.createExtraction({ name: 'Orders', fields });
  const described = categories.map((name) => ({
    ...{ name, description: name },
    ...(name === 'Order' && { linked_extraction_id: orders }),
  }));
  mail = sandbox.control.createClassification({ name: 'Mail', description: '', categories: described }).id;
  folder = mailFolder('mail');
});
afterEach(() => scene.end());

/** The service passes orders on itself; notices are sent to the same extraction. */
function mailFolder(name: string): FolderSettings {
  const next = {
    categories: {
      Order: { extraction: orders, linked: true },
      Notice: { extraction: orders, linked: false },
      Letter: 'leave' as const,
    },
    otherwise: 'review' as const,
  };
  return scene.folder(name, { kind: 'classification', id: mail }, { next });
}

async function begin(...folders: FolderSettings[]): Promise<Run> {
  const run = await scene.start({ url: sandbox.url, key: sandbox.key, folders: folders.length > 0 ? folders : [folder] });
  const known = sandbox.control.classifications().flatMap((each) => each.categories.map(({ id, name }) => ({ id, name })));
  run.ledger.categories.setTyped(new URL(sandbox.url).origin, mail, known);
  return run;
}

/** The batches of the extraction: all that are not sent there are made by the service itself. */
const batches = () => sandbox.control.extractions().find(({ extractionId }) => extractionId === orders)?.batches ?? [];
/** The batch of this text. */
const batchOf = (text: string) =>
  batches().find(({ files }) => files.some(({ values }) => values?.number === text))?.batchId ?? '';
const hint = (run: Run, batch: string) => run.engine.hint([orders, batch], [batch]);
const awaits = (run: Run, name: string) => () => run.has(name) && run.document(name).awaits !== undefined;
const hasValues = (run: Run, name: string) => () => {
  const { result, delivery } = run.document(name);
  return result?.kind === 'extraction' && delivery.kind === 'done';
};
/** Names of what went to the extraction. */
const sent = (run: Run) => run.uploads().filter(({ name }) => name === 'uploadFiles');

async function setCategory(run: Run, name: string, category: Category): Promise<void> {
  const { id } =
    sandbox.control
      .classifications()
      .flatMap((each) => each.categories)
      .find((each) => each.name === category) ?? {};
  expect(await scene.done(run.engine.overrideCategory(run.document(name).id, id ?? '', 'Anna', true))).toMatchObject({
    ok: true,
  });
}

async function redo(run: Run, name: string): Promise<void> {
  expect(await scene.done(run.engine.redo(run.document(name).id, 'Anna', true))).toMatchObject({ ok: true });
}

describe('A document that the service passes on itself', () => {
  it('does not take the values of one of its name whose category somebody has changed since', async () => {
    await makeFile(join(folder.path, 'a/order.pdf'), 'the first order');
    await makeFile(join(folder.path, 'b/order.pdf'), 'the second order');
    const run = await begin();
    await scene.until('both wait', () => awaits(run, 'a/order.pdf')() && awaits(run, 'b/order.pdf')());
    await scene.until('both are extracted', () => batchOf('the first order') !== '' && batchOf('the second order') !== '');
    await setCategory(run, 'a/order.pdf', 'Letter');
    hint(run, batchOf('the first order'));
    const offered = () => run.ledger.unmatched.offeredTo(run.document('b/order.pdf'));
    await scene.until('the result is kept', () => offered().length === 1 || !awaits(run, 'b/order.pdf')());
    expect(run.document('b/order.pdf')).toMatchObject({ result: { kind: 'classification' } });
    hint(run, batchOf('the second order'));
    await scene.until('both results are kept', () => offered().length === 2);
    const own = offered().find(({ result }) => JSON.stringify(result).includes('the second order'));
    expect(run.engine.assign(run.document('b/order.pdf').id, own?.fileId ?? '')).toMatchObject({ ok: true });
    await scene.until('it has its values', hasValues(run, 'b/order.pdf'));
    expect(scene.resultOf(folder, 'b/order.pdf')).toMatchObject({ extracted_data: { number: 'the second order' } });
    // Whoever puts it back finds what is its own.
    await setCategory(run, 'a/order.pdf', 'Order');
    await scene.until('the other one has its values, too', hasValues(run, 'a/order.pdf'));
    expect(scene.resultOf(folder, 'a/order.pdf')).toMatchObject({ extracted_data: { number: 'the first order' } });
    expect(sent(run)).toEqual([]);
  });

  it('does not take the values of one of its name that another run has put elsewhere', async () => {
    await makeFile(join(folder.path, 'a/order.pdf'), 'the first order');
    await makeFile(join(folder.path, 'b/order.pdf'), 'the second order');
    const run = await begin();
    await scene.until('both wait', () => awaits(run, 'a/order.pdf')() && awaits(run, 'b/order.pdf')());
    await scene.until('both are extracted', () => batchOf('the first order') !== '' && batchOf('the second order') !== '');
    verdict = 'Letter';
    await redo(run, 'a/order.pdf');
    await scene.until('it is a letter', () => !awaits(run, 'a/order.pdf')());
    hint(run, batchOf('the first order'));
    const offered = () => run.ledger.unmatched.offeredTo(run.document('b/order.pdf'));
    await scene.until('the result is kept', () => offered().length === 1 || !awaits(run, 'b/order.pdf')());
    expect(run.document('b/order.pdf')).toMatchObject({ result: { kind: 'classification' } });
  });
});
