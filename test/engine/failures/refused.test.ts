/** The failure table, rows about a request or a route that the service refuses: 400, 413, 404. */
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { foreign } from '../../../electron/core/messages/message.ts';
import { makeFile } from '../../support/make-files.ts';
import { reads } from '../../support/reads.ts';
import { inBetween } from '../support/in-between.ts';
import type { Run, RunOptions } from '../support/run.ts';
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
const begin = (options: Partial<RunOptions> & Pick<RunOptions, 'folders'>): Promise<Run> =>
  scene.start({ url: sandbox.url, key: sandbox.key, mode: 'run', ...options });

describe('400', () => {
  it('ten documents and one culprit: it is found by halving and rejected alone, the nine are delivered', async () => {
    sandbox.faults.add('poison:scan7.pdf');
    const folder = scene.folder('scans', sandbox.extraction);
    await scene.put(folder, ...names(10));
    const run = await begin({ folders: [folder] });
    expect(await run.ending()).toEqual({ kind: 'done' });
    expect(run.document('scan7.pdf').state).toEqual({
      kind: 'rejected',
      by: 'service',
      message: foreign('"scan7.pdf" cannot be processed.'),
    });
    expect(run.engine.status().balance).toMatchObject({ found: 10, delivered: 9, rejected: 1, moving: 0 });
    expect(sandbox.allAccepted().toSorted()).toEqual(
      names(10)
        .filter((name) => name !== 'scan7.pdf')
        .toSorted(),
    );
    // Ten, then five and five, three and two, two and one, and the one: no more than halving needs.
    expect(run.uploads().length).toBeLessThanOrEqual(9);
    expect(run.documents().every(({ attempts, possibleDuplicate }) => attempts === 0 && !possibleDuplicate)).toBe(true);
    expect(scene.tablesOf(folder)).toHaveLength(9);
  });

  it('a rejected document is revived by a change, and goes to the service again', async () => {
    const added = sandbox.faults.add('poison:scan1.pdf');
    const folder = scene.folder('scans', sandbox.extraction);
    await scene.put(folder, ...names(2));
    const run = await begin({ folders: [folder], mode: 'watch' });
    await scene.until('it is rejected', () => run.has('scan1.pdf') && run.state('scan1.pdf') === 'rejected');
    sandbox.faults.remove(added.id);
    await makeFile(join(folder.path, 'scan1.pdf'), 'scanned once more');
    await scene.until('both are delivered', () => run.delivered() === 2);
    expect(run.documents()).toHaveLength(2);
  });

  it('two documents that a route refuses once it has taken another are rejected, and no folder is paused', async () => {
    for (const name of ['bad.pdf', 'worse.pdf']) sandbox.faults.add(`poison:${name}`);
    const folder = scene.folder('scans', sandbox.extraction, { batchSize: 1 });
    await scene.put(folder, 'good.pdf');
    const run = await begin({ folders: [folder], mode: 'watch' });
    await scene.until('it is delivered', () => run.delivered() === 1);
    await scene.put(folder, 'bad.pdf', 'worse.pdf');
    await scene.until('both are rejected', () => run.engine.status().balance.rejected === 2);
    await scene.pass(minute);
    expect(run.engine.status().folders).toMatchObject([{ health: { kind: 'watching' }, balance: { rejected: 2, moving: 0 } }]);
    expect(run.uploads()).toHaveLength(3);
  });

  it('two lone 400s on a route that never passed pause its folder, and lose nothing', async () => {
    sandbox.faults.add('status:400,on=uploads');
    const bad = scene.folder('bad', sandbox.extraction);
    const other = scene.folder('other', {
      kind: 'classification',
      id: sandbox.control.createClassification({ name: 'M', description: 'M', categories: [{ name: 'B', description: 'B' }] }).id,
    });
    sandbox.faults.clear();
    sandbox.faults.add('status:400,on=uploadFiles');
    await scene.put(bad, ...names(6));
    await scene.put(other, 'mail.pdf');
    const run = await begin({ folders: [bad, other] });
    expect(await run.ending()).toMatchObject({ kind: 'stalled' });
    const [status] = run.engine.status().folders;
    expect(status?.health).toMatchObject({ kind: 'paused', message: reads('every document') });
    expect(status?.balance).toMatchObject({ found: 6, moving: 6, rejected: 0 });
    expect(run.state('mail.pdf')).toBe('processed');
    // 6, 3 and 3, 2 and 1, until the second stood alone; then one document at a time tries it.
    expect(run.uploads().length).toBeLessThan(20);
    await run.end();

    sandbox.faults.clear();
    const next = await begin({ folders: [bad, other] });
    await next.ending();
    expect(next.delivered()).toBe(7);
    expect(sandbox.allAccepted()).toHaveLength(7);
  });

  it('a pause after 400s lifts by itself, and no good document stays rejected', async () => {
    const bad = sandbox.faults.add('status:400,on=uploads');
    const folder = scene.folder('scans', sandbox.extraction, { batchSize: 1 });
    await scene.put(folder, ...names(8));
    const run = await begin({ folders: [folder], mode: 'watch' });
    await scene.until('it is paused', () => run.engine.status().folders[0]?.health.kind === 'paused');
    await scene.pass(5 * minute);
    sandbox.faults.remove(bad.id);
    await scene.until('all are delivered', () => run.delivered() === 8, { within: 31 * minute, coarse: true });
    expect(sandbox.allAccepted()).toHaveLength(8);
  });

  it('one lone 400 on a route that never passed rejects that document alone', async () => {
    sandbox.faults.add('poison:scan1.pdf');
    const folder = scene.folder('scans', sandbox.extraction);
    await scene.put(folder, 'scan1.pdf');
    const run = await begin({ folders: [folder] });
    await run.ending();
    expect(run.state('scan1.pdf')).toBe('rejected');
    expect(run.engine.status().folders[0]?.health.kind).toBe('watching');
  });
});

describe('413', () => {
  it('is found by halving like a 400, and the reason names 25 MB', async () => {
    const proxy = await inBetween(scene, sandbox.url);
    proxy.onWhole = ({ fileNames }) =>
      fileNames.includes('scan2.pdf') ? { status: 413, body: { error: 'A file exceeds the limit.' } } : undefined;
    const folder = scene.folder('scans', sandbox.extraction);
    await scene.put(folder, ...names(5));
    const run = await begin({ folders: [folder], url: proxy.url });
    await run.ending();
    expect(run.document('scan2.pdf').state).toMatchObject({ kind: 'rejected', by: 'service' });
    expect(run.document('scan2.pdf').state).toHaveProperty('message', reads(/25 MB.*A file exceeds the limit\./));
    expect(run.delivered()).toBe(4);
    expect(sandbox.allAccepted()).toHaveLength(4);
  });

  it('is sent once, although the service refuses everything else on its route', async () => {
    const proxy = await inBetween(scene, sandbox.url);
    proxy.onWhole = ({ fileNames }) => {
      if (fileNames.length === 0) return undefined;
      return fileNames.includes('large.pdf')
        ? { status: 413, body: { error: 'Too large.' } }
        : { status: 400, body: { error: 'No.' } };
    };
    const folder = scene.folder('scans', sandbox.extraction, { batchSize: 1 });
    await scene.put(folder, 'large.pdf');
    const run = await begin({ folders: [folder], url: proxy.url, mode: 'watch' });
    await scene.until('it is rejected', () => run.has('large.pdf') && run.state('large.pdf') === 'rejected');
    await scene.put(folder, ...names(3));
    await scene.until('its folder is paused', () => run.engine.status().folders[0]?.health.kind === 'paused');
    await scene.pass(2 * hour);
    expect(run.state('large.pdf')).toBe('rejected');
    expect(run.uploads().filter(({ fileNames }) => fileNames?.includes('large.pdf'))).toHaveLength(1);
    expect(names(3).map((name) => run.state(name))).toEqual(Array(3).fill('waiting'));
  });

  it('a file over 25 MB is never sent', async () => {
    const folder = scene.folder('scans', sandbox.extraction);
    await makeFile(join(folder.path, 'huge.pdf'), 'huge', { size: 25 * 1024 * 1024 + 1 });
    await scene.put(folder, 'a.pdf');
    const run = await begin({ folders: [folder] });
    await run.ending();
    expect(run.document('huge.pdf').state).toMatchObject({
      kind: 'rejected',
      by: 'intray',
      message: reads('25 MB'),
    });
    expect(run.delivered()).toBe(1);
    expect(run.uploads().flatMap(({ fileNames }) => fileNames)).toEqual(['a.pdf']);
  });
});

describe('404 on an upload', () => {
  it('ends a run soon, once nothing else can move, and says which id is wrong', async () => {
    const mistyped = { kind: 'classification', id: 'nonsense' } as const;
    const [bad, good] = [scene.folder('bad', mistyped), scene.folder('good', sandbox.extraction)];
    await scene.put(bad, ...names(3));
    await scene.put(good, 'a.pdf');
    const started = scene.clock.elapsed;
    const run = await begin({ folders: [bad, good] });
    expect(await run.ending()).toMatchObject({
      kind: 'stalled',
      message: { code: 'outcome.routeRefuses', values: { kind: 'classification', id: 'nonsense' } },
    });
    expect(scene.clock.elapsed - started).toBeLessThan(minute);
    expect(run.engine.status().balance).toMatchObject({ delivered: 1, moving: 3, rejected: 0 });
  });

  it.each(['status:404,on=uploadFiles', 'status:404,on=uploadFiles+viewExtraction'])(
    'pauses that folder and says why; the others go on (%s)',
    async (fault) => {
      const second = sandbox.control.createClassification({
        name: 'M',
        description: 'M',
        categories: [{ name: 'B', description: 'B' }],
      });
      sandbox.faults.add(fault);
      const gone = scene.folder('gone', sandbox.extraction);
      const other = scene.folder('other', { kind: 'classification', id: second.id });
      await scene.put(gone, ...names(15));
      await scene.put(other, 'mail1.pdf', 'mail2.pdf');
      const run = await begin({ folders: [gone, other], mode: 'watch' });
      await scene.until('the other folder is done', () => run.delivered() === 2);
      await scene.until('it is paused', () => run.engine.status().folders[0]?.health.kind === 'paused');
      await scene.pass(15 * minute);
      const [status] = run.engine.status().folders;
      expect(status?.health).toMatchObject({
        kind: 'paused',
        message: { code: expect.stringMatching(/^(sending\.routeUnknown|outcome\.extractionUnknown)$/) },
      });
      expect(status?.balance).toMatchObject({ found: 15, moving: 15 });
      expect(run.uploads().filter(({ name }) => name === 'uploadFiles').length).toBeLessThanOrEqual(10);
      expect(run.documents().every(({ attempts }) => attempts === 0)).toBe(true);

      sandbox.faults.clear();
      await scene.until('all is delivered', () => run.delivered() === 17, { within: 31 * minute, coarse: true });
      expect(run.engine.status().folders[0]?.health.kind).toBe('watching');
      expect(sandbox.allAccepted()).toHaveLength(17);
    },
  );

  it('what was sent there before is still polled and delivered', async () => {
    const folder = scene.folder('scans', sandbox.extraction);
    await scene.put(folder, 'a.pdf');
    const run = await begin({ folders: [folder], mode: 'watch' });
    await scene.until('it is with the service', () => sandbox.accepted('a.pdf') === 1);
    sandbox.faults.add('status:404,on=uploadFiles');
    await scene.put(folder, 'b.pdf');
    await scene.until('it is paused', () => run.engine.status().folders[0]?.health.kind === 'paused');
    await scene.until('the first is delivered', () => run.delivered() === 1);
    expect(run.document('b.pdf').state).toMatchObject({ kind: 'waiting', wait: { kind: 'ready' } });
  });
});

describe('404 on a poll', () => {
  it('is asked again for days: after ten minutes the documents are said to be in doubt, and what comes later is delivered', async () => {
    const missing = sandbox.faults.add('status:404,on=polls');
    const folder = scene.folder('scans', sandbox.extraction);
    await scene.put(folder, ...names(2));
    const run = await begin({ folders: [folder], mode: 'watch' });
    await scene.until('it was told so', () => run.polls().some(({ failure }) => failure?.kind === 'not-found'));
    await scene.pass(9 * minute);
    expect(run.state('scan1.pdf')).toBe('queued');
    await scene.until('they are in doubt', () => run.state('scan1.pdf') === 'unresolved', { within: 10 * minute });
    expect(run.document('scan2.pdf').state).toMatchObject({ message: { code: 'outcome.batchUnknown' } });
    expect(run.engine.status().attention).toBe(2);
    const asked = run.polls().length;
    await scene.pass(48 * hour, { coarse: true });
    expect(run.polls().length - asked).toBeGreaterThan(48);
    expect(run.polls().length - asked).toBeLessThan(150);
    sandbox.faults.remove(missing.id);
    await scene.until('both are delivered', () => run.delivered() === 2, { within: 31 * minute, coarse: true });
    expect(sandbox.allAccepted()).toHaveLength(2);
  });

  it('one that ends within ten minutes is forgotten', async () => {
    const added = sandbox.faults.add('status:404,on=polls');
    const folder = scene.folder('scans', sandbox.extraction);
    await scene.put(folder, 'a.pdf');
    const run = await begin({ folders: [folder], mode: 'watch' });
    await scene.until('it was told so', () => run.polls().length > 2);
    await scene.pass(8 * minute);
    sandbox.faults.remove(added.id);
    await scene.until('it is delivered', () => run.delivered() === 1);
  });
});
