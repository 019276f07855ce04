import type { FastifyInstance } from 'fastify';
import type { ServerContext } from './route.ts';

/** Records every request in the journal when it ends, answered or not. */
export function addJournal(app: FastifyInstance, { journal, clock, log }: ServerContext): void {
  app.decorateRequest('trace');
  app.addHook('onRequest', async (request, reply) => {
    const startedAt = clock.now();
    request.trace = { startedAt, faults: [] };
    const path = pathOf(request.url);
    reply.raw.once('close', () => {
      const { endpoint } = request.routeOptions.config;
      const { batchId, fileNames, faults } = request.trace;
      const fault = faults.length === 0 ? undefined : faults.join('; ');
      const answered = reply.raw.writableFinished;
      journal.add({
        at: new Date(startedAt).toISOString(),
        method: request.method,
        path,
        ...(endpoint === undefined ? {} : { endpoint }),
        ...(answered ? { status: reply.raw.statusCode } : {}),
        milliseconds: clock.now() - startedAt,
        ...(batchId === undefined ? {} : { batchId }),
        ...(fileNames === undefined ? {} : { fileNames }),
        ...(fault === undefined ? {} : { fault }),
      });
      log(
        `${request.method} ${path} ${answered ? reply.raw.statusCode : 'no answer'}${fault === undefined ? '' : ` (${fault})`}`,
      );
    });
  });
}

/** Without the query, which might contain a key. */
export function pathOf(url: string): string {
  return url.split(/[?#]/, 1)[0] ?? url;
}
