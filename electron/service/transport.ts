import { promisify } from 'node:util';
import { brotliDecompress, constants, gunzip, inflate, inflateRaw } from 'node:zlib';
import type { Dispatcher } from 'undici';
import { isLoopback } from '../core/loopback.ts';
import { defined } from '../core/plain-data.ts';
import { connectByEnvironment, connectDirectly } from './connections.ts';

/** Asks for answers as they are. Something in between may compress them all the same. */
export const plainAnswers = { 'accept-encoding': 'identity' } as const;

const decoders = {
  gzip: promisify(gunzip),
  br: promisify(brotliDecompress),
  deflate: promisify(inflate),
  raw: promisify(inflateRaw),
};

/**
 * The text of a body that came with this Content-Encoding: gzip, deflate or br, or several of them. What is cut off gives as much
 * as can be read; what is not encoded as it says, or in another way, stays as it is. A byte order mark is left out.
 *
 * @param limit bytes of the body once it is decoded
 * @returns undefined if it holds more
 */
export async function decodedText(body: Buffer, encoding: string | undefined, limit: number): Promise<string | undefined> {
  let bytes = body;
  for (const name of (encoding ?? '').toLowerCase().split(',').reverse()) {
    const decode = decoderOf(name.trim(), bytes);
    if (decode === undefined || bytes.length === 0) continue;
    const flush = decode === decoders.br ? constants.BROTLI_OPERATION_FLUSH : constants.Z_SYNC_FLUSH;
    try {
      bytes = await decode(bytes, { maxOutputLength: limit, finishFlush: flush });
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === 'ERR_BUFFER_TOO_LARGE') return undefined;
    }
  }
  return new TextDecoder().decode(bytes);
}

function decoderOf(encoding: string, [first = 0]: Buffer) {
  if (encoding === 'gzip' || encoding === 'x-gzip') return decoders.gzip;
  if (encoding === 'br') return decoders.br;
  // Some send it without its header.
  if (encoding === 'deflate') return (first & 0x0f) === 8 ? decoders.deflate : decoders.raw;
  return undefined;
}

/** How long each part of a call may take, in milliseconds. An upload as a whole has no limit: a slow one is not a dead one. */
export interface Timeouts {
  /** To open a connection, its TLS included. */
  readonly connect: number;
  /** From the end of a request to the head of its answer, for a call without files. */
  readonly answer: number;
  /** The same for an upload: the service may check every file before it answers, and giving up leaves the upload in doubt. */
  readonly uploadAnswer: number;
  /** Between two chunks of an answer's body. */
  readonly answerIdle: number;
  /** From the head of an answer to its end: one that comes byte by byte must not hold a call for ever. */
  readonly answerWhole: number;
  /** Without the service accepting any byte of an upload. */
  readonly sendIdle: number;
}

export const defaultTimeouts: Timeouts = {
  connect: 10_000,
  answer: 60_000,
  uploadAnswer: 300_000,
  answerIdle: 60_000,
  answerWhole: 300_000,
  sendIdle: 120_000,
};

/** The codes of time-outs that are Intray's own. */
export const sendStalled = 'INTRAY_SEND_STALLED';
export const answerStalled = 'INTRAY_ANSWER_STALLED';
export const answerEndless = 'INTRAY_ANSWER_ENDLESS';

/**
 * How long an idle connection is kept for the next request, in milliseconds. If the service closes one just as a request
 * goes out, a small upload may be whole before the close is noticed, and would count as unresolved although nobody read
 * it. Uploads therefore reuse only connections that were busy a moment ago.
 */
const keepAlive = { calls: 4_000, uploads: 1_000 } as const;

/** How much of an answer is read, in bytes, decoded: no answer may exhaust the memory. */
export const answerLimits = { good: 64 * 1024 * 1024, bad: 256 * 1024 } as const;

/** The headers of an answer that tell something, in lower case. */
const readHeaders = ['content-type', 'date', 'retry-after'] as const;

export type Transport = ReturnType<typeof createTransport>;

export interface TransportRequest {
  readonly method: 'GET' | 'POST' | 'PATCH' | 'DELETE';
  /** Path with the base path, percent-encoded. */
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: Buffer | AsyncIterable<Buffer>;
  readonly isUpload: boolean;
  /** Milliseconds from the request's end to the head of its answer; 0: the caller takes care of it through `signal`. */
  readonly answerTimeout: number;
  readonly signal?: AbortSignal;
  /** The head of the answer has arrived, its body has not. */
  readonly onAnswer?: () => void;
}

export type TransportOutcome =
  | {
      readonly kind: 'answer';
      readonly status: number;
      /** Those that are read (`readHeaders`); of a repeated one, the first value. */
      readonly headers: Readonly<Record<string, string | undefined>>;
      readonly text: string;
      /** Why `text` is not all of the body. */
      readonly cut?: { readonly kind: 'too-long' } | { readonly kind: 'broken'; readonly cause: unknown };
    }
  | { readonly kind: 'broken'; readonly cause: unknown };

/**
 * Sends HTTP requests: the only part of the client that touches the network.
 *
 * HTTP/1.1 only: each upload has its own connection, and one that breaks off cannot be mistaken for a whole one. undici
 * repeats nothing: a request that was partly written fails with its connection, whatever the method.
 *
 * Without `dispatcher`, proxies come from the environment (HTTP_PROXY, HTTPS_PROXY, NO_PROXY), except for this computer's
 * own addresses, which no proxy can reach.
 */
export function createTransport(url: URL, timeouts: Timeouts, dispatcher?: Dispatcher) {
  const open = (idle: number): Dispatcher => {
    const options = {
      connectTimeout: timeouts.connect,
      bodyTimeout: timeouts.answerIdle,
      keepAliveTimeout: idle,
      keepAliveMaxTimeout: idle,
    };
    return isLoopback(url.hostname) ? connectDirectly(options) : connectByEnvironment(options);
  };
  const calls = dispatcher ?? open(keepAlive.calls);
  const uploads = dispatcher ?? open(keepAlive.uploads);

  const inFlight = new Set<Promise<TransportOutcome>>();

  function send(request: TransportRequest): Promise<TransportOutcome> {
    const sending = exchange(request);
    inFlight.add(sending);
    return sending.finally(() => inFlight.delete(sending));
  }

  async function exchange(request: TransportRequest): Promise<TransportOutcome> {
    const { signal } = request;
    if (signal?.aborted) return { kind: 'broken', cause: signal.reason };
    const pending = requestOf(request.isUpload ? uploads : calls, {
      origin: url.origin,
      path: request.path,
      method: request.method,
      headers: { ...plainAnswers, ...request.headers },
      // undici takes any iterable; its types name only streams.
      body: (request.body ?? null) as Buffer | null,
      headersTimeout: request.answerTimeout,
      bodyTimeout: timeouts.answerIdle,
      signal: signal ?? null,
      // It is read as it comes: what waits on a connection is lost when that breaks, even if it was all there.
      highWaterMark: answerLimits.good,
    });
    const over = new AbortController();
    const aborted = new Promise<never>((_, reject) => {
      signal?.addEventListener('abort', () => reject(signal.reason), { once: true, signal: over.signal });
    });
    aborted.catch(ignore);
    try {
      // undici notices an abort only when it has a connection.
      const response = await Promise.race([pending, aborted]);
      request.onAnswer?.();
      const limit = response.statusCode < 300 ? answerLimits.good : answerLimits.bad;
      const encoding = [response.headers['content-encoding'] ?? []].flat().join();
      return {
        kind: 'answer',
        status: response.statusCode,
        headers: Object.fromEntries(readHeaders.map((name) => [name, [response.headers[name]].flat()[0]])),
        ...(await readText(response.body, encoding, limit, timeouts.answerWhole)),
      };
    } catch (cause) {
      pending.then(({ body }) => body.on('error', ignore).destroy(), ignore);
      return { kind: 'broken', cause };
    } finally {
      over.abort();
    }
  }

  /** Waits for the calls in flight, then closes the connections (a dispatcher that was passed in stays open). */
  async function close(): Promise<void> {
    await Promise.allSettled(inFlight);
    // Not undici's own close: it waits for the connection that a cancelled call had asked for.
    if (dispatcher === undefined) await Promise.all([calls.destroy(), uploads.destroy()]);
  }

  return { send, close };
}

/** A dispatcher that was passed in may throw where undici's own would reject. */
async function requestOf(dispatcher: Dispatcher, options: Dispatcher.RequestOptions): Promise<Dispatcher.ResponseData> {
  return dispatcher.request(options);
}

async function readText(body: Dispatcher.ResponseData['body'], encoding: string, limit: number, limitMs: number) {
  const chunks: Buffer[] = [];
  let length = 0;
  let cut: Extract<TransportOutcome, { kind: 'answer' }>['cut'];
  body.on('error', ignore);
  const late = setTimeout(
    () => body.destroy(Object.assign(new Error('The answer takes too long.'), { code: answerEndless })),
    limitMs,
  );
  try {
    for await (const chunk of body as AsyncIterable<Buffer>) {
      length += chunk.length;
      if (length > limit) {
        cut = { kind: 'too-long' };
        break;
      }
      chunks.push(chunk);
    }
  } catch (cause) {
    cut = { kind: 'broken', cause };
  } finally {
    clearTimeout(late);
  }
  const text = await decodedText(Buffer.concat(chunks), encoding, limit);
  return text === undefined ? { text: '', cut: { kind: 'too-long' } as const } : { text, ...defined({ cut }) };
}

function ignore(): void {}
