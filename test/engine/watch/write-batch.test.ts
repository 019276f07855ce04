import { describe, expect, it } from 'vitest';
import { WriteBatch } from '../../../electron/engine/watch/write-batch.ts';

function scene() {
  let elapsed = 0;
  const applied: number[][] = [];
  const gathered = new WriteBatch<number>({ elapsed: () => elapsed }, (items) => applied.push([...items]));
  return {
    gathered,
    applied,
    pass: (milliseconds: number) => {
      elapsed += milliseconds;
    },
  };
}

describe('a write batch', () => {
  it('is applied at once when it comes alone', () => {
    const { gathered, applied } = scene();
    gathered.add([1]);
    expect(applied).toEqual([[1]]);
  });

  it('waits for more when it comes soon after the last', () => {
    const { gathered, applied, pass } = scene();
    gathered.add([1]);
    pass(99);
    gathered.add([2]);
    gathered.add([3]);
    expect(applied).toEqual([[1]]);
    pass(1);
    gathered.add([4]);
    expect(applied).toEqual([[1], [2, 3, 4]]);
  });

  it('is applied 1,000 at a time at the most', () => {
    const { gathered, applied } = scene();
    gathered.add(Array.from({ length: 2_500 }, (_, index) => index));
    expect(applied.map(({ length }) => length)).toEqual([1_000, 1_000]);
    gathered.flush();
    expect(applied.map(({ length }) => length)).toEqual([1_000, 1_000, 500]);
    expect(applied.flat()).toEqual(Array.from({ length: 2_500 }, (_, index) => index));
  });

  it('is not applied twice', () => {
    const { gathered, applied } = scene();
    gathered.add([1]);
    gathered.flush();
    expect(applied).toEqual([[1]]);
  });
});
