import { describe, expect, it } from 'vitest';
import { GroupCommit } from '../../../electron/engine/intake/intake-stage.ts';

function scene(tasks: number) {
  const now = { tasks, patience: () => {} };
  const commits: string[][] = [];
  let current: string[] = [];
  const joint = new GroupCommit(
    {
      after(_, work) {
        now.patience = work;
        return () => {
          now.patience = () => {};
        };
      },
    },
    (work) => {
      current = [];
      work();
      commits.push(current);
    },
    {
      get size() {
        return now.tasks;
      },
    },
  );
  const write = (name: string) => joint.run(() => void current.push(name));
  return { joint, now, commits, write };
}

describe('transactions of several tasks', () => {
  it('wait for nobody when they are alone', async () => {
    const { commits, write } = scene(1);
    await write('a');
    expect(commits).toEqual([['a']]);
  });

  it('become one, in order, when all that are under way have come', async () => {
    const { commits, write } = scene(3);
    const [first, second] = [write('a'), write('b')];
    expect(commits).toEqual([]);
    await Promise.all([first, second, write('c')]);
    expect(commits).toEqual([['a', 'b', 'c']]);
  });

  it('do not wait for a task that has ended without writing', async () => {
    const { joint, now, commits, write } = scene(2);
    const written = write('a');
    now.tasks = 1;
    joint.commitIfComplete();
    await written;
    expect(commits).toEqual([['a']]);
  });

  it('do not wait long for a task that takes its time', async () => {
    const { now, commits, write } = scene(9);
    const written = write('a');
    now.patience();
    await written;
    expect(commits).toEqual([['a']]);
  });

  it('are thirty-two in one at the most', () => {
    const { commits, write } = scene(100);
    for (let index = 0; index < 80; index += 1) void write(String(index));
    expect(commits.map(({ length }) => length)).toEqual([32, 32]);
  });

  it('fail together, and the next ones do not', async () => {
    const { joint, now, commits, write } = scene(2);
    const good = write('a');
    const bad = joint.run(() => {
      throw new Error('the disk is full');
    });
    await expect(good).rejects.toThrow('the disk is full');
    await expect(bad).rejects.toThrow('the disk is full');
    now.tasks = 1;
    await write('b');
    expect(commits).toEqual([['b']]);
  });
});
