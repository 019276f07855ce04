import type { FastifyInstance, FastifyRequest } from 'fastify';
import { answerRequest, type Handlers, type Notice } from '../core/contract/contract.ts';
import { noticeStream } from './notices.ts';
import { Refused, refusals } from './refusals.ts';

export interface ContractDependencies {
  readonly handlers: Handlers;
  readonly onNotice: (listener: (notice: Notice) => void) => () => void;
  readonly onFault?: (what: string, fault: unknown) => void;
}

/** The only path that takes a POST; all others take a GET. */
export const requestPath = '/api/request';

/** The window's contract: POST /api/request `{name, input}` gives the contract's answer; GET /api/notices streams notices. */
export function addContract(app: FastifyInstance, { handlers, onNotice, onFault }: ContractDependencies): void {
  app.removeAllContentTypeParsers();
  app.addContentTypeParser('application/json', { parseAs: 'string' }, async (_request: FastifyRequest, body: string) =>
    parse(body),
  );
  app.post(requestPath, async ({ body }) => {
    const { name, input } = typeof body === 'object' && body !== null ? (body as { name?: unknown; input?: unknown }) : {};
    return answerRequest(handlers, name, input, onFault);
  });
  app.get('/api/notices', (request, reply) => {
    const stream = noticeStream(onNotice);
    request.raw.once('close', () => stream.destroy());
    return reply.type('text/event-stream').send(stream);
  });
}

function parse(body: string): unknown {
  try {
    return JSON.parse(body);
  } catch {
    throw new Refused(refusals.unreadable);
  }
}
