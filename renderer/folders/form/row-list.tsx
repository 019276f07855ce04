import { Plus, Trash2 } from 'lucide-react';
import { type ReactNode, useEffect, useId, useRef } from 'react';
import { Button, IconButton } from '../../components/button.tsx';
import styles from './checks.module.css';

export interface RowListProps<Row> {
  readonly rows: readonly Row[];
  /** A row that is added. */
  readonly empty: Row;
  readonly onChange: (rows: readonly Row[]) => void;
  /** The name of a row for screen readers; numbers begin with 1. */
  readonly nameOf: (number: number) => string;
  readonly removeOf: (number: number) => string;
  readonly add: string;
  /** Beside the button that adds one. */
  readonly hint?: ReactNode;
  /** What is typed in a row. */
  readonly children: (row: Row, put: (changes: Partial<Row>) => void, index: number) => ReactNode;
}

/** Rows one below the other, each with a button that removes it. The focus goes to a row that is added, or to the one before. */
export function RowList<Row extends object>(props: RowListProps<Row>) {
  const { rows, empty, onChange, nameOf, removeOf, add, hint, children } = props;
  const id = useId();
  const list = useRef<HTMLUListElement>(null);
  const wanted = useRef<number>(undefined);
  useEffect(() => {
    if (wanted.current === undefined) return;
    const row = list.current?.children[wanted.current]?.querySelector<HTMLElement>('input, select');
    (row ?? document.getElementById(id))?.focus();
    wanted.current = undefined;
  });
  const putAll = (all: readonly Row[], focused: number): void => {
    wanted.current = focused;
    onChange(all);
  };
  return (
    <>
      <ul ref={list} className={styles.checks}>
        {rows.map((row, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: rows have no other identity, and all their state is in the draft.
          <li key={index}>
            <fieldset className={styles.check}>
              <legend className="unseen">{nameOf(index + 1)}</legend>
              <div className={styles.fields}>
                {children(row, (changes) => onChange(rows.with(index, { ...row, ...changes })), index)}
              </div>
              <IconButton
                className={styles.remove}
                data-remove
                label={removeOf(index + 1)}
                icon={<Trash2 />}
                onClick={() => putAll(rows.toSpliced(index, 1), Math.max(0, index - 1))}
              />
            </fieldset>
          </li>
        ))}
      </ul>
      <div className="row wrap gap-2">
        <Button id={id} data-add size="small" icon={<Plus />} onClick={() => putAll([...rows, empty], rows.length)}>
          {add}
        </Button>
        {hint !== undefined && <p className="hint">{hint}</p>}
      </div>
    </>
  );
}
