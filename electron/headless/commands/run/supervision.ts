import { execFile } from 'node:child_process';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { type Message, say } from '../../../core/messages/message.ts';
import { boundConnections } from '../../../web/connections.ts';
import { hasSeveralHosts } from '../../../web/guard.ts';
import { type Monitor, probePaths } from '../../../workspace/health/monitor.ts';
import { longestEvent, type WebhookReceiver, webhookPath } from '../../../workspace/webhooks.ts';
import type { Host } from '../../host.ts';
import { Refusal } from '../../input/refusal.ts';

/** How long a request may take to arrive, in milliseconds. */
const longestMs = 20_000;

/** Answers `/healthz`, `/healthz/ready` and `/metrics`, and takes events, until it is ended. @throws Refusal if it cannot listen */
export async function serveProbes(
  monitor: Monitor,
  { port, host }: { readonly port: number; readonly host: string },
  webhooks?: WebhookReceiver,
): Promise<{ readonly port: number; end(): Promise<void> }> {
  // Loading it takes a tenth of what a run with one document takes.
  const { createServer } = await import('node:http');
  const server = createServer({ requestTimeout: longestMs, headersTimeout: longestMs }, (request, response) => {
    if (hasSeveralHosts(request)) {
      response.writeHead(400).end();
      return;
    }
    if (webhooks !== undefined && request.method === 'POST' && request.url === webhookPath) {
      void receiveEvent(webhooks, request, response);
      return;
    }
    const path = probePaths.find((each) => each === request.url);
    if (path === undefined || request.method !== 'GET') {
      response.writeHead(404).end();
      return;
    }
    try {
      const { code, type, body } = monitor(path);
      response.writeHead(code, { 'content-type': type, 'cache-control': 'no-store' }).end(body);
    } catch {
      // The ledger cannot be read at this moment, say: that is not ready, and not the end of the program.
      response.writeHead(503).end();
    }
  });
  // Whoever opens connections and asks nothing holds few of them, and not for long.
  boundConnections(server);
  try {
    await new Promise<void>((resolve, reject) => {
      server.once('error', reject);
      server.listen(port, host, resolve);
    });
  } catch (error) {
    const message = listenMessage(error, { host, port, flags: ['--health-port', '--health-host'] });
    throw new Refusal(message, { cause: error });
  }
  return {
    port: (server.address() as AddressInfo).port,
    end: () =>
      new Promise((resolve) => {
        server.closeAllConnections();
        server.close(() => resolve());
      }),
  };
}

/** Why nothing listens there, and which flag changes that. */
export function listenMessage(
  error: unknown,
  { host, port, flags: [portFlag, hostFlag] }: { host: string; port: number; flags: readonly [port: string, host: string] },
): Message {
  const { code = '', message } = error as NodeJS.ErrnoException;
  if (code === 'EADDRINUSE') return say('answers.window.portTaken', { port: String(port), flag: portFlag });
  if (code === 'EACCES') return say('answers.window.portForbidden', { port: String(port), flag: portFlag });
  return ['EADDRNOTAVAIL', 'ENOTFOUND', 'EAI_AGAIN'].includes(code)
    ? say('answers.window.noAddress', { address: host, flag: hostFlag })
    : say('answers.window.notServed', { port: String(port), message });
}

async function receiveEvent(receive: WebhookReceiver, request: IncomingMessage, response: ServerResponse): Promise<void> {
  const pieces: Buffer[] = [];
  let length = 0;
  try {
    for await (const piece of request as AsyncIterable<Buffer>) {
      length += piece.length;
      if (length > longestEvent) break;
      pieces.push(piece);
    }
    const isTooLong = length > longestEvent;
    response.writeHead(isTooLong ? 413 : receive(request.headers, Buffer.concat(pieces))).end();
  } catch {
    // Whoever sent it has gone.
    response.destroy();
  }
}

/**
 * Tells systemd that the work has begun, and again and again that it goes on, where the unit asks for it (`Type=notify`,
 * `WatchdogSec=`). Node has no sockets of the kind that systemd listens on, so its own program speaks (`NotifyAccess=all`).
 * The answer ends it.
 */
export function tellSupervisor({ environment }: Pick<Host, 'environment'>): () => void {
  if (environment.NOTIFY_SOCKET === undefined) return () => {};
  const env = { PATH: environment.PATH, NOTIFY_SOCKET: environment.NOTIFY_SOCKET };
  const tell = (...states: string[]) => {
    try {
      execFile('systemd-notify', states, { env }, () => undefined);
    } catch {
      // The system has no room for another process: the next one is told.
    }
  };
  tell('--ready');
  const watchdogMs = Number(environment.WATCHDOG_USEC ?? 0) / 1_000;
  const timer = watchdogMs > 0 ? setInterval(() => tell('WATCHDOG=1'), watchdogMs / 3) : undefined;
  return () => {
    clearInterval(timer);
    tell('--stopping');
  };
}
