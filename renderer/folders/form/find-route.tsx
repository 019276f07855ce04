import type { RouteView } from '../../../electron/core/contract/folders.ts';
import { isolated } from '../../../electron/core/messages/wording.ts';
import { DataTable } from '../../components/data-table.tsx';
import { TextField } from '../../components/field.tsx';
import { useHostQuery } from '../../host/use-host-query.ts';
import { useFormats, useWords } from '../../words/words.tsx';
import { emptyTyped, type TypedCategory } from './draft.ts';
import type { PartProps } from './part.tsx';
import { TextRows } from './rows.tsx';
import { useDebounced } from './use-inspection.ts';

/** An extraction by its ID: looked up, which uses no pages, and shown before any document goes there. */
export function FindExtraction({ draft, change, errors }: PartProps) {
  const words = useWords('folders.to');
  const form = useWords('folders.form');
  const { found } = draft;
  const isFound = found?.route.kind === 'extraction' && found.route.id === draft.extractionId.trim();
  return (
    <>
      <TextField
        label={words('extractionId')}
        error={errors.extractionId}
        className="code"
        value={draft.extractionId}
        onText={(extractionId) => change({ extractionId })}
      />
      <div role="status" className="stack gap-2">
        {isFound && (
          <>
            <p>
              <strong>{words('found', { name: found.name })}</strong>
              {found.description !== undefined && <span className="hint"> {isolated(found.description)}</span>}
            </p>
            <FieldTable name={found.name} fields={found.fields} />
            <p className="hint">{form('checkFound')}</p>
          </>
        )}
      </div>
    </>
  );
}

export function FieldTable({ name, fields }: Pick<RouteView, 'name' | 'fields'>) {
  const words = useWords('folders.to');
  if (fields.length === 0) return <p className="hint">{words('noFields')}</p>;
  return (
    <DataTable
      label={words('fieldTable', { name })}
      columns={[
        { name: words('key'), of: ({ key }) => <code>{key}</code> },
        { name: words('description'), of: ({ description }) => isolated(description ?? '') },
        { name: words('example'), of: ({ example }) => example },
      ]}
      rows={fields}
      keyOf={({ key }) => key}
    />
  );
}

/** A classification by its ID. The service cannot list its categories: Intray learns them, or the person types them here. */
export function FindClassification({ draft, change, errors }: PartProps) {
  const words = useWords('folders.to');
  const formats = useFormats();
  const id = useDebounced(draft.classificationId.trim());
  const { data } = useHostQuery('lookUpRoute', { route: { kind: 'classification', id } }, { enabled: id !== '' });
  const known = data?.categories ?? [];
  return (
    <>
      <TextField
        label={words('classificationId')}
        error={errors.classificationId}
        className="code"
        value={draft.classificationId}
        onText={(classificationId) => change({ classificationId })}
      />
      <div role="status">
        {known.length > 0 && <p>{words('categoriesKnown', { categories: formats.list(known.map(({ name }) => name)) })}</p>}
      </div>
      <p className="hint">{words('categoriesUnknown')}</p>
      <TypedCategories
        categories={draft.categories}
        add={words('addCategory')}
        errors={errors}
        onChange={(categories) => change({ categories })}
      />
    </>
  );
}

interface TypedCategoriesProps extends Pick<PartProps, 'errors'> {
  readonly categories: readonly TypedCategory[];
  readonly add: string;
  readonly onChange: (categories: readonly TypedCategory[]) => void;
}

/** The categories of a classification that a person knows and the service does not tell. */
export function TypedCategories({ categories, ...rest }: TypedCategoriesProps) {
  const words = useWords('folders.to');
  const make = useWords('folders.make');
  return (
    <TextRows
      title={words('typedCategories')}
      name="categories"
      rows={categories}
      empty={emptyTyped}
      columns={[
        { key: 'id', label: words('categoryId') },
        { key: 'name', label: words('categoryName') },
      ]}
      nameOf={(number) => make('categoryNumber', { number })}
      removeOf={(number) => make('removeCategory', { number })}
      {...rest}
    />
  );
}
