import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import {
  dateHere,
  dayMs,
  dayName,
  daysBefore,
  daysBetween,
  endOfMonth,
  isTimeZone,
  systemTimeZone,
} from '../../electron/core/calendar.ts';

describe('The day and the month of a moment', () => {
  it.each([
    ['UTC', '2026-05-31T23:59:59.999Z', '2026-05-31', '2026-06-01T00:00Z', '2026-06-01T00:00Z'],
    ['UTC', '2026-06-01T00:00:00.000Z', '2026-06-01', '2026-06-02T00:00Z', '2026-07-01T00:00Z'],
    ['UTC', '2026-12-31T12:00Z', '2026-12-31', '2027-01-01T00:00Z', '2027-01-01T00:00Z'],
    ['Europe/Berlin', '2026-05-31T22:00Z', '2026-06-01', '2026-06-01T22:00Z', '2026-06-30T22:00Z'],
    ['Europe/Berlin', '2026-05-31T21:59:59Z', '2026-05-31', '2026-05-31T22:00Z', '2026-05-31T22:00Z'],
    ['America/Los_Angeles', '2026-06-01T06:59Z', '2026-05-31', '2026-06-01T07:00Z', '2026-06-01T07:00Z'],
    ['Asia/Kathmandu', '2026-05-31T18:15Z', '2026-06-01', '2026-06-01T18:15Z', '2026-06-30T18:15Z'],
    // The clocks go forward on the last day of the month, and back in the night to the first.
    ['Europe/Berlin', '2024-03-31T12:00Z', '2024-03-31', '2024-03-31T22:00Z', '2024-03-31T22:00Z'],
    ['America/New_York', '2026-10-31T12:00Z', '2026-10-31', '2026-11-01T04:00Z', '2026-11-01T04:00Z'],
    // A day without a midnight, one that was left out, and one that began in the middle of an hour that was skipped.
    ['America/Sao_Paulo', '2018-11-03T12:00Z', '2018-11-03', '2018-11-04T03:00Z', '2018-12-01T02:00Z'],
    ['Pacific/Apia', '2011-12-29T20:00Z', '2011-12-29', '2011-12-30T10:00Z', '2011-12-31T10:00Z'],
    ['America/Toronto', '1919-03-30T12:00Z', '1919-03-30', '1919-03-31T04:30Z', '1919-04-01T04:00Z'],
    ['Mars/Olympus', '2026-05-31T23:00Z', '2026-05-31', '2026-06-01T00:00Z', '2026-06-01T00:00Z'],
  ])('in %s at %s are those of %s; the next begin at %s and %s', (timeZone, now, day, nextDay, nextMonth) => {
    expect(dateHere(Date.parse(now), timeZone)).toEqual({
      ...{ day, month: day.slice(0, 7), nextDay: Date.parse(nextDay), nextMonth: Date.parse(nextMonth) },
    });
  });

  it('follow each other without a gap, in every zone', () => {
    const zones = fc.constantFrom(
      'UTC',
      'Europe/Berlin',
      'America/Sao_Paulo',
      'Australia/Lord_Howe',
      'Asia/Kathmandu',
      'Africa/Casablanca',
    );
    const moments = fc.integer({ min: Date.UTC(2015, 0), max: Date.UTC(2027, 0) });
    fc.assert(
      fc.property(zones, moments, (timeZone, now) => {
        const { day, month, nextDay, nextMonth } = dateHere(now, timeZone);
        expect(dateHere(nextDay - 1, timeZone).day).toBe(day);
        expect(dateHere(nextDay, timeZone).day).toBe(dayName(Date.parse(day) + dayMs));
        expect(dateHere(nextMonth - 1, timeZone).month).toBe(month);
        expect(dateHere(nextMonth, timeZone).day).toMatch(/-01$/);
        expect(daysBefore(now, 1, timeZone)?.starts[1]).toBe(nextDay);
      }),
    );
  });
});

describe('Days', () => {
  it('from one to another are both and all between', () => {
    expect(daysBetween('2026-02-27', '2026-03-01')).toEqual(['2026-02-27', '2026-02-28', '2026-03-01']);
    expect(daysBetween('2026-02-27', '2026-02-27')).toEqual(['2026-02-27']);
    expect(daysBetween('2026-02-27', '2026-02-26')).toEqual([]);
    expect(daysBetween('2026-02-27', '2026-01-01')).toEqual([]);
  });

  it.each(['2026-01-31', '2026-02-28', '2028-02-29', '2026-04-30', '2026-12-31'])('end a month: %s', (day) => {
    expect(endOfMonth(day.slice(0, 7))).toBe(day);
  });
});

describe('A time zone', () => {
  beforeEach(() => {
    vi.useFakeTimers({ toFake: ['Date'] });
  });
  afterEach(() => {
    vi.useRealTimers();
  });

  it.each([
    ['Europe/Berlin', true],
    ['UTC', true],
    ['Mars/Olympus', false],
    ['', false],
  ])('is known by its name or not: "%s"', (name, is) => expect(isTimeZone(name)).toBe(is));

  it('of this machine is asked for again after ten seconds, or when its clock was set back as far', () => {
    const zone = vi.spyOn(Intl.DateTimeFormat.prototype, 'resolvedOptions');
    const at = (now: number, timeZone: string) => {
      vi.setSystemTime(now);
      zone.mockReturnValue({ timeZone } as Intl.ResolvedDateTimeFormatOptions);
      return systemTimeZone();
    };
    const start = Date.UTC(2040, 0);
    expect(at(start, 'Europe/Berlin')).toBe('Europe/Berlin');
    expect(at(start + 10_000, 'Asia/Tokyo')).toBe('Europe/Berlin');
    expect(at(start + 10_001, 'Asia/Tokyo')).toBe('Asia/Tokyo');
    expect(at(start, 'Europe/Rome')).toBe('Europe/Rome');
  });
});
