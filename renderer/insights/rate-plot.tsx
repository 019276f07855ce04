import { CartesianGrid, Line, LineChart, ResponsiveContainer, Tooltip, XAxis, YAxis } from 'recharts';
import { useFormats } from '../words/use-formats.ts';
import { useWords } from '../words/words.tsx';
import { axis, ChartTooltip, dayAxis, grid, margin, plotHeight, useDays } from './chart-parts.tsx';
import type { StepsProps } from './per-day-plot.tsx';
import { PlotCard } from './plot-card.tsx';
import type { Step } from './series.ts';
import { strokeOf } from './series-styles.tsx';

/** The share of delivered documents that needed nobody. */
export function RatePlot({ steps, byWeek }: StepsProps) {
  const words = useWords('insights.rate');
  const perDay = useWords('insights.perDay');
  const none = useWords('insights.figures')('none');
  const formats = useFormats();
  const days = useDays();
  const straight = steps.reduce((total, step) => total + step.straight, 0);
  const delivered = steps.reduce((total, step) => total + step.straight + step.reviewed, 0);
  const rateOf = (step: Step): string => (step.rate === undefined ? none : formats.percent(step.rate));
  return (
    <PlotCard
      title={words('title')}
      summary={delivered === 0 ? words('none') : words('summary', { rate: formats.percent(straight / delivered) })}
      columns={[
        { name: perDay(byWeek ? 'week' : 'day'), of: (step: Step) => days.long(step.from) },
        { name: words('rate'), of: rateOf },
      ]}
      rows={steps}
      keyOf={({ from }) => from}
    >
      <ResponsiveContainer width="100%" height={plotHeight}>
        <LineChart data={[...steps]} margin={margin} accessibilityLayer={false}>
          <CartesianGrid {...grid} />
          <XAxis dataKey="from" tickFormatter={days.short} {...dayAxis} />
          <YAxis
            domain={[0, 1]}
            ticks={[0, 0.25, 0.5, 0.75, 1]}
            width={52}
            tickFormatter={(value: number) => formats.percent(value)}
            {...axis}
          />
          <Tooltip
            isAnimationActive={false}
            content={({ payload }) => {
              const step = payload[0]?.payload as Step | undefined;
              return step === undefined ? null : (
                <ChartTooltip title={days.long(step.from)} lines={[[words('rate'), rateOf(step)]]} />
              );
            }}
          />
          <Line
            dataKey="rate"
            stroke={strokeOf('rate')}
            strokeWidth={2}
            dot={{ r: steps.length > 40 ? 1.5 : 2.5, fill: strokeOf('rate') }}
            connectNulls
            isAnimationActive={false}
          />
        </LineChart>
      </ResponsiveContainer>
    </PlotCard>
  );
}
