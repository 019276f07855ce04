import { Plus, Trash2 } from 'lucide-react';
import { type KeyboardEvent, useEffect, useId, useRef } from 'react';
import { Button, IconButton } from '../../components/button.tsx';
import { Field, Input } from '../../components/field.tsx';
import { useWords } from '../../words/words.tsx';
import type { PartProps } from './frame.tsx';
import styles from './make.module.css';

interface RowsProps<Row extends { readonly [Key in keyof Row]: string }> {
  readonly title: string;
  /** The member of the draft; errors are at `<name>.<row>.<column>`. */
  readonly name: string;
  readonly rows: readonly Row[];
  readonly empty: Row;
  readonly columns: readonly { readonly key: keyof Row & string; readonly label: string; readonly placeholder?: string }[];
  readonly add: string;
  readonly remove: (number: number) => string;
  readonly errors: PartProps['errors'];
  readonly onChange: (rows: readonly Row[]) => void;
}

/** A list typed row by row: Enter moves to the next input, and adds a row after the last one. */
export function Rows<Row extends { readonly [Key in keyof Row]: string }>(props: RowsProps<Row>) {
  const { title, name, rows, empty, columns, add, remove, errors, onChange } = props;
  const words = useWords('folders.make');
  const id = useId();
  const list = useRef<HTMLUListElement>(null);
  const focusRow = useRef<number>(undefined);
  useEffect(() => {
    if (focusRow.current === undefined) return;
    list.current?.querySelectorAll('li')[focusRow.current]?.querySelector('input')?.focus();
    focusRow.current = undefined;
  });
  const put = (index: number, changes: Partial<Row>): void =>
    onChange(rows.map((row, position) => (position === index ? { ...row, ...changes } : row)));
  const addRow = (): void => {
    focusRow.current = rows.length;
    onChange([...rows, empty]);
  };
  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.key !== 'Enter' || !(event.target instanceof HTMLInputElement)) return;
    event.preventDefault();
    event.stopPropagation();
    const boxes = [...(list.current?.querySelectorAll('input') ?? [])];
    const next = boxes[boxes.indexOf(event.target) + 1];
    if (next === undefined) addRow();
    else next.focus();
  };
  return (
    <fieldset className={styles.rows} aria-describedby={`${id}-enter`} onKeyDown={onKeyDown}>
      <legend>{title}</legend>
      <ul ref={list}>
        {rows.map((row, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: rows have no other identity, and all their state is in the draft.
          <li key={index} className={styles.gridRow}>
            {columns.map(({ key, label, placeholder }) => (
              <Field
                key={key}
                className={styles.cell}
                label={
                  <>
                    <span aria-hidden>{label}</span>
                    <span className="unseen">{words('fieldNumber', { number: index + 1, part: label })}</span>
                  </>
                }
                error={errors[`${name}.${index}.${key}`]}
              >
                <Input
                  value={row[key]}
                  {...(placeholder !== undefined && { placeholder })}
                  onChange={({ target }) => put(index, { [key]: target.value } as Partial<Row>)}
                />
              </Field>
            ))}
            <IconButton
              className={styles.removeRow}
              label={remove(index + 1)}
              icon={<Trash2 />}
              onClick={() => {
                focusRow.current = Math.max(0, index - 1);
                onChange(rows.filter((_, position) => position !== index));
              }}
            />
          </li>
        ))}
      </ul>
      <div className={styles.rowsFoot}>
        <Button size="small" icon={<Plus />} onClick={addRow}>
          {add}
        </Button>
        <p id={`${id}-enter`} className="hint">
          {words('enter')}
        </p>
      </div>
    </fieldset>
  );
}

/** For a form whose submission costs pages: Enter moves to the next input instead of submitting. */
export function moveOnEnter(event: KeyboardEvent<HTMLElement>): void {
  if (event.key !== 'Enter' || !(event.target instanceof HTMLInputElement) || event.target.type === 'radio') return;
  event.preventDefault();
  const all = [...event.currentTarget.querySelectorAll<HTMLElement>('input, textarea, select, button')];
  all[all.indexOf(event.target) + 1]?.focus();
}
