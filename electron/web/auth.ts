import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { pagePolicy } from '../core/contract/content-policy.ts';
import { probePaths } from '../workspace/health/monitor.ts';
import type { Connections } from './connections.ts';
import { requestPath } from './contract-routes.ts';
import { arrivalOf, hasSeveralHosts, isEvent, judgeArrival, type Origins } from './guard.ts';
import type { OneTimeSecrets } from './one-time-secrets.ts';
import { Refused, refusals } from './refusals.ts';
import { type Sessions, sessionOf } from './sessions.ts';

export interface AuthOptions {
  readonly secrets: OneTimeSecrets;
  readonly sessions: Sessions;
  /** What browsers may call this server. */
  readonly origins: () => Origins;
  /** The built window. */
  readonly rendererDirectory: string;
  /** A browser has signed in with a link. */
  readonly onSignedIn: () => void;
  /** The service's events are taken. */
  readonly takesEvents: boolean;
  /** Those of browsers that are signed in are kept. */
  readonly connections: Connections;
}

/** The largest sign-in, in bytes: it is read from anybody. */
const longestSignIn = 1024;

const signInPath = '/api/sign-in';
/** The page and its parts hold nothing of this user's; a browser fetches them without a script, so without a secret. */
const openRoutes: ReadonlySet<string> = new Set(['/', '/*', signInPath, ...probePaths]);

/**
 * Every request must come from Intray's own page; all but the page itself and the sign-in must carry a session's secret in
 * a header. A cookie would not do: browsers send it to every port of this machine.
 */
export function addGuard(app: FastifyInstance, { sessions, origins, takesEvents, connections }: AuthOptions): void {
  app.addHook('onRequest', async (request, reply) => {
    if (hasSeveralHosts(request.raw)) throw new Refused(refusals.unreadable);
    const arrival = arrivalOf(request);
    if (takesEvents && isEvent(arrival, origins())) return;
    const refusal = judgeArrival(arrival, origins());
    if (refusal !== undefined) throw new Refused(refusal);
    const { url } = request.routeOptions;
    if (url !== undefined && !openRoutes.has(url)) {
      if (sessionOf(request, sessions) === undefined) throw new Refused(refusals.notSignedIn);
      connections.vouch(request.socket);
    }
    const path = request.url.split('?', 1)[0];
    const method = path === requestPath || path === signInPath ? 'POST' : 'GET';
    if (request.method === method) return;
    void reply.header('allow', method);
    throw new Refused(refusals.wrongMethod);
  });
}

const signInSchema = z.strictObject({ token: z.string().max(200) });

/** GET / is the window. POST /api/sign-in `{token}` gives a session's secret for a link's token. */
export function addPage(app: FastifyInstance, { secrets, sessions, rendererDirectory, onSignedIn }: AuthOptions): void {
  app.get('/', async (_request, reply) => {
    const html = await readFile(join(rendererDirectory, 'index.html'), 'utf8');
    return reply.header('content-security-policy', pagePolicy(html)).type('text/html; charset=utf-8').send(html);
  });
  app.post(signInPath, { bodyLimit: longestSignIn }, async (request) => {
    // A browser that is already signed in uses up no link.
    if (sessionOf(request, sessions) !== undefined) return { ok: true, value: {} };
    const given = signInSchema.safeParse(request.body);
    if (!given.success) throw new Refused(refusals.unreadable);
    if (!secrets.redeem('link', given.data.token)) throw new Refused(refusals.linkUsed);
    const secret = sessions.begin(request.headers['user-agent'] ?? '');
    onSignedIn();
    return { ok: true, value: { secret } };
  });
}
