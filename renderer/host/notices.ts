import type { Query, QueryClient } from '@tanstack/react-query';
import type { Bridge, Destination, Notice, RequestName } from '../../electron/core/contract/contract.ts';

/** The shortest interval between two requests for a list, however fast notices come. */
const listIntervalMs = 400;
/** What sums up many documents can wait longer. */
const sumIntervalMs = 2_000;

/**
 * Refetches what a notice concerns. A burst of notices leads to few requests: while one is in flight, no other of its kind
 * starts, and whatever arrives meanwhile leads to one more request after it.
 */
export function followNotices(bridge: Bridge, client: QueryClient, onGoTo: (destination: Destination) => void): () => void {
  const lists = throttled(listIntervalMs, () => refresh(client, 'documents'));
  const sums = throttled(sumIntervalMs, () => Promise.all([refresh(client, 'totals'), refresh(client, 'insights')]));
  const status = throttled(listIntervalMs, () => refresh(client, 'status'));
  const end = bridge.onNotice((notice: Notice) => {
    const { documents, progress } = notice;
    if (documents === 'many' || documents.length > 0 || progress.length > 0) lists.ask();
    if (documents === 'many' || documents.length > 0) sums.ask();
    const concerned = documents === 'many' ? undefined : new Set([...documents, ...progress]);
    if (concerned === undefined || concerned.size > 0) {
      void refresh(client, 'document', (input) => concerned === undefined || concerned.has((input as { id: number }).id));
    }
    if (notice.status) status.ask();
    if (notice.settings) {
      status.ask();
      for (const name of ['folders', 'preferences', 'routes', 'lookUpRoute', 'about', 'columns'] as const)
        void refresh(client, name);
    }
    if (notice.goTo !== undefined) onGoTo(notice.goTo);
  });
  return () => {
    end();
    for (const each of [lists, sums, status]) each.end();
  };
}

function refresh(client: QueryClient, name: RequestName, concerns: (input: unknown) => boolean = () => true): Promise<void> {
  const predicate = (query: Query): boolean => query.queryKey[0] === name && concerns(query.queryKey[1]);
  return client.invalidateQueries({ predicate }, { cancelRefetch: true });
}

/** Acts at once when asked, then waits until it is finished and an interval has passed before it acts again. */
function throttled(intervalMs: number, act: () => Promise<unknown>): { readonly ask: () => void; readonly end: () => void } {
  let busy = false;
  let asked = false;
  let ended = false;
  let timer: ReturnType<typeof setTimeout> | undefined;
  const run = async (): Promise<void> => {
    busy = true;
    asked = false;
    await act();
    if (ended) return;
    timer = setTimeout(() => {
      busy = false;
      if (asked) void run();
    }, intervalMs);
  };
  return {
    ask: () => {
      asked = true;
      if (!busy) void run();
    },
    end: () => {
      ended = true;
      clearTimeout(timer);
    },
  };
}
