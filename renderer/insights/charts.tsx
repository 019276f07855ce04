import { useId } from 'react';
import type { CostTally } from '../../electron/core/account/costs.ts';
import { DataTable } from '../components/data-table.tsx';
import { useFormats, useWords } from '../words/words.tsx';
import styles from './insights.module.css';
import { type Step, tallyOf } from './series.ts';

const ofDocuments = ['straight', 'reviewed', 'failed'] as const;

export function DocumentPlot({ rows }: { readonly rows: readonly Step[] }) {
  const words = useWords('insights.perDay');
  const sum = (part: (typeof ofDocuments)[number]): number => rows.reduce((total, step) => total + step[part], 0);
  return (
    <BarPlot
      title={words('title')}
      summary={words('summary', { straight: sum('straight'), reviewed: sum('reviewed'), failed: sum('failed') })}
      parts={ofDocuments.map((series) => ({ name: words(series), series }))}
      rows={rows}
    />
  );
}

const ofPages = ['finished', 'open', 'failed'] as const;

/** What was sent, in pages. */
export function PagePlot({ rows }: { readonly rows: readonly CostTally[] }) {
  const words = useWords('insights.pages');
  return (
    <BarPlot
      title={words('perDay')}
      summary={words('summary', { ...tallyOf(rows) })}
      parts={ofPages.map((series) => ({ name: words(series), series }))}
      beside={(['documents', 'pages', 'guessed'] as const).map((series) => ({ name: words(series), series }))}
      rows={rows.map((row) => ({ ...row, from: row.name }))}
    />
  );
}

interface Part<Row> {
  readonly name: string;
  /** The member of a row that has its number. */
  readonly series: keyof Row & string;
}

interface BarPlotProps<Row> {
  readonly rows: readonly Row[];
  readonly title: string;
  /** What the chart shows, in one sentence: visible above it, and its name for screen readers. */
  readonly summary: string;
  /** What a bar is made up of. Each has its own pattern, so that nothing is told by colour alone. */
  readonly parts: readonly Part<Row>[];
  /** What only the table has. */
  readonly beside?: readonly Part<Row>[];
}

/** A bar for each day, with its legend, and the same numbers as a table for those who prefer it. */
function BarPlot<Row extends { readonly from: string }>(props: BarPlotProps<Row>) {
  const { title, summary, parts, beside = [], rows } = props;
  const words = useWords('insights');
  const formats = useFormats();
  const titleId = useId();
  const numberOf = (row: Row, { series }: Part<Row>): number => Number(row[series]);
  const heightOf = (row: Row): number => parts.reduce((sum, part) => sum + numberOf(row, part), 0);
  const top = roundTop(Math.max(...rows.map(heightOf)));
  const said = (row: Row): string =>
    [formats.shortDay(row.from), ...parts.map((part) => `${part.name}: ${formats.number(numberOf(row, part))}`)].join('\n');
  return (
    <section className="panel stack gap-2" aria-labelledby={titleId}>
      <h2 id={titleId}>{title}</h2>
      <p className="hint">{summary}</p>
      <ul className="wrap gap-4 hint">
        {parts.map(({ name, series }) => (
          <li key={name} className="row gap-2">
            <span className={styles.swatch} data-series={series} />
            {name}
          </li>
        ))}
      </ul>
      <div className={styles.plot} role="img" aria-label={`${title}: ${summary}`}>
        <div className={styles.scale}>
          {[top, top / 2, 0].map((value) => (
            <span key={value}>{formats.number(value)}</span>
          ))}
        </div>
        <div className={styles.bars} data-dense={rows.length > 120}>
          {rows.map((row) => (
            <div key={row.from} className={styles.bar} title={said(row)}>
              {parts.map((part) => (
                <span key={part.name} data-series={part.series} style={{ height: `${(100 * numberOf(row, part)) / top}%` }} />
              ))}
            </div>
          ))}
        </div>
        <div className={styles.days}>
          {[rows[0], rows[Math.floor(rows.length / 2)], rows.at(-1)].map(
            (row) => row !== undefined && <span key={row.from}>{formats.shortDay(row.from)}</span>,
          )}
        </div>
      </div>
      <details>
        <summary>
          {words('showTable')} <span className="unseen">{title}</span>
        </summary>
        <DataTable
          label={title}
          columns={[
            { name: words('perDay.day'), of: (row: Row) => formats.shortDay(row.from) },
            ...[...beside, ...parts].map((part) => ({
              name: part.name,
              of: (row: Row) => formats.number(numberOf(row, part)),
            })),
          ]}
          rows={rows}
          keyOf={({ from }) => from}
          numeric
        />
      </details>
    </section>
  );
}

/** The end of the scale: a round number, of which the half is round, too. */
function roundTop(highest: number): number {
  const unit = 2 * 10 ** (String(Math.max(1, highest)).length - 1);
  return Math.max(1, Math.ceil(highest / unit)) * unit;
}
