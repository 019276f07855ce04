import type { ContractError, Handlers } from '../core/contract.ts';
import { err, ok } from '../core/result.ts';

/** What the desktop answers without an engine: what it is. The rest it refuses in plain words. */
export function handlersWithoutEngine(program: { readonly name: string; readonly version: string }): Handlers {
  const refusal = err<ContractError>({
    kind: 'unavailable',
    message: 'The desktop does not run the engine; the command line does.',
  });
  return {
    about: async () => ok({ name: program.name, version: program.version, host: 'desktop' }),
    status: async () => refusal,
    documents: async () => refusal,
  };
}
