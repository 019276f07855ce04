import { Check } from 'lucide-react';
import { type ReactNode, useId } from 'react';
import { Button } from '../components/button.tsx';
import { Problem } from '../components/problem.tsx';
import { useWords } from '../words/words.tsx';
import styles from './settings.module.css';
import type { Saving } from './use-save.ts';

/** A section of the settings under its title, with a confirmation beside it after saving. */
export function Section({
  title,
  saving,
  children,
}: {
  readonly title: string;
  readonly saving?: Saving;
  readonly children: ReactNode;
}) {
  const words = useWords('settings');
  const common = useWords('common');
  const id = useId();
  return (
    <section className={styles.section} aria-labelledby={id}>
      <header className={styles.sectionHeader}>
        <h2 id={id}>{title}</h2>
        <span role="status" className={styles.saved}>
          {saving?.isSaved === true && (
            <>
              <Check aria-hidden />
              {words('saved')}
            </>
          )}
        </span>
        {saving?.undo !== undefined && (
          <Button kind="quiet" size="small" onClick={saving.undo}>
            {common('undo')}
          </Button>
        )}
      </header>
      <Problem problem={saving?.problem} />
      {children}
    </section>
  );
}
