import { clsx } from 'clsx';
import { CircleAlert, Info, TriangleAlert } from 'lucide-react';
import type { ReactNode } from 'react';
import styles from './banner.module.css';

interface BannerProps {
  readonly tone?: 'info' | 'warn' | 'bad';
  readonly title?: ReactNode;
  readonly children?: ReactNode;
  readonly actions?: ReactNode;
}

const icons = { info: Info, warn: TriangleAlert, bad: CircleAlert };

/** Something that concerns the whole screen: what happened, what Intray did, what a person can do. */
export function Banner({ tone = 'info', title, children, actions }: BannerProps) {
  const Icon = icons[tone];
  return (
    <div className={clsx(styles.banner, styles[tone])}>
      <Icon className={styles.icon} />
      <div className={styles.text}>
        {title !== undefined && <strong>{title}</strong>}
        {children !== undefined && <div>{children}</div>}
      </div>
      {actions !== undefined && <div className="wrap gap-2">{actions}</div>}
    </div>
  );
}
