/** Budgets of pages: what fits goes out, the rest waits for the day to turn, and never a page more. */
import { readFile, rm } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { budgetMessage, isOfPages } from '../../../electron/core/account/budget.ts';
import { inEnglish } from '../../../electron/core/messages/wording.ts';
import type { FileToCount } from '../../../electron/engine/ports.ts';
import { makeFile } from '../../support/make-files.ts';
import type { Run, RunOptions } from '../support/run.ts';
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

/** A document of so many pages: its content says how many. */
const put = (folder: { readonly path: string }, name: string, pages: number) =>
  makeFile(join(folder.path, name), `${pages} pages of ${name}`);
const countPages = async ({ path }: FileToCount) => {
  const text = await readFile(path, 'latin1').catch(() => undefined);
  return text === undefined ? 'later' : Number(/(\d+) pages/.exec(text)?.[1]);
};
const begin = ({ limits, ...options }: Partial<RunOptions> & Pick<RunOptions, 'folders'>): Promise<Run> =>
  scene.start({
    ...{ url: sandbox.url, key: sandbox.key, mode: 'watch', countPages, ...options },
    limits: { ...limits, budget: { timeZone: 'UTC', ...limits?.budget } },
  });
const used = (run: Run) => run.engine.status().budgets.find(isOfPages)?.used;
const spent = (run: Run) => run.ledger.charges.spent('2');
const intoTheNextDay = () => scene.clock.set(24 * hour - (scene.clock.now() % (24 * hour)) - 1_000);

it('fills what is left, lets the rest wait for midnight, and sends what came first then', async () => {
  const folder = scene.folder('scans', sandbox.extraction, { batchSize: 1 });
  const run = await begin({ folders: [folder], limits: { budget: { day: 10 } } });
  for (const [name, pages] of [
    ['a.pdf', 7],
    ['b.pdf', 5],
    ['c.pdf', 2],
    ['d.pdf', 9],
    ['e.pdf', 1],
  ] as const) {
    await put(folder, name, pages);
    // One after the other: what settles at one moment may be read in any order.
    await scene.until('it has been taken in', () => run.has(name) && run.state(name) !== 'settling');
  }
  await scene.until('ten pages are delivered', () => run.delivered() === 3);
  expect(sandbox.allAccepted().toSorted()).toEqual(['a.pdf', 'c.pdf', 'e.pdf']);
  const [budget] = run.engine.status().budgets;
  expect(budget).toMatchObject({ period: 'day', pages: 10, used: 10, waiting: { documents: 2, pages: 14 } });
  expect(run.notices.flatMap((notice) => (notice.kind === 'budget' ? [inEnglish(notice.message)] : [])).at(-1)).toMatch(
    /^3 of today’s 10 pages are left\. 1 document \(about 5 pages\) waits until \w+ \d+\.$/,
  );
  intoTheNextDay();
  await scene.until('the first of the others goes out', () => run.delivered() === 4);
  expect(run.state('d.pdf')).toBe('waiting');
  expect(run.state('b.pdf')).toBe('processed');
  // A person adds pages, and what fits goes out at once.
  run.engine.liftBudget({ period: 'day', pages: 4 });
  await scene.until('all are delivered', () => run.delivered() === 5);
  expect(spent(run)).toBe(24);
});

it('counts what is sent for the day of its time zone, which may be another one here', async () => {
  const folder = scene.folder('scans', sandbox.extraction, { batchSize: 1 });
  await put(folder, 'a.pdf', 5);
  // Noon here: two at night on the next day there.
  const run = await begin({ folders: [folder], limits: { budget: { day: 8, timeZone: 'Pacific/Kiritimati' } } });
  await scene.until('it is delivered', () => run.delivered() === 1);
  expect(used(run)).toBe(5);
  await put(folder, 'b.pdf', 4);
  await scene.pass(minute);
  expect(run.state('b.pdf')).toBe('waiting');
});

it('says once that little is left, and once more that it holds something back', async () => {
  const folder = scene.folder('scans', sandbox.extraction, { batchSize: 1 });
  const run = await begin({ folders: [folder], limits: { budget: { day: 10 } } });
  const said = () => run.notices.filter(({ kind }) => kind === 'budget').length;
  const lookAgain = async () => {
    run.engine.lookNow();
    await scene.pass(10_000);
  };
  await put(folder, 'a.pdf', 9);
  await scene.until('it is said by itself', () => said() === 1, { within: minute });
  await lookAgain();
  await lookAgain();
  expect(said()).toBe(1);
  await put(folder, 'b.pdf', 2);
  await scene.until('it is said that it waits', () => said() === 2, { within: minute });
  expect(run.stage('b.pdf')).toBe('waiting');
  await lookAgain();
  await lookAgain();
  expect(said()).toBe(2);
});

it('asks about a document that no day allows, and sends it outside of the budgets if a person says so', async () => {
  const folder = scene.folder('scans', sandbox.extraction, { budget: { day: 5 } });
  await put(folder, 'book.pdf', 6);
  await put(folder, 'page.pdf', 1);
  const run = await begin({ folders: [folder] });
  await scene.until('the page is delivered', () => run.delivered() === 1);
  expect(run.document('book.pdf').state).toMatchObject({ kind: 'waiting', wait: { kind: 'held', why: 'budget' } });
  run.engine.sendAgain([run.document('book.pdf').id]);
  await scene.until('the book is delivered', () => run.delivered() === 2);
  expect(spent(run)).toBe(1);
});

it('counts what a classification passes on twice, and asks about what no day allows then', async () => {
  const categories = [{ name: 'Invoice', description: 'An invoice', linked_extraction_id: sandbox.extraction }];
  const { id } = sandbox.control.createClassification({ name: 'Mail', description: '', categories });
  const route = { kind: 'classification', id } as const;
  const folder = scene.folder('scans', route, { budget: { day: 5 } });
  await put(folder, 'three.pdf', 3);
  await put(folder, 'two.pdf', 2);
  const run = scene.prepare({ url: sandbox.url, key: sandbox.key, countPages, folders: [folder] });
  run.ledger.routes.setNames(new URL(sandbox.url).origin, route, { linked: true });
  await run.engine.start();
  await scene.until('the smaller one is delivered', () => run.delivered() === 1);
  expect(run.document('three.pdf').state).toMatchObject({ wait: { kind: 'held', why: 'budget' } });
  expect([run.uploads().map(({ fileNames }) => fileNames), used(run)]).toEqual([
    [[expect.stringMatching(/^two_[a-z\d]{6}\.pdf$/)]],
    4,
  ]);
});

it('gives pages back only where the service has refused, and counts what it may have', async () => {
  sandbox.faults.add('poison:bad.pdf');
  const folder = scene.folder('scans', sandbox.extraction, { batchSize: 1 });
  await put(folder, 'bad.pdf', 4);
  const run = await begin({ folders: [folder], limits: { budget: { day: 10 }, uploads: 1 } });
  await scene.until('it is refused', () => run.has('bad.pdf') && run.state('bad.pdf') === 'rejected');
  expect(spent(run)).toBe(0);
  sandbox.faults.add('reset-after-whole,on=uploads,times=1');
  await put(folder, 'doubt.pdf', 6);
  run.engine.lookNow();
  await scene.until('its answer is lost', () => run.has('doubt.pdf') && run.state('doubt.pdf') === 'unresolved');
  expect(spent(run)).toBe(6);
});

it('a run ends with a sentence when its budget is used up', async () => {
  const folder = scene.folder('scans', sandbox.extraction, { batchSize: 1, budget: { run: 2 } });
  // Either may be read first.
  await put(folder, 'a.pdf', 2);
  await put(folder, 'b.pdf', 2);
  const run = await begin({ folders: [folder], mode: 'run' });
  const ending = await run.ending();
  expect(ending).toMatchObject({ kind: 'stalled', message: { code: 'outcome.budget.runUsed' } });
  expect(sandbox.allAccepted()).toHaveLength(1);
});

it('takes a service without pages for one more budget: what waits is counted, and a run ends as with its own', async () => {
  sandbox.control.setPages(1);
  const folder = scene.folder('scans', sandbox.extraction, { batchSize: 1 });
  for (const name of ['a.pdf', 'b.pdf', 'c.pdf']) await put(folder, name, 1);
  const run = await begin({ folders: [folder], mode: 'run', limits: { uploads: 1 } });
  const ending = await run.ending();
  expect(ending).toMatchObject({ kind: 'stalled', message: { code: 'outcome.budget.service' } });
  expect(run.delivered()).toBe(1);
  const [state] = run.engine.status().budgets;
  expect(state).toMatchObject({ period: 'service', waiting: { documents: 2, pages: 2 } });
  expect(state === undefined ? '' : inEnglish(budgetMessage(state) ?? [])).toMatch(
    /^The service has no pages left: Out of pages: .* 2 documents \((?:about|at least) 2 pages\) wait\. Intray tries again at .*\.$/,
  );
});

it('counts one document for which the service has no pages, and says when it is tried again: never in the past', async () => {
  sandbox.control.setPages(0);
  const folder = scene.folder('scans', sandbox.extraction);
  await put(folder, 'book.pdf', 40);
  const run = await begin({ folders: [folder] });
  const waiting = () => run.engine.status().budgets[0]?.waiting;
  await scene.until('its pages are counted', () => waiting()?.pages === 40);
  expect(run.engine.status().budgets).toMatchObject([{ period: 'service', waiting: { documents: 1 } }]);
  expect(waiting()).not.toHaveProperty('unknown');
  run.engine.pause();
  await scene.pass(3 * hour);
  expect(run.engine.status().budgets).toMatchObject([{ period: 'service', until: scene.clock.now() }]);
});

it('takes what nobody can count for three pages where a budget holds it back, and for one at least where the service does', async () => {
  const folder = scene.folder('scans', sandbox.extraction, { batchSize: 1 });
  await put(folder, 'a.pdf', 1);
  await put(folder, 'b.pdf', 1);
  const run = await begin({ folders: [folder], countPages: undefined, limits: { budget: { day: 5 }, uploads: 1 } });
  await scene.until('one is delivered', () => run.delivered() === 1);
  await scene.pass(minute);
  expect(run.engine.status().budgets).toMatchObject([{ period: 'day', used: 3, waiting: { documents: 1, pages: 3 } }]);
  sandbox.control.setPages(0);
  run.engine.liftBudget({ period: 'day', pages: 10 });
  await scene.until('the service has none', () => run.engine.status().budgets[0]?.period === 'service');
  expect(run.engine.status().budgets[0]?.waiting).toEqual({ documents: 1, pages: 1, unknown: 1 });
});

it('adds what a person adds to the one budget and the period that it is for, and forgets it when that is over', async () => {
  const folder = scene.folder('scans', sandbox.extraction, { budget: { day: 5, month: 20 } });
  const other = scene.folder('other', sandbox.extraction, { budget: { day: 6 } });
  // Neither the last day of a month nor the one before.
  scene.clock.set(new Date(scene.clock.now()).getUTCDate() > 25 ? 10 * 24 * hour : 0);
  const run = await begin({ folders: [folder, other], limits: { budget: { day: 10, month: 100 } } });
  const folderId = run.seen.folder(folder.path)?.id ?? 0;
  const pages = () => run.engine.status().budgets.map((state) => (isOfPages(state) ? state.pages : undefined));
  expect(pages()).toEqual([10, 100, 5, 20, 6]);
  for (const lift of [
    { period: 'day', pages: 1 },
    { period: 'day', pages: 2 },
    { period: 'month', pages: 7 },
    { period: 'day', pages: 3, folderId },
    { period: 'month', pages: 4, folderId },
    { period: 'month', pages: 4, folderId },
  ] as const)
    run.engine.liftBudget(lift);
  expect(pages()).toEqual([13, 107, 8, 28, 6]);
  intoTheNextDay();
  await scene.pass(2_000);
  expect(pages()).toEqual([10, 107, 5, 28, 6]);
  run.engine.liftBudget({ period: 'day', pages: 1 });
  expect(pages()).toEqual([11, 107, 5, 28, 6]);
});

it('sends no document twice that a person wants sent whatever the budgets say, and that would fit in them by now', async () => {
  const folder = scene.folder('scans', sandbox.extraction, { batchSize: 5, budget: { day: 5 } });
  await put(folder, 'book.pdf', 6);
  const run = await begin({ folders: [folder] });
  await scene.until('a person is asked', () => run.stage('book.pdf') === 'held');
  run.engine.liftBudget({ period: 'day', pages: 4, folderId: run.seen.folder(folder.path)?.id ?? 0 });
  await put(folder, 'page.pdf', 1);
  run.engine.sendAgain([run.file('book.pdf').id]);
  await scene.until('both are delivered', () => run.delivered() === 2);
  expect(
    run
      .uploads()
      .flatMap(({ fileNames = [] }) => fileNames)
      .toSorted(),
  ).toEqual(['book.pdf', 'page.pdf']);
  expect(spent(run)).toBe(1);
});

it('begins no request for whose pages others that are under way leave no room', async () => {
  const folder = scene.folder('scans', sandbox.extraction, { batchSize: 1 });
  for (const name of ['a.pdf', 'b.pdf', 'c.pdf', 'd.pdf']) await put(folder, name, 5);
  const run = await begin({ folders: [folder], limits: { budget: { day: 10 }, uploads: 4 } });
  await scene.until('what fits is delivered', () => run.delivered() === 2);
  await scene.pass(10 * minute);
  expect(run.uploads()).toHaveLength(2);
});

it('does not end a request whose day has turned back meanwhile to one that has no pages left', async () => {
  const folder = scene.folder('scans', sandbox.extraction, { batchSize: 1 });
  await put(folder, 'a.pdf', 5);
  const run = await begin({ folders: [folder], limits: { budget: { day: 5 } } });
  await scene.until('the first is delivered', () => run.delivered() === 1);
  intoTheNextDay();
  await scene.pass(2_000);
  let back = 0;
  run.beforeSent = () => {
    back += 1;
    if (back === 1) scene.clock.set(-hour);
  };
  await put(folder, 'b.pdf', 5);
  await scene.until('its request has begun', () => back === 1);
  await scene.pass(minute);
  expect(sandbox.allAccepted()).toEqual(['a.pdf']);
  scene.clock.set(hour);
  await scene.until('it goes out on its day', () => run.delivered() === 2);
});

it('never spends a page more through ten kills and two midnights, with four uploads under way', async () => {
  const folder = scene.folder('scans', sandbox.extraction, { batchSize: 2 });
  const pagesOf = (index: number) => 2 + 2 * (index % 6);
  const names = Array.from({ length: 50 }, (_, index) => `${String(index).padStart(2, '0')}.pdf`);
  for (const [index, name] of names.entries()) await put(folder, name, pagesOf(index));
  /** What waits has more pages than are left: which ones wait, and so how many are left, the order tells in which they were read. */
  const isFull = (run: Run) =>
    run.documents().length === names.length &&
    run.documents().every(({ path, state: { kind } }) => {
      const fits = pagesOf(names.indexOf(path)) <= 100 - (used(run) ?? 0);
      return kind !== 'settling' && kind !== 'uploading' && (kind !== 'waiting' || !fits);
    });
  const paid = () => sandbox.allAccepted().reduce((sum, name) => sum + pagesOf(names.indexOf(name)), 0);
  const options = { folders: [folder], limits: { budget: { day: 100 }, uploads: 4 } };
  let [before, killed] = [0, 0];
  for (let kill = 0; kill < 10; kill += 1) {
    const run = await begin(options);
    const sent = kill % 2 === 0 ? 'beforeSent' : 'afterSent';
    let count = 0;
    run[sent] = () => {
      count += 1;
      if (count > kill % 4) run.kill();
    };
    await scene.until('it is killed, or nothing fits', () => run.dead || isFull(run));
    if (run.dead) killed += 1;
    else run.kill();
    expect(paid() - before).toBeLessThanOrEqual(100);
    if (kill !== 4 && kill !== 7) continue;
    intoTheNextDay();
    await scene.pass(2_000);
    before = paid();
  }
  expect(killed).toBeGreaterThan(4);
  const last = await begin(options);
  await scene.until('nothing fits any more', () => isFull(last));
  expect(paid() - before).toBeLessThanOrEqual(100);
  expect(spent(last)).toBeGreaterThan(180);
});

it('counts pages only after sending where no budget asks for them, once for each content, and what they come to is put right', async () => {
  const folder = scene.folder('scans', sandbox.extraction, { batchSize: 1 });
  const other = scene.folder('other', sandbox.extraction, { batchSize: 1 });
  await put(folder, 'a.pdf', 7);
  await put(folder, 'b.pdf', 2);
  await makeFile(join(other.path, 'copy.pdf'), '7 pages of a.pdf');
  await makeFile(join(folder.path, 'torn.pdf'), 'no number');
  const counted: string[] = [];
  const acceptedBefore: number[] = [];
  const run = await begin({
    folders: [folder, other],
    limits: { uploads: 1 },
    countPages: async (file) => {
      acceptedBefore.push(sandbox.allAccepted().length);
      counted.push(basename(file.path));
      return (await countPages(file)) || undefined;
    },
  });
  await scene.until('all are delivered', () => run.delivered() === 3);
  await scene.until('what was guessed is counted', () => spent(run) === 7 + 2 + 3);
  expect(acceptedBefore).toEqual([3, 3, 3]);
  expect(counted.filter((name) => ['a.pdf', 'copy.pdf'].includes(name))).toHaveLength(1);
  // Whichever of the two was there first was sent, and its folder pays.
  const rows = run.ledger.charges.costs('2', '3');
  const sum = (of: 'documents' | 'pages' | 'guessed') => rows.reduce((total, row) => total + row[of], 0);
  expect([sum('documents'), sum('pages'), sum('guessed')]).toEqual([3, 12, 1]);
});

it('counts what was sent before a restart, as far as its file is there', async () => {
  const folder = scene.folder('scans', sandbox.extraction);
  await put(folder, 'a.pdf', 7);
  await put(folder, 'lost.pdf', 9);
  const first = await begin({ folders: [folder], countPages: undefined });
  await scene.until('both are delivered', () => first.delivered() === 2);
  expect(spent(first)).toBe(3 + 3);
  await first.engine.stop();
  await rm(join(folder.path, 'lost.pdf'));
  const second = await begin({ folders: [folder] });
  await scene.until('what is there is counted', () => spent(second) === 7 + 3);
});
