import { createServer, type IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach } from 'vitest';
import type { Clock } from '../../electron/sandbox/clock.ts';
import type { Documents } from '../../electron/sandbox/documents.ts';
import type { Reading } from '../../electron/sandbox/reading/text-line.ts';
import { type Sandbox, type SandboxOptions, startSandbox } from '../../electron/sandbox/sandbox.ts';
import { waitFor } from '../support/wait-for.ts';

/**
 * Documents of these tests are plain text whatever their name says: `key: value` lines are what is found in them,
 * `pages=N` says how many pages they have, and the words `image` and `broken` at the start what they are.
 */
export const plainDocuments: Documents = {
  async readDocument(bytes): Promise<Reading> {
    const text = Buffer.from(bytes).toString();
    if (text.startsWith('broken')) return { kind: 'unreadable', reason: 'It is broken' };
    if (text.startsWith('image')) return { kind: 'image', pages: 1 };
    const lines = text.split('\n').map((line) => [line]);
    return { kind: 'text', lines, pages: pagesIn(text) };
  },
  countPages: async (bytes) => pagesIn(Buffer.from(bytes).toString()),
  findFields(lines, fields) {
    const found = lines.map(([text = '']) => /^(.+?): (.+)$/.exec(text)?.slice(1) ?? []);
    const entries = found.filter(([key]) => fields.some((field) => field.key === key));
    return Object.fromEntries(entries.map(([key = '', value = '']) => [key, value]));
  },
  findCategory(lines, categories) {
    const text = lines.flat().join('\n');
    const index = categories.findIndex(({ name, keywords = [] }) => [name, ...keywords].some((word) => text.includes(word)));
    return index === -1
      ? { categoryIndex: null, confidence: 0.1, reasoning: 'Nothing fits.' }
      : { categoryIndex: index, confidence: 0.9, reasoning: 'A word of the category is there.' };
  },
};

function pagesIn(text: string): number {
  return Number(/pages=(\d+)/.exec(text)?.[1] ?? 1);
}

export const fullKey = 'a-key-that-is-known';

const started: { close(): Promise<void> }[] = [];
afterEach(async () => {
  await Promise.all(started.splice(0).map((one) => one.close()));
});

export interface Answer {
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
  // Answers are examined freely here.
  // biome-ignore lint/suspicious/noExplicitAny: each test says what it expects from an answer.
  readonly body: any;
}

export interface Caller {
  readonly sandbox: Sandbox;
  /** JSON in, JSON out, with the known key. */
  call(method: string, path: string, body?: unknown, headers?: Record<string, string>): Promise<Answer>;
  /** A form: text fields and files by name. */
  send(
    method: string,
    path: string,
    fields: Record<string, string>,
    files?: Record<string, string | Uint8Array>,
  ): Promise<Answer>;
  /** An extraction with the fields `number` and `total`, without a file. */
  extraction(): string;
  upload(extractionId: string, files: Record<string, string | Uint8Array>): Promise<Answer>;
  poll(extractionId: string, batchId: string): Promise<Answer>;
  /** Polls until every file has a terminal status. */
  settled(extractionId: string, batchId: string): Promise<Answer>;
}

/** Starts a sandbox without delays, and closes it when the test ends. */
export async function start(options: SandboxOptions = {}): Promise<Caller> {
  const sandbox = await startSandbox({
    keys: [{ name: 'test', key: fullKey }],
    delays: { queued: 0, processing: 0 },
    documents: plainDocuments,
    seed: 7,
    ...options,
  });
  started.push(sandbox);

  async function ask(path: string, init: RequestInit): Promise<Answer> {
    const answer = await fetch(sandbox.url + path, { redirect: 'manual', ...init });
    const text = await answer.text();
    return { status: answer.status, headers: answer.headers, text, body: parsed(text) };
  }

  const caller: Caller = {
    sandbox,
    call: (method, path, body, headers = {}) =>
      ask(path, {
        method,
        headers: {
          authorization: `Bearer ${fullKey}`,
          ...(body === undefined ? {} : { 'content-type': 'application/json' }),
          ...headers,
        },
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      }),
    send(method, path, fields, files = {}) {
      const form = new FormData();
      for (const [name, value] of Object.entries(fields)) form.append(name, value);
      for (const [name, content] of Object.entries(files)) form.append('files', new Blob([content as BlobPart]), name);
      return ask(path, { method, headers: { authorization: `Bearer ${fullKey}` }, body: form });
    },
    extraction: () => sandbox.control.createExtraction(details),
    upload: (extractionId, files) => caller.send('POST', '/api/v1/uploadFiles', { extractionId }, files),
    poll: (extractionId, batchId) => caller.call('POST', '/api/v1/getBatchResults', { extractionId, batchId }),
    async settled(extractionId, batchId) {
      let answer = await caller.poll(extractionId, batchId);
      await waitFor(async () => {
        answer = await caller.poll(extractionId, batchId);
        const open = answer.body.files.filter((file: { status: string }) => ['queued', 'processing'].includes(file.status));
        if (open.length > 0) throw new Error('Still at work');
      });
      return answer;
    },
  };
  return caller;
}

export const details = {
  name: 'Invoices',
  fields: [
    { key: 'number', description: 'The number', example: 'R-1' },
    { key: 'total', description: 'The total', example: '12.50' },
  ],
};

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** A receiver of webhooks that answers with the given statuses in turn, then with 204. */
export async function startReceiver(...statuses: number[]) {
  const received: { headers: IncomingHttpHeaders; text: string }[] = [];
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      received.push({ headers: request.headers, text: Buffer.concat(chunks).toString() });
      const status = statuses.shift() ?? 204;
      response.writeHead(status, status === 302 ? { location: '/elsewhere' } : {}).end();
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  started.push({
    close: () =>
      new Promise((resolve) => {
        server.closeAllConnections();
        server.close(() => resolve());
      }),
  });
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/hook`,
    received,
    types: () => received.map(({ text }) => JSON.parse(text).type as string),
  };
}

/** A clock that moves only when told to. */
export function manualClock(start = Date.now()): Clock & { advance(milliseconds: number): void; waits(): number[] } {
  let now = start;
  let timers: { at: number; run: () => void }[] = [];
  return {
    now: () => now,
    after(milliseconds, run) {
      const timer = { at: now + milliseconds, run };
      timers.push(timer);
      return () => {
        timers = timers.filter((other) => other !== timer);
      };
    },
    advance(milliseconds) {
      now += milliseconds;
      const due = timers.filter(({ at }) => at <= now);
      timers = timers.filter(({ at }) => at > now);
      for (const { run } of due) run();
    },
    waits: () => timers.map(({ at }) => at - now),
  };
}

/** A form as bytes, to be sent in pieces. */
export async function formBytes(fields: Record<string, string>, files: Record<string, string>) {
  const form = new FormData();
  for (const [name, value] of Object.entries(fields)) form.append(name, value);
  for (const [name, content] of Object.entries(files)) form.append('files', new Blob([content]), name);
  const answer = new Response(form);
  return { type: answer.headers.get('content-type') ?? '', bytes: Buffer.from(await answer.arrayBuffer()) };
}
