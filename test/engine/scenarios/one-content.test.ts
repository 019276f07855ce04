/** One content in two folders: it is paid for once, sent from a file that may be, and shown for each of them. */
import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { FolderSettings } from '../../../electron/core/config/folder-settings.ts';
import { makeBytes } from '../../support/make-files.ts';
import type { Run, RunOptions } from '../support/run.ts';
import { fields, type SceneSandbox, sandboxOf } from '../support/sandbox.ts';
import { minute, Timeline } from '../support/timeline.ts';

let scene: Timeline;
let sandbox: SceneSandbox;
let first: FolderSettings;
let second: FolderSettings;

beforeEach(async () => {
  scene = new Timeline();
  sandbox = await sandboxOf(scene, { delays: { queued: 1_000, processing: 4_000 } });
  first = scene.folder('first', sandbox.extraction);
  second = scene.folder('second', sandbox.extraction);
});
afterEach(() => scene.end());

const whole = makeBytes('pdf', 'one content');
/** In the first folder it is `a.pdf`, in the second one `b.pdf`. */
const nameIn = (folder: FolderSettings) => (folder.path === first.path ? 'a.pdf' : 'b.pdf');
const put = (folder: FolderSettings, content = whole) => writeFileSync(join(folder.path, nameIn(folder)), content);
const remove = (folder: FolderSettings) => rmSync(join(folder.path, nameIn(folder)));
const begin = (options: Partial<RunOptions> = {}): Promise<Run> =>
  scene.start({ url: sandbox.url, key: sandbox.key, folders: [first, second], countPages: async () => 3, ...options });
const stages = (run: Run) => [run.stage('a.pdf'), run.stage('b.pdf')];
const areBoth = (run: Run, ...wanted: readonly string[]) => stages(run).join() === wanted.join();
const isDone = (run: Run, name: string) => run.stage(name) !== undefined && run.file(name).outputs === 'done';
const valuesIn = (folder: FolderSettings) => scene.resultOf(folder, nameIn(folder))?.extracted_data;

/** Both have the values, and the copy says whose it is. */
function expectValues(run: Run, sentFrom: FolderSettings, copy: FolderSettings): void {
  expect(valuesIn(sentFrom)).toBeDefined();
  expect(valuesIn(copy)).toEqual(valuesIn(sentFrom));
  expect(scene.resultOf(copy, nameIn(copy))).toMatchObject({ duplicate_of: { file: nameIn(sentFrom) } });
  expect(scene.resultOf(sentFrom, nameIn(sentFrom))).not.toHaveProperty('duplicate_of');
  expect(sandbox.allAccepted()).toEqual([nameIn(sentFrom)]);
  const { delivered, duplicate, found } = run.engine.status().balance;
  expect({ delivered, duplicate, found }).toEqual({ delivered: 1, duplicate: 1, found: 2 });
}

describe('A content whose first file cannot go', () => {
  it('because its folder is paused is sent from the other one', async () => {
    put(first);
    put(second);
    let run = await begin({ folders: [{ ...first, paused: true }, second] });
    await scene.until('the other one is delivered', () => isDone(run, 'b.pdf'));
    await run.end();
    run = await begin();
    await scene.until('so is the first', () => isDone(run, 'a.pdf'));
    expectValues(run, second, first);
  });

  it('because its folder has no pages left is sent from the other one, whose pages count', async () => {
    first = { ...first, budget: { day: 3 } };
    writeFileSync(join(first.path, 'before.pdf'), makeBytes('pdf', 'what came before'));
    const run = await begin();
    await scene.until('the pages of the day are used', () => isDone(run, 'before.pdf'));
    put(first);
    await scene.until('it waits', () => run.stage('a.pdf') === 'waiting');
    await scene.pass(minute);
    expect(sandbox.allAccepted()).toEqual(['before.pdf']);
    put(second);
    await scene.until('both are delivered', () => isDone(run, 'a.pdf') && isDone(run, 'b.pdf'));
    expect(sandbox.allAccepted()).toEqual(['before.pdf', 'b.pdf']);
    expect(valuesIn(first)).toEqual(valuesIn(second));
    expect(run.engine.status().budgets).toMatchObject([{ used: 3 }]);
  });

  it('because no day allows it is not asked about any more once the other one was sent', async () => {
    first = { ...first, budget: { day: 2 } };
    put(first);
    const run = await begin();
    await scene.until('a person is asked', () => run.stage('a.pdf') === 'held');
    put(second);
    await scene.until('both are delivered', () => isDone(run, 'a.pdf') && isDone(run, 'b.pdf'));
    expectValues(run, second, first);
    expect(run.engine.status().attention).toBe(0);
  });

  it('because a part of it is missing is not asked about any more once the other one was sent', async () => {
    const half = whole.subarray(0, whole.length - 20);
    second = { ...second, incomplete: 'send' };
    put(first, half);
    const run = await begin();
    await scene.until('a person is asked', () => run.stage('a.pdf') === 'held');
    put(second, half);
    await scene.until('both are delivered', () => isDone(run, 'a.pdf') && isDone(run, 'b.pdf'));
    expectValues(run, second, first);
    expect(run.engine.status().attention).toBe(0);
  });

  it.each([
    ['before', true],
    ['after', false],
  ])('because a part of it is missing is not sent to where its category leads: it comes %s', async (_, isEarlier) => {
    const half = makeBytes('pdf', 'invoice 1').subarray(0, -20);
    const mail = sandbox.control.createClassification({
      name: 'Mail',
      description: '',
      categories: [{ name: 'Invoice', description: '' }],
    }).id;
    first = scene.folder(
      'first',
      { kind: 'classification', id: mail },
      {
        next: { categories: { Invoice: { extraction: sandbox.extraction, linked: false } }, otherwise: 'leave' },
      },
    );
    second = scene.folder('second', { kind: 'classification', id: mail }, { incomplete: 'send' });
    put(isEarlier ? first : second, half);
    const run = await begin();
    if (isEarlier) await scene.until('a person is asked', () => run.stage('a.pdf') === 'held');
    else await scene.until('it is delivered', () => isDone(run, 'b.pdf'));
    put(isEarlier ? second : first, half);
    await scene.until('one is delivered', () => isDone(run, 'b.pdf'));
    await scene.until('a person is asked', () => run.stage('a.pdf') === 'held', { within: 10 * minute });
    await scene.pass(10 * minute);
    expect(sandbox.allAccepted()).toEqual(['b.pdf']);
    run.engine.sendAgain([run.file('a.pdf').id]);
    await scene.until('it is delivered', () => isDone(run, 'a.pdf'));
    expect(sandbox.allAccepted().toSorted()).toEqual(['a.pdf', 'b.pdf']);
  });

  it('because it is removed at the last moment is sent from the other one', async () => {
    put(first);
    put(second);
    const run = await begin();
    let wasRemoved = false;
    run.beforeSent = () => {
      if (wasRemoved) return;
      wasRemoved = true;
      remove(first);
    };
    await scene.until('one is delivered', () => isDone(run, 'b.pdf'));
    await scene.until('the other one is gone', () => run.stage('a.pdf') === 'gone');
    await scene.pass(minute);
    expect(sandbox.allAccepted()).toHaveLength(1);
    expect(valuesIn(second)).toBeDefined();
  });
});

describe('A content that has been sent', () => {
  it('is refused for both, and sent again once if a person says so for one', async () => {
    sandbox.faults.add('status:400,on=uploadFiles,times=1');
    put(first);
    const run = await begin();
    await scene.until('the first one is known', () => run.has('a.pdf'));
    put(second);
    await scene.until('both are refused', () => areBoth(run, 'rejected', 'rejected'));
    run.engine.sendAgain([run.file('b.pdf').id]);
    await scene.until('both are delivered', () => isDone(run, 'a.pdf') && isDone(run, 'b.pdf'));
    expectValues(run, first, second);
  });

  it('is in doubt for both by the setting of the folder that it was sent from, and marked for both if it is sent again', async () => {
    second = { ...second, unresolved: 'resend' };
    sandbox.faults.add('reset-after-whole,on=uploads,times=1');
    put(first);
    const run = await begin();
    await scene.until('it is in doubt', () => run.stage('a.pdf') === 'in doubt');
    put(second);
    await scene.until('so is its copy', () => run.stage('b.pdf') === 'in doubt');
    await scene.pass(10 * minute);
    expect(run.uploads()).toHaveLength(1);
    run.engine.sendAgain([run.file('b.pdf').id]);
    await scene.until('both are delivered', () => isDone(run, 'a.pdf') && isDone(run, 'b.pdf'));
    expect(run.uploads()).toHaveLength(2);
    for (const folder of [first, second])
      expect(scene.resultOf(folder, nameIn(folder))).toMatchObject({ possible_duplicate: true });
  });

  it('and is in doubt is asked about for a copy of which a part is missing: it may be sent again', async () => {
    second = { ...second, incomplete: 'send' };
    sandbox.faults.add('reset-after-whole,on=uploads,times=1');
    const half = whole.subarray(0, whole.length - 20);
    put(second, half);
    const run = await begin();
    await scene.until('it is in doubt', () => run.stage('b.pdf') === 'in doubt');
    put(first, half);
    await scene.until('a person is asked', () => run.stage('a.pdf') === 'held');
    expect(run.file('a.pdf').held).toBe('incomplete');
    run.engine.sendAgain([run.file('b.pdf').id]);
    await scene.until('both are delivered', () => isDone(run, 'a.pdf') && isDone(run, 'b.pdf'));
    expect(run.uploads()).toHaveLength(2);
    expect(sandbox.allAccepted().every((name) => name === 'b.pdf')).toBe(true);
  });

  it('is sent no more where a late answer to its first try comes before the second one', async () => {
    const lacking = sandbox.faults.add('no-result,on=polls');
    put(first);
    const run = await begin();
    await scene.until('it is at the service', () => run.stage('a.pdf') === 'queued');
    put(second);
    await scene.until('both are in doubt', () => areBoth(run, 'in doubt', 'in doubt'), { within: 20 * minute });
    run.engine.pause();
    run.engine.sendAgain([run.file('a.pdf').id]);
    expect(stages(run)).toEqual(['waiting', 'waiting']);
    sandbox.faults.remove(lacking.id);
    await scene.until('the answer has come', () => isDone(run, 'a.pdf') && isDone(run, 'b.pdf'), { within: 60 * minute });
    run.engine.resume();
    await scene.pass(10 * minute);
    expectValues(run, first, second);
    expect(run.uploads()).toHaveLength(1);
    for (const folder of [first, second]) expect(scene.resultOf(folder, nameIn(folder))).not.toHaveProperty('possible_duplicate');
  });

  it('is delivered for a copy that is there, although the file that it was sent from has gone', async () => {
    put(first);
    const run = await begin();
    await scene.until('it is at the service', () => run.stage('a.pdf') === 'queued');
    put(second);
    await scene.until('so is its copy', () => run.stage('b.pdf') === 'queued' || run.stage('b.pdf') === 'processing');
    remove(first);
    await scene.until('the copy is delivered', () => isDone(run, 'b.pdf'));
    expect(run.stage('a.pdf')).toBe('gone');
    put(first);
    await scene.until('it is back', () => isDone(run, 'a.pdf'));
    expectValues(run, first, second);
  });
});

describe('A folder whose settings name another extraction by now', () => {
  it('has what was sent delivered where it was sent, and sends there what was not', async () => {
    const receipts = sandbox.control.createExtraction({ name: 'Receipts', fields });
    await scene.put(first, 'sent.pdf');
    let run = await begin({ folders: [{ ...first, budget: { day: 3 } }] });
    await scene.until('it is at the service', () => run.stage('sent.pdf') === 'queued');
    await scene.put(first, 'unsent.pdf');
    run.engine.lookNow();
    await scene.until('it waits', () => run.stage('unsent.pdf') === 'waiting');
    run.kill();
    first = { ...first, route: { kind: 'extraction', id: receipts } };
    run = await begin({ folders: [first] });
    await scene.until('both are delivered', () => isDone(run, 'sent.pdf') && isDone(run, 'unsent.pdf'));
    await scene.pass(10 * minute);
    expect(scene.resultOf(first, 'sent.pdf')).toMatchObject({ route: { name: 'Invoices' } });
    expect(scene.resultOf(first, 'unsent.pdf')).toMatchObject({ route: { name: 'Receipts' } });
    expect(sandbox.allAccepted().toSorted()).toEqual(['sent.pdf', 'unsent.pdf']);
  });

  it('has what is in doubt stay where it was sent, until a person sends it again', async () => {
    const receipts = sandbox.control.createExtraction({ name: 'Receipts', fields });
    sandbox.faults.add('reset-after-whole,on=uploads,times=1');
    put(first);
    let run = await begin({ folders: [first] });
    await scene.until('it is in doubt', () => run.stage('a.pdf') === 'in doubt');
    await run.end();
    first = { ...first, route: { kind: 'extraction', id: receipts } };
    run = await begin({ folders: [first] });
    await scene.pass(10 * minute);
    expect(run.stage('a.pdf')).toBe('in doubt');
    expect(run.file('a.pdf').route.id).toBe(sandbox.extraction);
    expect(run.uploads()).toEqual([]);
  });
});

it('A content that goes on under another name, because another one took its own before it was delivered, was not replaced there', async () => {
  const at = (name: string) => join(first.path, name);
  first = { ...first, unresolved: 'resend', changed: 'send' };
  sandbox.faults.add('status:502,on=uploadFiles,times=1');
  const fault = sandbox.faults.add('status:503,on=uploadFiles');
  put(first);
  const run = await begin();
  await scene.until('it is to be sent again', () => run.seen.files().some(({ possibleDuplicate }) => possibleDuplicate));
  put(first, makeBytes('pdf', 'another content'));
  await scene.until('the other one waits', () => run.seen.files().length === 2 && run.stage('a.pdf') === 'waiting');
  writeFileSync(at('again.pdf'), whole);
  await scene.until('it is there again', () => run.stage('again.pdf') === 'waiting');
  sandbox.faults.remove(fault.id);
  await scene.until('both are delivered', () => isDone(run, 'a.pdf') && isDone(run, 'again.pdf'));
  rmSync(at('again.pdf'));
  await scene.pass(minute);
  expect(run.engine.act(run.file('again.pdf').id, { kind: 'confirm', corrections: {} }, 'Anna')).toMatchObject({ ok: true });
  await scene.until('the word is written', () => isDone(run, 'again.pdf'));
  const statuses = scene.rows(at('intray-Invoices.csv')).map(({ file, status }) => [file, status]);
  expect(statuses.toSorted()).toEqual([
    ['a.pdf', 'processed'],
    ['again.pdf', 'confirmed'],
  ]);
  expect(run.seen.files()).toHaveLength(2);
});
