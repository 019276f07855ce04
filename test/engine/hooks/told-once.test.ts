/** How often a hook is told: again where nobody knows whether it has heard, and not where nothing is new. */
import { renameSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { hooksSchema } from '../../../electron/core/config/hooks.ts';
import { foreign } from '../../../electron/core/messages/message.ts';
import type { HookRunner } from '../../../electron/engine/ports.ts';
import { makeFile } from '../../support/make-files.ts';
import { type SceneSandbox, sandboxOf } from '../support/sandbox.ts';
import { minute, Timeline } from '../support/timeline.ts';

let scene: Timeline;
let sandbox: SceneSandbox;
beforeEach(async () => {
  scene = new Timeline();
  sandbox = await sandboxOf(scene);
});
afterEach(() => scene.end());

const hooks = hooksSchema.parse({ onDelivered: { program: ['told'] }, onChanged: { program: ['told'] } });

it('an event whose hook was ended with Intray is told again', async () => {
  const folder = scene.folder('scans', sandbox.extraction);
  await scene.put(folder, 'a.pdf');
  const told: string[] = [];
  const hookRunner: HookRunner = {
    tell(_, { id }, { signal }) {
      told.push(id);
      if (told.length > 1) return Promise.resolve({ kind: 'taken' });
      return new Promise((resolve) => signal.addEventListener('abort', () => resolve({ kind: 'aborted' }), { once: true }));
    },
  };
  const begin = () => scene.start({ url: sandbox.url, key: sandbox.key, folders: [folder], hooks, hookRunner });
  const run = await begin();
  await scene.until('it hears of it', () => told.length === 1);
  await run.end();
  const next = await begin();
  await scene.until('it hears of it again', () => told.length === 2);
  await scene.pass(minute);
  expect(told).toEqual([told[0], told[0]]);
  expect(next.ledger.hookEvents.counts()).toMatchObject({ pending: 0 });
});

it('a document whose file is taken away and brought back is told of once', async () => {
  const folder = scene.folder('scans', sandbox.extraction);
  const [here, away] = [join(folder.path, 'a.pdf'), join(scene.root, 'a.pdf')];
  await scene.put(folder, 'a.pdf');
  const told: string[] = [];
  const hookRunner: HookRunner = {
    tell: async (_, { body }) => {
      told.push((JSON.parse(body) as { event: string }).event);
      return { kind: 'taken' };
    },
  };
  const limits = { keepMs: 30 * minute };
  const run = await scene.start({ url: sandbox.url, key: sandbox.key, folders: [folder], hooks, hookRunner, limits });
  await scene.until('it is told', () => told.length === 1);
  renameSync(here, away);
  run.engine.lookNow();
  await scene.until('it is missed', () => !run.ledger.files.has(run.document('a.pdf')));
  renameSync(away, here);
  run.engine.lookNow();
  await scene.until('it is known again', () => run.history('a.pdf').length > 4);
  await scene.pass(minute);
  expect(told).toEqual(['onDelivered']);
  // It is listed for as long as results are kept.
  expect(run.ledger.hookEvents.list(['done'], 9)).toHaveLength(1);
  await scene.pass(120 * minute);
  expect(run.ledger.hookEvents.list(['done'], 9)).toEqual([]);
});

it('a hook that refuses again and again within a day is not given up', async () => {
  const folder = scene.folder('scans', sandbox.extraction);
  await scene.put(folder, 'a.pdf');
  let told = 0;
  const hookRunner: HookRunner = {
    tell: async () => {
      told += 1;
      return { kind: 'refused', message: foreign('not now') };
    },
  };
  const run = await scene.start({ url: sandbox.url, key: sandbox.key, folders: [folder], hooks, hookRunner });
  await scene.until('it is told often', () => told > 6, { within: 60 * minute });
  expect(run.ledger.hookEvents.counts()).toEqual({ pending: 1, failing: 1, givenUp: 0 });
});

it('an event that waited for days while Intray did not run is told a few times before it is given up', async () => {
  const folder = scene.folder('scans', sandbox.extraction);
  await scene.put(folder, 'a.pdf');
  const short = { ...hooks, giveUpDays: 1 };
  let told = 0;
  const hookRunner: HookRunner = {
    tell: async (_, __, { signal }) => {
      told += 1;
      if (told > 1) return { kind: 'refused', message: foreign('not now') };
      return new Promise((resolve) => signal.addEventListener('abort', () => resolve({ kind: 'aborted' }), { once: true }));
    },
  };
  const begin = () => scene.start({ url: sandbox.url, key: sandbox.key, folders: [folder], hooks: short, hookRunner });
  const run = await begin();
  await scene.until('it hears of it', () => told === 1);
  await run.end();
  scene.clock.set(3 * 24 * 60 * minute);
  const next = await begin();
  const counts = () => next.ledger.hookEvents.counts();
  await scene.until('it is given up', () => counts().givenUp === 1);
  expect(told).toBe(6);
});

it('what was delivered before there was a hook, and says something else now, is told as changed', async () => {
  const folder = scene.folder('scans', sandbox.extraction);
  await scene.put(folder, 'a.pdf');
  const told: string[] = [];
  const hookRunner: HookRunner = {
    tell: async (_, { body }) => {
      told.push((JSON.parse(body) as { event: string }).event);
      return { kind: 'taken' };
    },
  };
  const begin = (more = {}) => scene.start({ url: sandbox.url, key: sandbox.key, folders: [folder], ...more });
  const run = await begin();
  await scene.until('it is delivered', () => run.delivered() === 1);
  await run.end();
  const next = await begin({ hooks, hookRunner });
  next.engine.act(next.document('a.pdf').id, { kind: 'confirm', corrections: { total: '13.00' } }, 'Anna');
  await scene.until('it is told', () => told.length > 0);
  expect(told).toEqual(['onChanged']);
});

it('a run does not end before its hooks have heard, also that a document needs somebody', async () => {
  const folder = scene.folder('scans', sandbox.extraction);
  scene.write(join(folder.path, 'empty.pdf'), '');
  const told: { readonly event: string; readonly document: { readonly needs_you: boolean } }[] = [];
  const hookRunner: HookRunner = {
    async tell(_, { body }) {
      await new Promise<void>((resolve) => void scene.clock.for(scene).after(minute, resolve));
      told.push(JSON.parse(body) as (typeof told)[number]);
      return { kind: 'taken' };
    },
  };
  const onFailed = hooksSchema.parse({ onFailed: { program: ['told'] } });
  const options = { url: sandbox.url, key: sandbox.key, mode: 'run', folders: [folder], hooks: onFailed, hookRunner } as const;
  const run = await scene.start(options);
  await run.ending();
  expect(told).toMatchObject([{ event: 'onFailed', document: { needs_you: true } }]);
});

it('what a hook is told of a content whose name another one has by now is what its JSON says', async () => {
  const folder = scene.folder('scans', sandbox.extraction, { changed: 'send', outputs: { json: true, csv: 'off' } });
  await makeFile(join(folder.path, 'a.pdf'), 'first');
  const told: { readonly json: string; readonly result: object }[] = [];
  const hookRunner: HookRunner = {
    tell: async (_, { body }) => {
      told.push(JSON.parse(body) as (typeof told)[number]);
      return { kind: 'taken' };
    },
  };
  const run = await scene.start({ url: sandbox.url, key: sandbox.key, folders: [folder], hooks, hookRunner });
  await scene.until('the first one is told', () => told.length === 1);
  await makeFile(join(folder.path, 'a.pdf'), 'second');
  run.engine.lookNow();
  await scene.until('the second one is told', () => told.length === 2);
  const first = run.seen.files().find(({ id }) => id === 1);
  expect(run.engine.act(first?.id ?? 0, { kind: 'confirm', corrections: { total: '7' } }, 'Anna')).toMatchObject({ ok: true });
  await scene.until('the correction is told', () => told.length === 3);
  expect(told[2]?.result).toMatchObject({ replaced: true, extracted_data: { total: '7' } });
  expect(told[2]?.result).toEqual(JSON.parse(scene.text(told[2]?.json ?? '')));
});
