/** The failure table, rows about the connection: nothing reached the service whole, or no one knows whether it did. */
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { FolderSettings } from '../../../electron/core/config/folder-settings.ts';
import { sendAgainOf } from '../../../electron/core/document/transition.ts';
import { foreign, say } from '../../../electron/core/messages/message.ts';
import { err } from '../../../electron/core/result.ts';
import { makeFile } from '../../support/make-files.ts';
import { reads } from '../../support/reads.ts';
import { inBetween } from '../support/in-between.ts';
import type { Run } from '../support/run.ts';
import { type SceneSandbox, sandboxOf } from '../support/sandbox.ts';
import { hour, minute, Timeline } from '../support/timeline.ts';

let scene: Timeline;
let sandbox: SceneSandbox;
beforeEach(async () => {
  scene = new Timeline();
  sandbox = await sandboxOf(scene);
});
afterEach(() => scene.end());

const names = (count: number) => Array.from({ length: count }, (_, index) => `scan${index + 1}.pdf`);
const begin = (folder: FolderSettings, mode: 'watch' | 'run' = 'watch'): Promise<Run> =>
  scene.start({ url: sandbox.url, key: sandbox.key, folders: [folder], mode });

describe('offline', () => {
  it('counts no attempt, backs off, and goes on by itself when the network returns', async () => {
    const folder = scene.folder('scans', sandbox.extraction);
    await scene.put(folder, ...names(12));
    await sandbox.unplug();
    const run = await begin(folder);
    await scene.until('it is offline', () => run.gate() === 'offline');
    await scene.pass(5 * minute);
    expect(run.gate()).toBe('offline');
    expect(run.documents().map(({ attempts }) => attempts)).toEqual(Array(12).fill(0));
    // Pauses of about 15 seconds, 30, 60, 120: one call each finds out, and never more than half an hour later.
    expect(run.calls.length).toBeGreaterThan(4);
    expect(run.calls.length).toBeLessThan(15);
    await scene.pass(2 * hour);
    expect(run.calls.length).toBeLessThan(22);
    await sandbox.plugIn();
    await scene.until('all are delivered', () => run.delivered() === 12, { within: 31 * minute, coarse: true });
    expect(sandbox.allAccepted().toSorted()).toEqual(names(12).toSorted());
    expect(run.documents().map(({ attempts }) => attempts)).toEqual(Array(12).fill(0));
  });

  it('resumes at once when a person says look now', async () => {
    const folder = scene.folder('scans', sandbox.extraction);
    await scene.put(folder, 'a.pdf');
    await sandbox.unplug();
    const run = await begin(folder);
    await scene.until('it has tried often', () => run.calls.length > 4, { within: 10 * minute });
    await sandbox.plugIn();
    run.engine.lookNow();
    await scene.until('it is delivered', () => run.delivered() === 1, { within: 10_000 });
  });

  it('a connection that is lost while results are awaited costs nothing and loses nothing', async () => {
    const folder = scene.folder('scans', sandbox.extraction);
    await scene.put(folder, 'a.pdf', 'b.pdf');
    const run = await begin(folder);
    await scene.until('both are accepted', () => sandbox.allAccepted().length === 2);
    await sandbox.unplug();
    await scene.pass(20 * minute);
    expect(run.documents().map(({ state }) => state.kind)).toEqual(['queued', 'queued']);
    await sandbox.plugIn();
    await scene.until('both are delivered', () => run.delivered() === 2, { within: 31 * minute, coarse: true });
    expect(sandbox.allAccepted()).toHaveLength(2);
  });

  it('results that were awaited through a long outage are asked for as soon as the service is there', async () => {
    const folder = scene.folder('scans', sandbox.extraction, { batchSize: 1 });
    await scene.put(folder, ...names(6));
    const run = await begin(folder);
    await scene.until(
      'all are with the service',
      () => run.documents().filter(({ state }) => state.kind === 'queued').length === 6,
    );
    await sandbox.unplug();
    await scene.pass(20 * minute);
    await sandbox.plugIn();
    run.engine.lookNow();
    await scene.until('all are delivered', () => run.delivered() === 6, { within: 8_000 });
  });

  it('a run gives up after ten minutes, says so, and another run goes on', async () => {
    const folder = scene.folder('scans', sandbox.extraction);
    await scene.put(folder, 'a.pdf');
    await sandbox.unplug();
    const run = await begin(folder, 'run');
    expect(await run.ending()).toMatchObject({ kind: 'offline', message: reads('cannot be reached') });
    expect(scene.clock.elapsed).toBeGreaterThanOrEqual(10 * minute);
    expect(scene.clock.elapsed).toBeLessThan(12 * minute);
    await run.end();
    await sandbox.plugIn();
    const next = await begin(folder, 'run');
    expect(await next.ending()).toEqual({ kind: 'done' });
    expect(next.state('a.pdf')).toBe('processed');
  });
});

describe('only this upload fails', () => {
  /** Large enough that a connection cut at the first sight of its name is cut before the request is whole. */
  const large = 3 * 1024 * 1024;

  it('is counted and halved until the culprit stands alone; the others are delivered; after five times it has failed', async () => {
    const proxy = await inBetween(scene, sandbox.url);
    proxy.onName = ({ fileNames }) => (fileNames.includes('scan3.pdf') ? 'cut' : undefined);
    const folder = scene.folder('scans', sandbox.extraction);
    for (const name of names(4)) await makeFile(join(folder.path, name), `content of ${name}`, { size: large });
    const run = await scene.start({ url: proxy.url, key: sandbox.key, folders: [folder] });
    await scene.until('it has failed', () => run.state('scan3.pdf') === 'failed', { within: 3 * hour, coarse: true });

    expect(run.delivered()).toBe(3);
    expect(sandbox.allAccepted().toSorted()).toEqual(['scan1.pdf', 'scan2.pdf', 'scan4.pdf']);
    const failed = run.document('scan3.pdf');
    expect(failed.state).toMatchObject({ kind: 'failed', by: 'intray', message: reads('failed 5 times') });
    expect(failed.attempts).toBe(5);
    expect(sendAgainOf(failed)).toBe('yes');
    // Four, then two, then the one: nothing that was with it is held up by it, and no other connection was blamed.
    expect(run.gate()).toBe('open');
    expect(run.uploads().some(({ fileNames }) => fileNames?.length === 1 && fileNames[0] === 'scan3.pdf')).toBe(true);
  });

  it('an outage of the uploads alone fails nothing: one document at a time is tried, with growing pauses', async () => {
    const down = sandbox.faults.add('status:503,on=uploads');
    const folder = scene.folder('scans', sandbox.extraction, { batchSize: 1 });
    await scene.put(folder, ...names(12));
    const run = await begin(folder);
    await scene.pass(40_000);
    sandbox.faults.remove(down.id);
    await scene.until('all are delivered', () => run.delivered() === 12, { within: 2 * minute });

    const again = sandbox.faults.add('status:503,on=uploads');
    await scene.put(folder, 'late.pdf', 'later.pdf');
    const uploads = run.uploads().length;
    await scene.pass(2 * hour);
    expect(run.uploads().length - uploads).toBeLessThan(17);
    // They take turns.
    expect(
      new Set(
        run
          .uploads()
          .slice(uploads)
          .map(({ fileNames }) => fileNames?.[0]),
      ),
    ).toEqual(new Set(['late.pdf', 'later.pdf']));
    expect(
      run
        .documents()
        .map(({ state }) => state.kind)
        .filter((kind) => kind === 'failed'),
    ).toEqual([]);
    expect(run.engine.status().folders[0]?.health).toMatchObject({ kind: 'paused', message: { code: 'sending.routeFails' } });
    sandbox.faults.remove(again.id);
    await scene.until('they are delivered', () => run.delivered() === 14, { within: 31 * minute, coarse: true });
    expect(run.engine.status().folders[0]?.health.kind).toBe('watching');
  });

  it('uploads that fail together are one try: the next one comes soon', async () => {
    sandbox.faults.add('status:503,on=uploads,times=4');
    const folder = scene.folder('scans', sandbox.extraction, { batchSize: 1 });
    await scene.put(folder, ...names(4));
    const run = await scene.start({ url: sandbox.url, key: sandbox.key, folders: [folder], limits: { uploads: 4 } });
    await scene.until('all have failed', () => run.uploads().filter(({ endedAt }) => endedAt !== undefined).length === 4);
    await scene.until('one finds out', () => run.uploads().length > 4, { within: 20_000 });
  });

  it('while one document finds out, however long that takes, no other one is sent', async () => {
    const between = await inBetween(scene, sandbox.url);
    const folder = scene.folder('scans', sandbox.extraction, { batchSize: 1 });
    await scene.put(folder, 'a.pdf');
    const isUpload = ({ path }: { readonly path: string }) => path.endsWith('/uploadFiles');
    between.onWhole = (seen) => (isUpload(seen) ? { status: 503, body: { error: 'Overloaded.' } } : undefined);
    const run = await scene.start({ url: between.url, key: sandbox.key, folders: [folder] });
    await scene.until('the route pauses', () => run.engine.status().folders[0]?.health.kind === 'paused');
    const answer = Promise.withResolvers<undefined>();
    between.onWhole = () => undefined;
    between.onAnswer = (seen) => (isUpload(seen) ? answer.promise : undefined);
    await scene.put(folder, 'b.pdf', 'c.pdf');
    const [before, although] = [run.uploads().length, 'calls are under way' as const];
    await scene.until('one is tried', () => run.uploads().length > before, { although });
    await scene.put(folder, 'd.pdf');
    await scene.pass(30_000, { although });
    expect(run.uploads()).toHaveLength(before + 1);
    answer.resolve(undefined);
    await scene.until('all are delivered', () => run.delivered() === 4);
  });

  it('one document alone finds out whether uploads pass again', async () => {
    sandbox.faults.add('status:503,on=uploads,times=1');
    const folder = scene.folder('scans', sandbox.extraction);
    await scene.put(folder, ...names(4));
    const run = await begin(folder);
    await scene.until('all are delivered', () => run.delivered() === 4);
    const [all, one, ...rest] = run.uploads().map(({ fileNames }) => fileNames?.length ?? 0);
    // Then both halves go, in either order.
    expect([all, one, rest.toSorted()]).toEqual([4, 1, [1, 2]]);
  });

  it('the one that is to find out does not go once the service says of another call to slow down', async () => {
    await sandbox.close();
    sandbox = await sandboxOf(scene, { delays: { queued: 500, processing: 10 * minute } });
    const folder = scene.folder('scans', sandbox.extraction, { batchSize: 1 });
    await scene.put(folder, 'first.pdf');
    const answer = Promise.withResolvers<void>();
    let weather: 'fair' | 'uploads fail' | 'all is slow' | 'slow down' = 'fair';
    let isAsked = false;
    const run = await scene.start({
      ...{ url: sandbox.url, key: sandbox.key, folders: [folder] },
      service: (client) => ({
        ...client,
        uploadFiles: async (...given) =>
          weather === 'uploads fail'
            ? err({ kind: 'server', message: foreign('out of order'), status: 503 })
            : client.uploadFiles(...given),
        viewExtraction: async (...given) => {
          isAsked = weather === 'all is slow';
          if (isAsked) await answer.promise;
          return client.viewExtraction(...given);
        },
        getBatchResults: async (...given) =>
          weather === 'slow down'
            ? err({ kind: 'rate', message: foreign('slow down'), status: 429, retryAfterMs: minute })
            : client.getBatchResults(...given),
      }),
    });
    await scene.until('one is with the service', () => run.has('first.pdf') && run.document('first.pdf').fileId !== undefined);
    weather = 'uploads fail';
    await scene.put(folder, 'next.pdf');
    await scene.until('the next one fails', () => run.uploads()[1]?.endedAt !== undefined);
    weather = 'all is slow';
    await scene.until('it is asked whether to try again', () => isAsked, { although: 'calls are under way' });
    weather = 'slow down';
    await scene.until('it is to slow down', () => run.gate() === 'rate', { although: 'calls are under way' });
    answer.resolve();
    await scene.pass(10_000);
    expect([run.gate(), run.uploads().length]).toEqual(['rate', 2]);
    weather = 'fair';
    await scene.until('it goes', () => sandbox.accepted('next.pdf') === 1);
  });

  it('a run ends after ten minutes in which nothing moved, and says so', async () => {
    sandbox.faults.add('status:503,on=uploads');
    const folder = scene.folder('scans', sandbox.extraction);
    await scene.put(folder, ...names(3));
    const run = await begin(folder, 'run');
    expect(await run.ending()).toEqual({ kind: 'stalled', message: say('outcome.stalled') });
    expect(scene.clock.elapsed).toBeGreaterThanOrEqual(10 * minute);
    expect(scene.clock.elapsed).toBeLessThan(13 * minute);
  });

  it('a document alone is tried with growing pauses, and never blamed while its route takes nothing', async () => {
    sandbox.faults.add('reset-mid-body,on=uploads');
    const folder = scene.folder('scans', sandbox.extraction);
    await makeFile(join(folder.path, 'a.pdf'), 'content', { size: large });
    const run = await begin(folder);
    await scene.until('it was tried', () => run.uploads().length === 5, { within: hour, coarse: true });
    expect(run.state('a.pdf')).toBe('waiting');
    const times = run.uploads().map(({ at }) => at);
    const pauses = times.slice(1).map((at, index) => at - (times[index] ?? 0));
    expect(pauses).toEqual(pauses.toSorted((a, b) => a - b));
    expect(pauses[0]).toBeGreaterThan(10_000);
    expect(sandbox.allAccepted()).toEqual([]);
  });

  it('a connection that is cut once costs nothing, and the document is delivered', async () => {
    sandbox.faults.add('reset-mid-body,on=uploads,times=1');
    const folder = scene.folder('scans', sandbox.extraction);
    await makeFile(join(folder.path, 'a.pdf'), 'content', { size: large });
    const run = await begin(folder, 'run');
    await run.ending();
    expect(run.state('a.pdf')).toBe('processed');
    expect(run.document('a.pdf').attempts).toBe(0);
    expect(sandbox.accepted('a.pdf')).toBe(1);
    expect(scene.resultOf(folder, 'a.pdf')).not.toHaveProperty('possible_duplicate');
  });
});

describe('a portal or proxy on calls that cost nothing', () => {
  it.each(['portal', 'redirect:https://portal.example/sign-in'])(
    '%s counts as offline, and all is delivered once it is gone',
    async (fault) => {
      const added = sandbox.faults.add(`${fault},on=viewExtraction+getBatchResults`);
      const folder = scene.folder('scans', sandbox.extraction);
      await scene.put(folder, ...names(3));
      const run = await begin(folder);
      await scene.until('it is offline', () => run.gate() === 'offline');
      await scene.pass(20 * minute);
      expect(run.documents().every(({ attempts }) => attempts === 0)).toBe(true);
      sandbox.faults.remove(added.id);
      await scene.until('all are delivered', () => run.delivered() === 3, { within: 31 * minute, coarse: true });
      expect(sandbox.allAccepted()).toHaveLength(3);
    },
  );
});

describe('an answer that cannot be read, on a call that costs nothing', () => {
  it('is asked for again with back-off, and said in the history after ten minutes', async () => {
    const folder = scene.folder('scans', sandbox.extraction);
    await scene.put(folder, ...names(2));
    const added = sandbox.faults.add('garbage,on=polls');
    const run = await begin(folder);
    await scene.until('a poll could not be read', () => run.polls().some(({ failure }) => failure?.kind === 'unreadable'));
    await scene.pass(9 * minute);
    expect(run.history('scan1.pdf').filter((line) => line.startsWith('not answered'))).toEqual([]);
    await scene.pass(3 * minute);
    expect(run.history('scan1.pdf').filter((line) => line.startsWith('not answered'))).toEqual([
      expect.stringContaining('For ten minutes'),
    ]);
    expect(run.gate()).toBe('open');
    const times = run.polls().map(({ at }) => at);
    expect(Math.max(...times.slice(1).map((at, index) => at - (times[index] ?? 0)))).toBeGreaterThan(20_000);
    expect(run.documents().map(({ state }) => state.kind)).toEqual(['queued', 'queued']);
    sandbox.faults.remove(added.id);
    await scene.until('both are delivered', () => run.delivered() === 2, { within: 3 * minute });
    expect(sandbox.allAccepted()).toHaveLength(2);
  });

  it('about the extraction itself: the results say after ten minutes what they wait for, and a run can end', async () => {
    const added = sandbox.faults.add('garbage,on=viewExtraction');
    const folder = scene.folder('scans', sandbox.extraction);
    await scene.put(folder, 'a.pdf');
    const run = await begin(folder, 'run');
    expect(await run.ending()).toEqual({ kind: 'done' });
    expect(scene.clock.elapsed).toBeGreaterThanOrEqual(10 * minute);
    expect(run.document('a.pdf').delivery).toMatchObject({
      kind: 'pending',
      message: reads('For ten minutes'),
    });
    await run.end();
    sandbox.faults.remove(added.id);
    const next = await begin(folder, 'run');
    await next.ending();
    expect(scene.resultOf(folder, 'a.pdf')).toMatchObject({ extracted_data: { number: 'content of a.pdf' } });
    expect(next.uploads()).toEqual([]);
  });

  it('a member that is missing is the same', async () => {
    const folder = scene.folder('scans', sandbox.extraction);
    await scene.put(folder, 'a.pdf');
    sandbox.faults.add('missing-member:files,on=getBatchResults,times=3');
    sandbox.faults.add('missing-member:fields,on=viewExtraction,times=3');
    const run = await begin(folder, 'run');
    expect(await run.ending()).toEqual({ kind: 'done' });
    expect(run.state('a.pdf')).toBe('processed');
    expect(run.calls.filter(({ failure }) => failure?.kind === 'unreadable')).toHaveLength(6);
  });
});

describe("5xx with the service's own JSON error", () => {
  it('was not accepted: it is sent again after a pause, and marked', async () => {
    sandbox.faults.add('status:500,on=uploads,times=3');
    const folder = scene.folder('scans', sandbox.extraction);
    await scene.put(folder, 'a.pdf');
    const run = await begin(folder, 'run');
    expect(await run.ending()).toEqual({ kind: 'done' });
    expect(run.state('a.pdf')).toBe('processed');
    expect(run.document('a.pdf')).toMatchObject({ attempts: 0, possibleDuplicate: true });
    expect(scene.resultOf(folder, 'a.pdf')).toMatchObject({ possible_duplicate: true });
    expect(sandbox.accepted('a.pdf')).toBe(1);
  });

  it('on polls it is asked for again, and no document pays for it', async () => {
    sandbox.faults.add('status:503,on=polls,times=4');
    const folder = scene.folder('scans', sandbox.extraction);
    await scene.put(folder, 'a.pdf');
    const run = await begin(folder, 'run');
    await run.ending();
    expect(run.state('a.pdf')).toBe('processed');
    expect(run.document('a.pdf').attempts).toBe(0);
    expect(run.uploads()).toHaveLength(1);
  });
});
