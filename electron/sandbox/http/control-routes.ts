import { timingSafeEqual } from 'node:crypto';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { z } from 'zod';
import { errors, ServiceError } from '../errors.ts';
import { parseFault } from '../faults/parse-fault.ts';
import { pathPart, readJson, type ServerContext } from './route.ts';

const keySchema = z.strictObject({ name: z.string() });
const revokeSchema = z.strictObject({ status: z.literal([401, 403]).optional() });
const rateSchema = z.strictObject({ seconds: z.number().positive().optional() });
const pagesSchema = z.strictObject({ remaining: z.int().nonnegative() });
const webhookSchema = z.strictObject({ url: z.string(), secret: z.string().optional() });
const faultSchema = z.strictObject({ fault: z.string() });
const confirmSchema = z.strictObject({ extracted_data: z.record(z.string(), z.string()).optional() });

/**
 * The control surface over HTTP, under /sandbox, for other programs: JSON in, JSON out.
 *
 *     GET POST /keys   POST /keys/ID/revoke   POST DELETE /keys/ID/rate-limit
 *     GET PUT /pages   GET PUT DELETE /webhook   GET /deliveries
 *     GET POST DELETE /faults   DELETE /faults/ID   GET DELETE /requests
 *     GET POST /extractions   GET POST /classifications   PUT /classifications/ID/categories
 *     POST /extractions/ID/batches/ID/files/ID/confirm
 */
export function addControlRoutes(app: FastifyInstance, { control, faults, journal, controlToken, port }: ServerContext): void {
  app.addHook('onRequest', async (request) => guardControl(request, { port: port(), token: controlToken }));

  app.get('/keys', async () => ({ keys: control.listKeys() }));
  app.post('/keys', async (request, reply) => {
    reply.code(201);
    return control.createKey(readJson(request, keySchema).name);
  });
  app.post('/keys/:id/revoke', async (request) =>
    control.revokeKey(pathPart(request, 'id'), readJson(request, revokeSchema).status),
  );
  app.post('/keys/:id/rate-limit', async (request) =>
    control.rateLimitKey(pathPart(request, 'id'), readJson(request, rateSchema).seconds),
  );
  app.delete('/keys/:id/rate-limit', async (request) => control.liftRateLimit(pathPart(request, 'id')));

  app.get('/pages', async () => control.pages());
  app.put('/pages', async (request) => {
    control.setPages(readJson(request, pagesSchema).remaining);
    return control.pages();
  });

  app.get('/webhook', async () => ({ url: control.webhookUrl() ?? null }));
  app.put('/webhook', async (request) => {
    const { url, secret } = readJson(request, webhookSchema);
    return control.registerWebhook(url, secret);
  });
  app.delete('/webhook', async () => {
    control.unregisterWebhook();
    return { url: null };
  });
  app.get('/deliveries', async () => ({ deliveries: control.deliveries() }));

  app.get('/faults', async () => ({ faults: faults.list() }));
  app.post('/faults', async (request, reply) => {
    const { fault } = readJson(request, faultSchema);
    const parsed = parseFault(fault);
    if (parsed.ok && parsed.value.effect.kind === 'refuse' && (parsed.value.times ?? parsed.value.seconds) === undefined) {
      throw errors.badRequest('Give "refuse" times or seconds here: it refuses connections to the control surface too.');
    }
    reply.code(201);
    return faults.add(fault);
  });
  app.delete('/faults', async () => {
    faults.clear();
    return { faults: [] };
  });
  app.delete('/faults/:id', async (request) => {
    faults.remove(pathPart(request, 'id'));
    return { faults: faults.list() };
  });

  app.get('/requests', async () => ({ requests: journal.list() }));
  app.delete('/requests', async () => {
    journal.clear();
    return { requests: [] };
  });

  app.get('/extractions', async () => ({ extractions: control.extractions() }));
  app.post('/extractions', async (request, reply) => {
    reply.code(201);
    return { extractionId: control.createExtraction(readJson(request, z.unknown())) };
  });
  app.post('/extractions/:extractionId/batches/:batchId/files/:fileId/confirm', async (request) =>
    control.confirmFile(
      pathPart(request, 'extractionId'),
      pathPart(request, 'batchId'),
      pathPart(request, 'fileId'),
      readJson(request, confirmSchema).extracted_data,
    ),
  );
  app.get('/classifications', async () => ({ classifications: control.classifications() }));
  app.post('/classifications', async (request, reply) => {
    reply.code(201);
    return control.createClassification(readJson(request, z.unknown()));
  });
  app.put('/classifications/:id/categories', async (request) => {
    control.setCategories(pathPart(request, 'id'), readJson(request, z.unknown()));
    return { classifications: control.classifications() };
  });
}

/**
 * The control surface makes keys: only a program that was given the token may use it, and no page in a browser. Host keeps
 * out a foreign name that points to this computer; Origin and Sec-Fetch-Site keep out other pages.
 */
function guardControl({ headers }: FastifyRequest, { port, token }: { readonly port: number; readonly token: string }): void {
  const hosts = [`127.0.0.1:${port}`, `localhost:${port}`];
  if (headers.host === undefined || !hosts.includes(headers.host)) throw refused('the Host header names another machine');
  if (headers.origin !== undefined && headers.origin !== `http://${headers.host}`)
    throw refused('the request comes from another page');
  const site = headers['sec-fetch-site'];
  if (site !== undefined && site !== 'same-origin' && site !== 'none') throw refused('the request comes from another page');
  const given = /^Bearer +(\S+) *$/i.exec(headers.authorization ?? '')?.[1];
  if (given === undefined || !isSame(given, token)) {
    throw new ServiceError(401, 'The control surface needs its token, which the sandbox shows when it starts.', {
      'www-authenticate': 'Bearer',
    });
  }
}

function refused(why: string): ServiceError {
  return new ServiceError(403, `The control surface is for programs on this machine: ${why}.`);
}

function isSame(given: string, token: string): boolean {
  const first = Buffer.from(given);
  const second = Buffer.from(token);
  return first.length === second.length && timingSafeEqual(first, second);
}
