import { mkdirSync, mkdtempSync, realpathSync, writeFileSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { type IncomingHttpHeaders, request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Handlers, Notice } from '../../electron/core/contract/contract.ts';
import { requests } from '../../electron/core/contract/contract.ts';
import { foreign } from '../../electron/core/messages/message.ts';
import { err, ok } from '../../electron/core/result.ts';
import { startWebHost, type WebHost, type WebHostOptions } from '../../electron/web/server.ts';

/** A web host over made-up handlers, with a window of two files, in a directory that holds a secret beside it. */
export interface TestHost extends WebHost {
  readonly root: string;
  readonly handled: { name: string; input: unknown }[];
  /** How often a browser has signed in. */
  readonly signIns: unknown[];
  readonly faults: unknown[];
  readonly previews: Map<number, () => Response>;
  readonly listeners: Set<(notice: Notice) => void>;
  tell(notice: Notice): void;
  ask(asked?: Asked): Promise<Reply>;
  /** Redeems a link; another browser's, if not said. */
  redeem(link: string, session?: string): Promise<Reply>;
  /** Signs in, and gives the session's secret. */
  enter(): Promise<string>;
  remove(): Promise<void>;
}

export interface Asked {
  readonly method?: string;
  /** As it goes over the wire. */
  readonly path?: string;
  readonly headers?: Readonly<Record<string, string>>;
  /** The secret of a session. */
  readonly session?: string;
  readonly body?: string;
}

export interface Reply {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
}

export const pagePolicyText = "default-src 'none'; script-src 'self'; connect-src 'self'";

export async function startTestHost(options: Partial<WebHostOptions> = {}): Promise<TestHost> {
  const root = realpathSync(mkdtempSync(join(tmpdir(), 'intray-web-')));
  const rendererDirectory = join(root, 'renderer');
  mkdirSync(join(rendererDirectory, 'assets'), { recursive: true });
  writeFileSync(
    join(rendererDirectory, 'index.html'),
    `<!doctype html><meta http-equiv="Content-Security-Policy" content="${pagePolicyText}"><title>Window</title><script type="module" src="./assets/window.js"></script>`,
  );
  writeFileSync(join(rendererDirectory, 'assets', 'window.js'), 'document.title = "Window at work";');
  writeFileSync(join(rendererDirectory, '.hidden'), 'hidden');
  writeFileSync(join(root, 'secret.txt'), 'a secret beside the window');
  const handled: TestHost['handled'] = [];
  const signIns: unknown[] = [];
  const faults: unknown[] = [];
  const previews: TestHost['previews'] = new Map();
  const listeners: TestHost['listeners'] = new Set();
  const answer = (name: string) => async (input: unknown) => {
    handled.push({ name, input });
    if (name === 'diagnostics') throw new Error('a fault with details');
    return ok({ answered: name });
  };
  const started = await startWebHost({
    handlers: Object.fromEntries(Object.keys(requests).map((name) => [name, answer(name)])) as unknown as Handlers,
    onNotice(listener) {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    preview: async (id) => previews.get(id)?.() ?? noPreview('There is no such document.'),
    dataDirectory: join(root, 'data'),
    rendererDirectory,
    host: '127.0.0.1',
    port: 0,
    onSignedIn: () => signIns.push(undefined),
    onFault: (...fault) => faults.push(fault),
    ...options,
  });
  if (!started.ok) throw new Error(started.error.message);
  const host = started.value;
  const { port } = host;
  const ask = (asked: Asked = {}) => askAt(port, asked);
  const redeem = (link: string, session?: string) => redeemAt(host.url, link, session);
  return {
    ...host,
    root,
    handled,
    signIns,
    faults,
    previews,
    listeners,
    tell(notice) {
      for (const listener of listeners) listener(notice);
    },
    ask,
    redeem,
    enter: async () => secretIn(await redeem(host.link())),
    async remove() {
      await host.close();
      await rm(root, { recursive: true, force: true });
    },
  };
}

/** As a workspace says that there is none. */
export function noPreview(why: string): Response {
  return Response.json(err({ kind: 'unavailable', message: foreign(why) }), { status: 404 });
}

/** Does with a link what the window's script does. @param url the window's address */
export function redeemAt(url: string, link: string, session?: string): Promise<Reply> {
  const { port, origin } = new URL(url);
  return askAt(Number(port), {
    ...{ method: 'POST', path: '/api/sign-in', body: JSON.stringify({ token: /#link=(.*)$/.exec(link)?.[1] }) },
    headers: { origin, 'content-type': 'application/json' },
    ...(session !== undefined && { session }),
  });
}

/** The session's secret that a link was redeemed for. */
export function secretIn({ body }: Reply): string {
  return String(JSON.parse(body).value?.secret);
}

/** One request, byte for byte as given: nothing normalises the path or fills in an origin. */
export function askAt(port: number, { method = 'GET', path = '/', headers = {}, session, body }: Asked): Promise<Reply> {
  return new Promise((resolve, reject) => {
    const outgoing = request(
      {
        host: '127.0.0.1',
        port,
        method,
        path,
        agent: false,
        headers: { ...headers, ...(session !== undefined && { 'intray-session': session }) },
      },
      (response) => {
        const chunks: Buffer[] = [];
        response.on('data', (chunk: Buffer) => chunks.push(chunk));
        response.once('error', reject);
        response.once('end', () =>
          resolve({
            status: response.statusCode ?? 0,
            headers: response.headers,
            body: Buffer.concat(chunks).toString('latin1'),
          }),
        );
      },
    );
    outgoing.once('error', reject);
    outgoing.end(body);
  });
}
