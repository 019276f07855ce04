import { describe, expect, it } from 'vitest';
import { newPlace, nextScan, restAfter } from '../../../electron/engine/watch/scan-schedule.ts';

const longestMs = 10_000;

describe('when a folder is scanned next', () => {
  it('is at once what is asked for first, and then not before it has rested', () => {
    const place = newPlace();
    expect(nextScan(place, 1_000, longestMs)).toBe('all');
    restAfter(place, 'all', 1_000, 1_500);
    expect(nextScan(place, 1_500, longestMs)).toBe(3_500);
    expect(nextScan(place, 3_500, longestMs)).toBe('all');
  });

  it('is sooner for a directory that a hint named than for all of it', () => {
    const place = newPlace();
    restAfter(place, 'all', 1_000, 1_500);
    place.directories.add('in');
    expect(nextScan(place, 1_500, longestMs)).toBe(1_525);
    expect(nextScan(place, 1_525, longestMs)).toEqual(new Set(['in']));
  });

  it('waits for no time that was named before the clock was set back', () => {
    const place = newPlace();
    restAfter(place, 'all', 3_600_000, 3_601_000);
    // Not to be reached: it is looked for again in ten seconds of the new time.
    place.notBefore = 11_000;
    expect(nextScan(place, 1_000, longestMs)).toBe(11_000);
    expect(nextScan(place, 11_000, longestMs)).toBe('all');
  });
});
