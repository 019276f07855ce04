import { ArrowLeft, ChartColumn } from 'lucide-react';
import { useState } from 'react';
import { useTimeZone } from 'use-intl';
import type { Insights } from '../../electron/core/contract/insights.ts';
import { Problem } from '../components/banner.tsx';
import { EmptyState } from '../components/empty-state.tsx';
import { SelectField } from '../components/field.tsx';
import { FolderSelect } from '../components/folder-select.tsx';
import { ScreenFrame } from '../components/screen.tsx';
import { useHostQuery } from '../host/host.tsx';
import { hrefOf } from '../navigation.ts';
import { useFormats, useWords } from '../words/words.tsx';
import { DocumentPlot, PagePlot } from './charts.tsx';
import styles from './insights.module.css';
import { isEmpty, stepsOf, tallyOf, totalsOf } from './series.ts';

/** Days back, including today. */
const ranges = [7, 30, 90, 365] as const;

/** What the ledger says about the past: how many documents and pages, and how many needed a person. */
export function InsightsScreen() {
  const words = useWords('insights');
  const screens = useWords('common.screens');
  const [range, setRange] = useState('30');
  const [folderId, setFolderId] = useState<number>();
  const timeZone = useTimeZone() ?? 'UTC';
  const { data: status } = useHostQuery('status', {});
  const insights = useHostQuery(
    'insights',
    { days: Number(range), timeZone, ...(folderId !== undefined && { folderId }) },
    // Keep showing the old data until the new arrives, so that nothing jumps.
    { placeholderData: (before) => before },
  );
  const filters = (
    <>
      <FolderSelect
        label={words('folder')}
        all={words('allFolders')}
        folders={status?.folders ?? []}
        folderId={folderId}
        onChoose={setFolderId}
      />
      <SelectField
        label={words('range')}
        hideLabel
        value={range}
        options={ranges.map((days) => [String(days), words('days', { count: days })])}
        onChoose={setRange}
      />
    </>
  );
  const back = (
    <a className="row gap-1" href={hrefOf({ screen: 'queue' })}>
      <ArrowLeft />
      {screens('queue')}
    </a>
  );
  return (
    <ScreenFrame title={words('title')} beside={back} actions={filters}>
      <Problem problem={insights.error} />
      {insights.data !== undefined && <Plots insights={insights.data} isNarrowed={folderId !== undefined || range !== '365'} />}
    </ScreenFrame>
  );
}

function Plots({ insights, isNarrowed }: { readonly insights: Insights; readonly isNarrowed: boolean }) {
  const words = useWords('insights');
  const { days, pages } = insights;
  if (isEmpty(days) && pages.days.every(({ documents }) => documents === 0)) {
    return (
      <EmptyState icon={<ChartColumn />} title={words('emptyTitle')}>
        <p>{words('emptyDetail')}</p>
        {isNarrowed && <p>{words('emptySpan')}</p>}
      </EmptyState>
    );
  }
  return (
    <div className={styles.plots}>
      <Figures insights={insights} />
      <DocumentPlot rows={stepsOf(days)} />
      <PagePlot rows={pages.days} />
    </div>
  );
}

/** The period in four numbers. */
function Figures({ insights: { days, pages } }: { readonly insights: Insights }) {
  const words = useWords('insights.figures');
  const ofPages = useWords('insights.pages');
  const formats = useFormats();
  const { delivered, straightThrough, duplicates } = totalsOf(days);
  const { month, monthBudget = 0 } = pages;
  const { spent, forecast } = month;
  const sent = tallyOf(pages.days);
  const none = words('none');
  const figures = [
    {
      name: words('documents'),
      value: formats.number(delivered),
      hint: duplicates > 0 ? words('copies', { count: duplicates }) : undefined,
    },
    {
      name: words('straight'),
      value: delivered > 0 ? formats.percent(straightThrough / delivered) : none,
      hint: words('straightHint'),
    },
    { name: ofPages('sent'), value: formats.number(sent.pages), hint: ofPages('sentHint', { ...sent }) },
    {
      name: ofPages('forecast'),
      value: forecast === undefined ? none : formats.number(forecast),
      hint: forecast === undefined ? ofPages('noForecast') : ofPages('forecastHint', { spent, budget: monthBudget }),
    },
  ];
  return (
    <section aria-label={words('label')}>
      <dl className={styles.figures}>
        {figures.map(({ name, value, hint }) => (
          <div key={name} className="panel stack gap-2">
            <dt className="soft">{name}</dt>
            <dd>
              <p className={styles.value}>{value}</p>
              {hint !== undefined && <p className="hint">{hint}</p>}
            </dd>
          </div>
        ))}
      </dl>
    </section>
  );
}
