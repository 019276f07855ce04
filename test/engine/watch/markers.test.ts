/** A folder says who watches it, so that no two Intrays pay for the same documents. */
import { existsSync, mkdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { FolderSettings } from '../../../electron/core/config/folder-settings.ts';
import { reads } from '../../support/reads.ts';
import type { Run, RunOptions } from '../support/run.ts';
import { type SceneSandbox, sandboxOf } from '../support/sandbox.ts';
import { hour, minute, Timeline } from '../support/timeline.ts';

let scene: Timeline;
let sandbox: SceneSandbox;
let folder: FolderSettings;
beforeEach(async () => {
  scene = new Timeline();
  sandbox = await sandboxOf(scene);
  folder = scene.folder('scans', sandbox.extraction);
  await scene.put(folder, 'a.pdf');
});
afterEach(() => scene.end());

const here = { host: 'here', path: '/data' };
const marker = () => join(folder.path, '.intray');
const marked = () => JSON.parse(readFileSync(marker(), 'utf8')) as Record<string, unknown>;
const mark = (other: object) => writeFileSync(marker(), JSON.stringify({ start: 'other', promise: 0, ...other }));
const begin = (more: Partial<RunOptions> = {}): Promise<Run> =>
  scene.start({ url: sandbox.url, key: sandbox.key, folders: [folder], identity: here, ...more });
const delivered = (run: Run, count = 1) => scene.until('all is delivered', () => run.delivered() === count);
const elsewhere = () => ({ id: 'x', host: 'elsewhere', path: '/data', at: scene.clock.now() });

it('a folder is marked, the marker is never taken for a document, and it is renewed every hour', async () => {
  const run = await begin();
  await delivered(run);
  const before = marked();
  expect(before).toMatchObject(here);
  expect(run.documents().map(({ path }) => path)).toEqual(['a.pdf']);
  await scene.pass(2 * hour);
  expect(marked()).toMatchObject({ ...here, id: before.id });
  expect(Number(marked().at)).toBeGreaterThan(Number(before.at));
});

describe('while another Intray watches the folder', () => {
  it('nothing of it is sent, until it is taken over', async () => {
    mark(elsewhere());
    const run = await begin();
    await scene.pass(10 * minute);
    expect(run.documents()).toEqual([]);
    expect(run.engine.status().folders[0]).toMatchObject({
      health: { kind: 'paused', message: reads('Another Intray (computer elsewhere') },
      question: { documents: 0, message: reads('elsewhere') },
    });
    run.engine.answerQuestion(1, 'send');
    await delivered(run);
    expect(marked()).toMatchObject(here);
    expect(run.engine.status().folders[0]).toMatchObject({ health: { kind: 'watching' } });
    expect(run.engine.status().folders[0]).not.toHaveProperty('question');
  });

  it('nothing of it is sent that was ready before, and a run ends', async () => {
    const first = await begin({ mode: 'run', identity: undefined, folders: [{ ...folder, settleSeconds: 60 }] });
    await scene.until('it is seen', () => first.has('a.pdf'));
    first.kill();
    mark(elsewhere());
    const run = await begin({ mode: 'run' });
    expect(await run.ending()).toEqual({ kind: 'done' });
    expect(run.uploads()).toEqual([]);
  });

  it('it is left to the other one, and taken over once that is gone for a day', async () => {
    mark(elsewhere());
    const run = await begin();
    await scene.until('it is asked', () => run.engine.status().folders[0]?.question !== undefined);
    run.engine.answerQuestion(1, 'leave');
    expect(run.engine.status().folders[0]).not.toHaveProperty('question');
    await scene.pass(10 * minute);
    expect(run.uploads()).toEqual([]);
    expect(run.engine.status().folders[0]).toMatchObject({ health: { kind: 'paused', message: reads('As decided') } });
    mark({ ...elsewhere(), at: scene.clock.now() - 25 * hour });
    await delivered(run);
    expect(run.ledger.meta.read('other-intray', 1)).toBeUndefined();
  });

  it('a marker that cannot be read for a while does not free it, and whoever left it may still take it over', async () => {
    mark(elsewhere());
    const run = await begin();
    await scene.until('it is asked', () => run.engine.status().folders[0]?.question !== undefined);
    run.refuse = (operation, path) => (operation === 'read' && path === marker() ? 'locked' : undefined);
    run.engine.answerQuestion(1, 'leave');
    await scene.pass(10 * minute);
    expect(run.uploads()).toEqual([]);
    run.engine.answerQuestion(1, 'send');
    await delivered(run);
  });
});

it.each<[what: string, other: object, ageMs?: number]>([
  ['has the longest names that there may be', { id: 'i'.repeat(100), host: 'h'.repeat(255), path: `/${'p'.repeat(4_095)}` }],
  ['has the longest path, all of letters with accents', { path: `/${'é'.repeat(4_095)}` }],
  ['is a day old but for a minute', {}, 24 * hour - minute],
  ['is of a clock that is ahead by a day but for a minute', {}, minute - 24 * hour],
])('a marker that %s is one', async (_, other, ageMs = 0) => {
  mark({ ...elsewhere(), at: scene.clock.now() - ageMs, ...other });
  const run = await begin();
  await scene.until('it is asked', () => run.engine.status().folders[0]?.question !== undefined);
  expect(run.documents()).toEqual([]);
});

describe('a data directory', () => {
  it('that moved to another computer takes its folders along silently', async () => {
    const first = await begin();
    await delivered(first);
    await first.end();
    await scene.put(folder, 'b.pdf');
    const run = await begin({ identity: { host: 'new', path: '/data' } });
    await delivered(run, 2);
    expect(marked()).toMatchObject({ host: 'new' });
  });

  it('of which a copy is in use elsewhere is asked about', async () => {
    const first = await begin();
    await delivered(first);
    mark({ ...marked(), host: 'copy', start: 'copy', at: scene.clock.now() });
    await scene.put(folder, 'b.pdf');
    await scene.until('it is asked', () => first.engine.status().folders[0]?.question !== undefined);
  });
});

it.each([
  ['older than a day', -25],
  ['from a day that is still to come', 25],
])('a marker %s is taken over silently', async (_, hours) => {
  mark({ id: 'x', host: 'elsewhere', path: '/data', at: scene.clock.now() + hours * hour });
  const run = await begin();
  await delivered(run);
  expect(marked()).toMatchObject(here);
  expect(run.ledger.meta.read('other-intray', 1)).toBeUndefined();
});

describe('a ledger that is not the one that marked the folder', () => {
  const file = (ending = '') => join(scene.root, `ledger.sqlite${ending}`);

  it('begun anew where another was: nothing is sent unasked, also a long time after', async () => {
    mark({ id: 'x', ...here, at: scene.clock.now() - 100 * hour });
    const run = await begin();
    await scene.until('it is held', () => run.engine.status().attention === 1);
    expect(run.engine.status()).toMatchObject({ unverified: { message: reads('was watched from this data directory before') } });
    await scene.put(folder, 'later.pdf');
    run.engine.lookNow();
    await scene.until('so is what comes until it is decided', () => run.engine.status().attention === 2);
    expect(run.uploads()).toEqual([]);
    expect(run.ledger.meta.read('unverified')).toMatchObject({ known: [1], scanned: [1], suspect: [1] });
    run.engine.decideUnverified('send');
    await delivered(run, 2);
    expect(run.documents().every(({ possibleDuplicate }) => possibleDuplicate)).toBe(true);
    await scene.put(folder, 'after.pdf');
    run.engine.lookNow();
    await delivered(run, 3);
    expect(run.document('after.pdf').possibleDuplicate).toBe(false);
    expect(run.engine.status().unverified).toBeUndefined();
    expect(marked()).toMatchObject(here);
  });

  it('an older copy of it, with all that is beside it: nothing is sent unasked', async () => {
    const settings = { ...folder, outputs: { json: true, csv: 'off' as const } };
    const first = await begin({ mode: 'run', folders: [settings] });
    await first.ending();
    await first.end();
    const older = new Map(['', '-promise'].map((ending) => [ending, readFileSync(file(ending))]));
    await scene.put(folder, 'b.pdf');
    const second = await begin({ mode: 'run', folders: [settings] });
    await second.ending();
    await second.end();
    expect(sandbox.accepted('b.pdf')).toBe(1);
    for (const [ending, bytes] of older) writeFileSync(file(ending), bytes);
    rmSync(join(folder.path, 'b.pdf.json'));
    const run = await begin({ mode: 'run', folders: [settings] });
    expect(await run.ending()).toEqual({ kind: 'done' });
    expect(run.uploads()).toEqual([]);
    expect(run.engine.status()).toMatchObject({ attention: 1, unverified: { message: reads('is ahead of the ledger') } });
    await run.end();
    const again = await begin({ mode: 'run', folders: [settings] });
    await again.ending();
    expect(again.uploads()).toEqual([]);
  });

  it('the last promise is noted in the marker once a minute at most', async () => {
    const run = await begin();
    await delivered(run);
    const before = marked();
    expect(Number(before.promise)).toBeLessThan(run.ledger.promises.last());
    await scene.pass(2 * minute);
    expect(marked().promise).toBe(run.ledger.promises.last());
    const times = new Set<unknown>();
    for (const name of ['b.pdf', 'c.pdf', 'd.pdf', 'e.pdf']) {
      await scene.put(folder, name);
      run.engine.lookNow();
      await scene.pass(30_000);
      times.add(marked().at);
    }
    await delivered(run, 5);
    expect(times.size).toBeLessThanOrEqual(3);
    const after = [...times, Number(before.at)].map(Number).toSorted((one, other) => one - other);
    expect(after.slice(1).every((at, index) => at - Number(after[index]) >= minute)).toBe(true);
  });

  it('is the same one after any crash: its marker raises no question', async () => {
    const first = await begin();
    await delivered(first);
    first.kill();
    await scene.put(folder, 'b.pdf');
    const run = await begin();
    await delivered(run, 2);
    expect(run.engine.status().unverified).toBeUndefined();
    expect(run.engine.status().folders[0]).not.toHaveProperty('question');
  });
});

describe('a living twin, with the same computer name and data path', () => {
  it.each([
    ['and a ledger of its own', () => ({ id: 'x' })],
    ['from the same image', () => ({})],
  ])('%s, has replaced the marker: nothing more is sent, and it is asked', async (_, other) => {
    const run = await begin();
    await delivered(run);
    mark({ ...marked(), start: 'twin', at: scene.clock.now(), ...other() });
    await scene.pass(6 * minute);
    await scene.until('it is asked', () => run.engine.status().folders[0]?.question !== undefined);
    expect(run.engine.status().folders[0]).toMatchObject({ question: { message: reads('a second container') } });
    await scene.put(folder, 'b.pdf');
    run.engine.lookNow();
    await scene.pass(6 * minute);
    expect(run.uploads()).toHaveLength(1);
    expect(marked()).toMatchObject({ start: 'twin' });
    run.engine.answerQuestion(1, 'send');
    await delivered(run, 2);
    expect(marked()).not.toMatchObject({ start: 'twin' });
  });

  it('that both begin with an empty ledger: each document is sent once', async () => {
    const one = await begin();
    await delivered(one);
    const twin = new Timeline();
    try {
      const two = await twin.start({ url: sandbox.url, key: sandbox.key, folders: [folder], identity: here });
      await twin.until('it is held', () => two.engine.status().attention === 1);
      await scene.pass(6 * minute);
      await scene.until('the first one asks', () => one.engine.status().folders[0]?.question !== undefined);
      await scene.put(folder, 'b.pdf');
      for (const { engine } of [one, two]) engine.lookNow();
      await twin.until('it is held, too', () => two.engine.status().attention === 2);
      await scene.pass(minute);
      expect([one.uploads().length, two.uploads().length]).toEqual([1, 0]);
    } finally {
      await twin.end();
    }
  });
});

describe('what is no marker is left as it is, and the folder is watched', () => {
  it.each<[string, () => void]>([
    ['text', () => writeFileSync(marker(), 'mine')],
    ['a marker with too much in it', () => mark({ ...elsewhere(), id: 'x'.repeat(20_000) })],
    ['a directory', () => mkdirSync(marker())],
    ['a link', () => symlinkSync(join(scene.root, 'elsewhere'), marker())],
  ])('%s', async (_, plant) => {
    plant();
    await delivered(await begin());
    expect(existsSync(join(scene.root, 'elsewhere'))).toBe(false);
    rmSync(marker(), { recursive: true });
  });
});

it('a folder in which nothing is written is not marked', async () => {
  const silent: FolderSettings = { ...folder, outputs: { json: false, csv: 'off' } };
  await delivered(await begin({ folders: [silent] }));
  expect(existsSync(marker())).toBe(false);
});
