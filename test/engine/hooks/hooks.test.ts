/** What becomes of documents is told to hooks: at least once, in order, with the same id, and a hook's failure touches no document. */
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { FolderSettings } from '../../../electron/core/config/folder-settings.ts';
import { type Hooks, hookNames, hooksSchema } from '../../../electron/core/config/hooks.ts';
import { foreign } from '../../../electron/core/messages/message.ts';
import { inEnglish } from '../../../electron/core/messages/wording.ts';
import { usualGuard } from '../../../electron/engine/loop/guard.ts';
import type { HookOutcome, HookRunner } from '../../../electron/engine/ports.ts';
import { quickDocuments } from '../support/quick-documents.ts';
import type { Run, RunOptions } from '../support/run.ts';
import { type SceneSandbox, sandboxOf } from '../support/sandbox.ts';
import { hour, minute, Timeline } from '../support/timeline.ts';

interface Told {
  readonly id: string;
  readonly event: string;
  readonly revision: number;
  readonly folder: string;
  readonly document: { readonly id: number; readonly file: string; readonly needs_you: boolean; readonly state: string } | null;
  readonly message: string | null;
  readonly json: string | null;
  readonly csv: string | null;
  readonly result: { readonly extracted_data: Readonly<Record<string, string>>; readonly status: string } | null;
  readonly question?: { readonly documents: number };
}

let scene: Timeline;
let sandbox: SceneSandbox;
let folder: FolderSettings;
let told: Told[];
/** What the hook does with an event; default: takes it. */
let outcomeOf: (event: Told, signal: AbortSignal) => HookOutcome | Promise<HookOutcome>;
let most: number;
beforeEach(async () => {
  scene = new Timeline();
  // The total is never found in a file named "doubtful": a person has to look.
  const documents = {
    ...quickDocuments,
    findFields: (lines: readonly (readonly string[])[]) => {
      const text = lines[0]?.[0] ?? '';
      return { number: text, total: text.includes('doubtful') ? '' : '12.00' };
    },
  };
  sandbox = await sandboxOf(scene, { documents });
  folder = scene.folder('scans', sandbox.extraction);
  told = [];
  most = 0;
  outcomeOf = () => ({ kind: 'taken' });
});
afterEach(() => scene.end());

let atOnce = 0;
const hookRunner: HookRunner = {
  async tell(_, event, { signal }) {
    atOnce += 1;
    most = Math.max(most, atOnce);
    const said = JSON.parse(event.body) as Told;
    told.push(said);
    try {
      return await outcomeOf(said, signal);
    } finally {
      atOnce -= 1;
    }
  },
};

const hook = { program: ['told'] };
const all: Hooks = hooksSchema.parse(Object.fromEntries(hookNames.map((name) => [name, hook])));

function begin(hooks: Hooks | undefined = all, options: Partial<RunOptions> = {}): Promise<Run> {
  return scene.start({ url: sandbox.url, key: sandbox.key, folders: [folder], hooks, hookRunner, ...options });
}
const saidOf = () => told.map(({ event, document }) => `${event} ${document?.file}`);
const open = (run: Run) => run.ledger.hookEvents.counts();

describe('a hook', () => {
  it('hears that a document was delivered, with its values and where they are, and that it was corrected', async () => {
    await scene.put(folder, 'a.pdf');
    const run = await begin();
    await scene.until('it is told', () => told.length === 1);
    const { id } = run.document('a.pdf');
    expect(told[0]).toMatchObject({
      ...{ intray: 1, event: 'onDelivered', revision: 1, folder: folder.path, message: null },
      document: { id, file: 'a.pdf', path: join(folder.path, 'a.pdf'), state: 'processed', needs_you: false },
      json: join(folder.path, 'a.pdf.json'),
      csv: join(folder.path, 'intray-Invoices.csv'),
      result: { status: 'processed', extracted_data: { total: '12.00' } },
    });
    expect(run.engine.act(id, { kind: 'confirm', corrections: { total: '13.00' } }, 'Anna').ok).toBe(true);
    await scene.until('the correction is told', () => told.length === 2);
    expect(told[1]).toMatchObject({ event: 'onChanged', revision: 2, result: { extracted_data: { total: '13.00' } } });
    expect(run.engine.act(id, { kind: 'undo' }, 'Anna').ok).toBe(true);
    await scene.until('that it was taken back too', () => told.length === 3);
    expect(told[2]).toMatchObject({ event: 'onChanged', revision: 3, result: { extracted_data: { total: '12.00' } } });
    expect(new Set(told.map((each) => each.id)).size).toBe(3);
  });

  it('hears what needs a person before that is delivered, and what failed or was refused', async () => {
    await scene.put(folder, 'doubtful.pdf');
    scene.write(join(folder.path, 'empty.pdf'), '');
    const run = await begin();
    await scene.until('all is told', () => told.length === 3);
    expect(saidOf().filter((each) => each.endsWith('doubtful.pdf'))).toEqual([
      'onAttention doubtful.pdf',
      'onDelivered doubtful.pdf',
    ]);
    expect(told.find(({ event }) => event === 'onAttention')).toMatchObject({ document: { needs_you: true }, json: null });
    const failed = told.find(({ event }) => event === 'onFailed');
    expect(failed).toMatchObject({ document: { file: 'empty.pdf', state: 'rejected' }, result: null });
    expect(failed?.message).toMatch(/empty/);
    run.engine.dismiss([run.document('doubtful.pdf').id], 'Anna');
    run.engine.undismiss([run.document('doubtful.pdf').id], 'Anna');
    await scene.pass(minute);
    expect(told).toHaveLength(3);
  });

  it('hears a later word of the service, and of a file that has another name, and nothing twice without a reason', async () => {
    await scene.put(folder, 'doubtful.pdf');
    const run = await begin();
    await scene.until('it is told', () => told.length === 2);
    for (const { extractionId, batches } of sandbox.control.extractions())
      for (const { batchId, files } of batches)
        for (const { id } of files) sandbox.control.confirmFile(extractionId, batchId, id, { total: '9.00' });
    await scene.until('the confirmation is told', () => told.length === 3, { within: 2 * hour, coarse: true });
    expect(told[2]).toMatchObject({ event: 'onChanged', result: { status: 'confirmed', extracted_data: { total: '9.00' } } });
    await run.end();
    const again = await begin();
    again.engine.lookNow();
    await scene.pass(10 * minute);
    expect(told).toHaveLength(3);
  });

  it('that refuses an event hears it again with growing pauses, with the same id; the document does not suffer, nor do others', async () => {
    const tries: number[] = [];
    outcomeOf = ({ document }) => {
      if (document?.file !== 'a.pdf') return { kind: 'taken' };
      tries.push(scene.clock.elapsed);
      return tries.length < 4 ? { kind: 'refused', message: foreign('not now'), output: 'why' } : { kind: 'taken' };
    };
    await scene.put(folder, 'a.pdf', 'b.pdf');
    const run = await begin();
    await scene.until('the other is told', () => saidOf().includes('onDelivered b.pdf'));
    await scene.until('it was refused once', () => open(run).failing === 1);
    const [event] = run.ledger.hookEvents.list(['pending'], 9);
    expect(event).toMatchObject({ attempts: 1, output: 'why', message: foreign('not now') });
    expect(run.document('a.pdf').delivery.kind).toBe('done');
    await scene.until('it is taken', () => tries.length === 4 && open(run).pending === 0);
    const [first = 0, second = 0, third = 0, fourth = 0] = tries;
    expect([second - first, third - second, fourth - third].every((pause, index) => pause >= 500 * 2 ** index)).toBe(true);
    expect(new Set(told.filter(({ document }) => document?.file === 'a.pdf').map(({ id }) => id)).size).toBe(1);
    expect(run.engine.status().balance).toMatchObject({ delivered: 2, failed: 0 });
  });

  it('hears of a document in the order of what became of it, also when an earlier event is refused', async () => {
    let refuses = true;
    outcomeOf = ({ event }) =>
      event === 'onAttention' && refuses ? { kind: 'refused', message: foreign('no') } : { kind: 'taken' };
    await scene.put(folder, 'doubtful.pdf');
    const run = await begin();
    await scene.until('it is delivered', () => run.document('doubtful.pdf').delivery.kind === 'done');
    await scene.pass(minute);
    expect(new Set(saidOf())).toEqual(new Set(['onAttention doubtful.pdf']));
    refuses = false;
    await scene.until('both are told', () => open(run).pending === 0);
    expect(saidOf().slice(-2)).toEqual(['onAttention doubtful.pdf', 'onDelivered doubtful.pdf']);
  });

  it('that never takes an event is left alone after days; a person may have it told again', async () => {
    outcomeOf = () => ({ kind: 'refused', message: foreign('never') });
    await scene.put(folder, 'a.pdf');
    const run = await begin({ ...all, giveUpDays: 0.5 });
    await scene.until('it is given up', () => open(run).givenUp === 1, { within: 48 * hour, coarse: true });
    const count = told.length;
    await scene.pass(24 * hour, { coarse: true });
    expect(told).toHaveLength(count);
    outcomeOf = () => ({ kind: 'taken' });
    expect(run.ledger.hookEvents.retry(scene.clock.for(run).now())).toBe(1);
    await scene.until('it is told', () => told.length === count + 1 && open(run).givenUp === 0);
    expect(new Set(told.map(({ id }) => id)).size).toBe(1);
  });

  it('that was told when Intray stopped hears it again with the same id', async () => {
    outcomeOf = (_, signal) =>
      new Promise((resolve) => signal.addEventListener('abort', () => resolve({ kind: 'aborted' }), { once: true }));
    await scene.put(folder, 'a.pdf');
    const run = await begin();
    await scene.until('it is being told', () => told.length === 1);
    await run.end();
    outcomeOf = () => ({ kind: 'taken' });
    const next = await begin();
    await scene.until('it is told', () => open(next).pending === 0);
    expect(told).toHaveLength(2);
    expect(told[1]).toEqual(told[0]);
    const [event] = next.ledger.hookEvents.list(['done'], 9);
    expect(event).toMatchObject({ attempts: 0 });
    expect(event?.body).toBeUndefined();
  });

  it('is one of few at once', async () => {
    outcomeOf = () => new Promise((resolve) => setTimeout(() => resolve({ kind: 'taken' }), 5));
    await scene.put(folder, ...Array.from({ length: 12 }, (_, index) => `${index}.pdf`));
    const run = await begin({ ...all, atOnce: 3 });
    await scene.until('all are told', () => told.length === 12 && open(run).pending === 0);
    expect(most).toBeLessThanOrEqual(3);
    expect(most).toBeGreaterThan(1);
  });

  it('may be another one for a folder, or none; where there is none, nothing is written', async () => {
    const other = scene.folder('other', sandbox.extraction);
    await scene.put(folder, 'a.pdf');
    await scene.put(other, 'b.pdf');
    const hooks = hooksSchema.parse({ folders: { [other.path]: { onDelivered: hook } } });
    const run = await begin(hooks, { folders: [folder, other] });
    await scene.until('both are delivered', () => run.delivered() === 2);
    await scene.until('one is told', () => told.length === 1);
    expect(saidOf()).toEqual(['onDelivered b.pdf']);
    expect(run.ledger.hookEvents.list(['pending', 'done', 'given-up'], 9)).toHaveLength(1);
  });

  it('that is there no more leaves its events to one that comes back', async () => {
    outcomeOf = () => ({ kind: 'refused', message: foreign('no') });
    await scene.put(folder, 'a.pdf');
    const run = await begin();
    await scene.until('it was refused', () => open(run).failing === 1);
    await run.end();
    const without = await begin(hooksSchema.parse({}));
    await scene.until('that is said', () =>
      without.ledger.hookEvents.list(['pending'], 1).some(({ message }) => message?.code === 'hooks.gone'),
    );
    await without.end();
    outcomeOf = () => ({ kind: 'taken' });
    const back = await begin();
    await scene.until('it is told', () => open(back).pending === 0);
  });

  it('hears once of a question about many documents, and not of each of them', async () => {
    const guard = { ...usualGuard, documents: 2 };
    const run = await begin(all, { limits: { guard } });
    await scene.put(folder, 'a.pdf', 'b.pdf', 'c.pdf', 'd.pdf');
    run.engine.lookNow();
    await scene.until('it is told', () => told.length > 0);
    expect(told[0]).toMatchObject({ event: 'onAttention', document: null, folder: folder.path, question: { documents: 4 } });
    expect(told[0]?.message).toMatch(/4 new documents/);
    await run.end();
    const next = await begin(all, { limits: { guard } });
    await scene.pass(minute);
    expect(told).toHaveLength(1);
    next.engine.answerQuestion(next.engine.status().folders[0]?.id ?? 0, 'send');
    await scene.until('the documents are told', () => told.length === 5);
  });

  it('hears the rest of a run before that ends, and a run does not wait for one that refuses', async () => {
    await scene.put(folder, 'a.pdf', 'b.pdf');
    outcomeOf = ({ document }) => (document?.file === 'a.pdf' ? { kind: 'refused', message: foreign('no') } : { kind: 'taken' });
    const run = await begin(all, { mode: 'run' });
    expect(await scene.done(run.engine.ended, { within: 5 * minute })).toEqual({ kind: 'done' });
    expect(saidOf().sort()).toEqual(['onDelivered a.pdf', 'onDelivered b.pdf']);
    expect(open(run)).toEqual({ pending: 1, failing: 1, givenUp: 0 });
  });

  it('says in the log why a hook failed, and not what it wrote', async () => {
    outcomeOf = () => ({ kind: 'refused', message: foreign('no room'), output: 'disk full' });
    await scene.put(folder, 'a.pdf');
    const run = await begin();
    await scene.until('it was refused', () => open(run).failing === 1);
    const entry = run.log.find(({ message }) => message.startsWith('a hook was told'));
    expect(entry).toMatchObject({ level: 'warn', details: { name: 'onDelivered', why: foreign('no room') } });
    // What a hook writes may hold values of documents.
    expect(JSON.stringify(run.log)).not.toContain('disk full');
    rmSync(join(folder.path, 'a.pdf.json'));
    expect(inEnglish(run.ledger.hookEvents.list(['pending'], 1)[0]?.message ?? foreign(''))).toBe('no room');
  });
});
