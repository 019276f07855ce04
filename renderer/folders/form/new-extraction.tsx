import { TriangleAlert } from 'lucide-react';
import { TextField } from '../../components/field.tsx';
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
      <TextField
        label={words('name')}
        hint={words('nameHint')}
        error={errors['newExtraction.name']}
        value={newExtraction.name}
        onText={(name) => put({ name })}
      />
      <div className={styles.pair}>
        <TextField
          label={words('description')}
          optional
          error={errors['newExtraction.description']}
          value={newExtraction.description}
          onText={(description) => put({ description })}
        />
        <TextField
          label={words('language')}
          optional
          hint={words('languageHint')}
          error={errors['newExtraction.language']}
          value={newExtraction.language}
          onText={(language) => put({ language })}
        />
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
