import { ArrowDown, ArrowUp, Trash2 } from 'lucide-react';
import { type ReactNode, useId, useRef } from 'react';
import type { TableColumn } from '../../../electron/core/config/table-profile.ts';
import type { RouteView } from '../../../electron/core/contract/folders.ts';
import { knownColumns } from '../../../electron/core/document/table-columns.ts';
import { isolated } from '../../../electron/core/messages/wording.ts';
import { type Route, routeKey } from '../../../electron/core/protocol/route.ts';
import { IconButton } from '../../components/button.tsx';
import choices from '../../components/choices.module.css';
import { Field, Input, SelectField } from '../../components/field.tsx';
import { Switch } from '../../components/switch.tsx';
import { useHostQuery } from '../../host/use-host-query.ts';
import { Text, useWords } from '../../words/words.tsx';
import styles from './columns.module.css';
import { type Draft, headingOf, routeOf, type TableDraft, tablesOf } from './draft.ts';
import form from './form.module.css';
import type { PartProps } from './frame.tsx';

/** What the folder's tables look like: that of its own route, and those of the extractions that documents go on to. */
export function ColumnsPart({ draft, change, errors }: PartProps) {
  const words = useWords('folders.table');
  const { data: routes = [] } = useHostQuery('routes', {});
  const views = [...routes, ...(draft.found === undefined ? [] : [draft.found])];
  const viewOf = (route: Route) => views.find((view) => routeKey(view.route) === routeKey(route));
  const put = (table: TableDraft): void => change({ tables: [...draft.tables.filter(({ id }) => id !== table.id), table] });
  const route = routeOf(draft);
  return (
    <>
      <Columns
        title={words('title')}
        columns={draft.columns}
        known={knownOf({ route, fields: fieldsOf(draft, viewOf(route)) }, draft.csvValues === 'typed')}
        member="columns"
        errors={errors}
        put={(columns) => change({ columns })}
      />
      {draft.choice.includes('classification') &&
        tablesOf(draft).map((table) => {
          const own: Route = { kind: 'extraction', id: table.id };
          const view = viewOf(own);
          const typed = (table.values || draft.csvValues) === 'typed';
          return (
            <Columns
              key={table.id}
              title={words('titleOf', { name: isolated(view?.name ?? table.id) })}
              columns={table.columns}
              known={knownOf({ route: own, fields: view?.fields.map(({ key }) => key) ?? [] }, typed)}
              member={`tables.${table.id}.columns`}
              errors={errors}
              put={(columns) => put({ ...table, columns })}
            >
              <SelectField
                className={form.short}
                label={words('values')}
                value={table.values}
                options={[
                  ['', words('valuesFolder')],
                  ['printed', words('valuesPrinted')],
                  ['typed', words('valuesTyped')],
                ]}
                onChoose={(values) => put({ ...table, values })}
              />
            </Columns>
          );
        })}
    </>
  );
}

interface Known {
  readonly columns: readonly string[];
  /** Whether there is no other; otherwise the service has not told the fields yet. */
  readonly isAll: boolean;
}

function knownOf(info: { readonly route: Route; readonly fields: readonly string[] }, typed: boolean): Known {
  return { columns: knownColumns(info, typed), isAll: info.route.kind === 'classification' || info.fields.length > 0 };
}

function fieldsOf({ choice, newExtraction }: Draft, view: RouteView | undefined): readonly string[] {
  if (choice !== 'new-extraction') return view?.fields.map(({ key }) => key) ?? [];
  return newExtraction.fields.map(({ key }) => key.trim()).filter((key) => key !== '');
}

interface ColumnsProps {
  readonly title: string;
  readonly columns: readonly TableColumn[];
  readonly known: Known;
  /** The member of the draft that an error is about. */
  readonly member: string;
  readonly errors: PartProps['errors'];
  readonly put: (columns: readonly TableColumn[]) => void;
  readonly children?: ReactNode;
}

/** The columns of one table, from left to right one below the other, and the heading row that they make. */
function Columns({ title, columns, known, member, errors, put, children }: ColumnsProps) {
  const words = useWords('folders.table');
  const problem = errors[member];
  const list = useRef<HTMLUListElement>(null);
  const id = useId();
  const left = known.columns.filter((name) => columns.every((column) => column.name !== name));
  const focus = (index: number, control: string): void => {
    requestAnimationFrame(() => list.current?.children[index]?.querySelector<HTMLElement>(control)?.focus());
  };
  const move = (index: number, by: -1 | 1): void => {
    const column = columns[index];
    if (column === undefined) return;
    const others = columns.toSpliced(index, 1);
    put(others.toSpliced(index + by, 0, column));
    focus(index + by, by < 0 ? 'button:nth-of-type(1)' : 'button:nth-of-type(2)');
  };
  const remove = (index: number): void => {
    put(columns.toSpliced(index, 1));
    focus(Math.max(0, index - 1), 'input');
  };
  const add = (name: string): void => {
    put([...columns, { name, heading: name }]);
    focus(columns.length, 'input');
  };
  return (
    <fieldset className={choices.choices}>
      <legend>{title}</legend>
      {children}
      <div role="alert">{problem !== undefined && <Text message={problem} />}</div>
      <Switch
        label={words('choose')}
        hint={words('chooseHint')}
        checked={columns.length > 0}
        onChange={(chosen) => put(chosen ? known.columns.map((name) => ({ name, heading: name })) : [])}
      />
      {columns.length > 0 && (
        <>
          <p className="hint">{words('change')}</p>
          <ul ref={list} className={styles.columns} aria-label={words('list')}>
            {columns.map(({ name, heading }, index) => {
              const isUnknown = known.isAll && !known.columns.includes(name);
              return (
                <li key={name} className={styles.column}>
                  <Field
                    className={styles.heading}
                    label={
                      <>
                        <span aria-hidden>{name}</span>
                        <span className="unseen">{words('heading', { name })}</span>
                      </>
                    }
                    error={isUnknown && words('noSuch')}
                  >
                    <Input
                      value={heading}
                      placeholder={name}
                      onChange={({ target }) => put(columns.with(index, { name, heading: target.value }))}
                    />
                  </Field>
                  <div className={styles.actions}>
                    <IconButton
                      label={words('up', { name })}
                      icon={<ArrowUp />}
                      disabled={index === 0}
                      onClick={() => move(index, -1)}
                    />
                    <IconButton
                      label={words('down', { name })}
                      icon={<ArrowDown />}
                      disabled={index === columns.length - 1}
                      onClick={() => move(index, 1)}
                    />
                    <IconButton label={words('remove', { name })} icon={<Trash2 />} onClick={() => remove(index)} />
                  </div>
                </li>
              );
            })}
          </ul>
          {left.length > 0 && (
            <SelectField
              className={form.short}
              label={words('add')}
              value=""
              options={[['', words('addChoose')], ...left.map((name) => [name, name] as const)]}
              onChoose={add}
            />
          )}
          {/* biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls, so the keyboard must reach it */}
          <section className={styles.preview} aria-labelledby={`${id}-preview`} tabIndex={0}>
            <p id={`${id}-preview`} className="hint">
              {words('preview')}
            </p>
            <table>
              <thead>
                <tr>
                  {columns.map((column) => (
                    <th key={column.name} scope="col">
                      {headingOf(column)}
                    </th>
                  ))}
                </tr>
              </thead>
            </table>
          </section>
        </>
      )}
    </fieldset>
  );
}
