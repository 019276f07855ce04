/** Unfinished files that a crash left in a watched folder go at the next start; nothing else does. */
import { mkdirSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type SceneSandbox, sandboxOf } from '../engine/support/sandbox.ts';
import { hour, minute, Timeline } from '../engine/support/timeline.ts';

let scene: Timeline;
let sandbox: SceneSandbox;
beforeEach(async () => {
  scene = new Timeline();
  sandbox = await sandboxOf(scene);
});
afterEach(() => scene.end());

describe('what a crash left unfinished', () => {
  it('is removed by its name and its age alone', async () => {
    const folder = scene.folder('scans', sandbox.extraction);
    const age = (name: string, milliseconds: number) => {
      const path = join(folder.path, name);
      const at = (scene.clock.now() - milliseconds) / 1_000;
      writeFileSync(path, 'half');
      utimesSync(path, at, at);
    };
    mkdirSync(join(folder.path, 'below'));
    age('.intray-1a2b-3c4d-1.tmp', hour);
    age('below/.intray-zz-9-2.tmp', hour);
    const stay = [
      '.intray-1a2b-3c4d-2.tmp.pdf',
      '.intray-.tmp',
      '.intray-Notes.tmp',
      'intray-1a2b-3c4d-1.tmp',
      '.other-1a2b-3c4d-1.tmp',
      `.intray-${process.pid.toString(36)}-3c4d-1.tmp`,
    ];
    for (const name of stay) age(name, hour);
    // The clock was set back after that one.
    age('.intray-1a2b-3c4d-4.tmp', -hour);
    // Another Intray may be writing it just now.
    age('.intray-1a2b-3c4d-3.tmp', -minute);
    mkdirSync(join(folder.path, '.intray-1a2b-dir-1.tmp'));
    writeFileSync(join(folder.path, '.intray-1a2b-dir-1.tmp', 'kept'), '');
    const run = await scene.start({ url: sandbox.url, key: sandbox.key, mode: 'run', folders: [folder] });
    expect(await run.ending()).toEqual({ kind: 'done' });
    expect(scene.names(folder)).toEqual([...stay, '.intray-1a2b-3c4d-3.tmp', '.intray-1a2b-dir-1.tmp/kept'].sort());
  });

  it('is removed once nobody can be writing it any more, though the clock was set back by seconds meanwhile', async () => {
    const folder = scene.folder('scans', sandbox.extraction);
    const leftover = join(folder.path, '.intray-1a2b-3c4d-1.tmp');
    writeFileSync(leftover, 'half');
    const at = (scene.clock.now() + 2_000) / 1_000;
    utimesSync(leftover, at, at);
    const run = await scene.start({ url: sandbox.url, key: sandbox.key, folders: [folder] });
    await scene.pass(minute / 2);
    expect(scene.names(folder)).toHaveLength(1);
    await scene.pass(minute);
    run.engine.lookNow();
    await scene.until('it is removed', () => scene.names(folder).length === 0);
  });

  it('is removed where sources are filed away to, which no scan enters, when something is written there next', async () => {
    const folder = scene.folder('scans', sandbox.extraction, { fileAway: { kind: 'move', to: 'Processed' } });
    mkdirSync(join(folder.path, 'Processed', 'June'), { recursive: true });
    for (const name of ['Processed/.intray-1a2b-3c4d-1.tmp', 'Processed/June/.intray-1a2b-3c4d-2.tmp', 'Processed/notes.tmp']) {
      writeFileSync(join(folder.path, name), 'half');
      utimesSync(join(folder.path, name), 1, 1);
    }
    await scene.put(folder, 'a.pdf', 'June/b.pdf');
    const run = await scene.start({ url: sandbox.url, key: sandbox.key, mode: 'run', folders: [folder] });
    expect(await run.ending()).toEqual({ kind: 'done' });
    expect(scene.names(folder).filter((name) => name.endsWith('.tmp'))).toEqual(['Processed/notes.tmp']);
    expect(scene.names(folder)).toContain('Processed/June/b.pdf');
  });

  it('that cannot be removed is said in the log, and stops nothing', async () => {
    const folder = scene.folder('scans', sandbox.extraction);
    await scene.put(folder, 'a.pdf');
    const leftover = join(folder.path, '.intray-1a2b-3c4d-1.tmp');
    writeFileSync(leftover, 'half');
    utimesSync(leftover, 1, 1);
    const run = scene.prepare({ url: sandbox.url, key: sandbox.key, mode: 'run', folders: [folder] });
    run.refuse = (operation) => (operation === 'removeLeftover' ? 'denied' : undefined);
    await run.engine.start();
    await run.ending();
    expect(run.delivered()).toBe(1);
    expect(run.log.some(({ message }) => message === 'an unfinished file cannot be removed')).toBe(true);
  });
});
