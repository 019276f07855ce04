/** Hours in which uploads go out, and metered connections: what is ready waits for them, and goes out exactly then. */
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { inEnglish } from '../../../electron/core/messages/wording.ts';
import { makeFile } from '../../support/make-files.ts';
import type { Run, RunOptions } from '../support/run.ts';
import { type SceneSandbox, sandboxOf } from '../support/sandbox.ts';
import { hour, minute, Timeline } from '../support/timeline.ts';

let scene: Timeline;
let sandbox: SceneSandbox;
beforeEach(async () => {
  scene = new Timeline();
  sandbox = await sandboxOf(scene);
  setTime(12 * hour);
});
afterEach(() => scene.end());

/** @param time of the day in UTC, ms */
function setTime(time: number) {
  scene.clock.set(24 * hour + time - (scene.clock.now() % (24 * hour)));
}

const put = (folder: { readonly path: string }, name: string) => makeFile(join(folder.path, name), `one of ${name}`);
const begin = ({ limits, ...options }: Partial<RunOptions> & Pick<RunOptions, 'folders'>): Promise<Run> =>
  scene.start({
    ...{ url: sandbox.url, key: sandbox.key, mode: 'watch', ...options },
    limits: { ...limits, budget: { timeZone: 'UTC', ...limits?.budget } },
  });
const night = { limits: { budget: { hours: '20:00-06:00' } } };
const isWaiting = (run: Run, name: string) => run.has(name) && run.state(name) === 'waiting';

it('holds what is ready until its hours begin, says so, and sends it in the minute in which they do', async () => {
  const folder = scene.folder('scans', sandbox.extraction);
  setTime(20 * hour - 2 * minute);
  await put(folder, 'a.pdf');
  const run = await begin({ folders: [folder], ...night });
  await scene.until('it waits', () => isWaiting(run, 'a.pdf'));
  await scene.until('that is said', () => run.notices.some(({ kind }) => kind === 'budget'));
  expect(run.notices.flatMap((notice) => (notice.kind === 'budget' ? [inEnglish(notice.message)] : []))).toEqual([
    expect.stringMatching(
      /^Uploads go out in the hours 20:00-06:00 \(time zone UTC\): 1 document goes out at .* \(about 3 pages\)\.$/,
    ),
  ]);
  const [state] = run.engine.status().budgets;
  expect(state).toMatchObject({ period: 'hours', isOpen: false, waiting: { documents: 1, pages: 3 } });
  const opens = state?.until ?? 0;
  expect(new Date(opens).toISOString()).toMatch(/T20:00:00/);
  expect(sandbox.allAccepted()).toEqual([]);
  await scene.until('it is sent', () => run.state('a.pdf') !== 'waiting');
  expect(scene.clock.now() - opens).toBeGreaterThanOrEqual(0);
  expect(scene.clock.now() - opens).toBeLessThan(1_000);
  await scene.until('it is delivered', () => run.delivered() === 1);
  expect(run.engine.status().budgets[0]).toMatchObject({ period: 'hours', isOpen: true, waiting: { documents: 0, pages: 0 } });
});

it('polls and delivers at any hour, and holds only what comes after they have ended', async () => {
  const folder = scene.folder('scans', sandbox.extraction);
  setTime(6 * hour - 20_000);
  await put(folder, 'before.pdf');
  const run = await begin({ folders: [folder], ...night });
  await scene.until('it is sent', () => run.has('before.pdf') && run.state('before.pdf') === 'queued');
  setTime(6 * hour + minute);
  await put(folder, 'after.pdf');
  run.engine.lookNow();
  await scene.until('the first is delivered', () => run.delivered() === 1);
  await scene.until('the other waits', () => isWaiting(run, 'after.pdf'));
  await scene.pass(10 * minute);
  expect(sandbox.allAccepted()).toEqual(['before.pdf']);
});

it('sends all for the rest of the day when a person says so, and holds again on the next', async () => {
  const folder = scene.folder('scans', sandbox.extraction);
  await put(folder, 'a.pdf');
  const run = await begin({ folders: [folder], ...night });
  await scene.until('it waits', () => isWaiting(run, 'a.pdf'));
  run.engine.liftBudget({ period: 'hours' });
  await scene.until('it is delivered', () => run.delivered() === 1);
  // At midnight the lift ends, and the hours are open until six.
  expect(new Date(run.engine.status().budgets[0]?.until ?? 0).toISOString()).toMatch(/T06:00:00/);
  run.kill();
  setTime(12 * hour);
  await put(folder, 'b.pdf');
  const next = await begin({ folders: [folder], ...night });
  await scene.until('the other waits', () => isWaiting(next, 'b.pdf'));
  await scene.pass(10 * minute);
  expect(sandbox.allAccepted()).toEqual(['a.pdf']);
});

it('keeps to the hours of a folder beside those of the account', async () => {
  const noon = scene.folder('noon', sandbox.extraction, { budget: { hours: '11:00-13:00' } });
  const evening = scene.folder('evening', sandbox.extraction, { budget: { hours: '18:00-24:00' } });
  const any = scene.folder('any', sandbox.extraction);
  for (const folder of [noon, evening, any]) await put(folder, `${folder.path.split('/').at(-1)}.pdf`);
  const run = await begin({ folders: [noon, evening, any], limits: { budget: { hours: '08:00-20:00' } } });
  await scene.until('two are delivered', () => run.delivered() === 2);
  expect(run.state('evening.pdf')).toBe('waiting');
  setTime(19 * hour);
  run.engine.lookNow();
  await scene.until('the third is delivered', () => run.delivered() === 3);
});

it('is not kept from a run, which a person has started', async () => {
  const folder = scene.folder('scans', sandbox.extraction);
  await put(folder, 'a.pdf');
  const run = await begin({ folders: [folder], mode: 'run', ...night });
  expect(await run.ending()).toEqual({ kind: 'done' });
  expect(sandbox.allAccepted()).toEqual(['a.pdf']);
});

it('waits on a metered connection, while results still arrive, and goes on at once when it is none', async () => {
  const folder = scene.folder('scans', sandbox.extraction);
  await put(folder, 'before.pdf');
  const run = await begin({ folders: [folder] });
  await scene.until('it is sent', () => run.has('before.pdf') && run.state('before.pdf') === 'queued');
  run.engine.setMetered(true);
  await put(folder, 'after.pdf');
  run.engine.lookNow();
  await scene.until('the first is delivered', () => run.delivered() === 1);
  await scene.until('the other waits', () => isWaiting(run, 'after.pdf'));
  await scene.pass(5 * minute);
  const [state] = run.engine.status().budgets;
  expect(state).toMatchObject({ period: 'metered', waiting: { documents: 1, pages: 3 } });
  expect(sandbox.allAccepted()).toEqual(['before.pdf']);
  run.engine.setMetered(false);
  await scene.until('the other is delivered', () => run.delivered() === 2);
  expect(run.engine.status().budgets).toEqual([]);
});
