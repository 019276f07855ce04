import { Field, Input } from '../../components/field.tsx';
import { useWords } from '../../words/words.tsx';
import type { PartProps } from './frame.tsx';
import styles from './make.module.css';

/** An extraction by its ID: looked up, which uses no pages, and shown before any document goes there. */
export function FindExtraction({ draft, change, errors }: PartProps) {
  const words = useWords('folders.to');
  const form = useWords('folders.form');
  const isFound = draft.found?.route.kind === 'extraction' && draft.found.route.id === draft.extractionId.trim();
  return (
    <>
      <Field label={words('extractionId')} error={errors.extractionId}>
        <Input
          className={styles.idInput}
          value={draft.extractionId}
          onChange={({ target }) => change({ extractionId: target.value })}
        />
      </Field>
      <div role="status" className={styles.found}>
        {isFound && draft.found !== undefined && (
          <>
            <p>
              <strong>{words('found', { name: draft.found.name })}</strong>
              {draft.found.description !== undefined && <span className={styles.hint}> {draft.found.description}</span>}
            </p>
            <FieldTable name={draft.found.name} fields={draft.found.fields} />
            <p className={styles.hint}>{form('checkFound')}</p>
          </>
        )}
      </div>
    </>
  );
}

interface FieldTableProps {
  readonly name: string;
  readonly fields: readonly { readonly key: string; readonly description?: string; readonly example?: string }[];
}

function FieldTable({ name, fields }: FieldTableProps) {
  const words = useWords('folders.to');
  if (fields.length === 0) return <p className={styles.hint}>{words('noFields')}</p>;
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: it can be wider than its frame, and then the keyboard must be able to scroll it.
    <section className={styles.tableFrame} aria-label={words('fieldTable', { name })} tabIndex={0}>
      <table className={styles.table}>
        <thead>
          <tr>
            <th scope="col">{words('key')}</th>
            <th scope="col">{words('description')}</th>
            <th scope="col">{words('example')}</th>
          </tr>
        </thead>
        <tbody>
          {fields.map(({ key, description, example }) => (
            <tr key={key}>
              <th scope="row">
                <code>{key}</code>
              </th>
              <td>{description}</td>
              <td>{example}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}
