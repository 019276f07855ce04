/** Machines that watch a folder for mixed mail together: what somebody says of a step is said of that step everywhere. */
import { afterEach, expect, it } from 'vitest';
import { quickDocuments } from '../support/quick-documents.ts';
import { sandboxOf } from '../support/sandbox.ts';
import { Timeline } from '../support/timeline.ts';
import { Machines } from './machines.ts';

const scene = new Timeline();
afterEach(() => scene.end());

it('a review from another machine lands on the step that it is about', async () => {
  const sandbox = await sandboxOf(scene, {
    documents: {
      ...quickDocuments,
      findCategory: () => ({ categoryIndex: 0, confidence: 0.9, reasoning: 'It is one.' }),
    },
  });
  const categories = [{ name: 'Invoices', description: 'Invoices' }];
  const mail = sandbox.control.createClassification({ name: 'Mail', description: '', categories }).id;
  const route = { kind: 'classification', id: mail } as const;
  const next = {
    categories: { Invoices: { extraction: sandbox.extraction, linked: false } },
    otherwise: 'review' as const,
  };
  const folder = scene.folder('mail', route, { next });
  const machines = new Machines(scene, sandbox);
  await scene.put(folder, 'a.pdf');
  const start = (name: string) =>
    machines.start(name, { folders: [folder], inbox: 'office', identity: { host: name, path: '/data' } });
  const [one, other] = [await start('one'), await start('other')];
  const isIn = (run: typeof one) =>
    run.has('a.pdf') && run.document('a.pdf').result?.kind === 'extraction' && run.document('a.pdf').delivery.kind === 'done';
  await scene.until('both have it', () => isIn(one) && isIn(other));
  expect(one.engine.confirm(one.document('a.pdf').id, { number: '17' }, 'Ann')).toMatchObject({ ok: true });
  await scene.until('the other one knows', () => other.document('a.pdf').review !== undefined);
  await scene.until('it is written', () => JSON.stringify(scene.resultOf(folder, 'a.pdf')).includes('"number":"17"'));
  for (const run of [one, other]) {
    const { review, earlierSteps } = run.document('a.pdf');
    expect(review?.confirmations).toMatchObject([{ by: 'Ann', corrections: { number: '17' } }]);
    expect(earlierSteps).toHaveLength(1);
    expect(earlierSteps?.[0]).toMatchObject({ route, result: { categoryName: 'Invoices' } });
    expect(earlierSteps?.[0]?.review).toBeUndefined();
  }
  expect(sandbox.allAccepted()).toEqual(['a.pdf', 'a.pdf']);
});
