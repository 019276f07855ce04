import { describe, expect, it } from 'vitest';
import { WriteBatch } from '../../../electron/engine/watch/scan-stage.ts';

function scene() {
  let elapsed = 0;
  const applied: number[][] = [];
  const turns: number[] = [];
  const gathered = new WriteBatch<number>(
    {
      elapsed: () => elapsed,
      after: (_, wake) => {
        turns.push(applied.length);
        queueMicrotask(wake);
        return () => {};
      },
    },
    (items) => applied.push([...items]),
  );
  return {
    gathered,
    applied,
    turns,
    pass: (milliseconds: number) => {
      elapsed += milliseconds;
    },
  };
}

describe('a write batch', () => {
  it('is applied at once when it comes alone', async () => {
    const { gathered, applied } = scene();
    await gathered.add([1]);
    expect(applied).toEqual([[1]]);
  });

  it('waits for more when it comes soon after the last', async () => {
    const { gathered, applied, pass } = scene();
    await gathered.add([1]);
    pass(99);
    await gathered.add([2]);
    await gathered.add([3]);
    expect(applied).toEqual([[1]]);
    pass(1);
    await gathered.add([4]);
    expect(applied).toEqual([[1], [2, 3, 4]]);
  });

  it('is applied 200 at a time at the most, and other work has its turn in between', async () => {
    const { gathered, applied, turns } = scene();
    await gathered.add(Array.from({ length: 500 }, (_, index) => index));
    expect(applied.map(({ length }) => length)).toEqual([200, 200]);
    expect(turns).toEqual([1, 2]);
    gathered.flush();
    expect(applied.map(({ length }) => length)).toEqual([200, 200, 100]);
    expect(applied.flat()).toEqual(Array.from({ length: 500 }, (_, index) => index));
  });

  it('is not applied twice', async () => {
    const { gathered, applied } = scene();
    await gathered.add([1]);
    gathered.flush();
    expect(applied).toEqual([[1]]);
  });
});
