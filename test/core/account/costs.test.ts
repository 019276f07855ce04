import { expect, it } from 'vitest';
import { type CostRow, monthOf, talliesOf } from '../../../electron/core/account/costs.ts';
import { dayMs, dayName } from '../../../electron/core/calendar.ts';
import { defined } from '../../../electron/core/plain-data.ts';

/** Ten pages on each working day from one day on, up to and with the other. */
function workingDays(first: string, last: string, pages = 10): Map<string, number> {
  const days = new Map<string, number>();
  for (let at = Date.parse(first); at <= Date.parse(last); at += dayMs)
    if (new Date(at).getUTCDay() % 6 !== 0) days.set(dayName(at), pages);
  return days;
}

it('expects of each day that remains what the same weekday had in the four weeks before', () => {
  // 2026-11-23 is a Monday. November has 21 working days, and 6 of them are still to come.
  const spent = workingDays('2026-10-01', '2026-11-20');
  expect(monthOf(spent, '2026-10-01', '2026-11-23')).toEqual({ name: '2026-11', spent: 150, forecast: 210 });
});

it('counts today with what was sent already, where that is more than usual', () => {
  const spent = workingDays('2026-10-01', '2026-11-20').set('2026-11-23', 45);
  expect(monthOf(spent, '2026-10-01', '2026-11-23')).toMatchObject({ spent: 195, forecast: 245 });
  expect(monthOf(spent.set('2026-11-23', 3), '2026-10-01', '2026-11-23')).toMatchObject({ spent: 153, forecast: 210 });
});

it('forgets a large import after four weeks', () => {
  const spent = workingDays('2026-10-01', '2026-11-20').set('2026-11-09', 4_010);
  expect(monthOf(spent, '2026-10-01', '2026-11-23').forecast).toBe(4_210 + 2_000);
  const before = workingDays('2026-10-01', '2026-11-20').set('2026-10-19', 4_010);
  expect(monthOf(before, '2026-10-01', '2026-11-23').forecast).toBe(210);
});

it('makes no forecast by less than two weeks, and goes by fewer weeks where there are no more', () => {
  const spent = workingDays('2026-11-10', '2026-11-20');
  for (const first of [undefined, '2026-11-23', '2026-11-10']) {
    const month = monthOf(spent, first, '2026-11-23');
    expect(month).toMatchObject({ spent: 90 });
    expect(month.forecast).toBeUndefined();
  }
  const since = workingDays('2026-11-09', '2026-11-20');
  expect(monthOf(since, '2026-11-09', '2026-11-23')).toMatchObject({ spent: 100, forecast: 160 });
});

it('adds up pages in three parts by what became of the documents', () => {
  const row = (day: string, standing: CostRow['standing'] | undefined, pages: number): CostRow => ({
    ...{ day, folderId: 1, kind: 'extraction', routeId: 'e', ...defined({ standing }), documents: 1, pages, guessed: 0 },
  });
  const rows = [row('2', 'done', 1), row('2', undefined, 2), row('2', 'needs-you', 4), row('3', 'failed', 8)];
  const none = { documents: 0, pages: 0, guessed: 0, finished: 0, open: 0, failed: 0 };
  expect(talliesOf(rows, ({ day }) => day, ['1', '2'])).toEqual([
    { name: '1', ...none },
    { name: '2', ...none, documents: 3, pages: 7, finished: 3, open: 4 },
    { name: '3', ...none, documents: 1, pages: 8, failed: 8 },
  ]);
});
