import type { ReactNode } from 'react';
import { Bar, BarChart, CartesianGrid, ResponsiveContainer, XAxis, YAxis } from 'recharts';
import type { Insights } from '../../electron/core/contract/insights.ts';
import { folderNames } from '../components/folder-names.ts';
import { useFormats, useWords } from '../words/words.tsx';
import {
  axis,
  type BarSeries,
  ChartTooltip,
  chart,
  dayAxis,
  fillOf,
  Patterns,
  plotHeight,
  strokeOf,
  useDays,
} from './chart-parts.tsx';
import { PlotCard } from './plot-card.tsx';
import type { Step, StepsProps } from './series.ts';

const series = ['straight', 'reviewed', 'failed'] as const;
const barHeight = 40;

export function PerDayPlot({ steps, byWeek }: StepsProps) {
  const words = useWords('insights.perDay');
  const formats = useFormats();
  const days = useDays();
  const parts = series.map((each) => ({ name: words(each), series: each }));
  const sum = (part: (typeof series)[number]): number => steps.reduce((total, step) => total + step[part], 0);
  return (
    <>
      <Patterns />
      <PlotCard
        title={words(byWeek ? 'perWeek' : 'title')}
        summary={words('summary', { straight: sum('straight'), reviewed: sum('reviewed'), failed: sum('failed') })}
        legend={parts}
        columns={[
          { name: words(byWeek ? 'week' : 'day'), of: (step: Step) => days.long(step.from) },
          ...series.map((each) => ({ name: words(each), of: (step: Step) => formats.number(step[each]) })),
        ]}
        rows={steps}
        keyOf={({ from }) => from}
      >
        <StackedBars parts={parts} rows={steps} titleOf={({ from }) => days.long(from)} height={plotHeight} barCategoryGap="18%">
          <CartesianGrid vertical={false} stroke="var(--line)" />
          <XAxis tickFormatter={days.short} {...dayAxis} />
          <YAxis allowDecimals={false} width={44} tickFormatter={(value: number) => formats.number(value)} {...axis} />
        </StackedBars>
      </PlotCard>
    </>
  );
}

/** The same period, folder by folder. */
export function FolderPlot({ folders }: { readonly folders: Insights['folders'] }) {
  const words = useWords('insights.folders');
  const perDay = useWords('insights.perDay');
  const none = useWords('insights.figures')('none');
  const formats = useFormats();
  const names = folderNames(folders.map(({ path }) => path));
  const bars = folders.map((folder) => ({
    ...folder,
    name: names.get(folder.path) ?? folder.path,
    straight: folder.straightThrough,
    reviewed: Math.max(0, folder.delivered - folder.straightThrough),
  }));
  const parts = series.map((each) => ({ name: perDay(each), series: each }));
  type FolderBar = (typeof bars)[number];
  const share = ({ delivered, straight }: FolderBar): string => (delivered === 0 ? none : formats.percent(straight / delivered));
  return (
    <PlotCard
      title={words('title')}
      summary={formats.list(bars.map((bar) => `${bar.name} ${formats.number(bar.delivered)}`))}
      legend={parts}
      columns={[
        { name: words('name'), of: (bar: FolderBar) => bar.path },
        { name: words('delivered'), of: (bar: FolderBar) => formats.number(bar.delivered) },
        { name: words('straight'), of: share },
        { name: words('failed'), of: (bar: FolderBar) => formats.number(bar.failed) },
        { name: words('median'), of: (bar: FolderBar) => (bar.medianMs === undefined ? none : formats.duration(bar.medianMs)) },
      ]}
      rows={bars}
      keyOf={({ folderId }) => String(folderId)}
    >
      <NamedBars parts={parts} rows={bars} />
    </PlotCard>
  );
}

interface BarsProps<Row> {
  /** What a bar is made up of. */
  readonly parts: readonly { readonly name: string; readonly series: BarSeries }[];
  readonly rows: readonly Row[];
}

type Parts = Readonly<Partial<Record<BarSeries, number>>>;

/** A bar for each name, from the top down. */
export function NamedBars<Row extends Parts & { readonly name: string }>(props: BarsProps<Row>) {
  const formats = useFormats();
  return (
    <StackedBars
      {...props}
      titleOf={({ name }) => name}
      height={props.rows.length * barHeight + 40}
      layout="vertical"
      barCategoryGap="24%"
    >
      <CartesianGrid horizontal={false} stroke="var(--line)" />
      <XAxis type="number" allowDecimals={false} tickFormatter={(value: number) => formats.number(value)} {...axis} />
      <YAxis type="category" dataKey="name" width={140} {...axis} />
    </StackedBars>
  );
}

interface StackedBarsProps<Row> extends BarsProps<Row> {
  readonly titleOf: (row: Row) => string;
  readonly height: number;
  readonly layout?: 'horizontal' | 'vertical';
  readonly barCategoryGap: string;
  /** The grid and the axes. */
  readonly children: ReactNode;
}

/** A bar for each row. */
export function StackedBars<Row extends Parts>(props: StackedBarsProps<Row>) {
  const { parts, rows, titleOf, height, children, ...rest } = props;
  const formats = useFormats();
  return (
    <ResponsiveContainer width="100%" height={height}>
      <BarChart data={[...rows]} {...chart} {...rest}>
        {children}
        <ChartTooltip
          cursor={{ fill: 'var(--hover)' }}
          titleOf={titleOf}
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
  );
}
