import type { ReviewView } from '../../../electron/core/contract/documents.ts';
import { useFormats } from '../../words/use-formats.ts';
import { useWords } from '../../words/words.tsx';
import { labelOf } from '../review-task.ts';
import styles from './values.module.css';

/** Who has changed what, and when; newest first. */
export function Trail({ review }: { readonly review: ReviewView }) {
  const words = useWords('review.values');
  const formats = useFormats();
  if (review.changes.length === 0) return null;
  return (
    <details className={styles.trail}>
      <summary>{words('trail', { count: review.changes.length })}</summary>
      <ol>
        {review.changes.toReversed().map((change) => (
          <li key={`${change.at} ${change.field ?? ''}`}>
            {words('trailLine', {
              at: formats.when(change.at),
              by: change.by,
              field: change.field === undefined ? words('trailCategory') : labelOf(change.field),
              from: change.from ?? words('noValue'),
              to: change.to ?? words('noValue'),
            })}
          </li>
        ))}
      </ol>
    </details>
  );
}
