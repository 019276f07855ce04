import { type PropsWithChildren, useId } from 'react';
import type { Draft } from './draft.ts';
import styles from './form.module.css';
import type { Problems } from './typed-text.ts';

/** A part of the form under its title. */
export function Part({ title, intro, children }: PropsWithChildren<{ readonly title: string; readonly intro?: string }>) {
  const id = useId();
  return (
    <section className={styles.part} aria-labelledby={id}>
      <header>
        <h2 id={id}>{title}</h2>
        {intro !== undefined && <p className="soft">{intro}</p>}
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
