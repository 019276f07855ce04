import { Inbox } from 'lucide-react';
import type { ReactNode } from 'react';
import styles from './waiting.module.css';

/** Shown until content arrives, so that nothing is ever blank. */
export function Waiting({ children }: { readonly children: ReactNode }) {
  return (
    <div className={styles.waiting} role="status">
      <Inbox aria-hidden />
      <p>{children}</p>
    </div>
  );
}
