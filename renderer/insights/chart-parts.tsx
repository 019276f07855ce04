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
export const dayAxis = {
  ...axis,
  dataKey: 'from',
  interval: 'equidistantPreserveEnd',
  minTickGap: 24,
  // Where the last name does not fit, it would be the only one.
  padding: { left: 24, right: 24 },
} as const;

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

/** Series drawn as parts of a bar: each has its own pattern, so that nothing is told by colour alone. */
export type BarSeries = keyof typeof fills;

const fills = { straight: 'plain', reviewed: 'striped', failed: 'dotted', finished: 'plain', open: 'striped' } as const;

/** A bar's fill; `Patterns` must be on the same page. */
export function fillOf(series: BarSeries): string {
  return `url(#insights-${fills[series]})`;
}

/** The fills: plain, striped, dotted. Defined once per page, used by every chart. */
export function Patterns() {
  return (
    <svg className={styles.patterns} aria-hidden="true">
      <defs>
        <pattern id="insights-plain" width="8" height="8" patternUnits="userSpaceOnUse">
          <rect width="8" height="8" fill="var(--accent)" />
        </pattern>
        <pattern id="insights-striped" width="6" height="6" patternUnits="userSpaceOnUse" patternTransform="rotate(45)">
          <rect width="6" height="6" fill="var(--warn-soft)" />
          <rect width="3" height="6" fill="var(--warn)" />
        </pattern>
        <pattern id="insights-dotted" width="6" height="6" patternUnits="userSpaceOnUse">
          <rect width="6" height="6" fill="var(--bad-soft)" />
          <circle cx="1.5" cy="1.5" r="1.4" fill="var(--bad)" />
          <circle cx="4.5" cy="4.5" r="1.4" fill="var(--bad)" />
        </pattern>
      </defs>
    </svg>
  );
}

/** A sample of a series for the legend. */
export function Swatch({ series }: { readonly series: BarSeries }) {
  return (
    <svg className={styles.swatch} viewBox="0 0 20 12" aria-hidden="true">
      <rect x="0.5" y="0.5" width="19" height="11" rx="1.5" fill={fillOf(series)} stroke={strokeOf(series)} />
    </svg>
  );
}

const strokes = { plain: 'var(--accent)', striped: 'var(--warn)', dotted: 'var(--bad)' };

export function strokeOf(series: BarSeries): string {
  return strokes[fills[series]];
}
