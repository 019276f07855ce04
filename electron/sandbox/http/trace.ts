import type { EndpointName } from '../endpoints.ts';

/** What a request gathers on its way, for the journal. */
export interface Trace {
  readonly startedAt: number;
  batchId?: string;
  fileNames?: readonly string[];
  /** The faults that met it, as they were written. */
  readonly faults: string[];
  /** A fault answers in the place of the service. */
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
