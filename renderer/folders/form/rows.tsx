import { type KeyboardEvent, useId } from 'react';
import choices from '../../components/choices.module.css';
import { TextField } from '../../components/field.tsx';
import { useWords } from '../../words/words.tsx';
import type { PartProps } from './frame.tsx';
import { RowList, type RowListProps } from './row-list.tsx';

interface RowsProps<Row> extends Omit<RowListProps<Row>, 'children' | 'hint'> {
  readonly title: string;
  /** The member of the draft; errors are at `<name>.<row>.<column>`. */
  readonly name: string;
  readonly columns: readonly { readonly key: keyof Row & string; readonly label: string; readonly placeholder?: string }[];
  readonly errors: PartProps['errors'];
}

/** A list of texts, typed row by row: Enter moves to the next input, and adds a row after the last one. */
export function Rows<Row extends { readonly [Key in keyof Row]: string }>(props: RowsProps<Row>) {
  const { title, name, columns, errors, ...list } = props;
  const words = useWords('folders.make');
  const id = useId();
  return (
    <fieldset className={choices.choices} aria-describedby={id} onKeyDown={moveOnEnter}>
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

/** For a form whose submission costs pages: Enter moves on instead of submitting, and adds a row after those that are there. */
export function moveOnEnter(event: KeyboardEvent<HTMLElement>): void {
  if (event.key !== 'Enter' || event.defaultPrevented) return;
  if (!(event.target instanceof HTMLInputElement) || event.target.type === 'radio') return;
  event.preventDefault();
  const all = [...event.currentTarget.querySelectorAll<HTMLElement>('input, textarea, select, button:not([data-remove])')];
  const next = all[all.indexOf(event.target) + 1];
  if (next?.dataset.add === undefined) next?.focus();
  else next.click();
}
