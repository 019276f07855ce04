/**
 * A hundred mixed documents through one folder, while the program is killed fifteen times. What the service passes on itself arrives by
 * its webhooks, which find nobody while the program does not run.
 */
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { afterEach, expect, it } from 'vitest';
import type { FolderSettings } from '../../electron/core/config/folder-settings.ts';
import { createWebhookReceiver } from '../../electron/workspace/webhooks.ts';
import { quickDocuments } from '../engine/support/quick-documents.ts';
import type { Run } from '../engine/support/run.ts';
import { fields, sandboxOf } from '../engine/support/sandbox.ts';
import { minute, Timeline } from '../engine/support/timeline.ts';

const scene = new Timeline();
afterEach(() => scene.end());

const secret = `whsec_${Buffer.from('the secret of this test').toString('base64')}`;

function receiverOf(run: Run) {
  return createWebhookReceiver(secret, { session: undefined, running: run }, () => scene.clock.for(scene).now());
}

const categories = ['Invoice', 'Receipt', 'Order', 'Letter'];

it('sends each page exactly once to the right place; verdict and values are in one JSON, and what is not sure in review', async () => {
  const sandbox = await sandboxOf(scene, {
    documents: {
      ...quickDocuments,
      findCategory(lines) {
        const text = lines[0]?.[0] ?? '';
        const index = categories.findIndex((name) => text.includes(name));
        return {
          categoryIndex: index < 0 ? null : index,
          confidence: text.includes('unsure') ? 0.3 : 0.9,
          reasoning: 'Its name.',
        };
      },
    },
  });
  const receipts = sandbox.control.createExtraction({ name: 'Receipts', fields });
  const orders = sandbox.control.createExtraction({ name: 'Orders', fields });
  const mail = sandbox.control.createClassification({
    name: 'Mail',
    description: '',
    categories: categories.map((name) => ({
      name,
      description: name,
      ...(name === 'Order' && { linked_extraction_id: orders }),
    })),
  }).id;
  const next: FolderSettings['next'] = {
    categories: {
      Invoice: { extraction: sandbox.extraction, linked: false },
      Receipt: { extraction: receipts, linked: false },
      Order: { extraction: orders, linked: true },
      Letter: 'leave',
    },
    otherwise: 'review',
    below: 0.5,
  };
  const folder = scene.folder('mail', { kind: 'classification', id: mail }, { next, askAbove: 0 });
  const names = Array.from(
    { length: 100 },
    (_, index) => `${index % 10 === 9 ? 'unsure ' : ''}${categories[index % 4]} ${index}.pdf`,
  );
  const begin = () => scene.start({ url: sandbox.url, key: sandbox.key, folders: [folder] });
  let run: Run = await begin();
  // The program's endpoint for webhooks; a process remembers which events it has taken.
  let receive = receiverOf(run);
  const endpoint = createServer(async (request, response) => {
    const body = await buffer(request);
    response.statusCode = run.dead ? 503 : receive(request.headers, body);
    response.end();
  });
  endpoint.listen(0, '127.0.0.1');
  await once(endpoint, 'listening');
  scene.atEnd(() => void endpoint.close());
  const { port } = endpoint.address() as AddressInfo;
  sandbox.control.registerWebhook(`http://127.0.0.1:${port}/webhooks`, secret);
  for (let kill = 0; kill < 15; kill += 1) {
    if (kill < 10) await scene.put(folder, ...names.slice(kill * 10, kill * 10 + 10));
    // At another moment of the two steps each time.
    await scene.pass(150 + ((kill * 370) % 2_900));
    run.kill();
    run = await begin();
    receive = receiverOf(run);
  }
  const isUnresolved = (name: string) => run.stage(name) === 'in doubt';
  await scene.until(
    'all are delivered, with the values that the service extracts by itself, but for those whose answer was lost',
    () =>
      run.seen.files().length === names.length &&
      run.seen
        .files()
        .every(({ awaits, outputs, stage }) => (outputs === 'done' && awaits === undefined) || stage === 'in doubt'),
  );
  await scene.pass(10 * minute);

  const batchesOf = (id: string) => sandbox.control.extractions().find(({ extractionId }) => extractionId === id)?.batches ?? [];
  // What goes to a classification that passes some on carries a part of its content's hash in its name.
  const nameOf = ({ fileName }: { readonly fileName: string }) =>
    fileName.replace(/_[0-9a-z]{6}\.pdf$/, '.pdf').replaceAll('_', ' ');
  const filesOf = (id: string) => batchesOf(id).flatMap(({ files }) => files.map(nameOf));
  // Nothing was sent there, whoever is told what.
  expect(new Set(batchesOf(orders).map(({ by }) => by))).toEqual(new Set(['uploadClassificationBatch']));
  const classified = sandbox.control
    .classifications()
    .flatMap(({ batches }) => batches.flatMap(({ files }) => files.map(nameOf)));
  expect(classified.toSorted()).toEqual(names.toSorted());
  const sure = (category: string) => names.filter((name) => name.startsWith(category));
  for (const [category, id] of [
    ['Invoice', sandbox.extraction],
    ['Receipt', receipts],
    // By the service itself, which passes on what is unsure, too.
    ['Order', orders],
  ] as const) {
    const taken = filesOf(id);
    expect(new Set(taken).size, category).toBe(taken.length);
    const wanted = category === 'Order' ? names.filter((name) => name.includes(category)) : sure(category);
    for (const name of wanted) if (!isUnresolved(name)) expect(taken, name).toContain(name);
    for (const name of taken) expect(wanted, name).toContain(name);
  }
  for (const name of names) {
    if (isUnresolved(name)) continue;
    const result = scene.resultOf(folder, name);
    const goesOn = name.startsWith('Invoice') || name.startsWith('Receipt') || name.startsWith('Order');
    expect(result, name).toMatchObject(
      goesOn
        ? { extracted_data: { number: `content of ${name}` }, classification: { confidence: 0.9 } }
        : { confidence: expect.any(Number) },
    );
    const isAsked = name.startsWith('unsure');
    expect(result?.review, name).toHaveLength(isAsked ? 1 : 0);
  }

  // A person decides: one goes on into the extraction of its category, once; what is put into a linked category is never sent.
  const unsure = (category: string) => names.find((name) => name.startsWith(`unsure ${category}`) && !isUnresolved(name)) ?? '';
  const [receipt, letter] = [unsure('Receipt'), unsure('Letter')];
  const order = sandbox.control.classifications()[0]?.categories.find(({ name }) => name === 'Order')?.id ?? '';
  const before = filesOf(receipts);
  expect(run.engine.act(run.file(receipt).id, { kind: 'confirm', corrections: {} }, 'Anna')).toMatchObject({ ok: true });
  expect(await run.engine.overrideCategory(run.file(letter).id, order, 'Anna')).toMatchObject({ ok: true });
  await scene.pass(10 * minute);
  run.kill();
  run = await begin();
  receive = receiverOf(run);
  await scene.pass(10 * minute);
  expect(filesOf(receipts).toSorted()).toEqual([...before, receipt].toSorted());
  expect(scene.resultOf(folder, receipt)).toMatchObject({ extracted_data: { number: `content of ${receipt}` } });
  expect(batchesOf(orders).map(({ by }) => by)).not.toContain('uploadFiles');
  expect(filesOf(sandbox.extraction)).not.toContain(letter);
});
