import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { pagePolicy } from '../core/contract/content-policy.ts';
import { requestPath } from './contract-routes.ts';
import { arrivalOf, judgeArrival } from './guard.ts';
import { Refused, refusals } from './refusals.ts';
import type { SessionTokens } from './session-tokens.ts';

export interface Entrance {
  readonly door: SessionTokens;
  /** The port that is listened on, and what may lead to it. */
  readonly port: () => number;
  readonly authorities: () => ReadonlySet<string>;
  /** The built window. */
  readonly rendererDirectory: string;
  /** A token has let a browser in. */
  readonly onUsed: () => void;
}

/** Nobody gets anything without coming from the right place and holding a cookie, but for the link itself. */
export function addGuard(app: FastifyInstance, entrance: Entrance): void {
  app.addHook('onRequest', async (request, reply) => {
    const refusal = judgeArrival(arrivalOf(request), entrance.authorities());
    if (refusal !== undefined) throw new Refused(refusal);
    const isLink = request.method === 'GET' && request.routeOptions.url === '/' && tokenOf(request) !== undefined;
    if (!isLink && !isKnown(request, entrance)) throw new Refused(refusals.noCookie);
    const method = request.url.split('?', 1)[0] === requestPath ? 'POST' : 'GET';
    if (request.method === method) return;
    void reply.header('allow', method);
    throw new Refused(refusals.wrongMethod);
  });
}

/** GET /: the window; with a token, the way in, which leads back here without it. */
export function addPage(app: FastifyInstance, entrance: Entrance): void {
  const { door, port, rendererDirectory, onUsed } = entrance;
  app.get('/', async (request, reply) => {
    const token = tokenOf(request);
    if (token === undefined) {
      const html = await readFile(join(rendererDirectory, 'index.html'), 'utf8');
      return reply.header('content-security-policy', pagePolicy(html)).type('text/html; charset=utf-8').send(html);
    }
    // A browser that is in already needs no link, and uses up none.
    if (isKnown(request, entrance)) return reply.redirect('/', 303);
    const secret = door.enter(token);
    if (secret === undefined) throw new Refused(refusals.wrongToken);
    onUsed();
    // The server forgets it when it ends; until then the browser need not.
    const kept = { path: '/', httpOnly: true, sameSite: 'strict', maxAge: 365 * 24 * 60 * 60 } as const;
    return reply.setCookie(cookieName(port()), secret, kept).redirect('/', 303);
  });
}

function isKnown(request: FastifyRequest, { door, port }: Entrance): boolean {
  return door.knows(request.cookies[cookieName(port())]);
}

/** Browsers keep cookies by name and host, whatever the port: two of these servers must not take each other's. */
function cookieName(port: number): string {
  return `intray-${port}`;
}

function tokenOf(request: FastifyRequest): string | undefined {
  const { token } = request.query as Readonly<Record<string, unknown>>;
  return typeof token === 'string' ? token : undefined;
}
