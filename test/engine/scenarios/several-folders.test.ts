/** What is the matter with one folder is the matter with that one: another one beside it goes on as if it were alone. */
import { renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { FolderSettings } from '../../../electron/core/config/folder-settings.ts';
import { makeFile } from '../../support/make-files.ts';
import type { Run, RunOptions } from '../support/run.ts';
import { fields, type SceneSandbox, sandboxOf } from '../support/sandbox.ts';
import { hour, minute, Timeline } from '../support/timeline.ts';

let scene: Timeline;
let sandbox: SceneSandbox;
let troubled: FolderSettings;
let other: FolderSettings;
beforeEach(async () => {
  scene = new Timeline();
  sandbox = await sandboxOf(scene);
  troubled = scene.folder('troubled', sandbox.extraction);
  other = scene.folder('other', sandbox.extraction);
});
afterEach(() => scene.end());

const begin = (options: Partial<RunOptions> = {}): Promise<Run> =>
  scene.start({ url: sandbox.url, key: sandbox.key, folders: [troubled, other], countPages: async () => 1, ...options });
const idOf = (run: Run, { path }: FolderSettings) => run.seen.folder(path)?.id ?? 0;
const statusOf = (run: Run, { path }: FolderSettings) =>
  run.engine.status().folders.find((each) => each.path === path) as ReturnType<Run['engine']['status']>['folders'][number];
const stagesIn = (run: Run, { path }: FolderSettings) => run.seen.files(path).map(({ stage }) => stage);
const isDone = (run: Run, name: string) => run.stage(name) !== undefined && run.file(name).outputs === 'done';

/** A document comes to the other folder, and is delivered, soon; nothing is said of the folder. */
async function goesOn(run: Run, name: string): Promise<void> {
  await scene.put(other, name);
  run.engine.lookNow();
  await scene.until(`${name} is delivered`, () => isDone(run, name), { within: minute });
  expect(statusOf(run, other).health).toEqual({ kind: 'watching', by: 'events' });
  expect(statusOf(run, other)).not.toHaveProperty('question');
  expect(sandbox.accepted(name)).toBe(1);
}

describe('A folder', () => {
  it.each(['send', 'leave'] as const)('that a person is asked about, and answers "%s"', async (answer) => {
    troubled = { ...troubled, askAbove: 2 };
    const run = await begin();
    await scene.put(troubled, 'a.pdf', 'b.pdf', 'c.pdf');
    await scene.until('it is asked', () => statusOf(run, troubled).question?.documents === 3);
    await goesOn(run, 'first.pdf');
    expect(stagesIn(run, troubled)).toEqual(['held', 'held', 'held']);
    run.engine.answerQuestion(idOf(run, troubled), answer);
    await goesOn(run, 'second.pdf');
    await scene.pass(minute);
    expect(statusOf(run, troubled)).not.toHaveProperty('question');
    expect(stagesIn(run, troubled)).toHaveLength(answer === 'send' ? 3 : 0);
    expect(run.delivered()).toBe(answer === 'send' ? 5 : 2);
  });

  it('about which both are asked, and one is answered', async () => {
    [troubled, other] = [troubled, other].map((folder) => ({ ...folder, askAbove: 1 })) as [FolderSettings, FolderSettings];
    const run = await begin();
    await scene.put(troubled, 'a.pdf', 'b.pdf');
    await scene.put(other, 'c.pdf', 'd.pdf', 'e.pdf');
    await scene.until('both are asked', () => [troubled, other].every((folder) => statusOf(run, folder).question !== undefined));
    expect([troubled, other].map((folder) => statusOf(run, folder).question?.documents)).toEqual([2, 3]);
    run.engine.answerQuestion(idOf(run, other), 'send');
    await scene.until('its own are delivered', () => run.delivered() === 3);
    await scene.pass(minute);
    expect(statusOf(run, troubled).question?.documents).toBe(2);
    expect(sandbox.allAccepted().toSorted()).toEqual(['c.pdf', 'd.pdf', 'e.pdf']);
  });

  it('that is away, and comes back', async () => {
    const run = await begin();
    await scene.put(troubled, 'a.pdf');
    await scene.until('it is delivered', () => isDone(run, 'a.pdf'));
    renameSync(troubled.path, `${troubled.path} is away`);
    run.engine.lookNow();
    await scene.until('it is away', () => statusOf(run, troubled).health.kind === 'unreachable');
    await goesOn(run, 'first.pdf');
    renameSync(`${troubled.path} is away`, troubled.path);
    await scene.put(troubled, 'b.pdf');
    await scene.until('it goes on, too', () => isDone(run, 'b.pdf'));
    expect(statusOf(run, troubled).health.kind).toBe('watching');
    expect(run.file('a.pdf').isGone).toBe(false);
  });

  it('that another Intray watches', async () => {
    writeFileSync(
      join(troubled.path, '.intray'),
      JSON.stringify({ id: 'x', host: 'elsewhere', path: '/data', start: 'x', promise: 0, at: scene.clock.now() }),
    );
    const run = await begin({ identity: { host: 'here', path: '/data' } });
    await scene.put(troubled, 'a.pdf');
    await scene.until('it is asked', () => statusOf(run, troubled).question !== undefined);
    await goesOn(run, 'first.pdf');
    expect(stagesIn(run, troubled)).toEqual([]);
    expect(statusOf(run, troubled).health.kind).toBe('paused');
    run.engine.answerQuestion(idOf(run, troubled), 'send');
    await scene.until('it is taken over', () => isDone(run, 'a.pdf'));
  });

  it('whose marker shows that the ledger is not the one that wrote it', async () => {
    await scene.put(troubled, 'a.pdf');
    writeFileSync(
      join(troubled.path, '.intray'),
      JSON.stringify({ id: 'x', host: 'here', path: '/data', start: 'x', promise: 0, at: scene.clock.now() - 100 * hour }),
    );
    const run = await begin({ identity: { host: 'here', path: '/data' } });
    await scene.until('it is held', () => run.stage('a.pdf') === 'held');
    await goesOn(run, 'first.pdf');
    run.engine.decideUnverified('send');
    await scene.until('it is delivered', () => isDone(run, 'a.pdf'));
    await goesOn(run, 'second.pdf');
    const isMarked = (name: string) => run.file(name).possibleDuplicate;
    expect(['a.pdf', 'first.pdf', 'second.pdf'].map(isMarked)).toEqual([true, false, false]);
  });

  it('whose extraction has gone, and is there again', async () => {
    const extraction = sandbox.control.createExtraction({ name: 'Receipts', fields });
    troubled = scene.folder('troubled', extraction);
    const gone = sandbox.faults.add('status:404,on=viewExtraction');
    await scene.put(troubled, 'a.pdf');
    const run = await begin({ folders: [troubled] });
    await scene.until('it is paused', () => statusOf(run, troubled).health.kind === 'paused');
    sandbox.faults.remove(gone.id);
    await run.end();
    const again = await begin();
    await goesOn(again, 'first.pdf');
    await scene.until('its document is delivered', () => isDone(again, 'a.pdf'), { within: hour });
    expect(statusOf(again, troubled).health.kind).toBe('watching');
  });

  it('whose pages are used up', async () => {
    troubled = { ...troubled, budget: { day: 1 }, batchSize: 1 };
    const run = await begin();
    await scene.put(troubled, 'a.pdf', 'b.pdf');
    await scene.until('they are used', () => run.delivered() === 1);
    await goesOn(run, 'first.pdf');
    expect(stagesIn(run, troubled).toSorted()).toEqual(['processed', 'waiting']);
    run.engine.liftBudget({ period: 'day', pages: 1, folderId: idOf(run, other) });
    await scene.pass(minute);
    expect(run.delivered()).toBe(2);
    run.engine.liftBudget({ period: 'day', pages: 1, folderId: idOf(run, troubled) });
    await scene.until('the other one goes, too', () => run.delivered() === 3);
  });

  it('in which nothing can be written', async () => {
    const run = await begin();
    run.refuse = (operation, path) =>
      operation === 'createWhole' && path.startsWith(`${troubled.path}/`) ? 'denied' : undefined;
    await scene.put(troubled, 'a.pdf');
    await scene.until('it says why', () => run.stage('a.pdf') !== undefined && run.file('a.pdf').hindrance !== undefined);
    await goesOn(run, 'first.pdf');
    run.refuse = () => undefined;
    await scene.until('it is delivered', () => isDone(run, 'a.pdf'));
  });

  it('that asks about a document which has changed', async () => {
    troubled = { ...troubled, changed: 'ask' };
    other = { ...other, changed: 'send' };
    const run = await begin();
    for (const folder of [troubled, other]) await makeFile(join(folder.path, `${folder === other}.pdf`), 'as it was');
    await scene.until('both are delivered', () => isDone(run, 'true.pdf') && isDone(run, 'false.pdf'));
    for (const folder of [troubled, other])
      await makeFile(join(folder.path, `${folder === other}.pdf`), `otherwise in ${folder.path}`);
    run.engine.lookNow();
    await scene.until('one is asked about', () => run.stage('false.pdf') === 'held');
    await scene.until('the other one is sent', () => isDone(run, 'true.pdf') && run.file('true.pdf').replaces !== undefined);
    await goesOn(run, 'first.pdf');
    expect(run.stage('false.pdf')).toBe('held');
  });

  it('whose documents settle slowly, and are checked again', async () => {
    troubled = { ...troubled, settleSeconds: 300 };
    const run = await begin();
    await scene.put(troubled, 'a.pdf');
    await goesOn(run, 'first.pdf');
    expect(run.stage('a.pdf')).toBe('settling');
    await scene.until('it is delivered', () => isDone(run, 'a.pdf'));
    const json = scene.resultOf(other, 'first.pdf');
    run.engine.checkAgain(idOf(run, troubled));
    await scene.pass(minute);
    expect(scene.resultOf(other, 'first.pdf')).toEqual(json);
  });

  it('that is emptied', async () => {
    const refusal = sandbox.faults.add('status:503,on=uploadFiles');
    const run = await begin();
    await scene.put(troubled, 'a.pdf');
    await scene.put(other, 'b.pdf');
    run.engine.lookNow();
    await scene.until('both wait', () => run.stage('a.pdf') === 'waiting' && run.stage('b.pdf') === 'waiting');
    rmSync(join(troubled.path, 'a.pdf'));
    run.engine.lookNow();
    await scene.until('one is gone', () => run.stage('a.pdf') === 'gone');
    sandbox.faults.remove(refusal.id);
    await scene.until('the other one is delivered', () => isDone(run, 'b.pdf'));
    expect(sandbox.allAccepted()).toEqual(['b.pdf']);
  });
});
