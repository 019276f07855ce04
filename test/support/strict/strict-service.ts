/**
 * A strict reading of electron/service/README.md: it answers as documented, and records every request that is not.
 * It is not the sandbox and shares nothing with it, so that a misreading of one of them shows.
 */
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { type Body, framingProblem, readBody } from './body.ts';
import { classificationEndpoints } from './classification-endpoints.ts';
import { extractionEndpoints } from './extraction-endpoints.ts';
import { createRotation, type Endpoint, type Verdict, type World } from './judge.ts';
import { createPollWatch } from './polling.ts';
import { type Category, createStore, type StoredFile, type StrictBehaviour } from './store.ts';

/** What a test does to a request instead of letting it be answered. */
export type Fault =
  /** The connection is cut before the body is read. */
  | 'reset'
  /** The request is read whole and acted on; then the connection is cut, and the answer is lost. */
  | 'reset-after-whole'
  /** Read whole and acted on; the answer comes byte by byte and does not end. */
  | 'drip'
  /** Answered so, without acting on it. A string goes out as it is, anything else as JSON. */
  | { readonly status: number; readonly body?: unknown; readonly headers?: Readonly<Record<string, string>> };

/** A request as a fault hook sees it. */
export interface StrictRequest {
  /** Counted from 0 over all requests. */
  readonly index: number;
  readonly method: string;
  readonly path: string;
  /** The key it came with; undefined without one. */
  readonly key: string | undefined;
  /** The endpoint's name (`uploadFiles`, `getBatchResults`, …); undefined for one that there is not. */
  readonly endpoint: string | undefined;
}

export interface StrictOptions extends StrictBehaviour {
  /** Keys that are good. Default: one, `service.key`. */
  readonly keys?: readonly string[];
  /** What the service answers to everything that comes with one of these keys, instead of acting on it. */
  readonly refusedKeys?: Readonly<Record<string, { readonly status: number; readonly error: string }>>;
  /** Asked when the head of a request has come. */
  readonly onRequest?: (request: StrictRequest) => Fault | undefined;
  /** Asked when the body has come as well, with what it carries. */
  readonly onWhole?: (request: StrictRequest & { readonly fileNames: readonly string[] }) => Fault | undefined;
  /** How long an answer is held back, in ms. Default 0. */
  readonly answerMilliseconds?: number;
}

export interface RequestRecord extends StrictRequest {
  /** When it arrived, in ms on a monotonic clock. */
  readonly at: number;
  readonly fileNames: readonly string[];
  /** Of the answer; undefined while there is none, or none was given. */
  status?: number;
}

export interface StrictService {
  /** `http://127.0.0.1:<port>` */
  readonly url: string;
  /** A good key. */
  readonly key: string;
  /** One sentence for each undocumented request. */
  readonly violations: readonly string[];
  /** How often each content was received whole and accepted, by its SHA-256 in hex. */
  readonly uploads: ReadonlyMap<string, number>;
  /** Every file that was accepted, in order of arrival. */
  readonly received: readonly { readonly fileName: string; readonly sha256: string; readonly owner: string }[];
  readonly requests: readonly RequestRecord[];
  /** Requests that their sender took back before they were whole. */
  readonly cut: number;
  readonly maxConcurrent: number;
  /** Most requests that arrived within one second. */
  readonly peakPerSecond: number;
  /** The shortest time between an answer about a batch and the next question about it, in ms. */
  readonly shortestPollGap: number;
  addExtraction(details?: { readonly name?: string; readonly keys?: readonly string[] }): string;
  addClassification(categories: readonly Omit<Category, 'id'>[]): string;
  addKey(key: string): void;
  /** The key is refused from now on, as one that was revoked. */
  revoke(key: string): void;
  /** What a person does in the review queue: the files that match and need a review become `confirmed`. */
  confirm(matches: (file: StoredFile) => boolean): void;
  close(): Promise<void>;
}

const endpoints: readonly Endpoint[] = [...extractionEndpoints, ...classificationEndpoints];

/** Starts it on a free port of 127.0.0.1. Comments name the README's sections. */
export async function startStrictService(options: StrictOptions = {}): Promise<StrictService> {
  const store = createStore(options);
  const polls = createPollWatch();
  const now = (): number => performance.now();
  const world: World = { store, polls, now, shuffled: createRotation() };
  const keys = new Set(options.keys ?? ['strict-key-7f3a91c05be2']);
  const revoked = new Set<string>();
  const violations: string[] = [];
  const uploads = new Map<string, number>();
  const received: { fileName: string; sha256: string; owner: string }[] = [];
  const requests: RequestRecord[] = [];
  let open = 0;
  let maxConcurrent = 0;
  let peakPerSecond = 0;
  let cut = 0;
  let firstOfSecond = 0;

  const server = createServer({ keepAliveTimeout: 60_000, requestTimeout: 0 }, (request, response) => {
    open += 1;
    maxConcurrent = Math.max(maxConcurrent, open);
    response.on('close', () => {
      open -= 1;
    });
    void answer(request, response);
  });

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const at = now();
    const target = request.url ?? '';
    const method = request.method ?? '';
    const matching = endpoints.filter((endpoint) => endpoint.path.test(target));
    const endpoint = matching.find((candidate) => candidate.method === method);
    const record: RequestRecord = {
      index: requests.length,
      method,
      path: target,
      key: bearer(request.headers.authorization),
      endpoint: endpoint?.name,
      at,
      fileNames: [],
    };
    requests.push(record);
    while ((requests[firstOfSecond]?.at ?? at) < at - 1000) firstOfSecond += 1;
    peakPerSecond = Math.max(peakPerSecond, requests.length - firstOfSecond);

    const early = options.onRequest?.(record);
    if (early === 'reset') {
      request.socket.destroy();
      return;
    }
    const framing = endpoint === undefined ? undefined : framingProblem(request, endpoint.body);
    const body = await readBody(request, endpoint?.body ?? 'any');
    if (body.kind === 'cut') {
      cut += 1;
      return;
    }
    const verdict = judge({ request, endpoint, body, framing, target });
    if (verdict.violation !== undefined) violations.push(`${method} ${target}: ${verdict.violation}`);
    const fileNames = (verdict.files ?? []).map((file) => file.fileName);
    Object.assign(record, { fileNames });
    const timing = verdict.poll === undefined ? undefined : polls.asked(verdict.poll.id, at);
    if (timing !== undefined) violations.push(`${method} ${target}: batch ${verdict.poll?.id} was ${timing}`);

    const fault = early ?? options.onWhole?.({ ...record, fileNames });
    const replyNow: ReturnType<Verdict['act']> =
      fault !== undefined && typeof fault === 'object' ? { status: fault.status, body: fault.body } : act(verdict);
    if ((options.answerMilliseconds ?? 0) > 0) await new Promise((resolve) => setTimeout(resolve, options.answerMilliseconds));
    if (replyNow.accepted !== undefined) polls.accepted(replyNow.accepted.id, now());
    if (verdict.poll !== undefined) polls.answered(verdict.poll.id, now(), replyNow.complete === true);
    if (fault === 'reset' || fault === 'reset-after-whole') {
      request.socket.destroy();
      return;
    }
    if (fault === 'drip') {
      response.writeHead(200, { 'content-type': 'application/json' }).write('{"files":[');
      const dripping = setInterval(() => response.write(' '), 20);
      response.on('close', () => clearInterval(dripping));
      return;
    }
    record.status = replyNow.status;
    const text = typeof replyNow.body === 'string' ? replyNow.body : JSON.stringify(replyNow.body ?? {});
    const extra = fault !== undefined ? fault.headers : undefined;
    response.writeHead(replyNow.status, {
      'content-type': 'application/json; charset=utf-8',
      'content-length': Buffer.byteLength(text),
      ...extra,
    });
    response.end(text);
  }

  /** Authentication first, then the path, then how the body is announced, then what is in it. */
  function judge(facts: {
    readonly request: IncomingMessage;
    readonly endpoint: Endpoint | undefined;
    readonly body: Body;
    readonly framing: string | undefined;
    readonly target: string;
  }): Verdict {
    const { request, endpoint, body, framing, target } = facts;
    const refusal = keyProblem(request.headers.authorization);
    if (refusal !== undefined) return refusal;
    if ([...keys].some((key) => target.includes(key))) return refuse(400, 'the API key is in the address');
    if (request.httpVersion !== '1.1') return refuse(400, `HTTP ${request.httpVersion}`);
    if (endpoint === undefined) return refuse(404, 'there is no such endpoint');
    if (framing !== undefined) return refuse(400, framing);
    if (body.kind === 'wrong') return refuse(body.status, body.problem);
    const ids = (endpoint.path.exec(target) ?? []).slice(1);
    try {
      return endpoint.judge(world, body, ids.map(decodeURIComponent));
    } catch (error) {
      return refuse(400, `the path cannot be read: ${String(error)}`);
    }
  }

  /** Section "Authentication". A key that was revoked is described; one that never was good is the client's mistake. */
  function keyProblem(header: string | undefined): Verdict | undefined {
    const key = bearer(header);
    if (header === undefined) return refuse(401, 'Missing API key.');
    if (key === undefined) return refuse(401, 'Invalid API key: the Authorization header is no Bearer token.');
    const refused = options.refusedKeys?.[key];
    if (refused !== undefined) return { act: () => ({ status: refused.status, body: { error: refused.error } }) };
    if (revoked.has(key)) return { act: () => ({ status: 401, body: { error: 'This API key has been revoked.' } }) };
    return keys.has(key) ? undefined : refuse(401, 'Invalid API key.');
  }

  function refuse(status: number, violation: string): Verdict {
    return { violation, act: () => ({ status, body: { error: violation } }) };
  }

  function act(verdict: Verdict): ReturnType<Verdict['act']> {
    const reply = verdict.act();
    if (verdict.violation === undefined) {
      for (const { fileName, sha256 } of verdict.files ?? []) {
        uploads.set(sha256, (uploads.get(sha256) ?? 0) + 1);
        received.push({ fileName, sha256, owner: reply.accepted?.owner ?? '' });
      }
    }
    return reply;
  }

  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(0, '127.0.0.1', resolve);
  });
  const { port } = server.address() as AddressInfo;

  return {
    url: `http://127.0.0.1:${port}`,
    key: [...keys][0] ?? '',
    violations,
    uploads,
    received,
    requests,
    get cut() {
      return cut;
    },
    get maxConcurrent() {
      return maxConcurrent;
    },
    get peakPerSecond() {
      return peakPerSecond;
    },
    get shortestPollGap() {
      return polls.shortestGap;
    },
    addExtraction(details = {}) {
      const fields = details.keys?.map((key) => ({ key, description: `The ${key}`, example: key }));
      return store.addExtraction({ name: details.name ?? 'Invoices', ...(fields === undefined ? {} : { fields }) }).extractionId;
    },
    addClassification(categories) {
      return store.addClassification('Mail', categories).id;
    },
    addKey(key) {
      keys.add(key);
    },
    revoke(key) {
      keys.delete(key);
      revoked.add(key);
    },
    confirm(matches) {
      for (const batch of store.batches.values()) for (const file of batch.files) if (matches(file)) file.confirmed = true;
    },
    close() {
      server.closeAllConnections();
      return new Promise((resolve) => {
        server.close(() => resolve());
      });
    },
  };
}

function bearer(header: string | undefined): string | undefined {
  return /^Bearer ([^\s]+)$/.exec(header ?? '')?.[1];
}
