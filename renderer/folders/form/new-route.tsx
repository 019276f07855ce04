import { Plus, Trash2, TriangleAlert } from 'lucide-react';
import type { RouteView } from '../../../electron/core/contract/folders.ts';
import { Button, IconButton } from '../../components/button.tsx';
import { Field, Select, TextField } from '../../components/field.tsx';
import { Switch } from '../../components/switch.tsx';
import { useWords } from '../../words/words.tsx';
import { PathField } from '../browse/path-field.tsx';
import { type CategoryDraft, type ClassificationDraft, type ExtractionDraft, emptyCategory, emptyField } from './draft.ts';
import type { PartProps } from './frame.tsx';
import styles from './make.module.css';
import { moveOnEnter, Rows } from './rows.tsx';

/** A new extraction: its fields, and the sample document that the service requires. */
export function NewExtraction({ draft, change, errors, isSandbox }: PartProps & { readonly isSandbox: boolean }) {
  const words = useWords('folders.make');
  const { newExtraction } = draft;
  const put = (changes: Partial<ExtractionDraft>): void => change({ newExtraction: { ...newExtraction, ...changes } });
  const text = (name: 'name' | 'description' | 'language') => ({
    label: words(name),
    error: errors[`newExtraction.${name}`],
    value: newExtraction[name],
    onText: (typed: string) => put({ [name]: typed }),
  });
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: it handles Enter for the inputs inside.
    <div className={styles.make} onKeyDown={moveOnEnter}>
      <TextField {...text('name')} hint={words('nameHint')} />
      <div className={styles.pair}>
        <TextField {...text('description')} optional />
        <TextField {...text('language')} optional hint={words('languageHint')} />
      </div>
      <Rows
        title={words('fields')}
        name="newExtraction.fields"
        rows={newExtraction.fields}
        empty={emptyField}
        columns={[
          { key: 'key', label: words('fieldKey'), placeholder: 'invoice_number' },
          { key: 'description', label: words('fieldDescription') },
          { key: 'example', label: words('fieldExample') },
        ]}
        add={words('addField')}
        remove={(number) => words('removeField', { number })}
        errors={errors}
        onChange={(fields) => put({ fields })}
      />
      <Switch label={words('hasTable')} checked={newExtraction.hasTable} onChange={(hasTable) => put({ hasTable })} />
      <PathField
        what="file"
        label={words('sample')}
        hint={words('sampleHint')}
        error={errors['newExtraction.sample']}
        value={newExtraction.sample}
        onChange={(sample) => put({ sample })}
      />
      <p className={styles.note} data-warn={!isSandbox}>
        <TriangleAlert aria-hidden />
        {words(isSandbox ? 'sampleSandbox' : 'sampleSent')}
      </p>
    </div>
  );
}

interface NewClassificationProps extends PartProps {
  readonly extractions: readonly RouteView[];
}

/** A new classification: its categories, each of which can lead to an extraction. */
export function NewClassification({ draft, change, errors, extractions }: NewClassificationProps) {
  const words = useWords('folders.make');
  const { newClassification } = draft;
  const { categories } = newClassification;
  const put = (changes: Partial<ClassificationDraft>): void =>
    change({ newClassification: { ...newClassification, ...changes } });
  const text = (name: 'name' | 'description') => ({
    label: words(name),
    error: errors[`newClassification.${name}`],
    value: newClassification[name],
    onText: (typed: string) => put({ [name]: typed }),
  });
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: it handles Enter for the inputs inside.
    <div className={styles.make} onKeyDown={moveOnEnter}>
      <div className={styles.pair}>
        <TextField {...text('name')} />
        <TextField {...text('description')} optional />
      </div>
      <h4>{words('categories')}</h4>
      <ul className={styles.categories}>
        {categories.map((category, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: rows have no other identity, and all their state is in the draft.
          <li key={index}>
            <CategoryFields
              number={index + 1}
              category={category}
              extractions={extractions}
              errors={errors}
              onChange={(changed) => put({ categories: categories.map((each, at) => (at === index ? changed : each)) })}
              onRemove={() => put({ categories: categories.filter((_, at) => at !== index) })}
            />
          </li>
        ))}
      </ul>
      <Button size="small" icon={<Plus aria-hidden />} onClick={() => put({ categories: [...categories, emptyCategory] })}>
        {words('addCategory')}
      </Button>
    </div>
  );
}

interface CategoryFieldsProps extends Pick<NewClassificationProps, 'extractions' | 'errors'> {
  readonly number: number;
  readonly category: CategoryDraft;
  readonly onChange: (category: CategoryDraft) => void;
  readonly onRemove: () => void;
}

function CategoryFields({ number, category, extractions, errors, onChange, onRemove }: CategoryFieldsProps) {
  const words = useWords('folders.make');
  const error = (member: string) => errors[`newClassification.categories.${number - 1}.${member}`];
  const text = (name: 'name' | 'description' | 'keywords') => ({
    error: error(name),
    value: category[name],
    onText: (typed: string) => onChange({ ...category, [name]: typed }),
  });
  return (
    <fieldset className={styles.category}>
      <legend>{words('categoryNumber', { number })}</legend>
      <div className={styles.pair}>
        <TextField label={words('categoryName')} {...text('name')} />
        <TextField label={words('categoryDescription')} optional {...text('description')} />
        <TextField label={words('keywords')} optional hint={words('keywordsHint')} {...text('keywords')} />
        <Field label={words('linked')} optional error={error('linkedExtractionId')}>
          <Select value={category.linked} onChange={({ target }) => onChange({ ...category, linked: target.value })}>
            <option value="">{words('linkedNone')}</option>
            {extractions.map(({ route, name }) => (
              <option key={route.id} value={route.id}>
                {name}
              </option>
            ))}
          </Select>
        </Field>
      </div>
      <IconButton
        className={styles.removeCategory}
        label={words('removeCategory', { number })}
        icon={<Trash2 aria-hidden />}
        onClick={onRemove}
      />
    </fieldset>
  );
}
