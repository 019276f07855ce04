import type { ReactNode } from 'react';
import type { ContractError } from '../../electron/core/contract/contract.ts';
import { Text, useWords } from '../words/words.tsx';
import { Banner } from './banner.tsx';

/** A refusal of the host, shown where the person is looking. Errors with a `field` belong at that field instead. */
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
