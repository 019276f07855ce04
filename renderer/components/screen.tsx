import type { PropsWithChildren, ReactNode } from 'react';
import styles from './screen.module.css';

/** The frame of a screen: its title (the page's only h1), its actions, and its content, which scrolls. */
export function ScreenFrame({
  title,
  actions,
  children,
}: PropsWithChildren<{ readonly title: ReactNode; readonly actions?: ReactNode }>) {
  return (
    <div className={styles.screen}>
      <header className={styles.header}>
        <h1>{title}</h1>
        {actions !== undefined && <div className="row wrap gap-2">{actions}</div>}
      </header>
      <div className={styles.content}>{children}</div>
    </div>
  );
}
