/** A machine and its register: how often it asks one that is silent, and what it does with another one in its place. */
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { foreign } from '../../../electron/core/messages/message.ts';
import { err } from '../../../electron/core/result.ts';
import type { Register } from '../../../electron/register/register.ts';
import { type SceneSandbox, sandboxOf } from '../support/sandbox.ts';
import { minute, Timeline } from '../support/timeline.ts';
import { Machines, withLease } from './machines.ts';

let scene: Timeline;
let sandbox: SceneSandbox;
let machines: Machines;
beforeEach(async () => {
  scene = new Timeline();
  sandbox = await sandboxOf(scene);
  machines = new Machines(scene, sandbox);
});
afterEach(() => scene.end());

describe('A machine that shares a register', () => {
  it('asks one that does not answer less and less often, and goes on soon after it does', async () => {
    const folder = scene.folder('scans', sandbox.extraction);
    await scene.put(folder, 'a.pdf');
    machines.way('one').fate = 'cut';
    const register = machines.register('one');
    let asked = 0;
    const begin = register.begin.bind(register);
    register.begin = (...given: Parameters<Register['begin']>) => {
      asked += 1;
      return begin(...given);
    };
    const run = await machines.start('one', { folders: [folder], membership: machines.membership('one', register) });
    await scene.pass(10 * minute);
    // At 3, 6, 12 and then every 15 seconds.
    expect(asked).toBeGreaterThan(30);
    expect(asked).toBeLessThan(60);
    expect(run.engine.status().register).toMatchObject({ code: 'sending.noRegister' });
    machines.way('one').fate = 'answered';
    await scene.pass(minute);
    expect(run.delivered()).toBe(1);
    expect(run.engine.status().register).toBeUndefined();
  });

  it('tells what it could not tell once the register answers again, under the same lease', async () => {
    const folder = scene.folder('scans', sandbox.extraction);
    await scene.put(folder, 'a.pdf');
    let told = 0;
    const register = withLease(machines.register('one'), (lease) => ({
      ...lease,
      finish: async (claims) => {
        told += 1;
        return told > 1 ? lease.finish(claims) : err({ kind: 'unreachable', message: foreign('cut off') });
      },
    }));
    await machines.start('one', { folders: [folder], membership: machines.membership('one', register) });
    await scene.until('it cannot be told', () => told === 1);
    await scene.pass(10_000);
    expect(machines.states()).toEqual({ done: 1 });
    expect(machines.database.leases).toHaveLength(1);
  });

  it('keeps what its machines are doing where status finds it', async () => {
    const folder = scene.folder('scans', sandbox.extraction);
    const run = await machines.start('one', { folders: [folder], inbox: 'office' });
    await machines.start('other', { folders: [scene.folder('others', sandbox.extraction)] });
    await scene.pass(minute);
    const seen = run.ledger.meta.read('register-seen');
    expect(seen?.machines.map(({ name, alive, isThis }) => [name, alive, isThis]).toSorted()).toEqual([
      ['one', true, true],
      ['other', true, false],
    ]);
    expect(seen?.machines.find(({ isThis }) => isThis)?.doing).toContain('"writesTo":["office"]');
  });

  it('sends nothing by another register that others may have sent by the one before', async () => {
    const [one, other] = [scene.folder('one', sandbox.extraction), scene.folder('other', sandbox.extraction)];
    await scene.put(one, 'a.pdf');
    const first = await machines.start('one', { folders: [one] });
    await scene.until('it is accepted', () => machines.states().accepted === 1);
    await scene.put(other, 'a.pdf');
    const second = await machines.start('other', { folders: [other] });
    await scene.until('it waits for the first', () => second.has('a.pdf') && second.state('a.pdf') === 'waiting');
    second.kill();
    first.kill();
    const elsewhere = new Machines(scene, sandbox);
    const again = await elsewhere.start('other', { folders: [other] });
    await scene.pass(10 * minute);
    expect(sandbox.accepted('a.pdf')).toBe(1);
    expect(again.delivered()).toBe(0);
    // Once the first one has told of it there, it is done without a page.
    await elsewhere.start('one', { folders: [one] });
    await scene.until('both have it', () => again.delivered() === 1);
    expect(sandbox.accepted('a.pdf')).toBe(1);
  });
});
