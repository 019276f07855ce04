import multipart from '@fastify/multipart';
import Fastify, { type FastifyInstance, type FastifyReply, type FastifyRequest } from 'fastify';
import { methodsOf } from '../endpoints.ts';
import { errors, ServiceError } from '../errors.ts';
import { addAuthentication } from './authentication.ts';
import { addClassificationRoutes } from './classification-routes.ts';
import { addExtractionRoutes } from './extraction-routes.ts';
import { addFaultHooks } from './fault-hooks.ts';
import { multipartOptions } from './intake.ts';
import { addJournal, pathOf } from './journal-hook.ts';
import type { ServerContext } from './route.ts';
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

  addHome(app);
  addExtractionRoutes(app, context);
  addClassificationRoutes(app, context);
  return app;
}

function notFound({ method, url }: FastifyRequest): ServiceError {
  const path = pathOf(url);
  const allowed = methodsOf(path);
  return allowed.length > 0 ? errors.wrongMethod(path, allowed) : errors.noSuchEndpoint(method, path);
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

const about = {
  name: "Intray's sandbox",
  what: 'A stand-in for the document extraction and classification service, for trying Intray without an account.',
  where: 'It runs on this machine only. Documents are read here, kept in memory, and forgotten when it stops.',
  leaves: 'Nothing leaves the machine except webhooks, to an address that somebody registers.',
  limits:
    'It reads the text of PDF and DOCX files by plain rules. It reads no text in images, and it is not artificial intelligence.',
} as const;

/** GET / says plainly what this is, to people and to programs. */
function addHome(app: FastifyInstance): void {
  app.get('/', async (request, reply) => {
    const accept = request.headers.accept ?? '';
    if (!accept.includes('text/html')) return about;
    const { name, ...sentences } = about;
    const paragraphs = Object.values(sentences).map((sentence) => `<p>${sentence}</p>`);
    reply.type('text/html; charset=utf-8');
    reply.header('content-security-policy', "default-src 'none'; style-src 'unsafe-inline'");
    const style = 'body{font:1.1rem/1.5 system-ui;max-width:38rem;margin:4rem auto;padding:0 1rem;color-scheme:light dark}';
    return `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>${name}</title><style>${style}</style></head><body><h1>${name}</h1>${paragraphs.join('')}</body></html>\n`;
  });
}
