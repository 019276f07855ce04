import { useMemo } from 'react';
import { useLocale } from 'use-intl';

/** Days as axes and tables write them. A day is a name, not a moment: it is the same in every time zone. */
export function useDays(): { readonly short: (day: string) => string; readonly long: (day: string) => string } {
  const locale = useLocale();
  return useMemo(() => {
    const short = new Intl.DateTimeFormat(locale, { day: 'numeric', month: 'short', timeZone: 'UTC' });
    const long = new Intl.DateTimeFormat(locale, { dateStyle: 'medium', timeZone: 'UTC' });
    const write = (format: Intl.DateTimeFormat, day: string): string => {
      const at = Date.parse(`${day}T00:00:00Z`);
      return Number.isNaN(at) ? day : format.format(at);
    };
    return { short: (day) => write(short, day), long: (day) => write(long, day) };
  }, [locale]);
}

/** What every axis shares. */
export const axis = {
  tick: { fill: 'var(--ink-soft)', fontSize: 12 },
  tickLine: false,
  axisLine: { stroke: 'var(--line-strong)' },
} as const;

/** Every so many days, counted back from today, as many as there is room for: even steps, however long a month is. */
export const dayAxis = { ...axis, interval: 'equidistantPreserveEnd', minTickGap: 24 } as const;

export const grid = { vertical: false, stroke: 'var(--line)' } as const;

export const margin = { top: 8, right: 12, bottom: 0, left: 0 } as const;

export const plotHeight = 220;
