import { describe, expect, it } from 'vitest';
import { isEmpty, stepsOf } from '../../../renderer/insights/series.ts';

function day(position: number, delivered = 0, changes: { straightThrough?: number; failed?: number } = {}) {
  const at = new Date(Date.UTC(2026, 0, 1 + position)).toISOString().slice(0, 10);
  return { day: at, found: delivered, delivered, duplicates: 0, straightThrough: delivered, failed: 0, ...changes };
}

describe('The series of the charts', () => {
  it('has one step per day, and counts reviewed documents separately', () => {
    const [step] = stepsOf([day(0, 10, { straightThrough: 7, failed: 2 })]);
    expect(step).toEqual({ from: '2026-01-01', straight: 7, reviewed: 3, failed: 2 });
  });

  it('is empty if nothing happened', () => {
    expect(isEmpty([day(0), day(1)])).toBe(true);
    expect(isEmpty([day(0), day(1, 0, { failed: 1 })])).toBe(false);
  });
});
