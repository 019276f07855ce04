import { Check } from 'lucide-react';
import { useWords } from '../../words/words.tsx';
import { type Step, steps } from './draft.ts';
import styles from './steps.module.css';

/** Shows the current step; finished steps lead back. */
export function StepList({ now, onGo }: { readonly now: Step | 'done'; readonly onGo?: (step: Step) => void }) {
  const words = useWords('folders.form');
  const position = now === 'done' ? steps.length : steps.indexOf(now);
  return (
    <>
      <ol className={styles.steps} aria-label={words('steps')}>
        {steps.map((step, index) => {
          const isDone = index < position;
          const mark = <span className={styles.mark}>{isDone ? <Check aria-hidden /> : index + 1}</span>;
          return (
            <li key={step} data-done={isDone} aria-current={step === now ? 'step' : undefined}>
              {isDone && onGo !== undefined ? (
                <button type="button" onClick={() => onGo(step)}>
                  {mark}
                  {words(step)}
                </button>
              ) : (
                <span className={styles.step}>
                  {mark}
                  {words(step)}
                </span>
              )}
            </li>
          );
        })}
      </ol>
      {now !== 'done' && (
        <p className="unseen" role="status">
          {words('stepNow', { number: position + 1, count: steps.length, name: words(now) })}
        </p>
      )}
    </>
  );
}
