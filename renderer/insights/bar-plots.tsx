import { Bar, BarChart, CartesianGrid, ResponsiveContainer, XAxis, YAxis } from 'recharts';
import type { CostTally } from '../../electron/core/account/costs.ts';
import { useFormats, useWords } from '../words/words.tsx';
import { axis, type BarSeries, ChartTooltip, chart, dayAxis, fillOf, plotHeight, strokeOf, useDays } from './chart-parts.tsx';
import { PlotCard } from './plot-card.tsx';
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
      summary={words('summary', { ...tallyOf(rows, title) })}
      parts={ofPages.map((each) => ({ name: words(each), series: each }))}
      numbers={(['documents', 'pages', ...ofPages, 'guessed'] as const).map((each) => ({
        name: words(each),
        of: (row: CostTally) => row[each],
      }))}
      rows={rows.map((row) => ({ ...row, from: row.name }))}
    />
  );
}

interface BarPlotProps<Row> {
  readonly rows: readonly Row[];
  readonly title: string;
  readonly summary: string;
  /** What a bar is made up of. */
  readonly parts: readonly { readonly name: string; readonly series: BarSeries }[];
  /** The columns of the table. */
  readonly numbers: readonly { readonly name: string; readonly of: (row: Row) => number }[];
}

/** A bar for each day. */
function BarPlot<Row extends Readonly<Partial<Record<BarSeries, number>>> & { readonly from: string }>(props: BarPlotProps<Row>) {
  const { title, summary, parts, numbers, rows } = props;
  const words = useWords('insights.perDay');
  const formats = useFormats();
  const days = useDays();
  return (
    <PlotCard
      title={title}
      summary={summary}
      legend={parts}
      columns={[
        { name: words('day'), of: (row: Row) => days.long(row.from) },
        ...numbers.map(({ name, of }) => ({ name, of: (row: Row) => formats.number(of(row)) })),
      ]}
      rows={rows}
      keyOf={({ from }) => from}
    >
      <ResponsiveContainer width="100%" height={plotHeight}>
        <BarChart data={[...rows]} {...chart} barCategoryGap={rows.length > 120 ? 0 : '18%'}>
          <CartesianGrid vertical={false} stroke="var(--line)" />
          <XAxis tickFormatter={days.short} {...dayAxis} />
          <YAxis allowDecimals={false} width={52} tickFormatter={(value: number) => formats.number(value)} {...axis} />
          <ChartTooltip
            cursor={{ fill: 'var(--hover)' }}
            titleOf={(row: Row) => days.long(row.from)}
            linesOf={(row: Row) => parts.map(({ name, series: part }) => [name, formats.number(row[part] ?? 0)])}
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
    </PlotCard>
  );
}
