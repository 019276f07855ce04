import { Agent, type Dispatcher, EnvHttpProxyAgent } from 'undici';
import { isLoopback } from './address.ts';
import { answerLimits, keepAlive, type Timeouts } from './timeouts.ts';

/** One HTTP request and its answer: the only place that speaks to the network. */
export interface Transport {
  send(request: TransportRequest): Promise<TransportOutcome>;
  /** Waits for the calls under way, then closes the connections (a dispatcher that was passed in stays open). */
  close(): Promise<void>;
}

export interface TransportRequest {
  readonly method: 'GET' | 'POST' | 'PATCH' | 'DELETE';
  /** Path with the base path, percent-encoded. */
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: Buffer | AsyncIterable<Buffer>;
  readonly isUpload: boolean;
  /** Milliseconds from the request's end to the head of its answer; 0: the caller sees to it through `signal`. */
  readonly answerTimeout: number;
  readonly signal?: AbortSignal;
  /** The head of the answer is here, its body is not. */
  readonly onAnswer?: () => void;
}

export type TransportOutcome =
  | {
      readonly kind: 'answer';
      readonly status: number;
      /** Names in lower case; of a header that came several times, the first. */
      readonly headers: Readonly<Record<string, string | undefined>>;
      readonly text: string;
      /** Why `text` is not all of the body. */
      readonly cut?: { readonly kind: 'too-long' } | { readonly kind: 'broken'; readonly cause: unknown };
    }
  | { readonly kind: 'broken'; readonly cause: unknown };

/**
 * Opens the pool of kept connections.
 *
 * HTTP/1.1 alone: there an upload that is broken off cannot be taken for a whole one, and each has a connection to
 * itself. undici sends nothing twice: what has begun to be written fails with its connection, whatever the method.
 *
 * Without `dispatcher`, proxies are those of the environment (HTTP_PROXY, HTTPS_PROXY, NO_PROXY), except for this
 * machine's own addresses, which no proxy can reach.
 */
export function createTransport(url: URL, timeouts: Timeouts, dispatcher?: Dispatcher): Transport {
  const open = (idle: number): Dispatcher => {
    const options = {
      allowH2: false,
      connectTimeout: timeouts.connect,
      bodyTimeout: timeouts.answerIdle,
      keepAliveTimeout: idle,
      keepAliveMaxTimeout: idle,
    };
    return isLoopback(url) ? new Agent(options) : environmentProxies(options);
  };
  const calls = dispatcher ?? open(keepAlive.calls);
  const uploads = dispatcher ?? open(keepAlive.uploads);

  const underWay = new Set<Promise<TransportOutcome>>();

  function send(request: TransportRequest): Promise<TransportOutcome> {
    const sending = exchange(request);
    underWay.add(sending);
    return sending.finally(() => underWay.delete(sending));
  }

  async function exchange(request: TransportRequest): Promise<TransportOutcome> {
    const { signal } = request;
    if (signal?.aborted) return { kind: 'broken', cause: signal.reason };
    const pending = requestOf(request.isUpload ? uploads : calls, {
      origin: url.origin,
      path: request.path,
      method: request.method,
      headers: { ...request.headers },
      // undici takes any iterable; its types name only streams.
      body: (request.body ?? null) as Buffer | null,
      headersTimeout: request.answerTimeout,
      bodyTimeout: timeouts.answerIdle,
      signal: signal ?? null,
    });
    const abort = abortion(signal);
    try {
      // undici notices an abort only once it has a connection.
      const response = await Promise.race([pending, abort.happened]);
      request.onAnswer?.();
      const limit = response.statusCode < 300 ? answerLimits.good : answerLimits.bad;
      return {
        kind: 'answer',
        status: response.statusCode,
        headers: firstValues(response.headers),
        ...(await readText(response.body, limit)),
      };
    } catch (cause) {
      pending.then(({ body }) => body.on('error', ignore).destroy(), ignore);
      return { kind: 'broken', cause };
    } finally {
      abort.forget();
    }
  }

  async function close(): Promise<void> {
    await Promise.allSettled(underWay);
    // Not undici's own close: that waits for a connection that a call which was broken off had asked for.
    if (dispatcher === undefined) await Promise.all([calls.destroy(), uploads.destroy()]);
  }

  return { send, close };
}

/** A dispatcher that was passed in may throw where undici's own rejects. */
async function requestOf(dispatcher: Dispatcher, options: Dispatcher.RequestOptions): Promise<Dispatcher.ResponseData> {
  return dispatcher.request(options);
}

function environmentProxies(options: Agent.Options): Dispatcher {
  try {
    return new EnvHttpProxyAgent(options);
  } catch {
    // Not undici's text: the address of a proxy may hold a password.
    throw new Error(
      'The proxy in HTTP_PROXY or HTTPS_PROXY is not an address: set it to one such as http://proxy.example.com:3128.',
    );
  }
}

async function readText(body: Dispatcher.ResponseData['body'], limit: number) {
  const chunks: Buffer[] = [];
  let length = 0;
  const text = () => Buffer.concat(chunks).toString('utf8');
  body.on('error', ignore);
  try {
    for await (const chunk of body as AsyncIterable<Buffer>) {
      length += chunk.length;
      if (length > limit) return { text: text(), cut: { kind: 'too-long' } as const };
      chunks.push(chunk);
    }
    return { text: text() };
  } catch (cause) {
    return { text: text(), cut: { kind: 'broken', cause } as const };
  }
}

function abortion(signal: AbortSignal | undefined) {
  let listener: (() => void) | undefined;
  const happened = new Promise<never>((_, reject) => {
    listener = () => reject(signal?.reason);
    signal?.addEventListener('abort', listener, { once: true });
  });
  happened.catch(ignore);
  return {
    happened,
    forget: () => {
      if (listener !== undefined) signal?.removeEventListener('abort', listener);
    },
  };
}

function firstValues(headers: Readonly<Record<string, string | string[] | undefined>>): Record<string, string | undefined> {
  return Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, Array.isArray(value) ? value[0] : value]));
}

function ignore(): void {}
