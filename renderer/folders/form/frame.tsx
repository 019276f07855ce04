import { ArrowLeft, Check } from 'lucide-react';
import { type PropsWithChildren, type ReactNode, useId } from 'react';
import { Banner } from '../../components/banner.tsx';
import { Button } from '../../components/button.tsx';
import { ScreenFrame } from '../../components/screen.tsx';
import { hrefOf } from '../../navigation.ts';
import { useWords } from '../../words/words.tsx';
import { type Draft, type Step, steps } from './draft.ts';
import styles from './form.module.css';
import stepStyles from './steps.module.css';
import type { Problems } from './typed-text.ts';

/** The frame of a form: its title, and the link back to all folders. */
export function Frame({ title, children }: { readonly title: string; readonly children: ReactNode }) {
  const words = useWords('folders.form');
  return (
    <ScreenFrame
      title={title}
      actions={
        <a className={styles.toList} href={hrefOf({ screen: 'folders' })}>
          <ArrowLeft />
          {words('toList')}
        </a>
      }
    >
      <div className={styles.column}>{children}</div>
    </ScreenFrame>
  );
}

/** A part of the form under its title. */
export function Part({ title, intro, children }: PropsWithChildren<{ readonly title: string; readonly intro?: ReactNode }>) {
  const id = useId();
  return (
    <section className={styles.part} aria-labelledby={id}>
      <header>
        <h2 id={id}>{title}</h2>
        {intro !== undefined && <p className={styles.intro}>{intro}</p>}
      </header>
      {children}
    </section>
  );
}

/** What each part of the form receives. */
export interface PartProps {
  readonly draft: Draft;
  readonly change: (changes: Partial<Draft>) => void;
  /** What is wrong, by member of the draft; shown at its field. */
  readonly errors: Problems;
}

/** Says that earlier entries were restored, and offers to discard them. */
export function RestoredNote({ onStartOver }: { readonly onStartOver: () => void }) {
  const words = useWords('folders.draft');
  return (
    <Banner
      actions={
        <Button kind="quiet" size="small" onClick={onStartOver}>
          {words('startOver')}
        </Button>
      }
    >
      {words('restored')}
    </Banner>
  );
}

/** Shows the current step; finished steps lead back. */
export function StepList({ now, onGo }: { readonly now: Step; readonly onGo: (step: Step) => void }) {
  const words = useWords('folders.form');
  const position = steps.indexOf(now);
  return (
    <>
      <ol className={stepStyles.steps} aria-label={words('steps')}>
        {steps.map((step, index) => {
          const isDone = index < position;
          const mark = <span className={stepStyles.mark}>{isDone ? <Check /> : index + 1}</span>;
          return (
            <li key={step} data-done={isDone} aria-current={step === now ? 'step' : undefined}>
              {isDone ? (
                <button type="button" onClick={() => onGo(step)}>
                  {mark}
                  {words(step)}
                </button>
              ) : (
                <span className={stepStyles.step}>
                  {mark}
                  {words(step)}
                </span>
              )}
            </li>
          );
        })}
      </ol>
      <p className="unseen" role="status">
        {words('stepNow', { number: position + 1, count: steps.length, name: words(now) })}
      </p>
    </>
  );
}
