import { expect, it } from 'vitest';
import { sendingFirst } from '../../../electron/engine/loop/sending-first.ts';

/** Asks a stage now and every second after that. @returns the seconds in which it was asked itself */
function asked(seconds: number, isSending: (second: number) => boolean): number[] {
  let second = 0;
  const answers: number[] = [];
  const stage = sendingFirst(
    {
      world: { clock: { elapsed: () => second * 1_000 } },
      tasks: { isRunning: (owner) => owner === 'upload' && isSending(second) },
    },
    {
      start: () => {
        answers.push(second);
        return undefined;
      },
    },
  );
  for (; second < seconds; second += 1) stage.start(second * 1_000);
  return answers;
}

it('what came back has its turn at once while nothing is sent', () => {
  expect(asked(3, () => false)).toEqual([0, 1, 2]);
});

it('in a burst, what came back and what is sent take turns of five seconds', () => {
  expect(asked(20, () => true)).toEqual([5, 6, 7, 8, 9, 15, 16, 17, 18, 19]);
});

it('a burst that ends, and one that begins, begin anew', () => {
  expect(asked(12, (second) => second !== 3)).toEqual([3, 9, 10, 11]);
});

it('who waits says when the turn comes, and hears all the same what every stage is told', () => {
  const told: string[] = [];
  const tell = (what: string) => () => void told.push(what);
  const stage = sendingFirst(
    { world: { clock: { elapsed: () => 0 } }, tasks: { isRunning: () => true } },
    {
      start: () => undefined,
      retryNow: tell('try now'),
      clockJumped: tell('the clock was set'),
      abandon: tell('abandon'),
    },
  );
  expect(stage.start(7_000)).toBe(12_000);
  stage.retryNow?.();
  stage.clockJumped?.();
  stage.abandon?.();
  expect(told).toEqual(['try now', 'the clock was set', 'abandon']);
});

it('who has a turn says when to be asked again', () => {
  const stage = sendingFirst({ world: { clock: { elapsed: () => 0 } }, tasks: { isRunning: () => false } }, { start: () => 9 });
  expect(stage.start(7)).toBe(9);
});
