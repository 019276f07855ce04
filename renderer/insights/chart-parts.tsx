import { useMemo } from 'react';
import { useLocale } from 'use-intl';
import styles from './insights.module.css';

/** Formats days for axes and tables. A day is a date, not a moment: it is the same in every time zone. */
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

/** The properties that all axes share. */
export const axis = {
  tick: { fill: 'var(--ink-soft)', fontSize: 12 },
  tickLine: false,
  axisLine: { stroke: 'var(--line-strong)' },
} as const;

/** Evenly spaced days, counted back from today, as many as fit. */
export const dayAxis = { ...axis, interval: 'equidistantPreserveEnd', minTickGap: 24 } as const;

export const grid = { vertical: false, stroke: 'var(--line)' } as const;

export const margin = { top: 8, right: 12, bottom: 0, left: 0 } as const;

export const plotHeight = 220;

interface ChartTooltipProps {
  readonly title: string;
  readonly lines: readonly (readonly [name: string, value: string])[];
}

/** The values under the pointer; the table has the same numbers. */
export function ChartTooltip({ title, lines }: ChartTooltipProps) {
  return (
    <div className={styles.tooltip}>
      <strong>{title}</strong>
      <dl>
        {lines.map(([name, value]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
    </div>
  );
}
