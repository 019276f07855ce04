import { setImmediate } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { ControlLoop, type Stage } from '../../../electron/engine/loop/control-loop.ts';
import { ScriptedClock } from '../support/scripted-clock.ts';

/** A loop over stages that ask for nothing, and the names of those that it has asked since `turn` was called last. */
function begin(...names: readonly string[]) {
  const clock = new ScriptedClock();
  const loop = new ControlLoop(clock.for(clock));
  const stop = new AbortController();
  const asked: string[] = [];
  const changes: string[] = [];
  let jumps = 0;
  const wishes = new Map<string, (now: number) => number | undefined>();
  const stages = names.map((name): Stage & { readonly name: string } => ({
    name,
    start: (now) => {
      asked.push(name);
      return wishes.get(name)?.(now);
    },
  }));
  const named = (name: string) => stages[names.indexOf(name)] as Stage;
  const ended = loop.run<never>(
    stages,
    {
      ask: (stage, now) => stage.start(now),
      finished: () => undefined,
      afterJump: () => {
        jumps += 1;
      },
      changedElsewhere: () => changes.splice(0).length > 0,
    },
    stop.signal,
  );
  const turn = async (forMs = 0) => {
    const until = clock.elapsed + forMs;
    do await setImmediate();
    while (clock.step(until));
    return asked.splice(0);
  };
  const end = async () => {
    stop.abort();
    loop.wake();
    await ended;
  };
  return { clock, loop, wishes, changes, named, turn, end, jumps: () => jumps };
}

describe('the control loop', () => {
  it('asks all stages when it is woken, and one alone if only that has something to do', async () => {
    const { loop, named, turn, end } = begin('scan', 'intake', 'upload');
    expect(await turn()).toEqual(['scan', 'intake', 'upload']);
    loop.wake(named('intake'));
    expect(await turn()).toEqual(['intake']);
    loop.wake(named('intake'));
    loop.wake();
    expect(await turn()).toEqual(['scan', 'intake', 'upload']);
    expect(await turn()).toEqual([]);
    await end();
  });

  it('tries everything at once, and asks all stages, once the clock was set back, or on by more than ten seconds', async () => {
    const { clock, jumps, turn, end } = begin('scan', 'intake');
    await turn();
    for (const [by, expected] of [
      [-1_500, 1],
      [5_000, 1],
      [12_000, 2],
    ] as const) {
      clock.set(by);
      const asked = await turn(1_000);
      expect([by, jumps()]).toEqual([by, expected]);
      if (by !== 5_000) expect(asked).toEqual(expect.arrayContaining(['scan', 'intake']));
    }
    await end();
  });

  it('asks all stages within a second of a change from elsewhere, also if one is due all the time', async () => {
    const { changes, loop, wishes, turn, end } = begin('scan', 'intake', 'upload');
    wishes.set('intake', (now) => now + 300);
    loop.wake();
    await turn();
    expect(new Set(await turn(300))).toEqual(new Set(['intake']));
    changes.push('a budget');
    expect(new Set(await turn(1_000))).toEqual(new Set(['scan', 'intake', 'upload']));
    await end();
  });

  it('asks a stage again that was woken while the stages were being asked', async () => {
    const { loop, wishes, named, turn, end } = begin('scan', 'intake');
    await turn();
    let times = 0;
    wishes.set('scan', () => {
      times += 1;
      if (times === 1) loop.wake(named('intake'));
      return undefined;
    });
    loop.wake();
    expect(await turn()).toEqual(['scan', 'intake', 'intake']);
    await end();
  });

  it('keeps the time that the others named', async () => {
    const { loop, wishes, named, turn, end } = begin('scan', 'intake');
    await turn();
    let isFirst = true;
    wishes.set('scan', (now) => {
      const at = isFirst ? now + 5_000 : undefined;
      isFirst = false;
      return at;
    });
    loop.wake();
    await turn();
    loop.wake(named('intake'));
    expect(await turn()).toEqual(['intake']);
    expect(await turn(5_000)).toEqual(['scan']);
    await end();
  });
});
