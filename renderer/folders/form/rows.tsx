import { type KeyboardEvent, useId } from 'react';
import { Field, Input } from '../../components/field.tsx';
import { useWords } from '../../words/words.tsx';
import type { PartProps } from './frame.tsx';
import styles from './make.module.css';
import { RowList } from './row-list.tsx';

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
  const onKeyDown = (event: KeyboardEvent<HTMLElement>): void => {
    if (event.key !== 'Enter' || !(event.target instanceof HTMLInputElement)) return;
    event.preventDefault();
    event.stopPropagation();
    const boxes = [...event.currentTarget.querySelectorAll<HTMLElement>('input')];
    const next = boxes[boxes.indexOf(event.target) + 1];
    if (next === undefined) event.currentTarget.querySelector<HTMLElement>('[data-add]')?.click();
    else next.focus();
  };
  return (
    <fieldset className={styles.rows} aria-describedby={`${id}-enter`} onKeyDown={onKeyDown}>
      <legend>{title}</legend>
      <RowList
        rows={rows}
        empty={empty}
        onChange={onChange}
        removeOf={remove}
        add={add}
        hint={<span id={`${id}-enter`}>{words('enter')}</span>}
      >
        {(row, put, index) =>
          columns.map(({ key, label, placeholder }) => (
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
                placeholder={placeholder}
                onChange={({ target }) => put({ [key]: target.value } as Partial<Row>)}
              />
            </Field>
          ))
        }
      </RowList>
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
