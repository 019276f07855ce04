/** Somebody stops Intray just before the end of a request: the end is not written, whatever the register says. */
import { afterEach, beforeEach, expect, it } from 'vitest';
import type { FolderSettings } from '../../../electron/core/config/folder-settings.ts';
import type { Run } from '../support/run.ts';
import { type SceneSandbox, sandboxOf } from '../support/sandbox.ts';
import { Timeline } from '../support/timeline.ts';
import { Machines, withLease } from './machines.ts';

let scene: Timeline;
let sandbox: SceneSandbox;
let machines: Machines;
let folder: FolderSettings;
beforeEach(async () => {
  scene = new Timeline();
  sandbox = await sandboxOf(scene);
  machines = new Machines(scene, sandbox);
  folder = scene.folder('scans', sandbox.extraction);
  await scene.put(folder, 'a.pdf');
});
afterEach(() => scene.end());

it.each([
  ['before the register is told', 0],
  ['while the register is told', 1],
] as const)('%s', async (_, timesTold) => {
  let run: Run | undefined;
  let told = 0;
  const ends: boolean[] = [];
  const stop = () => void run?.engine.stop();
  const register = withLease(machines.register('one'), (lease) => ({
    ...lease,
    markSent: (...given) => {
      told += 1;
      if (timesTold === 1) stop();
      return lease.markSent(...given);
    },
  }));
  run = await machines.start('one', {
    folders: [folder],
    membership: machines.membership('one', register),
    service: (client) => ({
      ...client,
      uploadFiles: (id, files, options) =>
        client.uploadFiles(id, files, {
          ...options,
          async beforeClosingBoundary() {
            if (timesTold === 0) stop();
            const mayEnd = await options.beforeClosingBoundary();
            ends.push(mayEnd);
            return mayEnd;
          },
        }),
    }),
  });
  await scene.until('it has stopped', () => run?.hasEnded);
  expect({ told, ends }).toEqual({ told: timesTold, ends: [false] });
  expect(sandbox.accepted('a.pdf')).toBe(0);
  await run.end();
  const next = await machines.start('one', { folders: [folder] });
  await scene.until('it is delivered', () => next.delivered() === 1);
  expect(next.document('a.pdf').possibleDuplicate).toBe(false);
  expect(sandbox.accepted('a.pdf')).toBe(1);
});
