/** The failure table, row "404 on poll": what was paid for is asked for again and again, and is in doubt only after ten minutes. */
import { afterEach, beforeEach, expect, it } from 'vitest';
import { foreign } from '../../../electron/core/messages/message.ts';
import { err } from '../../../electron/core/result.ts';
import { reads } from '../../support/reads.ts';
import { type SceneSandbox, sandboxOf } from '../support/sandbox.ts';
import { hour, minute, Timeline } from '../support/timeline.ts';

let scene: Timeline;
let sandbox: SceneSandbox;
beforeEach(async () => {
  scene = new Timeline();
  sandbox = await sandboxOf(scene);
});
afterEach(() => scene.end());

it('a result that the service says it has, and does not give, is in doubt once, asked for ever more seldom, and comes', async () => {
  const fault = sandbox.faults.add('no-result,on=polls');
  const folder = scene.folder('scans', sandbox.extraction);
  await scene.put(folder, 'a.pdf');
  const run = await scene.start({ url: sandbox.url, key: sandbox.key, folders: [folder] });
  const lost = () => run.history('a.pdf').filter((line) => line.startsWith('lost')).length;
  await scene.until('it is in doubt', () => run.has('a.pdf') && run.state('a.pdf') === 'unresolved', { within: 12 * minute });
  const polls = run.polls().length;
  await scene.pass(20 * minute);
  expect([run.state('a.pdf'), lost()]).toEqual(['unresolved', 1]);
  expect(run.polls().length - polls).toBeLessThan(10);
  sandbox.faults.remove(fault.id);
  await scene.until('it is delivered', () => run.delivered() === 1, { within: 31 * minute, coarse: true });
});

it('a document that asks for a review is looked at for a month, any other for a week', async () => {
  const folder = scene.folder('scans', sandbox.extraction, { batchSize: 1 });
  await scene.put(folder, 'a.pdf');
  let isDoubtful = false;
  const run = await scene.start({
    ...{ url: sandbox.url, key: sandbox.key, folders: [folder] },
    service: (client) => ({
      ...client,
      getBatchResults: async (...given) => {
        const answer = await client.getBatchResults(...given);
        if (!answer.ok || !isDoubtful) return answer;
        const files = answer.value.files.map((file) =>
          file.fileName === 'b.pdf' && file.result ? { ...file, status: 'needs_review' } : file,
        );
        return { ok: true, value: { ...answer.value, files } };
      },
    }),
  });
  await scene.until('one is delivered', () => run.delivered() === 1);
  isDoubtful = true;
  await scene.put(folder, 'b.pdf');
  await scene.until('so is the other one', () => run.delivered() === 2);
  const looks = () => ['a.pdf', 'b.pdf'].map((name) => run.ledger.batches.get(run.document(name).batchId ?? 0)?.state);
  scene.clock.set(8 * 24 * hour);
  await scene.pass(hour, { coarse: true });
  expect(looks()).toEqual(['closed', 'ended']);
  scene.clock.set(23 * 24 * hour);
  await scene.pass(hour, { coarse: true });
  expect(looks()).toEqual(['closed', 'closed']);
});

it('what has ended, and cannot be asked about, is not asked about again within a minute', async () => {
  const folder = scene.folder('scans', sandbox.extraction);
  await scene.put(folder, 'a.pdf');
  const run = await scene.start({ url: sandbox.url, key: sandbox.key, folders: [folder] });
  await scene.until('it is delivered', () => run.delivered() === 1);
  sandbox.faults.add('status:500,on=polls');
  const polls = run.polls().length;
  await scene.until('it is looked at again', () => run.polls().length > polls, { within: 2 * hour, coarse: true });
  await scene.pass(50_000);
  expect(run.polls().length - polls).toBe(1);
});

it('a late answer about a document that waits to be sent again spares that, and its result is not marked', async () => {
  const folder = scene.folder('scans', sandbox.extraction);
  await scene.put(folder, 'a.pdf');
  let isKnown = false;
  const run = await scene.start({
    ...{ url: sandbox.url, key: sandbox.key, folders: [folder] },
    service: (client) => ({
      ...client,
      getBatchResults: async (...given) =>
        !isKnown ? err({ kind: 'not-found', message: foreign('no such batch'), status: 404 }) : client.getBatchResults(...given),
      uploadFiles: async (...given) =>
        run.uploads().length > 1
          ? err({ kind: 'server', message: foreign('out of order'), status: 503 })
          : client.uploadFiles(...given),
    }),
  });
  await scene.until('it is in doubt', () => run.has('a.pdf') && run.state('a.pdf') === 'unresolved', { within: 12 * minute });
  run.engine.sendAgain([run.document('a.pdf').id]);
  await scene.until('it could not be sent again', () => run.uploads().length === 2);
  expect(run.document('a.pdf')).toMatchObject({ state: { kind: 'waiting' }, possibleDuplicate: true });
  isKnown = true;
  await scene.until('it is delivered', () => run.delivered() === 1, { within: 60 * minute, coarse: true });
  expect(scene.resultOf(folder, 'a.pdf')).not.toHaveProperty('possible_duplicate');
  expect(sandbox.accepted('a.pdf')).toBe(1);
});

it('a batch that the service does not know is in doubt after ten minutes, and delivered once it knows it', async () => {
  const folder = scene.folder('scans', sandbox.extraction);
  await scene.put(folder, 'a.pdf');
  let isKnown = false;
  const run = await scene.start({
    ...{ url: sandbox.url, key: sandbox.key, folders: [folder] },
    service: (client) => ({
      ...client,
      getBatchResults: async (...given) =>
        isKnown ? client.getBatchResults(...given) : err({ kind: 'not-found', message: foreign('no such batch'), status: 404 }),
    }),
  });
  await scene.until('it is asked for', () => run.polls().length > 0);
  await scene.pass(9 * minute);
  expect(run.state('a.pdf')).toBe('queued');
  await scene.pass(2 * minute);
  expect(run.document('a.pdf').state).toMatchObject({ kind: 'unresolved', message: reads('no such batch') });
  isKnown = true;
  await scene.until('it is delivered', () => run.delivered() === 1, { within: 60 * minute, coarse: true });
  expect(sandbox.accepted('a.pdf')).toBe(1);
});
