import { ArrowLeft } from 'lucide-react';
import type { ReactNode } from 'react';
import { ScreenFrame } from '../../components/screen.tsx';
import { hrefOf } from '../../navigation.ts';
import { useWords } from '../../words/words.tsx';
import styles from './form.module.css';

/** The frame of a form: its title, and the link back to all folders. */
export function Frame({ title, children }: { readonly title: string; readonly children: ReactNode }) {
  const words = useWords('folders.form');
  return (
    <ScreenFrame
      title={title}
      actions={
        <a className={styles.toList} href={hrefOf({ screen: 'folders' })}>
          <ArrowLeft aria-hidden />
          {words('toList')}
        </a>
      }
    >
      <div className={styles.column}>{children}</div>
    </ScreenFrame>
  );
}
