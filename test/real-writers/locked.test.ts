/**
 * A file that another program holds. Windows refuses to read such a file, and no other system does; so the disk here is
 * the real one, but for what it refuses.
 */
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type SceneSandbox, sandboxOf } from '../engine/support/sandbox.ts';
import { minute, Timeline } from '../engine/support/timeline.ts';
import { makeFile } from '../support/make-files.ts';

let scene: Timeline;
let sandbox: SceneSandbox;
beforeEach(async () => {
  scene = new Timeline();
  sandbox = await sandboxOf(scene);
});
afterEach(() => scene.end());

const begin = async (mode: 'run' | 'watch') => {
  const folder = scene.folder('scans', sandbox.extraction);
  await scene.put(folder, 'held.pdf', 'other.pdf');
  const run = scene.prepare({ url: sandbox.url, key: sandbox.key, mode, folders: [folder] });
  run.refuse = (operation, path) => (operation === 'read' && path.endsWith('held.pdf') ? 'locked' : undefined);
  await run.engine.start();
  return { run, folder };
};

describe('A file that another program holds', () => {
  it('is waited for while others go on, and taken as soon as it is let go', async () => {
    const { run } = await begin('watch');
    await scene.until('the other one is delivered', () => run.delivered() === 1);
    await scene.pass(30_000);
    expect(run.stage('held.pdf')).toBe('settling');
    expect(run.history('held.pdf').filter((line) => line.startsWith('unreadable'))).toHaveLength(1);
    run.refuse = () => undefined;
    await scene.until('it is taken', () => run.stage('held.pdf') !== 'settling', { within: minute });
    await scene.until('it is delivered', () => run.delivered() === 2);
    expect(sandbox.accepted('held.pdf')).toBe(1);
  });

  it('for longer is said to wait for a person, once, and is still taken as soon as it is let go', async () => {
    const { run, folder } = await begin('watch');
    await scene.until('it is said', () => run.stage('held.pdf') === 'blocked', { within: 2 * minute });
    expect(run.file('held.pdf').says).toMatchObject({ code: 'disk.locked' });
    expect(run.engine.status()).toMatchObject({ attention: 1, balance: { found: 2, delivered: 1, moving: 1 } });
    const said = run.history('held.pdf').length;
    await scene.pass(60 * minute);
    expect(run.history('held.pdf')).toHaveLength(said);
    run.refuse = () => undefined;
    // What it held it also changed.
    await makeFile(join(folder.path, 'held.pdf'), 'changed while it was held');
    await scene.until('it is delivered', () => run.delivered() === 2);
    expect(sandbox.accepted('held.pdf')).toBe(1);
    expect(run.engine.status().attention).toBe(0);
  });

  it('does not keep a run from ending, and the next run takes it', async () => {
    const { run, folder } = await begin('run');
    expect(await run.ending()).toEqual({ kind: 'done' });
    expect(run.engine.status()).toMatchObject({ attention: 1, balance: { delivered: 1, moving: 1 } });
    await run.end();
    const next = await scene.start({ url: sandbox.url, key: sandbox.key, mode: 'run', folders: [folder] });
    expect(await next.ending()).toEqual({ kind: 'done' });
    expect(next.engine.status()).toMatchObject({ attention: 0, balance: { delivered: 2 } });
    expect(sandbox.accepted('held.pdf')).toBe(1);
  });
});
