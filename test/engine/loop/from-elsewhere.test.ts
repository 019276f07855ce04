/** What another process writes into the ledger (the commands beside a running watch) takes effect within two seconds, whatever else is due. */
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, beforeEach, it } from 'vitest';
import { isHeldAs } from '../../../electron/core/document/states.ts';
import { liftBudget } from '../../../electron/engine/loop/budgets.ts';
import { usualGuard } from '../../../electron/engine/loop/guard.ts';
import { recordAnswer } from '../../../electron/engine/loop/questions.ts';
import type { FileToCount } from '../../../electron/engine/ports.ts';
import { type Ledger, openLedger } from '../../../electron/ledger/ledger.ts';
import { makeFile } from '../../support/make-files.ts';
import type { Run } from '../support/run.ts';
import { type SceneSandbox, sandboxOf } from '../support/sandbox.ts';
import { hour, minute, Timeline } from '../support/timeline.ts';

let scene: Timeline;
let sandbox: SceneSandbox;
beforeEach(async () => {
  scene = new Timeline();
  sandbox = await sandboxOf(scene);
  // Noon, so that no midnight comes unexpectedly.
  scene.clock.set(12 * hour - (scene.clock.now() % (24 * hour)));
});
afterEach(() => scene.end());

const soon = { within: 2_000 };
/** A file that is taken up again has to settle once more. */
const onceSettled = { within: 5_000 };
const put = (folder: { readonly path: string }, name: string, pages: number) =>
  makeFile(join(folder.path, name), `${pages} pages of ${name}`);
const countPages = async ({ path }: FileToCount) => Number(/(\d+) pages/.exec(await readFile(path, 'latin1'))?.[1]);
const sent = (run: Run) => run.uploads().flatMap(({ fileNames = [] }) => fileNames);

/** Another process writes. */
function elsewhere(write: (ledger: Ledger) => void): void {
  const ledger = openLedger(join(scene.root, 'ledger.sqlite'));
  write(ledger);
  ledger.close();
}

it('pages that are added to a budget', async () => {
  const folder = scene.folder('scans', sandbox.extraction, { batchSize: 1 });
  await put(folder, 'a.pdf', 3);
  await put(folder, 'b.pdf', 3);
  const limits = { budget: { day: 4, timeZone: 'UTC' } };
  const run = await scene.start({ url: sandbox.url, key: sandbox.key, folders: [folder], countPages, limits });
  await scene.until('one is delivered', () => run.delivered() === 1);
  await scene.pass(minute);
  elsewhere((ledger) => liftBudget(ledger, { period: 'day', pages: 10 }, scene.clock.now()));
  await scene.until('the other one is sent', () => sent(run).length === 2, soon);
});

it('the answer to a question', async () => {
  const folder = scene.folder('scans', sandbox.extraction, { batchSize: 1 });
  const limits = { guard: { ...usualGuard, documents: 2 } };
  const run = await scene.start({ url: sandbox.url, key: sandbox.key, folders: [folder], countPages, limits });
  await scene.until('the folder was looked at', () => run.engine.status().folders[0]?.health.kind === 'watching');
  for (const name of ['a.pdf', 'b.pdf', 'c.pdf']) await put(folder, name, 1);
  run.engine.lookNow();
  await scene.until('they are asked about', () => run.documents().filter(({ state }) => isHeldAs(state, 'asked')).length === 3);
  await scene.pass(minute);
  elsewhere((ledger) => recordAnswer(ledger, 1, 'send'));
  await scene.until('they are sent', () => sent(run).length === 3, onceSettled);
});

it('documents that are to be sent again', async () => {
  sandbox.faults.add('poison:bad.pdf,times=1');
  const folder = scene.folder('scans', sandbox.extraction, { batchSize: 1 });
  await put(folder, 'bad.pdf', 1);
  const run = await scene.start({ url: sandbox.url, key: sandbox.key, folders: [folder], countPages });
  await scene.until('it is refused', () => run.has('bad.pdf') && run.state('bad.pdf') === 'rejected');
  await scene.pass(minute);
  const before = sent(run).length;
  elsewhere(({ requests }) => requests.add({ documentId: run.document('bad.pdf').id, act: { kind: 'send-again' }, by: 'Anna' }));
  await scene.until('it is sent again', () => sent(run).length > before, onceSettled);
});
