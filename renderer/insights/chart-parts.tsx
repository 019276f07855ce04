import { type ComponentProps, useMemo } from 'react';
import { Tooltip } from 'recharts';
import { useLocale } from 'use-intl';
import styles from './insights.module.css';

/** Formats days for axes and tables. A day is a date, not a moment: it is the same in every time zone. */
export function useDays(): { readonly short: (day: string) => string; readonly long: (day: string) => string } {
  const locale = useLocale();
  return useMemo(() => {
    const writer = (options: Intl.DateTimeFormatOptions) => {
      const format = new Intl.DateTimeFormat(locale, { ...options, timeZone: 'UTC' });
      return (day: string): string => {
        const at = Date.parse(`${day}T00:00:00Z`);
        return Number.isNaN(at) ? day : format.format(at);
      };
    };
    return { short: writer({ day: 'numeric', month: 'short' }), long: writer({ dateStyle: 'medium' }) };
  }, [locale]);
}

/** The properties that all axes share. */
export const axis = {
  tick: { fill: 'var(--ink-soft)', fontSize: 12 },
  tickLine: false,
  axisLine: { stroke: 'var(--line-strong)' },
} as const;

/** Evenly spaced days, counted back from today, as many as fit. */
export const dayAxis = { ...axis, dataKey: 'from', interval: 'equidistantPreserveEnd', minTickGap: 24 } as const;

/** The properties that all charts share; the card around a chart describes it to screen readers. */
export const chart = { margin: { top: 8, right: 12, bottom: 0, left: 0 }, accessibilityLayer: false } as const;

export const plotHeight = 220;

interface ChartTooltipProps<Row> extends Pick<ComponentProps<typeof Tooltip>, 'cursor'> {
  readonly titleOf: (row: Row) => string;
  readonly linesOf: (row: Row) => readonly (readonly [name: string, value: string])[];
}

/** The values under the pointer; the table has the same numbers. */
export function ChartTooltip<Row>({ titleOf, linesOf, ...rest }: ChartTooltipProps<Row>) {
  return (
    <Tooltip
      {...rest}
      isAnimationActive={false}
      content={({ payload }) => {
        const row = payload[0]?.payload as Row | undefined;
        return row === undefined ? null : (
          <div className={styles.tooltip}>
            <strong>{titleOf(row)}</strong>
            <dl>
              {linesOf(row).map(([name, value]) => (
                <div key={name}>
                  <dt>{name}</dt>
                  <dd>{value}</dd>
                </div>
              ))}
            </dl>
          </div>
        );
      }}
    />
  );
}
