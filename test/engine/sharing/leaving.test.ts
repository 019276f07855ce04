/** A machine that leaves the register and goes on alone: it delivers what is its own, and leaves to others what they deliver. */
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { FolderSettings } from '../../../electron/core/config/folder-settings.ts';
import { leaveRegister } from '../../../electron/engine/sharing/membership.ts';
import { openLedger } from '../../../electron/ledger/ledger.ts';
import { keptLog } from '../support/ports.ts';
import type { Run, RunOptions } from '../support/run.ts';
import { type SceneSandbox, sandboxOf } from '../support/sandbox.ts';
import { minute, Timeline } from '../support/timeline.ts';
import { Machines } from './machines.ts';

let scene: Timeline;
let sandbox: SceneSandbox;
let machines: Machines;
let folder: FolderSettings;
beforeEach(async () => {
  scene = new Timeline();
  sandbox = await sandboxOf(scene);
  machines = new Machines(scene, sandbox);
  folder = scene.folder('scans', sandbox.extraction);
});
afterEach(() => scene.end());

const start = (name: string, more: Partial<RunOptions> = {}) =>
  machines.start(name, { folders: [folder], inbox: 'office', identity: { host: name, path: '/data' }, ...more });

async function leave(name: string) {
  const ledger = openLedger(join(scene.root, `${name}.sqlite`));
  try {
    const world = { ledger, clock: scene.clock.for(scene), log: keptLog([]) };
    return await scene.done(leaveRegister({ ...machines.membership(name), world }, () => undefined));
  } finally {
    ledger.close();
  }
}

/** On the data of a machine that has left. */
const alone = (name: string) => {
  const { url, key } = sandbox;
  return scene.start({ url, key, data: name, folders: [folder], identity: { host: name, path: '/data' } });
};

/** One JSON beside each, one table, and one row for each; each was sent once. */
function expectWhole(...names: readonly string[]): void {
  const outputs = [...names.map((name) => `${name}.json`), 'intray-Invoices.csv'];
  expect(scene.names(folder).filter((name) => name !== '.intray')).toEqual([...names, ...outputs].toSorted());
  expect(scene.tablesOf(folder).map(({ file }) => file)).toEqual(names);
  expect(sandbox.allAccepted()).toEqual(names);
}

/** By this machine, or by another one for which it waits. */
function isSent(run: Run): boolean {
  if (machines.states().accepted !== 1 || !run.has('a.pdf')) return false;
  const { state } = run.document('a.pdf');
  return state.kind === 'queued' || (state.kind === 'waiting' && state.wait.kind === 'elsewhere');
}

const isDone = (run: Run) => run.has('a.pdf') && run.document('a.pdf').delivery.kind === 'done';

describe('A machine that leaves the register', () => {
  it('leaves a result that it has to the one that writes to the folder', async () => {
    const other = await start('other');
    await scene.until('it writes there', () => machines.database.inboxes.size === 1);
    const one = await start('one');
    await scene.pass(minute);
    // The other one cannot write for now.
    other.refuse = (operation) => (operation === 'createWhole' ? 'full' : undefined);
    await scene.put(folder, 'a.pdf');
    await scene.until('both have the result', () =>
      [one, other].every((run) => run.has('a.pdf') && run.document('a.pdf').result),
    );
    await one.end();
    expect(await leave('one')).toEqual({ ok: true, value: { documents: 1, machines: ['other'] } });
    const left = await alone('one');
    await scene.pass(minute);
    other.refuse = () => undefined;
    other.engine.lookNow();
    await scene.until('it is delivered', () => isDone(other) && isDone(left));
    await scene.pass(minute);
    expectWhole('a.pdf');
    expect(left.history('a.pdf').at(-1)).toContain('other');
  });

  it('leaves a result that is still to come to the one that writes to the folder', async () => {
    const one = await start('one');
    await start('other');
    await scene.pass(minute);
    await scene.put(folder, 'a.pdf');
    await scene.until('it is sent', () => isSent(one));
    await one.end();
    // The other one takes its place meanwhile.
    expect(await leave('one')).toEqual({ ok: true, value: { documents: 1, machines: ['other'] } });
    const left = await alone('one');
    await scene.until('both have it', () => isDone(left) && machines.states().done === 1);
    await scene.pass(minute);
    expectWhole('a.pdf');
  });

  it('delivers alone where nobody else does', async () => {
    const one = await start('one');
    await scene.put(folder, 'a.pdf');
    await scene.until('it is sent', () => isSent(one));
    await one.end();
    expect(await leave('one')).toEqual({ ok: true, value: { documents: 0, machines: [] } });
    const left = await alone('one');
    await scene.until('it is delivered', () => isDone(left));
    expectWhole('a.pdf');
  });

  it('delivers alone where another one is at work in another folder', async () => {
    const elsewhere = scene.folder('elsewhere', sandbox.extraction);
    await machines.start('other', { folders: [elsewhere], inbox: 'back office' });
    const one = await start('one');
    await scene.put(folder, 'a.pdf');
    await scene.until('it is sent', () => isSent(one));
    await one.end();
    expect(await leave('one')).toEqual({ ok: true, value: { documents: 0, machines: [] } });
    const left = await alone('one');
    await scene.until('it is delivered', () => isDone(left));
    expectWhole('a.pdf');
  });

  it('writes what a person corrects afterwards', async () => {
    const one = await start('one');
    const other = await start('other');
    await scene.pass(minute);
    await scene.put(folder, 'a.pdf');
    await scene.until('it is sent', () => isSent(one));
    await one.end();
    expect(await leave('one')).toMatchObject({ value: { documents: 1 } });
    const left = await alone('one');
    await scene.until('both have it', () => isDone(left) && isDone(other));
    expect(left.engine.confirm(left.document('a.pdf').id, { number: 'corrected' }, 'Ann')).toMatchObject({ ok: true });
    await scene.until('it is written', () => isDone(left));
    expect(scene.tablesOf(folder).some(({ number }) => number === 'corrected')).toBe(true);
  });

  it('takes part again in what it had left to others, once it is a member again', async () => {
    const one = await start('one');
    const other = await start('other');
    await scene.pass(minute);
    await scene.put(folder, 'a.pdf');
    await scene.until('it is sent', () => isSent(one));
    other.refuse = (operation) => (operation === 'createWhole' ? 'full' : undefined);
    await one.end();
    expect(await leave('one')).toMatchObject({ value: { documents: 1 } });
    const left = await alone('one');
    await scene.until('it has settled that', () => isDone(left));
    expect(scene.resultOf(folder, 'a.pdf')).toBeUndefined();
    await left.end();
    // The other one dies before it has written.
    other.kill();
    const again = await start('one');
    await scene.until('it is delivered', () => scene.resultOf(folder, 'a.pdf') !== undefined && isDone(again));
    expectWhole('a.pdf');
  });
});
