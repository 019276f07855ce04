import { randomBytes } from 'node:crypto';
import type { FastifyRequest } from 'fastify';
import { z } from 'zod';
import { hashOf } from './one-time-secrets.ts';
import type { OwnFiles } from './own-files.ts';

const sessionSchema = z.strictObject({
  /** Names it for people and requests; not a secret. */
  id: z.string(),
  /** Of the secret that its browser keeps. */
  hash: z.string(),
  /** The browser's User-Agent. */
  agent: z.string(),
  /** Milliseconds since the epoch. */
  madeAt: z.number(),
  seenAt: z.number(),
});

/** A browser that has signed in. */
export type Session = Readonly<z.infer<typeof sessionSchema>>;

const fileSchema = z.strictObject({ sessions: z.array(sessionSchema) });
const fileName = 'sessions.json';

/** A browser that was not used for so long is signed out, in milliseconds. */
export const unusedMs = 90 * 24 * 60 * 60_000;
/** The least recently used one is signed out for one more. */
const maxSessions = 100;
/** How old the stored time of the last use may become, in milliseconds. */
const staleMs = 60 * 60_000;

export type Sessions = ReturnType<typeof openSessions>;

/**
 * The browsers that are signed in. They stay so when the server starts again.
 * @param onFault is told why a session could not be stored: it ends with the server
 */
export function openSessions(files: OwnFiles, now: () => number = Date.now, onFault: (fault: unknown) => void = () => undefined) {
  const listeners = new Set<() => void>();
  let sessions: readonly Session[] = read(files);
  let writtenAt = now();
  const live = () => sessions.filter(({ seenAt }) => now() - seenAt < unusedMs).sort((a, b) => b.seenAt - a.seenAt);
  const write = () => {
    sessions = live().slice(0, maxSessions);
    writtenAt = now();
    files.write(fileName, `${JSON.stringify({ sessions }, undefined, 2)}\n`);
  };
  const tryToWrite = () => {
    try {
      write();
    } catch (error) {
      onFault(error);
    }
  };
  return {
    /** Signs a browser in. @returns the secret that it must send with every request; only its hash is kept */
    begin(agent: string): string {
      const secret = randomBytes(32).toString('base64url');
      const id = randomBytes(9).toString('base64url');
      const session = { id, hash: hashOf(secret), agent: agent.slice(0, 300), madeAt: now(), seenAt: now() };
      sessions = [session, ...sessions];
      tryToWrite();
      return secret;
    },
    /** The session of a secret, which counts as used now. */
    find(secret: string | undefined): Session | undefined {
      if (secret === undefined) return undefined;
      const hash = hashOf(secret);
      const found = live().find((session) => session.hash === hash);
      if (found === undefined) return undefined;
      const used = { ...found, seenAt: now() };
      sessions = sessions.map((session) => (session === found ? used : session));
      if (now() - writtenAt > staleMs) tryToWrite();
      return used;
    },
    /** The most recently used one first. */
    all: live,
    /** Signs out every browser of which this is true. @throws Error if that could not be stored */
    end(isOver: (session: Session) => boolean): void {
      sessions = sessions.filter((session) => !isOver(session));
      for (const listener of listeners) listener();
      write();
    },
    /** Called when a browser was signed out. The answer ends it. */
    onEnd(listener: () => void): () => void {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}

/** The session of a request, by the secret in its header. */
export function sessionOf({ headers }: Pick<FastifyRequest, 'headers'>, sessions: Sessions): Session | undefined {
  const secret = headers['intray-session'];
  return sessions.find(typeof secret === 'string' ? secret : undefined);
}

/** None where the file cannot be used: every browser has to sign in again. */
function read(files: OwnFiles): readonly Session[] {
  try {
    return fileSchema.parse(JSON.parse(files.read(fileName) ?? '{"sessions":[]}')).sessions;
  } catch {
    return [];
  }
}
