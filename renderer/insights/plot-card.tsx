import { ChartColumn, Table2 } from 'lucide-react';
import { type ComponentProps, type ReactNode, useId, useState } from 'react';
import { Button } from '../components/button.tsx';
import { DataTable } from '../components/data-table.tsx';
import { useWords } from '../words/words.tsx';
import { type BarSeries, Swatch } from './chart-parts.tsx';
import styles from './insights.module.css';

interface PlotCardProps<Row> extends Pick<ComponentProps<typeof DataTable<Row>>, 'columns' | 'rows' | 'keyOf'> {
  readonly title: string;
  /** What the chart shows, in one sentence: visible above it, and its name for screen readers. */
  readonly summary: string;
  readonly legend: readonly { readonly name: string; readonly series: BarSeries }[];
  readonly children: ReactNode;
}

/** A chart with its legend, and the same numbers as a table for those who prefer it. */
export function PlotCard<Row>({ title, summary, legend, columns, rows, keyOf, children }: PlotCardProps<Row>) {
  const words = useWords('insights');
  const titleId = useId();
  const [isTable, setIsTable] = useState(false);
  const toggle = words(isTable ? 'showPlot' : 'showTable');
  return (
    <section className={styles.card} aria-labelledby={titleId}>
      <header className={styles.cardHeader}>
        <div>
          <h2 id={titleId}>{title}</h2>
          <p className={styles.hint}>{summary}</p>
        </div>
        <Button
          kind="quiet"
          size="small"
          icon={isTable ? <ChartColumn /> : <Table2 />}
          aria-label={words('of', { name: title, what: toggle })}
          onClick={() => setIsTable(!isTable)}
        >
          {toggle}
        </Button>
      </header>
      {isTable ? (
        <DataTable label={title} columns={columns} rows={rows} keyOf={keyOf} numeric />
      ) : (
        <>
          <ul className={styles.legend}>
            {legend.map(({ name, series }) => (
              <li key={name}>
                <Swatch series={series} />
                {name}
              </li>
            ))}
          </ul>
          <div className={styles.plot} role="img" aria-label={`${title}: ${summary}`}>
            {children}
          </div>
        </>
      )}
    </section>
  );
}

interface Figure {
  readonly name: string;
  readonly value: string;
  readonly hint: string | undefined;
}

/** A period in a few numbers. */
export function FigureList({ label, figures }: { readonly label: string; readonly figures: readonly Figure[] }) {
  return (
    <section aria-label={label}>
      <dl className={styles.figures}>
        {figures.map(({ name, value, hint }) => (
          <div key={name} className={styles.figure}>
            <dt>{name}</dt>
            <dd>
              <span className={styles.value}>{value}</span>
              {hint !== undefined && <span className={styles.hint}>{hint}</span>}
            </dd>
          </div>
        ))}
      </dl>
    </section>
  );
}
