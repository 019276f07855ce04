import { describe, expect, it } from 'vitest';
import { FolderSchedule } from '../../../electron/engine/watch/scan-schedule.ts';

const maxWaitMs = 10_000;

describe('the next scan of a folder', () => {
  it('begins at once the first time, and then only after a rest', () => {
    const schedule = new FolderSchedule();
    expect(schedule.nextScan(1_000, maxWaitMs)).toBe('all');
    schedule.restAfter('all', 1_000, 1_500);
    expect(schedule.nextScan(1_500, maxWaitMs)).toBe(3_500);
    expect(schedule.nextScan(3_500, maxWaitMs)).toBe('all');
  });

  it('comes sooner for a directory that a hint named than for the whole folder', () => {
    const schedule = new FolderSchedule();
    schedule.restAfter('all', 1_000, 1_500);
    schedule.directories.add('in');
    expect(schedule.nextScan(1_500, maxWaitMs)).toBe(1_525);
    expect(schedule.nextScan(1_525, maxWaitMs)).toEqual(new Set(['in']));
  });

  it('does not wait for a time that was set before the clock was set back', () => {
    const schedule = new FolderSchedule();
    schedule.restAfter('all', 3_600_000, 3_601_000);
    // The folder cannot be reached: it is tried again in ten seconds of the new time.
    schedule.restUntil(11_000);
    expect(schedule.nextScan(1_000, maxWaitMs)).toBe(11_000);
    expect(schedule.nextScan(11_000, maxWaitMs)).toBe('all');
  });
});
