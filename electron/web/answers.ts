import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { barePolicy } from '../core/contract/content-policy.ts';
import { Refused, refusalAnswer, refusalPage, refusals, type WebRefusal } from './refusals.ts';

/** Sent with every answer: only this window may use it, it is not cached, and its type is not guessed. */
const commonHeaders = {
  'cache-control': 'no-store',
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  'referrer-policy': 'no-referrer',
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'DENY',
} as const;

/** Adds headers to every answer, and answers every error; `onFault` is told about faults of the program. */
export function addAnswers(app: FastifyInstance, onFault?: (what: string, fault: unknown) => void): void {
  app.addHook('onRequest', async (_request, reply) => {
    void reply.headers({ ...commonHeaders, 'content-security-policy': barePolicy });
  });
  app.setErrorHandler((error, request, reply) => {
    const refusal = refusalOf(error);
    if (refusal === refusals.fault) onFault?.(`${request.method} ${request.routeOptions.url ?? 'elsewhere'}`, error);
    return answerRefusal(refusal, request, reply);
  });
  app.setNotFoundHandler((request, reply) => answerRefusal(refusals.notFound, request, reply));
}

/** As a page for a browser, or as an answer that the window's script understands. */
export function answerRefusal(refusal: WebRefusal, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  void reply.code(refusal.status).headers({ ...commonHeaders, 'content-security-policy': barePolicy });
  // The rest of a refused request is not read.
  if (request.method !== 'GET') void reply.header('connection', 'close');
  if (/^\/(api|preview)\//.test(request.url)) return reply.type('application/json; charset=utf-8').send(refusalAnswer(refusal));
  return reply
    .header('vary', 'accept-language')
    .type('text/html; charset=utf-8')
    .send(refusalPage(refusal, request.headers['accept-language']));
}

/** Fastify's own errors are about the form of the request. */
function refusalOf(error: unknown): WebRefusal {
  if (error instanceof Refused) return error.refusal;
  const status = (error as { statusCode?: unknown }).statusCode;
  if (status === 413) return refusals.tooLarge;
  if (status === 415) return refusals.notJson;
  if (status === 404 || status === 403) return refusals.notFound;
  return typeof status === 'number' && status >= 400 && status < 500 ? refusals.unreadable : refusals.fault;
}
