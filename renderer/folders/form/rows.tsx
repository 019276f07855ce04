import { Plus, Trash2 } from 'lucide-react';
import { type KeyboardEvent, type PropsWithChildren, type ReactNode, useEffect, useId, useRef } from 'react';
import { Button, IconButton } from '../../components/button.tsx';
import { TextField } from '../../components/field.tsx';
import { useWords } from '../../words/words.tsx';
import styles from './form.module.css';
import type { PartProps } from './part.tsx';

interface RowListProps<Row> {
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
      {rows.length > 0 && (
        <ul ref={list} className="stack gap-3">
          {rows.map((row, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: rows have no other identity, and all their state is in the draft.
            <li key={index}>
              <fieldset className={styles.row}>
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
      )}
      <div className="row wrap gap-2">
        <Button id={id} data-add size="small" icon={<Plus />} onClick={() => putAll([...rows, empty], rows.length)}>
          {add}
        </Button>
        {hint !== undefined && <p className="hint">{hint}</p>}
      </div>
    </>
  );
}

interface TextRowsProps<Row> extends Omit<RowListProps<Row>, 'children' | 'hint'> {
  readonly title: string;
  /** The member of the draft; errors are at `<name>.<row>.<column>`. */
  readonly name: string;
  readonly columns: readonly { readonly key: keyof Row & string; readonly label: string; readonly placeholder?: string }[];
  readonly errors: PartProps['errors'];
}

/** A list of texts, typed row by row: Enter moves to the next input, and adds a row after the last one. */
export function TextRows<Row extends { readonly [Key in keyof Row]: string }>(props: TextRowsProps<Row>) {
  const { title, name, columns, errors, ...list } = props;
  const words = useWords('folders.make');
  const id = useId();
  return (
    <fieldset className="stack gap-2" aria-describedby={id} onKeyDown={moveOnEnter}>
      <legend>{title}</legend>
      <RowList {...list} hint={<span id={id}>{words('enter')}</span>}>
        {(row, put, index) =>
          columns.map(({ key, label, placeholder }) => (
            <TextField
              key={key}
              label={label}
              error={errors[`${name}.${index}.${key}`]}
              value={row[key]}
              placeholder={placeholder}
              onText={(text) => put({ [key]: text } as Partial<Row>)}
            />
          ))
        }
      </RowList>
    </fieldset>
  );
}

/** Around a long form, whose submission may cost pages: Enter moves on instead of submitting. */
export function EnterMoves({ children }: PropsWithChildren) {
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: it handles Enter for the inputs inside.
    <div className="stack gap-4" onKeyDown={moveOnEnter}>
      {children}
    </div>
  );
}

function moveOnEnter(event: KeyboardEvent<HTMLElement>): void {
  if (event.key !== 'Enter' || event.defaultPrevented) return;
  if (!(event.target instanceof HTMLInputElement) || event.target.type === 'radio') return;
  event.preventDefault();
  const all = [...event.currentTarget.querySelectorAll<HTMLElement>('input, textarea, select, button:not([data-remove])')];
  const next = all[all.indexOf(event.target) + 1];
  if (next?.dataset.add === undefined) next?.focus();
  else next.click();
}
