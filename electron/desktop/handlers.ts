import { type ContractError, type Handlers, requests } from '../core/contract/contract.ts';
import { err } from '../core/result.ts';

/** What the desktop answers without an engine: it refuses in plain words. */
export function handlersWithoutEngine(): Handlers {
  const refusal = err<ContractError>({
    kind: 'unavailable',
    message: 'The desktop does not run the engine; the command line does.',
  });
  const refuse = async () => refusal;
  return Object.fromEntries(Object.keys(requests).map((name) => [name, refuse])) as unknown as Handlers;
}
