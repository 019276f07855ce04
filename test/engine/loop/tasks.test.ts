import { describe, expect, it } from 'vitest';
import { foreign, say } from '../../../electron/core/messages/message.ts';
import { Retries } from '../../../electron/engine/loop/retries.ts';
import { Tasks } from '../../../electron/engine/loop/tasks.ts';
import { LedgerDamaged, LedgerUnavailable } from '../../../electron/ledger/ledger.ts';

/** A supervisor, and how it is made to believe that time passes. */
function supervised() {
  let now = 0;
  let woken = 0;
  const logged: string[] = [];
  const silent = () => undefined;
  const log = { debug: silent, info: silent, warn: silent, error: (message: string) => void logged.push(message) };
  const ledger = { durably: async <T>(work: () => T) => work() };
  const retries = new Retries({ clock: { elapsed: () => now }, random: () => 0.5 });
  const tasks = new Tasks({ ledger, log }, retries, () => {
    woken += 1;
  });
  const fail = async (name: string, error: Error, onFault?: () => void) => {
    tasks.launch('intake', name, () => Promise.reject(error), onFault);
    await tasks.allDone();
  };
  const faults = () => retries.all('fault').map(({ message }) => message);
  return { tasks, faults, logged, fail, pass: (ms: number) => (now += ms), woken: () => woken };
}

describe('A step that meets an error which nobody expects', () => {
  it('says so, rests for growing times, and leaves the engine running', async () => {
    const { tasks, fail, faults, pass, logged, woken } = supervised();
    const rests: number[] = [];
    for (const _ of [1, 2, 3, 4, 5]) {
      await fail('one', new Error('a bug'));
      let rested = 0;
      for (; tasks.isResting('one'); rested += 500) pass(500);
      rests.push(rested);
    }
    expect(rests).toEqual([1_000, 4_000, 16_000, 60_000, 60_000]);
    expect(tasks.failure).toBeUndefined();
    expect(tasks.isResting('another')).toBe(false);
    expect(faults()).toEqual([say('outcome.fault', { message: foreign('a bug') })]);
    expect(logged).toEqual(Array(5).fill('one failed unexpectedly'));
    expect(woken()).toBe(5);
  });

  it('is forgotten once it succeeds', async () => {
    const { tasks, fail, faults, pass } = supervised();
    await fail('one', new Error('a bug'));
    pass(1_000);
    tasks.launch('intake', 'one', async () => undefined);
    await tasks.allDone();
    expect(faults()).toEqual([]);
  });

  it('has it recorded by its stage, and survives that this fails too', async () => {
    const { tasks, fail, faults } = supervised();
    let recorded = 0;
    await fail('one', new Error('a bug'), () => {
      recorded += 1;
      throw new Error('another');
    });
    expect(recorded).toBe(1);
    expect(tasks.failure).toBeUndefined();
    expect(faults()).toHaveLength(2);
  });

  it('ends the engine only if the ledger is damaged', async () => {
    const { tasks, fail } = supervised();
    const error = new LedgerDamaged('/ledger.sqlite', foreign('malformed'));
    await fail('one', error);
    expect(tasks.failure).toBe(error);
  });

  it('waits while the ledger cannot be written, and then writes what only memory knows', async () => {
    const { tasks, fail } = supervised();
    const full = new LedgerUnavailable('/ledger.sqlite', foreign('disk full'));
    await fail('one', full);
    expect(tasks.failure).toBeUndefined();
    expect(tasks.unwritable).toBe(full);
    const written: string[] = [];
    const answer = tasks.written(() => void written.push('the answer'));
    const refuses = () => {
      throw full;
    };
    expect(tasks.tryLedger(refuses)).toBe(false);
    await Promise.resolve();
    expect(written).toEqual([]);
    expect(tasks.tryLedger(() => undefined)).toBe(true);
    await answer;
    expect(written).toEqual(['the answer']);
    expect(tasks.unwritable).toBeUndefined();

    await fail('one', full);
    const tooLate = tasks.written(refuses);
    tasks.end();
    await expect(tooLate).rejects.toBe(full);
  });

  it('is survived at once, too', () => {
    const { tasks } = supervised();
    expect(tasks.attempt('asking', () => 7)).toBe(7);
    const broken = () => {
      throw new Error('a bug');
    };
    expect(tasks.attempt('asking', broken)).toBeUndefined();
    expect(tasks.isResting('asking')).toBe(true);
  });
});

it('It is told whether a task of any of some parts is under way', async () => {
  const { tasks } = supervised();
  const { promise, resolve } = Promise.withResolvers<void>();
  expect([tasks.count, tasks.isRunning('intake', 'upload')]).toEqual([0, false]);
  tasks.launch('upload', 'one', () => promise);
  expect(tasks.isRunning('intake', 'upload')).toBe(true);
  expect(tasks.isRunning('upload', 'intake')).toBe(true);
  expect(tasks.isRunning('intake', 'poll')).toBe(false);
  expect(tasks.isRunning()).toBe(false);
  resolve();
  await tasks.allDone();
  expect([tasks.count, tasks.isRunning('upload')]).toEqual([0, false]);
});

it('What failed unexpectedly rests for a second', async () => {
  const { tasks, fail, pass } = supervised();
  expect(tasks.isResting('one')).toBe(false);
  pass(500);
  await fail('one', new Error('a bug'));
  pass(999);
  expect(tasks.isResting('one')).toBe(true);
  pass(1);
  expect(tasks.isResting('one')).toBe(false);
});

it.each([
  ['what nobody expects', new Error('a bug')],
  ['what is no error at all', 'a bug'],
])('The log and people are told of %s', async (_, thrown) => {
  const { tasks, faults } = supervised();
  tasks.launch('intake', 'one', () => Promise.reject(thrown));
  await tasks.allDone();
  expect(faults()).toEqual([say('outcome.fault', { message: foreign('a bug') })]);
});

it('A durable write that the ledger does not take for now is not taken, and is waited for; what is a bug comes out', async () => {
  const { tasks } = supervised();
  const refuse = (error: Error) => () => {
    throw error;
  };
  expect(await tasks.tryDurably(() => undefined)).toBe(true);
  expect(tasks.waiting).toBeUndefined();
  const full = new LedgerUnavailable('/ledger.sqlite', foreign('disk full'));
  expect(await tasks.tryDurably(refuse(full))).toBe(false);
  expect(tasks.waiting).toEqual(say('outcome.ledgerWaits', { message: full.said }));
  expect(tasks.tryLedger(() => undefined)).toBe(true);
  expect(tasks.waiting).toBeUndefined();
  await expect(tasks.tryDurably(refuse(new Error('a bug')))).rejects.toThrow('a bug');
  await expect(tasks.written(refuse(new Error('a bug')))).rejects.toThrow('a bug');
});
