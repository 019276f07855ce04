import { CircleAlert, Info, TriangleAlert } from 'lucide-react';
import type { ReactNode } from 'react';
import styles from './banner.module.css';

interface BannerProps {
  readonly tone?: 'accent' | 'warn' | 'bad';
  readonly title?: ReactNode;
  readonly children?: ReactNode;
  readonly actions?: ReactNode;
}

const icons = { accent: Info, warn: TriangleAlert, bad: CircleAlert };

/** Something that concerns the whole screen: what happened, what Intray did, what a person can do. */
export function Banner({ tone = 'accent', title, children, actions }: BannerProps) {
  const Icon = icons[tone];
  return (
    <div className={styles.banner} data-tone={tone}>
      <Icon />
      <div className={styles.text}>
        {title !== undefined && <strong>{title}</strong>}
        {children !== undefined && <div>{children}</div>}
      </div>
      {actions !== undefined && <div className="wrap gap-2">{actions}</div>}
    </div>
  );
}
