import { clsx } from 'clsx';
import type { ReactNode } from 'react';
import type { Tone } from './badge.tsx';
import styles from './icon-line.module.css';

interface IconLineProps {
  readonly icon: ReactNode;
  readonly tone?: Tone;
  readonly className?: string;
  readonly children: ReactNode;
}

/** A paragraph that begins with an icon. */
export function IconLine({ icon, tone = 'accent', className, children }: IconLineProps) {
  return (
    <p className={clsx(styles.line, className)} data-tone={tone}>
      {icon}
      <span>{children}</span>
    </p>
  );
}
