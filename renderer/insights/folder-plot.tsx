import { Bar, BarChart, CartesianGrid, ResponsiveContainer, Tooltip, XAxis, YAxis } from 'recharts';
import type { Insights } from '../../electron/core/contract/insights.ts';
import { folderNames } from '../review/folder-names.ts';
import { useFormats } from '../words/use-formats.ts';
import { useWords } from '../words/words.tsx';
import { axis, ChartTooltip, margin } from './chart-parts.tsx';
import { PlotCard } from './plot-card.tsx';
import { fillOf, strokeOf } from './series-styles.tsx';

interface FolderBar {
  readonly id: number;
  readonly path: string;
  readonly name: string;
  readonly delivered: number;
  readonly straight: number;
  readonly reviewed: number;
  readonly failed: number;
  readonly medianMs?: number;
}

const parts = ['straight', 'reviewed', 'failed'] as const;
const barHeight = 40;

/** The same period, folder by folder. */
export function FolderPlot({ folders }: { readonly folders: Insights['folders'] }) {
  const words = useWords('insights.folders');
  const perDay = useWords('insights.perDay');
  const none = useWords('insights.figures')('none');
  const formats = useFormats();
  const names = folderNames(folders.map(({ path }) => path));
  const bars = folders.map(
    ({ folderId, path, delivered, straightThrough, failed, medianMs }): FolderBar => ({
      id: folderId,
      path,
      name: names.get(path) ?? path,
      delivered,
      straight: straightThrough,
      reviewed: Math.max(0, delivered - straightThrough),
      failed,
      ...(medianMs !== undefined && { medianMs }),
    }),
  );
  const share = ({ delivered, straight }: FolderBar): string => (delivered === 0 ? none : formats.percent(straight / delivered));
  return (
    <PlotCard
      title={words('title')}
      summary={formats.list(bars.map((bar) => `${bar.name} ${formats.number(bar.delivered)}`))}
      legend={parts.map((part) => ({ name: perDay(part), series: part }))}
      columns={[
        { name: words('name'), of: (bar: FolderBar) => bar.path },
        { name: words('delivered'), of: (bar: FolderBar) => formats.number(bar.delivered) },
        { name: words('straight'), of: share },
        { name: words('failed'), of: (bar: FolderBar) => formats.number(bar.failed) },
        { name: words('median'), of: (bar: FolderBar) => (bar.medianMs === undefined ? none : formats.duration(bar.medianMs)) },
      ]}
      rows={bars}
      keyOf={({ id }) => String(id)}
    >
      <ResponsiveContainer width="100%" height={bars.length * barHeight + 40}>
        <BarChart data={bars} layout="vertical" margin={margin} accessibilityLayer={false} barCategoryGap="24%">
          <CartesianGrid horizontal={false} stroke="var(--line)" />
          <XAxis type="number" allowDecimals={false} tickFormatter={(value: number) => formats.number(value)} {...axis} />
          <YAxis type="category" dataKey="name" width={140} {...axis} />
          <Tooltip
            cursor={{ fill: 'var(--hover)' }}
            isAnimationActive={false}
            content={({ payload }) => {
              const bar = payload[0]?.payload as FolderBar | undefined;
              return bar === undefined ? null : (
                <ChartTooltip title={bar.name} lines={parts.map((part) => [perDay(part), formats.number(bar[part])])} />
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
  );
}
