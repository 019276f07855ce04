/** A volume that is worked on in a process: what becomes of those who wait for it when that says nothing. */
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { ToDisk } from '../../../electron/engine/disk/disk-messages.ts';
import { createRemoteFiles, type VolumeWorker } from '../../../electron/engine/disk/remote-files.ts';

beforeEach(() => void vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval', 'performance'] }));
afterEach(() => void vi.useRealTimers());

/** A process that answers only where the test does. */
class Worker implements VolumeWorker {
  readonly asked: Extract<ToDisk, { kind: 'ask' }>[] = [];
  killed = false;
  answer: (message: unknown) => void = () => {};
  exit: (exit: string, how: 'begun' | 'never begun') => void = () => {};
  send(message: ToDisk): void {
    if (message.kind === 'ask') this.asked.push(message);
  }
  onMessage(listener: (message: unknown) => void): void {
    this.answer = listener;
  }
  onExit(listener: (exit: string, how: 'begun' | 'never begun') => void): void {
    this.exit = listener;
  }
  kill(): void {
    this.killed = true;
  }
  /** Answers what was asked last. */
  answerLast(value: unknown): void {
    this.answer({ kind: 'answer', id: this.asked.at(-1)?.id, value });
  }
}

const second = 1_000;

function volume(patience = 15 * second) {
  const workers: Worker[] = [];
  const files = createRemoteFiles(
    'the share',
    () => {
      const worker = new Worker();
      workers.push(worker);
      return worker;
    },
    patience,
  );
  /** What came of an operation: its value, the code of what is said, or that it is waited for. */
  const ask = () => {
    const state: { of: unknown } = { of: 'awaited' };
    const set = (of: unknown) => {
      state.of = of;
    };
    files.stat('/mnt/a.pdf').then(set, (problem: { readonly said?: { readonly code: string } }) => set(problem.said?.code));
    return state;
  };
  const pass = (milliseconds: number) => vi.advanceTimersByTimeAsync(milliseconds);
  const last = () => workers.at(-1) as Worker;
  return { files, workers, ask, pass, last };
}

/** The volume has answered once, and then says nothing: what works on it is killed. */
async function silent() {
  const share = volume();
  const first = share.ask();
  await share.pass(0);
  share.last().answerLast(undefined);
  await share.pass(0);
  expect(first.of).toBeUndefined();
  const asked = [share.ask(), share.ask()];
  await share.pass(15 * second - 250);
  expect(asked.map(({ of }) => of)).toEqual(['awaited', 'awaited']);
  await share.pass(second);
  expect(asked.map(({ of }) => of)).toEqual(['disk.unanswered', 'disk.unanswered']);
  expect(share.last().killed).toBe(true);
  return share;
}

it('a volume that does not answer is given up, with all who wait for it', async () => {
  await silent();
});

it('it is not tried again before what was killed has ended, which may hang in it for long', async () => {
  const { ask, last, pass, workers } = await silent();
  await pass(10 * 60 * second);
  const early = ask();
  await pass(0);
  expect([early.of, workers.length]).toEqual(['disk.unanswered', 1]);
  last().exit('SIGKILL', 'begun');
  const next = ask();
  await pass(0);
  expect([next.of, workers.length]).toEqual(['awaited', 2]);
});

it('it is tried again after pauses that grow, and that are short again once it has answered', async () => {
  const { ask, last, pass, workers } = await silent();
  last().exit('SIGKILL', 'begun');
  for (const pauseMs of [2, 4, 8, 16, 32, 60, 60].map((seconds) => seconds * second)) {
    const count = workers.length;
    await pass(pauseMs - second - 500);
    ask();
    expect(workers.length).toBe(count);
    await pass(second + 500);
    const tried = ask();
    await pass(0);
    expect(workers.length).toBe(count + 1);
    last().exit('1', 'begun');
    await pass(0);
    expect(tried.of).toBe('disk.unanswered');
  }
  await pass(60 * second);
  const answered = ask();
  await pass(0);
  last().answerLast(undefined);
  await pass(0);
  expect(answered.of).toBeUndefined();
  last().exit('1', 'begun');
  await pass(2 * second);
  const count = workers.length;
  ask();
  expect(workers.length).toBe(count + 1);
});

it('a process that is only starting is waited for half a minute, unless the engine is stopping', async () => {
  const first = volume();
  const slow = first.ask();
  await first.pass(20 * second);
  expect(slow.of).toBe('awaited');
  await first.pass(11 * second);
  expect(slow.of).toBe('disk.unanswered');
  const other = volume();
  const hurried = other.ask();
  other.files.hurry(second);
  await other.pass(1_500);
  expect(hurried.of).toBe('disk.unanswered');
});

it('nothing is waited for longer than five minutes, even if others are answered meanwhile', async () => {
  const { ask, last, pass } = volume();
  const stuck = ask();
  await pass(0);
  for (let minutes = 0; minutes < 29; minutes += 1) {
    await pass(10 * second);
    last().answer({ kind: 'alive' });
  }
  expect(stuck.of).toBe('awaited');
  await pass(10 * second + 500);
  expect(stuck.of).toBe('disk.unanswered');
});

it('a process that could not be started says so, and is no fault of the volume', async () => {
  const { ask, last, pass } = volume();
  const asked = ask();
  await pass(0);
  last().exit('EAGAIN', 'never begun');
  await pass(0);
  expect(asked.of).toBe('disk.noProcess');
});
