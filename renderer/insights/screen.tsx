import { ChartColumn } from 'lucide-react';
import { useState } from 'react';
import { useTimeZone } from 'use-intl';
import type { Insights } from '../../electron/core/contract/insights.ts';
import { EmptyState } from '../components/empty-state.tsx';
import { Problem } from '../components/problem.tsx';
import { ScreenFrame } from '../components/screen.tsx';
import { useHostQuery } from '../host/use-host-query.ts';
import { useWords } from '../words/words.tsx';
import { Figures } from './figures.tsx';
import { Filters, type Range } from './filters.tsx';
import { FolderPlot } from './folder-plot.tsx';
import styles from './insights.module.css';
import { PerDayPlot } from './per-day-plot.tsx';
import { RatePlot } from './rate-plot.tsx';
import { isEmpty, stepsOf } from './series.ts';
import { TimePlot } from './time-plot.tsx';

/** What the ledger says about the past: how many documents, how many needed a person, and how quickly they went through. */
export function InsightsScreen() {
  const words = useWords('insights');
  const [range, setRange] = useState<Range>(30);
  const [folderId, setFolderId] = useState<number>();
  const timeZone = useTimeZone() ?? 'UTC';
  const { data: status } = useHostQuery('status', {});
  const insights = useHostQuery(
    'insights',
    { days: range, timeZone, ...(folderId !== undefined && { folderId }) },
    // Keep showing the old data until the new arrives, so that nothing jumps.
    { placeholderData: (before) => before },
  );
  const folders = status?.folders ?? [];
  return (
    <ScreenFrame
      title={words('title')}
      actions={<Filters range={range} folderId={folderId} folders={folders} onRange={setRange} onFolder={setFolderId} />}
    >
      <Problem problem={insights.error?.problem} />
      {insights.data !== undefined && <Plots insights={insights.data} isNarrowed={folderId !== undefined || range !== 365} />}
    </ScreenFrame>
  );
}

function Plots({ insights, isNarrowed }: { readonly insights: Insights; readonly isNarrowed: boolean }) {
  const words = useWords('insights');
  const { days, folders } = insights;
  if (isEmpty(days)) {
    return (
      <EmptyState icon={<ChartColumn aria-hidden />} title={words('emptyTitle')}>
        <p>{words('emptyDetail')}</p>
        {isNarrowed && <p>{words('emptySpan')}</p>}
      </EmptyState>
    );
  }
  const steps = stepsOf(days);
  const byWeek = steps.length < days.length;
  return (
    <div className={styles.plots}>
      <Figures days={days} />
      <PerDayPlot steps={steps} byWeek={byWeek} />
      <RatePlot steps={steps} byWeek={byWeek} />
      <TimePlot steps={steps} byWeek={byWeek} days={days} />
      {folders.length > 1 && <FolderPlot folders={folders} />}
    </div>
  );
}
