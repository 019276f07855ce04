import type { ReactNode } from 'react';
import type { TableColumn } from '../../../electron/core/config/table-profile.ts';
import { knownColumns } from '../../../electron/core/document/table.ts';
import { isolated } from '../../../electron/core/messages/wording.ts';
import type { Route } from '../../../electron/core/protocol/route.ts';
import { ColumnList } from '../../components/column-list.tsx';
import { Field, Input, SelectField } from '../../components/field.tsx';
import { Switch } from '../../components/switch.tsx';
import { Text, useWords } from '../../words/words.tsx';
import { routeOf, type TableDraft, tablesOf } from './draft.ts';
import form from './form.module.css';
import type { PartProps } from './part.tsx';
import { useRouteViews } from './part.tsx';

/** What the folder's tables look like: that of its own route, and those of the extractions that documents go on to. */
export function ColumnsPart({ draft, change, errors }: PartProps) {
  const words = useWords('folders.table');
  const { viewOf, fieldsOf, fields } = useRouteViews(draft);
  const put = (table: TableDraft): void => change({ tables: [...draft.tables.filter(({ id }) => id !== table.id), table] });
  return (
    <>
      <Columns
        title={words('title')}
        columns={draft.columns}
        known={knownOf({ route: routeOf(draft), fields }, draft.csvValues === 'typed')}
        member="columns"
        errors={errors}
        put={(columns) => change({ columns })}
      />
      {draft.choice.includes('classification') &&
        tablesOf(draft).map((table) => {
          const own: Route = { kind: 'extraction', id: table.id };
          const typed = (table.values || draft.csvValues) === 'typed';
          return (
            <Columns
              key={table.id}
              title={words('titleOf', { name: isolated(viewOf(own)?.name ?? table.id) })}
              columns={table.columns}
              known={knownOf({ route: own, fields: fieldsOf(own) }, typed)}
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

/** The columns of one table, each with its heading. */
function Columns({ title, columns, known, member, errors, put, children }: ColumnsProps) {
  const words = useWords('folders.table');
  const problem = errors[member];
  const names = columns.map(({ name }) => name);
  return (
    <fieldset className="stack gap-2">
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
          <ColumnList
            chosen={names}
            known={known.columns}
            nameOf={(name) => name}
            onChange={(chosen) =>
              put(chosen.map((name) => columns.find((column) => column.name === name) ?? { name, heading: name }))
            }
          >
            {(name) => (
              <Field
                label={words('heading', { name })}
                hideLabel
                error={known.isAll && !known.columns.includes(name) && words('noSuch')}
              >
                <Input
                  value={columns.find((column) => column.name === name)?.heading}
                  placeholder={name}
                  onChange={({ target }) => put(columns.with(names.indexOf(name), { name, heading: target.value }))}
                />
              </Field>
            )}
          </ColumnList>
        </>
      )}
    </fieldset>
  );
}
