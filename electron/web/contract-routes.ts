import { Readable } from 'node:stream';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { answerRequest, type Handlers, type Notice } from '../core/contract/contract.ts';
import { ok } from '../core/result.ts';
import { Refused, refusals } from './refusals.ts';
import { type Session, type Sessions, sessionOf } from './sessions.ts';

/** Everything the window shows may be out of date. */
export const everything: Notice = { documents: 'many', progress: [], status: true, settings: true };

/** How often an idle stream sends a heartbeat, in milliseconds: proxies drop silent connections. */
const heartbeatMs = 15_000;

/** How much may be buffered for a slow reader, in bytes. */
const maxBufferedBytes = 64 * 1024;

/**
 * The notices, one line of JSON each; an empty line is a heartbeat. A reader that falls behind misses single notices, and is told instead that
 * everything may have changed. Unsubscribes when the reader leaves.
 */
export function noticeStream(onNotice: (listener: (notice: Notice) => void) => () => void, everyMs = heartbeatMs): Readable {
  let missed = false;
  const stream = new Readable({
    highWaterMark: maxBufferedBytes,
    read() {
      if (!missed) return;
      missed = false;
      stream.push(lineOf(everything));
    },
    destroy(error, done) {
      clearInterval(heartbeat);
      end();
      done(error);
    },
  });
  const send = (text: string): boolean => {
    if (stream.readableLength >= maxBufferedBytes) return false;
    stream.push(text);
    return true;
  };
  const end = onNotice((notice) => {
    if (!missed) missed = !send(lineOf(notice));
  });
  const heartbeat = setInterval(() => send('\n'), everyMs);
  heartbeat.unref();
  // Sent at once, so that the browser knows it is connected.
  stream.push('\n');
  return stream;
}

function lineOf(notice: Notice): string {
  return `${JSON.stringify(notice)}\n`;
}

interface ContractDependencies {
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
