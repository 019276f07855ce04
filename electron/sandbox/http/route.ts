import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { z } from 'zod';
import { type EndpointName, endpointOf } from '../endpoints.ts';
import { errors } from '../errors.ts';
import { parseAs } from './schemas.ts';

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

export type Handler = (request: FastifyRequest, reply: FastifyReply) => Promise<object>;

/** Registers one of the service's endpoints. */
export function addRoute(app: FastifyInstance, endpoint: EndpointName, handler: Handler): void {
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
