import type { Bridge } from '../electron/core/contract/bridge.ts';
import type { Answer, Notice, RequestName } from '../electron/core/contract/contract.ts';

/** After a break, or with a place at the server gone: what the window shows may be out of date, all of it. */
const everything: Notice = { documents: 'many', progress: [], status: true, settings: true };
/** The host is gone, perhaps: who asks how things stand, learns it. */
const look: Notice = { documents: [], progress: [], status: true, settings: false };

const againMs = 3_000;

/** What of the browser the bridge needs; in a test, made up. */
export interface WebBridgeOptions {
  /** The window's own address. */
  readonly base: string;
  readonly fetch: typeof fetch;
  readonly openEvents: (url: string) => EventSource;
}

/**
 * The window's door where it is shown in a browser: requests by POST, notices as server-sent events (electron/web). An
 * answer that never comes is a rejection; what the server refuses comes back as an error to be read.
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

/** One stream for all who listen, open as long as somebody does. */
function createNotices({ base, openEvents }: WebBridgeOptions): { listen: Bridge['onNotice'] } {
  const listeners = new Set<(notice: Notice) => void>();
  let events: EventSource | undefined;
  let again: ReturnType<typeof setTimeout> | undefined;
  const tell = (notice: Notice) => {
    for (const listener of listeners) listener(notice);
  };
  const open = () => {
    const opened = openEvents(new URL('api/notices', base).href);
    events = opened;
    // At first too: what was asked for before it was open may have changed unheard.
    opened.onopen = () => tell(everything);
    opened.onmessage = ({ data }) => tell(JSON.parse(String(data)) as Notice);
    opened.onerror = () => {
      tell(look);
      // The browser itself tries again after a break, but not after a refusal.
      if (opened.readyState !== 2) return;
      opened.close();
      clearTimeout(again);
      if (listeners.size > 0) again = setTimeout(open, againMs);
    };
  };
  return {
    listen(listener) {
      // Each its own, though the same function were given twice.
      const own = (notice: Notice) => listener(notice);
      listeners.add(own);
      if (listeners.size === 1) open();
      return () => {
        if (!listeners.delete(own) || listeners.size > 0) return;
        clearTimeout(again);
        events?.close();
        events = undefined;
      };
    },
  };
}
