/** A person's word that a document is sent again holds, whatever becomes of the request that follows. */
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { FolderSettings } from '../../../electron/core/config/folder-settings.ts';
import { foreign } from '../../../electron/core/messages/message.ts';
import { err } from '../../../electron/core/result.ts';
import type { Lease, RegisterAnswer } from '../../../electron/register/register.ts';
import type { Run } from '../support/run.ts';
import { type SceneSandbox, sandboxOf } from '../support/sandbox.ts';
import { minute, Timeline } from '../support/timeline.ts';
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
});
afterEach(() => scene.end());

/** The first of these calls is not answered: it never arrived, or its answer was lost. */
function withoutAnswer(call: 'reopen' | 'markSent', fate: 'cut' | 'lost', andThen: () => void = () => {}) {
  let isOver = false;
  const failing = <Asked extends readonly unknown[], Value>(work: (...asked: Asked) => Promise<RegisterAnswer<Value>>) => {
    return async (...asked: Asked): Promise<RegisterAnswer<Value>> => {
      if (isOver) return work(...asked);
      isOver = true;
      if (fate === 'lost') await work(...asked);
      andThen();
      return err({ kind: 'unreachable', message: foreign('no answer') });
    };
  };
  const begin = (lease: Lease): Lease => ({ ...lease, [call]: failing(lease[call] as Lease['reopen']) });
  return machines.membership('one', withLease(machines.register('one'), begin));
}

/** It is sent, the service fails on it, and a person sends it again by a register that does not answer. */
async function sendAgain(run: Run): Promise<void> {
  await scene.until('the register knows that it failed', () => machines.states().done === 1);
  expect(run.state('a.pdf')).toBe('failed');
  run.engine.sendAgain([run.document('a.pdf').id]);
}

describe('What a person sends again is sent once', () => {
  beforeEach(async () => {
    sandbox.faults.add('fail:a.pdf,times=1');
    await scene.put(folder, 'a.pdf');
  });

  it.each([
    ['reopen', 'cut'],
    ['reopen', 'lost'],
  ] as const)('though the call to %s is %s', async (call, fate) => {
    const run = await machines.start('one', { folders: [folder], membership: withoutAnswer(call, fate) });
    await sendAgain(run);
    await scene.until('it is delivered', () => run.delivered() === 1);
    expect(sandbox.accepted('a.pdf')).toBe(2);
  });

  it.each(['cut', 'lost'] as const)('though the answer to the last call before its closing boundary is %s', async (fate) => {
    const first = await machines.start('one', { folders: [folder] });
    await scene.until('the register knows that it failed', () => machines.states().done === 1);
    await first.end();
    const run = await machines.start('one', { folders: [folder], membership: withoutAnswer('markSent', fate) });
    await sendAgain(run);
    await scene.until('it is delivered', () => run.delivered() === 1);
    expect(sandbox.accepted('a.pdf')).toBe(2);
  });

  it('though the machine dies before the register has heard of it', async () => {
    let run: Run | undefined;
    const membership = withoutAnswer('reopen', 'cut', () => run?.kill());
    run = await machines.start('one', { folders: [folder], membership });
    await sendAgain(run);
    await scene.until('it dies', () => run.dead);
    const again = await machines.start('one', { folders: [folder] });
    await scene.until('it is delivered', () => again.delivered() === 1);
    expect(sandbox.accepted('a.pdf')).toBe(2);
  });
});

it('What another machine has sent meanwhile, and the service failed on, is not sent again unasked', async () => {
  const other = scene.folder('others', sandbox.extraction);
  await scene.put(folder, 'a.pdf');
  await scene.put(other, 'a.pdf');
  const run = await machines.start('one', {
    folders: [folder],
    membership: withoutAnswer('markSent', 'cut', () => {
      machines.way('one').fate = 'cut';
    }),
  });
  await scene.until('its request is destroyed', () => run.has('a.pdf') && run.history('a.pdf').includes('put-back'));
  sandbox.faults.add('fail:a.pdf,times=1');
  const second = await machines.start('other', { folders: [other] });
  await scene.until('the other one has it failed', () => second.has('a.pdf') && second.state('a.pdf') === 'failed');
  machines.way('one').fate = 'answered';
  await scene.pass(5 * minute);
  expect(run.state('a.pdf')).toBe('failed');
  expect(sandbox.accepted('a.pdf')).toBe(1);
});
