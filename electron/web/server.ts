import { hostname, networkInterfaces } from 'node:os';
import cookie from '@fastify/cookie';
import statics from '@fastify/static';
import Fastify from 'fastify';
import { assetPolicy } from '../core/contract/content-policy.ts';
import { err, ok, type Result } from '../core/result.ts';
import type { Workspace } from '../workspace/api.ts';
import { addAnswers, answerRefusal } from './answers.ts';
import { type AuthOptions, addGuard, addPage } from './auth.ts';
import { authoritiesOf, urlOf } from './authorities.ts';
import { addContract } from './contract-routes.ts';
import { addPreview } from './preview.ts';
import { refusals } from './refusals.ts';
import { createSessionTokens } from './session-tokens.ts';

/** A workspace to show, and where to listen. */
export interface WebHostOptions extends Pick<Workspace, 'handlers' | 'onNotice' | 'preview'> {
  /** The built window: no file outside it is served. */
  readonly rendererDirectory: string;
  /** Address or name to listen on. */
  readonly host: string;
  /** 0 picks a free one. */
  readonly port: number;
  /** A browser has signed in with the link; `next` is the link for another browser. */
  readonly onLinkUsed?: (next: string) => void;
  readonly onFault?: (what: string, fault: unknown) => void;
}

export interface WebHost {
  /** The window's address, for a browser that has signed in: `http://127.0.0.1:8467/`. */
  readonly url: string;
  /** The sign-in link: signs in one browser, once. A secret. */
  link(): string;
  /** Closes every connection. */
  close(): Promise<void>;
}

/** Why the server cannot listen. */
export interface ListenProblem {
  readonly kind:
    | /** Another program has the port. */ 'taken'
    | /** This user may not. */ 'forbidden'
    | /** This machine has no such address. */ 'no-such-address'
    | 'other';
  readonly message: string;
}

/** The largest request of the window, in bytes: ids of 10,000 documents fit many times over. */
const maxBytes = 1024 * 1024;

/** Serves the window to browsers that have signed in. Resolves once it listens. */
export async function startWebHost(options: WebHostOptions): Promise<Result<WebHost, ListenProblem>> {
  const app = Fastify({
    logger: false,
    bodyLimit: maxBytes,
    forceCloseConnections: true,
    exposeHeadRoutes: false,
    frameworkErrors: (_error, request, reply) => answerRefusal(refusals.unreadable, request, reply),
  });
  const tokens = createSessionTokens();
  const port = (): number => {
    const address = app.server.address();
    return typeof address === 'object' && address !== null ? address.port : options.port;
  };
  const listening = () => ({ host: options.host, port: port(), hostname: hostname(), addresses: ownAddresses() });
  const link = () => `${urlOf(listening())}?token=${tokens.token()}`;
  const auth: AuthOptions = {
    tokens,
    port,
    authorities: () => authoritiesOf(listening()),
    rendererDirectory: options.rendererDirectory,
    onUsed: () => options.onLinkUsed?.(link()),
  };

  await app.register(cookie);
  addAnswers(app, options.onFault);
  addGuard(app, auth);
  addPage(app, auth);
  addContract(app, options);
  addPreview(app, options.preview);
  await app.register(statics, {
    root: options.rendererDirectory,
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
    return err(listenProblem(error));
  }
  return ok({ url: urlOf(listening()), link, close: () => app.close() });
}

function ownAddresses(): string[] {
  return Object.values(networkInterfaces()).flatMap((each) => (each ?? []).map(({ address }) => address));
}

function listenProblem(error: unknown): ListenProblem {
  const { code, message } = error as { code?: string; message: string };
  switch (code) {
    case 'EADDRINUSE':
      return { kind: 'taken', message };
    case 'EACCES':
      return { kind: 'forbidden', message };
    case 'EADDRNOTAVAIL':
    case 'ENOTFOUND':
    case 'EAI_AGAIN':
      return { kind: 'no-such-address', message };
    default:
      return { kind: 'other', message };
  }
}
