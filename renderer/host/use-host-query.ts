import { type QueryKey, type UseQueryOptions, type UseQueryResult, useQuery } from '@tanstack/react-query';
import type { ContractError, RequestInput, RequestName, RequestOutput } from '../../electron/core/contract/contract.ts';
import { inEnglish } from '../../electron/core/messages/wording.ts';
import type { WatchedBridge } from './connection.ts';
import { useHost } from './host.tsx';

/** A refusal of the host, thrown because React Query expects that; `problem` holds it for people and forms. */
export class HostError extends Error {
  readonly problem: ContractError;

  constructor(problem: ContractError) {
    super(inEnglish(problem.message));
    this.problem = problem;
  }
}

type QueryOptions<Name extends RequestName> = Partial<
  Pick<
    UseQueryOptions<RequestOutput<Name>, HostError, RequestOutput<Name>, QueryKey>,
    'enabled' | 'placeholderData' | 'gcTime' | 'staleTime' | 'refetchInterval' | 'refetchIntervalInBackground'
  >
>;

/** An answer of the host, fetched once and again whenever a notice concerns it. `error.problem` says why there is none. */
export function useHostQuery<Name extends RequestName>(
  name: Name,
  input: RequestInput<Name>,
  options: QueryOptions<Name> = {},
): UseQueryResult<RequestOutput<Name>, HostError> {
  return useQuery({ ...hostQuery(useHost(), name, input), ...options });
}

/** The same as React Query options, for `useQueries` and prefetching. */
export function hostQuery<Name extends RequestName>(
  host: WatchedBridge,
  name: Name,
  input: RequestInput<Name>,
): {
  readonly queryKey: readonly [Name, RequestInput<Name>];
  readonly queryFn: () => Promise<RequestOutput<Name>>;
} {
  return {
    queryKey: [name, input],
    queryFn: async () => {
      const answer = await host.request(name, input);
      if (answer.ok) return answer.value;
      throw new HostError(answer.error);
    },
  };
}
