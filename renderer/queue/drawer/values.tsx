import { CircleCheck, Flag } from 'lucide-react';
import type { FieldView, ResultView } from '../../../electron/core/contract/documents.ts';
import { labelOf } from '../../review/review-task.ts';
import { Text, useFormats, useWords } from '../../words/words.tsx';
import drawer from './drawer.module.css';
import styles from './values.module.css';

/** The current values of the document, with doubtful ones flagged. */
export function Values({ result }: { readonly result: ResultView }) {
  const words = useWords('queue.drawer');
  const formats = useFormats();
  const { confirmed } = result.review;
  return (
    <section className={drawer.section}>
      <h3>{words('values')}</h3>
      <dl className={styles.values}>
        {result.kind === 'extraction' ? (
          result.fields.map((field) => <Value key={field.key} field={field} />)
        ) : (
          <>
            <div className={styles.value}>
              <dt>{words('category')}</dt>
              <dd>{result.category?.name ?? <i>{words('noCategory')}</i>}</dd>
            </div>
            {result.confidence !== undefined && (
              <div className={styles.value}>
                <dt>{words('confidence')}</dt>
                <dd>{formats.number(result.confidence, { maximumFractionDigits: 2 })}</dd>
              </div>
            )}
            {result.reasoning !== undefined && (
              <div className={styles.value}>
                <dt>{words('reasoning')}</dt>
                <dd>{result.reasoning}</dd>
              </div>
            )}
          </>
        )}
      </dl>
      {result.reasons.map(({ kind, message }) => (
        <p key={kind} className={styles.flag}>
          <Flag aria-hidden />
          <Text message={message} />
        </p>
      ))}
      {confirmed !== undefined && (
        <p className={styles.confirmed}>
          <CircleCheck aria-hidden />
          {words('confirmedBy', { by: confirmed.by, when: formats.when(confirmed.at) })}
        </p>
      )}
    </section>
  );
}

function Value({ field }: { readonly field: FieldView }) {
  const words = useWords('queue.drawer');
  const { key, value, serviceValue, newerServiceValue, reasons } = field;
  return (
    <div className={styles.value}>
      <dt title={field.description}>{labelOf(key)}</dt>
      <dd>
        {value === undefined || value === '' ? <i className={styles.none}>{words('noValue')}</i> : <span>{value}</span>}
        {serviceValue !== undefined && <small>{words('serviceSaid', { value: serviceValue })}</small>}
        {newerServiceValue !== undefined && <small>{words('newer', { value: newerServiceValue })}</small>}
        {reasons.map((reason) => (
          <small key={reason.kind} className={styles.flag}>
            <Flag aria-hidden />
            <Text message={reason.message} />
          </small>
        ))}
      </dd>
    </div>
  );
}
