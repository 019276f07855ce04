import { clsx } from 'clsx';
import { Inbox } from 'lucide-react';
import type { ReactNode } from 'react';
import styles from './empty-state.module.css';

interface EmptyStateProps {
  readonly icon?: ReactNode;
  readonly title: ReactNode;
  /** What would be here, and how it gets here. */
  readonly children?: ReactNode;
  readonly actions?: ReactNode;
}

/** Shown in place of missing content: says what would be here, and offers the next step. */
export function EmptyState({ icon, title, children, actions }: EmptyStateProps) {
  return (
    <div className={styles.empty}>
      {icon !== undefined && <div className={styles.icon}>{icon}</div>}
      <h2>{title}</h2>
      {children !== undefined && <div>{children}</div>}
      {actions !== undefined && <div className="wrap gap-2">{actions}</div>}
    </div>
  );
}

/** Shown until content arrives, so that nothing is ever blank. */
export function Waiting({ children }: { readonly children: ReactNode }) {
  return (
    <div className={clsx(styles.empty, styles.waiting)} role="status">
      <Inbox />
      <p>{children}</p>
    </div>
  );
}
