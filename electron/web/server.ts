import { hostname, networkInterfaces } from 'node:os';
import statics from '@fastify/static';
import Fastify, { type FastifyInstance, type FastifyReply, type FastifyRequest } from 'fastify';
import { assetPolicy, documentPolicy } from '../core/contract/content-policy.ts';
import { err, ok, type Result } from '../core/result.ts';
import { type Monitor, probePaths } from '../workspace/health/monitor.ts';
import { longestEvent, type WebhookReceiver, webhookPath } from '../workspace/webhooks.ts';
import type { Workspace } from '../workspace/workspace.ts';
import { announce, openingPage } from './announcement.ts';
import { type AuthOptions, addGuard, addPage } from './auth.ts';
import { boundConnections } from './connections.ts';
import { addContract } from './contract-routes.ts';
import { authoritiesOf, type Origins, urlOf } from './guard.ts';
import { createOneTimeSecrets } from './one-time-secrets.ts';
import { openOwnFiles } from './own-files.ts';
import { addAnswers, answerRefusal, Refused, refusals } from './refusals.ts';
import { openSessions } from './sessions.ts';

/** GET /preview/<id>: a document's file. */
function addPreview(app: FastifyInstance, { preview }: Pick<Workspace, 'preview'>): void {
  app.get<{ Params: { id: string } }>('/preview/:id', async ({ params }, reply) => {
    if (!/^[1-9]\d{0,14}$/.test(params.id)) throw new Refused(refusals.notFound);
    void reply.headers({ 'content-security-policy': documentPolicy, 'content-disposition': 'inline' });
    return reply.send(await preview(Number(params.id)));
  });
}

/** A workspace to show, and where to listen. */
export interface WebHostOptions extends Pick<Workspace, 'handlers' | 'onNotice' | 'preview'> {
  /** Keeps the sessions in it. */
  readonly dataDirectory: string;
  /** The built window: no file outside it is served. */
  readonly rendererDirectory: string;
  /** Address or name to listen on. */
  readonly host: string;
  /** 0 picks a free one. */
  readonly port: number;
  /** Where a proxy shows the window. */
  readonly publicUrl?: string | undefined;
  /** A browser has signed in with a link. */
  readonly onSignedIn?: () => void;
  /** How long a request may take to arrive, in milliseconds. */
  readonly requestMs?: number;
  readonly now?: () => number;
  readonly onFault?: (what: string, fault: unknown) => void;
  /** Answers programs that watch this one, which have no session. */
  readonly monitor?: Monitor;
  /** Takes the service's events. */
  readonly webhooks?: WebhookReceiver | undefined;
}

export interface WebHost {
  /** The window's address, for a browser that has signed in: `http://127.0.0.1:8467/`. */
  readonly url: string;
  readonly port: number;
  /** A new link, which signs in one browser, once, within ten minutes. A secret. */
  link(): string;
  /** Path of a page, readable by this user only, that leads a browser to a link: no secret is in the list of processes. */
  pageFor(link: string): string;
  /** Closes every connection. */
  close(): Promise<void>;
}

/** The largest request of the window, in bytes: ids of 10,000 documents fit many times over. */
const maxBytes = 1024 * 1024;

/** How long a request may take to arrive, in milliseconds. */
const longestMs = 20_000;

/** Serves the window to browsers that have signed in. Resolves once it listens. */
export async function startWebHost(options: WebHostOptions): Promise<Result<WebHost, NodeJS.ErrnoException>> {
  const { onFault, rendererDirectory, publicUrl, now = Date.now, requestMs = longestMs } = options;
  const files = openOwnFiles(options.dataDirectory);
  const own = { host: options.host, hostname: hostname(), addresses: ownAddresses() };
  const app = Fastify({
    logger: false,
    bodyLimit: maxBytes,
    forceCloseConnections: true,
    exposeHeadRoutes: false,
    // A request that trickles in does not keep its connection.
    requestTimeout: requestMs,
    http: { headersTimeout: requestMs, connectionsCheckingInterval: requestMs / 4 },
    frameworkErrors: (_error: unknown, request: FastifyRequest, reply: FastifyReply) =>
      answerRefusal(refusals.unreadable, request, reply),
  });
  const connections = boundConnections(app.server);
  const secrets = createOneTimeSecrets(files, now);
  const sessions = openSessions(files, now, (fault) => onFault?.('sessions', fault));
  const port = (): number => {
    const address = app.server.address();
    return typeof address === 'object' && address !== null ? address.port : options.port;
  };
  const listening = () => ({ ...own, addresses: ownAddresses(), port: port() });
  const publicOrigin = publicUrl === undefined ? undefined : new URL(publicUrl).origin;
  const origins = (): Origins => {
    const authorities = new Map([...authoritiesOf(listening())].map((each) => [each, `http://${each}`]));
    if (publicUrl !== undefined) authorities.set(new URL(publicUrl).host, new URL(publicUrl).origin);
    return { authorities, publicOrigin };
  };
  const auth: AuthOptions = {
    secrets,
    sessions,
    origins,
    rendererDirectory,
    takesEvents: options.webhooks !== undefined,
    connections,
    onSignedIn() {
      files.remove(openingPage);
      options.onSignedIn?.();
    },
  };

  addAnswers(app, onFault);
  addGuard(app, auth);
  addPage(app, auth);
  addContract(app, { ...options, sessions });
  addPreview(app, options);
  const { monitor } = options;
  if (monitor !== undefined)
    for (const path of probePaths)
      app.get(path, async (_request, reply) => {
        const { code, type, body } = monitor(path);
        return reply.code(code).type(type).send(body);
      });
  const { webhooks } = options;
  if (webhooks !== undefined)
    void app.register((scope, _options, done) => {
      addWebhooks(scope, webhooks);
      done();
    });
  await app.register(statics, {
    root: rendererDirectory,
    index: false,
    redirect: false,
    dotfiles: 'ignore',
    cacheControl: false,
    etag: false,
    lastModified: false,
    setHeaders: (reply) => void reply.header('content-security-policy', assetPolicy),
  });

  try {
    await app.listen({ host: options.host, port: options.port });
  } catch (error) {
    await app.close();
    return err(error as NodeJS.ErrnoException);
  }
  const url = publicUrl ?? urlOf(listening());
  const announcement = announce(files, secrets, url);
  return ok({
    url,
    port: port(),
    ...announcement,
    async close() {
      announcement.end();
      await app.close();
    },
  });
}

function ownAddresses(): string[] {
  return Object.values(networkInterfaces()).flatMap((each) => (each ?? []).map(({ address }) => address));
}

/** A signature is of the bytes as they came, so nothing reads them first. */
function addWebhooks(scope: FastifyInstance, receive: WebhookReceiver): void {
  scope.removeAllContentTypeParsers();
  scope.addContentTypeParser(
    '*',
    { parseAs: 'buffer', bodyLimit: longestEvent },
    async (_: FastifyRequest, body: Buffer) => body,
  );
  scope.post<{ Body?: Buffer }>(webhookPath, async ({ headers, body = Buffer.alloc(0) }, reply) =>
    reply.code(receive(headers, body)).send(),
  );
}
