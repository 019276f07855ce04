import { Bar, BarChart, CartesianGrid, ResponsiveContainer, Tooltip, XAxis, YAxis } from 'recharts';
import { useFormats } from '../words/use-formats.ts';
import { useWords } from '../words/words.tsx';
import { axis, ChartTooltip, dayAxis, grid, margin, plotHeight, useDays } from './chart-parts.tsx';
import { PlotCard } from './plot-card.tsx';
import type { Step } from './series.ts';
import { fillOf, Patterns, strokeOf } from './series-styles.tsx';

export interface StepsProps {
  readonly steps: readonly Step[];
  readonly byWeek: boolean;
}

const parts = ['straight', 'reviewed', 'failed'] as const;

export function PerDayPlot({ steps, byWeek }: StepsProps) {
  const words = useWords('insights.perDay');
  const formats = useFormats();
  const days = useDays();
  const sum = (part: (typeof parts)[number]): number => steps.reduce((total, step) => total + step[part], 0);
  return (
    <>
      <Patterns />
      <PlotCard
        title={words(byWeek ? 'perWeek' : 'title')}
        summary={words('summary', { straight: sum('straight'), reviewed: sum('reviewed'), failed: sum('failed') })}
        legend={parts.map((part) => ({ name: words(part), series: part }))}
        columns={[
          { name: words(byWeek ? 'week' : 'day'), of: (step: Step) => days.long(step.from) },
          ...parts.map((part) => ({ name: words(part), of: (step: Step) => formats.number(step[part]) })),
        ]}
        rows={steps}
        keyOf={({ from }) => from}
      >
        <ResponsiveContainer width="100%" height={plotHeight}>
          <BarChart data={[...steps]} margin={margin} accessibilityLayer={false} barCategoryGap="18%">
            <CartesianGrid {...grid} />
            <XAxis dataKey="from" tickFormatter={days.short} {...dayAxis} />
            <YAxis allowDecimals={false} width={44} tickFormatter={(value: number) => formats.number(value)} {...axis} />
            <Tooltip
              cursor={{ fill: 'var(--hover)' }}
              isAnimationActive={false}
              content={({ payload }) => {
                const step = payload[0]?.payload as Step | undefined;
                return step === undefined ? null : (
                  <ChartTooltip
                    title={days.long(step.from)}
                    lines={parts.map((part) => [words(part), formats.number(step[part])])}
                  />
                );
              }}
            />
            {parts.map((part) => (
              <Bar
                key={part}
                dataKey={part}
                stackId="documents"
                fill={fillOf(part)}
                stroke={strokeOf(part)}
                strokeWidth={0.75}
                isAnimationActive={false}
              />
            ))}
          </BarChart>
        </ResponsiveContainer>
      </PlotCard>
    </>
  );
}
