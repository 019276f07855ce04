import { describe, expect, it } from 'vitest';
import { daysBefore } from '../../electron/core/calendar.ts';
import { type DeliveredFact, insightsOf } from '../../electron/core/insights.ts';

const hour = 3_600_000;

describe('The days of a time zone', () => {
  it('end with today, wherever that is', () => {
    const now = Date.UTC(2026, 4, 1, 23, 30);
    expect(daysBefore(now, 3, 'UTC')?.names).toEqual(['2026-04-29', '2026-04-30', '2026-05-01']);
    expect(daysBefore(now, 2, 'Europe/Berlin')?.names).toEqual(['2026-05-01', '2026-05-02']);
    expect(daysBefore(now, 1, 'America/Los_Angeles')?.names).toEqual(['2026-05-01']);
  });

  it('begin at midnight there', () => {
    const { starts } = daysBefore(Date.UTC(2026, 4, 1, 12), 1, 'Europe/Berlin') ?? { starts: [] };
    expect(starts).toEqual([Date.UTC(2026, 3, 30, 22), Date.UTC(2026, 4, 1, 22)]);
    expect(daysBefore(Date.UTC(2026, 4, 1, 12), 1, 'Asia/Kathmandu')?.starts[0]).toBe(Date.UTC(2026, 3, 30, 18, 15));
  });

  it.each([
    ['spring', Date.UTC(2026, 2, 29, 12), 'Europe/Berlin', 23],
    ['autumn', Date.UTC(2026, 9, 25, 12), 'Europe/Berlin', 25],
    ['a spring without a midnight', Date.UTC(2018, 10, 4, 12), 'America/Sao_Paulo', 23],
    ['an autumn with two midnights', Date.UTC(2025, 9, 26, 12), 'Atlantic/Azores', 25],
  ])('have as many hours as the clocks say in %s', (_, now, timeZone, hours) => {
    const days = daysBefore(now, 1, timeZone);
    expect(days?.starts.map((start) => start - (days.starts[0] ?? 0))).toEqual([0, hours * hour]);
  });

  it('follow one another without gaps for a year', () => {
    const days = daysBefore(Date.UTC(2026, 6, 1), 366, 'America/New_York');
    expect(new Set(days?.names).size).toBe(366);
    expect(days?.starts).toHaveLength(367);
    expect(days?.starts.every((start, index) => index === 0 || start > (days.starts[index - 1] ?? 0))).toBe(true);
  });

  it('are not known of a zone that there is not', () => {
    expect(daysBefore(0, 1, 'Mars/Olympus')).toBeUndefined();
  });
});

describe('Insights', () => {
  const days = { names: ['2026-05-01', '2026-05-02'], starts: [100, 200, 300] };
  const delivered = (deliveredAt: number, more: Partial<DeliveredFact> = {}): DeliveredFact => ({
    folderId: 1,
    deliveredAt,
    duplicate: false,
    straightThrough: true,
    ...more,
  });

  it('count by day, copies apart', () => {
    const facts = {
      found: [
        { day: 0, folderId: 1, count: 3 },
        { day: 0, folderId: 2, count: 1 },
      ],
      failed: [{ day: 1, folderId: 2, count: 1 }],
      delivered: [
        delivered(100),
        delivered(199, { straightThrough: false }),
        delivered(150, { duplicate: true }),
        delivered(150, { duplicate: true, straightThrough: false }),
        delivered(250, { folderId: 2 }),
        delivered(99),
        delivered(300),
      ],
    };
    expect(insightsOf(days, facts)).toEqual({
      days: [
        { day: '2026-05-01', found: 4, delivered: 2, duplicates: 2, straightThrough: 1, failed: 0 },
        { day: '2026-05-02', found: 0, delivered: 1, duplicates: 0, straightThrough: 1, failed: 1 },
      ],
    });
  });
});
