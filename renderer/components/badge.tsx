import { clsx } from 'clsx';
import type { ReactNode } from 'react';
import styles from './badge.module.css';

export type Tone = 'plain' | 'accent' | 'good' | 'warn' | 'bad';

/** A short label for a state. Its icon distinguishes it without colour. */
export function Badge({
  tone = 'plain',
  icon,
  children,
}: {
  readonly tone?: Tone;
  readonly icon?: ReactNode;
  readonly children: ReactNode;
}) {
  return (
    <span className={clsx(styles.badge, styles[tone])}>
      {icon}
      {children}
    </span>
  );
}

/** A count beside a name. */
export function Count({ children, tone = 'plain' }: { readonly children: ReactNode; readonly tone?: Tone }) {
  return <span className={clsx(styles.count, styles[tone])}>{children}</span>;
}
