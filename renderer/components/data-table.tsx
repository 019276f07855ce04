import type { ReactNode } from 'react';
import styles from './data-table.module.css';

interface Column<Row> {
  readonly name: string;
  readonly of: (row: Row) => ReactNode;
}

interface DataTableProps<Row> {
  readonly label: string;
  /** The first names the row. */
  readonly columns: readonly [Column<Row>, ...Column<Row>[]];
  readonly rows: readonly Row[];
  readonly keyOf: (row: Row) => string;
  /** Rows that stand out; words must say it, too. */
  readonly isMarked?: (row: Row) => boolean;
  /** All columns but the first are numbers. */
  readonly numeric?: boolean;
}

/** A table that scrolls in a box of its own. */
export function DataTable<Row>({ label, columns, rows, keyOf, isMarked, numeric = false }: DataTableProps<Row>) {
  const [first, ...others] = columns;
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls, so keyboard users must be able to focus it
    <div className={styles.scroller} tabIndex={0}>
      <table className={styles.table} aria-label={label} data-numeric={numeric}>
        <thead>
          <tr>
            {columns.map(({ name }) => (
              <th key={name} scope="col">
                {name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={keyOf(row)} data-marked={isMarked?.(row)}>
              <th scope="row">{first.of(row)}</th>
              {others.map(({ name, of }) => (
                <td key={name}>{of(row)}</td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
