import type { ReactNode } from 'react';
import type { ContractError } from '../../electron/core/contract/contract.ts';
import { Text } from '../words/text.tsx';
import { useWords } from '../words/words.tsx';
import { Banner } from './banner.tsx';

/** What the host refused, where a person looks. `field` errors belong to their field instead. */
export function Problem({ problem, actions }: { readonly problem: ContractError | undefined; readonly actions?: ReactNode }) {
  const words = useWords('common');
  return (
    <div role="alert">
      {problem !== undefined && (
        <Banner tone="bad" title={words('problemTitle')} {...(actions !== undefined && { actions })}>
          <Text message={problem.message} />
        </Banner>
      )}
    </div>
  );
}
