import type { Bridge } from '../electron/core/contract/bridge.ts';
import type { Answer, Notice, RequestName } from '../electron/core/contract/contract.ts';

/** After the stream breaks, everything that the window shows may be out of date. */
const allStale: Notice = { documents: 'many', progress: [], status: true, settings: true };
/** The host may be gone: asking for the status shows whether it is. */
const statusStale: Notice = { documents: [], progress: [], status: true, settings: false };

const reopenMs = 3_000;

/** What the bridge needs of the browser; tests pass their own. */
export interface WebBridgeOptions {
  /** The window's own address. */
  readonly base: string;
  readonly fetch: typeof fetch;
  readonly openEvents: (url: string) => EventSource;
}

/**
 * The bridge of a window in a browser: requests by POST, notices as server-sent events (`electron/web`). It rejects when
 * no answer comes; a refusal by the server is an answer with an error.
 */
export function createWebBridge(options: WebBridgeOptions = browser()): Bridge {
  const notices = createNotices(options);
  return {
    async request<Name extends RequestName>(name: Name, input: unknown): Promise<Answer<Name>> {
      const response = await options.fetch(new URL('api/request', options.base), {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ name, input }),
        credentials: 'same-origin',
        cache: 'no-store',
        redirect: 'error',
      });
      return (await response.json()) as Answer<Name>;
    },
    onNotice: notices.listen,
    pathOfDropped: () => '',
  };
}

function browser(): WebBridgeOptions {
  return { base: document.baseURI, fetch: (...args) => fetch(...args), openEvents: (url) => new EventSource(url) };
}

/** One stream for all listeners, open while there is one. */
function createNotices({ base, openEvents }: WebBridgeOptions): { listen: Bridge['onNotice'] } {
  const listeners = new Set<(notice: Notice) => void>();
  let events: EventSource | undefined;
  let reopening: ReturnType<typeof setTimeout> | undefined;
  const tell = (notice: Notice) => {
    for (const listener of listeners) listener(notice);
  };
  const open = () => {
    const opened = openEvents(new URL('api/notices', base).href);
    events = opened;
    // The first time, too: what was fetched before the stream opened may have changed unnoticed.
    opened.onopen = () => tell(allStale);
    opened.onmessage = ({ data }) => tell(JSON.parse(String(data)) as Notice);
    opened.onerror = () => {
      tell(statusStale);
      // The browser reconnects by itself after a break, but not after a refusal.
      if (opened.readyState !== 2) return;
      opened.close();
      clearTimeout(reopening);
      if (listeners.size > 0) reopening = setTimeout(open, reopenMs);
    };
  };
  return {
    listen(listener) {
      // One registration each, even if the same function is passed twice.
      const own = (notice: Notice) => listener(notice);
      listeners.add(own);
      if (listeners.size === 1) open();
      return () => {
        if (!listeners.delete(own) || listeners.size > 0) return;
        clearTimeout(reopening);
        events?.close();
        events = undefined;
      };
    },
  };
}
