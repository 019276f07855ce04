import type { ResultView } from '../../../electron/core/contract/documents.ts';
import { useWords } from '../../words/words.tsx';
import { useDraft, withValue } from '../drafts.ts';
import { FieldRow } from './field-row.tsx';
import styles from './values.module.css';

interface FieldListProps {
  readonly id: number;
  readonly result: Extract<ResultView, { kind: 'extraction' }>;
  readonly onActive: (key: string | undefined) => void;
}

/** The values in the extraction's order; what is flagged is where a person begins. */
export function FieldList({ id, result, onActive }: FieldListProps) {
  const words = useWords('review.values');
  const [draft, change] = useDraft(id);
  const { fields, modelUsed } = result;
  const begin = (fields.find((field) => field.reasons.length > 0) ?? fields[0])?.key;
  const flagged = fields.filter((field) => field.reasons.length > 0).length;
  return (
    <section className={styles.fields} aria-label={words('label')}>
      {fields.length === 0 ? (
        <p className={styles.quiet}>{words('noFields')}</p>
      ) : (
        flagged > 0 && <p className={styles.quiet}>{words('flagged', { count: flagged })}</p>
      )}
      {fields.map((field) => (
        <FieldRow
          key={field.key}
          field={field}
          value={draft.values[field.key] ?? field.value ?? ''}
          begins={field.key === begin && !result.review.conflict}
          onType={(typed) => change((before) => withValue(before, field.key, typed, field.value))}
          onFocus={() => onActive(field.key)}
        />
      ))}
      {modelUsed !== undefined && <p className={styles.quiet}>{words('model', { model: modelUsed })}</p>}
    </section>
  );
}
