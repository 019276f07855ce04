import type { Query, QueryClient } from '@tanstack/react-query';
import type { Bridge } from '../../electron/core/contract/bridge.ts';
import type { Destination, Notice, RequestName } from '../../electron/core/contract/contract.ts';

/** Lists are asked again at most this often, however fast notices come. */
const listPauseMs = 400;
/** Insights are sums over days: they can wait. */
const insightPauseMs = 5_000;

/**
 * Marks what a notice concerns as to be asked again. A burst of notices becomes a request now and then: while one is
 * under way no other of its kind begins, and what comes meanwhile is asked for once after it.
 */
export function followNotices(bridge: Bridge, client: QueryClient, onGoTo: (destination: Destination) => void): () => void {
  const lists = paced(listPauseMs, () => refresh(client, 'documents'));
  const insights = paced(insightPauseMs, () => refresh(client, 'insights'));
  const status = paced(listPauseMs, () => refresh(client, 'status'));
  const end = bridge.onNotice((notice: Notice) => {
    const { documents, progress } = notice;
    if (documents === 'many' || documents.length > 0 || progress.length > 0) lists.ask();
    if (documents === 'many' || documents.length > 0) insights.ask();
    const concerned = documents === 'many' ? undefined : new Set([...documents, ...progress]);
    if (concerned === undefined || concerned.size > 0) {
      void refresh(client, 'document', (input) => concerned === undefined || concerned.has((input as { id: number }).id));
    }
    if (notice.status) status.ask();
    if (notice.settings) {
      status.ask();
      for (const name of ['folders', 'preferences', 'routes', 'lookUpRoute', 'about'] as const) void refresh(client, name);
    }
    if (notice.goTo !== undefined) onGoTo(notice.goTo);
  });
  return () => {
    end();
    for (const each of [lists, insights, status]) each.end();
  };
}

function refresh(client: QueryClient, name: RequestName, concerns: (input: unknown) => boolean = () => true): Promise<void> {
  const predicate = (query: Query): boolean => query.queryKey[0] === name && concerns(query.queryKey[1]);
  return client.invalidateQueries({ predicate }, { cancelRefetch: true });
}

/** Does something at once when asked, but never again before it is done and a pause is over. */
function paced(pauseMs: number, act: () => Promise<unknown>): { readonly ask: () => void; readonly end: () => void } {
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
    }, pauseMs);
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
