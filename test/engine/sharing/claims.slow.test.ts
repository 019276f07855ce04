/** Machines that share a register, each with a folder of its own: a content is sent once by all of them together. */
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { foreign } from '../../../electron/core/messages/message.ts';
import { err } from '../../../electron/core/result.ts';
import type { Lease, Register } from '../../../electron/register/register.ts';
import { seededRandom } from '../../simulator/random.ts';
import { MemoryDatabase } from '../../support/memory-database.ts';
import { reads } from '../../support/reads.ts';
import type { Run } from '../support/run.ts';
import { type SceneSandbox, sandboxOf } from '../support/sandbox.ts';
import { minute, Timeline } from '../support/timeline.ts';
import { leaseMs, Machines, withLease } from './machines.ts';

let scene: Timeline;
let sandbox: SceneSandbox;
let machines: Machines;
beforeEach(async () => {
  scene = new Timeline();
  sandbox = await sandboxOf(scene);
  machines = new Machines(scene, sandbox);
});
afterEach(() => scene.end());

/** So many folders, one for each machine, with the same documents. */
async function folders(names: readonly string[], count = 2) {
  const all = Array.from({ length: count }, (_, index) => scene.folder(`scans ${index}`, sandbox.extraction));
  for (const folder of all) await scene.put(folder, ...names);
  return all as [ReturnType<Timeline['folder']>, ReturnType<Timeline['folder']>, ReturnType<Timeline['folder']>];
}

/** A register whose `markSent` goes through `around`. Its lease is not renewed while that goes on. */
function markingSent(
  register: Register,
  around: (mark: () => ReturnType<Lease['markSent']>) => ReturnType<Lease['markSent']>,
): Register {
  let stands: Promise<unknown> = Promise.resolve();
  return withLease(register, (lease) => ({
    ...lease,
    renew: async (doing) => {
      await stands;
      return lease.renew(doing);
    },
    markSent: (claims) => {
      const marked = around(() => lease.markSent(claims));
      stands = marked;
      return marked;
    },
  }));
}

const many = Array.from({ length: 25 }, (_, index) => `${String.fromCharCode(97 + index)}.pdf`);

/** How often a content is accepted where a machine stands still before its closing boundary until another one has sent it. */
async function sentByOneThatStoodStill(): Promise<number> {
  const [one, other] = await folders(['a.pdf']);
  const { promise: isOver, resolve: goOn } = Promise.withResolvers<void>();
  let waits = false;
  const slow = markingSent(machines.register('one'), async (mark) => {
    waits = true;
    await isOver;
    return mark();
  });
  const first = await machines.start('one', { folders: [one], membership: machines.membership('one', slow) });
  await scene.until('it is about to send', () => waits, { although: 'calls are under way' });
  const second = await machines.start('other', { folders: [other] });
  await scene.until('the other one has sent it', () => machines.states().accepted === 1, { although: 'calls are under way' });
  goOn();
  await scene.until('both have it', () => first.delivered() + second.delivered() === 2);
  return sandbox.accepted('a.pdf');
}

describe('Machines that share a register', () => {
  it('send each content once and deliver its result beside every copy', async () => {
    const all = await folders(many, 3);
    const runs = await Promise.all(all.map((folder, index) => machines.start(`machine ${index}`, { folders: [folder] })));
    await scene.until('all is delivered', () => runs.every((run) => run.delivered() === many.length));
    expect(sandbox.allAccepted()).toHaveLength(many.length);
    for (const folder of all) {
      expect(scene.tablesOf(folder)).toHaveLength(many.length);
      expect(scene.resultOf(folder, 'a.pdf')).toEqual({
        ...scene.resultOf(all[0], 'a.pdf'),
        delivered_at: expect.any(String),
      });
    }
    await scene.until('the register knows', () => machines.states().done === many.length);
  });

  it('end a run when nothing waits for another machine any more', async () => {
    const [one, other] = await folders(['a.pdf']);
    const first = await machines.start('one', { folders: [one], mode: 'run' });
    const second = await machines.start('other', { folders: [other], mode: 'run' });
    expect([await first.ending(), await second.ending()]).toEqual([{ kind: 'done' }, { kind: 'done' }]);
    expect(second.delivered()).toBe(1);
    expect(sandbox.allAccepted()).toHaveLength(1);
  });

  it('say which machine works on a document', async () => {
    sandbox.faults.add('hang,on=uploads,times=1');
    const [one, other] = await folders(['a.pdf']);
    const first = await machines.start('front desk', { folders: [one], timeouts: { uploadAnswer: 100_000 } });
    await scene.until('it is sent', () => machines.states().sent === 1, { although: 'calls are under way' });
    const second = await machines.start('other', { folders: [other] });
    await scene.until('it waits', () => second.has('a.pdf') && second.state('a.pdf') === 'waiting', {
      although: 'calls are under way',
    });
    await scene.until('it knows', () => second.history('a.pdf').includes('elsewhere'), { although: 'calls are under way' });
    expect(second.document('a.pdf').state).toEqual({ kind: 'waiting', wait: { kind: 'elsewhere', machine: 'front desk' } });
    first.kill();
  });

  it('do not send what they had taken over just before they died', async () => {
    sandbox.faults.add('hang,on=uploads,times=1');
    const [one, other] = await folders(['a.pdf']);
    const first = await machines.start('one', { folders: [one], timeouts: { uploadAnswer: 100_000 } });
    await scene.until('it is sent', () => machines.states().sent === 1, { although: 'calls are under way' });
    let second: Run | undefined;
    const dying = withLease(machines.register('other'), (lease) => ({
      ...lease,
      takeOver: async (contents) => {
        const answer = await lease.takeOver(contents);
        if (answer.ok && answer.value.length > 0) second?.kill();
        return answer;
      },
    }));
    second = await machines.start('other', { folders: [other], membership: machines.membership('other', dying) });
    await scene.until('it waits', () => second.has('a.pdf') && second.history('a.pdf').includes('elsewhere'), {
      although: 'calls are under way',
    });
    first.kill();
    await scene.until('it has taken over, and dies', () => second.dead);
    const again = await machines.start('other', { folders: [other] });
    await scene.until('a person is asked', () => JSON.stringify(again.document('a.pdf').state).includes('"unresolved"'));
    await scene.pass(minute);
    expect(again.uploads()).toEqual([]);
    expect(machines.states()).toEqual({ sent: 1 });
  });

  it('go on with what they took over though the answer was lost', async () => {
    const [one, other] = await folders(['a.pdf']);
    const first = await machines.start('one', { folders: [one] });
    await scene.until('it is accepted', () => machines.states().accepted === 1);
    machines.way('one').fate = 'cut';
    let isLost = false;
    const losing = withLease(machines.register('other'), (lease) => ({
      ...lease,
      takeOver: async (contents) => {
        const answer = await lease.takeOver(contents);
        if (isLost || !answer.ok || answer.value.length === 0) return answer;
        isLost = true;
        return err({ kind: 'unreachable', message: foreign('lost') });
      },
    }));
    const second = await machines.start('other', { folders: [other], membership: machines.membership('other', losing) });
    await scene.until('it waits', () => second.has('a.pdf') && second.history('a.pdf').includes('elsewhere'));
    first.kill();
    await scene.until('it has taken over and has the result', () => second.delivered() === 1, { within: 5 * leaseMs });
    expect(isLost).toBe(true);
    expect(sandbox.allAccepted()).toHaveLength(1);
  });

  it('tell what they sent while they were still giving an earlier request back', async () => {
    const [one] = await folders(['a.pdf'], 1);
    sandbox.faults.add('status:503,on=uploadFiles,times=1');
    let calls = 0;
    const slow = withLease(machines.register('one'), (lease) => ({
      ...lease,
      giveBack: async (claims) => {
        const answer = await lease.giveBack(claims);
        calls += 1;
        if (calls > 1) return answer;
        const { promise: isThere, resolve } = Promise.withResolvers<void>();
        scene.clock.for(scene).after((2 * leaseMs) / 3, resolve);
        await isThere;
        return answer;
      },
    }));
    const first = await machines.start('one', { folders: [one], membership: machines.membership('one', slow) });
    await scene.until('the register knows', () => machines.states().done === 1);
    expect(first.uploads()).toHaveLength(2);
  });

  it('ask a person about what waited for another machine, once they work alone again', async () => {
    const [one, other] = await folders(['a.pdf']);
    const first = await machines.start('one', { folders: [one] });
    await scene.until('it is accepted', () => machines.states().accepted === 1);
    machines.way('one').fate = 'cut';
    const second = await machines.start('other', { folders: [other] });
    await scene.until(
      'it waits',
      () => second.has('a.pdf') && JSON.stringify(second.document('a.pdf').state).includes('elsewhere'),
    );
    await second.end();
    first.kill();
    const { url, key } = sandbox;
    const alone = await scene.start({ url, key, data: 'other', folders: [other] });
    await scene.pass(10 * minute);
    expect(alone.document('a.pdf').state).toMatchObject({ wait: { why: 'unresolved' } });
    expect(sandbox.accepted('a.pdf')).toBe(1);
    alone.engine.sendAgain([alone.document('a.pdf').id]);
    await scene.until('it is delivered', () => alone.delivered() === 1);
  });

  it('take over what a machine had only claimed when it died, and send it', async () => {
    const [one, other] = await folders(['a.pdf']);
    const first = await machines.start('one', { folders: [one] });
    first.beforeSent = () => first.kill();
    await scene.until('it dies', () => first.dead);
    const second = await machines.start('other', { folders: [other] });
    await scene.until('it is delivered', () => second.delivered() === 1);
    expect(sandbox.accepted('a.pdf')).toBe(1);
  });

  it('poll and deliver what was accepted for a machine that has died since', async () => {
    const [one, other] = await folders(['a.pdf', 'b.pdf']);
    const first = await machines.start('one', { folders: [one] });
    await scene.until('the register knows', () => machines.states().accepted === 2);
    first.kill();
    const second = await machines.start('other', { folders: [other] });
    await scene.until('all is delivered', () => second.delivered() === 2);
    expect(sandbox.allAccepted()).toHaveLength(2);
    expect(second.history('a.pdf')).toContainEqual(expect.stringContaining('Sent by one, which has not been heard of since'));
    // The one that sent it finds the result, and asks nobody.
    const again = await machines.start('one', { folders: [one] });
    await scene.until('all is delivered', () => again.delivered() === 2);
    expect(sandbox.allAccepted()).toHaveLength(2);
  });

  it('ask a person about what a machine had sent when it died, and send it again once', async () => {
    const all = await folders(['a.pdf'], 3);
    const first = await machines.start('one', { folders: [all[0]] });
    first.afterSent = () => first.kill();
    await scene.until('it dies', () => first.dead);
    const others = await Promise.all([
      machines.start('second', { folders: [all[1]] }),
      machines.start('third', { folders: [all[2]] }),
    ]);
    const held = () => others.filter((run) => run.has('a.pdf') && run.engine.status().attention === 1);
    await scene.until('a person is asked', () => held().length === 1);
    expect(held()[0]?.document('a.pdf').state).toMatchObject({
      wait: { why: 'unresolved', message: reads('one sent it and has not been heard of since') },
    });
    const before = sandbox.allAccepted().length;
    await scene.pass(10 * minute);
    expect(sandbox.allAccepted()).toHaveLength(before);
    const [asked] = held();
    asked?.engine.sendAgain([asked.document('a.pdf').id]);
    await scene.until('both have it', () => others.every((run) => run.delivered() === 1));
    expect(sandbox.allAccepted()).toHaveLength(before + 1);
  });

  it('hold a request back whose claim another machine has taken meanwhile', async () => {
    expect(await sentByOneThatStoodStill()).toBe(1);
  });

  it('give back what the register has as sent and the ledger does not, after a crash between the two', async () => {
    const [one, other] = await folders(['a.pdf']);
    const killing = markingSent(machines.register('one'), async (mark) => {
      const answer = await mark();
      first.kill();
      return answer;
    });
    const first = await machines.start('one', { folders: [one], membership: machines.membership('one', killing) });
    await scene.until('it dies', () => first.dead);
    const second = await machines.start('other', { folders: [other] });
    const again = await machines.start('one', { folders: [one] });
    await scene.until('both have it', () => second.delivered() + again.delivered() === 2);
    expect(sandbox.accepted('a.pdf')).toBe(1);
  });

  it('tell the register after a crash what the service had accepted', async () => {
    const [one, other] = await folders(['a.pdf']);
    const first = await machines.start('one', { folders: [one] });
    first.afterSent = () => {
      machines.way('one').fate = 'cut';
    };
    await scene.until('it is accepted', () => first.has('a.pdf') && first.state('a.pdf') === 'queued');
    expect(machines.states()).toEqual({ sent: 1 });
    first.kill();
    machines.way('one').fate = 'answered';
    await machines.start('one', { folders: [one] });
    const second = await machines.start('other', { folders: [other] });
    await scene.until('the other one has it', () => second.delivered() === 1);
    expect(sandbox.accepted('a.pdf')).toBe(1);
  });

  it('send nothing new without the register, poll and keep what was sent, and go on by themselves', async () => {
    const [one] = await folders(['a.pdf']);
    const run = await machines.start('one', { folders: [one] });
    await scene.until('it is accepted', () => machines.states().accepted === 1);
    machines.way('one').fate = 'cut';
    await scene.put(one, 'b.pdf');
    await scene.until('the first one is done', () => run.delivered() === 1);
    await scene.pass(5 * minute);
    expect(sandbox.allAccepted()).toHaveLength(1);
    expect(run.state('b.pdf')).toBe('waiting');
    expect(run.ledger.meta.read('register-refusal')).toEqual(reads('Nothing new is sent until the register can be asked'));
    machines.way('one').fate = 'answered';
    await scene.until('all is done', () => run.delivered() === 2);
    expect(run.ledger.meta.read('register-refusal')).toBeUndefined();
    await scene.until('the register knows', () => machines.states().done === 2);
  });

  it.each(['lost', 'cut'] as const)('send once where three in ten answers of the register are %s', async (fate) => {
    const all = await folders(many);
    const random = seededRandom(17);
    const names = ['one', 'other'];
    for (const name of names)
      Object.defineProperty(machines.way(name), 'fate', {
        get: () => (random() < 0.3 ? fate : 'answered'),
      });
    const runs = await Promise.all(names.map((name, index) => machines.start(name, { folders: [all[index]!] })));
    await scene.until('all is delivered', () => runs.every((run) => run.delivered() === many.length), { within: 60 * minute });
    expect(sandbox.allAccepted()).toHaveLength(many.length);
  });

  it('take over nothing from a machine that stands still for less than its lease', async () => {
    const [one, other] = await folders(['a.pdf']);
    const first = await machines.start('one', { folders: [one] });
    await scene.until('it is accepted', () => machines.states().accepted === 1);
    first.kill();
    const second = await machines.start('other', { folders: [other] });
    await scene.pass(leaseMs / 2);
    expect(second.state('a.pdf')).toBe('waiting');
    expect(second.polls()).toEqual([]);
  });

  it('import what a machine had sent alone, so that nobody sends it again', async () => {
    const [one, other] = await folders(many);
    const { url, key } = sandbox;
    const before = await scene.start({ url, key, data: 'one', folders: [one] });
    await scene.until('all is delivered', () => before.delivered() === many.length);
    await before.end();
    const second = await machines.start('other', { folders: [other], limits: { uploads: 1 } });
    machines.way('other').fate = 'cut';
    const first = await machines.start('one', { folders: [one] });
    await scene.until('the register knows', () => machines.states().done === many.length);
    machines.way('other').fate = 'answered';
    await scene.until('all is delivered', () => second.delivered() === many.length);
    expect(sandbox.allAccepted()).toHaveLength(many.length);
    expect(first.uploads()).toEqual([]);
  });

  it('put back what a register has forgotten that was restored from a backup', async () => {
    const [one, other] = await folders(many);
    const first = await machines.start('one', { folders: [one] });
    await scene.until('all is delivered', () => machines.states().done === many.length);
    // The backup is from before.
    machines.database.rows.clear();
    for (const lease of machines.database.leases) lease.until = 0;
    await scene.until('the register knows again', () => machines.states().done === many.length);
    const second = await machines.start('other', { folders: [other] });
    await scene.until('all is delivered', () => second.delivered() === many.length);
    expect(sandbox.allAccepted()).toHaveLength(many.length);
    expect(first.uploads().length).toBeGreaterThan(0);
  });

  it('tell another register all of it', async () => {
    const [one] = await folders(many);
    const first = await machines.start('one', { folders: [one] });
    await scene.until('all is delivered', () => machines.states().done === many.length);
    await first.end();
    const elsewhere = new Machines(scene, sandbox);
    expect(elsewhere.database).toBeInstanceOf(MemoryDatabase);
    await elsewhere.start('one', { folders: [one] });
    await scene.until('the other register knows', () => elsewhere.states().done === many.length);
  });

  it('share what the service refused for good, and send it again once when two people ask for it', async () => {
    const all = await folders(['a.pdf']);
    sandbox.faults.add('fail:a.pdf,times=1');
    const runs = await Promise.all(all.map((folder, index) => machines.start(`machine ${index}`, { folders: [folder] })));
    await scene.until('both have failed', () => runs.every((run) => run.has('a.pdf') && run.state('a.pdf') === 'failed'));
    expect(sandbox.allAccepted()).toHaveLength(1);
    for (const run of runs) run.engine.sendAgain([run.document('a.pdf').id]);
    await scene.until('both have it', () => runs.every((run) => run.delivered() === 1));
    expect(sandbox.allAccepted()).toHaveLength(2);
  });
});

describe('With a bug planted in the register', () => {
  it('a machine sends what another one has sent, if fencing numbers are not looked at', async () => {
    machines = new Machines(scene, sandbox, 'no-fencing');
    expect(await sentByOneThatStoodStill()).toBe(2);
  });

  it('a content is sent again, if what a dead machine had sent counts as free', async () => {
    machines = new Machines(scene, sandbox, 'sent-is-free');
    const [one, other] = await folders(['a.pdf']);
    const first = await machines.start('one', { folders: [one] });
    await scene.until('it is accepted', () => first.has('a.pdf') && first.state('a.pdf') === 'queued');
    for (const row of machines.database.rows.values()) row.state = 'sent';
    first.kill();
    await scene.pass(2 * leaseMs);
    const second = await machines.start('other', { folders: [other] });
    await scene.until('it is delivered', () => second.delivered() === 1);
    expect(sandbox.accepted('a.pdf')).toBe(2);
  });
});
