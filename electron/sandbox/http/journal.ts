import type { FastifyInstance } from 'fastify';
import type { Clock } from '../clock.ts';
import type { EndpointName } from '../endpoints.ts';

/** One request. Never the key, a query or a body. */
interface JournalEntry {
  /** When its head arrived: ISO 8601, UTC. */
  readonly at: string;
  readonly method: string;
  readonly path: string;
  readonly endpoint?: EndpointName;
  /** Absent if no answer was sent: a fault or the caller cut the connection. */
  readonly status?: number;
  /** From the head's arrival to the end, in milliseconds. */
  readonly milliseconds: number;
  /** The batch that was created or requested. */
  readonly batchId?: string;
  /** Names of the accepted files, if a batch was created. */
  readonly fileNames?: readonly string[];
  /** The faults that applied to it, joined by `; `. */
  readonly fault?: string;
}

export type Journal = ReturnType<typeof createJournal>;

export function createJournal(size: number) {
  let entries: JournalEntry[] = [];
  return {
    /** The last requests, oldest first. */
    list: (): readonly JournalEntry[] => entries.slice(-size),
    add(entry: JournalEntry): void {
      entries.push(entry);
      // Trimmed in halves, so that a full journal does not move all its entries for each new one.
      if (entries.length >= size * 2) entries = entries.slice(-size);
    },
  };
}

/** Writes a line for people about what the sandbox did. Never a key, a secret or the content of a document. */
export type Log = (line: string) => void;

/** Records every request in the journal when it ends, answered or not. */
export function addJournal(
  app: FastifyInstance,
  { journal, clock, log }: { readonly journal: Journal; readonly clock: Clock; readonly log: Log },
): void {
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
