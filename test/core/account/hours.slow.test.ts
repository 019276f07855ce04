/** Hours in which uploads go out: by the clocks of a time zone, also on the days on which those change. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { hoursSchema, openingOf } from '../../../electron/core/account/hours.ts';
import { nextTimeOfDay } from '../../../electron/core/calendar.ts';

const minute = 60_000;
const hour = 60 * minute;
const at = (iso: string) => Date.parse(iso);
const stands = (hours: string, iso: string, timeZone: string) => {
  const { isOpen, until } = openingOf(hours, at(iso), timeZone);
  return `${isOpen ? 'open' : 'shut'} until ${new Date(until).toISOString().slice(0, 16)}`;
};

/** What a clock on the wall shows, by another way than the program's. */
const wall = (moment: number, timeZone: string) =>
  new Date(moment).toLocaleTimeString('en-GB', { timeZone, hour: '2-digit', minute: '2-digit' });

const day = 24 * 60;
const minutesOf = (time: string) => {
  const [hours = 0, minutes = 0] = time.split(':').map(Number);
  return 60 * hours + minutes;
};

describe('Hours', () => {
  it.each(['20:00-06:00', '6:00-7:30, 20:00-24:00', '00:00-06:00', ' 20:00 – 06:00 '])('may be written as “%s”', (hours) => {
    expect(hoursSchema.safeParse(hours).success).toBe(true);
  });

  it.each([
    '',
    '20-6',
    '20:00',
    '20:00-20:00',
    '00:00-24:00',
    '24:00-06:00',
    '25:00-06:00',
    '20:60-06:00',
    '20:00-06:00,',
    'at night',
  ])('may not be written as “%s”', (hours) => {
    expect(hoursSchema.safeParse(hours).error?.issues[0]?.message).toBe('configuration.rule.hours');
  });

  it.each([
    ['20:00-06:00', '2026-11-23T12:00Z', 'UTC', 'shut until 2026-11-23T20:00'],
    ['20:00-06:00', '2026-11-23T20:00Z', 'UTC', 'open until 2026-11-24T06:00'],
    ['20:00-06:00', '2026-11-24T05:59Z', 'UTC', 'open until 2026-11-24T06:00'],
    ['20:00-06:00', '2026-11-24T06:00Z', 'UTC', 'shut until 2026-11-24T20:00'],
    ['20:00-06:00', '2026-11-23T19:30Z', 'Europe/Berlin', 'open until 2026-11-24T05:00'],
    ['06:00-07:30, 20:00-24:00', '2026-11-23T07:30Z', 'UTC', 'shut until 2026-11-23T20:00'],
    ['20:00-24:00, 00:00-06:00', '2026-11-23T20:00Z', 'UTC', 'open until 2026-11-24T06:00'],
    ['20:00-23:00, 22:00-06:00', '2026-11-23T20:00Z', 'UTC', 'open until 2026-11-24T06:00'],
    // Spring: 02:00 is followed by 03:00.
    ['20:00-06:00', '2026-03-28T20:00Z', 'Europe/Berlin', 'open until 2026-03-29T04:00'],
    ['02:30-04:00', '2026-03-29T00:00Z', 'Europe/Berlin', 'shut until 2026-03-29T01:00'],
    ['02:10-02:40', '2026-03-29T00:00Z', 'Europe/Berlin', 'shut until 2026-03-30T00:10'],
    ['01:00-02:30', '2026-03-29T00:30Z', 'Europe/Berlin', 'open until 2026-03-29T01:00'],
    // Autumn: 02:00 to 03:00 comes twice.
    ['02:30-04:00', '2026-10-25T00:00Z', 'Europe/Berlin', 'shut until 2026-10-25T00:30'],
    ['02:30-04:00', '2026-10-25T01:10Z', 'Europe/Berlin', 'open until 2026-10-25T03:00'],
    ['01:00-02:30', '2026-10-25T01:10Z', 'Europe/Berlin', 'shut until 2026-10-26T00:00'],
    ['20:00-06:00', '2026-10-24T18:00Z', 'Europe/Berlin', 'open until 2026-10-25T05:00'],
  ])('%s at %s in %s: %s', (hours, iso, timeZone, expected) => {
    expect(stands(hours, iso, timeZone)).toBe(expected);
  });
});

const zones = [
  'UTC',
  'Europe/Berlin',
  'America/New_York',
  'Australia/Lord_Howe',
  'Asia/Kathmandu',
  'Pacific/Auckland',
  'Atlantic/Azores',
  'America/Sao_Paulo',
];

describe('The next time of a day', () => {
  it('is what the clocks show then, once each day, unless they skip it', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: at('2015-01-01T00:00Z') / 1_000, max: at('2030-01-01T00:00Z') / 1_000 }),
        fc.integer({ min: 0, max: 24 * 60 - 1 }),
        fc.constantFrom(...zones),
        (seconds, minutes, timeZone) => {
          const now = seconds * 1_000;
          const next = nextTimeOfDay(now, minutes, timeZone);
          expect(next).toBeGreaterThan(now);
          expect(next - now).toBeLessThanOrEqual(25 * hour);
          const named = `${String(Math.floor(minutes / 60)).padStart(2, '0')}:${String(minutes % 60).padStart(2, '0')}`;
          const shown = wall(next, timeZone);
          // They jump over it: a minute before they show less, then more.
          if (shown !== named) {
            expect((minutesOf(named) - minutesOf(wall(next - minute, timeZone)) + day) % day).toBeLessThanOrEqual(61);
            expect((minutesOf(shown) - minutesOf(named) + day) % day).toBeLessThanOrEqual(60);
          }
          expect(nextTimeOfDay(next - 1, minutes, timeZone)).toBe(next);
          expect(Math.abs(nextTimeOfDay(next, minutes, timeZone) - next - 24 * hour)).toBeLessThanOrEqual(hour);
        },
      ),
      { numRuns: 300 },
    );
  });

  it('is reached when the clocks on the wall are read minute by minute, on the days on which they change', () => {
    const changes = [
      '2026-03-29T00:00Z',
      '2026-10-25T00:00Z',
      '2025-10-26T00:00Z',
      '2018-11-04T00:00Z',
      '2026-04-04T12:00Z',
      '2026-10-03T12:00Z',
    ];
    fc.assert(
      fc.property(
        fc.constantFrom(...changes),
        fc.integer({ min: -6 * 60, max: 6 * 60 }),
        fc.integer({ min: 0, max: 24 * 4 - 1 }),
        fc.constantFrom(...zones),
        (change, offset, quarter, timeZone) => {
          const now = at(change) + offset * minute;
          const next = nextTimeOfDay(now, quarter * 15, timeZone);
          const named = `${String(Math.floor(quarter / 4)).padStart(2, '0')}:${String((quarter % 4) * 15).padStart(2, '0')}`;
          // Whoever waits for it by the wall has waited for a repeated hour at the most.
          for (let moment = now + minute; moment < next; moment += minute)
            if (wall(moment, timeZone) === named)
              expect(wall(moment - hour, timeZone) === named || wall(moment - hour / 2, timeZone) === named).toBe(true);
        },
      ),
      { numRuns: 40 },
    );
  });
});

describe('Opening', () => {
  it('changes exactly when it says, and not before', () => {
    const time = fc
      .integer({ min: 0, max: 95 })
      .map((n) => `${String(Math.floor(n / 4)).padStart(2, '0')}:${String((n % 4) * 15).padStart(2, '0')}`);
    const span = fc.tuple(time, time).filter(([from, to]) => from !== to);
    fc.assert(
      fc.property(
        fc.array(span, { minLength: 1, maxLength: 3 }),
        fc.integer({ min: at('2026-01-01T00:00Z') / 1_000, max: at('2027-01-01T00:00Z') / 1_000 }),
        fc.constantFrom(...zones),
        (spans, seconds, timeZone) => {
          const hours = spans.map((each) => each.join('-')).join(', ');
          const now = seconds * 1_000;
          const { isOpen, until } = openingOf(hours, now, timeZone);
          expect(until).toBeGreaterThan(now);
          for (const share of [0.25, 0.5, 0.75, 0.999]) {
            const between = now + Math.floor((until - now) * share);
            expect(openingOf(hours, between, timeZone).isOpen).toBe(isOpen);
          }
          const isAlways = isOpen && until - now > 23 * hour;
          if (!isAlways) expect(openingOf(hours, until, timeZone).isOpen).toBe(!isOpen);
        },
      ),
      { numRuns: 100 },
    );
  });
});
