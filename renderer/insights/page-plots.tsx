import { CartesianGrid, XAxis, YAxis } from 'recharts';
import type { CostTally } from '../../electron/core/account/costs.ts';
import type { Insights } from '../../electron/core/contract/insights.ts';
import type { Standing } from '../../electron/core/document/standing.ts';
import { folderNames } from '../components/folder-names.ts';
import { useFormats, useWords } from '../words/words.tsx';
import { NamedBars, StackedBars } from './bar-plots.tsx';
import { axis, dayAxis, plotHeight, useDays } from './chart-parts.tsx';
import styles from './insights.module.css';
import { LinePlot } from './line-plots.tsx';
import { FigureList, PlotCard } from './plot-card.tsx';
import { pageStepsOf, tallyOf } from './series.ts';

type Pages = Insights['pages'];

const series = ['finished', 'open', 'failed'] as const;

/** What was sent, in pages: by day, folder, route and outcome, and what the month will come to. */
export function PagePlots({ pages }: { readonly pages: Pages }) {
  const words = useWords('insights.pages');
  const folder = useWords('insights')('folder');
  const perDay = useWords('insights.perDay');
  const standing = useWords('queue.standings');
  const days = useDays();
  const steps = pageStepsOf(pages.days);
  const byWeek = steps.length < pages.days.length;
  const names = folderNames(pages.folders.map(({ name }) => name));
  const sum = tallyOf(pages.days, '');
  if (sum.documents + pages.saved.documents + pages.held.documents + pages.month.spent === 0) return null;
  return (
    <div className={styles.plots}>
      <PageFigures pages={pages} sum={sum} />
      <TallyPlot
        title={words(byWeek ? 'perWeek' : 'perDay')}
        heading={perDay(byWeek ? 'week' : 'day')}
        rows={steps}
        nameOf={({ name }) => days.long(name)}
        isOverTime
      />
      <MonthPlot pages={pages} />
      <TallyPlot
        title={words('byOutcome')}
        heading={words('outcome')}
        rows={pages.outcomes}
        nameOf={({ name }) => standing(name as Standing)}
      />
      {pages.folders.length > 1 && (
        <TallyPlot
          title={words('byFolder')}
          heading={folder}
          rows={pages.folders}
          nameOf={({ name }) => names.get(name) ?? name}
        />
      )}
      {pages.routes.length > 1 && (
        <TallyPlot title={words('byRoute')} heading={words('route')} rows={pages.routes} nameOf={({ name }) => name} />
      )}
    </div>
  );
}

function PageFigures({ pages, sum }: { readonly pages: Pages; readonly sum: CostTally }) {
  const words = useWords('insights.pages');
  const none = useWords('insights.figures')('none');
  const formats = useFormats();
  const { saved, held, month, monthBudget = 0 } = pages;
  const { spent, forecast } = month;
  const figures = [
    { name: words('sent'), value: formats.number(sum.pages), hint: words('sentHint', { ...sum }) },
    { name: words('saved'), value: formats.number(saved.pages), hint: words('savedHint', { count: saved.documents }) },
    { name: words('held'), value: formats.number(held.pages), hint: words('heldHint', { count: held.documents }) },
    {
      name: words('forecast'),
      value: forecast === undefined ? none : formats.number(forecast),
      hint: forecast === undefined ? words('noForecast') : words('forecastHint', { spent, budget: monthBudget }),
    },
  ];
  return <FigureList label={words('label')} figures={figures} />;
}

interface TallyPlotProps {
  readonly title: string;
  /** What the rows are, at the head of the table. */
  readonly heading: string;
  readonly rows: readonly CostTally[];
  readonly nameOf: (row: CostTally) => string;
  /** The rows are days or weeks. */
  readonly isOverTime?: boolean;
}

function TallyPlot({ title, heading, rows, nameOf, isOverTime = false }: TallyPlotProps) {
  const words = useWords('insights.pages');
  const formats = useFormats();
  const days = useDays();
  const parts = series.map((each) => ({ name: words(each), series: each }));
  const numbers = ['documents', 'pages', ...series, 'guessed'] as const;
  return (
    <PlotCard
      title={title}
      summary={words('summary', { ...tallyOf(rows, title) })}
      legend={parts}
      columns={[
        { name: heading, of: nameOf },
        ...numbers.map((each) => ({ name: words(each), of: (row: CostTally) => formats.number(row[each]) })),
      ]}
      rows={rows}
      keyOf={({ name }) => name}
    >
      {isOverTime ? (
        <StackedBars
          parts={parts}
          rows={rows.map((row) => ({ ...row, from: row.name }))}
          titleOf={nameOf}
          height={plotHeight}
          barCategoryGap="18%"
        >
          <CartesianGrid vertical={false} stroke="var(--line)" />
          <XAxis tickFormatter={days.short} {...dayAxis} />
          <YAxis allowDecimals={false} width={52} tickFormatter={(value: number) => formats.number(value)} {...axis} />
        </StackedBars>
      ) : (
        <NamedBars parts={parts} rows={rows.map((row) => ({ ...row, name: nameOf(row) }))} />
      )}
    </PlotCard>
  );
}

/** The month's pages as they add up, the forecast, and the line that the budget draws. */
function MonthPlot({ pages: { month, monthBudget } }: { readonly pages: Pages }) {
  const words = useWords('insights.pages');
  const formats = useFormats();
  const { days, spent, forecast } = month;
  return (
    <LinePlot
      steps={days.map(({ day, ...rest }) => ({ from: day, ...rest, ...(monthBudget !== undefined && { budget: monthBudget }) }))}
      byWeek={false}
      title={words('month')}
      summary={words('monthSummary', { spent, forecast: forecast ?? -1, budget: monthBudget ?? 0 })}
      lines={[
        { name: words('spent'), series: 'spent' },
        ...(forecast === undefined ? [] : [{ name: words('expected'), series: 'forecast' as const }]),
        ...(monthBudget === undefined ? [] : [{ name: words('budget'), series: 'budget' as const }]),
      ]}
      write={formats.number}
      values={{ allowDecimals: false, width: 60, tickFormatter: (value: number) => formats.number(value) }}
    />
  );
}
