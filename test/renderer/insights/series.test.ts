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

  it('groups a year into whole weeks that end today', () => {
    const steps = stepsOf(Array.from({ length: 365 }, (_, position) => day(position, 1)));
    expect(steps).toHaveLength(53);
    expect(steps[0]?.straight).toBe(1);
    expect(steps.slice(1).every(({ straight }) => straight === 7)).toBe(true);
    expect(steps.at(-1)?.from).toBe('2026-12-25');
  });

  it('is empty if nothing happened', () => {
    expect(isEmpty([day(0), day(1)])).toBe(true);
    expect(isEmpty([day(0), day(1, 0, { failed: 1 })])).toBe(false);
  });
});
