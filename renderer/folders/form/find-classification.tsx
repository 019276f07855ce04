import { useEffect, useState } from 'react';
import { Field, Input } from '../../components/field.tsx';
import { useHostQuery } from '../../host/use-host-query.ts';
import { useFormats } from '../../words/use-formats.ts';
import { useWords } from '../../words/words.tsx';
import { emptyTyped } from './draft.ts';
import type { PartProps } from './frame.tsx';
import styles from './make.module.css';
import { Rows } from './rows.tsx';

const pauseMs = 350;

/** A classification by its ID. The service cannot list its categories: Intray learns them, or the person types them here. */
export function FindClassification({ draft, change, errors }: PartProps) {
  const words = useWords('folders.to');
  const make = useWords('folders.make');
  const formats = useFormats();
  const id = useDebounced(draft.classificationId.trim());
  const { data } = useHostQuery('lookUpRoute', { route: { kind: 'classification', id } }, { enabled: id !== '' });
  const known = data?.categories ?? [];
  const { categories } = draft;
  return (
    <>
      <Field label={words('classificationId')} error={errors.classificationId}>
        <Input
          className={styles.idInput}
          value={draft.classificationId}
          onChange={({ target }) => change({ classificationId: target.value })}
        />
      </Field>
      <div role="status">
        {known.length > 0 && <p>{words('categoriesKnown', { categories: formats.list(known.map(({ name }) => name)) })}</p>}
      </div>
      <p className={styles.hint}>{words('categoriesUnknown')}</p>
      <Rows
        title={words('typedCategories')}
        name="categories"
        rows={categories}
        empty={emptyTyped}
        columns={[
          { key: 'id', label: words('categoryId') },
          { key: 'name', label: words('categoryName') },
        ]}
        add={words('addCategory')}
        remove={(number) => make('removeCategory', { number })}
        errors={errors}
        onChange={(rows) => change({ categories: rows })}
      />
    </>
  );
}

/** The text, updated a moment after the last change. */
function useDebounced(text: string): string {
  const [debounced, setDebounced] = useState(text);
  useEffect(() => {
    const timer = setTimeout(() => setDebounced(text), pauseMs);
    return () => clearTimeout(timer);
  }, [text]);
  return debounced;
}
