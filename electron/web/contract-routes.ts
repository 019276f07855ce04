import type { FastifyInstance, FastifyRequest } from 'fastify';
import { answerRequest, type Handlers, type Notice } from '../core/contract/contract.ts';
import { ok } from '../core/result.ts';
import { noticeStream } from './notices.ts';
import { Refused, refusals } from './refusals.ts';
import { type Session, type Sessions, sessionOf } from './sessions.ts';

export interface ContractDependencies {
  readonly handlers: Handlers;
  readonly sessions: Sessions;
  readonly onNotice: (listener: (notice: Notice) => void) => () => void;
  readonly onFault?: (what: string, fault: unknown) => void;
}

/** It takes a POST. */
export const requestPath = '/api/request';

/** The window's contract: POST /api/request `{name, input}` gives the contract's answer; GET /api/notices streams notices. */
export function addContract(app: FastifyInstance, { handlers, sessions, onNotice, onFault }: ContractDependencies): void {
  app.removeAllContentTypeParsers();
  app.addContentTypeParser('application/json', { parseAs: 'string' }, async (_request: FastifyRequest, body: string) =>
    parse(body),
  );
  app.post(requestPath, async (request) => {
    const { body } = request;
    const { name, input } = typeof body === 'object' && body !== null ? (body as { name?: unknown; input?: unknown }) : {};
    return answerRequest({ ...handlers, ...sessionHandlers(sessions, sessionOf(request, sessions)) }, name, input, onFault);
  });
  app.get('/api/notices', (request, reply) => {
    const own = sessionOf(request, sessions);
    const stream = noticeStream(onNotice);
    const endWatch = sessions.onEnd(() => {
      if (!sessions.all().some(({ id }) => id === own?.id)) stream.destroy();
    });
    stream.once('close', endWatch);
    request.raw.once('close', () => stream.destroy());
    return reply.type('application/x-ndjson').send(stream);
  });
}

/** What a window is told of the browsers that are signed in, and how it signs them out. */
function sessionHandlers(sessions: Sessions, own: Session | undefined): Pick<Handlers, 'sessions' | 'signOut'> {
  return {
    sessions: async () =>
      ok(sessions.all().map(({ id, agent, madeAt, seenAt }) => ({ id, agent, madeAt, seenAt, isOwn: id === own?.id }))),
    async signOut({ which }) {
      sessions.end(({ id }) => (which === 'others' ? id !== own?.id : id === which));
      return ok({});
    },
  };
}

function parse(body: string): unknown {
  try {
    return JSON.parse(body);
  } catch {
    throw new Refused(refusals.unreadable);
  }
}
