/** What was whole once may be at the service: no other machine sends it as if it had never been sent. */
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { FolderSettings } from '../../../electron/core/config/folder-settings.ts';
import { type InBetween, inBetween } from '../support/in-between.ts';
import type { Run } from '../support/run.ts';
import { type SceneSandbox, sandboxOf } from '../support/sandbox.ts';
import { minute, Timeline } from '../support/timeline.ts';
import { Machines } from './machines.ts';

let scene: Timeline;
let sandbox: SceneSandbox;
let machines: Machines;
let between: InBetween;
let folders: Record<'one' | 'other', FolderSettings>;
/** Requests that arrived whole. */
let whole: number;
beforeEach(async () => {
  scene = new Timeline();
  sandbox = await sandboxOf(scene);
  between = await inBetween(scene, sandbox.url);
  machines = new Machines(scene, sandbox);
  const { extraction } = sandbox;
  folders = {
    one: scene.folder('scans', extraction, { unresolved: 'resend' }),
    other: scene.folder('others', extraction, { unresolved: 'resend' }),
  };
  whole = 0;
});
afterEach(() => scene.end());

const start = (name: 'one' | 'other') => machines.start(name, { folders: [folders[name]], url: between.url });

/** The first upload is whole, and then answered so. */
async function sendWhole(status: number, body: unknown): Promise<Run> {
  await scene.put(folders.one, 'a.pdf');
  await scene.put(folders.other, 'a.pdf');
  between.onWhole = ({ path }) => (path.includes('uploadFiles') && ++whole === 1 ? { status, body } : undefined);
  const run = await start('one');
  await scene.until('it is to be sent again', () => run.has('a.pdf') && run.document('a.pdf').possibleDuplicate);
  return run;
}

async function expectHeld(): Promise<void> {
  const other = await start('other');
  await scene.pass(5 * minute);
  expect([whole, other.uploads().length]).toEqual([1, 0]);
  expect(other.document('a.pdf').state).toMatchObject({ kind: 'waiting', wait: { kind: 'held', why: 'unresolved' } });
}

describe('What was whole, and is to be sent again,', () => {
  it('is left to the machine that sent it, which marks it', async () => {
    const run = await sendWhole(503, { error: 'Busy' });
    await scene.pass(1_000);
    const other = await start('other');
    await scene.until('both have it', () => run.delivered() === 1 && other.delivered() === 1);
    expect([whole, other.uploads().length]).toEqual([2, 0]);
    expect(run.document('a.pdf').possibleDuplicate).toBe(true);
  });

  it('is nobody else’s to send unasked, though that machine dies before it does', async () => {
    const run = await sendWhole(503, { error: 'Busy' });
    await scene.pass(1_000);
    run.kill();
    await expectHeld();
  });

  it.each([
    [503, { error: 'Busy' }],
    [502, 'Bad gateway'],
  ])('nor though it dies while it does (%i)', async (status, body) => {
    let run: Run | undefined;
    between.onName = () => {
      if (whole === 0) return undefined;
      run?.kill();
      between.onName = () => undefined;
      return 'cut';
    };
    run = await sendWhole(status, body);
    await scene.until('it dies', () => run?.dead);
    await expectHeld();
  });
});
