/** Files that another program has open for writing. */
import { type ChildProcess, spawn } from 'node:child_process';
import { closeSync, openSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createWriters } from '../../../electron/engine/disk/disk.ts';
import { makeBytes } from '../../support/make-files.ts';
import { Scene } from '../../support/scene.ts';
import { sandboxOf } from '../support/sandbox.ts';
import { hour, minute, Timeline } from '../support/timeline.ts';

const isLinux = process.platform === 'linux';

/** Another program that has the file open in this way, until it is ended. */
async function open(scene: Scene, path: string, flags: 'r' | 'r+'): Promise<() => Promise<void>> {
  const fd = openSync(path, flags);
  const program: ChildProcess = spawn(process.execPath, ['-e', 'process.stdin.resume()'], { stdio: ['pipe', fd, 'ignore'] });
  closeSync(fd);
  const ended = new Promise<void>((resolve) => program.once('exit', () => resolve()));
  const end = async () => {
    program.kill();
    await ended;
  };
  scene.atEnd(end);
  await new Promise((resolve) => program.once('spawn', resolve));
  return end;
}

describe.skipIf(!isLinux)('a file that another program has open', () => {
  let scene: Scene;
  beforeEach(() => {
    scene = new Scene();
  });
  afterEach(() => scene.end());

  it('is being written only if it is open for writing, and until it is closed', async () => {
    const [written, read, alone] = ['written.pdf', 'read.pdf', 'alone.pdf'].map((name) => scene.path(name));
    for (const path of [written, read, alone]) writeFileSync(path ?? '', 'content');
    const close = await open(scene, written ?? '', 'r+');
    await open(scene, read ?? '', 'r');
    const isBeingWritten = createWriters();
    const ask = () => Promise.all([written, read, alone].map((path) => isBeingWritten(path ?? '')));
    expect(await ask()).toEqual([true, false, false]);
    await close();
    expect(await ask()).toEqual([false, false, false]);
  });
});

it('one pass over the processes answers for a whole burst', async () => {
  let passes = 0;
  const isBeingWritten = createWriters(async () => {
    passes += 1;
    return new Map();
  });
  await Promise.all(Array.from({ length: 500 }, (_, number) => isBeingWritten(`/scans/${number}.pdf`)));
  expect(passes).toBe(1);
});

describe.skipIf(!isLinux)('intake', () => {
  let scene: Timeline;
  beforeEach(() => {
    scene = new Timeline();
  });
  afterEach(() => scene.end());

  async function begun() {
    const sandbox = await sandboxOf(scene);
    const folder = scene.folder('scans', sandbox.extraction);
    await scene.put(folder, 'a.pdf');
    const path = join(folder.path, 'a.pdf');
    const close = await open(scene, path, 'r+');
    const run = await scene.start({ url: sandbox.url, key: sandbox.key, folders: [folder], seesWriters: true });
    await scene.until(
      'it is delayed',
      () => run.document('a.pdf').state.kind === 'settling' && 'delayed' in run.document('a.pdf').state,
    );
    return { sandbox, run, close, path };
  }

  it('waits while a whole file is open for writing, says so, and sends it once when it is closed', async () => {
    const { sandbox, run, close, path } = await begun();
    expect(run.document('a.pdf').state).toMatchObject({ delayed: { code: 'unfit.incomplete.beingWritten' } });
    await scene.pass(2 * minute);
    expect(sandbox.allAccepted()).toEqual([]);
    writeFileSync(path, makeBytes('pdf', 'more'));
    await close();
    run.engine.lookNow();
    await scene.until('it is delivered', () => run.delivered() === 1);
    expect(sandbox.allAccepted()).toHaveLength(1);
  });

  it('waits ten minutes at most', async () => {
    const { run } = await begun();
    const since = scene.clock.now();
    await scene.until('it is delivered', () => run.delivered() === 1, { within: hour });
    expect(scene.clock.now() - since).toBeLessThan(12 * minute);
  });
});
