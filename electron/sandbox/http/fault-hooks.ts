import type { IncomingMessage } from 'node:http';
import type { Socket } from 'node:net';
import { finished } from 'node:stream/promises';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { endpointOf, isServicePath } from '../endpoints.ts';
import type { Met } from '../faults/fault-set.ts';
import type { ServerContext } from './context.ts';

/** The request stays unanswered until its connection ends. */
const never = (): Promise<never> => new Promise(() => {});

/** Applies faults to connections, to requests before they are processed, and to answers before they are sent. */
export function addFaultHooks(app: FastifyInstance, { faults, clock, random }: ServerContext): void {
  app.server.on('connection', (socket: Socket) => {
    if (faults.takeConnection() !== undefined) socket.resetAndDestroy();
  });

  app.addHook('onRequest', async (request, reply) => {
    if (!isServicePath(request.url)) return;
    // A connection that was open already is refused at its next request.
    const refused = faults.takeConnection();
    if (refused !== undefined) {
      request.trace.faults.push(refused.fault);
      reset(request);
      return never();
    }
    const { endpoint } = request.routeOptions.config;
    const met = endpoint === undefined ? undefined : faults.takeRequest(endpoint);
    if (met === undefined) return;
    request.trace.faults.push(met.fault);
    request.trace.replaced = true;
    return instead(met, request, reply);
  });

  app.addHook('preSerialization', async (request, reply, payload: unknown) => {
    const { endpoint } = request.routeOptions.config;
    if (endpoint === undefined || reply.statusCode >= 300 || typeof payload !== 'object' || payload === null) return payload;
    return faults.takeShapes(endpoint).reduce(
      (answer, { word, value, fault }) => {
        request.trace.faults.push(fault);
        return word.change?.(answer, value, endpointOf(endpoint).member, random) ?? answer;
      },
      payload as Readonly<Record<string, unknown>>,
    );
  });

  app.addHook('onSend', async (request, reply, payload: unknown) => {
    const { endpoint } = request.routeOptions.config;
    // Answers from a fault, and errors, are sent unchanged.
    if (endpoint === undefined || reply.statusCode >= 300 || request.trace.replaced) return payload;
    let leaving = payload;
    for (const met of faults.takeSends(endpoint)) {
      request.trace.faults.push(met.fault);
      leaving = await onSend(met, request, reply, leaving);
    }
    return leaving;
  });

  async function instead(met: Met, request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
    const { resets } = met.word;
    if (resets === 'halfway') resetHalfway(request);
    if (resets === 'at-once') reset(request);
    if (resets !== undefined) return never();
    // Reads the whole request first, so that an answer comes only after the closing boundary.
    await drained(request.raw);
    return reply.send(await answered(met, reply));
  }

  async function onSend(met: Met, request: FastifyRequest, reply: FastifyReply, payload: unknown): Promise<unknown> {
    const { resets, delays } = met.word;
    if (resets !== undefined) reset(request);
    if (!delays) return answered(met, reply);
    await new Promise<void>((resolve) => void clock.after(Number(met.value), resolve));
    return payload;
  }

  async function answered({ word, value }: Met, reply: FastifyReply): Promise<string> {
    const { status = reply.statusCode, headers, body } = word.answer?.(value, clock.now()) ?? (await never());
    reply.code(status).headers(headers);
    return body;
  }
}

function reset({ raw }: FastifyRequest): void {
  raw.socket.resetAndDestroy();
}

function resetHalfway(request: FastifyRequest): void {
  const half = Number(request.headers['content-length'] ?? 0) / 2;
  let seen = 0;
  request.raw.on('data', (chunk: Buffer) => {
    seen += chunk.length;
    if (seen >= half) reset(request);
  });
  request.raw.once('end', () => reset(request));
}

/** Reads the rest of a request and discards it. */
async function drained(raw: IncomingMessage): Promise<void> {
  raw.resume();
  // A caller that leaves early needs no answer.
  await finished(raw, { writable: false }).catch(() => {});
}
