import type { ComponentProps } from 'react';
import { CartesianGrid, Line, LineChart, ResponsiveContainer, XAxis, YAxis } from 'recharts';
import type { Insights } from '../../electron/core/contract/insights.ts';
import { useFormats, useWords } from '../words/words.tsx';
import { axis, ChartTooltip, chart, dashOf, dayAxis, type LineSeries, plotHeight, strokeOf, useDays } from './chart-parts.tsx';
import { PlotCard } from './plot-card.tsx';
import { type StepsProps, totalsOf } from './series.ts';
import { timeTicks } from './ticks.ts';

/** The share of delivered documents that needed nobody. */
export function RatePlot(props: StepsProps) {
  const words = useWords('insights.rate');
  const formats = useFormats();
  const straight = props.steps.reduce((total, step) => total + step.straight, 0);
  const delivered = props.steps.reduce((total, step) => total + step.straight + step.reviewed, 0);
  return (
    <LinePlot
      {...props}
      title={words('title')}
      summary={delivered === 0 ? words('none') : words('summary', { rate: formats.percent(straight / delivered) })}
      lines={[{ name: words('rate'), series: 'rate' }]}
      write={formats.percent}
      values={{ domain: [0, 1], ticks: [0, 0.25, 0.5, 0.75, 1], width: 52, tickFormatter: formats.percent }}
    />
  );
}

/** How long documents take, from finding the file to writing the result. */
export function TimePlot({ days, ...props }: StepsProps & { readonly days: Insights['days'] }) {
  const words = useWords('insights.time');
  const units = useWords('common.units');
  const formats = useFormats();
  const { medianMs } = totalsOf(days);
  const scale = timeTicks(Math.max(0, ...props.steps.flatMap(({ median = 0, p90 = 0 }) => [median, p90])));
  const writeTick = (ms: number): string => {
    const value = ms / scale.length;
    if (value === 0) return '0';
    return scale.unit === 'days' ? units('days', { value }) : units(scale.unit, { value: formats.number(value) });
  };
  return (
    <LinePlot
      {...props}
      title={words('title')}
      summary={medianMs === undefined ? words('none') : words('summary', { median: formats.duration(medianMs) })}
      lines={(['median', 'p90'] as const).map((series) => ({ name: words(series), series }))}
      write={formats.duration}
      values={{
        domain: [0, scale.ticks.at(-1) ?? 1],
        ticks: [...scale.ticks],
        interval: 0,
        width: 64,
        tickFormatter: writeTick,
      }}
    />
  );
}

interface LinePlotProps {
  readonly steps: readonly ({ readonly from: string } & Readonly<Partial<Record<LineSeries, number>>>)[];
  readonly byWeek: boolean;
  readonly title: string;
  readonly summary: string;
  readonly lines: readonly { readonly name: string; readonly series: LineSeries }[];
  readonly write: (value: number) => string;
  /** The axis of the values. */
  readonly values: ComponentProps<typeof YAxis>;
}

export function LinePlot({ steps, byWeek, title, summary, lines, write, values }: LinePlotProps) {
  const perDay = useWords('insights.perDay');
  const none = useWords('insights.figures')('none');
  const days = useDays();
  const written = (step: LinePlotProps['steps'][number], series: LineSeries): string => {
    const value = step[series];
    return value === undefined ? none : write(value);
  };
  return (
    <PlotCard
      title={title}
      summary={summary}
      legend={lines}
      columns={[
        { name: perDay(byWeek ? 'week' : 'day'), of: (step: LinePlotProps['steps'][number]) => days.long(step.from) },
        ...lines.map(({ name, series }) => ({ name, of: (step: LinePlotProps['steps'][number]) => written(step, series) })),
      ]}
      rows={steps}
      keyOf={({ from }) => from}
    >
      <ResponsiveContainer width="100%" height={plotHeight}>
        <LineChart data={[...steps]} {...chart}>
          <CartesianGrid vertical={false} stroke="var(--line)" />
          <XAxis tickFormatter={days.short} {...dayAxis} />
          <YAxis {...values} {...axis} />
          <ChartTooltip
            titleOf={(step: LinePlotProps['steps'][number]) => days.long(step.from)}
            linesOf={(step) => lines.map(({ name, series }) => [name, written(step, series)])}
          />
          {lines.map(({ series }) => (
            <Line
              key={series}
              dataKey={series}
              stroke={strokeOf(series)}
              strokeWidth={2}
              strokeDasharray={dashOf(series) ?? '0'}
              dot={dashOf(series) !== undefined ? false : { r: steps.length > 40 ? 1.5 : 2.5, fill: strokeOf(series) }}
              connectNulls
              isAnimationActive={false}
            />
          ))}
        </LineChart>
      </ResponsiveContainer>
    </PlotCard>
  );
}
