import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { pagePolicy } from '../core/contract/content-policy.ts';
import { requestPath } from './contract-routes.ts';
import { arrivalOf, judgeArrival } from './guard.ts';
import { Refused, refusals } from './refusals.ts';
import type { SessionTokens } from './session-tokens.ts';

export interface AuthOptions {
  readonly tokens: SessionTokens;
  /** The port that the server listens on, and the Host headers that may lead to it. */
  readonly port: () => number;
  readonly authorities: () => ReadonlySet<string>;
  /** The built window. */
  readonly rendererDirectory: string;
  /** A browser has signed in with the token. */
  readonly onUsed: () => void;
}

/** Every request must come from Intray's own page and carry a session cookie; only the sign-in link needs none. */
export function addGuard(app: FastifyInstance, auth: AuthOptions): void {
  app.addHook('onRequest', async (request, reply) => {
    const refusal = judgeArrival(arrivalOf(request), auth.authorities());
    if (refusal !== undefined) throw new Refused(refusal);
    const isLink = request.method === 'GET' && request.routeOptions.url === '/' && tokenOf(request) !== undefined;
    if (!isLink && !isSignedIn(request, auth)) throw new Refused(refusals.notSignedIn);
    const method = request.url.split('?', 1)[0] === requestPath ? 'POST' : 'GET';
    if (request.method === method) return;
    void reply.header('allow', method);
    throw new Refused(refusals.wrongMethod);
  });
}

/** GET /: the window. With a token, signs the browser in and redirects to / without it. */
export function addPage(app: FastifyInstance, auth: AuthOptions): void {
  const { tokens, port, rendererDirectory, onUsed } = auth;
  app.get('/', async (request, reply) => {
    const token = tokenOf(request);
    if (token === undefined) {
      const html = await readFile(join(rendererDirectory, 'index.html'), 'utf8');
      return reply.header('content-security-policy', pagePolicy(html)).type('text/html; charset=utf-8').send(html);
    }
    // A browser that is already signed in uses up no token.
    if (isSignedIn(request, auth)) return reply.redirect('/', 303);
    const secret = tokens.redeem(token);
    if (secret === undefined) throw new Refused(refusals.linkUsed);
    onUsed();
    // The session ends with the server; until then the browser may keep the cookie.
    const options = { path: '/', httpOnly: true, sameSite: 'strict', maxAge: 365 * 24 * 60 * 60 } as const;
    return reply.setCookie(cookieName(port()), secret, options).redirect('/', 303);
  });
}

function isSignedIn(request: FastifyRequest, { tokens, port }: AuthOptions): boolean {
  return tokens.isSession(request.cookies[cookieName(port())]);
}

/** Browsers store cookies by name and host, whatever the port: two servers on one host must not overwrite each other's. */
function cookieName(port: number): string {
  return `intray-${port}`;
}

function tokenOf(request: FastifyRequest): string | undefined {
  const { token } = request.query as Readonly<Record<string, unknown>>;
  return typeof token === 'string' ? token : undefined;
}
