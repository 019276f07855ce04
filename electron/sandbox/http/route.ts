import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { z } from 'zod';
import type { Clock } from '../clock.ts';
import { type EndpointName, endpointOf } from '../endpoints.ts';
import { errors } from '../errors.ts';
import type { Faults } from '../faults/fault-set.ts';
import type { Random } from '../random.ts';
import type { Keyring, PageAccount } from '../state/account.ts';
import type { ClassificationStore } from '../state/classifications.ts';
import type { ExtractionStore } from '../state/extractions.ts';
import type { Acceptance } from '../work/acceptance.ts';
import type { ClassificationWork } from '../work/classification-work.ts';
import type { ExtractionWork } from '../work/extraction-work.ts';
import type { Journal, Log } from './journal.ts';
import { parseAs } from './schemas.ts';

export interface RateLimit {
  /** Requests added per second, for each key. */
  readonly perSecond: number;
  /** Requests that an idle key may send at once. */
  readonly burst: number;
}

/** The parts of a sandbox, as its hooks and routes use them. */
export interface ServerContext {
  readonly keyring: Keyring;
  readonly pages: PageAccount;
  readonly extractions: ExtractionStore;
  readonly classifications: ClassificationStore;
  readonly acceptance: Acceptance;
  readonly extractionWork: ExtractionWork;
  readonly classificationWork: ClassificationWork;
  readonly faults: Faults;
  readonly journal: Journal;
  readonly rateLimit: RateLimit | undefined;
  readonly clock: Clock;
  readonly random: Random;
  readonly log: Log;
}

/** What a request collects for the journal. */
export interface Trace {
  readonly startedAt: number;
  batchId?: string;
  fileNames?: readonly string[];
  /** The faults that applied to it, as they were written. */
  readonly faults: string[];
  /** A fault answers instead of the service. */
  replaced?: true;
}

declare module 'fastify' {
  interface FastifyContextConfig {
    /** The service's endpoint that the route answers. */
    endpoint?: EndpointName;
  }
  interface FastifyRequest {
    trace: Trace;
  }
}

/** Registers one of the service's endpoints. */
export function addRoute(
  app: FastifyInstance,
  endpoint: EndpointName,
  handler: (request: FastifyRequest, reply: FastifyReply) => Promise<object>,
): void {
  const { method, path } = endpointOf(endpoint);
  app.route({ method, url: path, config: { endpoint }, handler });
}

/** The JSON body in its documented shape, or a 400. */
export function readJson<Schema extends z.ZodType>(request: FastifyRequest, schema: Schema): z.output<Schema> {
  if (!/^application\/json\b/i.test(request.headers['content-type'] ?? '')) {
    throw errors.badRequest('Content-Type must be application/json.');
  }
  if (request.body === undefined) throw errors.badRequest('A JSON body is required.');
  return parseAs(schema, request.body);
}

/** A parameter of the path. */
export function pathPart(request: FastifyRequest, name: string): string {
  return (request.params as Readonly<Record<string, string>>)[name] ?? '';
}
