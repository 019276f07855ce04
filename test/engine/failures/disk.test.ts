/** The failure table, rows about the disk at delivery: nothing is lost, it says why, and is delivered once the disk takes it. */
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { DiskProblemKind, Files } from '../../../electron/engine/ports.ts';
import { reads } from '../../support/reads.ts';
import type { Run } from '../support/run.ts';
import { type SceneSandbox, sandboxOf } from '../support/sandbox.ts';
import { minute, Timeline } from '../support/timeline.ts';

let scene: Timeline;
let sandbox: SceneSandbox;
beforeEach(async () => {
  scene = new Timeline();
  sandbox = await sandboxOf(scene);
});
afterEach(() => scene.end());

const writes: readonly (keyof Files)[] = ['createWhole', 'replaceWhole', 'writeAt'];
const refusing =
  (kind: DiskProblemKind, concerns: (path: string) => boolean = () => true): Run['refuse'] =>
  (operation, path) =>
    writes.includes(operation) && concerns(path) ? kind : undefined;

/** Both documents have their result and cannot be written. */
async function undelivered(refuse: Run['refuse']) {
  const folder = scene.folder('scans', sandbox.extraction);
  await scene.put(folder, 'a.pdf', 'b.pdf');
  const run = scene.prepare({ url: sandbox.url, key: sandbox.key, folders: [folder] });
  run.refuse = refuse;
  await run.engine.start();
  await scene.until('it says what stands in the way', () =>
    run.documents().some(({ delivery }) => delivery.kind === 'pending' && delivery.message !== undefined),
  );
  return { folder, run };
}

describe.each(['full', 'denied', 'locked', 'read-only', 'other'] as const)('the disk says %s at delivery', (kind) => {
  it('the document stays undelivered, says why, is tried again, and is delivered once', async () => {
    const { folder, run } = await undelivered(refusing(kind));
    await scene.pass(15 * minute);
    for (const { state, delivery } of run.documents()) {
      expect(state.kind).toBe('processed');
      expect(delivery).toMatchObject({ kind: 'pending', message: expect.anything() as unknown });
    }
    expect(run.engine.status().balance).toMatchObject({ found: 2, moving: 2, delivered: 0 });
    expect(run.history('a.pdf').filter((line) => line.startsWith('not delivered'))).toHaveLength(1);
    expect(scene.names(folder)).toEqual(['a.pdf', 'b.pdf']);

    run.refuse = () => undefined;
    await scene.until('both are delivered', () => run.delivered() === 2, { within: 2 * minute });
    expect(scene.tablesOf(folder)).toHaveLength(2);
    expect(sandbox.allAccepted()).toHaveLength(2);
  });

  it('a run ends all the same, and another one delivers without sending anything', async () => {
    const folder = scene.folder('scans', sandbox.extraction);
    await scene.put(folder, 'a.pdf');
    const run = scene.prepare({ url: sandbox.url, key: sandbox.key, folders: [folder], mode: 'run' });
    run.refuse = refusing(kind);
    await run.engine.start();
    expect(await run.ending()).toEqual({ kind: 'done' });
    expect(run.document('a.pdf').delivery.kind).toBe('pending');
    await run.end();
    const next = await scene.start({ url: sandbox.url, key: sandbox.key, folders: [folder], mode: 'run' });
    await next.ending();
    expect(next.delivered()).toBe(1);
    expect(next.uploads()).toEqual([]);
  });
});

it('what a disk refuses is tried again each quarter minute', async () => {
  let tries = 0;
  await undelivered((operation, path) => {
    if (operation !== 'createWhole' || !path.endsWith('a.pdf.json')) return undefined;
    tries += 1;
    return 'denied';
  });
  await scene.pass(10 * minute);
  expect(tries).toBeGreaterThanOrEqual(30);
  expect(tries).toBeLessThanOrEqual(41);
});

it('look now tries at once', async () => {
  const { run } = await undelivered(refusing('full'));
  await scene.pass(15 * minute);
  run.refuse = () => undefined;
  run.engine.lookNow();
  await scene.until('both are delivered', () => run.delivered() === 2, { within: 1_000 });
});

it('a folder that cannot be written to is found out before anything is paid for', async () => {
  const closed = scene.folder('closed', sandbox.extraction);
  const open = scene.folder('open', sandbox.extraction);
  // The JSON of the second could be written, and not its row.
  await scene.put(closed, 'a.pdf', 'sub/b.pdf');
  await scene.put(open, 'c.pdf');
  const run = scene.prepare({ url: sandbox.url, key: sandbox.key, folders: [closed, open] });
  run.refuse = (operation, path) => (operation === 'probeWrite' && path === closed.path ? 'denied' : undefined);
  await run.engine.start();
  await scene.until('the other folder is done', () => run.delivered() === 1);
  await scene.pass(5 * minute);
  expect(run.document('a.pdf').state).toMatchObject({
    kind: 'waiting',
    wait: { kind: 'blocked', message: reads('Intray may not') },
  });
  expect(sandbox.allAccepted()).toEqual(['c.pdf']);
  run.refuse = () => undefined;
  await scene.until('all are delivered', () => run.delivered() === 3, { within: minute });
  expect(sandbox.allAccepted()).toHaveLength(3);
});

it('a file that cannot be read waits, and holds up no other', async () => {
  const folder = scene.folder('scans', sandbox.extraction);
  await scene.put(folder, 'a.pdf', 'b.pdf');
  const run = scene.prepare({ url: sandbox.url, key: sandbox.key, folders: [folder] });
  run.refuse = (operation, path) => (operation === 'read' && path.endsWith('a.pdf') ? 'locked' : undefined);
  await run.engine.start();
  await scene.until('the other is delivered', () => run.delivered() === 1);
  await scene.pass(10 * minute);
  expect(run.document('a.pdf').state).toMatchObject({
    kind: 'waiting',
    wait: { kind: 'blocked', message: reads('is in use by another program') },
  });
  run.refuse = () => undefined;
  await scene.until('it is delivered too', () => run.delivered() === 2);
});

describe('the disk does not let a new document be read', () => {
  const isRead = (operation: keyof Files) => ['open', 'read', 'hash'].includes(operation);
  const begin = async (settleSeconds: number, kind: DiskProblemKind = 'locked') => {
    const folder = scene.folder('scans', sandbox.extraction, { settleSeconds });
    const run = scene.prepare({ url: sandbox.url, key: sandbox.key, folders: [folder] });
    const refuse = () => {
      run.refuse = (operation, path) => (isRead(operation) && path.endsWith('a.pdf') ? kind : undefined);
    };
    refuse();
    await scene.put(folder, 'a.pdf');
    await run.engine.start();
    const told = () => run.history('a.pdf').filter((line) => line.startsWith('unreadable')).length;
    await scene.until('it is told', () => run.has('a.pdf') && told() === 1);
    return { folder, run, refuse, told };
  };

  it('it is told at once, it waits after a minute, and is sent once it can be read', async () => {
    const { run, told } = await begin(2);
    const since = scene.clock.elapsed;
    await scene.until('it waits', () => run.stage('a.pdf') === 'blocked');
    expect(scene.clock.elapsed - since).toBeGreaterThanOrEqual(minute - 1_000);
    await scene.pass(10 * minute);
    expect(told()).toBe(1);
    run.refuse = () => undefined;
    await scene.until('it is delivered', () => run.delivered() === 1);
  });

  it('it waits at once where permission is missing, for only a person gives that, and is sent once it can be read', async () => {
    const { run } = await begin(2, 'denied');
    expect(run.stage('a.pdf')).toBe('blocked');
    run.refuse = () => undefined;
    await scene.until('it is delivered', () => run.delivered() === 1);
  });

  it('each time anew, if it could be read in between', async () => {
    const { folder, run, refuse, told } = await begin(20);
    await scene.pass(50_000);
    run.refuse = () => undefined;
    // It is written to meanwhile, and settles again.
    const wasSince = run.document('a.pdf').facts.mtimeMs;
    await scene.put(folder, 'a.pdf');
    run.engine.lookNow();
    await scene.until('it settles again', () => run.document('a.pdf').facts.mtimeMs !== wasSince);
    await scene.pass(15_000);
    refuse();
    await scene.until('it is told once more', () => told() === 2);
    await scene.pass(30_000);
    expect(run.stage('a.pdf')).not.toBe('blocked');
  });
});
