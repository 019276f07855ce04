import type { Answer, Bridge, Notice, RequestName } from '../electron/core/contract/contract.ts';

/** After the stream breaks, everything that the window shows may be out of date. */
const allStale: Notice = { documents: 'many', progress: [], status: true, settings: true };
/** The host may be gone: asking for the status shows whether it is. */
const statusStale: Notice = { documents: [], progress: [], status: true, settings: false };

const reopenMs = 2_000;

/** Where this browser keeps the secret of its session. Unlike a cookie, no other port of the machine gets to see it. */
const storeName = 'intray.session';

/** Headers that sign a request to the host; empty on the desktop, and in a browser that is not signed in. */
export function sessionHeaders(): Readonly<Record<string, string>> {
  const secret = localStorage.getItem(storeName);
  return secret === null ? {} : { 'intray-session': secret };
}

/**
 * The bridge of a window in a browser: requests by POST, notices as a stream of lines (`electron/web`). It rejects when no
 * answer comes; a refusal by the server is an answer with an error. A link (`#link=…`) signs the browser in.
 */
export function createWebBridge(): Bridge {
  let signingIn = signIn();
  /** Why this browser is not signed in, once the server has said so. */
  let refused: unknown;
  // A link that is opened where the window already is does not load the page again.
  window.addEventListener('hashchange', () => {
    signingIn = signIn();
  });

  /** Takes a link out of the address and redeems it. */
  async function signIn(): Promise<void> {
    const token = /^#link=([\w-]+)$/.exec(location.hash)?.[1];
    if (token === undefined) return;
    history.replaceState(null, '', location.pathname);
    const response = await post('api/sign-in', { token }).catch(() => undefined);
    if (response === undefined) return;
    const answer = (await response.json()) as { readonly value?: { readonly secret?: string } };
    if (answer.value?.secret !== undefined) localStorage.setItem(storeName, answer.value.secret);
    refused = response.ok ? undefined : answer;
  }

  return {
    async request<Name extends RequestName>(name: Name, input: unknown): Promise<Answer<Name>> {
      await signingIn;
      const used = localStorage.getItem(storeName);
      if (used === null && refused !== undefined) return refused as Answer<Name>;
      const response = await post('api/request', { name, input });
      const answer = (await response.json()) as Answer<Name>;
      refused = response.status === 401 ? answer : undefined;
      if (response.status === 401 && localStorage.getItem(storeName) === used) localStorage.removeItem(storeName);
      return answer;
    },
    onNotice: (listener) => {
      const open = new AbortController();
      void followNotices(() => signingIn, listener, open.signal);
      return () => open.abort();
    },
    pathOfDropped: () => '',
  };
}

function post(path: string, body: unknown): Promise<Response> {
  return fetch(new URL(path, document.baseURI), {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...sessionHeaders() },
    body: JSON.stringify(body),
    credentials: 'same-origin',
    cache: 'no-store',
    redirect: 'error',
  });
}

/** A stream of notices, opened again whenever it breaks; `end` closes it. */
async function followNotices(ready: () => Promise<void>, tell: (notice: Notice) => void, end: AbortSignal): Promise<void> {
  while (!end.aborted) {
    await ready();
    const headers = sessionHeaders();
    const isSignedIn = Object.keys(headers).length > 0;
    if (isSignedIn) await readNotices(headers, tell, end).catch(() => undefined);
    if (end.aborted) return;
    if (isSignedIn) tell(statusStale);
    await new Promise((resolve) => setTimeout(resolve, reopenMs));
  }
}

async function readNotices(headers: HeadersInit, tell: (notice: Notice) => void, signal: AbortSignal): Promise<void> {
  const { ok, body } = await fetch(new URL('api/notices', document.baseURI), { headers, signal, cache: 'no-store' });
  if (!ok || body === null) return;
  // The first time, too: what was fetched before the stream opened may have changed unnoticed.
  tell(allStale);
  const reader = body.pipeThrough(new TextDecoderStream()).getReader();
  let rest = '';
  for (let piece = await reader.read(); !piece.done; piece = await reader.read()) {
    const lines = `${rest}${piece.value}`.split('\n');
    rest = lines.pop() ?? '';
    for (const line of lines) if (line !== '') tell(JSON.parse(line) as Notice);
  }
}
