import {
  QueryClient,
  QueryClientProvider,
  type UseQueryOptions,
  type UseQueryResult,
  useQuery,
  useQueryClient,
} from '@tanstack/react-query';
import { createContext, type ReactNode, useContext, useEffect, useState } from 'react';
import type {
  Answer,
  Bridge,
  ContractError,
  RequestInput,
  RequestName,
  RequestOutput,
} from '../../electron/core/contract/contract.ts';
import { say } from '../../electron/core/messages/message.ts';
import { err } from '../../electron/core/result.ts';
import { follow } from '../navigation.ts';
import { Store, useStore } from '../store.ts';
import { followNotices } from './notices.ts';

const HostContext = createContext<WatchedBridge | undefined>(undefined);

/** Connects the window to its host: `useHostQuery` and `useHostCommand` send requests, and notices keep the answers fresh. */
export function HostProvider({ bridge, children }: { readonly bridge: Bridge; readonly children: ReactNode }) {
  const [host] = useState(() => new WatchedBridge(bridge));
  const [client] = useState(newClient);
  useEffect(() => {
    const endConnection = host.connection.onChange(() => {
      if (host.connection.value === 'up') void client.invalidateQueries();
    });
    const endNotices = followNotices(bridge, client, follow);
    return () => {
      endConnection();
      endNotices();
    };
  }, [bridge, host, client]);
  return (
    <HostContext value={host}>
      <QueryClientProvider client={client}>{children}</QueryClientProvider>
    </HostContext>
  );
}

/** The host behind its bridge. Components normally use `useHostQuery` and `useHostCommand` instead. */
export function useHost(): WatchedBridge {
  const host = useContext(HostContext);
  if (host === undefined) throw new Error('There is no HostProvider around this component.');
  return host;
}

/** Whether the host responds. */
export function useConnection(): Connection {
  return useStore(useHost().connection);
}

/** Answers stay valid until a notice says otherwise. */
function newClient(): QueryClient {
  return new QueryClient({
    defaultOptions: {
      queries: {
        retry: false,
        networkMode: 'always',
        staleTime: Number.POSITIVE_INFINITY,
        gcTime: 60_000,
        refetchOnWindowFocus: false,
        refetchOnReconnect: false,
      },
    },
  });
}

/**
 * Whether the host responds at all. Over loopback HTTP, its process can end while the window stays open. The window then
 * retries every two seconds, and refetches what it shows when the host is back. `signed-out`: the host wants this browser
 * to sign in first; another tab may do it.
 */
export type Connection = 'up' | 'lost' | 'signed-out';

const retryMs = 2_000;

/** A bridge that notices when the host disappears and when it comes back. */
export class WatchedBridge {
  readonly bridge: Bridge;
  readonly connection = new Store<Connection>('up');
  #retry: ReturnType<typeof setTimeout> | undefined;

  constructor(bridge: Bridge) {
    this.bridge = bridge;
  }

  /** Never rejects: no answer becomes the error `unavailable`. */
  async request<Name extends RequestName>(name: Name, input: RequestInput<Name>): Promise<Answer<Name>> {
    try {
      const answer = await this.bridge.request(name, input);
      this.#change(!answer.ok && answer.error.kind === 'signed-out' ? 'signed-out' : 'up');
      return answer;
    } catch {
      this.#change('lost');
      return err({ kind: 'unavailable', message: say('common.noAnswer') });
    }
  }

  #change(connection: Connection): void {
    clearTimeout(this.#retry);
    if (connection !== 'up') this.#retry = setTimeout(() => void this.request('about', {}), retryMs);
    if (connection !== this.connection.value) this.connection.set(connection);
  }
}

declare module '@tanstack/react-query' {
  interface Register {
    /** Why there is no answer: the host's refusal. */
    readonly defaultError: ContractError;
  }
}

type QueryOptions<Name extends RequestName> = Partial<
  Pick<
    UseQueryOptions<RequestOutput<Name>>,
    'enabled' | 'placeholderData' | 'gcTime' | 'staleTime' | 'refetchInterval' | 'refetchIntervalInBackground'
  >
>;

/** An answer of the host, fetched once and again whenever a notice concerns it. */
export function useHostQuery<Name extends RequestName>(
  name: Name,
  input: RequestInput<Name>,
  options: QueryOptions<Name> = {},
): UseQueryResult<RequestOutput<Name>> {
  return useQuery<RequestOutput<Name>>({ ...hostQuery(useHost(), name, input), ...options });
}

/** The same as React Query options, for `useQueries` and prefetching. */
export function hostQuery<Name extends RequestName>(host: WatchedBridge, name: Name, input: RequestInput<Name>) {
  return {
    queryKey: [name, input] as const,
    queryFn: async (): Promise<RequestOutput<Name>> => {
      const answer = await host.request(name, input);
      return answer.ok ? answer.value : Promise.reject(answer.error);
    },
  };
}

export interface Command<Name extends RequestName> {
  /** A refusal stays in `problem` until the next run. */
  readonly run: (input: RequestInput<Name>) => Promise<Answer<Name>>;
  readonly isRunning: boolean;
  readonly problem: ContractError | undefined;
  readonly reset: () => void;
}

/**
 * What a person asks the host to do. Notices report what that changes; `refresh` names answers to refetch at once, because the
 * person is looking at them. `run` never rejects: a refusal is `{ ok: false, error }`.
 */
export function useHostCommands(refresh: readonly RequestName[] = []) {
  const host = useHost();
  const client = useQueryClient();
  const [running, setRunning] = useState(0);
  const run = async <Name extends RequestName>(name: Name, input: RequestInput<Name>): Promise<Answer<Name>> => {
    setRunning((count) => count + 1);
    const answer = await host.request(name, input);
    setRunning((count) => count - 1);
    if (answer.ok) await Promise.all(refresh.map((each) => client.invalidateQueries({ queryKey: [each] })));
    return answer;
  };
  return { run, isRunning: running > 0 };
}

/** One thing that a person asks the host to do. */
export function useHostCommand<Name extends RequestName>(name: Name, refresh?: readonly RequestName[]): Command<Name> {
  const commands = useHostCommands(refresh);
  const [problem, setProblem] = useState<ContractError>();
  const run = async (input: RequestInput<Name>): Promise<Answer<Name>> => {
    setProblem(undefined);
    const answer = await commands.run(name, input);
    if (!answer.ok) setProblem(answer.error);
    return answer;
  };
  return { run, isRunning: commands.isRunning, problem, reset: () => setProblem(undefined) };
}
