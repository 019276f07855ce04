import { describe, expect, it } from 'vitest';
import { largest, median, percentile, sum } from './statistics.ts';

describe('statistics', () => {
  it('give the median: the middle value, or the mean of the two in the middle', () => {
    expect(median([3, 1, 2])).toBe(2);
    expect(median([4, 1, 3, 2])).toBe(2.5);
    expect(median([])).toBeNaN();
  });

  it('give a percentile', () => {
    const hundred = Array.from({ length: 100 }, (_, index) => 100 - index);
    expect(percentile(hundred, 0.99)).toBe(99);
    expect(percentile(hundred, 1)).toBe(100);
    expect(percentile([7], 0.99)).toBe(7);
    expect(percentile([], 0.5)).toBeNaN();
  });

  it('give the sum and the maximum', () => {
    expect(sum([1, 2, 3])).toBe(6);
    expect(largest([1, 3, 2])).toBe(3);
  });
});
