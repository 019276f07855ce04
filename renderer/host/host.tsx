import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { createContext, type ReactNode, useContext, useEffect, useState } from 'react';
import type { Bridge } from '../../electron/core/contract/contract.ts';
import { follow } from '../navigation.ts';
import { useStore } from '../store.ts';
import { type Connection, WatchedBridge } from './connection.ts';
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
      mutations: { networkMode: 'always' },
    },
  });
}
