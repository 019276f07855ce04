import type { PropsWithChildren, ReactNode } from 'react';
import styles from './badge.module.css';

export type Tone = 'plain' | 'accent' | 'good' | 'warn' | 'bad';

/** A short label for a state. Its icon distinguishes it without colour. */
export function Badge({
  tone = 'plain',
  icon,
  children,
}: PropsWithChildren<{ readonly tone?: Tone; readonly icon?: ReactNode }>) {
  return (
    <span className={styles.badge} data-tone={tone}>
      {icon}
      {children}
    </span>
  );
}
