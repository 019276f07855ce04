import { type ReactNode, useId } from 'react';
import type { Draft } from './draft.ts';
import styles from './form.module.css';
import type { Errors } from './wrong.tsx';

/** A part of the form under its title. */
export function Part({
  title,
  intro,
  children,
}: {
  readonly title: ReactNode;
  readonly intro?: ReactNode;
  readonly children: ReactNode;
}) {
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
  readonly errors: Errors;
}
