import { useId } from 'react';
import { Button } from '../../components/button.tsx';
import { useWords } from '../../words/words.tsx';
import { labelOf, type ReviewTask } from '../review-task.ts';
import styles from './decision.module.css';

interface ConflictProps {
  readonly task: ReviewTask;
  readonly onTake: (take: 'mine' | 'service') => void;
}

/** A person and the service have confirmed different values: shows both, and lets the person choose. */
export function Conflict({ task, onTake }: ConflictProps) {
  const words = useWords('review');
  const titleId = useId();
  const fields = task.kind === 'values' ? task.result.fields.filter((field) => field.newerServiceValue !== undefined) : [];
  return (
    <section className={styles.conflict} aria-labelledby={titleId} tabIndex={-1} data-begin>
      <h3 id={titleId}>{words('conflict.title')}</h3>
      <p>{words('conflict.detail')}</p>
      {fields.length > 0 && (
        <table>
          <thead>
            <tr>
              <th scope="col">{words('conflict.field')}</th>
              <th scope="col">{words('conflict.mine')}</th>
              <th scope="col">{words('conflict.service')}</th>
            </tr>
          </thead>
          <tbody>
            {fields.map((field) => (
              <tr key={field.key}>
                <th scope="row">{labelOf(field.key)}</th>
                <td>{field.value ?? <em>{words('values.noValue')}</em>}</td>
                <td>{field.newerServiceValue}</td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
      <div className={styles.choices}>
        <Button onClick={() => onTake('mine')}>{words('conflict.keepMine')}</Button>
        <Button onClick={() => onTake('service')}>{words('conflict.takeService')}</Button>
      </div>
    </section>
  );
}
