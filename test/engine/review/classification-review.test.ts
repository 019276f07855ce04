/** A person's word on a classification, and what the service does about it: another category, another run. */
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { FolderSettings } from '../../../electron/core/config/folder-settings.ts';
import { reads } from '../../support/reads.ts';
import { type InBetween, inBetween } from '../support/in-between.ts';
import { quickDocuments } from '../support/quick-documents.ts';
import type { Run } from '../support/run.ts';
import { type SceneSandbox, sandboxOf } from '../support/sandbox.ts';
import { minute, Timeline } from '../support/timeline.ts';

let scene: Timeline;
let sandbox: SceneSandbox;
let between: InBetween;
let folder: FolderSettings;
let mail: { readonly id: string; readonly categories: readonly { readonly id: string; readonly name: string }[] };
/** What the classifier says, by the document's text; anything else is the first category's. */
let verdicts: Map<string, { readonly index: number | null; readonly confidence: number }>;

beforeEach(async () => {
  scene = new Timeline();
  verdicts = new Map();
  sandbox = await sandboxOf(scene, {
    delays: { queued: 500, processing: 3_000 },
    documents: {
      ...quickDocuments,
      findCategory: ([line]) => {
        const { index, confidence } = verdicts.get(line?.[0] ?? '') ?? { index: 0, confidence: 0.9 };
        return { categoryIndex: index, confidence, reasoning: 'So it seems.' };
      },
    },
  });
  const categories = ['Letters', 'Invoices'].map((name) => ({ name, description: name }));
  mail = sandbox.control.createClassification({ name: 'Mail', description: '', categories });
  between = await inBetween(scene, sandbox.url);
  folder = scene.folder('mail', { kind: 'classification', id: mail.id });
});
afterEach(() => scene.end());

const begin = (): Promise<Run> => scene.start({ url: between.url, key: sandbox.key, folders: [folder] });
const category = (name: string) => mail.categories.find((each) => each.name === name)?.id ?? '';
const shown = (path: string) => (scene.resultOf(folder, path)?.category as { readonly name: string } | null)?.name;
const written = (run: Run, path: string) => scene.until(`${path} is written`, () => run.document(path).delivery.kind === 'done');
const callsOf = (run: Run, name: string) => run.calls.filter((call) => call.name === name).length;

async function delivered(...names: readonly string[]): Promise<Run> {
  await scene.put(folder, ...names);
  const run = await begin();
  await scene.until('all are delivered', () => run.delivered() === names.length);
  return run;
}

const isRedo = ({ path }: { readonly path: string }) => path.endsWith('/redo');
const isOverride = ({ method }: { readonly method: string }) => method === 'PATCH';

describe('Another category', () => {
  it('is set at the service and in both files, with who did it, and needs no review any more', async () => {
    verdicts.set('content of a.pdf', { index: null, confidence: 0.2 });
    const run = await delivered('a.pdf', 'b.pdf');
    expect(run.engine.status().attention).toBe(1);
    const { id } = run.document('a.pdf');
    const answer = await scene.done(run.engine.overrideCategory(id, category('Invoices'), 'Anna'));
    expect(answer).toEqual({ ok: true, value: { undoable: false } });
    expect(run.engine.status().attention).toBe(0);
    await written(run, 'a.pdf');
    const json = scene.resultOf(folder, 'a.pdf');
    expect(json).toMatchObject({
      // Nobody has met this category before: its name is not known here.
      category: { id: category('Invoices'), name: null },
      confidence: null,
      reasoning: null,
      review: [],
      reviewed: { by: 'Anna', changes: [{ from: null, to: category('Invoices'), by: 'Anna' }] },
    });
    expect(scene.tablesOf(folder).find(({ file }) => file === 'a.pdf')).toMatchObject({
      category: category('Invoices'),
      reviewed_by: 'Anna',
    });
    expect(run.engine.act(id, { kind: 'undo' }, 'Anna')).toMatchObject({ ok: false, error: { kind: 'not-now' } });
    const again = await scene.done(run.engine.overrideCategory(id, category('Letters'), 'Ben'));
    expect(again.ok).toBe(true);
    await written(run, 'a.pdf');
    expect(shown('a.pdf')).toBe('Letters');
    expect(run.document('a.pdf').review?.changes.at(-1)).toMatchObject({ from: category('Invoices'), to: 'Letters', by: 'Ben' });
    expect(callsOf(run, 'overrideCategory')).toBe(2);
  });

  it('goes by the names that were met in results', async () => {
    verdicts.set('content of b.pdf', { index: 1, confidence: 0.7 });
    const run = await delivered('a.pdf', 'b.pdf');
    expect(run.ledger.categories.of(sandboxOrigin(), mail.id)).toEqual([
      { id: category('Invoices'), name: 'Invoices', source: 'result' },
      { id: category('Letters'), name: 'Letters', source: 'result' },
    ]);
    await scene.done(run.engine.overrideCategory(run.document('a.pdf').id, category('Invoices'), 'Anna'));
    await written(run, 'a.pdf');
    expect(shown('a.pdf')).toBe('Invoices');
    expect(run.history('a.pdf')).toContain('category set: By Anna. "Letters" → "Invoices"');
  });

  it.each<[string, (run: Run) => string, RegExp]>([
    ['the service knows no such category', () => 'nonsense', /not changed: .*no category nonsense/],
    [
      'no answer comes',
      () => {
        between.onWhole = (seen) => (isOverride(seen) ? 'cut' : undefined);
        return category('Invoices');
      },
      /not changed: /,
    ],
    [
      'the service has trouble',
      () => {
        between.onWhole = (seen) => (isOverride(seen) ? { status: 500, body: { error: 'Trouble.' } } : undefined);
        return category('Invoices');
      },
      /not changed: .*Trouble/,
    ],
  ])('stays as it was when %s, and says so', async (_, prepare, message) => {
    const run = await delivered('a.pdf');
    const before = run.document('a.pdf');
    const answer = await scene.done(run.engine.overrideCategory(before.id, prepare(run), 'Anna'));
    expect(answer).toMatchObject({ ok: false, error: { kind: 'service', message: reads(message) } });
    expect(run.document('a.pdf')).toEqual(before);
    expect(shown('a.pdf')).toBe('Letters');
  });

  it('is not requested while the key is refused, nor for what is no classification', async () => {
    const run = await delivered('a.pdf');
    const { id } = run.document('a.pdf');
    between.onWhole = (seen) => (isOverride(seen) ? { status: 401, body: { error: 'Invalid API key.' } } : undefined);
    expect((await scene.done(run.engine.overrideCategory(id, category('Invoices'), 'Anna'))).ok).toBe(false);
    expect(run.gate()).toBe('key');
    const calls = callsOf(run, 'overrideCategory');
    const answer = await scene.done(run.engine.overrideCategory(id, category('Invoices'), 'Anna'));
    expect(answer).toMatchObject({ ok: false, error: { kind: 'service' } });
    expect(callsOf(run, 'overrideCategory')).toBe(calls);
    expect(await run.engine.redo(4711, 'Anna')).toMatchObject({ ok: false, error: { kind: 'unknown-document' } });
  });

  it('is not overwritten by an answer that was on its way', async () => {
    const run = await delivered('a.pdf', 'b.pdf');
    const { id } = run.document('a.pdf');
    await scene.done(run.engine.redo(run.document('b.pdf').id, 'Anna'));
    // The service answers a poll before it hears of the override; that answer arrives after it.
    const arrives = Promise.withResolvers<undefined>();
    let answered = false;
    between.onAnswer = async ({ method }) => {
      if (method !== 'GET' || answered) return undefined;
      answered = true;
      return arrives.promise;
    };
    const although = { although: 'calls are under way' } as const;
    await scene.until('a poll is answered', () => answered, although);
    expect(await scene.done(run.engine.overrideCategory(id, category('Invoices'), 'Anna'), although)).toMatchObject({ ok: true });
    arrives.resolve(undefined);
    await written(run, 'a.pdf');
    await scene.pass(minute);
    expect(run.document('a.pdf').result).toMatchObject({ categoryId: category('Invoices') });
    expect(scene.resultOf(folder, 'a.pdf')).toMatchObject({ reviewed: { by: 'Anna' } });
  });
});

function sandboxOrigin(): string {
  return between.url;
}

describe('Another run', () => {
  it('makes the document wait for its new verdict, which is delivered; the others of its batch stay as they are', async () => {
    const run = await delivered('a.pdf', 'b.pdf');
    const other = run.document('b.pdf');
    const { id, batchId } = run.document('a.pdf');
    expect(run.ledger.batches.get(batchId ?? 0)?.state).toBe('ended');
    verdicts.set('content of a.pdf', { index: 1, confidence: 0.6 });
    expect(await scene.done(run.engine.redo(id, 'Anna'))).toMatchObject({ ok: true });
    expect(run.state('a.pdf')).toBe('processing');
    expect(shown('a.pdf')).toBe('Letters');
    await scene.until('the new verdict is there', () => run.state('a.pdf') === 'processed', { within: minute });
    await written(run, 'a.pdf');
    expect(shown('a.pdf')).toBe('Invoices');
    expect(scene.tablesOf(folder).find(({ file }) => file === 'a.pdf')).toMatchObject({
      category: 'Invoices',
      confidence: '0.6',
    });
    expect(run.document('b.pdf')).toEqual(other);
    expect(run.ledger.batches.get(batchId ?? 0)?.state).toBe('ended');
    expect(run.history('a.pdf')).toContain('redone: By Anna.');
  });

  it('brings back a result that the ledger has dropped, with a person’s word on it', async () => {
    const first = await delivered('a.pdf');
    const { id } = first.document('a.pdf');
    await scene.done(first.engine.overrideCategory(id, category('Invoices'), 'Anna'));
    await written(first, 'a.pdf');
    const later = scene.clock.now() + minute;
    for (let cursor = first.ledger.retention.dropSome(later, later, undefined); cursor !== undefined; )
      cursor = first.ledger.retention.dropSome(later, later, cursor);
    expect(first.document('a.pdf').result).toBeUndefined();
    verdicts.set('content of a.pdf', { index: 0, confidence: 0.6 });
    await scene.done(first.engine.redo(id, 'Anna'));
    await scene.until('the new verdict is there', () => first.document('a.pdf').result !== undefined, { within: 2 * minute });
    await written(first, 'a.pdf');
    expect(first.document('a.pdf').droppedAt).toBeUndefined();
  });

  it('does not end at an answer that still shows the old verdict', async () => {
    const run = await delivered('a.pdf');
    let stale = 4;
    const old = { status: 200, body: await verdictNow(run) };
    between.onWhole = (seen) => (seen.method === 'GET' && stale-- > 0 ? old : undefined);
    verdicts.set('content of a.pdf', { index: 1, confidence: 0.6 });
    await scene.done(run.engine.redo(run.document('a.pdf').id, 'Anna'));
    await scene.until('it was shown', () => stale === 1);
    expect(run.state('a.pdf')).toBe('processing');
    await scene.until('the new verdict is there', () => run.state('a.pdf') === 'processed', { within: minute });
    await written(run, 'a.pdf');
    expect(shown('a.pdf')).toBe('Invoices');
  });

  it('that gives the same result ends once it was seen under way, and otherwise after a minute', async () => {
    const run = await delivered('a.pdf');
    const { id } = run.document('a.pdf');
    const since = scene.clock.elapsed;
    await scene.done(run.engine.redo(id, 'Anna'));
    await scene.until('it is done', () => run.state('a.pdf') === 'processed');
    const seen = scene.clock.elapsed - since;
    const old = { status: 200, body: await verdictNow(run) };
    between.onWhole = ({ method }) => (method === 'GET' ? old : undefined);
    await scene.done(run.engine.redo(id, 'Anna'));
    const asked = scene.clock.elapsed;
    await scene.until('it is done again', () => run.state('a.pdf') === 'processed');
    expect(scene.clock.elapsed - asked).toBeGreaterThanOrEqual(minute);
    expect(scene.clock.elapsed - asked).toBeLessThan(1.2 * minute);
    expect(seen).toBeLessThan(minute / 2);
    await written(run, 'a.pdf');
    expect(shown('a.pdf')).toBe('Letters');
  });

  it('has its batch looked at again from then on, however old that is: what somebody does at the service is heard of', async () => {
    const run = await delivered('a.pdf');
    const { id, batchId = 0, fileId } = run.document('a.pdf');
    run.ledger.batches.update(batchId, { acceptedAt: scene.clock.now() - 8 * 24 * 60 * minute });
    await scene.done(run.engine.redo(id, 'Anna'));
    await scene.until('it is done', () => run.state('a.pdf') === 'processed');
    await written(run, 'a.pdf');
    await fetch(`${sandbox.url}/v1/classifications/${mail.id}/files/${fileId}`, {
      method: 'PATCH',
      headers: { authorization: `Bearer ${sandbox.key}`, 'content-type': 'application/json' },
      body: JSON.stringify({ classified_category_id: category('Invoices') }),
    });
    await scene.until('it is told', () => shown('a.pdf') === 'Invoices', { within: 90 * minute });
  });

  it('goes on after a restart, also when Intray was killed before the service answered', async () => {
    const run = await delivered('a.pdf');
    verdicts.set('content of a.pdf', { index: 1, confidence: 0.6 });
    const { id } = run.document('a.pdf');
    between.onAnswer = (seen) => {
      if (!isRedo(seen)) return undefined;
      run.kill();
      return 'cut';
    };
    void run.engine.redo(id, 'Anna');
    await scene.until('it was killed', () => run.dead);
    const again = await begin();
    expect(again.state('a.pdf')).toBe('processing');
    await scene.until('the new verdict is there', () => again.state('a.pdf') === 'processed', { within: minute });
    await written(again, 'a.pdf');
    expect(shown('a.pdf')).toBe('Invoices');
  });

  it('that the service refuses leaves all as it was, and says so', async () => {
    const run = await delivered('a.pdf', 'b.pdf');
    const before = run.document('a.pdf');
    const batch = run.ledger.batches.get(before.batchId ?? 0);
    between.onWhole = (seen) => (isRedo(seen) ? { status: 403, body: { error: 'Out of pages.' } } : undefined);
    const answer = await scene.done(run.engine.redo(before.id, 'Anna'));
    expect(answer).toMatchObject({
      ok: false,
      error: { kind: 'service', message: reads('Out of pages') },
    });
    const { changedAt: _, dueAt: __, delivery: ___, ...rest } = before;
    await scene.until('its outputs are there', () => run.document('a.pdf').delivery.kind === 'done');
    expect(run.document('a.pdf')).toMatchObject(rest);
    expect(run.ledger.batches.get(before.batchId ?? 0)).toEqual(batch);
    const polls = run.polls().length;
    await scene.pass(minute);
    expect(run.polls()).toHaveLength(polls);
  });

  it('that the service refuses slows no other one of its batch, which was asked for meanwhile', async () => {
    const run = await delivered('a.pdf', 'b.pdf');
    verdicts.set('content of b.pdf', { index: 1, confidence: 0.6 });
    const [first, second] = [run.document('a.pdf'), run.document('b.pdf')];
    expect(first.batchId).toBe(second.batchId);
    const refusal = Promise.withResolvers<{ status: number; body: unknown }>();
    between.onAnswer = (seen) => (isRedo(seen) && seen.path.includes(`/${first.fileId}/`) ? refusal.promise : undefined);
    const refused = run.engine.redo(first.id, 'Anna');
    const although = 'calls are under way';
    await scene.until('it is asked for', () => run.state('a.pdf') === 'processing', { although });
    expect(await scene.done(run.engine.redo(second.id, 'Ben'), { although })).toMatchObject({ ok: true });
    refusal.resolve({ status: 403, body: { error: 'Out of pages.' } });
    expect(await scene.done(refused)).toMatchObject({ ok: false });
    await scene.until('the other has its new verdict', () => shown('b.pdf') === 'Invoices', { within: minute });
  });

  it('of which no answer came is watched, and its verdict taken', async () => {
    const run = await delivered('a.pdf');
    verdicts.set('content of a.pdf', { index: 1, confidence: 0.6 });
    between.onAnswer = (seen) => (isRedo(seen) ? 'cut' : undefined);
    const answer = await scene.done(run.engine.redo(run.document('a.pdf').id, 'Anna'));
    expect(answer).toMatchObject({ ok: false, error: { message: reads('is not known') } });
    await scene.until('the new verdict is there', () => run.state('a.pdf') === 'processed', { within: 3 * minute });
    await written(run, 'a.pdf');
    expect(shown('a.pdf')).toBe('Invoices');
  });

  it('takes a confirmation of the old verdict back', async () => {
    const run = await delivered('a.pdf');
    const { id } = run.document('a.pdf');
    expect(run.engine.act(id, { kind: 'confirm', corrections: {} }, 'Anna').ok).toBe(true);
    await written(run, 'a.pdf');
    expect(scene.resultOf(folder, 'a.pdf')).toMatchObject({ reviewed: { by: 'Anna', changes: [] } });
    expect(run.engine.act(id, { kind: 'confirm', corrections: { category: 'x' } }, 'Anna')).toMatchObject({
      ok: false,
      error: { kind: 'unknown-field' },
    });
    await scene.done(run.engine.redo(id, 'Anna'));
    expect(run.engine.act(id, { kind: 'confirm', corrections: {} }, 'Anna')).toMatchObject({
      ok: false,
      error: { kind: 'not-now' },
    });
    await scene.until('it is done', () => run.state('a.pdf') === 'processed');
    await written(run, 'a.pdf');
    expect(scene.resultOf(folder, 'a.pdf')).not.toHaveProperty('reviewed');
  });
});

/** The service's present answer about the batch of a.pdf. */
async function verdictNow(run: Run): Promise<unknown> {
  const { batchId } = run.document('a.pdf');
  const serviceBatchId = run.ledger.batches.get(batchId ?? 0)?.serviceBatchId;
  const answer = await fetch(`${sandbox.url}/v1/classifications/${mail.id}/batches/${serviceBatchId}`, {
    headers: { authorization: `Bearer ${sandbox.key}` },
  });
  return answer.json();
}
