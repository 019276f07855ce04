import { CircleAlert, Info, TriangleAlert } from 'lucide-react';
import type { ReactNode } from 'react';
import type { ContractError } from '../../electron/core/contract/contract.ts';
import { useHostQuery } from '../host/host.tsx';
import { Text, useWords } from '../words/words.tsx';
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

/** A refusal of the host, shown where the person is looking. Errors with a `field` belong at that field instead. */
export function Problem({ problem }: { readonly problem: ContractError | null | undefined }) {
  const words = useWords('common');
  return (
    <div role="alert">
      {problem && (
        <Banner tone="bad" title={words('problemTitle')}>
          <Text message={problem.message} />
        </Banner>
      )}
    </div>
  );
}

/** Whether a config file says which folders are watched, and how: nothing of that can be changed here. */
export function useIsRuled(): boolean {
  return useHostQuery('preferences', {}).data?.configFile !== undefined;
}

/** Where to change what cannot be changed here. */
export function RuledBanner() {
  const words = useWords('settings');
  const file = useHostQuery('preferences', {}).data?.configFile;
  return file === undefined ? null : <Banner>{words('ruled', { file })}</Banner>;
}
