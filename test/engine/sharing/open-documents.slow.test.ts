/** Machines that share a register: what somebody has open for review at one of them is said at the others. */
import { copyFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { FolderSettings } from '../../../electron/core/config/folder-settings.ts';
import { foreign } from '../../../electron/core/messages/message.ts';
import { err } from '../../../electron/core/result.ts';
import type { Lease, OpenedContent, Register } from '../../../electron/register/register.ts';
import type { Run, RunOptions } from '../support/run.ts';
import { type SceneSandbox, sandboxOf } from '../support/sandbox.ts';
import { minute, Timeline } from '../support/timeline.ts';
import { leaseMs, Machines, withLease } from './machines.ts';

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

/** Two machines with these documents delivered. */
async function desks(...names: readonly string[]): Promise<readonly [Run, Run]> {
  await scene.put(folder, ...names);
  const runs = [await start('front desk'), await start('branch')] as const;
  await scene.until('all is delivered', () => runs.every((run) => run.delivered() === names.length));
  return runs;
}

/** By path, where it is open. */
const elsewhere = (run: Run) =>
  (run.engine.status().openElsewhere ?? []).map(({ documentId, machine }) => [
    run.ledger.documents.get(documentId)?.path,
    machine,
  ]);

const show = (run: Run, path: string, isOpen = true, window = 'window') =>
  run.engine.setOpen(window, run.document(path).id, isOpen);

/** A way to the register that counts what is asked of it and said of open documents. */
function counted(register: Register) {
  const counts = { asked: 0, told: [] as (readonly OpenedContent[])[] };
  const counting = withLease(register, (lease: Lease) => ({
    ...lease,
    open: (contents) => {
      counts.told.push(contents);
      return lease.open(contents);
    },
  }));
  const opened: Register['opened'] = (origin) => {
    counts.asked += 1;
    return register.opened(origin);
  };
  return { counts, register: { ...counting, opened } };
}

describe('A document that somebody has open for review', () => {
  it('is said to be open at the other machines, since when, and no longer once it is closed', async () => {
    const [front, branch] = await desks('a.pdf', 'b.pdf');
    expect([front, branch].map((run) => run.engine.status().openElsewhere)).toEqual([[], []]);
    const at = scene.clock.now();
    show(front, 'a.pdf');
    await scene.until('the branch knows', () => elsewhere(branch).length > 0, { within: 2_000 });
    const { id } = branch.document('a.pdf');
    const [open] = branch.engine.status().openElsewhere ?? [];
    expect(open).toEqual({ documentId: id, machine: 'front desk', since: expect.any(Number) });
    expect(Math.abs((open?.since ?? 0) - at)).toBeLessThan(2_000);
    // Where it is open itself, it is not open elsewhere.
    expect(front.engine.status().openElsewhere).toEqual([]);
    await scene.pass(minute);
    expect(branch.engine.status().openElsewhere).toEqual([open]);
    expect(branch.notices.filter(({ kind }) => kind === 'open-elsewhere')).toEqual([{ kind: 'open-elsewhere', open: [open] }]);
    show(front, 'a.pdf', false);
    await scene.until('the branch knows', () => elsewhere(branch).length === 0, { within: 3_000 });
    expect(branch.notices.findLast(({ kind }) => kind === 'open-elsewhere')).toEqual({ kind: 'open-elsewhere', open: [] });
  });

  it('can be reviewed at both of them: the last word counts', async () => {
    const [front, branch] = await desks('a.pdf');
    show(front, 'a.pdf');
    show(branch, 'a.pdf');
    await scene.until('both know', () => elsewhere(front).length === 1 && elsewhere(branch).length === 1);
    expect(branch.engine.confirm(branch.document('a.pdf').id, { number: '1' }, 'Ann')).toMatchObject({ ok: true });
    await scene.until('it is known', () => front.document('a.pdf').review !== undefined);
    expect(front.engine.confirm(front.document('a.pdf').id, { number: '2' }, 'Ben')).toMatchObject({ ok: true });
    await scene.until('it is known', () => JSON.stringify(branch.document('a.pdf').review).includes('Ben'));
    expect(elsewhere(branch)).toEqual([['a.pdf', 'front desk']]);
  });

  it('is one for each window, and follows the person from one document to the next', async () => {
    const [front, branch] = await desks('a.pdf', 'b.pdf', 'c.pdf');
    show(front, 'a.pdf', true, 'browser');
    show(front, 'b.pdf', true, 'another');
    await scene.until('the branch knows', () => elsewhere(branch).length === 2);
    show(front, 'c.pdf', true, 'browser');
    // What closes the page before arrives after what opens the next.
    show(front, 'a.pdf', false, 'browser');
    await scene.until('the branch knows', () => elsewhere(branch).some(([path]) => path === 'c.pdf'));
    expect(elsewhere(branch).toSorted()).toEqual([
      ['b.pdf', 'front desk'],
      ['c.pdf', 'front desk'],
    ]);
    show(front, 'b.pdf', false, 'another');
    await scene.until('the branch knows', () => elsewhere(branch).length === 1);
  });

  it('is open no longer when nobody was seen before it for five minutes', async () => {
    const [front, branch] = await desks('a.pdf');
    show(front, 'a.pdf');
    await scene.until('the branch knows', () => elsewhere(branch).length === 1);
    await scene.pass(4 * minute);
    show(front, 'a.pdf');
    await scene.pass(4 * minute);
    expect(elsewhere(branch)).toHaveLength(1);
    const [open] = branch.engine.status().openElsewhere ?? [];
    // It is open since it was opened, not since somebody was seen.
    expect(scene.clock.now() - (open?.since ?? 0)).toBeGreaterThan(7 * minute);
    await scene.until('it is closed', () => elsewhere(branch).length === 0, { within: 1.5 * minute });
    show(front, 'a.pdf');
    await scene.until('it is open again', () => elsewhere(branch).length === 1, { within: 3_000 });
  });

  it('is open no longer when its machine has died, or has ended', async () => {
    const [front, branch] = await desks('a.pdf');
    show(front, 'a.pdf');
    await scene.until('the branch knows', () => elsewhere(branch).length === 1);
    front.kill();
    await scene.until('the lease has ended', () => elsewhere(branch).length === 0, { within: leaseMs + 10_000 });
    const again = await start('front desk');
    await scene.until('it is there', () => again.delivered() === 1);
    await scene.pass(minute);
    expect(elsewhere(branch)).toEqual([]);
    show(again, 'a.pdf');
    await scene.until('the branch knows', () => elsewhere(branch).length === 1);
    await scene.done(again.engine.stop());
    await scene.until('it is closed', () => elsewhere(branch).length === 0, { within: 10_000 });
  });

  it('is said of every copy, also of one that comes while it is open', async () => {
    const [front, branch] = await desks('a.pdf');
    show(front, 'a.pdf');
    await scene.until('the branch knows', () => elsewhere(branch).length === 1);
    copyFileSync(join(folder.path, 'a.pdf'), join(folder.path, 'copy.pdf'));
    await scene.until('the copy is open', () => elsewhere(branch).some(([path]) => path === 'copy.pdf'));
    expect(sandbox.allAccepted()).toEqual(['a.pdf']);
  });

  it('disturbs nobody while the register is away, and is told of when it is back', async () => {
    const [front, branch] = await desks('a.pdf', 'b.pdf');
    show(front, 'a.pdf');
    await scene.until('the branch knows', () => elsewhere(branch).length === 1);
    machines.way('branch').fate = 'cut';
    machines.way('front desk').fate = 'cut';
    show(branch, 'a.pdf');
    show(front, 'b.pdf');
    const at = scene.clock.now();
    expect(branch.engine.confirm(branch.document('a.pdf').id, { number: '1' }, 'Ann')).toMatchObject({ ok: true });
    await scene.pass(10_000);
    // The lease of the other one may still hold.
    expect(elsewhere(branch)).toEqual([['a.pdf', 'front desk']]);
    await scene.until('nothing is said that nobody can know', () => elsewhere(branch).length === 0, { within: minute });
    show(front, 'b.pdf');
    for (const name of ['branch', 'front desk']) machines.way(name).fate = 'answered';
    await scene.until('both know', () => elsewhere(branch).length === 1 && elsewhere(front).length === 1, { within: minute });
    expect([elsewhere(branch), elsewhere(front)]).toEqual([[['b.pdf', 'front desk']], [['a.pdf', 'branch']]]);
    // Since it was opened, not since the register knows.
    expect(Math.abs((branch.engine.status().openElsewhere?.[0]?.since ?? 0) - at)).toBeLessThan(2_000);
  });

  it.each(['lost', 'cut'] as const)('is told again where the call was %s', async (fate) => {
    await scene.put(folder, 'a.pdf');
    let isFailing = false;
    const failing = withLease(machines.register('front desk'), (lease) => ({
      ...lease,
      open: async (contents) => {
        const answer = isFailing && fate === 'cut' ? undefined : await lease.open(contents);
        return isFailing || answer === undefined ? err({ kind: 'unreachable', message: foreign(fate) }) : answer;
      },
    }));
    const front = await start('front desk', { membership: machines.membership('front desk', failing) });
    const branch = await start('branch');
    await scene.until('all is delivered', () => [front, branch].every((run) => run.delivered() === 1));
    for (const isOpen of [true, false]) {
      isFailing = true;
      show(front, 'a.pdf', isOpen);
      await scene.pass(2_000);
      // Somebody thinks better of it meanwhile.
      show(front, 'a.pdf', !isOpen);
      await scene.pass(500);
      show(front, 'a.pdf', isOpen);
      // Nothing else depends on it.
      expect(front.engine.status().register).toBeUndefined();
      isFailing = false;
      await scene.until('the branch knows', () => elsewhere(branch).length === Number(isOpen), { within: minute });
    }
  });

  it('costs one call when it is opened and one when it is closed, and the others no more than one a second', async () => {
    await scene.put(folder, 'a.pdf', 'b.pdf');
    const own = counted(machines.register('front desk'));
    const theirs = counted(machines.register('branch'));
    const front = await start('front desk', { membership: machines.membership('front desk', own.register) });
    const branch = await start('branch', { membership: machines.membership('branch', theirs.register) });
    await scene.until('all is delivered', () => [front, branch].every((run) => run.delivered() === 2));
    await scene.pass(minute);
    expect(own.counts.told).toEqual([]);
    theirs.counts.asked = 0;
    show(front, 'a.pdf');
    for (let minutes = 0; minutes < 3; minutes += 1) {
      await scene.pass(minute);
      show(front, 'a.pdf');
    }
    expect(own.counts.told).toMatchObject([[{ sha256: front.document('a.pdf').hash }]]);
    // One each five seconds, and one for what was heard.
    expect(theirs.counts.asked).toBeLessThanOrEqual(3 * 12 + 2);
    expect(theirs.counts.asked).toBeGreaterThanOrEqual(3 * 11);
    // Somebody who goes through the list quickly: ten documents a second.
    own.counts.told.length = 0;
    theirs.counts.asked = 0;
    for (let step = 0; step < 50; step += 1) {
      show(front, step % 2 === 0 ? 'b.pdf' : 'a.pdf');
      await scene.pass(100);
    }
    expect(own.counts.told.length).toBeLessThanOrEqual(6);
    expect(theirs.counts.asked).toBeLessThanOrEqual(7);
    show(front, 'a.pdf', false);
    await scene.until('it is closed', () => own.counts.told.at(-1)?.length === 0, { within: 3_000 });
  });

  it('is nobody’s concern on a machine that works alone', async () => {
    await scene.put(folder, 'a.pdf');
    const run = await scene.start({ url: sandbox.url, key: sandbox.key, folders: [folder] });
    await scene.until('it is delivered', () => run.delivered() === 1);
    show(run, 'a.pdf');
    await scene.pass(minute);
    expect('openElsewhere' in run.engine.status()).toBe(false);
    expect(run.notices.some(({ kind }) => kind === 'open-elsewhere')).toBe(false);
  });
});
