import { CartesianGrid, Line, LineChart, ResponsiveContainer, Tooltip, XAxis, YAxis } from 'recharts';
import type { Insights } from '../../electron/core/contract/insights.ts';
import { useFormats } from '../words/use-formats.ts';
import { useWords } from '../words/words.tsx';
import { axis, ChartTooltip, dayAxis, grid, margin, plotHeight, useDays } from './chart-parts.tsx';
import type { StepsProps } from './per-day-plot.tsx';
import { PlotCard } from './plot-card.tsx';
import { type Step, totalsOf } from './series.ts';
import { dashOf, strokeOf } from './series-styles.tsx';
import { timeTicks } from './ticks.ts';

const lines = ['median', 'p90'] as const;

/** How long documents take, from finding the file to writing the result. */
export function TimePlot({ steps, byWeek, days: asked }: StepsProps & { readonly days: Insights['days'] }) {
  const words = useWords('insights.time');
  const perDay = useWords('insights.perDay');
  const none = useWords('insights.figures')('none');
  const units = useWords('common.units');
  const formats = useFormats();
  const days = useDays();
  const { medianMs } = totalsOf(asked);
  const scale = timeTicks(Math.max(0, ...steps.flatMap(({ median = 0, p90 = 0 }) => [median, p90])));
  const write = (ms: number | undefined): string => (ms === undefined ? none : formats.duration(ms));
  const writeTick = (ms: number): string => {
    const value = ms / scale.length;
    if (value === 0) return '0';
    return scale.unit === 'days' ? units('days', { value }) : units(scale.unit, { value: formats.number(value) });
  };
  return (
    <PlotCard
      title={words('title')}
      summary={medianMs === undefined ? words('none') : words('summary', { median: formats.duration(medianMs) })}
      legend={lines.map((line) => ({ name: words(line), series: line }))}
      columns={[
        { name: perDay(byWeek ? 'week' : 'day'), of: (step: Step) => days.long(step.from) },
        ...lines.map((line) => ({ name: words(line), of: (step: Step) => write(step[line]) })),
      ]}
      rows={steps}
      keyOf={({ from }) => from}
    >
      <ResponsiveContainer width="100%" height={plotHeight}>
        <LineChart data={[...steps]} margin={margin} accessibilityLayer={false}>
          <CartesianGrid {...grid} />
          <XAxis dataKey="from" tickFormatter={days.short} {...dayAxis} />
          <YAxis
            width={64}
            domain={[0, scale.ticks.at(-1) ?? 1]}
            ticks={[...scale.ticks]}
            interval={0}
            tickFormatter={writeTick}
            {...axis}
          />
          <Tooltip
            isAnimationActive={false}
            content={({ payload }) => {
              const step = payload[0]?.payload as Step | undefined;
              return step === undefined ? null : (
                <ChartTooltip title={days.long(step.from)} lines={lines.map((line) => [words(line), write(step[line])])} />
              );
            }}
          />
          {lines.map((line) => (
            <Line
              key={line}
              dataKey={line}
              stroke={strokeOf(line)}
              strokeWidth={2}
              strokeDasharray={dashOf(line) ?? '0'}
              dot={line === 'median' ? { r: steps.length > 40 ? 1.5 : 2.5, fill: strokeOf(line) } : false}
              connectNulls
              isAnimationActive={false}
            />
          ))}
        </LineChart>
      </ResponsiveContainer>
    </PlotCard>
  );
}
