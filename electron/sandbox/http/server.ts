import multipart from '@fastify/multipart';
import Fastify, { type FastifyInstance, type FastifyReply, type FastifyRequest } from 'fastify';
import { defined } from '../../core/plain-data.ts';
import type { Clock } from '../clock.ts';
import { isServicePath } from '../endpoints.ts';
import { errors, ServiceError } from '../errors.ts';
import type { RateLimit, ServerContext } from './context.ts';
import { addFaultHooks } from './fault-hooks.ts';
import { multipartOptions } from './intake.ts';
import { addRoutes } from './routes.ts';
import { parseJson } from './schemas.ts';

/** It is for the programs of one machine, and shares the descriptors of the one that it runs in. */
const mostConnections = 128;

/** The server, wired but not yet listening. Hooks run in the order of registration. */
export async function buildServer(context: ServerContext): Promise<FastifyInstance> {
  const app = Fastify({
    forceCloseConnections: true,
    exposeHeadRoutes: false,
    frameworkErrors: (_error, request, reply) => answerError(errors.badRequest('The request cannot be read.'), request, reply),
    bodyLimit: 1024 * 1024,
  });
  app.server.maxConnections = mostConnections;
  readBodies(app);
  await app.register(multipart, multipartOptions);

  addJournal(app, context);
  addFaultHooks(app, context);
  addAuthentication(app, context);
  // Before its body is read: anybody may ask for what is not there.
  app.addHook('onRequest', async (request) => {
    if (request.is404) throw notFound(request);
  });

  app.setErrorHandler((error, request, reply) => {
    const answer = asServiceError(error);
    if (answer.status === 500) context.log(`${request.method} ${pathOf(request.url)}: ${answer.message}`);
    return answerError(answer, request, reply);
  });
  app.setNotFoundHandler((request) => {
    throw notFound(request);
  });

  // It says plainly what this is.
  app.get('/', async () => about);
  addRoutes(app, context);
  return app;
}

/** Records every request in the journal when it ends, answered or not. */
function addJournal(app: FastifyInstance, { journal, clock, log }: ServerContext): void {
  app.decorateRequest('trace');
  app.addHook('onRequest', async (request, reply) => {
    const startedAt = clock.now();
    request.trace = { startedAt, faults: [] };
    const { method } = request;
    const path = pathOf(request.url);
    reply.raw.once('close', () => {
      const { endpoint } = request.routeOptions.config;
      const { batchId, fileNames, faults } = request.trace;
      const fault = faults.join('; ') || undefined;
      const status = reply.raw.writableFinished ? reply.raw.statusCode : undefined;
      journal.add({
        ...{ at: new Date(startedAt).toISOString(), method, path, milliseconds: clock.now() - startedAt },
        ...defined({ endpoint, status, batchId, fileNames, fault }),
      });
      log(`${method} ${path} ${status ?? 'no answer'}${fault === undefined ? '' : ` (${fault})`}`);
    });
  });
}

/** Without the query, which might contain a key. */
function pathOf(url: string): string {
  return url.split(/[?#]/, 1)[0] ?? url;
}

/** Every call needs a valid key, and a token where a rate limit is set (electron/service/README.md, "Authentication"). */
function addAuthentication(app: FastifyInstance, { keyring, rateLimit, clock }: ServerContext): void {
  const buckets = rateLimit === undefined ? undefined : createBuckets(rateLimit, clock);
  app.addHook('onRequest', async (request) => {
    if (!isServicePath(request.url)) return;
    const keyId = keyring.check(request.headers.authorization);
    const wait = buckets?.take(keyId) ?? 0;
    if (wait > 0) throw errors.tooManyRequests(String(Math.ceil(wait)));
  });
}

/** Token buckets, one per key. */
export function createBuckets({ perSecond, burst }: RateLimit, clock: Clock) {
  const buckets = new Map<string, { tokens: number; at: number }>();
  return {
    /** Takes a token. @returns 0, or the seconds until there is one */
    take(keyId: string): number {
      const now = clock.now();
      const { tokens, at } = buckets.get(keyId) ?? { tokens: burst, at: now };
      const filled = Math.min(burst, tokens + ((now - at) / 1000) * perSecond);
      const taken = filled >= 1;
      buckets.set(keyId, { tokens: taken ? filled - 1 : filled, at: now });
      return taken ? 0 : (1 - filled) / perSecond;
    },
  };
}

function notFound({ method, url }: FastifyRequest): ServiceError {
  return errors.noSuchEndpoint(method, pathOf(url));
}

/** Reads JSON where the content type says so. An empty body, or another type, counts as no body. */
function readBodies(app: FastifyInstance): void {
  app.removeAllContentTypeParsers();
  app.addContentTypeParser('application/json', { parseAs: 'string' }, async (_request: FastifyRequest, body: string) =>
    body === '' ? undefined : parseJson(body, 'The body'),
  );
  app.addContentTypeParser('*', async (_request: FastifyRequest, payload: NodeJS.ReadableStream) => {
    payload.resume();
  });
}

function answerError({ status, headers, message }: ServiceError, _request: FastifyRequest, reply: FastifyReply): FastifyReply {
  return reply.code(status).headers(headers).send({ error: message });
}

/** The framework's own 4xx blame the request's form, which the service does with 400 (electron/service/README.md, "Errors"). */
function asServiceError(error: unknown): ServiceError {
  if (error instanceof ServiceError) return error;
  const { statusCode, message } = error as { statusCode?: number; message?: string };
  if (statusCode !== undefined && statusCode >= 400 && statusCode < 500)
    return errors.badRequest(message ?? 'The request cannot be read.');
  return new ServiceError(500, `The sandbox failed: ${message ?? String(error)}`);
}

const about = `Intray's sandbox

A stand-in for the document extraction and classification service, for trying Intray without an account.
It runs on this machine only. Documents are read here, kept in memory, and forgotten when it stops.
Nothing leaves the machine except webhooks, to an address that somebody registers.
It reads the text of PDF and DOCX files by plain rules. It reads no text in images, and it is not artificial intelligence.
`;
