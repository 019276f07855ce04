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
const mark = (other: object) => writeFileSync(marker(), JSON.stringify(other));
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
    await scene.pass(hour);
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
    mark({ ...marked(), host: 'copy', at: scene.clock.now() });
    await scene.put(folder, 'b.pdf');
    await scene.until('it is asked', () => first.engine.status().folders[0]?.question !== undefined);
  });
});

it.each([
  ['older than a day', { id: 'x', host: 'elsewhere', path: '/data' }, 25 * hour],
  ['of this data directory, which was deleted', { id: 'x', ...here }, 0],
])('a marker %s is taken over silently', async (_, other, age) => {
  mark({ ...other, at: scene.clock.now() - age });
  const run = await begin();
  await delivered(run);
  expect(marked()).toMatchObject(here);
  expect(run.ledger.meta.read('other-intray', 1)).toBeUndefined();
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
