import { TriangleAlert } from 'lucide-react';
import { Field, Input } from '../../components/field.tsx';
import { Switch } from '../../components/switch.tsx';
import { useWords } from '../../words/words.tsx';
import { PathField } from '../browse/path-field.tsx';
import { type ExtractionDraft, emptyField } from './draft.ts';
import type { PartProps } from './frame.tsx';
import styles from './make.module.css';
import { moveOnEnter, Rows } from './rows.tsx';

/** A new extraction: its fields, and the sample document that the service requires. */
export function NewExtraction({ draft, change, errors, isSandbox }: PartProps & { readonly isSandbox: boolean }) {
  const words = useWords('folders.make');
  const { newExtraction } = draft;
  const put = (changes: Partial<ExtractionDraft>): void => change({ newExtraction: { ...newExtraction, ...changes } });
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: it handles Enter for the inputs inside.
    <div className={styles.make} onKeyDown={moveOnEnter}>
      <Field label={words('name')} hint={words('nameHint')} error={errors['newExtraction.name']}>
        <Input value={newExtraction.name} onChange={({ target }) => put({ name: target.value })} />
      </Field>
      <div className={styles.pair}>
        <Field label={words('description')} optional error={errors['newExtraction.description']}>
          <Input value={newExtraction.description} onChange={({ target }) => put({ description: target.value })} />
        </Field>
        <Field label={words('language')} optional hint={words('languageHint')} error={errors['newExtraction.language']}>
          <Input value={newExtraction.language} onChange={({ target }) => put({ language: target.value })} />
        </Field>
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
