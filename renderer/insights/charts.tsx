import { useId, useMemo } from 'react';
import { Bar, BarChart, CartesianGrid, ResponsiveContainer, Tooltip, XAxis, YAxis } from 'recharts';
import { useLocale } from 'use-intl';
import type { CostTally } from '../../electron/core/account/costs.ts';
import { DataTable } from '../components/data-table.tsx';
import { useFormats, useWords } from '../words/words.tsx';
import styles from './insights.module.css';
import { type Step, tallyOf } from './series.ts';

const ofDocuments = ['straight', 'reviewed', 'failed'] as const;

export function DocumentPlot({ rows }: { readonly rows: readonly Step[] }) {
  const words = useWords('insights.perDay');
  const sum = (part: (typeof ofDocuments)[number]): number => rows.reduce((total, step) => total + step[part], 0);
  return (
    <BarPlot
      title={words('title')}
      summary={words('summary', { straight: sum('straight'), reviewed: sum('reviewed'), failed: sum('failed') })}
      parts={ofDocuments.map((each) => ({ name: words(each), series: each }))}
      numbers={ofDocuments.map((each) => ({ name: words(each), of: (step: Step) => step[each] }))}
      rows={rows}
    />
  );
}

const ofPages = ['finished', 'open', 'failed'] as const;

/** What was sent, in pages. */
export function PagePlot({ rows }: { readonly rows: readonly CostTally[] }) {
  const words = useWords('insights.pages');
  const title = words('perDay');
  return (
    <BarPlot
      title={title}
      summary={words('summary', { ...tallyOf(rows) })}
      parts={ofPages.map((each) => ({ name: words(each), series: each }))}
      numbers={(['documents', 'pages', ...ofPages, 'guessed'] as const).map((each) => ({
        name: words(each),
        of: (row: CostTally) => row[each],
      }))}
      rows={rows.map((row) => ({ ...row, from: row.name }))}
    />
  );
}

type BarRow = Readonly<Partial<Record<BarSeries, number>>> & { readonly from: string };
type Part = { readonly name: string; readonly series: BarSeries };

interface BarPlotProps<Row> {
  readonly rows: readonly Row[];
  readonly title: string;
  /** What the chart shows, in one sentence: visible above it, and its name for screen readers. */
  readonly summary: string;
  /** What a bar is made up of. */
  readonly parts: readonly Part[];
  /** The columns of the table. */
  readonly numbers: readonly { readonly name: string; readonly of: (row: Row) => number }[];
}

/** A bar for each day, with its legend, and the same numbers as a table for those who prefer it. */
function BarPlot<Row extends BarRow>(props: BarPlotProps<Row>) {
  const { title, summary, parts, numbers, rows } = props;
  const words = useWords('insights');
  const formats = useFormats();
  const days = useDays();
  const titleId = useId();
  return (
    <section className="panel stack gap-2" aria-labelledby={titleId}>
      <h2 id={titleId}>{title}</h2>
      <p className="hint">{summary}</p>
      <ul className="wrap gap-4 hint">
        {parts.map(({ name, series }) => (
          <li key={name} className="row gap-2">
            <Swatch series={series} />
            {name}
          </li>
        ))}
      </ul>
      <div className="numbers" role="img" aria-label={`${title}: ${summary}`}>
        <ResponsiveContainer width="100%" height={plotHeight}>
          <BarChart data={[...rows]} {...chart} barCategoryGap={rows.length > 120 ? 0 : '18%'}>
            <CartesianGrid vertical={false} stroke="var(--line)" />
            <XAxis tickFormatter={days.short} {...dayAxis} />
            <YAxis allowDecimals={false} width={52} tickFormatter={(value: number) => formats.number(value)} {...axis} />
            <Tooltip
              cursor={{ fill: 'var(--hover)' }}
              isAnimationActive={false}
              content={({ payload }) => <Values row={payload[0]?.payload as BarRow | undefined} parts={parts} />}
            />
            {parts.map(({ series: part }) => (
              <Bar
                key={part}
                dataKey={part}
                stackId="parts"
                fill={fillOf(part)}
                stroke={strokeOf(part)}
                strokeWidth={0.75}
                isAnimationActive={false}
              />
            ))}
          </BarChart>
        </ResponsiveContainer>
      </div>
      <details>
        <summary>
          {words('showTable')} <span className="unseen">{title}</span>
        </summary>
        <DataTable
          label={title}
          columns={[
            { name: words('perDay.day'), of: (row: Row) => days.long(row.from) },
            ...numbers.map(({ name, of }) => ({ name, of: (row: Row) => formats.number(of(row)) })),
          ]}
          rows={rows}
          keyOf={({ from }) => from}
          numeric
        />
      </details>
    </section>
  );
}

/** The values under the pointer; the table has the same numbers. */
function Values({ row, parts }: { readonly row: BarRow | undefined; readonly parts: readonly Part[] }) {
  const formats = useFormats();
  const days = useDays();
  if (row === undefined) return null;
  return (
    <div className={styles.tooltip}>
      <strong>{days.long(row.from)}</strong>
      <dl>
        {parts.map(({ name, series }) => (
          <div key={name} className="flex between gap-4">
            <dt>{name}</dt>
            <dd>{formats.number(row[series] ?? 0)}</dd>
          </div>
        ))}
      </dl>
    </div>
  );
}

/** Formats days for axes and tables. A day is a date, not a moment: it is the same in every time zone. */
function useDays(): { readonly short: (day: string) => string; readonly long: (day: string) => string } {
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
const axis = {
  tick: { fill: 'var(--ink-soft)', fontSize: 12 },
  tickLine: false,
  axisLine: { stroke: 'var(--line-strong)' },
} as const;

/** Evenly spaced days, counted back from today, as many as fit. */
const dayAxis = {
  ...axis,
  dataKey: 'from',
  interval: 'equidistantPreserveEnd',
  minTickGap: 24,
  // Where the last name does not fit, it would be the only one.
  padding: { left: 24, right: 24 },
} as const;

/** The properties that all charts share; the card around a chart describes it to screen readers. */
const chart = { margin: { top: 8, right: 12, bottom: 0, left: 0 }, accessibilityLayer: false } as const;

const plotHeight = 220;

/** Series drawn as parts of a bar: each has its own pattern, so that nothing is told by colour alone. */
type BarSeries = keyof typeof fills;

const fills = { straight: 'plain', reviewed: 'striped', failed: 'dotted', finished: 'plain', open: 'striped' } as const;

/** A bar's fill; `Patterns` must be on the same page. */
function fillOf(series: BarSeries): string {
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
function Swatch({ series }: { readonly series: BarSeries }) {
  return (
    <svg className={styles.swatch} viewBox="0 0 20 12" aria-hidden="true">
      <rect x="0.5" y="0.5" width="19" height="11" rx="1.5" fill={fillOf(series)} stroke={strokeOf(series)} />
    </svg>
  );
}

const strokes = { plain: 'var(--accent)', striped: 'var(--warn)', dotted: 'var(--bad)' };

function strokeOf(series: BarSeries): string {
  return strokes[fills[series]];
}
