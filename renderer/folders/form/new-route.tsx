import type { RouteView } from '../../../electron/core/contract/folders.ts';
import { Banner } from '../../components/banner.tsx';
import { SelectField, TextField } from '../../components/field.tsx';
import { Switch } from '../../components/switch.tsx';
import { useWords } from '../../words/words.tsx';
import { type ClassificationDraft, type ExtractionDraft, emptyCategory, emptyField } from './draft.ts';
import styles from './form.module.css';
import type { PartProps } from './part.tsx';
import { PathField } from './path-field.tsx';
import { EnterMoves, RowList, TextRows } from './rows.tsx';

/** A new extraction: its fields, and the sample document that the service requires. */
export function NewExtraction({ draft, change, errors, isSandbox }: PartProps & { readonly isSandbox: boolean }) {
  const words = useWords('folders.make');
  const { newExtraction } = draft;
  const put = (changes: Partial<ExtractionDraft>): void => change({ newExtraction: { ...newExtraction, ...changes } });
  return (
    <EnterMoves>
      <ExtractionFields draft={newExtraction} put={put} errors={errors} />
      <Switch label={words('hasTable')} checked={newExtraction.hasTable} onChange={(hasTable) => put({ hasTable })} />
      <PathField
        what="file"
        label={words('sample')}
        hint={words('sampleHint')}
        error={errors['newExtraction.sample']}
        value={newExtraction.sample}
        onChange={(sample) => put({ sample })}
      />
      <Banner tone={isSandbox ? 'accent' : 'warn'}>{words(isSandbox ? 'sampleSandbox' : 'sampleSent')}</Banner>
    </EnterMoves>
  );
}

type Described = Pick<ExtractionDraft, 'name' | 'description' | 'language' | 'fields'>;

interface ExtractionFieldsProps extends Pick<PartProps, 'errors'> {
  readonly draft: Described;
  readonly put: (changes: Partial<Described>) => void;
}

/** What is said of an extraction, a new one or one that is changed. */
export function ExtractionFields({ draft, put, errors }: ExtractionFieldsProps) {
  const words = useWords('folders.make');
  const text = (name: 'name' | 'description' | 'language') => ({
    label: words(name),
    error: errors[`newExtraction.${name}`],
    value: draft[name],
    onText: (typed: string) => put({ [name]: typed }),
  });
  return (
    <>
      <TextField {...text('name')} hint={words('nameHint')} />
      <div className={styles.pair}>
        <TextField {...text('description')} optional />
        <TextField {...text('language')} optional hint={words('languageHint')} />
      </div>
      <TextRows
        title={words('fields')}
        name="newExtraction.fields"
        rows={draft.fields}
        empty={emptyField}
        columns={[
          { key: 'key', label: words('fieldKey'), placeholder: 'invoice_number' },
          { key: 'description', label: words('fieldDescription') },
          { key: 'example', label: words('fieldExample') },
        ]}
        add={words('addField')}
        nameOf={(number) => words('fieldNumber', { number })}
        removeOf={(number) => words('removeField', { number })}
        errors={errors}
        onChange={(fields) => put({ fields })}
      />
    </>
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
    <EnterMoves>
      <div className={styles.pair}>
        <TextField {...text('name')} />
        <TextField {...text('description')} optional />
      </div>
      <h3>{words('categories')}</h3>
      <RowList
        rows={categories}
        empty={emptyCategory}
        onChange={(changed) => put({ categories: changed })}
        nameOf={(number) => words('categoryNumber', { number })}
        removeOf={(number) => words('removeCategory', { number })}
        add={words('addCategory')}
      >
        {(category, putOwn, index) => {
          const error = (member: string) => errors[`newClassification.categories.${index}.${member}`];
          const own = (name: 'name' | 'description' | 'keywords') => ({
            error: error(name),
            value: category[name],
            onText: (typed: string) => putOwn({ [name]: typed }),
          });
          return (
            <>
              <TextField label={words('categoryName')} {...own('name')} />
              <TextField label={words('categoryDescription')} optional {...own('description')} />
              <TextField label={words('keywords')} optional hint={words('keywordsHint')} {...own('keywords')} />
              <SelectField
                label={words('linked')}
                optional
                error={error('linkedExtractionId')}
                value={category.linked}
                options={[['', words('linkedNone')], ...extractions.map(({ route, name }) => [route.id, name] as const)]}
                onChoose={(linked) => putOwn({ linked })}
              />
            </>
          );
        }}
      </RowList>
    </EnterMoves>
  );
}
